"""Endings of chess solved backwards (Alliot-Schiex 15.7.3): how many positions are won, and how long the longest wins are.

The books count 64 x 64 x 64 = 262,144 places for three pieces and 16,777,216 for four; kings that stand apart and symmetries of
the board leave a fraction of them. Two knights cannot force mate: what they win, they win at once.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.cancel import Cancel
from damier.endgames.numbered import Stopped, build_needed
from damier.endgames.table import UNUSED, Table, Tables, families_of
from damier.endgames.verdict import Counts, statistics
from damier.errors import BadInput
from damier.games import load
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Panel, Report, Series, columns

SIZE = 3  # men at most
MOST_MEN = 4
SQUARES = 64


class Known(NamedTuple):
    """An ending, with its longest mates in moves as they are published: of the side named first, and of the other."""

    name: str
    first: int | None
    second: int | None = None


ENDINGS = (
    Known("KQK", 10),
    Known("KRK", 16),
    Known("KPK", 28),
    Known("KBBK", 19),
    Known("KBNK", 33),
    Known("KNNK", None),
    Known("KQKR", 35),
    Known("KRKN", 40),
    Known("KRKP", 26, 43),
    Known("KPKP", 33, 33),
)


NOTES = [
    "Won, drawn and lost are those of the side that is named first, when it is its turn; positions alike up to symmetry count "
    "once. Longest mates are in moves; the other's are those of the side that is named last, when it is its turn.",
    "Two knights win only where mate is on the next move: it cannot be forced.",
]


def run(size: int, seed: int, progress: Progress, *, halt: Halt | None = None) -> Report:
    """Solve endings of up to `size` men: 3, or 4, which takes a minute or two; the seed is not used."""
    if not 3 <= size <= MOST_MEN:
        raise BadInput(f"size is {size}; the endings of this experiment have 3 or 4 men")
    game, wanted, cancel = load("chess"), [each for each in ENDINGS if len(each.name) <= size], Cancel()
    if halt is not None:
        halt.reaches(cancel.cancel)
    tables, found = Tables(game.endings), list[tuple[Known, Table, list[Counts]]]()
    for done, known in enumerate(wanted):
        progress(done, len(wanted))
        try:
            table = build_needed(game, known.name, tables, cancel=cancel)
        except Stopped:
            break
        found.append((known, table, statistics(game, table, tables)))
    if not found:
        raise BadInput("the experiment was ended before anything was solved")
    progress(len(wanted), len(wanted))
    rows = [_row(game, known, table, counts) for known, table, counts in found]
    return Report(
        name="endgames",
        title="Endings of chess, solved backwards",
        columns=columns(
            "ending", "places", "of the book's", "won", "drawn", "lost", "longest mate", "published", "the other's", "from"
        ),
        rows=rows,
        notes=NOTES if size > 3 else NOTES[:1],
        panels=[
            Panel(
                "How far the mate is, side named first to move",
                "moves",
                "positions",
                [_distances(*each[:2]) for each in found],
                "y",
            )
        ],
        published={
            "source": "Alliot-Schiex 15.7.3, EFREI 3.4 and 4.5; longest mates as in all tables of distance to mate",
            "figures": {each.name: [each.first, each.second] for each in wanted},
        },
        settings={"size": size},
    )


def _row(game: Any, known: Known, table: Table, counts: list[Counts]) -> list[Any]:
    first, last = counts[0], counts[-1]
    other = None if len(counts) == 1 or last.longest_win is None else _moves(last.longest_win.plies)
    longest = first.longest_win
    return [
        known.name,
        len(table.values),
        f"{len(table.values) / (2 * SQUARES ** len(known.name)):.0%}",
        first.won,
        first.drawn,
        first.lost,
        None if longest is None else _moves(longest.plies),
        known.first,
        other,
        None if longest is None else game.text(longest.position),
    ]


def _moves(plies: int) -> int:
    return (plies + 1) // 2


def _distances(known: Known, table: Table) -> Series:
    """How many positions are won in one move, in two, and so on."""
    _, values = families_of(table)[0]
    won = values[(values > 0) & (values != UNUSED)].astype(np.int64)
    numbers = np.bincount(won // 2)  # of d + 1, where d is odd
    moves = [moves for moves in range(1, len(numbers)) if numbers[moves]]
    return Series(known.name, list(moves), [int(numbers[each]) for each in moves])
