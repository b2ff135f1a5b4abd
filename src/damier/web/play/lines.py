"""Lines long enough to teach something: what a solver or a table tells may be one move, and why it is good shows later.

Such a line is gone on with by asking for the next move again and again. Where it is sure who wins, it goes on to the end of the
game: there one sees why.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from damier.cancel import Cancel
from damier.engine.judge import Judge
from damier.engine.question import Thought
from damier.records.session import Session
from damier.web.play.worth import Worth, winner_of

LEAST_MOVES = 8  # of a line that is played out, if the game is not over before
MOST_MOVES = 59  # of one to the end of the game: with the bad move before it, as many as the page plays out
STEP_SECONDS = 0.1  # to know the next one
SURE_SECONDS = 2.0  # where it is sure who wins
WHOLE_SECONDS = 5.0  # for all of them there

Best = Callable[[Session, float], Thought]  # what is best where a game stands, in so many seconds


def with_long_line(judge: Judge, session: Session, worth: Worth, cancel: Cancel, seconds: float = WHOLE_SECONDS) -> Worth:
    """The same worth, with the best play from there as far as it explains something; the session stands at that position.

    A line to the end of the game may take so many seconds.
    """
    is_sure = worth.is_settled and winner_of(worth) is not None
    if worth.thought is None or (len(worth.thought.line) >= LEAST_MOVES and not is_sure):
        return worth
    most, seconds = (MOST_MOVES, seconds) if is_sure else (LEAST_MOVES, 0.0)
    line = continued(session, worth.thought.line, best_of(judge, cancel), LEAST_MOVES, most, seconds, cancel)
    return replace(worth, thought=replace(worth.thought, line=line)) if line else worth


def best_of(judge: Judge, cancel: Cancel) -> Best:
    """What a judge thinks best."""
    return lambda played, seconds: judge.best(played.position, 1, seconds, past=played.past, cancel=cancel)[0]


def continued(
    session: Session, line: Sequence[int], best: Best, least: int, most: int, seconds: float, cancel: Cancel
) -> list[int]:
    """A line from where a session stands, gone on with to so many moves at least, if the game is not over before.

    It goes on further, to so many at most and while there is time, as long as it is known for sure what is best; in a draw
    until a position comes back.
    """
    played, made, coming = session.copy(), list[int](), list(line)
    until, seen, is_drawn = time.monotonic() + seconds, {_sign(played)}, False
    while len(made) < most and not played.is_over and not cancel.is_cancelled:
        if not coming:
            left = min(SURE_SECONDS, until - time.monotonic())
            is_long = len(made) >= least
            if is_long and left <= 0:
                break
            thought = best(played, left if is_long else max(STEP_SECONDS, left))
            if is_long and not thought.exact:
                break
            coming, is_drawn = list(thought.line), thought.value == 0
        if coming[0] not in played.legal_moves():
            break  # what a table of positions remembers may be of another one
        made.append(coming[0])
        played.make(coming.pop(0))
        if is_drawn and len(made) > least and _sign(played) in seen:
            break
        seen.add(_sign(played))
    return made


def _sign(session: Session) -> object:
    """What tells a position from others, though moves may have been counted meanwhile."""
    return session.situation.key or session.position
