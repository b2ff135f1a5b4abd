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
    """The first depth that takes long enough, or the last that the game has; compiled before."""
    work(1)
    measured, depth = Speed(name, 0, 1e-9), 0
    while depth < MOST_PLIES and measured.seconds < LONG_ENOUGH:
        began = time.process_time()
        nodes = work(depth + 1)
        seconds = max(1e-9, time.process_time() - began)
        if not nodes or (nodes == measured.nodes and depth > 1):  # no game is so long
            break
        depth += 1
        measured = Speed(f"{name}: {what} to depth {depth}", nodes, seconds)
    return measured


def _player(game: Game) -> Speed:
    player = Player(game, seconds=PLAYED)
    player.warm()
    began = time.process_time()
    thought = player.think(game.start())
    return Speed(f"player: depth {thought.depth}", thought.nodes, max(1e-9, time.process_time() - began))
