"""What the engine does for a game at the board: the program's move, hints, glances and analysis.

Each works in a thread of its own on a copy of the game, and changes the sitting only under its lock, and only while its
job is still the sitting's.
"""

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from damier.engine.clock import GameClock
from damier.engine.judge import Judge, Judgement
from damier.engine.levels import level_of
from damier.engine.player import Player, Thought
from damier.records.session import Session
from damier.web.play import to_learn
from damier.web.play.jobs import Blame, Doing, Hint, Job
from damier.web.play.settings import LEAST_SECONDS
from damier.web.play.worth import cost, is_judged_exactly, mark_of, worth_of

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

JUDGE_MB = 16  # of the exact solver
SOLVER_SECONDS = 10.0  # for exact scores of all moves
SCORES_GLANCE = 1.0  # seconds for estimates of them, where the solver does not reach
HINT_SECONDS = 1.0
LINE_SECONDS = 0.15  # to know how play goes on after a move whose worth is known
GLANCE_SECONDS = 0.25  # to know what a person's move may cost
LONGEST_ANALYSIS = 180.0  # seconds: whoever left the page open does not keep a processor busy
STEP_SECONDS = 0.35  # between moves of programs that play each other, at least: people want to see them


def _situation(sitting: "Sitting", job: Job) -> tuple[Player, Session] | None:
    """The engine, and a copy of the game for it to look at; None if the job no longer counts."""
    with sitting.lock:
        if sitting._job is not job:
            return None
        player = sitting.player
        job.stop = player.stop
        return player, sitting.tree.session_to(sitting.tree.here)


def _think(sitting: "Sitting", job: Job) -> None:
    """The program's move."""
    found = _situation(sitting, job)
    if found is None:
        return
    player, session = found
    side = sitting.settings.sides[session.turn]
    level = level_of(side.level)
    _judge_last_move(sitting, job, player, session)
    counsel = sitting.consult(session, level, job.cancel)
    if counsel.move is not None:
        job.by_book = True
        thought = Thought(counsel.move, 0, [counsel.move], 0, 0, 0.0, exact=False)
    else:
        sitting.recall(player)
        clock = _start_clock(sitting, job, session.turn)
        player.seconds = LEAST_SECONDS if job.is_hurried else sitting.settings.seconds

        def tell(thought: Thought) -> None:
            job.thoughts = [thought]
            if sitting._job is not job or job.is_hurried:
                player.stop()  # a request to stop that came too early is not heard

        left = [move for move in session.legal_moves() if move not in counsel.avoid] if counsel.avoid else None
        thought = sitting._ask(lambda: player.think(session.position, level, clock, tell, session.past, moves=left or None))
    if all(side.is_program for side in sitting.settings.sides):
        while sitting._job is job and not job.is_hurried and time.monotonic() - job.began < STEP_SECONDS:
            time.sleep(0.01)
    with sitting.lock:
        if sitting._job is not job or sitting._is_flag_down():
            return
        sitting._job = None
        if not job.by_book:
            _remember(sitting, job.node, session, thought)
        sitting.spoke = (job.node, thought, job.by_book)
        sitting._play(thought.move)
        if sitting.session.is_over:
            to_learn.game_ended(sitting)
        if sitting._steps_left is not None:
            sitting._steps_left -= 1
            if sitting._steps_left <= 0:
                sitting.is_paused, sitting._steps_left = True, None
        sitting._ponder(thought, level)
        sitting._after_change()


def _start_clock(sitting: "Sitting", job: Job, turn: int) -> GameClock | None:
    """The program's clock runs while it thinks: not while it is compiled, nor while it waits for a seat."""
    with sitting.lock:
        if sitting.clocks is None or sitting._job is not job:
            return None
        sitting._run_clock(turn)
        return GameClock(sitting.clocks.shown()[turn], sitting.clocks.increment)


def _judge_last_move(sitting: "Sitting", job: Job, player: Player, session: Session) -> None:
    """Tell a person, before the program answers, of a move that was bad. With clocks there is no time for that."""
    node = sitting.tree.nodes[job.node]
    if not sitting.settings.warns or sitting.clocks or node.parent < 0 or sitting.settings.sides[node.player].is_program:
        return
    before = sitting.tree.session_to(node.parent)
    looks = [(node.parent, before), (node.number, session)]
    for number, each in looks:
        if sitting._job is not job or job.is_hurried:
            return
        if number not in sitting.worths or not sitting.worths[number].thought:
            _look(sitting, number, each, player)
    then, now = (sitting.worths.get(number) for number, _ in looks)
    if not then or not now or not then.thought or not now.thought or then.thought.move == node.move:
        return
    points = cost(then, now, node.player, session.game)
    mark = mark_of(points, session.game)
    with sitting.lock:
        if mark and sitting._job is job:
            sitting.warning = Blame(node.number, points, mark, now.thought, then.thought.move)
            sitting._changed()


