"""What the book that learns knows of the position on the board, as the page sees it: all for the first player, like the bar."""

import math

from damier.books.aims import AIMS, EVEN
from damier.books.learnt.book import Advice, Choice, LearntBook
from damier.records.session import Session
from damier.web.offers import said_clearly
from damier.web.play.models.books import BookGames, BookMove, BookView
from damier.web.play.sitting import Sitting


def view_book(sitting: Sitting) -> BookView:
    """The page of the book; the game at the board does not wait for it."""
    with sitting.lock:
        node, session = sitting.tree.here, sitting.session
        here, ply = Session(session.game, session.position, session.turn), len(session.past)
        aim = AIMS[sitting.settings.aim] if sitting.settings.sides[session.turn].is_program else EVEN
    reading = sitting.room.open_books.glance(here.game)
    if reading.trouble is not None:
        return BookView(node=node, status="trouble", trouble=reading.trouble)
    if reading.book is None:
        return BookView(node=node, status="opening" if reading.is_opening else "none")
    try:
        return _view_page(reading.book, here, ply, node, aim)
    except Exception as error:
        return BookView(node=node, status="trouble", trouble=str(said_clearly(here.game, error)))


def _view_page(book: LearntBook, session: Session, ply: int, node: int, aim: int) -> BookView:
    advice, total = book.advise(session.position, ply, aim), book.store.totals.games
    page = advice.page
    if page is None:
        return BookView(node=node, status="unknown", total=total)
    result, share, sure = _for_first(session.turn, page.value, page.worth)
    return BookView(
        node=node,
        status="known",
        total=total,
        games=_games(session.turn, page.games),
        result=result,
        share=share,
        sure=sure,
        searched=page.searched,
        moves=[_view_move(session, choice, advice) for choice in page.choices if _is_known(choice)],
    )


def _is_known(choice: Choice) -> bool:
    return choice.value is not None or choice.worth is not None or choice.is_avoided


def _view_move(session: Session, choice: Choice, advice: Advice) -> BookMove:
    game, position, turn = session.game, session.position, session.turn
    result, share, sure = _for_first(turn, choice.value, choice.worth)
    return BookMove(
        move=game.move_name(position, choice.move, turn),
        cells=game.cells(position, choice.move, turn),
        games=_games(turn, choice.games),
        result=result,
        share=share,
        sure=sure,
        avoided=choice.is_avoided or choice.move in advice.avoid,
        chosen=_is_as_good(choice, advice),
    )


def _is_as_good(choice: Choice, advice: Advice) -> bool:
    """Whether the book may play a move: the one it advises, or another that it knows to be as good."""
    best = next((each for each in advice.page.choices if each.move == advice.move), None) if advice.page else None
    if best is None or choice.is_avoided or choice.worth is None:
        return False
    return choice.move == best.move or (choice.worth == best.worth and (choice.value == 1) == (best.value == 1))


def _for_first(turn: int, value: int | None, worth: float | None) -> tuple[int | None, float | None, bool]:
    """A result and an expectation for who is to move as the first player's: a share of one, and whether it is a result."""
    sign = 1 if turn == 0 else -1
    result = None if value is None else sign * value
    if worth is None:
        return result, None, False
    sure = math.isinf(worth)
    return result, round(0.5 + 0.5 * sign * (math.copysign(1, worth) if sure else worth), 4), sure


def _games(turn: int, games: tuple[int, int, int]) -> BookGames:
    won, drawn, lost = games
    return BookGames(first=won, drawn=drawn, second=lost) if turn == 0 else BookGames(first=lost, drawn=drawn, second=won)
