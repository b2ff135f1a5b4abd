"""damier on a real Ray: two nodes on this machine, whose workers, desks and nodes are killed while they work."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_work import DESK, MARK, WORKER, kill_one, marked, until
from two_nodes import TwoNodes, in_thread, two_nodes

from damier.arena import Match
from damier.endgames.making import build_into
from damier.endgames.sharing import build_by
from damier.endgames.store import TableStore
from damier.games import load
from damier.games.game import BadInput
from damier.learning.network.generations import Learning, Settings
from damier.parallel.address import looks_like_one, read_address
from damier.parallel.cluster import Cluster, opened
from damier.parallel.distributed import Distributed
from damier.parallel.question import Question
from damier.parallel.star import Star
from damier.processes.pool import TaskEnd
from damier.search.driver import Options, search
from own_games import NIM
from programs import DAMIER, running

pytestmark = [
    pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes as Linux shows them"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves files to whoever collects them
]

LARGE = Question("random-tree", depth=16, options={"branching": 5, "depth": 16, "seed": 3})
BEGUN = {Star: 17, Distributed: 2}  # tasks after which it is shared out; the master has the root measured first


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # sockets have short names
    with two_nodes(folder) as both:
        yield both
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def cluster(nodes: TwoNodes) -> Iterator[Cluster]:
    with opened(nodes.address) as joined:
        yield joined
    assert marked(nodes.mark, WORKER) == []


@pytest.fixture(scope="module")
def value_of_large() -> int:
    game = load("random-tree", **LARGE.options)
    return search(game.start(), "alphabeta", 16, Options(whole_line=False)).value


def doubled(cluster: Cluster, tasks: list[Any], seconds: float = 30.0) -> list[TaskEnd[int]]:
    """How tasks have ended, in the order in which they did."""
    ends: list[TaskEnd[int]] = []
    cluster.workers("doubling", {"seconds": seconds}, lambda number: tasks[number], 0, 0.1).run(
        iter(range(len(tasks))), ends.append
    )
    return ends


def test_each_task_is_done_once_and_what_crashes_fails_in_words(cluster: Cluster) -> None:
    ends = doubled(cluster, [1, 2, "crash", *range(3, 20)])
    assert sorted(end.task for end in ends) == list(range(20))
    results = {end.task: end.result for end in ends}
    assert [results[number] for number in range(20)] == [2, 4, None, *range(6, 40, 2)]
    [failed] = [end for end in ends if end.failure]
    assert failed.failure == "crashed, and damier's process with it (it has ended with status 3 (not for the pool))"


def test_a_silent_worker_is_left(cluster: Cluster) -> None:
    ends = doubled(cluster, [1, "sleep", 3], seconds=0.5)
    assert sorted((end.task, end.result, end.failure) for end in ends if not end.failure) == [(0, 2, ""), (2, 6, "")]
    assert [end.failure for end in ends if end.failure] == ["no answer within 0.5 s"]


@pytest.mark.parametrize("scheme", [Star, Distributed])
def test_a_search_survives_workers_desks_and_a_node(
    scheme: Any, nodes: TwoNodes, cluster: Cluster, value_of_large: int
) -> None:
    together = scheme(LARGE, cluster)
    thread, found = in_thread(together.run)
    until(lambda: together.effort.tasks >= BEGUN[scheme] or not thread.is_alive(), 60)
    kill_one(nodes.mark, WORKER)
    kill_one(nodes.mark, DESK)
    if scheme is Star:
        nodes.kill_second()
        nodes.start_second()
    thread.join(90)
    assert found[0].result.value == value_of_large
    assert found[0].result.complete
    assert found[0].lost >= 1


def test_a_game_of_ones_own_travels_along(nodes: TwoNodes, cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "travelling.py"
    file.write_text(NIM)
    match = Match(str(file), "depth=2,hash=1", "depth=3,hash=1", games=2, jobs=1, workers=cluster.workers)
    thread, found = in_thread(match.run)
    until(lambda: bool(match.report().games) or not thread.is_alive(), 120)
    kill_one(nodes.mark, DESK)
    thread.join(120)
    assert [game.number for game in found[0].games] == [0, 1]
    assert found[0].forfeits == (0, 0)


def test_another_damier_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.__version__", "9.9")
    with pytest.raises(BadInput, match=r"a worker of the cluster is refused: it has damier 0\.\d+\.\d+, not 9.9"):
        doubled(cluster, [1])


def test_a_cluster_listens_to_this_machine_alone(nodes: TwoNodes, cluster: Cluster) -> None:
    """Where its processes listen is what the system shows: loopback, in both kinds of address."""
    sockets = {
        os.readlink(link) for pid in marked(nodes.mark) for link in Path(f"/proc/{pid}/fd").glob("*") if link.is_symlink()
    }
    inodes = {name.removeprefix("socket:[").removesuffix("]") for name in sockets if name.startswith("socket:")}
    heard = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                heard.append(fields[1].partition(":")[0])
    assert heard
    assert set(heard) <= {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nowhere:x", "'nowhere:x' is no address of a cluster; it is written HOST:PORT"),
        ("127.0.0.1:99999", "is no address of a cluster"),
        ("ray://127.0.0.1:10001", "is no address of a cluster"),
        ("127.0.0.1:1", "no cluster answers at 127.0.0.1:1: Connection refused"),
        ("no.such.host.invalid:6379", "no cluster answers at no.such.host.invalid:6379: "),
    ],
)
def test_no_such_cluster(text: str, complaint: str) -> None:
    began = time.monotonic()
    with pytest.raises(BadInput, match=complaint), opened(text):
        pass
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("says", [b"", b"SSH-2.0-OpenSSH_9.6\r\n"])
def test_somebody_else_answers(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.parallel.address.SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=lambda: server.accept()[0].sendall(says), daemon=True)
        thread.start()
        with pytest.raises(BadInput, match=r"no cluster"), opened(f"127.0.0.1:{server.getsockname()[1]}"):
            pass
        thread.join(10)


def test_what_follows_may_be_an_address() -> None:
    assert [text for text in ("local", "10.0.0.7", "head:6379", "[::1]:6379", "ray://x") if not looks_like_one(text)] == []
    assert [text for text in ("nim", "44534", "./my.py", "uci:stockfish", "--json", "f5d6c3") if looks_like_one(text)] == []
    assert str(read_address("head")) == "head:6379"
    assert read_address("127.0.0.1:7").is_loopback
    assert not read_address("10.0.0.7").is_loopback


def test_only_one_file_imports_ray() -> None:
    """And it only when a cluster is wanted."""
    import damier

    sources = Path(damier.__file__).parent
    importing = [path for path in sources.rglob("*.py") if "import ray" in path.read_text() or "from ray" in path.read_text()]
    assert [path.relative_to(sources).as_posix() for path in importing] == ["parallel/cluster.py"]
    code = "import sys, damier.parallel.desk, damier.parallel.cluster; print({'ray', 'numba'} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded == "set()\n"  # nor does a desk load the compiler


def test_without_ray_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"a cluster needs Ray: pip install damier\[cluster\]"), opened():
        pass


@pytest.mark.parametrize("is_early", [False, True])
def test_ctrl_c_keeps_what_is_done_and_leaves_nothing(is_early: bool, tmp_path: Path) -> None:
    """A cluster of one's own, as a person starts it: its one line of JSON, its processes, its files."""
    folder = tempfile.mkdtemp(prefix="ray-")
    environment = dict(os.environ) | {MARK: tmp_path.name, "TMPDIR": folder}
    arguments = ("search", "random-tree", "--set", "depth=60", "--set", "branching=9", "--jobs", "1", "--json", "--cluster")
    with running(DAMIER, *arguments, flags=(), env=environment) as process:
        until(lambda: bool(marked(tmp_path.name, "gcs_server" if is_early else "star_worker")), 60)
        time.sleep(0.1 if is_early else 1.0)
        process.send_signal(signal.SIGINT)
        out, complaints = process.communicate(timeout=60)
    if is_early:
        assert (out, complaints) == ("", "damier: interrupted\n")
    else:
        assert (json.loads(out)["complete"], complaints) == (False, "")
    until(lambda: marked(tmp_path.name) == [], 20)
    assert os.listdir(folder) == []
    os.rmdir(folder)


