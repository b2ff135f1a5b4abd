"""What `damier lab learning` has found, as a report: strength by generation and by size, and boards of what was understood."""

import math
from typing import NamedTuple

from damier.games.game import Game
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.lab.understanding import WorthByCell
from damier.learning.network.generations import Settings
from damier.rating import SURE, Pairs, elo_of, spread

SIZE_WAY = "size"
FIRST = "the first network"


class Found(NamedTuple):
    """What was measured: pairs of games against the first network, and what is known of who played them."""

    way: str
    pairs: Pairs
    generation: int | None = None
    games: int | None = None
    hidden: int | None = None
    error: float | None = None
    seconds: float | None = None

    @property
    def score(self) -> float:
        """The share of the points."""
        return spread(self.pairs)[0]

    @property
    def elo(self) -> float:
        """The rating above the first network; who has won everything has lost half a point more, as far as anybody knows."""
        games = 2 * sum(self.pairs)
        return elo_of((self.score * games + 0.5) / (games + 1))

    @property
    def wrong(self) -> float:
        """By how much the rating may be too high, 19 times out of 20."""
        mean, variance = spread(self.pairs)
        low = max(mean - SURE * math.sqrt(variance / sum(self.pairs)), 0.005)
        return max(0.0, self.elo - elo_of(min(low, 0.995)))


class Understood(NamedTuple):
    """What a piece is worth to a generation, cell by cell."""

    generation: int
    worth: WorthByCell | None


def report_of(
    game: Game, wanted: Settings, size: int, found: list[Found], understood: list[Understood], notes: list[str]
) -> Report:
    """The report."""
    drawn = [each for each in understood if each.worth is not None]
    return Report(
        name="learning",
        title=f"{game.title}: a network that teaches itself",
        columns=[
            Column("way"),
            Column("generation"),
            Column("games"),
            Column("hidden"),
            Column("% of the points", 1),
            Column("Elo above the first", 0),
            Column("±", 0),
            Column("error", 4),
            Column("seconds", 1),
        ],
        rows=[_row(each) for each in found],
        notes=[
            f"Matches of {size} random openings, played from both sides with {wanted.nodes} nodes a move, against the first "
            "network, which knows nothing; ± holds 19 times out of 20.",
            "The error is that of what was learnt; those of the two methods cannot be compared. Networks of other sizes learn "
            "from nothing, all from the same games.",
            *[_told(each) for each in drawn],
            *notes,
        ],
        panels=[
            panel
            for panel in (_by_games(found), _by_size(found), *(_board(each) for each in drawn))
            if panel.series or panel.cells
        ],
        published={"source": "Alliot-Schiex 15.6.4: Samuel's program, which learnt by playing itself", "figures": None},
        settings={"game": game.loaded_as or game.name, "options": game.told_options, "pairs": size, **wanted.__dict__},
    )


def _row(found: Found) -> list[Number | str | None]:
    known = found.way, found.generation, found.games, found.hidden
    return [*known, 100 * found.score, found.elo, found.wrong, found.error, found.seconds]


def _by_games(found: list[Found]) -> Panel:
    """The rating of each generation, by the games that were played until then."""
    series = []
    for way in dict.fromkeys(each.way for each in found if each.generation is not None):
        of_way = [each for each in found if each.way == way]
        games: list[Number] = [0, *(each.games or 0 for each in of_way)]
        series.append(Series(way, games, [0, *(each.elo for each in of_way)], [0, *(each.wrong for each in of_way)]))
    for each in found:
        if each.hidden is None:
            series.append(Series(each.way, [], [each.elo], look="published level"))
    return Panel("strength by games played", "games", f"Elo above {FIRST}", series)


def _by_size(found: list[Found]) -> Panel:
    """The rating of networks that have learnt from the same games, by their size."""
    sizes = [each for each in found if each.way == SIZE_WAY]
    places: list[Number] = list(range(len(sizes)))
    series = [Series("size", places, [each.elo for each in sizes], [each.wrong for each in sizes])] if sizes else []
    named = [str(each.hidden) for each in sizes]
    return Panel("strength by size of network", "numbers in the middle", f"Elo above {FIRST}", series, places=named)


def _board(understood: Understood) -> Panel:
    worth = understood.worth
    assert worth is not None
    title = f"what a piece is worth, generation {understood.generation}"
    return Panel(title, "", "", [], places=worth.columns, cells=worth.cells, rows=worth.rows)


def _told(understood: Understood) -> str:
    """Where a piece is worth most and least."""
    worth = understood.worth
    assert worth is not None
    named = sorted(
        (value, _name(worth, row, column))
        for row, cells in enumerate(worth.cells)
        for column, value in enumerate(cells)
        if value is not None
    )
    piece = f"a piece {worth.piece}" if worth.piece else "a piece"
    most = ", ".join(f"{name} {value:+.0f}" for value, name in reversed(named[-3:]))
    least = ", ".join(f"{name} {value:+.0f}" for value, name in named[:3])
    return f"To generation {understood.generation} {piece} of the first player is worth most on {most}; least on {least}."


def _name(worth: WorthByCell, row: int, column: int) -> str:
    """What people call a cell; rows without names are counted from the bottom."""
    along = worth.columns[column] if column < len(worth.columns) else str(column + 1)
    return f"{along}{worth.rows[row]}" if row < len(worth.rows) else f"{along}/{len(worth.cells) - row}"
