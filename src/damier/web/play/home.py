"""The first page: a card for each game with its picture, the rules of each, and the last game that was played.

Pictures are drawn by the plain rules, once: no engine is compiled or begun for them.
"""

import itertools
import threading
from collections.abc import Callable, Iterable

from pydantic import BaseModel, Field

from damier.games.game import BadInput, Game
from damier.games.spoken import example_of, is_played, parts_of, rules_of, summary_of
from damier.records.session import Session
from damier.web.boards import BoardView, Place, cells_on, named, view_board
from damier.web.offers import Offer
from damier.web.play.library import Kept
from damier.web.play.library_entry import taken_up
from damier.web.play.models.moves import LegalMove
from damier.web.play.models.state import SideView
from damier.web.play.views import view_side

Finding = Callable[[str], Kept | None]  # reads a game that is kept whole


class Picture(BaseModel):
    """A position to look at, and perhaps moves in it."""

    board: BoardView
    turn: int
    players: list[str]
    text: str
    legal: list[LegalMove]
    last: list[Place] = Field(description="the cells of the last move")
    arrows: list[list[Place]] = Field(description="from cell to cell, or one cell, of the moves it is to show")


class Card(BaseModel):
    """A game that can be played, as the first page shows it."""

    name: str
    title: str
    own: bool = Field(description="whether it comes from a person's own file")
    about: dict[str, str] = Field(description="what it is, in a line, by language; empty if it says nothing of its rules")
    picture: Picture


class RulePart(BaseModel):
    """A paragraph of rules."""

    kind: str = Field(description="summary, text, list, or example: what the picture shows")
    lines: list[str]


class RulesView(BaseModel):
    """The rules of a game, with an example."""

    name: str
    title: str
    rules: dict[str, list[RulePart]] = Field(description="by language")
    picture: Picture


class LastGame(BaseModel):
    """The game that was played last."""

    id: str
    game: str
    title: str
    moves: int
    sides: list[SideView]
    analysis: bool
    over: bool
    changed: float
    picture: Picture


class HomeView(BaseModel):
    """What the first page shows."""

    games: list[Card] = Field(description="a person's own first, then the others by title")
    last: LastGame | None


class FirstPage:
    """What the first page is told; what does not change is made once."""

    def __init__(self, offers: dict[str, Offer]) -> None:
        self._offers = offers
        self._lock = threading.Lock()
        self._cards: list[Card] | None = None
        self._last: tuple[list[tuple[str, float]], LastGame | None] | None = None

    def view(self, recent: Iterable[Kept], find: Finding) -> HomeView:
        """All cards, and the last of the games that are kept; `find` reads one of those whole."""
        with self._lock:
            if self._cards is None:
                self._cards = [view_card(offer) for offer in self._offers.values() if is_played(offer.game)]
            return HomeView(games=self._cards, last=self._last_of(recent, find))

    def _last_of(self, recent: Iterable[Kept], find: Finding) -> LastGame | None:
        """The last game with a move in it; what was only begun is nothing to go on with."""
        offered = [kept for kept in recent if kept.game in self._offers]
        key = [(kept.id, kept.changed) for kept in offered]
        if self._last is None or self._last[0] != key:
            whole = (found for kept in offered if (found := find(kept.id)) and _has_moves(found))
            self._last = key, next((view_last(kept, self._offers[kept.game]) for kept in whole), None)
        return self._last[1]


def _has_moves(kept: Kept) -> bool:
    tree = kept.content.get("tree")
    return isinstance(tree, dict) and bool(tree.get("nodes"))


def view_card(offer: Offer) -> Card:
    """A game's card."""
    about = {language: summary_of(text) for language, text in rules_of(offer.game).items()}
    return Card(
        name=offer.name,
        title=offer.title,
        own=offer.own,
        about={language: text for language, text in about.items() if text},
        picture=view_example(offer.game),
    )


def view_rules(offer: Offer) -> RulesView:
    """A game's rules."""
    rules = {
        language: [RulePart(kind=kind, lines=lines) for kind, lines in parts_of(text)]
        for language, text in rules_of(offer.game).items()
    }
    return RulesView(name=offer.name, title=offer.title, rules=rules, picture=view_example(offer.game))


def view_last(kept: Kept, offer: Offer) -> LastGame | None:
    """The last game as it was left; None if it cannot be taken up again."""
    try:
        tree, _, settings = taken_up(kept, offer)
        session = tree.session
        picture = view_picture(session)
        if session.moves:
            last = offer.game.cells(session.positions[-2], session.moves[-1], session.turns[-2])
            picture.last = cells_on(offer.game.board(session.position, session.turn), last)
    except BadInput:
        return None
    return LastGame(
        id=kept.id,
        game=kept.game,
        title=kept.title,
        moves=len(tree.main_line()) - 1,
        sides=[view_side(side) for side in settings.sides],
        analysis=settings.analysis,
        over=session.is_over or bool(kept.content.get("ended")),
        changed=kept.changed,
        picture=picture,
    )


def view_example(game: Game) -> Picture:
    """The position that a game shows of itself, with the moves to point at; where that cannot be drawn, its start."""
    position, names = example_of(game)
    try:
        return view_picture(Session.from_text(game, position), names)
    except BadInput:
        return view_picture(Session(game))


def view_picture(session: Session, names: Iterable[str] = ()) -> Picture:
    """A position and the arrows of moves in it, each step of a move that goes over several cells."""
    game, position, turn = session.game, session.position, session.turn
    arrows: list[list[Place]] = []
    for name in names:
        cells = game.cells(position, session.parse_move(name), turn)
        arrows += [[a, b] for a, b in itertools.pairwise(cells)] or ([cells] if cells else [])
    return Picture(
        board=view_board(game.board(position, turn)),
        turn=turn,
        players=[named(game, player) for player in (0, 1)],
        text=session.text,
        legal=[
            LegalMove(name=session.move_name(move), cells=game.cells(position, move, turn), book=None)
            for move in session.legal_moves()
        ],
        last=[],
        arrows=arrows,
    )
