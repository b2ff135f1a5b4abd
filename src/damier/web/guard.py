"""What stands between the page and other web sites: which requests are let in, and what every answer carries.

A site open in the same browser could send requests here (its Origin tells), or have its own name point here (the Host
tells); neither gets in. Bodies are read before the application sees them and may not be long.
"""

import ipaddress
import json
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 64 * 1024
MOST_DRAINED = 1 << 20  # bytes of a body that is too long that are read before it is refused
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
ANYWHERE = frozenset({"0.0.0.0", "::", ""})  # a server that listens so is reached by any of its addresses
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._hosts = LOOPBACK | {host.lower()}
        self._is_anywhere = host in ANYWHERE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        headers = _Headers(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        body = await _read(receive)
        if body is None:
            await _refuse(send, *_TOO_LONG)
            return
        await self._app(scope, _replay(body, receive), send)

    def _refusal(self, scope: Scope, headers: "_Headers") -> tuple[int, str] | None:
        """Why a request is not let in: status and message; None if it is."""
        host = headers.one("host")
        if host is None or not self._is_ours(host, scope):
            return 400, f"this server does not answer for the host {host or 'without a name'!r}"
        if scope["method"] not in SAFE_METHODS:
            origin = headers.one("origin")
            if origin not in (None, f"http://{host}"):
                return 403, f"requests from {origin!r} are not accepted"
            if headers.one("sec-fetch-site") not in (None, "same-origin", "none"):
                return 403, "requests from other sites are not accepted"
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        name, port = _split(host.lower())
        server = scope.get("server")
        if server is not None and server[1] is not None and port != str(server[1]):
            return False
        return name in self._hosts or (self._is_anywhere and _is_address(name))


_TOO_LONG = 413, f"the request is too long: at most {MOST_BODY} bytes"


class _Headers:
    """The headers of a request; a header given twice counts as a strange one."""

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        self._values: dict[str, str] = {}
        for name, value in headers:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            self._values[key] = f"{self._values[key]}, {text}" if key in self._values else text

    def one(self, name: str) -> str | None:
        return self._values.get(name)


def _split(host: str) -> tuple[str, str]:
    """Name and port of a Host header: `localhost:8000`, `[::1]:8000`; port 80 where none is written."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name, rest.removeprefix(":") or "80"
    name, _, port = host.partition(":")
    return name, port or "80"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or None if it is too long.

    Of one that is too long some more is read and thrown away: a client that is still sending when the connection is
    closed might not see the answer.
    """
    body, length, more = b"", 0, True
    while more and length <= MOST_DRAINED:
        message = await receive()
        piece = message.get("body", b"")  # a client that leaves sends a message without one
        more = message.get("more_body", False)
        length += len(piece)
        if length <= MOST_BODY:
            body += piece
    return body if length <= MOST_BODY else None


def _replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, for the application to read."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


def _with_headers(send: Send, path: str) -> Send:
    """Answers with the headers every one carries; what a game's state was is not kept, files are asked for again."""
    caching = b"no-store" if path.startswith("/api/") else b"no-cache"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS.items(), (b"cache-control", caching)]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"error": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
