"""SSS* is MTD(+inf): the same leaves in the same order (Plaat; Alliot-Schiex 15.5.4), checked leaf by leaf.

MTD(+inf) comes back to leaves; the order in which it *first* visits them is compared with SSS*'s. Trees are uniform
random ones of several shapes, with many different values and with few, so that there are ties, and irregular explicit
ones; with Max and with Min at the root. The theorem needs a table that forgets nothing: each time the entries in
use are compared with the nodes MTD stored.
"""

import itertools
import random
from typing import Any, NamedTuple

import numpy as np

from damier.games.random_tree import start
from damier.games.tree import from_lists
from damier.lab.measure import Progress, mean, search_logged, watched
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.search.work import LEAF, LEAVE
from damier.trace.paths import first_visits, paths

SIZE = 20  # trees of each kind and each player at the root
SHAPES = ((2, 4), (2, 8), (2, 12), (3, 5), (3, 7), (4, 4), (5, 4), (8, 3))  # branching, depth
VALUES = (2, 10, 500_000)  # how many different ones a leaf may have
IRREGULAR = ((2, 5), (3, 5), (4, 4))  # most sons of a node, greatest depth


class Pair(NamedTuple):
    """The two searches of one tree."""

    leaves: int  # that SSS* visits
    evaluations: int  # of MTD(+inf)
    is_same: bool
    passes: int
    longest: int  # list G
    entries: int  # of the table
    stored: int  # different nodes that MTD put into the table


def run(size: int, seed: int, progress: Progress) -> Report:
    """Compare the two on `size` trees of each kind, with Max and with Min at the root."""
    kinds = [*((branching, depth, values) for branching, depth in SHAPES for values in VALUES), *_irregular_kinds()]
    found: dict[tuple[int, int, int], list[Pair]] = {kind: [] for kind in kinds}
    for kind, tree in watched(itertools.product(kinds, range(2 * size)), progress):
        found[kind].append(compare(*_tree(kind, seed * 1_000_003 + tree, tree % 2 == 0)))
    return Report(
        name="equivalence",
        title="SSS* and MTD(+inf), leaf by leaf",
        columns=columns(
            "trees of",
            "values",
            "trees",
            "leaves of SSS*",
            "mismatches",
            "evaluations of MTD",
            ("passes", 1),
            "longest G",
            "table entries",
        ),
        rows=[_row(kind, pairs) for kind, pairs in found.items()],
        notes=_notes([pair for pairs in found.values() for pair in pairs]),
        panels=[_memory_panel(found), _passes_panel(found)],
        published={"source": "Alliot-Schiex 15.5.4", "claim": "MTD(+inf) develops the nodes of SSS* in the order of SSS*"},
        settings={"trees": 2 * size, "seed": seed},
    )


def compare(position: Any, depth: int) -> Pair:
    """Search one tree with both, and compare."""
    sss = search_logged(position, "sss", depth)
    mtd = search_logged(position, "mtd-inf", depth)
    leaves = paths(sss.events, LEAF)
    return Pair(
        leaves=len(leaves),
        evaluations=mtd.leaves,
        is_same=np.array_equal(leaves, first_visits(paths(mtd.events, LEAF))) and sss.value == mtd.value,
        passes=mtd.passes,
        longest=sss.memory,
        entries=mtd.memory,
        stored=len(first_visits(paths(mtd.events, LEAVE))),
    )


def _irregular_kinds() -> list[tuple[int, int, int]]:
    """Told from uniform ones by a negative branching."""
    return [(-most, depth, values) for most, depth in IRREGULAR for values in VALUES[:2]]


def _tree(kind: tuple[int, int, int], seed: int, max_starts: bool) -> tuple[Any, int]:
    """A tree of this kind, and its depth."""
    branching, depth, values = kind
    if branching > 0:
        return start(branching, depth, seed, values)._replace(max_moves=np.int64(max_starts)), depth
    chance = random.Random(f"{kind} {seed}")
    return from_lists([_branch(chance, -branching, depth - 1, values) for _ in range(-branching)], max_starts), depth


def _branch(chance: random.Random, most: int, depth: int, values: int) -> Any:
    if depth == 0 or chance.random() < 0.15:
        return chance.randrange(values)
    return [_branch(chance, most, depth - 1, values) for _ in range(chance.randint(1, most))]


def _row(kind: tuple[int, int, int], pairs: list[Pair]) -> list[object]:
    branching, depth, values = kind
    return [
        f"{branching} sons, depth {depth}" if branching > 0 else f"1 to {-branching} sons, depth to {depth}",
        values,
        len(pairs),
        sum(pair.leaves for pair in pairs),
        sum(not pair.is_same for pair in pairs),
        sum(pair.evaluations for pair in pairs),
        mean([pair.passes for pair in pairs]),
        max(pair.longest for pair in pairs),
        max(pair.entries for pair in pairs),
    ]


def _notes(pairs: list[Pair]) -> list[str]:
    mismatches = sum(not pair.is_same for pair in pairs)
    forgotten = sum(pair.entries != pair.stored for pair in pairs)
    leaves, evaluations = sum(pair.leaves for pair in pairs), sum(pair.evaluations for pair in pairs)
    verdict = (
        f"In all {len(pairs):,} trees ({leaves:,} leaves) MTD(+inf) first visits exactly SSS*'s leaves, in SSS*'s order."
        if not mismatches
        else f"In {mismatches:,} of {len(pairs):,} trees the two differ."
    )
    memory = (
        "The table was large enough each time: it held every node MTD stored, nothing was replaced."
        if not forgotten
        else f"In {forgotten:,} trees the table was too small and replaced entries: there the two may differ."
    )
    return [
        verdict,
        memory,
        f"MTD(+inf) evaluates leaves again, {100 * (evaluations / leaves - 1):.0f} % more evaluations in all, as the table "
        "holds inner nodes only.",
        "Half of the trees have Max at the root, half Min.",
    ]


def _memory_panel(found: dict[tuple[int, int, int], list[Pair]]) -> Panel:
    """The longest list against the entries of the table, in uniform trees with practically different values."""
    series = []
    for sons in sorted({branching for branching, _ in SHAPES}):
        of_shape = [pairs for (branching, _, values), pairs in found.items() if (branching, values) == (sons, VALUES[-1])]
        longest: list[Number] = [max(pair.longest for pair in pairs) for pairs in of_shape]
        entries: list[Number] = [max(pair.entries for pair in pairs) for pairs in of_shape]
        series.append(Series(f"{sons} sons", longest, entries, look="points"))
    return Panel("memory", "longest list G of SSS*", "table entries of MTD(+inf)", series, log="xy")


def _passes_panel(found: dict[tuple[int, int, int], list[Pair]]) -> Panel:
    """How many passes MTD(+inf) makes in uniform trees, by the leaves it visits."""
    series = []
    for values in VALUES:
        of_values = [pairs for (branching, _, different), pairs in found.items() if branching > 0 and different == values]
        leaves: list[Number] = [mean([pair.leaves for pair in pairs]) for pairs in of_values]
        passes: list[Number] = [mean([pair.passes for pair in pairs]) for pairs in of_values]
        series.append(Series(f"{values:_} values".replace("_", " "), leaves, passes, look="points"))
    return Panel("passes of MTD(+inf)", "leaves visited, mean", "passes, mean", series, log="xy")
