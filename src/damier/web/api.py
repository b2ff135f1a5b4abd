"""The web application: the JSON interface to the games, the page and its files."""

import asyncio
import functools
import os
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from damier import __version__
from damier.engine.levels import level_of
from damier.games.game import BadInput
from damier.web.guard import Guard
from damier.web.shelf import Offer, offers
from damier.web.sitting import Conflict, Sitting, Sittings
from damier.web.views import (
    GameView,
    Move,
    NewGame,
    Score,
    Scores,
    State,
    Think,
    Trouble,
    view_game,
    view_scores,
    view_state,
    view_thought,
)

LEAST_THINKERS = 2  # engines that may think at once, even on one core

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Trouble, "description": "what was asked for cannot be"},
    404: {"model": Trouble, "description": "there is no such game"},
    409: {"model": Trouble, "description": "not possible now"},
    422: {"model": Trouble, "description": "the request is not well formed"},
}

router = APIRouter(prefix="/api", responses=REFUSALS)


def create_app(game_files: Sequence[str] = (), host: str = "127.0.0.1") -> FastAPI:
    """The application, with all registered games and those of the files; it answers for loopback and this host."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.sittings.stop()
        app.state.thinkers.shutdown(cancel_futures=True)

    app = FastAPI(
        title="damier",
        version=__version__,
        description="Play any game damier knows against its engine.",
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
    )
    app.state.offers = offers(game_files)
    app.state.sittings = Sittings()
    app.state.thinkers = ThreadPoolExecutor(max(LEAST_THINKERS, os.cpu_count() or 1), "damier-think")
    app.add_middleware(Guard, host=host)
    app.add_exception_handler(RequestValidationError, _not_well_formed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(BadInput, functools.partial(_say, 400))
    app.add_exception_handler(Conflict, functools.partial(_say, 409))
    app.include_router(router)
    app.add_api_route("/", functools.partial(_page, "index.html"), include_in_schema=False)
    app.add_api_route("/docs", functools.partial(_page, "docs.html"), include_in_schema=False)
    app.mount("/static", StaticFiles(packages=[("damier.web", "static")]), name="static")
    return app


def _page(name: str) -> HTMLResponse:
    return HTMLResponse((files("damier.web") / "static" / name).read_text("utf-8"))


# --------------------------------------------------------------------------------------------------------------------
# Games and sessions


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


@router.get("/games")
def list_games(offers: Games) -> list[GameView]:
    """The games that can be played, by title, with their options."""
    return [view_game(offer) for offer in offers.values()]


@router.post("/sessions", status_code=201)
def start_session(wanted: NewGame, offers: Games, sittings: AllSittings) -> State:
    """Start a game. The engine is prepared behind: `ready` tells when it is."""
    if wanted.game not in offers:
        raise HTTPException(404, f"there is no game {wanted.game!r}; there are {', '.join(offers)}")
    sitting = sittings.open(offers[wanted.game], wanted.options, wanted.position, wanted.moves, wanted.person, wanted.seconds)
    return view_state(sitting)


@router.get("/sessions/{id}")
def show_session(sitting: OneSitting) -> State:
    """How a game stands."""
    return view_state(sitting)


@router.delete("/sessions/{id}", status_code=204)
def end_session(id: str, sittings: AllSittings) -> None:
    """Forget a game; its engine stops thinking."""
    sittings.close(id)


@router.post("/sessions/{id}/move")
def make_move(sitting: OneSitting, wanted: Move) -> State:
    """Make a move."""
    sitting.move(wanted.move)
    return view_state(sitting)


@router.post("/sessions/{id}/undo")
def take_back(sitting: OneSitting) -> State:
    """Take back to the person's previous turn; the engine stops thinking and does not move."""
    sitting.undo()
    return view_state(sitting)


@router.post("/sessions/{id}/stop")
def move_now(sitting: OneSitting) -> State:
    """Let the engine, if it is thinking, move at once."""
    sitting.stop()
    return view_state(sitting)


@router.post("/sessions/{id}/think")
async def think(sitting: OneSitting, request: Request, wanted: Annotated[Think | None, Body()] = None) -> State:
    """Let the engine move, and say what it thought. If the game is changed meanwhile it does not, and `thought` is null."""
    return await _think(sitting, request, wanted, plays=True)


@router.post("/sessions/{id}/hint")
async def hint(sitting: OneSitting, request: Request, wanted: Annotated[Think | None, Body()] = None) -> State:
    """What the engine thinks of the position, without a move."""
    return await _think(sitting, request, wanted, plays=False)


@router.post("/sessions/{id}/scores")
async def score_moves(sitting: OneSitting, request: Request, wanted: Annotated[Score | None, Body()] = None) -> Scores:
    """What each move is worth: exactly where the solver reaches, else an estimate. If the game is changed it gives up."""
    job = sitting.begin_scoring()
    seconds = (wanted or Score()).seconds

    def answer() -> Scores:
        found = sitting.score(job, seconds)
        return view_scores(sitting.session.game, *found) if found else Scores(player=None, scores=[], complete=False)

    return await asyncio.get_running_loop().run_in_executor(request.app.state.thinkers, answer)


@router.delete("/sessions/{id}/scores", status_code=204)
def stop_scores(sitting: OneSitting) -> None:
    """Let the solver or the engine, if it is at work on that, give up."""
    sitting.stop_scoring()


async def _think(sitting: Sitting, request: Request, wanted: Think | None, plays: bool) -> State:
    """Think in a thread, so that the server goes on answering."""
    wanted = wanted or Think()
    level = level_of(wanted.level)
    seconds = wanted.seconds
    job = sitting.begin()

    def answer() -> State:
        found = sitting.think(job, seconds, level, plays)
        return view_state(sitting, view_thought(sitting.session.game, *found) if found else None)

    return await asyncio.get_running_loop().run_in_executor(request.app.state.thinkers, answer)


# --------------------------------------------------------------------------------------------------------------------
# Errors: {"error": "one clear message"}


def _say(status: int, request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": " ".join(str(error).split())}, status)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)


def _not_well_formed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"])
    return JSONResponse({"error": f"{where}: {message}" if where else message}, 422)
