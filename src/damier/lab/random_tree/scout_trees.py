"""Scout and alpha-beta on uniform trees of many shapes (Alliot-Schiex 15.4).

The book says three things of Scout: it is as a rule worse than alpha-beta; for great depths it behaves alike (Pearl: both
have the same branching factor, `pearl_growth`); and, without proof, it seems to suit deep trees of small branching. Here
both search the same random trees, of which nothing is in order: every leaf has a value of its own. Scout evaluates a leaf
again when a test has succeeded; so what counts is given twice, all evaluations and the different leaves. Growth is by how
much the leaves grow from one depth to the next (the square root over two plies, since odd and even depths differ): that
is what "alike for great depths" speaks of.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from damier.games.random_tree import start
from damier.lab.measure import Progress, error, mean, search_logged, watched
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import whole
from damier.search.driver import Options, search
from damier.search.work import LEAF
from damier.trace.paths import first_visits, paths

SIZE = 50  # trees of each shape
VALUES = 500_000  # so many that leaves are practically all different
BRANCHING = (2, 3, 4, 6, 10)
LEAVES = 100_000  # a tree has so many at most


class ShapeOfTree(NamedTuple):
    branching: int
    depth: int


class Searched(NamedTuple):
    """What was evaluated in one tree."""

    alphabeta: int
    scout: int
    different: int  # leaves of Scout


def run(size: int, seed: int, progress: Progress, *, leaves: str = str(LEAVES)) -> Report:
    """Search `size` trees of each shape that has at most so many `leaves`."""
    shapes = shapes_of(whole("leaves", leaves, 10_000_000))
    found: dict[ShapeOfTree, list[Searched]] = {shape: [] for shape in shapes}
    for shape, tree in watched([(shape, tree) for shape in shapes for tree in range(size)], progress):
        found[shape].append(searched(shape, seed * 1_000_003 + tree))
    return Report(
        name="scout-trees",
        title="Scout against alpha-beta on uniform trees: leaves, alpha-beta = 1",
        columns=columns(
            *("branching", "depth", "trees", ("alpha-beta", 1), ("Scout", 1), ("ratio", 3), ("±", 3), ("different leaves", 3)),
            *(("± ", 3), ("Scout better %", 0), ("growth: alpha-beta", 3), ("growth: Scout", 3), ("Pearl", 3)),
        ),
        rows=[_row(shape, found) for shape in shapes],
        notes=_notes(found, size),
        panels=[
            _panel("evaluations", found, lambda one: one.scout / one.alphabeta),
            _panel("different leaves", found, lambda one: one.different / one.alphabeta),
        ],
        published={
            "source": "Alliot-Schiex 15.4",
            "claim": "behaves as alpha-beta for great depths; seems to suit deep trees of small branching",
        },
        settings={"trees": size, "seed": seed, "values": VALUES, "leaves": whole("leaves", leaves)},
    )


def shapes_of(most: int) -> list[ShapeOfTree]:
    """Depth 1, 2, ... for each branching, as long as trees have no more leaves than that."""
    return [
        ShapeOfTree(branching, depth)
        for branching in BRANCHING
        for depth in range(1, most.bit_length() + 1)
        if depth == 1 or branching**depth <= most
    ]


def searched(shape: ShapeOfTree, seed: int) -> Searched:
    """Both on one tree."""
    position = start(shape.branching, shape.depth, seed, VALUES)
    scout = search_logged(position, "scout", shape.depth)
    alphabeta = search(position, "alphabeta", shape.depth, Options(whole_line=False))
    return Searched(alphabeta.leaves, scout.leaves, len(first_visits(paths(scout.events, LEAF))))


def _row(shape: ShapeOfTree, found: dict[ShapeOfTree, list[Searched]]) -> list[object]:
    trees = found[shape]
    ratios, different = [one.scout / one.alphabeta for one in trees], [one.different / one.alphabeta for one in trees]
    return [
        *(shape.branching, shape.depth, len(trees), mean([one.alphabeta for one in trees]), mean([one.scout for one in trees])),
        *(mean(ratios), error(ratios), mean(different), error(different), 100 * mean([ratio < 1 for ratio in ratios])),
        *(_growth(shape, found, "alphabeta"), _growth(shape, found, "scout"), pearl_growth(shape.branching)),
    ]


def _growth(shape: ShapeOfTree, found: dict[ShapeOfTree, list[Searched]], what: str) -> float | None:
    """By how much a ply more makes the leaves more, over the last two plies."""
    before = found.get(shape._replace(depth=shape.depth - 2))
    if before is None:
        return None
    return math.sqrt(mean([getattr(one, what) for one in found[shape]]) / mean([getattr(one, what) for one in before]))


def pearl_growth(branching: int) -> float:
    """Pearl's branching factor of both for great depths: x / (1 - x), where x^b + x = 1."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


def _notes(found: dict[ShapeOfTree, list[Searched]], size: int) -> list[str]:
    notes = [
        'The book (15.4): Scout "behaves identically for great depths", and "seems to suit deep trees of small branching".',
        f"{size} random trees of each shape, in no order at all; ± is the standard error. ratio: all evaluations of Scout, "
        "a leaf as often as it is evaluated; different leaves: each once. Growth is a ply's, over the last two.",
    ]
    for branching in BRANCHING:
        deepest = max(shape.depth for shape in found if shape.branching == branching)
        shape = ShapeOfTree(branching, deepest)
        trees = found[shape]
        grown = [_growth(shape, found, what) for what in ("alphabeta", "scout")]
        notes.append(
            f"{branching} sons, depth {deepest}: {mean([one.scout / one.alphabeta for one in trees]):.2f} times alpha-beta's "
            f"evaluations, {mean([one.different / one.alphabeta for one in trees]):.2f} times its leaves"
            + (
                f"; a ply makes them {grown[0]:.2f} and {grown[1]:.2f} times as many, "
                f"where Pearl has {pearl_growth(branching):.2f}."
                if all(grown)
                else "."
            )
        )
    return notes


def _panel(title: str, found: dict[ShapeOfTree, list[Searched]], ratio: Callable[[Searched], float]) -> Panel:
    series = []
    for branching in BRANCHING:
        shapes = [shape for shape in found if shape.branching == branching]
        depths: list[Number] = [shape.depth for shape in shapes]
        ratios = [[ratio(one) for one in found[shape]] for shape in shapes]
        series.append(Series(f"{branching} sons", depths, [mean(one) for one in ratios], [error(one) for one in ratios]))
    series.append(Series("alpha-beta", [], [1.0], look="level"))
    return Panel(title, "depth", "Scout, alpha-beta = 1", series)
