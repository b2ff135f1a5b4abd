"""The table of Alliot-Schiex 15.3: how many of the leaves of uniform trees each algorithm visits, and IterSSS* by the
length of G.

Every node of a tree has the same number of sons and every leaf an independent random value; all algorithms get the same
trees. The book gives alpha-beta, SSS* and IterSSS* in per cent of the leaves for three shapes. An algorithm that may
come back to a leaf is given by the different leaves it visits (taken from its log) and by all its evaluations.
"""

import itertools
from typing import NamedTuple

from damier.games.random_tree import start
from damier.lab.measure import Progress, error, mean, search_logged, watched
from damier.lab.report import Panel, Report, Series, columns
from damier.search.catalogue import ON_PROCESSORS, VALUED
from damier.search.driver import Options, module_of, search
from damier.search.work import LEAF
from damier.trace.paths import first_visits, paths

SIZE = 250  # trees of each shape: a minute and a half
VALUES = 500_000  # so many that leaves are practically all different
GUESS, MARGIN = VALUES // 2, VALUES // 10  # for MTD(f) and the window: the middle of all values

# What says nothing here: no move is noisy and nobody may pass, a tolerance would be of a scale of its own, and a note for a
# leaf would tell what it is worth before it is visited. Several processors have an experiment of their own.
LEFT_OUT = ("minimax", "minimax-won", "alphabeta-sorted", "tolerant", "null-move", *ON_PROCESSORS)
COMES_BACK = ("scout", "pvs", "window", "mtd", "mtd-inf", "negac")


class Shape(NamedTuple):
    """A row of the book's table, in per cent of the leaves."""

    depth: int
    branching: int
    alphabeta: float
    sss: float
    itersss: tuple[tuple[int, float], ...]  # length of G, per cent


BOOK = (
    Shape(15, 2, 12.47, 8.5, ((9, 12.4), (64, 10.36), (192, 9.37), (256, 8.5))),
    Shape(6, 5, 16.51, 11.48, ((13, 15.49), (63, 12.68), (95, 12.6), (125, 11.48))),
    Shape(10, 3, 10.44, 6.44, ((11, 10.11), (122, 7.75), (243, 6.44))),
)


class TreeCase(NamedTuple):
    """An algorithm on a shape, with what the book says of it."""

    shape: Shape
    algorithm: str
    length: int | None
    book: float | None


class LeafShares(NamedTuple):
    """Per cent of the leaves, one a tree."""

    leaves: list[float]
    evaluations: list[float]


def run(size: int, seed: int, progress: Progress) -> Report:
    """Measure all cases over the same `size` trees of each shape."""
    cases = [case for shape in BOOK for case in cases_of(shape)]
    found = {case: LeafShares([], []) for case in cases}
    for case, tree in watched(itertools.product(cases, range(size)), progress):
        leaves, evaluations = visited(case, seed * 1_000_003 + tree)
        found[case].leaves.append(leaves)
        found[case].evaluations.append(evaluations)
    return Report(
        name="uniform-trees",
        title="Leaves visited in uniform trees, in per cent",
        columns=columns(
            "depth",
            "branching",
            "algorithm",
            "length of G",
            "trees",
            ("leaves %", 2),
            ("±", 2),
            ("evaluations %", 2),
            ("book", 2),
            ("difference", 2),
        ),
        rows=_rows(found),
        notes=_notes(found),
        panels=[_panel(shape, found) for shape in BOOK],
        published={"source": "Alliot-Schiex 15.3", "shapes": [shape._asdict() for shape in BOOK]},
        settings={"trees": size, "seed": seed, "values": VALUES, "guess": GUESS, "margin": MARGIN},
    )


def cases_of(shape: Shape) -> list[TreeCase]:
    """The algorithms on a shape but minimax, which visits everything, and LEFT_OUT."""
    cases = []
    book = {"alphabeta": shape.alphabeta, "sss": shape.sss}
    for algorithm in VALUED:
        if algorithm == "itersss":
            cases += [TreeCase(shape, algorithm, length, percent) for length, percent in shape.itersss]
        elif algorithm not in LEFT_OUT:
            cases.append(TreeCase(shape, algorithm, None, book.get(algorithm)))
    return cases


def visited(case: TreeCase, seed: int) -> tuple[float, float]:
    """The different leaves an algorithm visits in one tree, and its evaluations, in per cent of all leaves."""
    depth, branching = case.shape.depth, case.shape.branching
    position = start(branching, depth, seed, VALUES)
    options = Options(list_length=case.length, guess=GUESS, margin=MARGIN)
    percent = 100 / branching**depth
    if case.algorithm in COMES_BACK:
        result = search_logged(position, case.algorithm, depth, options)
        return len(first_visits(paths(result.events, LEAF))) * percent, result.leaves * percent
    result = search(position, case.algorithm, depth, options)
    return result.leaves * percent, result.leaves * percent


def _rows(found: dict[TreeCase, LeafShares]) -> list[list[object]]:
    rows: list[list[object]] = []
    for shape in BOOK:
        rows.append([shape.depth, shape.branching, "Minimax", None, None, 100.0, None, 100.0, None, None])
        for case, measured in found.items():
            if case.shape is not shape:
                continue
            leaves = mean(measured.leaves)
            rows.append(
                [
                    shape.depth,
                    shape.branching,
                    module_of(case.algorithm).TITLE,
                    case.length,
                    len(measured.leaves),
                    leaves,
                    error(measured.leaves),
                    mean(measured.evaluations),
                    case.book,
                    None if case.book is None else leaves - case.book,
                ]
            )
    return rows


def _notes(found: dict[TreeCase, LeafShares]) -> list[str]:
    notes = [
        f"All algorithms search the same trees; leaves have random values from 0 to {VALUES - 1:,}. ± is the standard "
        "error of the mean over the trees.",
        "Minimax visits all leaves and was not run. Evaluations count a leaf as often as it is evaluated.",
        f"MTD(f) starts at {GUESS:,}; the window is {GUESS - MARGIN:,} to {GUESS + MARGIN:,}.",
    ]
    for algorithm in ("alphabeta", "sss", "itersss"):
        apart = [
            mean(measured.leaves) - case.book for case, measured in found.items() if case.algorithm == algorithm and case.book
        ]
        largest = max(apart, key=abs)
        notes.append(f"{module_of(algorithm).TITLE}: at most {abs(largest):.2f} points from the book ({largest:+.2f}).")
    return notes


def _panel(shape: Shape, found: dict[TreeCase, LeafShares]) -> Panel:
    ours = {(case.algorithm, case.length): measured for case, measured in found.items() if case.shape is shape}
    lengths = [length for length, _ in shape.itersss]
    return Panel(
        f"depth {shape.depth}, {shape.branching} sons a node",
        "length of the list G",
        "leaves visited, %",
        [
            Series("Alpha-beta, here", [], [mean(ours["alphabeta", None].leaves)], look="level"),
            Series("Alpha-beta, book", [], [shape.alphabeta], look="published level"),
            Series("SSS*, here", [], [mean(ours["sss", None].leaves)], look="level"),
            Series("SSS*, book", [], [shape.sss], look="published level"),
            Series(
                "IterSSS*, here",
                [*lengths],
                [mean(ours["itersss", length].leaves) for length in lengths],
                [error(ours["itersss", length].leaves) for length in lengths],
            ),
            Series("IterSSS*, book", [*lengths], [percent for _, percent in shape.itersss], look="published"),
        ],
    )
