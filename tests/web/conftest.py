"""A server for the tests of the web part, and games for it that no one has registered."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from browsing import a_browser, served
from playwright.sync_api import Browser

from damier.web.api import create_app
from damier.web.guard import MOST_MESSAGE
from own_games import nim

NIM = nim(docstring="Twenty-one stones: take one, two or three; who takes the last one wins.")

WALK = '''"""Walk: one piece, moved one or two steps to the right in turn; who brings it to the end wins."""
from typing import NamedTuple
import numpy as np
from damier.games.game import Board, Cell
from damier.kernel import rule
from damier.rules import LOSS, ONGOING

class Walk(NamedTuple):
    place: np.int64

START = Walk(np.int64(0))

@rule
def moves(p: Walk, out):
    n = min(2, 5 - p.place)
    for i in range(n):
        out[i] = i + 1
    return n

@rule
def play(p: Walk, steps):
    return Walk(p.place + steps)

@rule
def outcome(p: Walk):
    return LOSS if p.place == 5 else ONGOING

def board(p, turn):
    return Board([[Cell(owner=0, look="disc") if i == p.place else Cell() for i in range(6)]], columns=list("abcdef"))

def cells(p, move, turn):
    return [(0, int(p.place)), (0, int(p.place) + move)]
'''


@pytest.fixture(scope="session", autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what belongs to the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A person's own game, with the name of a registered one."""
    file = tmp_path_factory.mktemp("games") / "nim.py"
    file.write_text(NIM)
    return file


@pytest.fixture(scope="session")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose moves go from one cell to another."""
    file = tmp_path_factory.mktemp("games") / "walk.py"
    file.write_text(WALK)
    return file


@pytest.fixture(scope="session")
def black_first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Black moves first."""
    file = tmp_path_factory.mktemp("games") / "reversed.py"
    file.write_text(NIM.replace("Twenty-one stones", "Reversed") + '\nPLAYERS = ("black", "white")\n')
    return file


@contextmanager
def running(files: list[str], library: Path) -> Iterator[httpx.Client]:
    """A real server, in a thread of its own, and a client for it that has visited the page."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        app = create_app(files, library=library)
        app.debug = True  # what goes wrong is told with its place
        settings = uvicorn.Config(app, log_level="warning", ws="websockets-sansio", ws_max_size=MOST_MESSAGE)
        settings.timeout_graceful_shutdown = 1
        server = uvicorn.Server(settings)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=240) as client:
            visit = client.get("/")
            assert visit.status_code == 200, visit.text
            yield client
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def client(own_game: Path, black_first: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running([str(own_game), str(black_first)], tmp_path_factory.mktemp("library") / "games.db") as client:
        yield client


@pytest.fixture(scope="module")
def address(own_game: Path, walk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page as a person starts it, with two games of his own."""
    with served(tmp_path_factory.mktemp("data"), (str(own_game), str(walk))) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as browser:
        yield browser
