"""A game at the board as the page sees it, made again only where it has changed.

The page hears of a game many times a second, and rules that are not compiled take their time: so what was made of a position, a
move or a thought is kept by who tells it, for as long as it is told again and again.
"""

import functools
import time
from typing import NamedTuple

from damier.books.openings import OpeningName, openings_of
from damier.books.translation import languages_of, opening_in
from damier.engine.levels import levels_of
from damier.engine.question import Thought
from damier.games.game import Board, in_units
from damier.games.spoken import letters_of
from damier.kernel import has_rule
from damier.records.listing import players_in
from damier.records.session import Session, Situation
from damier.records.variations import ROOT, Node
from damier.rules import WIN
from damier.web.boards import BoardView, Place, cells_on, named, view_board
from damier.web.offers import said_clearly
from damier.web.play.board_changes import moved_on, outcomes_on_cells
from damier.web.play.drawn import Drawn
from damier.web.play.jobs import Blame, Hint
from damier.web.play.library_entry import shown_headers
from damier.web.play.mistakes import cost
from damier.web.play.models.books import LearningView, LessonView
from damier.web.play.models.moves import ChangeView, LegalMove, ShapeView
from damier.web.play.models.review import AttemptView, CheckView, MistakeView, ReviewView
from damier.web.play.models.state import ClockView, PlayedMove, ResultView, SpentView, State
from damier.web.play.models.values import HintView, Progress, SpokeView, TablesView, ThoughtView
from damier.web.play.review_views import Seen, sign_of, view_attempt, view_mistake, view_review
from damier.web.play.sitting import Sitting
from damier.web.play.views import (
    cost_text,
    highlights_on,
    say_result,
    taken_until,
    view_scores,
    view_side,
    view_thought,
    view_worth,
)
from damier.web.play.worth import Worth, final_worth, worth_of

WORDS = {"time": "time is up", "resigned": "the other gave up"}  # how a game ended by something else than its rules


class _OnBoard(NamedTuple):
    """What is shown of the position on the board, whatever goes on around it."""

    text: str
    board: BoardView
    legal: list[LegalMove]
    last: list[Place]
    changed: list[ChangeView]
    steps: list[list[ChangeView]]
    highlights: dict[str, list[Place]]
    captured: list[list[str]] | None
    material: list[int] | None
    opening: str | None
    names: dict[str, dict[str, str]]


def view_state(sitting: Sitting) -> State:
    """Everything the page shows of a game, for who asks once."""
    return StateViews(sitting).state()


