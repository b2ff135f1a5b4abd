"""A client of the conversation about a game: what the page does, without a page."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 240.0  # seconds; an engine may have to be compiled first


class Page:
    """Says and hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.times: list[float] = []  # when something was heard

    def say(self, do: str, **more: Any) -> None:
        self.socket.send(json.dumps({"do": do, **more}))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.times.append(time.monotonic())
        self.heard.append(message)
        if message["kind"] == "state":
            self.state = message["state"]
        return message

    def until(self, is_it: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
        """Hear on until a message is the one that is waited for."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.hear(max(0.01, end - time.monotonic()))
            if is_it(message):
                return message
        raise TimeoutError(f"not heard within {seconds} s")

    def until_state(self, is_it: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
        """Hear on until the game is as it should be."""
        found: dict[str, Any] = self.until(lambda message: message["kind"] == "state" and is_it(message["state"]), seconds)
        return found["state"]  # type: ignore[no-any-return]

    def until_error(self) -> str:
        return str(self.until(lambda message: message["kind"] == "error")["error"])

    def names(self) -> list[str]:
        """The moves of the line on the board, up to where one stands."""
        by_node = {node["node"]: node for node in self.state["nodes"]}
        line = self.state["line"]
        return [by_node[number]["move"] for number in line[1 : line.index(self.state["here"]) + 1]]


def origin(client: httpx.Client) -> str:
    return str(client.base_url).rstrip("/")


def begin(client: httpx.Client, game: str = "tictactoe", **wanted: Any) -> dict[str, Any]:
    """Start a game; by default two persons play."""
    wanted.setdefault("sides", [{}, {}])
    answer = client.post("/api/sittings", json={"game": game, **wanted})
    assert answer.status_code == 201, answer.text
    state: dict[str, Any] = answer.json()
    return state


@contextmanager
def talking(client: httpx.Client, id: str) -> Iterator[Page]:
    """A page open on a game."""
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
    address = f"{origin(client).replace('http', 'ws')}/api/sittings/{id}/talk"
    with connect(address, origin=origin(client), additional_headers=headers, open_timeout=30) as socket:  # type: ignore[arg-type]
        page = Page(socket)
        page.until_state(lambda state: True)
        yield page


PROGRAM = {"program": True, "level": "casual"}
AGAINST = [{}, PROGRAM]  # a person first, and a program
