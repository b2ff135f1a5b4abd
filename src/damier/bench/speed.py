"""Speed, as ratios in one run: the generic search against yardsticks and, where they are installed, against peers."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from damier.bench.reference import by_hand_search, plain_nodes
from damier.games import load
from damier.rules import INFINITY
from damier.search.alphabeta import alphabeta
from damier.search.work import NO_MOVE, Work

DEPTH = 12  # compiled searches
SLOW_DEPTH = 7  # searches in plain Python
ROUNDS = 25


@dataclass(frozen=True)
class Speed:
    """How fast a search of Connect 4 from the empty board is."""

    name: str
    nodes: int
    seconds: float  # CPU time

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds


def speeds() -> list[Speed]:
    """The generic search first; the best of some rounds of each, taken in turn, since machines are noisy."""
    searches: dict[str, Callable[[], int]] = {
        "damier, generic alpha-beta": _generic_search(),
        "written by hand for Connect 4": by_hand_search(DEPTH),
        "plain Python on bitboards": _plain,
    }
    if open_spiel := _open_spiel():
        searches["OpenSpiel, Python search on its C++ game"] = open_spiel
    for run in list(searches.values())[:2]:
        run()  # compile
    best: dict[str, Speed] = {}
    for _ in range(ROUNDS):
        for name, run in searches.items():
            began = time.process_time()
            nodes = run()
            measured = Speed(name, nodes, time.process_time() - began)
            if name not in best or measured.rate > best[name].rate:
                best[name] = measured
    return list(best.values())


def _generic_search() -> Callable[[], int]:
    work = Work()
    position = load("connect4").start()

    def run() -> int:
        work.record.nodes = 0
        alphabeta(position, NO_MOVE, -INFINITY, INFINITY, DEPTH, 0, work.record)
        return int(work.record.nodes)

    return run


def _plain() -> int:
    return plain_nodes(SLOW_DEPTH)


def _open_spiel() -> Callable[[], int] | None:
    """OpenSpiel's own alpha-beta, if it is installed; it visits the columns from left to right."""
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    nodes = plain_nodes(SLOW_DEPTH, tuple(range(7)))

    def run() -> int:
        alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=SLOW_DEPTH)
        return nodes

    return run
