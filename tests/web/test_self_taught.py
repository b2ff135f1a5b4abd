"""A game that teaches itself while the page is used, and generations of it as opponents: a real server, real processes."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from conversation import begin, talking

from conftest import running
from damier.games import load
from damier.network.file import read_network
from damier.web.play.generations import judged_by
from own_games import nim
from processes import server_of

PATIENCE = 240.0  # seconds; what it plays with may have to be compiled first
SMALL = {"positions": 2000, "nodes": 10, "hidden": 32}
GAME = {"game": "tictactoe"}


def learnt(client: httpx.Client, wanted: dict[str, Any] = GAME) -> dict[str, Any]:
    answer = client.post("/api/learnt", json=wanted)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def until(client: httpx.Client, is_it: Any, wanted: dict[str, Any] = GAME, may_fail: bool = False) -> dict[str, Any]:
    """What is told of a learning as soon as it is as it should be."""
    end = time.monotonic() + PATIENCE
    while not is_it(found := learnt(client, wanted)):
        assert time.monotonic() < end, found
        assert may_fail or found["status"] != "failed", found["trouble"]
        time.sleep(0.1)
    return found


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_it_is_begun_stopped_and_gone_on_with_after_the_server_was(data: Path, tmp_path: Path) -> None:
    with running([], tmp_path / "games.db") as client:
        assert learnt(client)["status"] == "none"
        begun = client.post("/api/learning", json={**GAME, "minutes": 10, **SMALL})
        assert begun.status_code == 201, begun.text
        assert begun.json()["now"]["doing"] == "preparing"
        again = client.post("/api/learning", json={"game": "nim", **SMALL})
        assert (again.status_code, again.json()["error"]) == (409, "Tic-tac-toe is being learnt; stop that first")
        assert learnt(client, {"game": "nim"})["other"]["game"] == "tictactoe"
        until(client, lambda found: len(found["generations"]) >= 1)
        stopped = client.post("/api/learning/stop", json=GAME).json()
        assert (stopped["status"], stopped["now"]) == ("stopped", None)
        kept = learnt(client)["generations"]
    with running([], tmp_path / "games.db") as client:
        found = learnt(client)
        assert (found["status"], found["hidden"]) == ("resting", 32)
        assert found["generations"] == kept
        begun = client.post("/api/learning", json={**GAME, "minutes": 10})  # as it was begun, whatever is said now
        assert begun.status_code == 201, begun.text
        found = until(client, lambda found: len(found["generations"]) > len(kept))
        assert found["generations"][: len(kept)] == kept
        assert found["generations"][len(kept)]["games"] > kept[-1]["games"]


def test_the_page_names_no_teacher_and_no_file(data: Path, tmp_path: Path) -> None:
    """What is read of a server's files is not for a page to say."""
    with running([], tmp_path / "games.db") as client:
        for name, value in (("teacher", str(tmp_path / "any.network")), ("teacher", "shipped"), ("folder", str(tmp_path))):
            refused = client.post("/api/learning", json={**GAME, **SMALL, name: value})
            assert refused.status_code in (400, 422), refused.text
        assert learnt(client)["status"] == "none"


def test_it_ends_by_itself_and_can_begin_anew(data: Path, tmp_path: Path) -> None:
    with running([], tmp_path / "games.db") as client:
        client.post("/api/learning", json={**GAME, "minutes": 0.05, **SMALL})
        done = until(client, lambda found: found["status"] == "done")
        assert done["now"] is None
        client.post("/api/learning", json={**GAME, "minutes": 10, "anew": True, **SMALL, "hidden": 64})
        found = until(client, lambda found: found["hidden"] == 64)
        assert found["status"] == "running"
    names = {path.name for path in (data / "networks").iterdir()}
    assert {"tictactoe.network.learning", "tictactoe.network.learning-1"} <= names


