"""What stands between the page and other web sites: which requests are let in, and what every answer carries.

A site open in the same browser could send requests here (its Origin tells), or have its own name point here (the Host
tells), or be another server on this computer, whose pages a browser takes for almost ours (only Sec-Fetch-Site tells);
none gets in. Beside that every launch has a token. A visit to the page sets it as a cookie that the browser sends to no
other site; a script sends it as `Authorization: Bearer TOKEN`. Where the server listens on loopback any visit that comes
from no other site gets the cookie; elsewhere only one with the token in its address, which is what damier prints.
Bodies are read before the application sees them and may not be long; nor may messages of WebSockets. Games in writing may be
longer, but only a few are in memory at once: the others wait outside for a while.
"""

import asyncio
import html
import ipaddress
import json
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damier.wording import quoted

MOST_BODY = 64 * 1024
MOST_UPLOAD = 10 * 1024 * 1024
MOST_MESSAGE = 64 * 1024  # of a WebSocket
MOST_UPLOADS = 2  # at once
MOST_WAITING = 20  # uploads before the door
PATIENCE = 3.0  # seconds that an upload waits there
UPLOAD_SECONDS = 30.0  # in which it must have come
MOST_DRAINED = 32 << 20  # bytes beyond a limit that are read before a body is refused
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
ANYWHERE = frozenset({"0.0.0.0", "::", ""})  # a server that listens so is reached by any of its addresses
DOORS = frozenset({"/", "/docs"})  # the pages a person opens; they set the cookie
UPLOAD = "/api/import"
MOST_FILES = 14 * 1024 * 1024  # of files in base64, which makes 10 MiB of them
UPLOADS = {UPLOAD: MOST_UPLOAD, "/api/lists": MOST_FILES, "/api/book-imports": MOST_FILES}  # what is longer than others
NOT_FROM_ELSEWHERE = (None, "same-origin", "none")  # what Sec-Fetch-Site may be; same-site is another port of this computer

# blob: is what the page itself has made: a board as a picture
POLICY = (
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
_POLICY_VIOLATION, _TOO_BIG = 1008, 1009  # codes with which a WebSocket is closed (RFC 6455)
_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f]*:[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/\s]+))(?::(?P<port>[0-9]{1,5}))?")


