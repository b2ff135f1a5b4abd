"""What is let in, what every answer carries, and which files are served."""

import asyncio
import itertools
import re
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from damier.web.guard import MOST_BODY, MOST_MESSAGE, MOST_UPLOAD, UPLOAD, Guard, is_loopback, new_token

PATH = "/api/sittings"
GAME = {"game": "tictactoe"}
PORT = 8123
TOKEN = new_token()
OURS = (f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"[::1]:{PORT}", f"LOCALHOST:{PORT}")
COOKIE = f"damier-{PORT}={TOKEN}"
BEARER = f"Bearer {TOKEN}"


def port(client: httpx.Client) -> int:
    assert client.base_url.port is not None
    return client.base_url.port


@pytest.fixture
def client(client: httpx.Client) -> httpx.Client:
    """A client that has visited the page."""
    assert client.get("/").is_success
    return client


# --------------------------------------------------------------------------------------------------------------------
# Against the guard alone


class Answer(NamedTuple):
    status: int  # 101 for a WebSocket that is accepted
    headers: dict[str, str]
    text: str


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers with what it is sent."""
    message = await receive()
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": message["body"]})
        return
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
    await send({"type": "websocket.send", "text": "too late"})


class Asked:
    """A guard before an application, and how it answers."""

    def __init__(self, host: str = "127.0.0.1", app: Callable[[Scope, Receive, Send], Awaitable[None]] = echo) -> None:
        self._guard = Guard(app, host, TOKEN)

    async def ask(self, method: str, path: str, headers: dict[str, str | None], *sent: Message) -> Answer:
        """The answer to a request, or to a WebSocket if the method is WS; headers that are None are left out."""
        path, _, query = path.partition("?")
        is_socket = method == "WS"
        scope: Scope = {
            "type": "websocket" if is_socket else "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(key.lower().encode(), value.encode()) for key, value in headers.items() if value is not None],
            "server": ("127.0.0.1", PORT),
        }
        first: Message = {"type": "websocket.connect"} if is_socket else {"type": "http.request", "body": b""}
        waiting = [first, *sent] if is_socket else [*(sent or [first])]
        told: list[Message] = []

        async def receive() -> Message:
            return waiting.pop(0) if waiting else {"type": "websocket.disconnect" if is_socket else "http.disconnect"}

        async def send(message: Message) -> None:
            told.append(message)

        await self._guard(scope, receive, send)
        if is_socket:
            is_open = told[0]["type"] == "websocket.accept"
            said = " ".join(str(each.get("text", each.get("code"))) for each in told[1:])
            return Answer(101 if is_open else 403, {}, said)
        if not told:
            return Answer(0, {}, "")
        found = {key.decode(): value.decode() for key, value in told[0]["headers"]}
        return Answer(told[0]["status"], found, b"".join(each.get("body", b"") for each in told[1:]).decode())

    def __call__(self, method: str, path: str, headers: dict[str, str | None], *sent: Message) -> Answer:
        return asyncio.run(self.ask(method, path, headers, *sent))


WRONG_HOSTS = (
    f"evil.example:{PORT}",
    f"127.0.0.1.evil.example:{PORT}",
    "127.0.0.1",
    "localhost:1",
    "[::1",
    "",
    None,
    f"127.0.0.2:{PORT}",
    f"[::1]{PORT}",
    f"[127.0.0.1]:{PORT}",
    f"localhost.:{PORT}",
    f"user@127.0.0.1:{PORT}",
    f"2130706433:{PORT}",
    f"127.0.0.1:{PORT}, 127.0.0.1:{PORT}",
)
WRONG_ORIGINS = (
    "http://evil.example",
    "null",
    "",
    "http://localhost:1",
    f"https://127.0.0.1:{PORT}",
    f"http://127.0.0.1:{PORT}.evil.example",
    "http://127.0.0.1",
    "file://",
)
WRONG_SITES = ("cross-site", "same-site", "", "same-origin, none")
WRONG_CREDENTIALS: tuple[dict[str, str], ...] = (
    {},
    {"cookie": ""},
    {"cookie": f"damier-{PORT}="},
    {"cookie": COOKIE[:-1]},
    {"cookie": COOKIE + "x"},
    {"cookie": f"damier-{PORT + 1}={TOKEN}"},
    {"cookie": f"damier={TOKEN}"},
    {"cookie": f"damier-{PORT}={TOKEN.swapcase()}"},
    {"cookie": f"damier-{PORT}=é"},
    {"cookie": f"x={COOKIE}"},
    {"authorization": TOKEN},
    {"authorization": f"Basic {TOKEN}"},
    {"authorization": f"{BEARER}x"},
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WS")
PATHS = ("/api/games", "/static/app.js", "/openapi.json", "/api/import", "/ws", "//", "/index.html", "/docs/")


def test_many_wrong_combinations() -> None:
    """Whatever is wrong, alone or with other things that are, nothing but what is right in all is let in."""
    hosts = [*((each, True) for each in OURS), *((each, False) for each in WRONG_HOSTS)]
    origins = [("ours", True), (None, True), *((each, False) for each in WRONG_ORIGINS)]
    sites = [*((each, True) for each in (None, "none", "same-origin")), *((each, False) for each in WRONG_SITES)]
    rights = [{"cookie": COOKIE}, {"cookie": f"a=b; damier-1=x; {COOKIE}"}]
    credentials = [*((each, True) for each in rights), *((each, False) for each in WRONG_CREDENTIALS)]
    asked = Asked()

    async def ask_all() -> list[int]:
        counts = [0, 0]
        paths = itertools.cycle(PATHS)
        for method, host, origin, site, credential in itertools.product(METHODS, hosts, origins, sites, credentials):
            if [host[1], origin[1], site[1], credential[1]].count(False) > 2:
                continue
            written = f"http://{(host[0] or '').lower()}" if origin[0] == "ours" else origin[0]
            headers = {"host": host[0], "origin": written, "sec-fetch-site": site[0], **credential[0]}
            is_right = host[1] and origin[1] and credential[1]
            is_right = is_right and (written is not None if method == "WS" else site[1])
            path = next(paths)
            answer = await asked.ask(method, path, headers)
            counts[is_right] += 1
            expected = (101,) if method == "WS" else (200,)
            assert answer.status in (expected if is_right else (400, 401, 403)), (method, path, headers, answer)
        return counts

    wrong, right = asyncio.run(ask_all())
    assert wrong >= 1000
    assert right >= 100


def test_every_refusal_is_a_line() -> None:
    asked = Asked()
    host = OURS[0]
    for headers, status in (
        ({"host": "evil.example"}, 400),
        ({"host": host, "origin": "null", "cookie": COOKIE}, 403),
        ({"host": host, "sec-fetch-site": "same-site", "cookie": COOKIE}, 403),
        ({"host": host}, 401),
    ):
        answer = asked("GET", "/api/games", dict(headers))
        assert answer.status == status
        assert answer.text.startswith('{"error": "')
        assert "\n" not in answer.text
        assert answer.headers["content-security-policy"]
    assert asked("GET", "/api/games", {"host": host, "authorization": BEARER}).status == 200
    assert asked("GET", "/api/games", {"host": host, "authorization": f"bearer {TOKEN}"}).status == 200


@pytest.mark.parametrize("path", ["/", "/docs", "/?game=chess"])
def test_visits(path: str) -> None:
    """On loopback a visit gets the cookie, but not by a link from elsewhere, another port of this computer included."""
    asked = Asked()
    for site in (None, "none", "same-origin"):
        answer = asked("GET", path, {"host": OURS[0], "sec-fetch-site": site})
        assert answer.status == 200
        assert answer.text == ""  # what the application says
        cookie, *attributes = answer.headers["set-cookie"].split("; ")
        assert cookie == COOKIE
        assert set(attributes) == {"Path=/", "HttpOnly", "SameSite=Strict"}
    for site in ("cross-site", "same-site", "something"):
        answer = asked("GET", path, {"host": OURS[0], "sec-fetch-site": site})
        assert "set-cookie" not in answer.headers
        assert f'<a href="{path}">Open damier</a>' in answer.text
        assert "<script" not in answer.text
        assert "refresh" not in answer.text
    for headers in ({"host": "evil.example"}, {"host": OURS[0], "origin": "http://evil.example"}):
        answer = asked("GET", path, dict(headers))
        assert answer.status in (400, 403)
        assert "set-cookie" not in answer.headers
    assert asked("POST", path, {"host": OURS[0]}).status == 401


@pytest.mark.parametrize("listens", ["0.0.0.0", "::", "192.168.1.5", "damier.example"])
def test_visits_from_other_computers(listens: str) -> None:
    """There the token must be in the address; it is then taken out of it."""
    asked = Asked(listens)
    host = f"{'192.168.1.5' if listens in ('0.0.0.0', '::') else listens}:{PORT}"
    for path in ("/", "/docs", "/?token=", f"/?token={TOKEN}x", f"/?token={TOKEN[:-1]}", f"/?Token={TOKEN}", "/?token=%C3%A9"):
        for site in (None, "none", "same-origin"):
            answer = asked("GET", path, {"host": host, "sec-fetch-site": site})
            assert answer.status == 401
            assert "open the address that damier printed" in answer.text
            assert "set-cookie" not in answer.headers
    for site in (None, "none", "cross-site"):
        answer = asked("GET", f"/?token={TOKEN}&a=%22%3E%3Cb", {"host": host, "sec-fetch-site": site})
        assert answer.status == 200
        assert answer.headers["set-cookie"].startswith(COOKIE)
        assert TOKEN not in answer.text
        assert 'content="0; url=/?a=%22%3E%3Cb"' in answer.text
    assert asked("GET", "/", {"host": host, "cookie": COOKIE}).status == 200
    assert asked("GET", f"/api/games?token={TOKEN}", {"host": host}).status == 401  # only the pages take it so
    assert asked("GET", "/", {"host": f"evil.example:{PORT}", "cookie": COOKIE}).status == 400


def test_what_is_loopback() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "localhost", "LocalHost", "::1", "127.0.0.2"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "", "192.168.1.5", "127.0.0.1.example", "localhost.example"))


def test_a_token_of_its_own() -> None:
    """A guard that is given none has one that the cookie tells, and every guard another."""
    assert len({new_token() for _ in range(100)}) == 100
    assert min(len(new_token()) for _ in range(100)) >= 40
    assert Guard(echo, "127.0.0.1")._token != Guard(echo, "127.0.0.1")._token


def body(length: int) -> list[Message]:
    """A body in pieces, as a server gives it."""
    size = 50_000
    pieces = [b" " * min(size, length - place) for place in range(0, length, size)]
    return [{"type": "http.request", "body": each, "more_body": i + 1 < len(pieces)} for i, each in enumerate(pieces)]


def test_how_long_bodies_may_be() -> None:
    """Uploads may be longer than the rest; of what is broken off nothing is seen."""
    asked = Asked()
    headers: dict[str, str | None] = {"host": OURS[0], "cookie": COOKIE}
    for path, method, most in (
        ("/api/games", "POST", MOST_BODY),
        ("/api/import", "POST", MOST_UPLOAD),
        ("/api/import", "PUT", MOST_BODY),
    ):
        answer = asked(method, path, headers, *body(most))
        assert (answer.status, len(answer.text)) == (200, most)
        for length in (most + 1, most + 5_000_000):
            answer = asked(method, path, headers, *body(length))
            assert answer.status == 413
            assert f"at most {most} bytes" in answer.text
    assert asked("POST", "/api/import", {"host": OURS[0]}, *body(MOST_UPLOAD + 1)).status == 401
    assert asked("POST", "/api/import", headers, *body(200_000)[:2], {"type": "http.disconnect"}).status == 0


def test_how_long_messages_may_be() -> None:
    """A message that is too long closes the WebSocket, whatever the application says then."""
    asked = Asked()
    headers: dict[str, str | None] = {"host": OURS[0], "origin": f"http://{OURS[0]}", "cookie": COOKIE}
    fits: Message = {"type": "websocket.receive", "text": "x" * MOST_MESSAGE}
    assert len(asked("WS", "/ws", headers, fits).text) > MOST_MESSAGE
    for long in (
        {"text": "x" * (MOST_MESSAGE + 1)},
        {"text": "é" * (MOST_MESSAGE // 2 + 1)},
        {"bytes": b"x" * (MOST_MESSAGE + 1)},
    ):
        answer = asked("WS", "/ws", headers, {"type": "websocket.receive", **long}, fits)
        assert (answer.status, answer.text) == (101, "1009")


# --------------------------------------------------------------------------------------------------------------------
# Against a real server


@pytest.fixture(scope="module")
def echoing() -> Iterator[int]:
    """The port of a real server with a guard before an echo."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(Guard(echo, "127.0.0.1", TOKEN), log_level="warning", ws="websockets-sansio", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join()


