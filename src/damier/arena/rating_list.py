"""A rating list: games between any number of settings, each with each or the first with all others, and their ratings.

Games are played in rounds, an opening each, from both sides of every pairing, so that a list which is ended early has as
many games of all. What it has in common with a match stands in `playing.py`.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from damier.arena import pgn as pgn_out
from damier.arena.kept import KeptGames
from damier.arena.openings import spread_over, usual_openings
from damier.arena.playing import PATIENCE, Playing, check_numbers, description, named
from damier.arena.ratings import Ratings, order_of, ratings_of
from damier.arena.record import MatchGame
from damier.arena.referee import LONGEST_GAME, Task
from damier.arena.report import report_on
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import check_sides
from damier.arena.worker import Terms
from damier.games import load
from damier.games.game import BadInput, Game
from damier.processes.pool import MakesWorkers, Pool
from damier.records.openings import Opening

MOST_SETTINGS = 1000


@dataclass(frozen=True)
class Rated:
    """A player of the list."""

    name: str
    elo: float
    error: float  # the true rating is 19 times out of 20 within `elo` plus or minus this
    superiority: float | None  # the likelihood that he is better than the next one; None for the last
    games: int
    points: float
    forfeits: int  # games lost by failures or by time

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.5


@dataclass(frozen=True)
class RatingReport:
    """The list, the best first."""

    rated: tuple[Rated, ...]
    games: tuple[MatchGame, ...]
    anchor: str = ""  # whose rating is 0; else the average is
    is_supposed: bool = False  # whether somebody has won or lost all, so that draws had to be supposed
    is_interrupted: bool = False

    def __str__(self) -> str:
        width = max(len(each.name) for each in self.rated)
        lines = [f"{'':4}{'name':{width}}  {'Elo':>7}  {'':7}  {'games':>6}  {'score':>6}  better than the next"]
        for place, each in enumerate(self.rated, 1):
            better = "" if each.superiority is None else f"  {each.superiority:.1%}"
            failed = f"  ({each.forfeits} forfeits)" if each.forfeits else ""
            rating = f"{each.elo:+7.1f}  ± {each.error:5.1f}"
            lines.append(f"{place:2}  {each.name:{width}}  {rating}  {each.games:6}  {each.score:6.1%}{better}{failed}")
        if self.anchor:
            lines.append(f"Elo is the difference to {self.anchor}")
        if self.is_supposed:
            lines.append("somebody has won or lost everything: each is supposed to have drawn one game more")
        if self.is_interrupted:
            lines.append("ended before its time")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        rated = [
            {
                "name": each.name,
                "elo": round(each.elo, 2),
                "error": round(each.error, 2),
                "superiority": None if each.superiority is None else round(each.superiority, 4),
                "games": each.games,
                "points": each.points,
                "score": round(each.score, 4),
                "forfeits": each.forfeits,
            }
            for each in self.rated
        ]
        return {
            "list": rated,
            "games": len(self.games),
            "anchor": self.anchor or None,
            "supposed": self.is_supposed,
            "interrupted": self.is_interrupted,
        }


class RatingList:
    """Games for a list that can be stopped from another thread, with the ratings by what was played by then."""

    def __init__(
        self,
        game: str,
        settings: Sequence[str],
        *,
        games: int = 20,
        gauntlet: bool = False,
        jobs: int = 0,
        openings: Sequence[Opening] | None = None,
        options: Mapping[str, Any] | None = None,
        out: Path | None = None,
        pgn: Path | None = None,
        seed: int = 1,
        patience: float = PATIENCE,
        clock: str = "",
        draw_after: int = LONGEST_GAME,
        resign: tuple[int, int] | None = None,
        on_game: Callable[[MatchGame, int, int], None] = lambda played, done, total: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`games` are those of each two players; in a `gauntlet` only the first setting meets all others, and its rating is 0.

        The other terms are those of `Match`. A list goes on from the file `out`, if that has games of it.
        """
        check_numbers(games, jobs, patience, draw_after, resign)
        if not 2 <= len(settings) <= MOST_SETTINGS:
            raise BadInput(f"a list of {len(settings)} settings cannot be: there must be from 2 to {MOST_SETTINGS}")
        self.settings = named([read_setting(text, clock) for text in settings])
        self.game: Game = load(game, **(options or {}))
        if pgn is not None:
            pgn_out.format_of(self.game)  # or it is refused
        check_sides(self.game, self.settings)
        self.names = tuple(each.name for each in self.settings)
        self.gauntlet = gauntlet
        self.games, self.seed = games, seed
        self.openings = list(openings or usual_openings(self.game, self.rounds, seed))
        everybody = range(len(settings))
        self.meetings = [(0, other) for other in everybody[1:]] if gauntlet else list(itertools.combinations(everybody, 2))
        self.on_game = on_game
        terms = Terms(game, dict(options or {}), tuple(settings), self.names, patience, clock, draw_after, resign)
        what = {"rating list": self.game.name, "gauntlet": gauntlet, **description(self.game, terms, seed)}
        kept = KeptGames(self.game, what, self._sides_of, out, pgn, goes_on=True)
        self._playing = Playing(terms, self._tasks(), kept, self._tell, jobs, workers)

    @property
    def rounds(self) -> int:
        """Openings, each of which every two players play from both sides."""
        return (self.games + 1) // 2

    @property
    def taken_over(self) -> int:
        """How many games an earlier run had played."""
        return self._playing.taken_over

    def run(self) -> RatingReport:
        """Play, and keep each game in the file as it ends."""
        self._playing.run()
        return self.report()

    def stop(self) -> None:
        """Let it end now; games that are not finished do not count."""
        self._playing.stop()

    def report(self) -> RatingReport:
        """The ratings by what has been played so far."""
        played = self._playing.played
        by_meeting: dict[tuple[int, int], list[MatchGame]] = {}
        for game in played:
            by_meeting.setdefault(self._meeting(game), []).append(game)
        reports = {
            (one, other): report_on(games, (self.names[one], self.names[other])) for (one, other), games in by_meeting.items()
        }
        ratings = ratings_of(len(self.names), reports)
        order = order_of(list(ratings.elo))
        rated = [self._rated(place, order, ratings, reports) for place in order]
        games = tuple(sorted(played, key=lambda game: game.number))
        anchor = self.names[0] if self.gauntlet else ""
        return RatingReport(tuple(rated), games, anchor, ratings.is_supposed, self._playing.is_stopped)

    def _rated(self, place: int, order: list[int], ratings: Ratings, reports: Any) -> Rated:
        anchor = 0 if self.gauntlet else None
        rank = order.index(place)
        own = [(report, place == one) for (one, other), report in reports.items() if place in (one, other)]
        return Rated(
            name=self.names[place],
            elo=float(ratings.elo[place] - (0 if anchor is None else ratings.elo[anchor])),
            error=ratings.error(place, anchor),
            superiority=ratings.superiority(place, order[rank + 1]) if rank + 1 < len(order) else None,
            games=sum(len(report.games) for report, _ in own),
            points=sum(report.draws / 2 + (report.wins if is_first else report.losses) for report, is_first in own),
            forfeits=sum(report.forfeits[0 if is_first else 1] for report, is_first in own),
        )

    def _tasks(self) -> list[Task]:
        """The games by rounds; their numbers do not change when more rounds are wanted."""
        tasks = []
        for round_, opening in enumerate(spread_over(self.openings, self.rounds)):
            for index, sides in enumerate(self.meetings):
                for first in (0, 1)[: self.games - 2 * round_]:
                    number = 2 * (round_ * len(self.meetings) + index) + first
                    tasks.append(Task(number, opening, first, (self.seed << 32) + 2 * number, sides))
        return tasks

    def _meeting(self, played: MatchGame) -> tuple[int, int]:
        """Who has played a game."""
        return self.meetings[played.number // 2 % len(self.meetings)]

    def _sides_of(self, played: MatchGame) -> list[Setting]:
        return [self.settings[place] for place in self._meeting(played)]

    def _tell(self, played: MatchGame) -> None:
        self.on_game(played, len(self._playing.played), len(self._playing.tasks))