def test_tables_of_endings_are_the_same_files(nodes: TwoNodes, cluster: Cluster, tmp_path: Path) -> None:
    """Though a worker is killed who builds one."""
    game = load("draughts")
    here, there = TableStore(game, tmp_path / "here"), TableStore(game, tmp_path / "there")
    build_into(here, ["2K-1K"], threads=1)
    thread, found = in_thread(lambda: build_by(cluster.workers, there, ["2K-1K"], "draughts"))
    kill_one(nodes.mark, WORKER)
    thread.join(120)
    assert found == [None]
    files = {path.name for path in here.folder.iterdir()}
    assert files == {path.name for path in there.folder.iterdir()}
    assert all((here.folder / name).read_bytes() == (there.folder / name).read_bytes() for name in files)


def test_a_network_is_the_same_wherever_its_games_are_played(nodes: TwoNodes, cluster: Cluster, tmp_path: Path) -> None:
    """Though a worker is killed who plays them; and a person's command goes on with what the cluster has found."""
    settings = Settings(nodes=20, positions=2000, hidden=32)
    here = Learning(load("tictactoe"), tmp_path / "here", settings, jobs=1)
    there = Learning(load("tictactoe"), tmp_path / "there.network.learning", settings, workers=cluster.workers)
    here.run(2)
    thread, found = in_thread(lambda: there.run(1))
    kill_one(nodes.mark, WORKER)
    thread.join(120)
    assert len(found[0]) == 1
    numbers = ("--positions", "2000", "--nodes", "20", "--hidden", "32", "--generations", "2")
    arguments = ("learn", "network", "tictactoe", "--out", "there.network", *numbers, "--json", "--cluster", nodes.address)
    with running(DAMIER, *arguments, flags=(), cwd=str(tmp_path)) as process:
        out, complaints = process.communicate(timeout=240)
    assert process.returncode == 0, complaints
    assert [each["number"] for each in json.loads(out)["generations"]] == [1, 2]
    for number in (1, 2):
        name = f"network-000{number}.network"
        assert (there.folder / name).read_bytes() == (here.folder / name).read_bytes()
