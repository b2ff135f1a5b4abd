"""`damier bench` and `damier warm`: what searches visit, how fast, and compiling ahead.

What is measured on one game only stands in its own folder, `cli/GAME/bench.py`.
"""

from typing import Annotated, Any

import typer

from damier.cli.common import JsonOption, count, print_json
from damier.cli.own_options import OwnOptions, with_own_options
from damier.games.rooms import rooms
from damier.wording import quoted


@with_own_options("bench")
def bench(
    game: Annotated[str, typer.Argument(help="only this game, which may be a file: ./mygame.py; default: all")] = "",
    compile_: Annotated[bool, typer.Option("--compile", help="measure compile times too, in fresh processes")] = False,
    speed: Annotated[bool, typer.Option("--speed/--no-speed", help="measure speeds")] = True,
    json_: JsonOption = False,
    *,
    own: dict[str, OwnOptions],
) -> None:
    """Print a node-count signature for each game, and speeds as ratios within this run; or those of one game.

    \b
    Example: damier bench
    Example: damier bench --compile --json
    Example: damier bench ./mygame.py
    Example: damier bench --connect4 --empty
    """
    if game:
        given = next(filter(None, (each.first_given for each in own.values())), "")
        if given:
            raise ValueError(f"{given} does not go with a game, {quoted(game)}")
        _bench_one(game, speed, compile_, json_)
        return
    of_games = rooms("cli", "bench")
    if any(room.bench(json_, **own[name].values) for name, room in of_games.items()):
        return
    from damier.bench.signature import signatures

    answer: dict[str, Any] = {"signature": {}}
    for one in signatures():
        answer["signature"][one.name] = one.nodes
        if not json_:
            print(f"{one.name:16} {count(one.nodes):>12} nodes")
    if not json_:
        print(f"{'Bench:':16} {sum(answer['signature'].values())}")
    if speed:
        for room in of_games.values():
            answer |= room.speeds(json_)
    if compile_:
        answer["compile"] = _bench_compiling(json_)
    if json_:
        print_json(answer)


def _bench_one(name: str, speed: bool, compile_: bool, json_: bool) -> None:
    """The signature of one game, and how fast its rules, a search and the player are."""
    from damier.bench.compile_time import PLAYER
    from damier.bench.signature import signature
    from damier.cli.common import interruptible, load_game

    game = load_game(name)
    found = interruptible(lambda: signature(game))
    answer: dict[str, Any] = {"signature": {game.name: found.nodes}}
    if not json_:
        print(f"{game.name:16} {count(found.nodes):>12} nodes")
    if speed:
        from damier.bench.speed import speeds_of

        measured = interruptible(lambda: speeds_of(game))
        answer["speed"] = [{"name": each.name, "nodes": each.nodes, "nodes_per_second": each.rate} for each in measured]
        if not json_:
            print(f"\n{'one thread, CPU time':40} {'nodes':>12} {'M nodes/s':>10}")
            for each in measured:
                print(f"{each.name:40} {count(each.nodes):>12} {each.rate / 1e6:10.2f}")
    if compile_:
        answer["compile"] = _bench_compiling(json_, [(name, "alphabeta"), (name, PLAYER)])
    if json_:
        print_json(answer)


def _bench_compiling(json_: bool, pairs: list[tuple[str, str]] | None = None) -> list[dict[str, Any]]:
    from damier.bench.compile_time import compile_time

    pairs = pairs or [(game, each) for game, room in rooms("cli", "bench").items() for each in room.compiled()]
    if not json_:
        print("\nfirst search of a process, CPU seconds in all: empty cache, second process")
    waits = []
    for game, algorithm in pairs:
        wait = compile_time(game, algorithm)
        waits.append(vars(wait))
        if not json_:
            print(f"{game:9} {algorithm:18} {wait.first:6.2f} {wait.second:6.2f}", flush=True)
    return waits


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
    from damier.engine.compiling import compile_aside
    from damier.engine.player import Player
    from damier.games import names
    from damier.search.catalogue import ALGORITHMS
    from damier.search.driver import Options, search
    from damier.solvers.registry import solver_for, solver_of

    for each in algorithm or []:
        if each not in ALGORITHMS:
            raise ValueError(f"unknown algorithm {quoted(each)}; there are {', '.join(ALGORITHMS)}")
    for name in games or names():
        game = load_game(name)
        began = time.perf_counter()
        for each in algorithm or []:
            search(game.start(), each, 1, Options(hash_mb=1, weights=game.weights()))
        if not algorithm:
            compile_aside(game, game.start(), solver_of(game) is not None)
            Player(game, hash_mb=1).warm()
            solver = solver_for(game, hash_mb=1)
            if solver:
                solver.warm(game.start())
        print(f"{game.name:12} {time.perf_counter() - began:5.1f} s", flush=True)
