"""A game as the page sees it: from what damier knows to what is told."""

import time
from collections import Counter
from typing import Any

from damier.books.openings import OpeningName, openings_of
from damier.engine.judge import Judgement
from damier.engine.levels import levels_of
from damier.engine.player import Thought
from damier.games.catalogue import USUAL
from damier.games.game import PLAYERS, Board, Game, in_units
from damier.records.game_files import formats_of
from damier.records.session import Session
from damier.records.variations import ROOT
from damier.rules import WIN
from damier.web.offers import Offer, said_clearly
from damier.web.play.jobs import Job
from damier.web.play.models import (
    BoardView,
    CellView,
    CheckView,
    ClockView,
    FormatView,
    GameView,
    HintView,
    LearningView,
    LegalMove,
    LookView,
    MadeMove,
    MoveScore,
    NodeView,
    Place,
    PositionView,
    Progress,
    ResultView,
    Scores,
    SideView,
    SpokeView,
    State,
    ThoughtView,
    WarningView,
    WorthView,
)
from damier.web.play.sitting import Sitting
from damier.web.play.worth import Worth, cost, final_worth, mark_of, share, text_of, worth_of


def view_game(offer: Offer) -> GameView:
    return GameView(
        name=offer.name,
        title=offer.title,
        options=offer.options,
        choices=offer.choices,
        own=offer.own,
        usual=offer.name == USUAL,
        players=[_named(offer.game, player) for player in (0, 1)],
        levels=[level.name for level in levels_of(offer.game)],
        book=openings_of(offer.game) is not None,
        formats=[FormatView(name=each.name, ending=each.ending) for each in formats_of(offer.game)],
        palette=[CellView(text=cell.text, owner=cell.owner, look=cell.look) for cell in offer.game.palette],
    )


def view_board(board: Board) -> BoardView:
    return BoardView(
        cells=[[CellView(text=cell.text, owner=cell.owner, look=cell.look) for cell in row] for row in board.cells],
        rows=board.rows,
        columns=board.columns,
        falling=board.falling,
        caption=board.caption,
        theme=board.theme,
    )


def view_position(session: Session) -> PositionView:
    """A position that nobody plays."""
    game = session.game
    return PositionView(
        board=view_board(game.board(session.position, session.turn)),
        turn=session.turn,
        players=[_named(game, player) for player in (0, 1)],
        text=session.text,
    )


def view_state(sitting: Sitting) -> State:
    """Everything the page shows of a game."""
    with sitting.lock:
        try:
            return _view_state(sitting)
        except Exception as error:
            raise said_clearly(sitting.tree.game, error) from error


def _view_state(sitting: Sitting) -> State:
    session, settings, tree = sitting.session, sitting.settings, sitting.tree
    game, position, turn = session.game, session.position, session.turn
    board = game.board(position, turn)
    captured, balance = _captured(session, board)
    clocks = sitting.clocks
    opening = _opening(session)
    worth = final_worth(session) if session.is_over else sitting.worths.get(tree.here)
    return State(
        id=sitting.id,
        game=sitting.offer.name,
        title=sitting.offer.title,
        options={**sitting.offer.options, **game.options},
        start=sitting.start,
        players=[_named(game, player) for player in (0, 1)],
        text=session.text,
        turn=turn,
        board=view_board(board),
        legal=[] if sitting.is_over else _legal(sitting),
        last=_last_cells(session, session.moves[-1] if session.moves else None, board),
        here=tree.here,
        nodes=_nodes(sitting),
        line=tree.line_through(tree.here),
        start_worth=_worth(sitting.worths.get(ROOT), game),
        worth=_worth(worth, game),
        sides=[SideView(program=side.is_program, level=side.level) for side in settings.sides],
        seconds=settings.seconds,
        clock=ClockView(base=clocks.base, increment=clocks.increment, left=clocks.shown(), running=clocks.running)
        if clocks
        else None,
        book=settings.book,
        warns=settings.warns,
        learn=settings.learn,
        learning=LearningView(status=sitting.learning.status, trouble=sitting.learning.trouble) if sitting.learning else None,
        paused=sitting.is_paused,
        result=_result(sitting),
        opening=str(opening) if opening else None,
        captured=captured,
        balance=balance,
        levels=[level.name for level in levels_of(game)],
        can_score=sitting.can_score,
        lines=sitting.shown_lines,
        scores=sitting.wants_scores,
        doing=sitting.job.doing if sitting.job else None,
        ready=sitting.preparation.is_done,
        trouble=str(said_clearly(game, sitting.preparation.error)) if sitting.preparation.error is not None else None,
        hint=_hint(sitting),
        warning=_warning(sitting),
        spoke=_spoke(sitting),
        check=CheckView(
            done=sitting.check.done, total=len(sitting.check.line), running=sitting.check.is_running, error=sitting.check.error
        )
        if sitting.check
        else None,
    )


