"""What is let in, what every answer carries, and which files are served."""

from collections.abc import Iterator

import httpx
import pytest

from damier.web.guard import MOST_BODY

PATH = "/api/sessions"
GAME = {"game": "tictactoe"}


def port(client: httpx.Client) -> int:
    assert client.base_url.port is not None
    return client.base_url.port


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
    for host in ("127.0.0.1", "localhost", "[::1]", "LOCALHOST"):
        assert client.get("/api/games", headers={"Host": f"{host}:{port(client)}"}).is_success


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


def test_files(client: httpx.Client) -> None:
    """The page and its parts are there, name no other host, and nothing beside them is."""
    for path in (
        "/",
        "/docs",
        *(f"/static/{name}" for name in ("app.js", "board.js", "draw.js", "docs.js", "style.css", "icon.svg")),
    ):
        answer = client.get(path)
        assert answer.is_success
        assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "").replace("HTTP", ""), path
    for path in ("/static/../api.py", "/static/%2e%2e/api.py", "/static/..%2fapi.py", "/static/", "/static//etc/passwd"):
        assert client.get(path).status_code == 404, path


def test_interface_is_described(client: httpx.Client) -> None:
    """The document behind /docs names every path."""
    paths = client.get("/openapi.json").json()["paths"]
    actions = ("move", "undo", "stop", "think", "hint", "scores")
    assert set(paths) == {"/api/games", PATH, PATH + "/{id}", *(PATH + "/{id}/" + action for action in actions)}
    assert all(call["description"] for path in paths.values() for call in path.values())
