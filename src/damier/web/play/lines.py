"""Lines long enough to teach something: what a solver tells of a position may be one move, and why it is good shows later."""

from dataclasses import replace

from damier.cancel import Cancel
from damier.engine.judge import Judge
from damier.records.session import Session
from damier.web.play.worth import Worth

LEAST_MOVES = 8  # of a line that is played out, if the game is not over before
STEP_SECONDS = 0.1  # to know the next one


def with_long_line(judge: Judge, session: Session, worth: Worth, cancel: Cancel) -> Worth:
    """The same worth, with the best play from there as far as it explains something; the session stands at that position."""
    if worth.thought is None or len(worth.thought.line) >= LEAST_MOVES:
        return worth
    played, line = session.copy(), list[int]()
    coming = list(worth.thought.line)
    while len(line) < LEAST_MOVES and not played.is_over and not cancel.is_cancelled:
        if not coming:
            coming = list(judge.best(played.position, 1, STEP_SECONDS, past=played.past, cancel=cancel)[0].line)
        if coming[0] not in played.legal_moves():
            break  # what a table of positions remembers may be of another one
        line.append(coming[0])
        played.make(coming.pop(0))
    return replace(worth, thought=replace(worth.thought, line=line)) if line else worth
