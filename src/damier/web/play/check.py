"""A whole game looked at in the background: what each of its positions is worth, so that mistakes show."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from damier.cancel import Cancel
from damier.engine.judge import Judge
from damier.records.session import Session
from damier.threads import usual_threads
from damier.web.play.lines import with_long_line
from damier.web.play.mistakes import mark_of
from damier.web.play.worth import Worth, final_worth, worth_of

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

HASH_MB = 16


class Check:
    """Goes along a line of a game, from its end: what comes later is better understood, and the table keeps it."""

    def __init__(
        self, sitting: "Sitting", line: list[int], seconds: float, went_on: "Callable[[Check, int | None], None]"
    ) -> None:
        """`went_on` hears of each node that was looked at, and at the end of None."""
        self.line = line
        self.done = 0
        self.error: str | None = None
        self.is_running = True
        self._sitting = sitting
        self._seconds = seconds
        self._went_on = went_on
        self._judge = Judge(sitting.tree.game, HASH_MB, usual_threads())
        self._cancel = Cancel()
        threading.Thread(target=self._run, name="damier-check", daemon=True).start()

    def stop(self) -> None:
        """End with what was found so far."""
        self.is_running = False
        self._cancel.cancel()

    def _run(self) -> None:
        try:
            self._sitting.thinking.preparation.wait(self._cancel)
            later: int | None = None
            for number in reversed(self.line):
                with self._sitting.room.seats.taken(self._cancel) as is_seated:
                    if not is_seated or not self.is_running:
                        break
                    self._look(number)
                    if later is not None:
                        self._explain(later)
                if not self.is_running:
                    break  # what was looked at last was cut short
                self.done, later = self.done + 1, number
                self._went_on(self, number)
        except Exception as error:
            self.error = " ".join(str(error).split())
        finally:
            self.is_running = False
            self._went_on(self, None)

    def _session_to(self, number: int) -> Session | None:
        """The game as far as a node; None if it was taken out of the game meanwhile."""
        with self._sitting.lock:
            return self._sitting.tree.session_to(number) if number in self._sitting.tree.nodes else None

    def _look(self, number: int) -> None:
        """What a position is worth; not looked at again where that is known for sure."""
        session, worths = self._session_to(number), self._sitting.thinking.worths
        if session is None:
            return
        if session.is_over:
            self._learn(number, final_worth(session))
        elif not ((known := worths.get(number)) and known.exact and known.thought):
            thoughts = self._judge.best(session.position, 1, self._seconds, past=session.past, cancel=self._cancel)
            if self.is_running:
                self._learn(number, worth_of(session.game, session.situation, thoughts[0]))

    def _explain(self, number: int) -> None:
        """See to it that of a bad move it is known how it is refuted, and how play went on after a better one."""
        sitting, worths = self._sitting, self._sitting.thinking.worths
        with sitting.lock:
            node = sitting.tree.nodes.get(number)
        if node is None or (before := worths.get(node.parent)) is None or (after := worths.get(number)) is None:
            return
        is_best = before.thought is not None and before.thought.move == node.move
        if is_best or not mark_of(before, after, node.player, sitting.tree.game):
            return
        for each, worth in ((node.parent, before), (number, after)):
            session = self._session_to(each)
            if session is not None and not session.is_over and self.is_running:
                self._learn(each, with_long_line(self._judge, session, worth, self._cancel))

    def _learn(self, number: int, worth: Worth) -> None:
        with self._sitting.lock:
            self._sitting.thinking.worths.learn(number, worth)
