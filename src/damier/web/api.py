"""The web application: the HTTP interface to the games, the conversation about each, the page and its files."""

import asyncio
import functools
import re
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from damier import __version__
from damier.games.game import BadInput, Cell
from damier.games.game_text import Wanted
from damier.records.session import Session
from damier.web.guard import Guard
from damier.web.lab import routes as laboratory
from damier.web.models import (
    BoardWanted,
    BookView,
    FileWanted,
    GameView,
    KeptView,
    NewGame,
    PositionText,
    PositionView,
    SavedGame,
    SetUp,
    State,
    Trouble,
)
from damier.web.offers import Offer, offers, said_clearly
from damier.web.play.book_views import view_book
from damier.web.play.desk import Busy, Desk
from damier.web.play.export import saved
from damier.web.play.library import Library
from damier.web.play.sitting import Conflict, Sitting
from damier.web.play.sittings import Sittings
from damier.web.play.talk import NO_SUCH_GAME, Talk, said
from damier.web.play.views import view_game, view_position, view_state
from damier.web.theatre import routes as theatre
from damier.wording import in_one_line, quoted

LAST_SECONDS = 1.0  # for what is being asked when the server ends
HANDS = 8  # threads in which games are asked for what the pages show

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Trouble, "description": "what was asked for cannot be"},
    401: {"model": Trouble, "description": "whoever asks has not opened the page"},
    403: {"model": Trouble, "description": "another site asks"},
    404: {"model": Trouble, "description": "there is no such game"},
    409: {"model": Trouble, "description": "not possible now"},
    413: {"model": Trouble, "description": "too long"},
    422: {"model": Trouble, "description": "the request is not well formed"},
    503: {"model": Trouble, "description": "others come first; ask again in a moment"},
}

router = APIRouter(prefix="/api", responses=REFUSALS)


def create_app(
    game_files: Sequence[str] = (), host: str = "127.0.0.1", token: str | None = None, library: Path | None = None
) -> FastAPI:
    """The application, with all registered games and those of the files; it answers for loopback and this host.

    Games are kept in the `library`, a file in the person's own data folder if none is given.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.desk.close()
        app.state.sittings.stop()
        ending = threading.Thread(target=app.state.hands.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        ending.start()
        ending.join(LAST_SECONDS)
        app.state.library.close()

    app = FastAPI(
        title="damier",
        version=__version__,
        description="Play and analyse any game damier knows. The conversation about a game goes on in a WebSocket, "
        "`/api/sittings/ID/talk`.",
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
    )
    app.openapi = functools.partial(_described, app, app.openapi)  # type: ignore[method-assign]
    app.state.offers = offers(game_files)
    app.state.library = Library(library)
    app.state.sittings = Sittings(app.state.offers, app.state.library)
    app.state.hands = ThreadPoolExecutor(HANDS, "damier-hand")
    app.state.desk = Desk()
    app.add_middleware(Guard, host=host, token=token)
    app.add_exception_handler(RequestValidationError, _not_well_formed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Conflict, functools.partial(_say, 409))
    app.add_exception_handler(Busy, functools.partial(_say, 503))
    app.add_exception_handler(BadInput, functools.partial(_say, 400))
    app.include_router(router)
    app.include_router(theatre.router, responses=REFUSALS)
    app.include_router(laboratory.router, responses=REFUSALS)
    app.add_api_route("/", functools.partial(_page, "index.html"), include_in_schema=False)
    app.add_api_route("/docs", functools.partial(_page, "docs.html"), include_in_schema=False)
    app.mount("/static", StaticFiles(packages=[("damier.web", "static")]), name="static")
    return app


def _described(app: FastAPI, describe: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The description of the interface: whatever a route answers, what it refuses it refuses in JSON."""
    is_new = app.openapi_schema is None
    description = describe()
    if is_new:
        trouble = {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}
        for methods in description["paths"].values():
            for method in methods.values():
                for status, answer in method["responses"].items():
                    if status.startswith(("4", "5")):
                        answer["content"] = trouble
    return description


def _page(name: str) -> HTMLResponse:
    return HTMLResponse((files("damier.web") / "static" / name).read_text("utf-8"))


# --------------------------------------------------------------------------------------------------------------------
# Games


