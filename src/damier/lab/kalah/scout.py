"""Is Scout better than alpha-beta on Kalah and Awale? (Alliot-Schiex 15.4.)

The book says that Scout is as a rule worse than alpha-beta but "up to 40 % better" on Kalah at depth 5, and sends the
reader to Awale, as Scout seems to suit deep trees of small branching. Here both, and principal variation search,
which is Scout within alpha-beta's window, search the same positions: those after a few random moves. What counts is
the leaves evaluated, a leaf as often as it is evaluated; the evaluation is the difference of the seeds taken. As much
hangs on the order of moves, Kalah is searched twice: in damier's order, moves that keep the turn first, and
with the pits simply from left to right.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from damier.games import load
from damier.games.kalah import Kalah
from damier.games.sowing import Bits, seeds_in
from damier.kernel import rule
from damier.lab.measure import Progress, error, mean, watched
from damier.lab.positions import RANDOM_PLIES, random_positions
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.rules import play as play_game
from damier.search.driver import search

SIZE = 100  # positions of each game
DEPTHS = range(1, 9)

BOOK_GAME, BOOK_DEPTH, BOOK_GAIN = "kalah", 5, 40.0  # "jusqu'à 40 % d'amélioration à profondeur 5"


class KalahFromLeft(Kalah):
    """Kalah whose moves are tried from left to right."""

    __slots__ = ()


@rule
def moves(p: KalahFromLeft, out):
    n = 0
    for pit in range(p.pits):
        if seeds_in(p.own, Bits(pit)) != Bits(0):
            out[n] = pit
            n += 1
    return n


@rule
def play(p: KalahFromLeft, move):
    child = play_game(Kalah(p.own, p.other, p.pits, p.again), move)
    return KalahFromLeft(child.own, child.other, child.pits, child.again)


class ScoutGame(NamedTuple):
    """A game in the experiment: what it is called, the game itself, and how its positions become those searched."""

    title: str
    game: str
    searched: Callable[[Any], Any] = lambda position: position


GAMES = (
    ScoutGame("Kalah", "kalah"),
    ScoutGame("Kalah, from left", "kalah", lambda position: KalahFromLeft(*position)),
    ScoutGame("Awale", "awale"),
)


class Leaves(NamedTuple):
    """The leaves each algorithm evaluates in one position."""

    alphabeta: int
    scout: int
    pvs: int


class Compared(NamedTuple):
    """One game at one depth, over all positions; ratios are to alpha-beta's leaves."""

    entry: ScoutGame
    depth: int
    leaves: list[Leaves]

    @property
    def scout(self) -> list[float]:
        return [one.scout / one.alphabeta for one in self.leaves]

    @property
    def pvs(self) -> list[float]:
        return [one.pvs / one.alphabeta for one in self.leaves]

    @property
    def better(self) -> float:
        """The share of positions in which Scout evaluates fewer leaves, in per cent."""
        return 100 * mean([ratio < 1 for ratio in self.scout])


def run(size: int, seed: int, progress: Progress) -> Report:
    """Compare the three over `size` positions of each game, at each depth."""
    positions = {entry: [entry.searched(each) for each in random_positions(load(entry.game), size, seed)] for entry in GAMES}
    compared = [Compared(entry, depth, []) for entry in GAMES for depth in DEPTHS]
    for one, position in watched([(each, position) for each in compared for position in positions[each.entry]], progress):
        one.leaves.append(Leaves(*(search(position, algorithm, one.depth).leaves for algorithm in Leaves._fields)))
    return Report(
        name="scout",
        title="Scout against alpha-beta: leaves evaluated",
        columns=columns(
            "game",
            "depth",
            "positions",
            ("alpha-beta", 1),
            ("Scout", 1),
            ("ratio", 3),
            ("±", 3),
            ("Scout better %", 1),
            ("best case", 3),
            ("book's best", 2),
            ("PVS ratio", 3),
            ("± ", 3),
        ),
        rows=[_row(one) for one in compared],
        notes=_notes(compared, size),
        panels=[_panel(entry, compared) for entry in GAMES],
        published={
            "source": "Alliot-Schiex 15.4",
            "claim": f"up to {BOOK_GAIN:.0f} % better on {BOOK_GAME} at depth {BOOK_DEPTH}",
        },
        settings={"positions": size, "seed": seed, "random_moves": [RANDOM_PLIES.start, RANDOM_PLIES.stop - 1]},
    )


def _row(one: Compared) -> list[object]:
    return [
        one.entry.title,
        one.depth,
        len(one.leaves),
        mean([leaves.alphabeta for leaves in one.leaves]),
        mean([leaves.scout for leaves in one.leaves]),
        mean(one.scout),
        error(one.scout),
        one.better,
        min(one.scout),
        1 - BOOK_GAIN / 100 if _is_in_book(one) else None,
        mean(one.pvs),
        error(one.pvs),
    ]


def _is_in_book(one: Compared) -> bool:
    return (one.entry.game, one.depth) == (BOOK_GAME, BOOK_DEPTH)


def _notes(compared: list[Compared], size: int) -> list[str]:
    notes = [
        f"{size} positions of each game after {RANDOM_PLIES.start} to {RANDOM_PLIES.stop - 1} random moves. The ratio is "
        "Scout's leaves to alpha-beta's, averaged over the positions, ± its standard error; below 1 Scout is better.",
    ]
    for one in compared:
        if _is_in_book(one):
            gain = 100 * (1 - min(one.scout))
            notes.append(
                f"{one.entry.title} at depth {BOOK_DEPTH}, of which the book says up to {BOOK_GAIN:.0f} % better: Scout "
                f"evaluates {_more(mean(one.scout))} leaves on average, fewer in {one.better:.0f} % of the positions, "
                + (f"in the best one {gain:.0f} % fewer." if gain > 0 else "in none of them fewer.")
            )
    for entry in GAMES:
        ours = [one for one in compared if one.entry is entry]
        wins = [one.depth for one in ours if mean(one.scout) + 2 * error(one.scout) < 1]
        best = min(ours, key=lambda one: min(one.scout))
        gain = 100 * (1 - min(best.scout))
        notes.append(
            f"{entry.title}: better on average, by more than two standard errors, at "
            + (f"depth {', '.join(map(str, wins))}" if wins else "no depth")
            + f"; at depth {ours[-1].depth} Scout evaluates {_more(mean(ours[-1].scout))} leaves than alpha-beta, PVS "
            f"{_more(mean(ours[-1].pvs))}; the best single case is {gain:.0f} % fewer at depth {best.depth}."
        )
    return notes


def _more(ratio: float) -> str:
    percent = 100 * abs(ratio - 1)
    return f"{percent:.0f} % {'more' if ratio > 1 else 'fewer'}"


def _panel(entry: ScoutGame, compared: list[Compared]) -> Panel:
    ours = [one for one in compared if one.entry is entry]
    depths: list[Number] = [one.depth for one in ours]
    series = [
        Series("Scout", depths, [mean(one.scout) for one in ours], [error(one.scout) for one in ours]),
        Series("PVS", depths, [mean(one.pvs) for one in ours], [error(one.pvs) for one in ours]),
        Series("best case of Scout", depths, [min(one.scout) for one in ours]),
        Series("alpha-beta", [], [1.0], look="level"),
    ]
    if entry.game == BOOK_GAME:
        series.append(Series("best case of Scout, book", [BOOK_DEPTH], [1 - BOOK_GAIN / 100], look="published"))
    return Panel(entry.title, "depth", "leaves, alpha-beta = 1", series)
