"""The games at the board in the page: the routes by which they are begun, read, shown, saved and talked about."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from starlette.exceptions import HTTPException

from damier.games.game import BadInput, Cell
from damier.games.game_text import Wanted
from damier.records.session import Session
from damier.web.offers import Games, offer_named, said_clearly
from damier.web.play import file_routes, teaching_routes
from damier.web.play.book_imports import BookImports
from damier.web.play.book_views import view_book
from damier.web.play.desk import Desk
from damier.web.play.export import export_game, record_of
from damier.web.play.game_lists import GameLists
from damier.web.play.home import FirstPage, HomeView, RulesView, view_rules
from damier.web.play.library import Library
from damier.web.play.models.books import BookView
from damier.web.play.models.games import GameRecord, GameView, KeptView, PositionText, PositionView, SavedGame
from damier.web.play.models.moves import LineBoards
from damier.web.play.models.state import State
from damier.web.play.piece_views import PiecesView, view_pieces
from damier.web.play.requests import BoardWanted, FileWanted, NewGame, SetUp
from damier.web.play.sitting import Sitting
from damier.web.play.sittings import Sittings
from damier.web.play.state_views import view_state
from damier.web.play.talk import NO_SUCH_GAME, Talk
from damier.web.play.views import view_game, view_kept, view_line, view_position

LAST_SECONDS = 1.0  # for what is being asked when the server ends
MOST_BOARDS = 200  # of a line
RECENT = 20  # games among which the last one is looked for that can be gone on with
HANDS = 8  # threads in which games are asked for what the pages show


def furnish(app: FastAPI, library: Path | None, builds_tables: bool = False) -> None:
    """Give the application what the routes need; games are kept in the library, the person's own if none is given."""
    app.state.library = Library(library)
    app.state.sittings = Sittings(app.state.offers, app.state.library, builds_tables)
    app.state.hands = ThreadPoolExecutor(HANDS, "damier-hand")
    app.state.desk = Desk()
    app.state.game_lists = GameLists()
    app.state.book_imports = BookImports()
    app.state.first_page = FirstPage(app.state.offers)


