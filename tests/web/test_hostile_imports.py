"""Texts that are made to keep the server busy are refused soon, in a line; meanwhile other games go on."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation import begin, talking

from damier.web.guard import MOST_UPLOAD
from processes import Server, server_of

LENGTH = MOST_UPLOAD - 1_000  # letters
SOON = 20.0  # seconds: 5 on a computer that does nothing else, and there are others
QUICK = 1.0  # seconds: 0.2 there
MOST_MEMORY = 500  # MB
ENOUGH = 60.0  # seconds


def full(head: str, again: str) -> str:
    """A text of the largest length, as it is sent."""
    return head + again * ((LENGTH - len(head)) // (len(json.dumps(again)) - 2))


TEXTS = {
    "comments that are not closed, where nothing is read": ("chess", full("1. e4 (-- ", "{")),
    "comments": ("chess", full("1. e4 ", "{a}")),
    "variations": ("chess", full("1. e4 ", "(d4 d5) ")),
    "variations within each other": ("chess", full("1. e4 ", "(")),
    "moves": ("chess", full("", "Nf3 Nf6 Ng1 Ng8 ")),
    "a word": ("chess", full("", "e4")),
    "tags": ("chess", full("", '[A ""]')),
    "a tag": ("chess", full('[A "', "x")),
    "games in GGF": ("othello", full("", "(;")),
    "properties in GGF": ("othello", full("", "(;A[")),
    "squares": ("othello", full("", "XO-")),
    "semicolons": ("othello", full("f5 ", ";")),
    "columns": ("connect4", full("", "4")),
    "brackets": ("tree", full("", "[")),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server_of(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.mark.parametrize("what", TEXTS)
def test_refused_in_a_line(what: str, server: Server) -> None:
    game, text = TEXTS[what]
    with server.client() as client:
        began = time.monotonic()
        answer = client.post("/api/import", json={"game": game, "text": text})
        assert time.monotonic() - began < SOON
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}
    assert "\n" not in answer.json()["error"]
    assert server.most_memory < MOST_MEMORY


SENDER = """
import json, sys, threading, httpx
address, texts = sys.argv[1], json.load(sys.stdin)
answers = []
def send(body):
    with httpx.Client(base_url=address, timeout=240) as client:
        client.get("/")
        headers = {"content-type": "application/json"}
        answers.append(client.post("/api/import", content=body, headers=headers).status_code)
bodies = [json.dumps({"game": game, "text": head + again * count}).encode() for game, head, again, count in texts]
threads = [threading.Thread(target=send, args=(bodies[number % len(bodies)],)) for number in range(40)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(answers))
"""


def test_other_games_go_on(server: Server) -> None:
    """Forty such texts at once: each is refused, or told that others come first, and a game at the board does not notice."""
    texts = [
        ("chess", "1. e4 (-- ", "{", 10_000_000),
        ("chess", "1. e4 ", "{a}", 3_300_000),
        ("chess", "1. e4 ", "(d4 d5) ", 1_200_000),
    ]
    waited: list[float] = []
    with (
        server.client() as client,
        subprocess.Popen(
            [sys.executable, "-c", SENDER, server.address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as sender,
    ):
        state = begin(client, "tictactoe", moves=["b2"])
        assert sender.stdin is not None
        json.dump(texts, sender.stdin)
        sender.stdin.close()
        with talking(client, state["id"]) as page:
            while sender.poll() is None:
                began = time.monotonic()
                page.say("comment", node=1, text=str(len(waited)))
                page.until_state(lambda state: state["nodes"][0]["comment"] == str(len(waited)))
                waited.append(time.monotonic() - began)
                began = time.monotonic()
                client.get(f"/api/sittings/{state['id']}").raise_for_status()
                waited.append(time.monotonic() - began)
                time.sleep(0.02)
        assert sender.stdout is not None
        statuses = json.loads(sender.stdout.read())
    print(f"median {sorted(waited)[len(waited) // 2]:.3f} s, longest {max(waited):.3f} s, {server.most_memory} MB", statuses)
    assert len(statuses) == 40
    assert 400 in statuses
    assert set(statuses) <= {400, 503}
    assert sorted(waited)[len(waited) // 2] < QUICK
    assert server.most_memory < MOST_MEMORY


def test_who_leaves_is_not_read_for(tmp_path: Path) -> None:
    """A text that is read for ever, by the rules of a person's own game: the next one gets its turn."""
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    with server_of(tmp_path, file) as server, server.client() as client:
        wanted = client.build_request("POST", "/api/import", json={"game": "slow", "text": "1 " * 5_000})
        head = "".join(f"{name}: {value}\r\n" for name, value in wanted.headers.items() if name != "connection")
        with socket.create_connection((wanted.url.host, wanted.url.port)) as left:
            left.sendall(f"POST /api/import HTTP/1.1\r\n{head}\r\n".encode() + wanted.content)
            time.sleep(1)
        began = time.monotonic()
        answer = client.post("/api/import", json={"game": "tictactoe", "text": "b2"})
        assert answer.status_code == 201
        assert time.monotonic() - began < ENOUGH
        assert len(client.get("/api/sittings").json()) == 1
        late = client.post("/api/import", json={"game": "slow", "text": "1 " * 5_000})
        assert late.status_code == 400
        assert "too long to read" in late.json()["error"]


SLOW = '''"""Steps: one at a time, and slowly."""
import time
from typing import NamedTuple
import numpy as np
from damier.kernel import rule
from damier.rules import LOSS, ONGOING

class Steps(NamedTuple):
    left: np.int64

START = Steps(np.int64(9_999))

@rule
def moves(p: Steps, out):
    out[0] = 1
    return 1

@rule
def play(p: Steps, move):
    return Steps(p.left - 1)

@rule
def outcome(p: Steps):
    return LOSS if p.left == 0 else ONGOING

def move_name(p, move):
    time.sleep(0.01)
    return "1"
'''