def _offers(request: Request) -> dict[str, Offer]:
    found: dict[str, Offer] = request.app.state.offers
    return found


def _sittings(request: Request) -> Sittings:
    found: Sittings = request.app.state.sittings
    return found


def _sitting(id: str, request: Request) -> Sitting:
    try:
        return _sittings(request).get(id)
    except KeyError:
        raise HTTPException(404, "there is no such game (any more); start a new one") from None


Games = Annotated[dict[str, Offer], Depends(_offers)]
AllSittings = Annotated[Sittings, Depends(_sittings)]
OneSitting = Annotated[Sitting, Depends(_sitting)]


def _offer(name: str, offers: dict[str, Offer]) -> Offer:
    if name not in offers:
        raise HTTPException(404, f"there is no game {quoted(name)}; there are {', '.join(offers)}")
    return offers[name]


@router.get("/games")
def list_games(offers: Games) -> list[GameView]:
    """The games that can be played, with their options: a person's own first, then the others by title."""
    return [view_game(offer) for offer in offers.values()]


@router.get("/sittings")
def list_sittings(sittings: AllSittings, limit: Annotated[int, Query(ge=1, le=1_000)] = 50) -> list[KeptView]:
    """The games that are kept, the last played first."""
    return [
        KeptView(id=kept.id, game=kept.game, title=kept.title, summary=kept.summary, begun=kept.begun, changed=kept.changed)
        for kept in sittings.room.library.recent(limit)
    ]


@router.post("/sittings", status_code=201)
def start_sitting(wanted: NewGame, offers: Games, sittings: AllSittings) -> State:
    """Start a game. The engine is prepared behind: `ready` tells when it is."""
    offer = _offer(wanted.game, offers)
    return view_state(sittings.open(offer, wanted.options, wanted.position, wanted.moves, wanted.settings()))


@router.post("/import", status_code=201, response_model=State)
async def read_game(wanted: FileWanted, request: Request, offers: Games, sittings: AllSittings) -> Response:
    """Take up a game that is written down: PGN, GGF, a transcript, columns or a list of moves."""
    offer, settings = _offer(wanted.game, offers), wanted.settings()

    def work(is_wanted: Wanted) -> str:
        return view_state(sittings.read(offer, wanted.options, wanted.text, settings, is_wanted)).model_dump_json()

    desk: Desk = request.app.state.desk
    return Response(await desk.read(work, request.is_disconnected), 201, media_type="application/json")


@router.post("/board")
def show_position(wanted: BoardWanted, offers: Games) -> PositionView:
    """A position to look at, without a game."""
    game = _offer(wanted.game, offers).with_options(wanted.options)
    try:
        game.check_options()
        return view_position(Session.from_text(game, wanted.position))
    except Exception as error:
        raise said_clearly(game, error) from error


@router.post("/position")
def set_up_position(wanted: SetUp, offers: Games) -> PositionText:
    """The position in writing that a board set up by hand stands for; refused if it cannot be."""
    game = _offer(wanted.game, offers).with_options(wanted.options)
    try:
        game.check_options()
        text = game.set_up([[Cell(cell.text, cell.owner) for cell in row] for row in wanted.cells], wanted.turn)
        game.parse(text)
    except Exception as error:
        raise said_clearly(game, error) from error
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


@router.get("/sittings/{id}/file")
def save_game(sitting: OneSitting, format: Annotated[str, Query(max_length=40)] = "") -> SavedGame:
    """The game in writing, with its variations where the format has them; in the first of its formats by default."""
    name, text = saved(sitting, format)
    return SavedGame(name=name, text=text)


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


# --------------------------------------------------------------------------------------------------------------------
# Errors: {"error": "one clear message"}


def _say(status: int, request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": in_one_line(str(error))}, status)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    headers = {"Allow": _methods(request)} if error.status_code == 405 else error.headers
    return JSONResponse({"error": in_one_line(str(error.detail))}, error.status_code, headers)


def _methods(request: Request) -> str:
    """All methods that a path knows: each route only tells its own."""
    described: dict[str, Any] = request.app.openapi()["paths"]
    for path, methods in described.items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path):
            return ", ".join(sorted(method.upper() for method in methods))
    return "GET"


def _not_well_formed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": said(error.errors()[0], skipped=1)}, 422)
