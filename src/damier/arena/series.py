"""A match: games between two settings, on several processes at once, until they are all played or a test is decided.

A process (`worker.py`) that ends, or in which a side has not moved long after it should have, costs the side that was
thinking its game: nothing that a side does can stop the match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from damier.arena import pgn as pgn_out
from damier.arena.openings import spread_over, usual_openings
from damier.arena.rating import Sprt
from damier.arena.record import HEAD, MatchGame
from damier.arena.referee import LONGEST_GAME, Task, forfeit
from damier.arena.report import Report, report_on
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import check_sides
from damier.arena.worker import Terms, write_task
from damier.games import load
from damier.games.game import BadInput, Game
from damier.processes.pool import MakesWorkers, Pool, TaskEnd, Workers
from damier.records.openings import Opening

PATIENCE = 60.0  # seconds beyond its time after which a side that has not moved has lost
GRACE = 5.0  # seconds more that a process gets to say so itself
WORKER = "damier.arena.worker"


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
        `workers` makes those who play: processes of this machine, unless it is told otherwise.
        """
        if games < 1 or jobs < 0 or not patience > 0:
            raise BadInput(f"{games} games, {jobs} jobs and a patience of {patience:g} s: there must be some of each")
        if draw_after < 1 or (resign is not None and min(resign) < 1):
            raise BadInput(f"draws after {draw_after} moves, resignation at {resign}: these must be larger than 0")
        settings = _named(read_setting(one, clock), read_setting(two, clock))
        self.settings = settings
        self.game: Game = load(game, **(options or {}))
        if pgn is not None:
            pgn_out.format_of(self.game)  # or it is refused
        check_sides(self.game, settings)
        names = (settings[0].name, settings[1].name)
        self.terms = Terms(game, dict(options or {}), (one, two), names, patience, clock, draw_after, resign)
        self.games, self.seed = games, seed
        self.openings = list(openings or usual_openings(self.game, (games + 1) // 2, seed))
        self.out, self.pgn = out, pgn
        self.sprt = sprt
        self.on_game = on_game
        self._pool: Workers[Task] = workers(WORKER, asdict(self.terms), write_task, jobs, GRACE)
        self._played: list[MatchGame] = []
        self._is_stopped = False

    def run(self) -> Report:
        """Play, and keep each game in the file as it ends."""
        if self.out and (not self.out.exists() or not self.out.stat().st_size):
            self.out.write_text(HEAD + "\n", encoding="utf-8")
        self._pool.run(self._tasks(), lambda end: self._keep(self._lost(end) if end.failure else _played(end.result)))
        return self.report()

    def stop(self) -> None:
        """Let the match end now; games that are not finished do not count."""
        self._is_stopped = True
        self._pool.stop()

    def report(self) -> Report:
        """What has been played so far."""
        return report_on(self._played, self.terms.names, self.sprt, self._is_stopped)

    def _tasks(self) -> Iterator[Task]:
        """The games in their order: each opening twice, then the next one."""
        pairs = spread_over(self.openings, (self.games + 1) // 2)
        for number in range(self.games):
            yield Task(number, pairs[number // 2], number % 2, (self.seed << 32) + 2 * number)

    def _lost(self, end: TaskEnd[Task]) -> MatchGame:
        """The game of a process that has failed, which the side that was thinking there has lost."""
        last = end.last
        return forfeit(end.task, self.settings, last["asks"], end.failure, last["moves"], last["used"])

    def _keep(self, played: MatchGame) -> None:
        self._played.append(played)
        if self.out:
            with self.out.open("a", encoding="utf-8") as file:
                file.write(played.line() + "\n")
        if self.pgn:
            with self.pgn.open("a", encoding="utf-8") as file:
                file.write(pgn_out.write(self.game, played, self.settings))
        report = self.report()
        if report.verdict in ("H0", "H1"):
            self._pool.stop()
        self.on_game(report)


def _played(said: dict[str, Any]) -> MatchGame:
    """A game that a process tells of: JSON has no tuples."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    return MatchGame(**fields)


def _named(one: Setting, two: Setting) -> tuple[Setting, Setting]:
    """The settings under names that tell them apart."""
    return (one, replace(two, name=f"{two.name} (2)")) if one.name == two.name else (one, two)
