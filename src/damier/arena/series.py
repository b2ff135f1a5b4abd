"""A match: games between two settings, on several processes at once, until they are all played or a test is decided.

What it has in common with a rating list stands in `playing.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from damier.arena import pgn as pgn_out
from damier.arena.kept import KeptGames
from damier.arena.openings import spread_over, usual_openings
from damier.arena.playing import PATIENCE, Playing, check_numbers, description, named
from damier.arena.record import MatchGame
from damier.arena.referee import LONGEST_GAME, Task
from damier.arena.report import Report, report_on
from damier.arena.setting import read_setting
from damier.arena.sides import check_sides
from damier.arena.worker import Terms
from damier.games import load
from damier.games.game import BadInput, Game
from damier.processes.pool import MakesWorkers, Pool
from damier.rating import Sprt
from damier.records.openings import Opening


def match(game: str, one: str, two: str, **terms: Any) -> Report:
    """Play a match between two settings; `terms` are those of `Match`.

    >>> match("connect4", "level=7,seconds=0.1", "level=6,seconds=0.1", games=20).elo
    """
    return Match(game, one, two, **terms).run()


class Match:
    """A match that can be stopped from another thread, with the report on what was played by then."""

    def __init__(
        self,
        game: str,
        one: str,
        two: str,
        *,
        games: int = 100,
        jobs: int = 0,
        openings: Sequence[Opening] | None = None,
        options: Mapping[str, Any] | None = None,
        sprt: Sprt | None = None,
        out: Path | None = None,
        pgn: Path | None = None,
        goes_on: bool = False,
        seed: int = 1,
        patience: float = PATIENCE,
        clock: str = "",
        draw_after: int = LONGEST_GAME,
        resign: tuple[int, int] | None = None,
        on_game: Callable[[Report], None] = lambda report: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`jobs` are processes, 0 for one a core; without openings, random ones; `options` are the game's.

        A side that does not say how long it thinks has the `clock`, as `5+0.05`. A game that goes on after `draw_after` moves
        is a draw; with `resign`, points and moves, a side gives up that has been lost by so much for so long (`Resigning`).
        A match that `goes_on` takes over the games that `out` has of it, if somebody was ended in the middle.
        `workers` makes those who play: processes of this machine, unless it is told otherwise.
        """
        check_numbers(games, jobs, patience, draw_after, resign)
        if goes_on and out is None:
            raise BadInput("a match can only go on from a file of its games: --out FILE")
        self.settings = named([read_setting(one, clock), read_setting(two, clock)])
        self.game: Game = load(game, **(options or {}))
        if pgn is not None:
            pgn_out.format_of(self.game)  # or it is refused
        check_sides(self.game, self.settings)
        self.names = (self.settings[0].name, self.settings[1].name)
        terms = Terms(game, dict(options or {}), (one, two), self.names, patience, clock, draw_after, resign)
        self.games, self.seed = games, seed
        self.openings = list(openings or usual_openings(self.game, (games + 1) // 2, seed))
        self.sprt = sprt
        self.on_game = on_game
        what = {"match": self.game.name, **description(self.game, terms, seed)}
        kept = KeptGames(self.game, what, lambda played: self.settings, out, pgn, goes_on)
        self._playing = Playing(terms, self._tasks(), kept, self._tell, jobs, workers)

    def run(self) -> Report:
        """Play, and keep each game in the file as it ends."""
        self._playing.run(lambda: self.sprt is not None and self.report().is_decided)
        return self.report()

    def stop(self) -> None:
        """Let the match end now; games that are not finished do not count."""
        self._playing.stop()

    def report(self) -> Report:
        """What has been played so far."""
        return report_on(self._playing.played, self.names, self.sprt, self._playing.is_stopped)

    @property
    def taken_over(self) -> int:
        """How many games an earlier run had played."""
        return self._playing.taken_over

    def _tasks(self) -> list[Task]:
        """The games in their order: each opening twice, then the next one."""
        pairs = spread_over(self.openings, (self.games + 1) // 2)
        return [Task(number, pairs[number // 2], number % 2, (self.seed << 32) + 2 * number) for number in range(self.games)]

    def _tell(self, played: MatchGame) -> None:
        self.on_game(self.report())
