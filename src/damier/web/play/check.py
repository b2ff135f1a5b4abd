"""A whole game looked at in the background: what each of its positions is worth, so that mistakes show."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from damier.cancel import Cancel
from damier.engine.judge import Judge
from damier.threads import usual_threads
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
        self.worths: dict[int, Worth] = {}
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
            for number in reversed(self.line):
                with self._sitting.room.seats.taken(self._cancel) as is_seated:
                    if not is_seated or not self.is_running:
                        break
                    self._look(number)
                self.done += 1
                self._went_on(self, number)
        except Exception as error:
            self.error = " ".join(str(error).split())
        finally:
            self.is_running = False
            self._went_on(self, None)

    def _look(self, number: int) -> None:
        with self._sitting.lock:
            if number not in self._sitting.tree.nodes:
                return  # taken out of the game meanwhile
            session = self._sitting.tree.session_to(number)
        if session.is_over:
            self.worths[number] = final_worth(session)
            return
        thoughts = self._judge.best(session.position, 1, self._seconds, past=session.past, cancel=self._cancel)
        if self.is_running:
            self.worths[number] = worth_of(session.game, session.situation, thoughts[0])
