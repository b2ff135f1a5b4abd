"""Many games between settings, on several processes at once (`worker.py`), each of which counts once and is kept as it ends.

A process that ends, or in which a side has not moved long after it should have, costs the side that was thinking its game:
nothing that a side does can stop the others. A process that was killed has its game played again.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from damier.arena.kept import KeptGames
from damier.arena.record import MatchGame, plain
from damier.arena.referee import Task, forfeit
from damier.arena.setting import Setting
from damier.arena.worker import Terms, write_task
from damier.games.game import BadInput, Game
from damier.processes.pool import MakesWorkers, Pool, TaskEnd, Workers
from damier.wording import quoted

PATIENCE = 60.0  # seconds beyond its time after which a side that has not moved has lost
GRACE = 5.0  # seconds more that a process gets to say so itself
WORKER = "damier.arena.worker"


class Playing:
    """Games that are dealt out and kept; it can be stopped from another thread."""

    def __init__(
        self,
        terms: Terms,
        tasks: Sequence[Task],
        kept: KeptGames,
        on_game: Callable[[MatchGame], None],
        jobs: int = 0,
        workers: MakesWorkers = Pool,
    ) -> None:
        self.settings = terms.read_settings()
        self.tasks = {task.number: task for task in tasks}
        self.played: list[MatchGame] = []
        self.taken_over = 0  # games of an earlier run
        self.is_stopped = False
        self._kept = kept
        self._on_game = on_game
        self._workers: Workers[Task] = workers(WORKER, asdict(terms), write_task, jobs, GRACE)

    def run(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Play all games that are not there yet, or until it is enough."""
        with self._kept as kept:
            self.played += [self._expected(played) for played in kept.games if played.number in self.tasks]
            self.taken_over = len(self.played)
            there = {played.number for played in self.played}

            def keep(end: TaskEnd[Task]) -> None:
                played = self._lost(end) if end.failure else _played(end.result)
                if kept.keep(played):
                    self.played.append(played)
                    if is_enough():
                        self._workers.stop()
                    self._on_game(played)

            if not is_enough():
                self._workers.run((task for number, task in self.tasks.items() if number not in there), keep)

    def stop(self) -> None:
        """Let it end now; games that are not finished do not count."""
        self.is_stopped = True
        self._workers.stop()

    def _expected(self, played: MatchGame) -> MatchGame:
        """A game that an earlier run has kept, if it is the one that would be played."""
        opening = plain(str(self.tasks[played.number].opening))
        if played.opening != opening:
            raise BadInput(
                f"the file of games is of something else: game {played.number + 1} began with {quoted(played.opening)} there, "
                f"and begins with {quoted(opening)} here"
            )
        return played

    def _lost(self, end: TaskEnd[Task]) -> MatchGame:
        """The game of a process that has failed, which the side that was thinking there has lost."""
        last, settings = end.last, [self.settings[place] for place in end.task.sides]
        return forfeit(end.task, settings, last["asks"], end.failure, last["moves"], last["used"])


def description(game: Game, terms: Terms, seed: int) -> dict[str, Any]:
    """What makes games of a match or a list what they are; how many there are, and who plays them where, is not part of it."""
    return {
        "rules": game.edition,
        "options": terms.options,
        "settings": terms.settings,
        "clock": terms.clock,
        "draw_after": terms.longest,
        "resign": terms.resign,
        "seed": seed,
    }


def named(settings: Sequence[Setting]) -> tuple[Setting, ...]:
    """The settings under names that tell them apart."""
    seen: Counter[str] = Counter()
    answer = []
    for setting in settings:
        seen[setting.name] += 1
        again = seen[setting.name]
        answer.append(replace(setting, name=f"{setting.name} ({again})") if again > 1 else setting)
    return tuple(answer)


def check_numbers(games: int, jobs: int, patience: float, draw_after: int, resign: tuple[int, int] | None) -> None:
    """Refuse numbers that cannot be."""
    if games < 1 or jobs < 0 or not patience > 0:
        raise BadInput(f"{games} games, {jobs} jobs and a patience of {patience:g} s: there must be some of each")
    if draw_after < 1 or (resign is not None and min(resign) < 1):
        raise BadInput(f"draws after {draw_after} moves, resignation at {resign}: these must be larger than 0")


def _played(said: dict[str, Any]) -> MatchGame:
    """A game that a process tells of: JSON has no tuples."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    return MatchGame(**fields)