def _look(sitting: "Sitting", number: int, session: Session, player: Player) -> None:
    if session.is_over:
        return
    judge = _exact_judge(sitting) if is_judged_exactly(session.game) else None
    best = judge.best if judge else player.analyse
    found = sitting._ask(lambda: best(session.position, 1, GLANCE_SECONDS, past=session.past))
    _remember(sitting, number, session, found[0])


def _exact_judge(sitting: "Sitting") -> Judge:
    with sitting.lock:
        judge = sitting._judge = sitting._judge or Judge(sitting.tree.game, JUDGE_MB)
        judge.complain = sitting.complain
        return judge


def _remember(sitting: "Sitting", number: int, session: Session, thought: Thought) -> None:
    """Keep what a position is worth, if it was not looked at deeper before."""
    with sitting.lock:
        known = sitting.worths.get(number)
        if known is None or known.depth <= thought.depth or thought.exact:
            sitting.worths[number] = worth_of(session, thought)


def _glance(sitting: "Sitting", job: Job) -> None:
    """While a person thinks: what the position is worth."""
    found = _situation(sitting, job)
    if found is not None:
        player, session = found
        _look(sitting, job.node, session, player)
        with sitting.lock:
            if sitting._job is job and sitting._expects is not None and sitting._expects[0] == job.node:
                sitting.room.ponderer.begin(player, sitting.session, *sitting._expects[1:])


def _find_hint(sitting: "Sitting", job: Job) -> None:
    found = _situation(sitting, job)
    if found is None:
        return
    player, session = found
    seconds = LEAST_SECONDS if job.is_hurried else HINT_SECONDS
    thoughts = sitting._ask(lambda: player.analyse(session.position, 3, seconds, past=session.past))
    with sitting.lock:
        if sitting._job is job:
            _remember(sitting, job.node, session, thoughts[0])
            others = tuple(each.move for each in thoughts[1:])
            sitting.hint = Hint(job.node, thoughts[0], others)


def _analyse(sitting: "Sitting", job: Job) -> None:
    """The scores of all moves, if they are wanted, then lines as deep as time allows."""
    found = _situation(sitting, job)
    if found is None:
        return
    player, session = found
    if sitting.wants_scores:
        _score(sitting, job, session)
    with sitting.lock:
        if sitting._job is not job or not sitting.shown_lines:
            return
        count = sitting.shown_lines
    if is_judged_exactly(session.game) and _analyse_exactly(sitting, job, session, player, count):
        return
    job.stop = player.stop

    def tell(thoughts: list[Thought]) -> None:
        job.thoughts = thoughts
        _remember(sitting, job.node, session, thoughts[0])
        if sitting._job is not job or job.is_hurried:
            player.stop()  # a request to stop that came too early is not heard

    if not job.is_hurried:
        thoughts = sitting._ask(
            lambda: player.analyse(session.position, count, LONGEST_ANALYSIS, on_depth=tell, past=session.past)
        )
        if thoughts[0].exact or not job.thoughts:
            tell(thoughts)


def _analyse_exactly(sitting: "Sitting", job: Job, session: Session, player: Player, count: int) -> bool:
    """The lines of a game that its solver knows, if it knows them soon enough."""
    judge = _exact_judge(sitting)
    job.stop = judge.stop
    thoughts = sitting._ask(lambda: judge.best(session.position, count, SOLVER_SECONDS, past=session.past))
    if sitting._job is not job or not thoughts[0].exact:
        return False
    _remember(sitting, job.node, session, thoughts[0])
    job.stop = player.stop
    for place, thought in enumerate(thoughts):  # a solver may tell what a move is worth, and not how play goes on
        child = session.game.play(session.position, thought.move)
        if sitting._job is not job:
            break
        if len(thought.line) == 1 and session.game.outcome(child) is None:
            [then] = sitting._ask(functools.partial(player.analyse, child, 1, LINE_SECONDS))
            thoughts[place] = replace(thought, line=[thought.move, *then.line])
    job.thoughts = thoughts
    return True


def _score(sitting: "Sitting", job: Job, session: Session) -> None:
    judge = _exact_judge(sitting)
    job.stop = judge.stop

    def hear(move: int, score: int) -> None:
        so_far[move] = score
        job.scores = Judgement(dict(so_far), True, 0, sitting.tree.game.unit)

    so_far: dict[int, int] = {}
    scores = sitting._ask(lambda: judge.judge(session.position, SOLVER_SECONDS, SCORES_GLANCE, hear, session.past))
    if sitting._job is job:
        job.scores = scores
        sitting._changed()


WORK: dict[Doing, Callable[["Sitting", Job], None]] = {
    "move": _think,
    "hint": _find_hint,
    "glance": _glance,
    "analysis": _analyse,
}