def test_websockets_of_a_server(echoing: int) -> None:
    address, ours = f"ws://127.0.0.1:{echoing}/ws", f"http://127.0.0.1:{echoing}"
    cookie = {"Cookie": f"damier-{echoing}={TOKEN}"}
    wrong: list[dict[str, Any]] = [
        {"origin": ours},
        {"additional_headers": cookie},
        {"origin": "http://evil.example", "additional_headers": cookie},
        {"origin": "null", "additional_headers": cookie},
        {"origin": f"http://localhost:{echoing}", "additional_headers": cookie},
        {"origin": ours, "additional_headers": {"Cookie": f"damier-{echoing}={TOKEN}x"}},
        {"origin": ours, "additional_headers": {"Authorization": BEARER}},
    ]
    for wanted in wrong:
        with pytest.raises(InvalidStatus) as refused, connect(address, **wanted):
            pass
        assert refused.value.response.status_code == 403
    with connect(address, origin=ours, additional_headers=cookie) as opened:  # type: ignore[arg-type]
        opened.send("hello")
        assert opened.recv() == "hello"
        opened.send("x" * (MOST_MESSAGE + 1))
        with pytest.raises(ConnectionClosedError):
            opened.recv()


def test_two_servers_on_one_computer(client: httpx.Client, echoing: int) -> None:
    """One browser holds the cookies of both."""
    with httpx.Client() as browser:
        for each in (echoing, port(client)):
            assert browser.get(f"http://127.0.0.1:{each}/").is_success
        for each in (echoing, port(client)):
            assert browser.get(f"http://127.0.0.1:{each}/api/games").is_success
        assert len(browser.cookies) == 2
    assert httpx.get(f"http://127.0.0.1:{echoing}/api/games").status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1", "localhost:1", "[::1", "", "127.0.0.2"]
)
def test_strange_hosts(client: httpx.Client, host: str) -> None:
    """A name that someone made point here is not answered, nor one without our port."""
    for path in ("/", "/api/games", "/static/app.js"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "error" in answer.json()


def test_our_hosts(client: httpx.Client) -> None:
    cookie = f"damier-{port(client)}={client.cookies[f'damier-{port(client)}']}"
    for host in ("127.0.0.1", "localhost", "[::1]", "LOCALHOST"):
        assert client.get("/api/games", headers={"Host": f"{host}:{port(client)}", "Cookie": cookie}).is_success


def test_strange_origins(client: httpx.Client) -> None:
    """Another site's page may not start or change a game; ours, and programs that are no browser, may."""
    ours = f"http://127.0.0.1:{port(client)}"
    for origin in (
        "http://evil.example",
        "null",
        "http://localhost:1",
        f"https://127.0.0.1:{port(client)}",
        f"{ours}.evil.example",
    ):
        answer = client.post(PATH, json=GAME, headers={"Origin": origin})
        assert answer.status_code == 403
        assert "error" in answer.json()
        assert client.delete(f"{PATH}/x", headers={"Origin": origin}).status_code == 403
    assert client.post(PATH, json=GAME, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post(PATH, json=GAME, headers={"Origin": ours, "Sec-Fetch-Site": "same-origin"}).is_success
    assert "access-control-allow-origin" not in client.get("/api/games", headers={"Origin": "http://evil.example"}).headers


def test_long_bodies(client: httpx.Client) -> None:
    """Bodies are limited, whether or not their length is announced."""

    def pieces() -> Iterator[bytes]:
        for _ in range(MOST_BODY // 1024 + 1):
            yield b" " * 1024

    for content in (b" " * (MOST_BODY + 1), pieces()):
        answer = client.post(PATH, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert "too long" in answer.json()["error"]
    game = b'{"game": "tictactoe"}'
    fits = client.post(PATH, content=game.ljust(MOST_BODY), headers={"Content-Type": "application/json"})
    assert fits.is_success


@pytest.mark.parametrize("path", ["/", "/docs", "/api/games", "/static/app.js", "/api/nothing", "/openapi.json"])
def test_policy(client: httpx.Client, path: str) -> None:
    """Whatever is answered loads nothing from elsewhere and is shown in no other page."""
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def served() -> list[str]:
    """The addresses of all files of the page."""
    folder = Path(str(files("damier.web"))) / "static"
    return [f"/static/{file.relative_to(folder).as_posix()}" for file in sorted(folder.rglob("*")) if file.is_file()]


def test_files(client: httpx.Client) -> None:
    """The page and its parts are there, name no other host, and nothing beside them is."""
    assert "/static/app.js" in served()
    for path in ("/", "/docs", *served()):
        answer = client.get(path)
        assert answer.is_success
        assert not re.search("https?://", answer.text.replace("http://www.w3.org/2000/svg", "")), path
    for path in ("/static/../api.py", "/static/%2e%2e/api.py", "/static/..%2fapi.py", "/static/", "/static//etc/passwd"):
        assert client.get(path).status_code == 404, path


def test_interface_is_described(client: httpx.Client) -> None:
    """The document behind /docs names the paths and says what each call does."""
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/games", UPLOAD, PATH, PATH + "/{id}"} <= set(paths)
    assert all(call["description"] for path in paths.values() for call in path.values())