def _legal(sitting: Sitting) -> list[LegalMove]:
    session, game = sitting.session, sitting.tree.game
    position, turn = session.position, session.turn
    in_book = {entry.move for entry in sitting.book.entries(position)} if sitting.book else set()
    return [
        LegalMove(
            name=game.move_name(position, move),
            cells=game.cells(position, move, turn),
            book=_name_after(game, position, move) if move in in_book else None,
        )
        for move in session.legal_moves()
    ]


def _name_after(game: Game, position: Any, move: int) -> str:
    openings = openings_of(game)
    found = openings.name_at(game.play(position, move)) if openings else None
    return str(found) if found else ""


def _opening(session: Session) -> OpeningName | None:
    openings = openings_of(session.game)
    return openings.name_of_session(session) if openings else None


def _nodes(sitting: Sitting) -> list[NodeView]:
    """All moves of the tree, with the marks of a check that has seen the positions before and after them."""
    tree, game = sitting.tree, sitting.tree.game
    checked = sitting.check.worths if sitting.check else {}
    views = []
    for number in tree.below(ROOT):
        node = tree.nodes[number]
        if node.parent < 0:
            continue
        before, after = checked.get(node.parent), checked.get(number)
        points = cost(before, after, node.player, game) if before and after else 0
        best = before.thought.move if before and before.thought else node.move
        mark = mark_of(points, game) if best != node.move else ""
        parent_position = tree.session_to(node.parent).position if mark else None
        views.append(
            NodeView(
                node=number,
                parent=node.parent,
                move=node.name,
                player=node.player,
                comment=node.comment,
                mark=mark,
                cost=_cost_text(points, game) if mark else "",
                best=game.move_name(parent_position, best) if mark else "",
                worth=_worth(sitting.worths.get(number), game),
            )
        )
    return views


def _cost_text(points: int, game: Game) -> str:
    """What a move has lost, without false precision."""
    return f"{points / game.unit:.1f}".removesuffix(".0")


def _worth(worth: Worth | None, game: Game) -> WorthView | None:
    if worth is None:
        return None
    return WorthView(text=text_of(worth, game), share=round(share(worth, game), 4), exact=worth.exact, depth=worth.depth)


def _captured(session: Session, board: Board) -> tuple[list[list[str]] | None, int]:
    """The figures that each player has taken, by what is missing of the other's, and the balance of what is there."""
    values = session.game.worth
    if not values:
        return None, 0
    first = session.game.board(session.positions[0], session.turns[0])
    counts = [_figures(first, values), _figures(board, values)]
    captured: list[list[str]] = []
    balance = 0
    for player in (0, 1):
        missing = counts[0][1 - player] - counts[1][1 - player]
        promoted = counts[1][1 - player] - counts[0][1 - player]
        missing[next(iter(values))] -= sum(promoted.values())
        captured.append(sorted(missing.elements(), key=lambda letter: values[letter]))
        worth = sum(values[letter] * count for letter, count in counts[1][player].items())
        balance += worth if player == 0 else -worth
    return captured, balance


def _figures(board: Board, values: dict[str, int]) -> list[Counter[str]]:
    found: list[Counter[str]] = [Counter(), Counter()]
    for row in board.cells:
        for cell in row:
            if cell.owner >= 0 and cell.text.lower() in values:
                found[cell.owner][cell.text.lower()] += 1
    return found


def _last_cells(session: Session, move: int | None, board: Board) -> list[Place]:
    """The cells of the last move, if they are places of the board now: not on one that only lists what can be chosen."""
    if move is None or len(session.positions) < 2:
        return []
    cells = session.game.cells(session.positions[-2], move, session.turns[-2])
    if not any(cell.owner >= 0 for row in board.cells for cell in row):
        return []
    return [(row, column) for row, column in cells if row < len(board.cells) and column < len(board.cells[row])]


def _result(sitting: Sitting) -> ResultView | None:
    score, game = sitting.score, sitting.tree.game
    if score is None:
        return None
    if not sitting.session.is_over and sitting.ended:
        winner = sitting.ended.winner
        words = f"{_named(game, winner)} wins: " + {"time": "time is up", "resigned": "the other gave up"}[sitting.ended.reason]
        return ResultView(winner=winner, points="", counted=game.counted, reason=sitting.ended.reason, words=words)
    reason = sitting.session.ending
    points = "" if score == 0 or abs(score) == WIN else in_units(abs(score), game.unit)
    return ResultView(
        winner=None if score == 0 else int(score < 0),
        points=points,
        counted=game.counted,
        reason=reason,
        words=say_result(score, game) + (f": {reason}" if reason else ""),
    )


def _hint(sitting: Sitting) -> HintView | None:
    """At the first step only what to move; where moves have one cell, the best hides among the next best."""
    hint, session = sitting.hint, sitting.session
    if hint is None or hint.node != sitting.tree.here:
        return None
    game, position, turn = session.game, session.position, session.turn
    if hint.step == 2:
        thought = view_thought(session, hint.thought)
        return HintView(step=2, cells=thought.cells, thought=thought)
    cells = game.cells(position, hint.thought.move, turn)
    if len(cells) > 1:
        return HintView(step=1, cells=cells[:1], thought=None)
    firsts = {place for move in (hint.thought.move, *hint.others) for place in game.cells(position, move, turn)[:1]}
    return HintView(step=1, cells=sorted(firsts), thought=None)