def hush(app: FastAPI) -> None:
    """Ask all that goes on to end, and wait for nothing."""
    app.state.desk.close()
    app.state.book_imports.close()
    app.state.sittings.hush()


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.desk.close()
    app.state.book_imports.close()
    app.state.sittings.stop()
    ending = threading.Thread(target=app.state.hands.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    ending.start()
    ending.join(LAST_SECONDS)
    app.state.library.close()


router = APIRouter(prefix="/api", lifespan=_lifespan)
router.include_router(file_routes.router)
router.include_router(teaching_routes.router)


def _sittings(request: Request) -> Sittings:
    found: Sittings = request.app.state.sittings
    return found


def _sitting(id: str, request: Request) -> Sitting:
    try:
        return _sittings(request).get(id)
    except KeyError:
        raise HTTPException(404, "there is no such game (any more); start a new one") from None


AllSittings = Annotated[Sittings, Depends(_sittings)]
OneSitting = Annotated[Sitting, Depends(_sitting)]


@router.get("/games")
def list_games(offers: Games) -> list[GameView]:
    """The games that can be played, with their options: a person's own first, then the others by title."""
    return [view_game(offer) for offer in offers.values()]


@router.get("/games/{name}/rules")
def show_rules(name: str, offers: Games) -> RulesView:
    """The rules of a game for people, in all languages it has them in, with an example on the board."""
    return view_rules(offer_named(name, offers))


@router.get("/home")
def show_first_page(request: Request, sittings: AllSittings) -> HomeView:
    """A card for each game that people play, and the last game that was played."""
    first_page: FirstPage = request.app.state.first_page
    library = sittings.room.library
    return first_page.view(library.recent(RECENT), library.find)


@router.get("/sittings")
def list_sittings(sittings: AllSittings, limit: Annotated[int, Query(ge=1, le=1_000)] = 50) -> list[KeptView]:
    """The games that are kept, the last played first."""
    return [view_kept(kept) for kept in sittings.room.library.recent(limit)]


@router.post("/sittings", status_code=201)
def start_sitting(wanted: NewGame, offers: Games, sittings: AllSittings) -> State:
    """Start a game. The engine is prepared behind: `ready` tells when it is."""
    offer = offer_named(wanted.game, offers)
    return view_state(sittings.open(offer, wanted.options, wanted.position, wanted.moves, wanted.settings()))


@router.post("/import", status_code=201, response_model=State)
async def read_game(wanted: FileWanted, request: Request, offers: Games, sittings: AllSittings) -> Response:
    """Take up a game that is written down: PGN, GGF, a transcript, columns or a list of moves."""
    offer, settings = offer_named(wanted.game, offers), wanted.settings()

    def work(is_wanted: Wanted) -> str:
        return view_state(sittings.read(offer, wanted.options, wanted.text, settings, is_wanted)).model_dump_json()

    desk: Desk = request.app.state.desk
    return Response(await desk.read(work, request.is_disconnected), 201, media_type="application/json")


@router.post("/board")
def show_position(wanted: BoardWanted, offers: Games) -> PositionView:
    """A position to look at, without a game."""
    game = offer_named(wanted.game, offers).with_options(wanted.options)
    try:
        game.check_options()
        return view_position(Session.from_text(game, wanted.position))
    except Exception as error:
        raise said_clearly(game, error) from error


@router.post("/position")
def set_up_position(wanted: SetUp, offers: Games) -> PositionText:
    """The position in writing that a board set up by hand stands for, with what is wrong; refused if it has none."""
    game = offer_named(wanted.game, offers).with_options(wanted.options)
    try:
        game.check_options()
        text = game.set_up([[Cell(cell.text, cell.owner) for cell in row] for row in wanted.cells], wanted.turn, wanted.fields)
    except Exception as error:
        raise said_clearly(game, error) from error
    try:
        game.parse(text)
    except Exception as error:
        return PositionText(text=text, fault=str(said_clearly(game, error)))
    return PositionText(text=text)


@router.get("/sittings/{id}")
def show_sitting(sitting: OneSitting) -> State:
    """How a game stands."""
    return view_state(sitting)


@router.delete("/sittings/{id}", status_code=204)
def end_sitting(id: str, sittings: AllSittings) -> None:
    """Forget a game; its engine stops thinking."""
    sittings.close(id)


@router.get("/sittings/{id}/book")
def show_book(sitting: OneSitting) -> BookView:
    """What the book that learns knows of the position on the board."""
    return view_book(sitting)


@router.get("/sittings/{id}/pieces")
def show_pieces(sitting: OneSitting) -> PiecesView:
    """What each piece on the board is worth to the network that judges the game; nothing where none does."""
    return view_pieces(sitting)


@router.get("/sittings/{id}/line")
def show_line(sitting: OneSitting, most: Annotated[int, Query(ge=2, le=MOST_BOARDS)] = MOST_BOARDS) -> LineBoards:
    """The boards of the line on the board, from the first position to the last; of a long one some, evenly."""
    return sitting.ask(lambda: view_line(sitting.tree.game, sitting.whole_line(), most))


@router.get("/sittings/{id}/file")
def save_game(sitting: OneSitting, format: Annotated[str, Query(max_length=40)] = "") -> SavedGame:
    """The game in writing, with its variations where the format has them; in the first of its formats by default."""
    name, text = export_game(sitting, format)
    return SavedGame(name=name, text=text)


@router.get("/sittings/{id}/record")
def record_game(sitting: OneSitting) -> GameRecord:
    """The game in words, variations, comments, signs and drawings included, for a link; POST /api/import reads it again."""
    text, has_more = sitting.ask(lambda: record_of(sitting))
    return GameRecord(text=text, more=has_more)


@router.websocket("/sittings/{id}/talk")
async def talk(socket: WebSocket, id: str) -> None:
    """The conversation about a game: see `talk.py`."""
    state = socket.app.state
    await socket.accept()
    try:
        sitting = await asyncio.get_running_loop().run_in_executor(state.hands, state.sittings.get, id)
    except (KeyError, BadInput):
        await socket.close(NO_SUCH_GAME, "there is no such game (any more)")
        return
    await Talk(socket, sitting, state.hands).run()
