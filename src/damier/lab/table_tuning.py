"""The tuning of a transposition table (Alliot's slides, "Le tuning"; Alliot-Schiex 15.5.2).

The slides name three settings and what goes wrong with each: a signature of too few bits makes errors, of too many takes room;
too small a table does not keep enough, too large a one is slow for the processor's cache; and when two positions meet one
must know which to keep, as a rule the one nearer to the root. Here positions are searched by alpha-beta with
memory on a table that has all three as settings (`tuned_table.py`): how many values come out wrong, how often one position was
taken for another, nodes and time. The right values are those of plain alpha-beta.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.lab.halt import Halt
from damier.lab.measure import Progress, mean, watched
from damier.lab.positions import random_positions
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import games_to_depths, whole, whole_numbers
from damier.lab.tuned_table import (
    DEEPER,
    HITS,
    LOST,
    MOST_BITS,
    REPLACEMENTS,
    STORED,
    WRONG_HITS,
    TunedTable,
    remembering,
    tuned_table,
)
from damier.rules import INFINITY
from damier.search.driver import Options, search
from damier.search.work import NO_MOVE, Work

SIZE = 8  # positions of each game
BITS = "8,16,20,24,32,40,48"
ENTRIES = "8,12,16,20,22"  # powers of two
MOST_ENTRIES = 26
USUAL_ENTRIES = "20"


class Tuning(NamedTuple):
    """The settings of a table."""

    bits: int
    entries: int  # a power of two
    replacement: int


class Trial(NamedTuple):
    """One position with one table."""

    is_wrong: bool
    nodes: int
    seconds: float
    hits: int
    wrong_hits: int
    stored: int
    lost: int  # met another position in their place


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = "",
    depth: str = "",
    bits: str = BITS,
    entries: str = ENTRIES,
    table: str = USUAL_ENTRIES,
    halt: Halt | None = None,
) -> Report:
    """Search `size` positions of each game with signatures of so many `bits` in a table of 2^`table` entries, and with whole
    keys in tables of 2^`entries`, by each rule of replacement; `game` names others, `depth` how deep."""
    halt = halt or Halt()
    usual = whole("table", table, MOST_ENTRIES)
    tunings = [Tuning(each, usual, DEEPER) for each in whole_numbers("bits", bits, MOST_BITS)]
    tunings += [
        Tuning(MOST_BITS, each, rule)
        for each in whole_numbers("entries", entries, MOST_ENTRIES)
        for rule in range(len(REPLACEMENTS))
    ]
    tunings = list(dict.fromkeys(tunings))
    found: dict[str, dict[Tuning, list[Trial]]] = {}
    games: dict[str, Game] = {}
    todo = []
    for one in games_to_depths(game, depth, "TABLE_DEPTH"):
        games[one.game.title] = one.game
        found[one.game.title] = {tuning: [] for tuning in tunings}
        todo += [(one.game, one.depth, native(each)) for each in random_positions(one.game, size, seed)]
    for one_game, deep, position in watched(todo, progress):
        _measure(one_game, deep, position, found[one_game.title], halt)
        if halt.is_wanted:
            break
    found = {title: {tuning: trials for tuning, trials in each.items() if trials} for title, each in found.items()}
    if not any(found.values()):
        raise BadInput("the experiment was ended before anything was found")
    return Report(
        name="table-tuning",
        title="A transposition table by the bits of its signature, its size and its rule of replacement",
        columns=columns(
            *("game", "bits", "entries", "stays", "positions", "wrong values", "wrong hits", ("hits %", 2)),
            *(("conflicts %", 1), ("nodes", 0), ("nodes, largest = 1", 2), ("ns a node", 0)),
        ),
        rows=[_row(title, tuning, each) for title, each in found.items() for tuning in each],
        notes=_notes(found, size),
        panels=[panel for title, each in found.items() for panel in _panels(title, each)],
        published={
            "source": "Alliot, Programmation des jeux (slides), Le tuning",
            "claims": [
                "a signature of too few bits makes errors",
                "too large a table is slow, too small a one does not keep enough",
                "as a rule the position nearest to the root is kept",
            ],
        },
        settings={"positions": size, "seed": seed, "bits": bits, "entries": entries, "table": usual},
    )


def _measure(game: Game, depth: int, position: Any, found: dict[Tuning, list[Trial]], halt: Halt) -> None:
    """Search a position with every table; what was stopped is not kept."""
    work = Work(weights=game.weights(position))
    halt.reaches(work.stop)
    right = search(position, "alphabeta", depth, Options(work=work, whole_line=False)).value
    trials = {}
    for tuning in found:
        work = Work(weights=game.weights(position))
        halt.reaches(work.stop)
        work.use_options(position, symmetry=False, ordering=True)
        table = tuned_table(*tuning)
        table.entries["depth"] = 0  # memory used for the first time is slow
        remembering(position, NO_MOVE, -INFINITY, INFINITY, 0, 0, work.record, table)  # compiles
        trials[tuning] = _trial(position, depth, work, table, right)
    if not halt.is_wanted:
        for tuning, trial in trials.items():
            found[tuning].append(trial)


def _trial(position: Any, depth: int, work: Work, table: TunedTable, right: int) -> Trial:
    before, began = int(work.record.nodes), time.thread_time()
    score = int(remembering(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, work.record, table))
    seconds = time.thread_time() - began
    counts = [int(table.counts[which]) for which in (HITS, WRONG_HITS, STORED, LOST)]
    return Trial(score != right, int(work.record.nodes) - before, seconds, *counts)


def _sum(trials: list[Trial], what: Callable[[Trial], float]) -> float:
    return sum(what(each) for each in trials)


def _nodes(trials: list[Trial]) -> float:
    return mean([each.nodes for each in trials])


def _largest(each: dict[Tuning, list[Trial]]) -> list[Trial]:
    """Those of the largest table with whole keys, the deeper staying."""
    return each[max(each, key=lambda tuning: (tuning.bits, tuning.entries, tuning.replacement == DEEPER))]


def _row(title: str, tuning: Tuning, each: dict[Tuning, list[Trial]]) -> list[object]:
    trials = each[tuning]
    nodes = _sum(trials, lambda one: one.nodes)
    return [
        *(title, tuning.bits, 1 << tuning.entries, REPLACEMENTS[tuning.replacement], len(trials)),
        *(sum(one.is_wrong for one in trials), sum(one.wrong_hits for one in trials)),
        100 * _sum(trials, lambda one: one.hits) / nodes,
        100 * _sum(trials, lambda one: one.lost) / max(1.0, _sum(trials, lambda one: one.stored)),
        *(_nodes(trials), _nodes(trials) / _nodes(_largest(each)), 1e9 * _sum(trials, lambda one: one.seconds) / nodes),
    ]


def _notes(found: dict[str, dict[Tuning, list[Trial]]], size: int) -> list[str]:
    notes = [
        'Alliot (slides): the signature "too small, one risks errors"; the table "too large, it slows the program down by '
        'cache misses, too small, it does not store enough"; conflicts: keep "the positions nearest to the root".',
        f"{size} positions of each game after a few random moves; right is the value of plain alpha-beta. wrong hits: one "
        "position was taken for another. conflicts: a position found its place taken by another one. stays: which of the "
        f"two is kept. {MOST_BITS} bits are all that are used.",
    ]
    for title, each in found.items():
        by_bits = {tuning.bits: trials for tuning, trials in each.items()}
        right = [bits for bits in sorted(by_bits) if not any(one.is_wrong for one in by_bits[bits])]
        clean = [bits for bits in sorted(by_bits) if not any(one.wrong_hits for one in by_bits[bits])]
        notes.append(
            f"{title}: all values right from {right[0] if right else 'more'} bits on, no wrong hit from "
            f"{clean[0] if clean else 'more'} bits on, with {_nodes(_largest(each)):,.0f} nodes a position."
        )
        smallest = min(tuning.entries for tuning in each)
        told = [
            f"{REPLACEMENTS[tuning.replacement]} {_nodes(trials) / _nodes(_largest(each)):.2f}"
            for tuning, trials in each.items()
            if tuning.entries == smallest and tuning.bits == MOST_BITS
        ]
        notes.append(f"{title}, {1 << smallest:,} entries, times the nodes of the largest table: {', '.join(told)}.")
    return notes


def _panels(title: str, each: dict[Tuning, list[Trial]]) -> list[Panel]:
    signatures = {tuning.bits: trials for tuning, trials in each.items() if tuning.replacement == DEEPER}
    bits: list[Number] = sorted(signatures)
    wrong: list[Number] = [100 * mean([one.is_wrong for one in signatures[int(each_bits)]]) for each_bits in bits]
    sizes = [tuning for tuning in each if tuning.bits == MOST_BITS]
    by_rule = []
    for rule in dict.fromkeys(tuning.replacement for tuning in sizes):
        ours = [tuning for tuning in sizes if tuning.replacement == rule]
        ratios: list[Number] = [_nodes(each[tuning]) / _nodes(_largest(each)) for tuning in ours]
        by_rule.append(Series(REPLACEMENTS[rule], [tuning.entries for tuning in ours], ratios))
    return [
        Panel(f"{title}: wrong values", "bits of the signature", "positions, %", [Series("wrong values", bits, wrong)]),
        Panel(f"{title}: nodes", "entries, power of two", "nodes, largest table = 1", by_rule, log="y"),
    ]
