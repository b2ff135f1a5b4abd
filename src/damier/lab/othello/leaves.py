"""The book's table of leaves on Othello: minimax, Scout, alpha-beta and SSS* at depth 1 to 6 (Alliot-Schiex 15.4).

The book does not name its position. Its minimax visits 3, 14, 61, ... leaves, which is the position after the first move.
There are four first moves, the same up to symmetry; but squares are tried in the order of their names, so that the same
position, turned or mirrored, is searched in another order. All four are searched, which tells how much hangs on the order
that nobody knows any more. Nor does the book say which evaluation it took: here it is its own, the values of squares of
fig. 15.8 (`squares`), and the same with the corrections of 15.6.3 (`table`).
"""

import itertools
from typing import Any, NamedTuple

from damier.games import load
from damier.lab.measure import Progress, mean, watched
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.search.driver import Options, search

SIZE = 4  # first moves
DEPTHS = range(1, 7)
EVALUATIONS = ("squares", "table")
TITLES = {"minimax": "minimax", "scout": "Scout", "alphabeta": "alpha-beta", "sss": "SSS*"}
BOOK = {  # leaves by depth; Alliot-Schiex, the table at the end of 15.4
    "minimax": (3, 14, 61, 349, 2050, 13773),
    "scout": (4, 21, 45, 246, 615, 2680),
    "alphabeta": (3, 13, 37, 150, 418, 1830),
    "sss": (3, 11, 35, 95, 292, 1617),
}


class LeafCounts(NamedTuple):
    """The leaves of one algorithm at one depth, by evaluation, for each first move."""

    algorithm: str
    depth: int
    leaves: dict[str, list[int]]

    @property
    def book(self) -> int:
        return BOOK[self.algorithm][self.depth - 1]


def run(size: int, seed: int, progress: Progress) -> Report:
    """Search the position after `size` of the four first moves; nothing is left to chance."""
    if size > SIZE:
        raise ValueError(f"size is {size}; Othello has {SIZE} first moves")
    game = load("othello")
    start = game.start()
    positions = [game.play(start, move) for move in game.moves(start)[:size]]
    cases = []
    for depth, algorithm in watched(itertools.product(DEPTHS, BOOK), progress):
        cases.append(LeafCounts(algorithm, depth, {name: _leaves(positions, algorithm, depth, name) for name in EVALUATIONS}))
    figures = (Column("mean", 1), Column("least"), Column("most"))
    columns = [Column(f"{name}: {column.name}", column.digits) for name in EVALUATIONS for column in figures]
    return Report(
        name="othello-leaves",
        title="Othello after the first move: leaves visited",
        columns=[Column("depth"), Column("algorithm"), *columns, Column("book")],
        rows=[_row(case) for case in cases],
        notes=_notes(cases, size),
        panels=[_panel(name, cases) for name in EVALUATIONS],
        published={"source": "Alliot-Schiex 15.4", "leaves": {TITLES[name]: list(leaves) for name, leaves in BOOK.items()}},
        settings={"first_moves": size, "evaluations": list(EVALUATIONS)},
    )


def _leaves(positions: list[Any], algorithm: str, depth: int, evaluation: str) -> list[int]:
    weights = load("othello", evaluation=evaluation).weights()
    return [search(position, algorithm, depth, Options(weights=weights)).leaves for position in positions]


def _row(case: LeafCounts) -> list[object]:
    figures = [[mean(leaves), min(leaves), max(leaves)] for leaves in case.leaves.values()]
    return [case.depth, TITLES[case.algorithm], *(figure for three in figures for figure in three), case.book]


def _notes(cases: list[LeafCounts], size: int) -> list[str]:
    compared = [case for case in cases if case.algorithm != "minimax"]
    minimax = [case for case in cases if case.algorithm == "minimax"]
    is_exact = all(set(leaves) == {case.book} for case in minimax for leaves in case.leaves.values())
    notes = [
        f"The position after {size} of the four first moves, the same up to symmetry, but moves are tried in another order. "
        "A leaf counts as often as it is evaluated.",
        "Minimax visits exactly the book's leaves." if is_exact else "Minimax does not visit the book's leaves.",
    ]
    for name in EVALUATIONS:
        within = sum(min(case.leaves[name]) <= case.book <= max(case.leaves[name]) for case in compared)
        notes.append(
            f"Evaluation {name}: {within} of the book's {len(compared)} other figures lie between our least and our most."
        )
    last = {case.algorithm: case for case in cases if case.depth == DEPTHS[-1]}
    for name in EVALUATIONS:
        alphabeta = mean(last["alphabeta"].leaves[name])
        ratios = {each: mean(last[each].leaves[name]) / alphabeta for each in ("scout", "sss")}
        notes.append(
            f"Depth {DEPTHS[-1]}, {name}: Scout {ratios['scout']:.2f} and SSS* {ratios['sss']:.2f} of alpha-beta's leaves "
            f"(book: {last['scout'].book / last['alphabeta'].book:.2f} and {last['sss'].book / last['alphabeta'].book:.2f})."
        )
    return notes


def _panel(evaluation: str, cases: list[LeafCounts]) -> Panel:
    series = []
    depths: list[Number] = list(DEPTHS)
    for algorithm, title in TITLES.items():
        means: list[Number] = [mean(case.leaves[evaluation]) for case in cases if case.algorithm == algorithm]
        series.append(Series(title, depths, means))
        series.append(Series(f"{title}, book", depths, list(BOOK[algorithm]), look="published"))
    return Panel(f"evaluation {evaluation}", "depth", "leaves", series, log="y")
