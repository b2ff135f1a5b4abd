"""The web application: its three rooms, what stands before them, the page and its files."""

import functools
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from damier import __version__
from damier.web.examples import add_examples
from damier.web.guard import Guard
from damier.web.lab import routes as laboratory
from damier.web.offers import offers
from damier.web.play import routes as play
from damier.web.refusals import REFUSALS, answer_refusals
from damier.web.theatre import routes as theatre


def create_app(
    game_files: Sequence[str] = (),
    host: str = "127.0.0.1",
    token: str | None = None,
    library: Path | None = None,
    builds_tables: bool = False,
) -> FastAPI:
    """The application, with all registered games and those of the files; it answers for loopback and this host.

    Games are kept in the `library`, a file in the person's own data folder if none is given.
    """
    app = FastAPI(
        title="damier",
        version=__version__,
        description="Play and analyse any game damier knows. The conversation about a game goes on in a WebSocket, "
        "`/api/sittings/ID/talk`.",
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.openapi = functools.partial(_described, app, app.openapi)  # type: ignore[method-assign]
    app.state.offers = offers(game_files)
    play.furnish(app, library, builds_tables)
    app.add_middleware(Guard, host=host, token=token)
    answer_refusals(app)
    for room in (play, theatre, laboratory):
        app.include_router(room.router, responses=REFUSALS)
    first = "play" if any(offer.own for offer in app.state.offers.values()) else "home"
    app.add_api_route("/", functools.partial(_page, "index.html", first), include_in_schema=False)
    app.add_api_route("/docs", functools.partial(_page, "docs.html", first), include_in_schema=False)
    app.mount("/static", StaticFiles(packages=[("damier.web", "static")]), name="static")
    return app


def _described(app: FastAPI, describe: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The description of the interface: what each route refuses it refuses in JSON, and it has an example."""
    is_new = app.openapi_schema is None
    description = describe()
    if is_new:
        trouble = {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}
        for methods in description["paths"].values():
            for method in methods.values():
                for status, answer in method["responses"].items():
                    if status.startswith(("4", "5")):
                        answer["content"] = trouble
        add_examples(description)
    return description


def _page(name: str, first: str) -> HTMLResponse:
    """A page, which is told its first part, one's own game where one came with it, and the languages that have a file."""
    static = files("damier.web") / "static"
    languages = sorted(file.name.removesuffix(".js") for file in (static / "languages").iterdir() if file.name.endswith(".js"))
    told = {"{languages}": " ".join(languages), "{first}": first}
    text = (static / name).read_text("utf-8")
    for place, value in told.items():
        text = text.replace(place, value)
    return HTMLResponse(text)
