"""A person tries again where a move was bad: what he would play now is judged at once, and the game stays as it is."""

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from damier.cancel import Cancel
from damier.games.game import BadInput
from damier.records.session import Session
from damier.web.play.lines import with_long_line
from damier.web.play.mistakes import cost, mark_of
from damier.web.play.worth import Worth, final_worth, worth_of

if TYPE_CHECKING:
    from damier.web.play.thinking import Thinking

SECONDS = 0.5  # for each of the two positions, where they were not looked at
Verdict = Literal["best", "good", "inexact", "bad"]


@dataclass(eq=False)
class Attempt:
    """A move that a person would make at a node, and what is found of it; `verdict` is None while it is looked at."""

    node: int
    move: int
    name: str
    player: int
    verdict: Verdict | None = None
    mark: str = ""
    cost: int = 0
    before: Worth | None = None
    after: Worth | None = None
    cancel: Cancel = field(default_factory=Cancel)


def begin(thinking: "Thinking", node: int, name: str) -> Attempt:
    """Have a move judged that a person would make at a node; who holds the lock calls this."""
    session = thinking.sitting.tree.session_to(node)
    if session.is_over:
        raise BadInput("the game is over there")
    move = thinking.sitting.ask(lambda: session.parse_move(name))
    attempt = Attempt(node, move, session.game.move_name(session.position, move, session.turn), session.turn)
    known = thinking.worths.after(node, move)
    threading.Thread(target=_run, args=(thinking, attempt, session, known), name="damier-attempt", daemon=True).start()
    return attempt


def _run(thinking: "Thinking", attempt: Attempt, session: Session, after: Worth | None) -> None:
    """Look at the position before the move and at the one after it, as far as they are not well known."""
    sitting, cancel = thinking.sitting, attempt.cancel
    try:
        sitting.ask(lambda: thinking.preparation.wait(cancel))
        with sitting.room.seats.taken(cancel) as is_seated:
            if not is_seated:
                return
            before = thinking.worths.get(attempt.node)
            if before is None or not thinking.worths.is_well_known(attempt.node):
                before = _looked_at(thinking, session, cancel)
            then = session.copy()
            then.make(attempt.move)
            if after is None or not (after.is_sound or after.exact):
                after = _looked_at(thinking, then, cancel)
            is_best = before.thought is not None and before.thought.move == attempt.move
            mark = "" if is_best else mark_of(before, after, attempt.player, session.game)
            if mark and not then.is_over:
                found = after
                after = sitting.ask(lambda: with_long_line(thinking.judge, then, found, cancel))
        with sitting.lock:
            if cancel.is_cancelled or thinking.attempt is not attempt:
                return
            attempt.before, attempt.after = thinking.worths.learn(attempt.node, before), after
            attempt.mark, attempt.cost = mark, cost(before, after, attempt.player, session.game)
            attempt.verdict = "best" if is_best else "bad" if mark in ("?", "??") else "inexact" if mark else "good"
    except BadInput as error:
        with sitting.lock:
            if thinking.attempt is attempt:
                thinking.attempt = None
                sitting.tell(error)
    with sitting.lock:
        sitting.changed()


def _looked_at(thinking: "Thinking", session: Session, cancel: Cancel) -> Worth:
    """What a position is worth, after a moment's thought."""
    if session.is_over:
        return final_worth(session)
    judge, position, past = thinking.judge, session.position, session.past
    found = thinking.sitting.ask(lambda: judge.best(position, 1, SECONDS, past=past, cancel=cancel))
    return worth_of(session.game, session.situation, found[0])
