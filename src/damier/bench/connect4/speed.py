"""Speed, as ratios in one run: the generic search against yardsticks and, where they are installed, against peers.

The question is always the same: alpha-beta to depth 10 on Connect 4 from the empty board, with nothing but wins, losses
and draws to see. What is compared is the search and the rules, so damier's estimate of a position stays out of it.
"""

import time
from collections.abc import Callable
from typing import Any

from damier.bench.connect4.reference import by_hand_search, plain_nodes
from damier.bench.measured import Speed
from damier.games.connect4 import board_type
from damier.kernel import native, rule
from damier.rules import INFINITY
from damier.search.alphabeta import alphabeta
from damier.search.work import NO_MOVE, Work

DEPTH = 10
ROUNDS = 5  # of those that take long
SHORT_ROUNDS = 100  # of the compiled ones: machines are noisy, and short rounds find the quiet moments
REPEAT = 20  # compiled searches in a round: one alone is too short to be timed

Search = Callable[[], int]  # gives the nodes it visited


class Unestimated(board_type(7, 6)):  # type: ignore[misc]
    """A position of Connect 4 that everybody finds even until the game is over."""

    __slots__ = ()


@rule
def evaluate(p: Unestimated, weights: Any) -> int:
    return 0


def speeds() -> list[Speed]:
    """The generic search first."""
    compiled = {"damier, generic alpha-beta": _generic_search(), "written by hand for Connect 4": by_hand_search(DEPTH)}
    slow: dict[str, Search] = {"plain Python on bitboards": lambda: plain_nodes(DEPTH)}
    if open_spiel := _open_spiel_search():
        slow["OpenSpiel, Python search on its C++ game"] = open_spiel
    for search in compiled.values():
        search()  # compile
    return _best_of(compiled, SHORT_ROUNDS, REPEAT) + _best_of(slow, ROUNDS, 1)


def _best_of(searches: dict[str, Search], rounds: int, repeat: int) -> list[Speed]:
    """The best of some rounds of each, taken in turn."""
    best: dict[str, Speed] = {}
    for _ in range(rounds):
        for name, search in searches.items():
            began = time.process_time()
            for _ in range(repeat):
                nodes = search()
            measured = Speed(name, nodes, (time.process_time() - began) / repeat)
            if name not in best or measured.seconds < best[name].seconds:
                best[name] = measured
    return list(best.values())


def _generic_search() -> Search:
    work = Work()
    position = native(Unestimated(0, 0))

    def run() -> int:
        work.record.nodes = 0
        alphabeta(position, NO_MOVE, -INFINITY, INFINITY, DEPTH, 0, work.record)
        return int(work.record.nodes)

    return run


def _open_spiel_search() -> Search | None:
    """OpenSpiel's own alpha-beta, if it is installed; it visits the columns from left to right."""
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    nodes = plain_nodes(DEPTH, tuple(range(7)))

    def run() -> int:
        alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=DEPTH)
        return nodes

    return run
