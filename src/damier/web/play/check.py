"""A whole game looked at in the background: what each of its positions is worth, so that mistakes show."""

import threading
from typing import TYPE_CHECKING

from damier.cancel import Cancel
from damier.engine.judge import Judge
from damier.engine.preparation import Preparation
from damier.web.play.seats import Seats
from damier.web.play.worth import Worth, final_worth, worth_of

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

HASH_MB = 16


class Check:
    """Goes along a line of a game, from its end: what comes later is better understood, and the table keeps it."""

    def __init__(self, sitting: "Sitting", line: list[int], seconds: float, seats: Seats, preparation: Preparation) -> None:
        self.line = line
        self.done = 0
        self.worths: dict[int, Worth] = {}
        self.error: str | None = None
        self.is_running = True
        self._sitting = sitting
        self._seconds = seconds
        self._seats = seats
        self._preparation = preparation
        self._judge = Judge(sitting.tree.game, HASH_MB)
        self._cancel = Cancel()
        threading.Thread(target=self._run, name="damier-check", daemon=True).start()

    def stop(self) -> None:
        """End with what was found so far."""
        self.is_running = False
        self._cancel.cancel()

    def _run(self) -> None:
        try:
            self._preparation.wait(self._cancel)
            for number in reversed(self.line):
                with self._seats.taken(self._cancel) as is_seated:
                    if not is_seated or not self.is_running:
                        break
                    self._look(number)
                self.done += 1
                self._sitting.check_went_on(self, number)
        except Exception as error:
            self.error = " ".join(str(error).split())
        finally:
            self.is_running = False
            self._sitting.check_went_on(self, None)

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
            self.worths[number] = worth_of(session, thoughts[0])
