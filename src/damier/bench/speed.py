"""How fast any game is, a person's own included: its rules, plain alpha-beta, and the player. One thread, CPU time.

Each is asked deeper and deeper until it has worked long enough to be measured.
"""

import time
from collections.abc import Callable

from damier.bench.measured import Speed
from damier.engine.player import Player
from damier.games.game import Game
from damier.rules import MOST_PLIES
from damier.search.driver import Options, search
from damier.search.perft import perft

LONG_ENOUGH = 0.25  # CPU seconds
TOO_LONG = 100_000_000  # nodes
PLAYED = 1.0  # seconds that the player thinks


def speeds_of(game: Game) -> list[Speed]:
    """Of the rules (all games of so many moves), of alpha-beta, and of the player, from the start."""
    start = game.start()
    weights = game.weights(start)

    def count(depth: int) -> int:
        return perft(start, depth)

    def look(depth: int) -> int:
        options = Options(weights=weights, whole_line=False, nodes=TOO_LONG)
        return search(start, "alphabeta", depth, options).nodes

    return [_deep_enough("rules", "moves counted", count), _deep_enough("search", "alpha-beta", look), _player(game)]


def _deep_enough(name: str, what: str, work: Callable[[int], int]) -> Speed:
    """At the first depth that takes long enough, or again and again at that at which a short game has most to visit."""
    work(1)  # compile
    best, nodes, seconds = 1, 0, 0.0
    for depth in range(1, MOST_PLIES + 1):
        found, taken = _timed(work, depth)
        if found <= nodes:
            break
        best, nodes, seconds = depth, found, taken
        if seconds >= LONG_ENOUGH:
            break
    while seconds < LONG_ENOUGH:
        found, taken = _timed(work, best)
        nodes, seconds = nodes + found, seconds + taken
    return Speed(f"{name}: {what} to depth {best}", nodes, seconds)


def _timed(work: Callable[[int], int], depth: int) -> tuple[int, float]:
    began = time.process_time()
    nodes = work(depth)
    return nodes, max(1e-6, time.process_time() - began)


def _player(game: Game) -> Speed:
    player = Player(game, seconds=PLAYED)
    player.warm()
    began = time.process_time()
    thought = player.think(game.start())
    return Speed(f"player: depth {thought.depth}", thought.nodes, max(1e-9, time.process_time() - began))
