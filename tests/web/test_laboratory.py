"""The lab behind the page: real runs in processes of their own, started, followed, cancelled and killed."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from damier.lab import EXPERIMENTS
from damier.lab import plot as plotting
from damier.web.lab import routes as laboratory
from damier.web.lab import runs, worker
from programs import running

PATIENCE = 240  # seconds; kernels may have to be compiled first
ENDED = ("done", "cancelled", "failed")

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")


@pytest.fixture(scope="module")
def lab(client: httpx.Client) -> httpx.Client:
    """A client that has been to the page, as a browser has."""
    client.get("/")
    return client


@pytest.fixture(autouse=True)
def _quiet(lab: httpx.Client) -> Iterator[None]:
    """No run outlives its test."""
    yield
    for run in lab.get("/api/lab/runs").json():
        lab.post(f"/api/lab/runs/{run['id']}/cancel")


def start(lab: httpx.Client, experiment: str = "equivalence", **wanted: Any) -> str:
    answer = lab.post("/api/lab/runs", json={"experiment": experiment, **wanted})
    assert answer.status_code == 201, answer.text
    assert answer.json()["status"] in ("waiting", "running")
    return str(answer.json()["id"])


def until(lab: httpx.Client, id: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """How a run stands once something is so."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        run: dict[str, Any] = lab.get(f"/api/lab/runs/{id}").json()
        if is_so(run):
            return run
        assert run["status"] not in ENDED, run
        time.sleep(0.05)
    raise AssertionError(run)


def end_of(lab: httpx.Client, id: str) -> dict[str, Any]:
    return until(lab, id, lambda run: run["status"] in ENDED)


