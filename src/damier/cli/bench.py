"""`damier bench` and `damier warm`: what searches visit, how fast, and compiling ahead."""

from typing import Annotated, Any

import typer

from damier.cli.common import JsonOption, count, print_json


def bench(
    compile_: Annotated[bool, typer.Option("--compile", help="measure compile times too, in fresh processes")] = False,
    speed: Annotated[bool, typer.Option("--speed/--no-speed", help="measure speeds")] = True,
    json_: JsonOption = False,
) -> None:
    """Print a node-count signature for each game, and speeds as ratios within this run.

    \b
    Example: damier bench
    Example: damier bench --compile --json
    """
    from damier.bench.compile_time import compile_time
    from damier.bench.signature import POSITIONS, signature

    signatures = [signature(name) for name in POSITIONS]
    answer: dict[str, Any] = {"signature": {one.game: one.nodes for one in signatures}}
    if not json_:
        for one in signatures:
            print(f"{one.game:12} {count(one.nodes):>12} nodes")
        print(f"{'Bench:':12} {sum(one.nodes for one in signatures)}")
    if speed:
        from damier.bench.speed import speeds

        measured = speeds()
        ours = measured[0]
        answer["speed"] = [
            {
                "name": each.name,
                "nodes": each.nodes,
                "nodes_per_second": each.rate,
                "times_as_fast": each.seconds / ours.seconds,
                "times_as_fast_per_node": ours.rate / each.rate,
            }
            for each in measured
        ]
        if not json_:
            print("\nalpha-beta to depth 10 on Connect 4, one thread, CPU time: how many times as fast damier is")
            print(f"{'':42} {'nodes':>9} {'M nodes/s':>10} {'in time':>9} {'per node':>9}")
            for each in measured:
                ratios = f"{each.seconds / ours.seconds:9.2f} {ours.rate / each.rate:9.2f}"
                print(f"{each.name:42} {each.nodes:9,} {each.rate / 1e6:10.2f} {ratios}")
    if compile_:
        from damier.search.catalogue import ALGORITHMS

        waits = [compile_time("connect4", algorithm) for algorithm in ALGORITHMS]
        answer["compile"] = [vars(one) for one in waits]
        if not json_:
            print("\nfirst search of a process on Connect 4, CPU seconds in all: empty cache, second process")
            for wait in waits:
                print(f"{wait.algorithm:18} {wait.first:6.2f} {wait.second:6.2f}")
    if json_:
        print_json(answer)


def warm(
    games: Annotated[list[str] | None, typer.Argument(help="games or files; default: all registered games")] = None,
    algorithm: Annotated[list[str] | None, typer.Option("--algorithm", "-a", help="default: what play needs")] = None,
) -> None:
    """Compile ahead what playing and searching need, so that the first answer comes at once.

    \b
    Example: damier warm
    Example: damier warm connect4 -a alphabeta -a sss
    """
    import time

    from damier.cli.common import load_game
    from damier.games import names
    from damier.search.catalogue import ALGORITHMS
    from damier.search.driver import Options, search

    wanted = algorithm or ["memory-depth"]
    for name in wanted:
        if name not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {name!r}; there are {', '.join(ALGORITHMS)}")
    for name in games or names():
        game = load_game(name)
        began = time.perf_counter()
        for each in wanted:
            search(game.start(), each, 1, Options(hash_mb=1, weights=game.weights()))
        print(f"{game.name:12} {time.perf_counter() - began:5.1f} s", flush=True)