def new_token() -> str:
    """A token that nobody guesses, for one launch."""
    return secrets.token_urlsafe(32)


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reached from this computer only."""
    return host.lower() in LOOPBACK or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, host: str, token: str | None = None) -> None:
        self._app = app
        self._hosts = LOOPBACK | {host.lower()}
        self._is_anywhere = host in ANYWHERE
        self._is_local = is_loopback(host)
        self._token = token or new_token()
        self._places = asyncio.Semaphore(MOST_UPLOADS)
        self._refusing = asyncio.Lock()
        self._waiting = 0  # uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _Headers(scope["headers"])
        send = _with_headers(send, scope["path"])
        refusal = self._stranger(scope, headers)
        if refusal is not None:
            await _turn_away(receive, send, *refusal)
            return
        if scope["path"] in DOORS and scope["method"] in ("GET", "HEAD"):
            page = self._at_the_door(scope, headers)
            if page is not None:
                await page.show(send)
                return
            send = _with_cookie(send, self._cookie(scope))
        else:
            refusal = self._intruder(scope, headers)
            if refusal is not None:
                await _turn_away(receive, send, *refusal)
                return
        if scope["method"] == "POST" and scope["path"] in UPLOADS:
            await self._take_in(scope, receive, send)
        else:
            await self._pass_on(scope, receive, send, MOST_BODY)

    async def _take_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An upload, when there is a place for it; nothing of it is in memory before that."""
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE if self._waiting <= MOST_WAITING else 0.0):
                await self._places.acquire()
        except TimeoutError:
            with suppress(TimeoutError):
                async with self._refusing, asyncio.timeout(PATIENCE):  # one by one, or what they send keeps others waiting
                    await _turn_away(receive, send, 503, "other games are being read; try again in a moment")
            return
        finally:
            self._waiting -= 1
        try:
            await self._pass_on(scope, receive, send, UPLOADS[scope["path"]], UPLOAD_SECONDS)
        finally:
            self._places.release()

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send, most: int, seconds: float | None = None) -> None:
        """Let the application answer a request whose body is not too long, and comes in time."""
        try:
            async with asyncio.timeout(seconds):
                body = await _read(receive, most)
        except ConnectionAbortedError:
            return  # nobody is there to be answered
        except TimeoutError:
            await _refuse(send, 408, f"the request did not come within {seconds:.0f} seconds")
            return
        if body is None:
            await _refuse(send, 413, f"the request is too long: at most {most} bytes")
            return
        await self._app(scope, _replay(body, receive), send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket; one that is refused is so before it is accepted, which the client sees as status 403."""
        headers = _Headers(scope["headers"])
        has_origin = headers.one("origin") is not None  # every browser sends one, and only its user has the cookie
        if not has_origin or self._stranger(scope, headers) is not None or not self._has_cookie(scope, headers):
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        await self._app(scope, *_with_short_messages(receive, send))

    # ----------------------------------------------------------------------------------------------------------------
    # Who is let in

    def _stranger(self, scope: Scope, headers: "_Headers") -> tuple[int, str] | None:
        """Why a request is not for us or from elsewhere: status and message; None if it is neither."""
        host = headers.one("host")
        if host is None or not self._is_ours(host, scope):
            return 400, f"this server does not answer for the host {quoted(host or 'without a name')}"
        origin = headers.one("origin")
        if origin not in (None, f"http://{host.lower()}"):
            return 403, f"requests from {quoted(origin)} are not accepted"
        return None

    def _intruder(self, scope: Scope, headers: "_Headers") -> tuple[int, str] | None:
        """Why a request that is no visit is not let in: status and message; None if it is."""
        if headers.one("sec-fetch-site") not in NOT_FROM_ELSEWHERE:
            return 403, "requests from other sites are not accepted"
        if not self._has_cookie(scope, headers) and not self._has_bearer(headers):
            return 401, "open the page first, the cookie of this launch is missing (scripts: Authorization: Bearer TOKEN)"
        return None

    def _at_the_door(self, scope: Scope, headers: "_Headers") -> "_Page | None":
        """What a visit gets instead of the page it asked for; None if it gets that, and the cookie."""
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        kept = urlencode([(key, value) for key, value in query if key != "token"])
        target = scope["path"] + (f"?{kept}" if kept else "")
        if any(self._is_token(value) for key, value in query if key == "token"):
            # On to the address without the token. Not a redirect: after a link from elsewhere the cookie would not be sent.
            return _Page(200, "damier", target, leads_on=True, cookie=self._cookie(scope))
        if headers.one("sec-fetch-site") not in NOT_FROM_ELSEWHERE:
            return _Page(200, "A link on another site led here.", target)
        if self._is_local or self._has_cookie(scope, headers) or self._has_bearer(headers):
            return None
        return _Page(401, "This page needs its token: open the address that damier printed.")

    def _is_ours(self, host: str, scope: Scope) -> bool:
        parts = _HOST.fullmatch(host.lower())
        if parts is None:
            return False
        server = scope.get("server")
        if server is not None and server[1] is not None and (parts["port"] or "80") != str(server[1]):
            return False
        name = parts["v6"] or parts["name"]
        return name in self._hosts or (self._is_anywhere and _is_address(name))

    def _has_cookie(self, scope: Scope, headers: "_Headers") -> bool:
        name = _cookie_name(scope)
        return any(key == name and self._is_token(value) for key, value in _cookies(headers.one("cookie") or ""))

    def _has_bearer(self, headers: "_Headers") -> bool:
        kind, _, token = (headers.one("authorization") or "").partition(" ")
        return kind.lower() == "bearer" and self._is_token(token)

    def _is_token(self, value: str) -> bool:
        return secrets.compare_digest(value.encode("utf-8", "replace"), self._token.encode())

    def _cookie(self, scope: Scope) -> str:
        return f"{_cookie_name(scope)}={self._token}; Path=/; HttpOnly; SameSite=Strict"


def _cookie_name(scope: Scope) -> str:
    """A name with the port: a browser sends a cookie to all servers of one computer, and each has its own token."""
    server = scope.get("server")
    return f"damier-{server[1]}" if server is not None and server[1] is not None else "damier"


def _cookies(written: str) -> Iterator[tuple[str, str]]:
    for each in written.split(";"):
        name, _, value = each.strip().partition("=")
        yield name, value


class _Headers:
    """The headers of a request; a header given twice counts as a strange one."""

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        self._values: dict[str, str] = {}
        for name, value in headers:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            self._values[key] = f"{self._values[key]}, {text}" if key in self._values else text

    def one(self, name: str) -> str | None:
        return self._values.get(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# --------------------------------------------------------------------------------------------------------------------
# Bodies and messages


async def _read(receive: Receive, most: int) -> bytes | None:
    """The whole body, or None if it is too long; ConnectionAbortedError if the client leaves before its end.

    Of one that is too long some more is read and thrown away: a client that is still sending when the connection is
    closed might not see the answer.
    """
    body, length, more = bytearray(), 0, True
    while more and length <= most + MOST_DRAINED:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        piece = message.get("body", b"")
        more = message.get("more_body", False)
        length += len(piece)
        if length <= most:
            body += piece
    return bytes(body) if length <= most else None


def _replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, for the application to read."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


def _with_short_messages(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """A WebSocket that is closed by a message that is too long; the application is told that the client has left."""
    is_closed = False

    async def receiving() -> Message:
        nonlocal is_closed
        message = await receive()
        if message["type"] == "websocket.receive" and _length(message) > MOST_MESSAGE:
            is_closed = True
            await send({"type": "websocket.close", "code": _TOO_BIG, "reason": f"at most {MOST_MESSAGE} bytes a message"})
            return {"type": "websocket.disconnect", "code": _TOO_BIG}
        return message

    async def sending(message: Message) -> None:
        if not is_closed:  # what the application says before it notices goes nowhere
            await send(message)

    return receiving, sending


def _length(message: Message) -> int:
    """The bytes of a message."""
    text = message.get("text")
    return len(message.get("bytes") or b"") if text is None else len(text.encode("utf-8", "replace"))


# --------------------------------------------------------------------------------------------------------------------
# Answers


def _with_headers(send: Send, path: str) -> Send:
    """Answers with the headers every one carries; what a game's state was is not kept, files are asked for again."""
    caching = b"no-store" if path.startswith("/api/") else b"no-cache"
    return _with(send, [*HEADERS.items(), (b"cache-control", caching)])


def _with_cookie(send: Send, cookie: str) -> Send:
    return _with(send, [(b"set-cookie", cookie.encode("latin-1"))])


def _with(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return sending


async def _turn_away(receive: Receive, send: Send, status: int, reason: str) -> None:
    """Refuse a request after its body was sent: a client that is still sending might not see the answer."""
    with suppress(ConnectionAbortedError):
        await _read(receive, MOST_BODY)
        await _refuse(send, status, reason)


async def _refuse(send: Send, status: int, reason: str) -> None:
    extra = [(b"www-authenticate", b"Bearer")] if status == 401 else []
    await _say(send, status, b"application/json", json.dumps({"error": reason}).encode(), [*extra, (b"connection", b"close")])


async def _say(send: Send, status: int, kind: bytes, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    described = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": described})
    await send({"type": "http.response.body", "body": body})


class _Page:
    """A small page without a script: a sentence and, where there is somewhere to go, a link; it may lead on by itself."""

    def __init__(self, status: int, sentence: str, target: str = "", leads_on: bool = False, cookie: str = "") -> None:
        self.status = status
        self._cookie = cookie
        address = html.escape(target)
        refresh = f'<meta http-equiv="refresh" content="0; url={address}">' if leads_on else ""
        link = f'<p><a href="{address}">Open damier</a></p>' if target else ""
        self.text = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>damier</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"{refresh}</head><body><h1>damier</h1><p>{html.escape(sentence)}</p>{link}</body></html>\n"
        )

    async def show(self, send: Send) -> None:
        cookie = [(b"set-cookie", self._cookie.encode("latin-1"))] if self._cookie else []
        await _say(send, self.status, b"text/html; charset=utf-8", self.text.encode(), cookie)