class StateViews:
    """One game for one page that asks again and again."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._game = sitting.tree.game
        self._drawn = Drawn()
        self._told = Drawn()  # while the engine works
        self._judged: Seen = {}

    def state(self) -> State:
        """Everything the page shows of the game."""
        with self._sitting.lock:
            self._drawn.turn_over()
            try:
                return self._state()
            except Exception as error:
                raise said_clearly(self._game, error) from error

    def progress(self) -> Progress | None:
        """What the engine does now, or what its last analysis of this position has found."""
        try:
            return self._progress()
        except Exception as error:  # of a game's own writing
            raise said_clearly(self._game, error) from error

    def _progress(self) -> Progress | None:
        thinking = self._sitting.thinking
        with self._sitting.lock:
            job = thinking.job
            if job is None:
                analysed = thinking.analysed
                job = analysed if analysed is not None and analysed.node == self._sitting.tree.here else None
            if job is None or job.node not in self._sitting.tree.nodes:
                return None
            here = self._situation(job.node)
            thoughts, scores = list(job.thoughts), job.scores
            truest = [self._truest(job.node, each) for each in thoughts]
            worth = thinking.worths.get(job.node)
            nodes = thinking.nodes if thinking.counts(job) and job.status == "thinking" else 0
        self._told.turn_over()
        first = thoughts[0] if thoughts else None
        views = [
            self._told.once(place, (here, each, known), functools.partial(view_thought, self._game, here, each, known))
            for place, (each, known) in enumerate(zip(thoughts, truest, strict=True))
        ]
        scored = functools.partial(view_scores, self._game, here, scores) if scores else None
        return Progress(
            doing=job.doing,
            status=job.status,
            node=job.node,
            depth=first.depth if first else 0,
            nodes=max(nodes, first.nodes if first else 0),
            seconds=time.monotonic() - job.began,
            worth=self._told.once("worth", (worth,), lambda: view_worth(worth, self._game)),
            thoughts=views,
            scores=self._told.once("scores", (here, scores), scored) if scored else None,
        )

    def _truest(self, number: int, thought: Thought) -> Worth | None:
        """What is known for sure of a move that the engine estimates; None: what it thinks is the truest."""
        worths = self._sitting.thinking.worths
        if worth_of(self._game, self._situation(number), thought).is_settled:
            return None
        here, after = worths.get(number), worths.after(number, thought.move)
        if after is not None and after.exact:
            return after
        is_best = here is not None and here.exact and here.thought is not None and here.thought.move == thought.move
        return here if is_best else None

    def _situation(self, number: int) -> Situation:
        return self._sitting.tree.nodes[number].situation

    def _name_at(self, number: int, move: int) -> str:
        """A move that could be made at a node, in writing."""
        here = self._situation(number)
        return self._game.move_name(here.position, move, here.turn)

    def _state(self) -> State:
        sitting, thinking, game = self._sitting, self._sitting.thinking, self._game
        session, settings, tree, clocks = sitting.session, sitting.settings, sitting.tree, sitting.clocks
        shown = self._drawn.once("board", (session.situation,), self._on_board)
        worth = final_worth(session) if session.is_over else thinking.worths.get(tree.here)
        trouble = thinking.preparation.error
        return State(
            id=sitting.id,
            game=sitting.offer.name,
            title=sitting.offer.title,
            options={**sitting.offer.options, **game.options},
            start=sitting.start,
            players=[named(game, player) for player in (0, 1)],
            text=shown.text,
            turn=session.turn,
            board=shown.board,
            legal=[] if sitting.is_over else shown.legal,
            last=shown.last,
            changed=shown.changed,
            steps=shown.steps,
            highlights=shown.highlights,
            shapes=[ShapeView(**shape._asdict()) for shape in tree.node.shapes],
            here=tree.here,
            nodes=self._nodes(),
            line=tree.line_through(tree.here),
            first_number=self._drawn.once("number", (tree.nodes[ROOT].situation,), self._first_number),
            start_worth=view_worth(thinking.worths.get(ROOT), game),
            worth=view_worth(worth, game),
            sides=[view_side(side) for side in settings.sides],
            seconds=settings.seconds,
            clock=ClockView(base=clocks.base, increment=clocks.increment, left=clocks.shown(), running=clocks.running)
            if clocks
            else None,
            spent=self._spent(),
            book=settings.book,
            warns=settings.warns,
            learn=settings.learn,
            aim=settings.aim,
            threads=settings.threads,
            analysis=settings.analysis,
            comment=tree.nodes[ROOT].comment,
            people=list(players_in(game, tree.tags)),
            headers=shown_headers(tree.tags),
            learning=LearningView(
                status=sitting.learning.status,
                trouble=sitting.learning.trouble,
                lesson=LessonView(**sitting.learning.lesson) if sitting.learning.lesson else None,
            )
            if sitting.learning
            else None,
            paused=sitting.is_paused,
            result=self._result(),
            opening=shown.opening,
            names=shown.names,
            letters=letters_of(game),
            captured=shown.captured,
            balance=shown.material[0] - shown.material[1] if shown.material else 0,
            material=shown.material,
            levels=[level.name for level in levels_of(game)],
            can_score=thinking.can_score,
            can_explain=thinking.network is not None,
            lines=thinking.shown_lines,
            scores=thinking.wants_scores,
            wants_threat=thinking.wants_threat,
            can_threaten=has_rule(session.position, "null"),
            threat=self._threat(),
            doing=thinking.job.doing if thinking.job else None,
            ready=thinking.preparation.is_done,
            trouble=str(said_clearly(game, trouble)) if trouble is not None else None,
            hint=self._hint(),
            warning=self._warning(),
            spoke=self._spoke(),
            check=self._check(),
            review=self._review(),
            attempt=self._attempt(),
            won_by=game.won_by,
            tables=self._tables(),
        )

    def _spent(self) -> SpentView | None:
        sitting = self._sitting
        if sitting.clocks or sitting.settings.analysis:
            return None
        return SpentView(seconds=sitting.spent.shown(), running=sitting.spent.running)

    def _first_number(self) -> int:
        return self._game.move_number(self._situation(ROOT).position)

    def _tables(self) -> TablesView | None:
        tables = self._sitting.room.tables
        progress = None if tables is None else tables.progress(self._game)
        return None if progress is None else TablesView(**progress._asdict())

    def _on_board(self) -> _OnBoard:
        session = self._sitting.session
        board = self._game.board(session.position, session.turn)
        taken = taken_until(self._game, self._game.board(session.positions[0], session.turns[0]), board)
        openings = openings_of(self._game)
        opening = openings.name_of_session(session) if openings else None
        legal, after = self._legal(session)
        changed, steps = moved_on(session, board)
        return _OnBoard(
            text=session.text,
            board=view_board(board),
            legal=legal,
            last=_last_cells(session, board),
            changed=changed,
            steps=steps,
            highlights=highlights_on(self._game, session.situation, board),
            captured=taken.captured if taken else None,
            material=taken.material if taken else None,
            opening=str(opening) if opening else None,
            names={
                language: {str(each): str(opening_in(self._game, each, language)) for each in {opening, *after} if each}
                for language in languages_of(self._game)
            },
        )

    def _legal(self, session: Session) -> tuple[list[LegalMove], list[OpeningName | None]]:
        """The legal moves, and the openings that those of the book lead to."""
        game, book = self._game, self._sitting.thinking.books.openings
        position, turn = session.position, session.turn
        openings = openings_of(game)
        in_book = {entry.move for entry in book.entries(position)} if book and openings else set()
        after = {move: openings.name_at(game.play(position, move)) for move in in_book} if openings else {}
        moves = {move: game.cells(position, move, turn) for move in session.legal_moves()}
        becomes = outcomes_on_cells(session, moves)
        legal = [
            LegalMove(
                name=game.move_name(position, move, turn),
                cells=cells,
                book=str(after[move] or "") if move in after else None,
                becomes=becomes.get(move),
            )
            for move, cells in moves.items()
        ]
        return legal, list(after.values())

    def _nodes(self) -> list[PlayedMove]:
        """All moves of the tree, with the marks of a check that has seen the positions before and after them."""
        tree, thinking = self._sitting.tree, self._sitting.thinking
        views = []
        for number in tree.below(ROOT):
            node = tree.nodes[number]
            if node.parent >= 0:
                after = thinking.worths.get(number)
                is_checked = node.parent in thinking.checked and number in thinking.checked
                before = thinking.worths.get(node.parent) if is_checked else None
                seen = (node.comment, node.glyph, before, after)
                views.append(self._drawn.once(number, seen, functools.partial(self._node, node, before, after)))
        return views

    def _node(self, node: Node, before: Worth | None, after: Worth | None) -> PlayedMove:
        game = self._game
        mark = sign_of(node, before, after, game)
        best = before.thought.move if before and before.thought else node.move
        points = cost(before, after, node.player, game) if mark and before and after else 0
        return PlayedMove(
            node=node.number,
            parent=node.parent,
            move=node.name,
            player=node.player,
            comment=node.comment,
            glyph=node.glyph,
            mark=mark,
            cost=cost_text(points, game),
            best=self._name_at(node.parent, best) if mark and best != node.move else "",
            worth=view_worth(after, game),
        )

    def _review(self) -> ReviewView | None:
        """Made again only if a worth on the line has changed, or another line is on the board."""
        tree, thinking = self._sitting.tree, self._sitting.thinking
        if not thinking.checked:
            return None
        line = tree.line_through(tree.here)
        known = (thinking.worths.get(each) if each in thinking.checked else None for each in line)
        nodes = (tree.nodes[each] for each in line)
        draw = functools.partial(view_review, self._sitting, self._judged)
        return self._drawn.once(("review", len(line)), (*nodes, *known), draw)

    def _attempt(self) -> AttemptView | None:
        attempt = self._sitting.thinking.attempt
        if attempt is None or attempt.node not in self._sitting.tree.nodes:
            return None
        draw = functools.partial(view_attempt, self._sitting, attempt)
        return self._drawn.once("attempt", (attempt, attempt.verdict), draw)

    def _check(self) -> CheckView | None:
        check = self._sitting.thinking.check
        if check is None:
            return None
        return CheckView(done=check.done, total=len(check.line), running=check.is_running, error=check.error)

    def _result(self) -> ResultView | None:
        sitting, game = self._sitting, self._game
        score = sitting.score
        if score is None:
            return None
        if not sitting.session.is_over and sitting.ended:
            winner = sitting.ended.winner
            words = (
                f"{named(game, winner)} wins: " + {"time": "time is up", "resigned": "the other gave up"}[sitting.ended.reason]
            )
            return ResultView(winner=winner, points="", counted=game.counted, reason=sitting.ended.reason, words=words)
        ending = sitting.session.ending
        points = "" if score == 0 or abs(score) == WIN else in_units(abs(score), game.unit)
        return ResultView(
            winner=None if score == 0 else int(score < 0),
            points=points,
            counted=game.counted,
            reason=ending,
            words=say_result(score, game) + (f": {ending}" if ending else ""),
        )

    def _hint(self) -> HintView | None:
        hint = self._sitting.thinking.hint
        if hint is None or hint.node != self._sitting.tree.here:
            return None
        return self._drawn.once("hint", (hint,), functools.partial(self._view_hint, hint))

    def _view_hint(self, hint: Hint) -> HintView:
        """At the first step only what to move; where moves have one cell, the best hides among the next best."""
        here, game = self._situation(hint.node), self._game
        if hint.step == 2:
            thought = view_thought(game, here, hint.thought, self._truest(hint.node, hint.thought))
            return HintView(step=2, cells=thought.cells, thought=thought)
        cells = game.cells(here.position, hint.thought.move, here.turn)
        if len(cells) > 1:
            return HintView(step=1, cells=cells[:1], thought=None)
        moves = (hint.thought.move, *hint.others)
        firsts = {place for move in moves for place in game.cells(here.position, move, here.turn)[:1]}
        return HintView(step=1, cells=sorted(firsts), thought=None)

    def _warning(self) -> MistakeView | None:
        warning = self._sitting.thinking.warning
        if warning is None or warning.node not in self._sitting.tree.nodes:
            return None
        return self._drawn.once("warning", (warning,), functools.partial(self._view_warning, warning))

    def _view_warning(self, warning: Blame) -> MistakeView:
        node = self._sitting.tree.nodes[warning.node]
        return view_mistake(self._sitting, node, warning.mark, warning.before, warning.after)

    def _threat(self) -> ThoughtView | None:
        """What the other player threatens here, if that is wanted and there is something."""
        threat = self._sitting.thinking.threat
        if not self._sitting.thinking.wants_threat or threat is None or threat.node != self._sitting.tree.here:
            return None
        if threat.thought is None:
            return None
        draw = functools.partial(view_thought, self._game, threat.here, threat.thought)
        return self._drawn.once("threat", (threat,), draw)

    def _spoke(self) -> SpokeView | None:
        """What the program thought of the position on the board, or of the one before it."""
        spoken, node = self._sitting.thinking.spoken, self._sitting.tree.node
        if spoken is None or spoken.node not in (node.number, node.parent):
            return None
        draw = functools.partial(view_thought, self._game, self._situation(spoken.node), spoken.thought)
        return SpokeView(node=spoken.node, book=spoken.by_book, thought=self._drawn.once("spoken", (spoken,), draw))


def _last_cells(session: Session, board: Board) -> list[Place]:
    """The cells of the last move, if they are places of the board now: not on one that only lists what can be chosen."""
    if not session.moves or not any(cell.owner >= 0 for row in board.cells for cell in row):
        return []
    return cells_on(board, session.game.cells(session.positions[-2], session.moves[-1], session.turns[-2]))
