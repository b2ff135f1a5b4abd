"""What damier knows as the page sees it: games, boards, positions, thoughts, results. (A whole game: `state_views.py`.)"""

from collections import Counter

from pydantic import ValidationError

from damier.books.openings import openings_of
from damier.engine.judge import Judgement
from damier.engine.levels import levels_of, sound_levels
from damier.engine.player import Thought
from damier.games.catalogue import USUAL
from damier.games.game import Board, Game, in_units
from damier.games.spoken import is_played, letters_of
from damier.records.game_files import formats_of
from damier.records.session import Session, Situation
from damier.rules import WIN
from damier.web.boards import CellView, Place, cells_on, named, view_board
from damier.web.offers import Offer
from damier.web.play.library import Kept
from damier.web.play.models.games import FormatView, GameView, KeptView, PositionView, SetUpFieldView
from damier.web.play.models.moves import LineBoards, LookView, MadeMove, TakenView
from damier.web.play.models.state import SideView
from damier.web.play.models.values import MoveScore, Scores, ThoughtView, WorthView
from damier.web.play.settings import Side
from damier.web.play.worth import Worth, share, text_of, winner_of, worth_of


def view_game(offer: Offer) -> GameView:
    return GameView(
        name=offer.name,
        title=offer.title,
        options=offer.options,
        choices=offer.choices,
        own=offer.own,
        usual=offer.name == USUAL,
        players=[named(offer.game, player) for player in (0, 1)],
        levels=[level.name for level in levels_of(offer.game)],
        sound=[level.name for level in sound_levels(offer.game)],
        book=openings_of(offer.game) is not None,
        formats=[FormatView(name=each.name, ending=each.ending) for each in formats_of(offer.game)],
        palette=[CellView(**cell._asdict()) for cell in offer.game.palette],
        fields=[
            SetUpFieldView(name=each.name, choices=list(each.choices), several=each.several)
            for each in offer.game.set_up_fields
        ],
        played=is_played(offer.game),
        letters=letters_of(offer.game),
    )


def view_kept(kept: Kept) -> KeptView:
    """A game of the library for a list; one that tells nothing of who played is shown all the same."""
    shown = {name: getattr(kept, name) for name in ("id", "game", "title", "summary", "begun", "changed")}
    told = {name: kept.about[name] for name in ("people", "sides", "result", "event") if name in kept.about}
    try:
        return KeptView(**shown, **told)
    except ValidationError:
        return KeptView(**shown)


def view_side(side: Side) -> SideView:
    """Who plays a side."""
    return SideView(program=side.is_program, level=side.level, depth=side.depth, generation=side.generation)


def view_position(session: Session) -> PositionView:
    """A position that nobody plays."""
    game = session.game
    return PositionView(
        board=view_board(game.board(session.position, session.turn)),
        turn=session.turn,
        players=[named(game, player) for player in (0, 1)],
        text=session.text,
        fields=game.fields_in(session.position),
    )


def cost_text(points: int, game: Game) -> str:
    """What a move has lost, without false precision; nothing where nothing is counted."""
    return "" if points == 0 else f"{points / game.unit:.1f}".removesuffix(".0")


def view_worth(worth: Worth | None, game: Game) -> WorthView | None:
    if worth is None:
        return None
    return WorthView(
        text=text_of(worth, game),
        share=round(share(worth, game), 4),
        exact=worth.exact,
        depth=worth.depth,
        source=worth.source,
        plies=worth.plies if abs(worth.points) >= WIN else None,
        winner=winner_of(worth),
    )


def taken_until(game: Game, first: Board, board: Board) -> TakenView | None:
    """The figures that each player has taken, by what is missing of the other's since the first board, and what those are worth
    that are there.
    """
    values = game.worth
    if not values:
        return None
    counts = [_figures(first, values), _figures(board, values)]
    captured: list[list[str]] = []
    worth: list[int] = []
    for player in (0, 1):
        missing = counts[0][1 - player] - counts[1][1 - player]
        promoted = counts[1][1 - player] - counts[0][1 - player]
        missing[next(iter(values))] -= sum(promoted.values())
        captured.append(sorted(missing.elements(), key=lambda letter: values[letter]))
        worth.append(sum(values[letter] * count for letter, count in counts[1][player].items()))
    return TakenView(captured=captured, material=worth)


