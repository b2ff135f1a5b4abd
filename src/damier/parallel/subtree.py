"""A subtree searched by one worker: reply by reply, so that it can tell what it knows, and hear what others know.

After each reply the worker tells what the position is worth at least (S0's "partial evaluation"), and takes the window that
holds by then. Each reply is searched by a kernel of the textbook's, which can be stopped.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from damier.games.game import Game
from damier.kernel import native
from damier.parallel.question import WINDOWED, Question
from damier.rules import INFINITY, hint
from damier.search.clock import Countdown
from damier.search.driver import check_score, module_of, run_kernel
from damier.search.table import Table
from damier.search.work import NO_MOVE, Work

GRAIN = 0.05  # seconds that a task should last at least; to hand one over takes a fiftieth of it
LONG = 4 * GRAIN  # seconds after which a task is split if somebody has nothing to do


@dataclass(frozen=True)
class Bounds:
    """What was found of a position, for its player to move, and what that took."""

    low: int = -INFINITY
    high: int = INFINITY
    line: tuple[int, ...] = ()
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    is_proved: bool = True  # whether it rests on finished games alone
    is_stopped: bool = False  # before its end
    replies: tuple[tuple[int, int, int], ...] = ()  # of one that was stopped: moves, and bounds of the positions they lead to

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Subtrees:
    """Searches subtrees of one root, with one table."""

    def __init__(self, game: Game, question: Question) -> None:
        self.game = game
        self.root = native(game.parse(question.position))
        module = module_of(question.algorithm)
        self._kernel = getattr(module, WINDOWED[question.algorithm])
        self._work = Work(weights=game.weights(self.root))
        if getattr(module, "USES_TABLE", False):
            self._table = Table(question.hash_mb)
            self._table.new_root()
            self._work.use_table(self._table)
            self._work.use_options(self.root, question.symmetry, question.ordering)
        self._work.record.quiet_checks = question.checks
        self._sorts = bool(self._work.record.ordering)
        self._kernel(self.root, NO_MOVE, -1, 1, 0, 0, self._work.record)  # compiled before there is a clock

    def ready(self) -> None:
        """From now on `stop` means the search that comes next."""
        self._work.record.stop = self._work.record.watched = 0

    def stop(self) -> None:
        """End the search of the subtree that is under way, from another thread."""
        self._work.stop()

    def search(
        self,
        path: Sequence[int],
        depth: int,
        window: Callable[[], tuple[int, int]],
        on_low: Callable[[int, bool], None] = lambda low, is_proved: None,
        is_wanted: Callable[[], bool] = lambda: True,
        seconds: float | None = None,
    ) -> Bounds:
        """What a position, to which these moves lead, is worth; the window is asked for before each reply. First comes `ready`.

        What is found so far is told if it is stopped, or no longer wanted, or its time is over.
        """
        position = self.root
        for move in path:
            position = native(self.game.play(position, move))
        record = self._work.record
        nodes, leaves, unproved, began = int(record.nodes), self._work.leaves, self._work.unproved, time.perf_counter()
        low, high = -INFINITY, -INFINITY  # what some reply gives, and what the best of them gives at most
        line: tuple[int, ...] = ()
        moves = self.game.moves(position)
        if self._sorts:
            moves.sort(key=lambda move: -int(hint(position, move)))
        replies: list[tuple[int, int, int]] = []
        is_stopped = False
        with Countdown(self._work, seconds):
            for move in moves:
                alpha, beta = window()
                floor = max(alpha, low)
                if floor >= beta or not is_wanted():
                    is_stopped = True
                    break
                score, is_same = self._reply(position, move, floor, beta, depth)
                if record.stop:
                    is_stopped = True
                    break
                if score > floor:
                    low, line = score, (move, *self._work.best_line())
                least, most = (score if score > floor else -INFINITY), (score if score < beta else INFINITY)
                replies.append((move, least, most) if is_same else (move, -most, -least))
                high = max(high, most)
                if score >= beta:
                    break
                if low == score:
                    on_low(low, self._work.unproved == unproved)
        return Bounds(
            low,
            INFINITY if is_stopped else high,
            line,
            int(record.nodes) - nodes,
            self._work.leaves - leaves,
            time.perf_counter() - began,
            self._work.unproved == unproved,
            is_stopped,
            tuple(replies) if is_stopped else (),
        )

    def _reply(self, position: Any, move: int, alpha: int, beta: int, depth: int) -> tuple[int, bool]:
        """What a move is worth to who makes it, searched in this window; and whether he moves again."""
        child = native(self.game.play(position, move))
        record = self._work.record
        record.line_end[:] = 0
        is_same = self.game.same_player(position, child)
        if is_same:
            score = run_kernel(lambda: self._kernel(child, move, alpha, beta, depth - 1, 0, record), record)
        else:
            score = -run_kernel(lambda: self._kernel(child, move, -beta, -alpha, depth - 1, 0, record), record)
        check_score(score, record)
        return score, is_same