def _warning(sitting: Sitting) -> WarningView | None:
    warning, game = sitting.warning, sitting.tree.game
    if warning is None or warning.node not in sitting.tree.nodes:
        return None
    node = sitting.tree.nodes[warning.node]
    session = sitting.tree.session_to(warning.node)
    before = sitting.tree.session_to(node.parent)
    return WarningView(
        node=warning.node,
        move=node.name,
        mark=warning.mark,
        cost=_cost_text(warning.cost, game),
        counted=game.counted,
        refutation=_steps(game, session.position, session.turn, warning.refutation.line),
        better=game.move_name(before.position, warning.better),
    )


def _spoke(sitting: Sitting) -> SpokeView | None:
    if sitting.spoke is None or sitting.spoke[0] not in sitting.tree.nodes:
        return None
    node, thought, book = sitting.spoke
    return SpokeView(node=node, book=book, thought=view_thought(sitting.tree.session_to(node), thought))


def view_progress(sitting: Sitting) -> Progress | None:
    """What the engine does now, or what its last analysis of this position has found."""
    with sitting.lock:
        job = sitting.job
        if job is None:
            analysed = sitting.analysed
            job = analysed if analysed is not None and analysed.node == sitting.tree.here else None
        if job is None or job.node not in sitting.tree.nodes:
            return None
        session = sitting.tree.session_to(job.node)
        thoughts, scores = list(job.thoughts), job.scores
        is_running = job is sitting.job
        nodes = sitting.nodes if is_running and job.status == "thinking" else 0
    return _progress(job, session, thoughts, scores, nodes)


def _progress(job: Job, session: Session, thoughts: list[Thought], scores: Judgement | None, nodes: int) -> Progress:
    first = thoughts[0] if thoughts else None
    return Progress(
        doing=job.doing,
        status=job.status,
        node=job.node,
        depth=first.depth if first else 0,
        nodes=max(nodes, first.nodes if first else 0),
        seconds=time.monotonic() - job.began,
        thoughts=[view_thought(session, thought) for thought in thoughts],
        scores=view_scores(session, scores) if scores else None,
    )


def view_look(sitting: Sitting, node: int, names: list[str]) -> LookView:
    """The boards along a line."""
    found = sitting.line_from(node, names)
    boards, lasts = [], []
    for index, (session, move) in enumerate(found):
        board = session.game.board(session.position, session.turn)
        boards.append(view_board(board))
        before = found[index - 1][0] if index else None
        cells = session.game.cells(before.position, move, before.turn) if before and move is not None else []
        lasts.append([(row, column) for row, column in cells if row < len(board.cells) and column < len(board.cells[row])])
    return LookView(node=node, line=names, boards=boards, lasts=lasts)


def view_thought(session: Session, thought: Thought) -> ThoughtView:
    """What the engine found in a position, in writing."""
    game, position, turn = session.game, session.position, session.turn
    worth = _worth(worth_of(session, thought), game)
    assert worth is not None
    return ThoughtView(
        move=game.move_name(position, thought.move),
        cells=game.cells(position, thought.move, turn),
        player=turn,
        worth=worth,
        line=_steps(game, position, turn, thought.line),
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        exact=thought.exact,
    )


def view_scores(session: Session, found: Judgement) -> Scores:
    """The scores of moves; which are best is told only of all."""
    game, position, turn = session.game, session.position, session.turn
    is_complete = len(found.scores) == len(game.moves(position))
    best = max(found.scores.values(), default=0)
    return Scores(
        player=turn,
        scores=[
            MoveScore(
                move=game.move_name(position, move),
                cells=game.cells(position, move, turn),
                score=score,
                text=found.text(move),
                best=is_complete and score == best,
            )
            for move, score in found.scores.items()
        ],
        complete=is_complete,
        exact=found.exact,
        depth=found.depth,
        tells=game.scores_tell if found.exact else f"estimates in {game.counted}s",
    )


def _steps(game: Game, position: Any, turn: int, line: list[int]) -> list[MadeMove]:
    steps = []
    for move in line:
        if move not in game.moves(position):
            break
        steps.append(MadeMove(move=game.move_name(position, move), player=turn))
        child = game.play(position, move)
        turn = turn if game.same_player(position, child) else 1 - turn
        position = child
    return steps


def say_result(score: int, game: Game | None = None) -> str:
    """The end of a game in words; the score is for the first player."""
    if score == 0:
        return "Draw"
    winner = f"{_named(game, score < 0)} wins"
    if abs(score) == WIN:
        return winner
    points = in_units(abs(score), game.unit if game else 1)
    return f"{winner} by {points} {game.counted if game else 'point'}{'' if points == '1' else 's'}"


def _named(game: Game | None, player: int) -> str:
    """What a player is called, at the beginning of a sentence."""
    name = game.players[player] if game else PLAYERS[player]
    return name[:1].upper() + name[1:]
