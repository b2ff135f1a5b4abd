"""The server ends soon after Ctrl-C or SIGTERM, whatever goes on, with the right status, without a word; nothing is lost."""

import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from conversation import Page, begin, talking

from own_games import NIM
from processes import PATIENCE, Server, server_of

SIGNALS = {signal.SIGINT: 0, signal.SIGTERM: -signal.SIGTERM}
SOON = 8.0  # seconds; it takes 2 at most, on a computer that does nothing else

# Rules that do not come to an end where three stones were taken five times in a row, which no look at a file when it is loaded
# meets; a position that is written without that number has it.
ENDLESS = (
    NIM.replace("stones: np.int64", "stones: np.int64\n    threes: np.int64")
    .replace("Nim(21)", "Nim(21, 0)")
    .replace("Nim(p.stones - take)", "Nim(p.stones - take, p.threes + 1 if take == 3 else 0)")
    .replace("    n = min(", "    i = p.threes\n    while i > 4:\n        i = -i if i < 0 else i\n    n = min(")
    + "\ndef parse(text):\n    stones, _, threes = text.partition(',')\n    return Nim(int(stones), int(threes or 5))\n"
)


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    return file


Doing = Callable[[Server, httpx.Client, ExitStack], None]


def behind(stack: ExitStack, server: Server, *asked: tuple[str, dict[str, Any]]) -> None:
    """Ask for things without waiting for the answers."""

    def ask(path: str, wanted: dict[str, Any]) -> None:
        with suppress(httpx.HTTPError), server.client() as client:
            client.post(path, json=wanted)

    for each in asked:
        thread = threading.Thread(target=ask, args=each)
        thread.start()
        stack.callback(thread.join)
    time.sleep(1)


def page_of(client: httpx.Client, stack: ExitStack, game: str, **wanted: Any) -> Page:
    """A page that stays open on a game."""
    page: Page = stack.enter_context(_torn(client, begin(client, game, **wanted)["id"]))
    return page


@contextmanager
def _torn(client: httpx.Client, id: str) -> Iterator[Page]:
    """A conversation that the other side may break off."""
    with suppress(Exception), talking(client, id) as page:
        yield page


def nothing(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    page_of(client, stack, "tictactoe")


def imports(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    """Texts that are much work to read."""
    texts = ["1. e4 " + "Nf6 Nf3 Ng8 Ng1 " * 600_000, "1. e4 (-- " + "{" * 9_000_000, "1. e4 " + "{a}" * 3_000_000]
    behind(stack, server, *(("/api/import", {"game": "chess", "text": text}) for text in texts * 3))


def plain_rules(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    """A person's own rules, in plain Python, that do not come to an end: asked for by requests, and by an import."""
    asked: list[tuple[str, dict[str, Any]]] = [("/api/sittings", {"game": "endless", "position": "5"})] * 3
    behind(stack, server, *asked, ("/api/import", {"game": "endless", "text": "3 3 3 3 3 3"}))


def compiled_rules(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    """The same rules in a search."""
    page = page_of(client, stack, "endless")
    page.say("analyse", lines=1)
    page.until(lambda message: message["kind"] == "progress" and message.get("status") == "thinking", PATIENCE)
    time.sleep(0.5)


def theatre(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    wanted = {"game": "endless", "algorithms": ["alphabeta"], "depth": 6}
    behind(stack, server, ("/api/theatre", wanted), ("/api/theatre", wanted))


def thinking(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    page = page_of(client, stack, "kalah", sides=[{"program": True, "level": "strong"}, {}], seconds=60)
    page.until(lambda message: message["kind"] == "progress" and message.get("status") == "thinking", PATIENCE)


def compiling(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    page_of(client, stack, "chess", sides=[{"program": True}, {}])
    time.sleep(1.5)


def experiment(server: Server, client: httpx.Client, stack: ExitStack) -> None:
    id = client.post("/api/lab/runs", json={"experiment": "uniform-trees", "size": 100_000}).json()["id"]
    end = time.monotonic() + PATIENCE
    while not client.get(f"/api/lab/runs/{id}").json()["done"]:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert server.children


DOING = [nothing, imports, plain_rules, compiled_rules, theatre, thinking, compiling, experiment]
TURNS = [(doing, how) for number, doing in enumerate(DOING) for how in (list(SIGNALS) * 2)[number % 2 :][:2]]


@pytest.mark.parametrize(
    ("doing", "how"),
    # either signal ends whatever goes on; each second pair, the signals in turn, is enough for every change
    [pytest.param(*pair, marks=pytest.mark.soak if number % 2 else ()) for number, pair in enumerate(TURNS)],
)
def test_it_ends(doing: Doing, how: signal.Signals, tmp_path: Path, endless: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(server_of(tmp_path, endless))
        client = stack.enter_context(server.client())
        kept = begin(client, "tictactoe", moves=["b2"])["id"]
        doing(server, client, stack)
        children = server.children
        status, seconds = server.ended_by(how)
        assert status == SIGNALS[how]
        assert seconds < SOON
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
        end = time.monotonic() + 30
        while any((Path("/proc") / str(pid)).exists() for pid in children):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert list(tmp_path.glob("damier-lab-*")) == []
        with sqlite3.connect(tmp_path / "games.db") as library:
            assert library.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert library.execute("SELECT summary FROM games WHERE id = ?", (kept,)).fetchall() == [("1 move",)]
        library.close()


def test_a_second_signal_ends_it_at_once(tmp_path: Path, endless: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(server_of(tmp_path, endless))
        client = stack.enter_context(server.client())
        plain_rules(server, client, stack)
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert server.process.poll() is None
        assert server.ended_by(signal.SIGINT)[0] == 0
