"""The other player's time (Alliot-Schiex 15.7.4): in damier's own games the player thinks while a person does.

It thinks about the position after the move that it expects, in a thread of its own, without a limit but patience. As
soon as the person has moved, or wants anything, it ends; what it has found is in the table, whatever the move was.
Only a level that plays as well as it can gains by that: the others would become stronger than they are meant to be.
"""

import threading
from typing import Any

from damier.cancel import Cancel
from damier.engine.clock import Ponder
from damier.engine.levels import Level
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.records.session import Session
from damier.rules import MOST_PLIES

PATIENCE = 60.0  # seconds after which it does not go on: the person may have left


class Ponderer:
    """Lets players think on the other player's time: one of them at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._player: Player | None = None
        self._thread: threading.Thread | None = None
        self._cancel = Cancel()

    def begin(self, player: Player, session: Session, thought: Thought, level: Level | None = None) -> None:
        """The player has made the move it thought of, and the other one is to move: think about what is expected."""
        self.end()
        expected = _expected(session, thought, player, level or player.level)
        if expected is None or player.is_compiling:  # a plain search has no table to fill
            return
        with self._lock:
            self._player, self._cancel = player, Cancel()
            past = [*session.past, session.position]
            question = player.question(expected, past, ponder=Ponder(), cancel=self._cancel)
            self._thread = threading.Thread(target=_run, args=(player, question), name="damier-ponder", daemon=True)
            self._thread.start()

    def end(self, player: Player | None = None) -> None:
        """Let the thinking that is under way end, and wait for that; only this player's, if one is named."""
        with self._lock:
            if self._thread is None or (player is not None and player is not self._player):
                return
            self._cancel.cancel()
            self._thread.join()
            self._thread = self._player = None


def _run(player: Player, question: Question) -> None:
    """Think until somebody wants it to end, or for as long as patience lasts."""
    patience = threading.Timer(PATIENCE, question.cancel.cancel)
    patience.daemon = True
    patience.start()
    try:
        player.ask(question)
    except Exception:
        return  # errors come again with the next move
    finally:
        patience.cancel()


def _expected(session: Session, thought: Thought, player: Player, level: Level) -> Any:
    """The position in which the player expects to move next; None if there is none, or thinking about it changes nothing."""
    is_strong = not level.is_fallible and not level.is_perfect and min(level.depth, player.depth) == MOST_PLIES
    if not is_strong or thought.exact or len(thought.line) < 2 or session.is_over:
        return None
    reply = thought.line[1]
    if reply not in session.legal_moves():
        return None
    position = session.game.play(session.position, reply)
    return position if session.game.outcome(position) is None else None