def _figures(board: Board, values: dict[str, int]) -> list[Counter[str]]:
    found: list[Counter[str]] = [Counter(), Counter()]
    for row in board.cells:
        for cell in row:
            if cell.owner >= 0 and cell.text.lower() in values:
                found[cell.owner][cell.text.lower()] += 1
    return found


def view_look(game: Game, first: Situation, node: int, names: list[str], line: list[Situation]) -> LookView:
    """The boards along a line of moves from a node on, of a game that has begun with the first position."""
    boards = [game.board(each.position, each.turn) for each in line]
    steps = zip(line, line[1:], boards[1:], strict=False)
    lasts = [cells_on(board, game.cells(before.position, after.move, before.turn)) for before, after, board in steps]
    begun = game.board(first.position, first.turn)
    taken = [each for board in boards if (each := taken_until(game, begun, board)) is not None]
    return LookView(
        node=node,
        line=names,
        boards=[view_board(board) for board in boards],
        lasts=[[], *lasts],
        highlights=[highlights_on(game, each, board) for each, board in zip(line, boards, strict=True)],
        taken=taken or None,
    )


def highlights_on(game: Game, here: Situation, board: Board) -> dict[str, list[Place]]:
    """The cells of a board that are to be seen at once, by what they are."""
    return {kind: cells_on(board, cells) for kind, cells in game.highlights(here.position, here.turn).items()}


def view_line(game: Game, line: list[Situation], most: int) -> LineBoards:
    """At most so many boards of a line, evenly, with the first and the last."""
    count = len(line)
    places = list(range(count)) if count <= most else [round(i * (count - 1) / (most - 1)) for i in range(most)]
    boards = [game.board(line[place].position, line[place].turn) for place in places]
    lasts: list[list[Place]] = []
    for place, board in zip(places, boards, strict=True):
        before = line[place - 1] if place else None
        lasts.append(cells_on(board, game.cells(before.position, line[place].move, before.turn)) if before else [])
    return LineBoards(boards=[view_board(board) for board in boards], lasts=lasts, places=places)


def view_thought(game: Game, here: Situation, thought: Thought, truest: Worth | None = None) -> ThoughtView:
    """What the engine found in a position, in writing; the worth by who knows it best, if that is somebody else."""
    position, turn = here.position, here.turn
    worth = view_worth(truest or worth_of(game, here, thought), game)
    assert worth is not None
    return ThoughtView(
        move=game.move_name(position, thought.move, turn),
        cells=game.cells(position, thought.move, turn),
        player=turn,
        worth=worth,
        line=view_steps(game, here, thought.line),
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        exact=worth.exact,
    )


def view_scores(game: Game, here: Situation, found: Judgement) -> Scores:
    """The scores of moves; which are best is told only of all."""
    position, turn = here.position, here.turn
    is_complete = len(found.scores) == len(game.moves(position))
    order = found.best_first()
    return Scores(
        player=turn,
        scores=[
            MoveScore(
                move=game.move_name(position, move, turn),
                cells=game.cells(position, move, turn),
                score=found.scores[move],
                text=found.text(move),
                plies=found.plies.get(move),
                best=is_complete and found.rank(move) == found.rank(order[0]),
            )
            for move in order
        ],
        complete=is_complete,
        exact=found.exact,
        depth=found.depth,
        by_table=found.by_table,
        counts_moves=found.counts_moves,
        tells=game.scores_tell if found.exact else f"estimates in {game.counted}s",
    )


def view_steps(game: Game, here: Situation, line: list[int]) -> list[MadeMove]:
    """A line of play from a position on, as far as it is legal."""
    position, turn, steps = here.position, here.turn, []
    for move in line:
        if move not in game.moves(position):
            break
        steps.append(MadeMove(move=game.move_name(position, move, turn), player=turn))
        child = game.play(position, move)
        turn = turn if game.same_player(position, child) else 1 - turn
        position = child
    return steps


def say_result(score: int, game: Game) -> str:
    """The end of a game in words; the score is for the first player."""
    if score == 0:
        return "Draw"
    winner = f"{named(game, score < 0)} wins"
    if abs(score) == WIN:
        return winner
    points = in_units(abs(score), game.unit)
    return f"{winner} by {points} {game.counted}{'' if points == '1' else 's'}"
