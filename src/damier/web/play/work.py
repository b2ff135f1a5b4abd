"""What the engine does for a game at the board: the program's move, hints, glances and analysis.

Each works in a thread of its own on a copy of the game, and what it finds counts only while its job is still the one that the
engine has (`thinking.py`).
"""

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from damier.books.aims import AIMS
from damier.books.answer import answer
from damier.engine.hints import hints
from damier.engine.judge import Judgement
from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.records.session import Session
from damier.web.play.jobs import Blame, Doing, Hint, Job
from damier.web.play.lines import Best, best_of, continued, with_long_line
from damier.web.play.mistakes import mark_of
from damier.web.play.threat import Threat, after_passing
from damier.web.play.worth import is_judged_exactly

if TYPE_CHECKING:
    from damier.web.play.thinking import Thinking

SOLVER_SECONDS = 10.0  # for exact scores of all moves
SCORES_GLANCE = 1.0  # seconds for estimates of them, where the solver does not reach
HINTED = 3  # moves of a hint: the best hides among the next best
FOLLOWED = 20  # moves of a line that tables or a solver are asked for, one after the other
FOLLOW_SECONDS = 0.6  # for one of these lines
LINE_SECONDS = 0.15  # to know how play goes on after a move whose worth is known
WHY_SECONDS = 1.5  # to know, of a bad move, all play to the end: the program answers afterwards
THREAT_SECONDS = 0.4  # to know what the other player would do
GLANCE_SECONDS = 0.25  # to know what a person's move may cost
LONGEST_ANALYSIS = 180.0  # seconds: whoever left the page open does not keep a processor busy
WARNED = ("??", "?")  # the signs of moves that a person is told of while the game goes on
STEP_SECONDS = 0.35  # between moves of programs that play each other, at least: people want to see them


def _engine_and_game(thinking: "Thinking", job: Job) -> tuple[Player, Session] | None:
    """The engine, and a copy of the game for it to look at; None if the job no longer counts."""
    with thinking.sitting.lock:
        return (thinking.player, thinking.sitting.session.copy()) if thinking.counts(job) else None


def _question(job: Job, session: Session, seconds: float | None, **others: Any) -> Question:
    """A question about the position, which ends with the job."""
    return Question(session.position, session.past, seconds=seconds, cancel=job.ending, **others)


def _think(thinking: "Thinking", job: Job) -> None:
    """The program's move."""
    found = _engine_and_game(thinking, job)
    if found is None:
        return
    player, session = found
    sitting = thinking.sitting
    settings = sitting.settings
    side = settings.sides[session.turn]
    level, seconds = level_of(side.level), settings.seconds if side.depth is None else None
    _judge_last_move(thinking, job, player, session)
    thinking.opponents.keep_only(each.generation for each in settings.sides)
    player = thinking.at_work(sitting.ask(lambda: thinking.opponents.of(side.generation)))
    player.threads = settings.threads
    is_usual = not thinking.opponents.knows(side.generation)
    books = thinking.books.at(level, job.dropped, AIMS[settings.aim]) if settings.book else None

    def begin(question: Question) -> Question:
        player.rote = thinking.books.memory(settings.learn) if settings.book and is_usual else None
        with sitting.lock:
            return replace(question, clock=sitting.start_clock(session.turn)) if thinking.counts(job) else question

    def tell(thoughts: list[Thought]) -> None:
        job.thoughts = thoughts
        if is_sound and thoughts:
            thinking.remember(job.node, session, thoughts[0])

    is_sound = is_usual and side.depth is None and not (level.is_fallible or level.traps)  # else its thoughts are not the truth
    question = _question(job, session, seconds, depth=side.depth, level=level, on_depth=tell)
    answered = sitting.ask(lambda: answer(books, player, question, begin))
    job.by_book = answered.thought is None
    thought = answered.thought or Thought(answered.move, 0, [answered.move], 0, 0, 0.0, exact=False)
    if all(side.is_program for side in settings.sides):
        job.ending.wait(max(0.0, job.began + STEP_SECONDS - time.monotonic()))
    thinking.program_moves(job, session, thought, level, is_sound)


def _judge_last_move(thinking: "Thinking", job: Job, player: Player, session: Session) -> None:
    """Tell a person, before the program answers, of a move that was bad. With clocks there is no time for that."""
    sitting = thinking.sitting
    node = sitting.tree.nodes[job.node]
    if not sitting.settings.warns or sitting.clocks or node.parent < 0 or sitting.settings.sides[node.player].is_program:
        return
    before = session.copy()
    before.undo()
    looks = [(node.parent, before), (node.number, session)]
    for number, each in looks:
        if job.ending.is_cancelled:
            return
        if not thinking.worths.is_well_known(number):
            _look(thinking, job, number, each, player)
    then, now = (thinking.worths.get(number) for number, _ in looks)
    if job.ending.is_cancelled:  # what was looked at last may have been cut short
        return
    if not then or not now or not then.thought or not now.thought or then.thought.move == node.move:
        return
    mark = mark_of(then, now, node.player, session.game)
    if mark not in WARNED:
        return
    refuted = now
    now = sitting.ask(lambda: with_long_line(thinking.judge, session, refuted, job.ending, WHY_SECONDS))
    with sitting.lock:
        if thinking.counts(job):
            thinking.warning = Blame(node.number, mark, then, thinking.worths.learn(node.number, now))
            sitting.changed()


