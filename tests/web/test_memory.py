"""How much memory a server needs for many games: engines keep their tables for the last few only."""

import os
import re
import sys
from pathlib import Path

import httpx
import pytest
from conversation import begin, talking

from damier.web.play.seats import MOST_PLAYERS
from damier.web.play.thinking import HASH_MB
from programs import DAMIER, running

GAMES = 50
AGAINST = [{}, {"program": True, "level": "strong"}]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of a process")


def megabytes(pid: int) -> float:
    """The memory that a process has now."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def test_fifty_games_need_little_more_memory_than_a_few(tmp_path: Path) -> None:
    """In each of them damier has answered: so all have had a table of their own, which would make 1.6 GB."""
    told = {**os.environ, "DAMIER_DATA": str(tmp_path)}
    with running(DAMIER, "web", "--no-browser", "--port", "0", flags=(), env=told) as server:
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found
        needed = []
        with httpx.Client(base_url=found[0].rstrip("/"), timeout=240) as client:
            assert client.get("/").status_code == 200
            for _ in range(GAMES):
                state = begin(client, "connect4", sides=AGAINST, seconds=0.2, book=False)
                with talking(client, state["id"]) as page:
                    if not page.state["ready"]:
                        page.until_state(lambda each: each["ready"])
                    page.say("move", move="1")
                    page.until_state(lambda each: len(each["nodes"]) == 2)
                needed.append(megabytes(server.pid))
        server.terminate()
        server.wait(60)
    print([round(each) for each in needed])
    assert needed[-1] - needed[MOST_PLAYERS] < (GAMES - MOST_PLAYERS) * HASH_MB / 4
