"""A match: games between two settings, on several processes at once, until they are all played or a test is decided.

Each process (`worker.py`) is watched here. One that ends, or in which a side has not moved long after it should have, costs
the side that was thinking its game, and another process takes its place: nothing that a side does can stop the match.
"""

import contextlib
import itertools
import json
import os
import queue
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from damier.arena import pgn as pgn_out
from damier.arena.openings import spread_over, usual_openings
from damier.arena.program import Ended, Inbox, Program
from damier.arena.rating import Sprt
from damier.arena.record import HEAD, MatchGame
from damier.arena.referee import LONGEST_GAME, Task, forfeit
from damier.arena.report import Report, report_on
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import check_sides
from damier.arena.worker import START_SECONDS, Terms, write_task
from damier.games import load
from damier.games.game import BadInput, Game
from damier.records.openings import Opening

PATIENCE = 60.0  # seconds beyond its time after which a side that has not moved has lost
GRACE = 5.0  # seconds more that a process gets to say so itself
TICK = 0.2  # seconds between two looks at the clocks
WORKER = "from damier.arena.worker import main; main()"


def match(game: str, one: str, two: str, **terms: Any) -> Report:
    """Play a match between two settings; `terms` are those of `Match`.

    >>> match("connect4", "level=7,seconds=0.1", "level=6,seconds=0.1", games=20).elo
    """
    return Match(game, one, two, **terms).run()


@dataclass
class Seat:
    """A process, the game it plays, and whom it has asked last, until when."""

    program: Program
    task: Task
    side: int | None = None
    seconds: float = START_SECONDS
    since: float = field(default_factory=time.monotonic)
    moves: Sequence[str] = ()
    used: Sequence[float] = (0.0, 0.0)

    @property
    def is_late(self) -> bool:
        """Whether the process has not even said that nobody answers."""
        return time.monotonic() > self.since + self.seconds + GRACE

    def asks(self, side: int | None, seconds: float, moves: Sequence[str] = (), used: Sequence[float] = (0.0, 0.0)) -> None:
        """From now on it waits for this side."""
        self.side, self.seconds, self.since, self.moves, self.used = side, seconds, time.monotonic(), moves, used


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
    ) -> None:
        """`jobs` are processes, 0 for one a core; without openings, random ones; `options` are the game's.

        A side that does not say how long it thinks has the `clock`, as `5+0.05`. A game that goes on after `draw_after` moves
        is a draw; with `resign`, points and moves, a side gives up that has been lost by so much for so long (`Resigning`).
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
        self.openings = list(openings or usual_openings(self.game, (games + 1) // 2, seed))
        self.games = games
        self.jobs = min(games, jobs or os.cpu_count() or 1)
        self.sprt = sprt
        self.out = out
        self.pgn = pgn
        self.seed = seed
        self.on_game = on_game
        self._inbox: Inbox = queue.Queue()
        self._seats: dict[Program, Seat] = {}
        self._played: list[MatchGame] = []
        self._is_stopped = False
        self._is_decided = False

    def run(self) -> Report:
        """Play, and keep each game in the file as it ends."""
        tasks = self._tasks()
        if self.out and (not self.out.exists() or not self.out.stat().st_size):
            self.out.write_text(HEAD + "\n", encoding="utf-8")
        try:
            for task in itertools.islice(tasks, self.jobs):
                self._seat(task)
            while self._seats and not self._is_stopped and not self._is_decided:
                self._attend(tasks)
                for seat in [seat for seat in self._seats.values() if seat.is_late]:
                    self._lose(seat, f"no answer within {seat.seconds:.3g} s", tasks)
        finally:
            self._clear()
        return self.report()

    def stop(self) -> None:
        """Let the match end now; games that are not finished do not count."""
        self._is_stopped = True

    def report(self) -> Report:
        """What has been played so far."""
        return report_on(self._played, self.terms.names, self.sprt, self._is_stopped)

    def _tasks(self) -> Iterator[Task]:
        """The games in their order: each opening twice, then the next one."""
        pairs = spread_over(self.openings, (self.games + 1) // 2)
        for number in range(self.games):
            yield Task(number, pairs[number // 2], number % 2, (self.seed << 32) + 2 * number)

    def _attend(self, tasks: Iterator[Task]) -> None:
        """Hear what the next process says, if one says something soon."""
        try:
            program, line = self._inbox.get(timeout=TICK)
        except queue.Empty:
            return
        seat = self._seats.get(program)
        if seat is None:  # the last words of a process that we have left
            return
        if line is None:
            self._lose(seat, "crashed, and damier's process with it", tasks)
            return
        said = json.loads(line)
        if "played" in said:
            self._keep(_played(said["played"]))
            self._go_on(seat, tasks)
        else:
            seat.asks(said["asks"], said["seconds"], said["moves"], said["used"])

    def _seat(self, task: Task) -> None:
        """Start a process with a game to play."""
        program = Program([sys.executable, "-P", "-c", WORKER], self._inbox, is_heard=True)
        seat = self._seats[program] = Seat(program, task)
        self._send(seat, json.dumps(asdict(self.terms)))
        self._send(seat, write_task(task))

    def _go_on(self, seat: Seat, tasks: Iterator[Task]) -> None:
        """Give a process its next game, or let it go."""
        task = next(tasks, None)
        if task is None:
            self._leave(seat)
            return
        seat.task = task
        seat.asks(None, START_SECONDS)
        self._send(seat, write_task(task))

    def _lose(self, seat: Seat, reason: str, tasks: Iterator[Task]) -> None:
        """The side that was thinking in a process has lost; another process takes its place."""
        if seat.side is None:
            raise RuntimeError("a process of the arena has ended before it asked anybody for a move")
        self._leave(seat)
        self._keep(forfeit(seat.task, self.settings, seat.side, reason, seat.moves, seat.used))
        task = next(tasks, None)
        if task is not None:
            self._seat(task)

    def _send(self, seat: Seat, line: str) -> None:
        with contextlib.suppress(Ended):  # the inbox tells of it
            seat.program.send(line)

    def _keep(self, played: MatchGame) -> None:
        self._played.append(played)
        if self.out:
            with self.out.open("a", encoding="utf-8") as file:
                file.write(played.line() + "\n")
        if self.pgn:
            with self.pgn.open("a", encoding="utf-8") as file:
                file.write(pgn_out.write(self.game, played, self.settings))
        report = self.report()
        self._is_decided = report.verdict in ("H0", "H1")
        self.on_game(report)

    def _leave(self, seat: Seat) -> None:
        del self._seats[seat.program]
        seat.program.close()

    def _clear(self) -> None:
        """Leave no process behind."""
        for seat in list(self._seats.values()):
            self._leave(seat)


def _played(said: dict[str, Any]) -> MatchGame:
    """A game that a process tells of: JSON has no tuples."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    return MatchGame(**fields)


def _named(one: Setting, two: Setting) -> tuple[Setting, Setting]:
    """The settings under names that tell them apart."""
    return (one, replace(two, name=f"{two.name} (2)")) if one.name == two.name else (one, two)