def test_whoever_is_killed_it_is_gone_on_with_and_nobody_is_left(tmp_path: Path) -> None:
    """First the process that learns, of which the page is told; then the server itself."""
    with server_of(tmp_path) as server, server.client() as client:
        client.post("/api/learning", json={**GAME, "minutes": 10, **SMALL})
        until(client, lambda found: found["now"]["doing"] == "playing")
        [learner] = [pid for pid in server.children if is_named(pid, "teaching_worker")]
        os.kill(learner, signal.SIGKILL)
        found = until(client, lambda found: found["status"] != "running", may_fail=True)
        assert found["trouble"].startswith("the process that learns has gone: it was ended by signal 9")
        client.post("/api/learning", json={**GAME, "minutes": 10})
        kept = until(client, lambda found: len(found["generations"]) >= 1)["generations"]
        [learner] = [pid for pid in server.children if is_named(pid, "teaching_worker")]
        os.kill(server.process.pid, signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while is_named(learner, "teaching_worker"):
            assert time.monotonic() < end
            time.sleep(0.1)
    with server_of(tmp_path) as server, server.client() as client:
        assert learnt(client)["generations"][:1] == kept[:1]
        assert learnt(client)["status"] == "resting"
        client.post("/api/learning", json={**GAME, "minutes": 10})
        until(client, lambda found: len(found["generations"]) > len(kept))
        status, _ = server.ended_by(signal.SIGINT)
        assert status == 0


def is_named(pid: int, name: str) -> bool:
    """Whether a process is there that was started so."""
    try:
        return name.encode() in (Path("/proc") / str(pid) / "cmdline").read_bytes()
    except OSError:
        return False


def test_one_plays_against_a_generation(data: Path, tmp_path: Path) -> None:
    against = [{}, {"program": True, "level": "strong", "generation": 1}]
    folder = data / "networks" / "tictactoe.network.learning"
    with running([], tmp_path / "games.db") as client:
        refused = client.post("/api/sittings", json={**GAME, "sides": against})
        assert refused.status_code == 400
        assert refused.json()["error"] == "Tic-tac-toe has no generation 1; it has not been learnt yet"
        client.post("/api/learning", json={**GAME, "minutes": 10, **SMALL})
        found = until(client, lambda found: len(found["generations"]) >= 1)
        client.post("/api/learning/stop", json=GAME)
        assert found["playable"][:2] == [0, 1]
        for number in (0, 1):  # what its search goes by
            judged = judged_by(load("tictactoe"), number)
            assert (judged.weights(judged.start()) == read_network(folder / f"network-000{number}.network").weights).all()
        state = begin(client, sides=against, book=False, seconds=0.1)
        assert [side["generation"] for side in state["sides"]] == [None, 1]
        with talking(client, state["id"]) as page:
            page.say("move", move="b2")
            page.until_state(lambda state: len(state["nodes"]) == 2 and state["doing"] is None)
            assert not [each for each in page.heard if each["kind"] == "error"]
        listed = client.get("/api/sittings").json()[0]
        assert listed["sides"] == [None, "generation 1"]
        both = [{"program": True, "level": "strong", "generation": number} for number in (0, 1)]
        state = begin(client, sides=both, book=False, seconds=0.05)
        with talking(client, state["id"]) as page:
            page.until_state(lambda state: state["result"] is not None)
        refused = client.post("/api/sittings", json={**GAME, "sides": [{}, {"program": True, "generation": 77}]})
        assert "has no generation 77; there are 0 to " in refused.json()["error"]
    for path in folder.glob("network-*"):
        path.unlink()
    with running([], tmp_path / "games.db") as client, talking(client, listed["id"]) as page:
        assert page.state["sides"][1]["generation"] == 1  # a game that was kept is taken up all the same
        page.say("move", move=page.state["legal"][0]["name"])
        assert page.until_error().startswith("damier plays as usual: Tic-tac-toe has no generation 1")
        page.until_state(lambda state: len(state["nodes"]) >= 4)
        page.say("set", sides=page.state["sides"], analysis=True)
        page.until_state(lambda state: state["analysis"])


def test_ones_own_game_keeps_what_it_has_learnt_beside_its_file(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(nim(21, docstring="Heap: take stones."))
    game = {"game": "heap"}
    with running([str(file)], tmp_path / "games.db") as client:
        client.post("/api/learning", json={**game, "minutes": 10, **SMALL})
        best = until(client, lambda found: found["best"] > 0, game)["best"]
        client.post("/api/learning/stop", json=game)
    folder = tmp_path / "heap.network.learning"
    learnt_by = {
        read_network(folder / f"network-{number:04}.network").weights.tobytes()
        for number in (best, best + 1)
        if (folder / f"network-{number:04}.network").exists()
    }
    assert read_network(tmp_path / "heap.network").weights.tobytes() in learnt_by
    file.write_text(nim(22, docstring="Heap: take stones."))
    with running([str(file)], tmp_path / "games.db") as client:
        refused = client.post("/api/learning", json=game)
        assert (refused.status_code, refused.json()["error"]) == (
            400,
            "the rules of Heap have changed since it was learnt; begin anew",
        )
        against = {**game, "sides": [{}, {"program": True, "generation": 1}]}
        refused = client.post("/api/sittings", json=against)
        assert refused.status_code == 400
        assert refused.json()["error"].endswith("not for Heap as its rules are now; learn it again")


def test_what_cannot_be_is_refused(data: Path, tmp_path: Path) -> None:
    with running([], tmp_path / "games.db") as client:
        for wanted, words in (
            ({"minutes": 0}, "minutes"),
            ({"hidden": 33}, "hidden"),
            ({"positions": 1}, "positions"),
            ({"folder": "/tmp"}, "folder"),
            ({"options": {"evaluation": "/etc/passwd"}}, "has no option"),
        ):
            refused = client.post("/api/learning", json={**GAME, **wanted})
            assert refused.status_code in (400, 422), refused.text
            assert words in refused.json()["error"]
        assert client.post("/api/learning", json={"game": "nothing"}).status_code == 404
        side = {"program": True, "generation": "../../x"}
        assert client.post("/api/sittings", json={**GAME, "sides": [{}, side]}).status_code == 422
        assert learnt(client)["status"] == "none"