def _look(thinking: "Thinking", job: Job, number: int, session: Session, player: Player) -> None:
    """What a position is worth, at a glance."""
    if session.is_over:
        return
    ask, past = thinking.sitting.ask, session.past
    if is_judged_exactly(session.game):
        found = ask(lambda: thinking.judge.best(session.position, 1, GLANCE_SECONDS, past=past, cancel=job.ending))
    else:
        found = ask(lambda: player.rank(_question(job, session, GLANCE_SECONDS), 1))
    thinking.remember(number, session, found[0])


def _glance(thinking: "Thinking", job: Job) -> None:
    """While a person thinks: what the position is worth."""
    found = _engine_and_game(thinking, job)
    if found is not None:
        player, session = found
        _look(thinking, job, job.node, session, player)
        with thinking.sitting.lock:
            if thinking.counts(job):
                thinking.glanced.add(job.node)
                thinking.ponder(job.node)


def _find_hint(thinking: "Thinking", job: Job) -> None:
    """What to play, and the next best moves."""
    found = _engine_and_game(thinking, job)
    if found is None:
        return
    player, session = found
    thoughts = thinking.sitting.ask(lambda: hints(player, session.position, session.past, job.ending, HINTED))
    with thinking.sitting.lock:
        if thinking.counts(job):
            thinking.remember(job.node, session, thoughts[0])
            others = tuple(each.move for each in thoughts[1:])
            thinking.hint = Hint(job.node, thoughts[0], others)


def _find_threat(thinking: "Thinking", job: Job) -> None:
    """What the other player would do if it were his turn, at a glance."""
    found = _engine_and_game(thinking, job)
    if found is None:
        return
    player, session = found
    here, thought = after_passing(session.situation), None
    if here is not None:
        question = Question(here.position, seconds=THREAT_SECONDS, cancel=job.ending)
        [thought] = thinking.sitting.ask(lambda: player.rank(question, 1))
    with thinking.sitting.lock:
        if thinking.counts(job):
            thinking.threat = Threat(job.node, here or session.situation, thought)


def _analyse(thinking: "Thinking", job: Job) -> None:
    """The scores of all moves, if they are wanted, then lines as deep as time allows."""
    found = _engine_and_game(thinking, job)
    if found is None:
        return
    player, session = found
    if thinking.wants_scores:
        _score(thinking, job, session)
    count = thinking.shown_lines
    if not thinking.counts(job) or not count:
        return
    if is_judged_exactly(session.game) and _analyse_exactly(thinking, job, session, player, count):
        return

    def tell(thoughts: list[Thought]) -> None:
        job.thoughts = thoughts
        thinking.remember(job.node, session, thoughts[0])

    if not job.ending.is_cancelled:
        thoughts = thinking.sitting.ask(lambda: player.rank(_question(job, session, LONGEST_ANALYSIS, on_depth=tell), count))
        if thoughts[0].looked_up and not thoughts[0].nodes:  # by tables, without a search
            _follow(thinking, job, session, player, thoughts, lambda at, left: player.rank(_question(job, at, left), 1)[0])
        elif thoughts[0].exact or not job.thoughts:
            tell(thoughts)


def _analyse_exactly(thinking: "Thinking", job: Job, session: Session, player: Player, count: int) -> bool:
    """The lines of a game that its solver knows, if it knows them soon enough."""
    ask, judge = thinking.sitting.ask, thinking.judge
    thoughts = ask(lambda: judge.best(session.position, count, SOLVER_SECONDS, past=session.past, cancel=job.ending))
    if not thinking.counts(job) or not thoughts[0].exact:
        return False
    _follow(thinking, job, session, player, thoughts, best_of(judge, job.ending))
    return True


def _follow(thinking: "Thinking", job: Job, session: Session, player: Player, thoughts: list[Thought], best: Best) -> None:
    """Tell lines of which a table or a solver tells only the first move: it is asked again, move by move.

    Where it does not know in time how play goes on, the player estimates it.
    """
    ask, game = thinking.sitting.ask, session.game
    thinking.remember(job.node, session, thoughts[0])
    followed = list[Thought]()
    for thought in thoughts:
        line = ask(functools.partial(continued, session, thought.line, best, 1, FOLLOWED, FOLLOW_SECONDS, job.ending))
        child = game.play(session.position, thought.move)
        if len(line) == 1 and game.outcome(child) is None and not job.ending.is_cancelled:
            question = Question(child, seconds=LINE_SECONDS, cancel=job.ending)
            line += ask(functools.partial(player.rank, question, 1))[0].line
        if not thinking.counts(job):
            return
        followed.append(replace(thought, line=max(line, thought.line, key=len)))
        job.thoughts = list(followed)  # who tells it has the list as it was
    thinking.remember(job.node, session, followed[0])


def _score(thinking: "Thinking", job: Job, session: Session) -> None:
    judge, past = thinking.judge, session.past

    def hear(move: int, score: int) -> None:
        so_far[move] = score
        job.scores = Judgement(dict(so_far), True, 0, session.game.unit)  # tables tell all at once, a moment later

    so_far: dict[int, int] = {}
    scores = thinking.sitting.ask(lambda: judge.judge(session.position, SOLVER_SECONDS, SCORES_GLANCE, hear, past, job.ending))
    if thinking.counts(job):
        job.scores = scores
        if scores.by_table and scores.scores:  # all of them, then: so the bar knows as well
            best = scores.best_first()[0]
            value, plies = scores.scores[best], scores.plies.get(best)
            thought = Thought(best, value, [best], 0, 0, scores.seconds, exact=True, plies=plies, looked_up=1)
            thinking.remember(job.node, session, thought)
        thinking.sitting.changed()


WORK: dict[Doing, Callable[["Thinking", Job], None]] = {
    "move": _think,
    "hint": _find_hint,
    "glance": _glance,
    "threat": _find_threat,
    "analysis": _analyse,
}
