"""What is refused, and how that is said: errors are types, each with its status, and the page hears one clear line."""

import functools
import re
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from damier.games.game import BadInput
from damier.web.models import Trouble
from damier.wording import beginning, in_one_line

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


class Conflict(BadInput):
    """A request that is well formed but not possible now."""


class Busy(BadInput):
    """Others come first."""


def answer_refusals(app: FastAPI) -> None:
    """Let the application say what it refuses as `{"error": "one clear message"}`."""
    app.add_exception_handler(RequestValidationError, _not_well_formed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Conflict, functools.partial(_say, 409))
    app.add_exception_handler(Busy, functools.partial(_say, 503))
    app.add_exception_handler(BadInput, functools.partial(_say, 400))


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


def said(fault: Any, skipped: int = 0) -> str:
    """What pydantic finds wrong with a message, in one line: where, but for the first parts of the place, and what."""
    where = ".".join(beginning(str(part)) for part in fault["loc"][skipped:])
    return in_one_line(f"{where}: {fault['msg']}" if where else str(fault["msg"]))
