"""The times of the book's table on Othello beside ours: minimax, Scout, alpha-beta and SSS* at depth 1 to 6
(Alliot-Schiex 15.4).

The leaves of that table are those of `leaves.py`; here are its times, "without unit", of programs in Le_Lisp that shared
their evaluation and their way of going through the tree. Ours are brought to the same scale: minimax at depth 6 takes
1213.5. A search of three leaves takes less than a microsecond, a call of compiled code from Python a dozen: so each search
is called many times, and what a call takes that finds the root a leaf is taken off. Times are the processor's, the fastest
of a few rounds; they vary by some per cent from run to run.
"""

import itertools
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from damier.games import load
from damier.kernel import native
from damier.lab.measure import Progress, mean, watched
from damier.lab.othello.leaves import BOOK as BOOK_LEAVES
from damier.lab.othello.leaves import DEPTHS, TITLES
from damier.lab.othello.leaves import SIZE as FIRST_MOVES
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.search.driver import Options, module_of, search
from damier.search.states import allocate, capacity_for, slot_width
from damier.search.work import Work

SIZE = FIRST_MOVES
EVALUATION = "table"  # that of 15.6.3
ROUND, ROUNDS = 0.004, 5  # seconds of calls at least, and how often
HASH_MB = 16
BOOK = {  # times by depth; the same table
    "minimax": (0.37, 1.38, 6.0, 32.5, 185.7, 1213.5),
    "scout": (0.45, 2.09, 5.0, 23.7, 61.6, 254.5),
    "alphabeta": (0.36, 1.4, 3.9, 14.77, 41.4, 172.9),
    "sss": (0.36, 1.19, 3.7, 10.0, 19.2, 117.3),
}


class Timed(NamedTuple):
    """One algorithm at one depth: means over the first moves."""

    algorithm: str
    depth: int
    leaves: float
    seconds: float

    @property
    def book(self) -> float:
        return BOOK[self.algorithm][self.depth - 1]

    @property
    def book_leaves(self) -> int:
        return BOOK_LEAVES[self.algorithm][self.depth - 1]


def run(size: int, seed: int, progress: Progress) -> Report:
    """Time the searches of the position after `size` of the four first moves; nothing is left to chance but the clock."""
    if size > SIZE:
        raise ValueError(f"size is {size}; Othello has {SIZE} first moves")
    game = load("othello", evaluation=EVALUATION)
    start = game.start()
    positions = [native(game.play(start, move)) for move in game.moves(start)[:size]]
    cases = []
    for depth, algorithm in watched(itertools.product(DEPTHS, BOOK), progress):
        found = [search(each, algorithm, depth, Options(weights=game.weights())).leaves for each in positions]
        seconds = [seconds_of(each, algorithm, depth, game.weights()) for each in positions]
        cases.append(Timed(algorithm, depth, mean(found), mean(seconds)))
    longest = next(case for case in cases if case.algorithm == "minimax" and case.depth == DEPTHS[-1])
    scale = longest.book / longest.seconds
    return Report(
        name="othello-times",
        title=f"Othello after the first move: times, minimax at depth {longest.depth} = {longest.book}",
        columns=columns(
            *("depth", "algorithm", ("leaves", 1), ("microseconds", 2), ("time", 2), ("book", 2)),
            *(("time a leaf", 2), ("book: a leaf", 2)),
        ),
        rows=[_row(case, scale, longest) for case in cases],
        notes=_notes(cases, longest),
        panels=[_panel(cases, scale)],
        published={"source": "Alliot-Schiex 15.4", "times": {TITLES[name]: list(times) for name, times in BOOK.items()}},
        settings={"first_moves": size, "evaluation": EVALUATION},
    )


def seconds_of(position: Any, algorithm: str, depth: int, weights: Any) -> float:
    """What a search takes, without what calling it takes."""
    return max(1e-9, _call(position, algorithm, depth, weights) - _call(position, algorithm, 0, weights))


def _call(position: Any, algorithm: str, depth: int, weights: Any) -> float:
    """Seconds of one call from Python; the search has been compiled."""
    module, work, options = module_of(algorithm), Work(weights=weights), Options(weights=weights, hash_mb=HASH_MB)
    if algorithm != "sss":
        return _fastest(lambda: module.run(position, depth, work.record, options))
    capacity, width = capacity_for(HASH_MB, depth), slot_width(depth)
    states = allocate(capacity, depth)

    def with_empty_list() -> None:
        work.use_states(states, capacity, width)
        module.run(position, depth, work.record, options)

    return _fastest(with_empty_list)


def _fastest(call: Callable[[], Any]) -> float:
    """Seconds of one call in the fastest of a few rounds."""
    call()
    began = time.thread_time()
    call()
    repeats = max(1, round(ROUND / max(1e-6, time.thread_time() - began)))
    rounds = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for _ in range(repeats):
            call()
        rounds.append((time.thread_time() - began) / repeats)
    return min(rounds)


def _row(case: Timed, scale: float, longest: Timed) -> list[object]:
    of_leaf = case.seconds / case.leaves / (longest.seconds / longest.leaves)
    book_of_leaf = case.book / case.book_leaves / (longest.book / longest.book_leaves)
    figures = [case.leaves, 1e6 * case.seconds, scale * case.seconds, case.book, of_leaf, book_of_leaf]
    return [case.depth, TITLES[case.algorithm], *figures]


def _notes(cases: list[Timed], longest: Timed) -> list[str]:
    last = {case.algorithm: case for case in cases if case.depth == longest.depth}
    quickest, theirs = min(last.values(), key=lambda case: case.seconds), min(last.values(), key=lambda case: case.book)
    told = [
        f"{TITLES[name]} {case.seconds / longest.seconds:.3f} (book {case.book / longest.book:.3f})"
        for name, case in last.items()
        if case is not longest
    ]
    return [
        f'The book (15.4) gives times "without unit", in Le_Lisp; ours are scaled so that minimax at depth {longest.depth} '
        f"takes {longest.book} too: it took {1e6 * longest.seconds:,.0f} microseconds here. A leaf of that search is 1 in the "
        "last two columns.",
        f"Depth {longest.depth}, minimax = 1: {', '.join(told)}.",
        f"The quickest at depth {longest.depth} is {TITLES[quickest.algorithm]}; in the book it is {TITLES[theirs.algorithm]}.",
    ]


def _panel(cases: list[Timed], scale: float) -> Panel:
    depths: list[Number] = list(DEPTHS)
    series = []
    for algorithm, title in TITLES.items():
        ours: list[Number] = [scale * case.seconds for case in cases if case.algorithm == algorithm]
        series.append(Series(title, depths, ours))
        series.append(Series(f"{title}, book", depths, list(BOOK[algorithm]), look="published"))
    return Panel(f"evaluation {EVALUATION}", "depth", "time, minimax at depth 6 = 1213.5", series, log="y")