def workers() -> list[int]:
    """The processes of experiments that this process has started and that are alive."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if b"damier.web.lab.worker" in words and int(state[1]) == os.getpid() and state[0] != "Z":
            found.append(int(folder.name))
    return found


def gone(pids: list[int]) -> bool:
    """Whether processes end within a second."""
    limit = time.monotonic() + 1
    while time.monotonic() < limit:
        if not any(_is_alive(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


def _is_alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_experiments(lab: httpx.Client) -> None:
    found = {each["name"]: each for each in lab.get("/api/lab/experiments").json()}
    assert list(found) == list(EXPERIMENTS)
    assert found["uniform-trees"]["size"] == 250
    assert found["uniform-trees"]["settings"] == []
    assert not found["uniform-trees"]["can_halt"]
    assert found["horizon"]["can_halt"]
    assert found["horizon"]["settings"][0] == {"name": "depth", "default": "11"}
    assert found["connect4-ladder"]["settings"][0] == {"name": "seconds", "default": 10.0}
    assert "size" in found["othello-ideas"]["method"]
    assert "ffo" not in [setting["name"] for setting in found["othello-ideas"]["settings"]]


def test_result_is_that_of_the_command(lab: httpx.Client, tmp_path: Path) -> None:
    id = start(lab, "equivalence", size=1, seed=3)
    run = end_of(lab, id)
    assert run["status"] == "done"
    assert run["done"] == run["total"] > 0
    assert run["error"] is None
    assert run["seconds"] > 0
    command = [
        sys.executable,
        "-c",
        "from damier.cli import main; main()",
        "lab",
        "equivalence",
        "--size",
        "1",
        "--seed",
        "3",
        "--json",
    ]
    told = subprocess.run([*command, "--plot", str(tmp_path / "p.svg")], capture_output=True, text=True, check=True).stdout
    expected = json.loads(told.splitlines()[-1])
    del expected["plot"]
    result = lab.get(f"/api/lab/runs/{id}/result").json()
    assert result == expected
    table = lab.get(f"/api/lab/runs/{id}/table").json()
    assert table["rows"] == result["rows"]
    assert [column["name"] for column in table["columns"]] == result["columns"]
    assert table["columns"][0] == {"name": "trees of", "digits": None, "is_text": True}
    assert table["columns"][6] == {"name": "passes", "digits": 1, "is_text": False}
    assert table["larger"] == []
    written = lab.get(f"/api/lab/runs/{id}/table.csv")
    assert written.headers["content-type"].startswith("text/csv")
    lines = list(csv.reader(io.StringIO(written.text)))
    assert lines[0] == result["columns"]
    assert [line[0] for line in lines[1:]] == [row[0] for row in result["rows"]]
    light = lab.get(f"/api/lab/runs/{id}/plot.svg")
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert light.text == (tmp_path / "p.svg").read_text()
    dark = lab.get(f"/api/lab/runs/{id}/plot.svg", params={"light": "dark"}).text
    assert worker.DARK_TEXT in dark
    assert "#ffffff" not in dark
    assert lab.get(f"/api/lab/runs/{id}/plot.svg", params={"light": "blue"}).status_code == 422
    assert id in [each["id"] for each in lab.get("/api/lab/runs").json()]


def test_progress_then_cancel(lab: httpx.Client) -> None:
    """A run tells how far it is; cancelled, its process is gone within a second and the next one begins."""
    id = start(lab, size=5000)
    next_one = start(lab, size=5000)
    waiting = lab.get(f"/api/lab/runs/{next_one}").json()
    assert (waiting["status"], waiting["before"], waiting["seconds"]) == ("waiting", 1, 0)
    run = until(lab, id, lambda run: run["done"] > 0)
    assert run["total"] == 30 * 2 * 5000
    assert 0 < run["done"] < run["total"]
    pids = workers()
    assert len(pids) == 1
    began = time.monotonic()
    assert lab.post(f"/api/lab/runs/{id}/cancel").json()["status"] == "cancelled"
    assert gone(pids)
    assert time.monotonic() - began < 1.5
    until(lab, next_one, lambda run: run["status"] == "running")
    assert lab.post(f"/api/lab/runs/{id}/cancel").json()["status"] == "cancelled"
    refused = lab.get(f"/api/lab/runs/{id}/result")
    assert refused.status_code == 409
    assert refused.json() == {"error": "this run has no result: it is cancelled"}


def test_killed_worker_is_said(lab: httpx.Client) -> None:
    id = start(lab, size=5000)
    until(lab, id, lambda run: run["done"] > 0)
    for pid in workers():
        os.kill(pid, signal.SIGKILL)
    run = end_of(lab, id)
    assert run["status"] == "failed"
    assert run["error"] == "the process of the experiment was killed (SIGKILL), perhaps for want of memory"


def test_ends_with_what_it_has(lab: httpx.Client) -> None:
    id = start(lab, "connect4-ladder", settings={"boards": "4x4,7x6", "seconds": 600})
    refused = lab.post(f"/api/lab/runs/{start(lab)}/finish")
    assert refused.status_code == 409
    assert "can be cancelled" in refused.json()["error"]
    until(lab, id, lambda run: run["done"] >= 1)
    assert lab.post(f"/api/lab/runs/{id}/finish").json()["finishing"]
    run = end_of(lab, id)
    assert (run["status"], run["error"]) == ("done", None)
    assert 1 <= run["done"] < run["total"]
    assert len(lab.get(f"/api/lab/runs/{id}/result").json()["rows"]) >= 1


def test_queue_is_bounded(lab: httpx.Client) -> None:
    first = start(lab, size=5000)
    until(lab, first, lambda run: run["status"] == "running")
    waiting = [start(lab, size=5000) for _ in range(runs.MOST_WAITING)]
    refused = lab.post("/api/lab/runs", json={"experiment": "equivalence"})
    assert refused.status_code == 409
    assert refused.json()["error"].startswith("8 experiments are waiting already")
    assert lab.get(f"/api/lab/runs/{waiting[-1]}").json()["before"] == 8
    for id in waiting:
        assert lab.post(f"/api/lab/runs/{id}/cancel").json()["status"] == "cancelled"


def test_old_runs_are_forgotten(lab: httpx.Client) -> None:
    blocker = start(lab, size=5000)
    ids = []
    for _ in range(runs.MOST_KEPT + 1):
        ids.append(start(lab, size=1))
        lab.post(f"/api/lab/runs/{ids[-1]}/cancel")
    lab.post(f"/api/lab/runs/{blocker}/cancel")
    assert len(lab.get("/api/lab/runs").json()) <= runs.MOST_KEPT
    refused = lab.get(f"/api/lab/runs/{ids[0]}")
    assert refused.status_code == 404
    assert refused.json() == {"error": "there is no such run (any more); start the experiment again"}


@pytest.mark.parametrize(
    ("wanted", "status", "says"),
    [
        ({"experiment": "alchemy"}, 404, "there is no experiment 'alchemy'; there are "),
        ({"experiment": "scout", "size": 0}, 422, "size: Input should be greater than or equal to 1"),
        ({"experiment": "scout", "seed": -1}, 422, "seed: "),
        ({"experiment": "scout", "settings": {"depth": "3"}}, 400, "experiment 'scout' has no setting 'depth'; it has none"),
        ({"experiment": "scout", "colour": "red"}, 422, "colour: "),
        ({"experiment": "connect4-ladder", "settings": {"seconds": -1}}, 400, "seconds is '-1'; it must be a number above 0"),
        ({"experiment": "connect4-ladder", "settings": {"seconds": "1"}}, 400, "seconds is '1'"),
        ({"experiment": "connect4-ladder", "settings": {"boards": None}}, 422, "settings.boards"),
        # what a request may not name: files, folders, programs
        ({"experiment": "othello-ideas", "settings": {"ffo": "/etc"}}, 400, "has no setting 'ffo'; it has seconds, empty"),
        ({"experiment": "othello-evaluations", "settings": {"evaluations": "table,./x.npz"}}, 400, "evaluations is"),
        ({"experiment": "chess-techniques", "settings": {"limit": "uci:touch /tmp/x"}}, 400, "limit is 'uci:touch /tmp/x'; it"),
        ({"experiment": "chess-techniques", "settings": {"limit": "nodes=1,evaluation=x"}}, 400, "limit is"),
    ],
)
def test_refusals(lab: httpx.Client, wanted: dict[str, Any], status: int, says: str) -> None:
    answer = lab.post("/api/lab/runs", json=wanted)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}
    assert says in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_bad_settings_fail_in_a_line(lab: httpx.Client) -> None:
    """What only the experiment can tell is the error of the run."""
    run = end_of(lab, start(lab, "horizon", settings={"depth": "99"}))
    assert (run["status"], run["error"]) == ("failed", "depth is '99'; it must be from 1 to 30")
    run = end_of(lab, start(lab, "othello-leaves", size=5))
    assert run["error"] == "size is 5; Othello has 4 first moves"
    run = end_of(lab, start(lab, "connect4-ladder", settings={"boards": "banana"}))
    assert run["error"] == "board 'banana' is not written width x height, as 7x6"


SERVER = "from damier.web.server import serve; serve(port=0, open_browser=False)"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_worker_ends_with_the_server(how: signal.Signals, tmp_path: Path) -> None:
    """However the server ends: on Ctrl-C, and when it is killed and can do nothing about it."""
    with running(SERVER, flags=(), env={**os.environ, "TMPDIR": str(tmp_path)}) as server:
        address = server.stdout.readline().split()[3]
        with httpx.Client(base_url=address.partition("?")[0]) as client:
            client.get(address)
            id = start(client, size=5000)
            until(client, id, lambda run: run["done"] > 0)
        children = (Path("/proc") / str(server.pid) / "task").glob("*/children")
        pids = [int(pid) for file in children for pid in file.read_text().split()]
        assert pids
        assert list(tmp_path.glob("damier-lab-*"))
        server.send_signal(how)
        server.wait(30)
        assert gone(pids)
        assert list(tmp_path.glob("damier-lab-*")) == []
        assert server.stderr.read() == ""


def test_reports_are_valid_json() -> None:
    """JSON has no NaN and no infinity, and knows nothing of NumPy and of other keys than texts."""
    import numpy as np

    found = worker.plain({1: [float("nan"), np.float64("inf"), np.int64(3), (1.5, None)], "a": np.arange(2)})
    assert found == {"1": [None, None, 3, [1.5, None]], "a": [0, 1]}
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_errors_in_a_line() -> None:
    assert worker.in_a_line(ValueError("too\n  large")) == "too large"
    assert worker.in_a_line(KeyError("x")) == "KeyError: 'x'"
    assert worker.in_a_line(MemoryError()) == "there is not enough memory"
    assert worker.in_a_line(RuntimeError()) == "RuntimeError"


def test_dark_plots_know_all_colours() -> None:
    """A colour that plots have and that is not changed would be dark on dark."""
    used = {*plotting._COLOURS, *(value for value in plotting._STYLE.values() if str(value).startswith("#"))}
    assert used <= set(worker.DARK)


def test_settings_of_all_experiments_pass() -> None:
    """The defaults of all settings are among what a request may say."""
    for name in EXPERIMENTS:
        experiment = laboratory.view_experiment(name)
        for setting in experiment.settings:
            assert laboratory.read_setting(experiment, setting.name, setting.default) == setting.default
