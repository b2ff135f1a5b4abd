"""`damier bench` and `damier warm`: what searches visit, how fast, and compiling ahead."""

from pathlib import Path
from typing import Annotated, Any

import typer

from damier.cli.common import JsonOption, count, print_json
from damier.wording import quoted


def bench(
    compile_: Annotated[bool, typer.Option("--compile", help="measure compile times too, in fresh processes")] = False,
    speed: Annotated[bool, typer.Option("--speed/--no-speed", help="measure speeds")] = True,
    connect4: Annotated[bool, typer.Option("--connect4", help="only the exact solver of Connect 4, beside BitBully")] = False,
    sets: Annotated[Path | None, typer.Option("--sets", help="folder of Pascal Pons' test sets, for --connect4")] = None,
    empty: Annotated[bool, typer.Option("--empty", help="solve the empty 7x6 board too, for --connect4")] = False,
    json_: JsonOption = False,
) -> None:
    """Print a node-count signature for each game, and speeds as ratios within this run.

    \b
    Example: damier bench
    Example: damier bench --compile --json
    Example: damier bench --connect4 --empty
    """
    if connect4:
        _bench_connect4(sets, empty, json_)
        return
    if sets or empty:
        raise ValueError("--sets and --empty go with --connect4")
    from damier.bench.signature import PLAYED, POSITIONS, signature, solver_signatures

    signatures = [*(signature(name) for name in (*POSITIONS, *PLAYED)), *solver_signatures()]
    answer: dict[str, Any] = {"signature": {one.game: one.nodes for one in signatures}}
    if not json_:
        for one in signatures:
            print(f"{one.game:16} {count(one.nodes):>12} nodes")
        print(f"{'Bench:':16} {sum(one.nodes for one in signatures)}")
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
        answer["chess"] = _bench_chess(json_)
    if compile_:
        answer["compile"] = _bench_compiling(json_)
    if json_:
        print_json(answer)


def _bench_chess(json_: bool) -> dict[str, Any]:
    from damier.bench.chess import counting, searching

    counted, searched = counting(), searching()
    ours = counted[0]
    if not json_:
        print("\nchess, one thread, CPU time: moves counted (perft), and nodes of the player's search in middle games")
        print(f"{'':40} {'nodes':>11} {'M nodes/s':>10} {'per node':>9}")
        for each in counted:
            print(f"{each.name + ', perft':40} {each.nodes:11,} {each.rate / 1e6:10.2f} {ours.rate / each.rate:9.2f}")
        print(f"{'damier, search':40} {searched.nodes:11,} {searched.rate / 1e6:10.2f}")
    return {
        "perft": [
            {"name": each.name, "nodes": each.nodes, "nodes_per_second": each.rate, "times_as_fast": ours.rate / each.rate}
            for each in counted
        ],
        "search": {"nodes": searched.nodes, "nodes_per_second": searched.rate},
    }


def _bench_compiling(json_: bool) -> list[dict[str, Any]]:
    from damier.bench.compile_time import PLAYER, compile_time
    from damier.search.catalogue import ALGORITHMS

    pairs = [*(("connect4", each) for each in (*ALGORITHMS, PLAYER)), ("chess", "alphabeta"), ("chess", PLAYER)]
    if not json_:
        print("\nfirst search of a process, CPU seconds in all: empty cache, second process")
    waits = []
    for game, algorithm in pairs:
        wait = compile_time(game, algorithm)
        waits.append(vars(wait))
        if not json_:
            print(f"{game:9} {algorithm:18} {wait.first:6.2f} {wait.second:6.2f}", flush=True)
    return waits


def _bench_connect4(sets: Path | None, empty: bool, json_: bool) -> None:
    from damier.bench.connect4 import bitbully, compare, empty_board

    answer: dict[str, Any] = {"sets": [], "empty": []}
    if not json_:
        print("Connect 4, exact scores: one core, no book, CPU milliseconds a position, nodes a position")
        if not bitbully():
            print("BitBully is not installed: pip install 'damier[bench]' to compare with it")
        print(f"{'':22} {'':26} {'ms':>10} {'nodes':>11} {'x damier':>8}")
    for one in compare(sets):
        ours = one.measured[0]
        rows = [
            {
                "program": each.program,
                "milliseconds": 1000 * each.seconds / one.positions,
                "nodes": None if each.nodes is None else each.nodes / one.positions,
                "times_damiers": each.seconds / ours.seconds,
            }
            for each in one.measured
        ]
        answer["sets"].append({"name": one.name, "positions": one.positions, "agree": one.agree, "programs": rows})
        if not json_:
            print(f"{one.name}: {one.positions} positions, scores {'agree' if one.agree else 'DIFFER'}")
            for row in rows:
                nodes = "" if row["nodes"] is None else f"{row['nodes']:,.0f}"
                print(
                    f"{'':22} {row['program']:26} {row['milliseconds']:10.4f} {nodes:>11} {row['times_damiers']:8.2f}",
                    flush=True,
                )
    if empty and not json_:
        print("the empty 7x6 board: megabytes of table, CPU seconds, nodes, score")
    for megabytes, found, seconds in empty_board() if empty else ():
        answer["empty"].append({"hash_mb": megabytes, "seconds": seconds, "nodes": found.nodes, "score": found.score})
        if not json_:
            print(f"{megabytes:6} {seconds:10.1f} {found.nodes:15,} {found.score:4}", flush=True)
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
    from damier.engine.player import Player
    from damier.games import names
    from damier.search.catalogue import ALGORITHMS
    from damier.search.driver import Options, search
    from damier.solvers.registry import solver_for

    for each in algorithm or []:
        if each not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {quoted(each)}; there are {', '.join(ALGORITHMS)}")
    for name in games or names():
        game = load_game(name)
        began = time.perf_counter()
        for each in algorithm or []:
            search(game.start(), each, 1, Options(hash_mb=1, weights=game.weights()))
        if not algorithm:
            Player(game, hash_mb=1).warm()
            solver = solver_for(game, hash_mb=1)
            if solver:
                solver.warm(game.start())
        print(f"{game.name:12} {time.perf_counter() - began:5.1f} s", flush=True)
