"""Files of many games: the routes by which their games are listed, opened, and read into the book that learns."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.exceptions import HTTPException

from damier.games.game_text import Wanted
from damier.records.listing import MOST_SHOWN
from damier.web.offers import Games, offer_named, said_clearly
from damier.web.play.book_imports import BookImport
from damier.web.play.desk import Desk
from damier.web.play.game_lists import GameLists, Listed
from damier.web.play.models.books import BookImportView
from damier.web.play.models.games import GameListView
from damier.web.play.models.state import State
from damier.web.play.requests import FilesWanted, SettingsWanted
from damier.web.play.sittings import Sittings
from damier.web.play.state_views import view_state

FIRST_ROWS = 50  # that come with the list itself
MOST_NUMBER = 10_000_000

router = APIRouter()


def _list(id: str, request: Request) -> Listed:
    lists: GameLists = request.app.state.game_lists
    try:
        return lists.get(id)
    except KeyError:
        raise HTTPException(404, "this list is no longer kept; open the file again") from None


def _import(id: str, request: Request) -> BookImport:
    try:
        found: BookImport = request.app.state.book_imports.get(id)
    except KeyError:
        raise HTTPException(404, "nothing is known of this import (any more)") from None
    return found


OneList = Annotated[Listed, Depends(_list)]
OneImport = Annotated[BookImport, Depends(_import)]


@router.post("/lists", status_code=201, response_model=GameListView)
async def list_games_of_file(wanted: FilesWanted, request: Request, offers: Games) -> Response:
    """The games of a file, PGN, GGF, WTHOR or any other that the game knows, as a list; the first of them are told at once."""
    offer = offer_named(wanted.game, offers)
    game = offer.with_options(wanted.options)
    lists: GameLists = request.app.state.game_lists

    def work(is_wanted: Wanted) -> str:
        try:
            game.check_options()
            return lists.read(offer, game, wanted.files).view("", 0, FIRST_ROWS, is_wanted).model_dump_json()
        except Exception as error:
            raise said_clearly(game, error) from error

    return await _read(request, work, 201)


@router.get("/lists/{id}", response_model=GameListView)
async def show_list(
    found: OneList,
    request: Request,
    words: Annotated[str, Query(max_length=200, description="that occur in the games")] = "",
    after: Annotated[int, Query(ge=0, le=MOST_NUMBER, description="so many of those that were found")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_SHOWN)] = FIRST_ROWS,
) -> Response:
    """Some games of a list: those in whose writing all words occur; fewer than the limit, if reading them takes long."""
    return await _read(request, lambda is_wanted: found.view(words, after, limit, is_wanted).model_dump_json())


@router.post("/lists/{id}/games/{number}", status_code=201, response_model=State)
async def open_listed(found: OneList, number: int, wanted: SettingsWanted, request: Request) -> Response:
    """Take up a game of a list; one stands at its end, and a program does not move by itself."""
    sittings: Sittings = request.app.state.sittings
    games, settings = found.games, wanted.settings()

    def work(is_wanted: Wanted) -> str:
        taken = sittings.take(found.offer, games.game, lambda: games.tree(number, is_wanted), settings, is_wanted)
        return view_state(taken).model_dump_json()

    return await _read(request, work, 201)


@router.post("/book-imports", status_code=202)
def import_into_book(wanted: FilesWanted, request: Request, offers: Games) -> BookImportView:
    """Read the games of files into the book that learns, behind; one import goes on at a time."""
    game = offer_named(wanted.game, offers).with_options(wanted.options)
    try:
        game.check_options()
        begun: BookImport = request.app.state.book_imports.begin(game, wanted.files)
    except Exception as error:
        raise said_clearly(game, error) from error
    return begun.view()


@router.get("/book-imports/{id}")
def show_import(found: OneImport) -> BookImportView:
    """How far an import is."""
    return found.view()


@router.delete("/book-imports/{id}", status_code=202)
def stop_import(found: OneImport) -> BookImportView:
    """End an import with what was read so far."""
    found.stop()
    return found.view()


async def _read(request: Request, work: Callable[[Wanted], str], status: int = 200) -> Response:
    desk: Desk = request.app.state.desk
    return Response(await desk.read(work, request.is_disconnected), status, media_type="application/json")
