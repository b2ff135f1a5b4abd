"""A desk without a cluster: text in, text out; what arrives is what was sent; who ends there is told of."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_work import MARK, WORKER, marked, until

from damier.games.game import BadInput
from damier.parallel.desk import Desk
from damier.parallel.identity import difference, identity
from damier.parallel.leftovers import own_folder
from damier.parallel.parcel import packed, unpacked


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Desk]:
    beside = [str(Path(__file__).parent.parent / "processes"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, beside)))
    monkeypatch.setenv(MARK, tmp_path.name)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    made = Desk()
    yield made
    made.close()
    assert marked(tmp_path.name, WORKER) == []
    assert os.listdir(tmp_path) == []


def heard(desk: Desk) -> list[dict[str, object]]:
    """What is said next."""
    return [json.loads(line) for line in json.loads(desk.hear(30.0))]


def test_lines_go_through(desk: Desk) -> None:
    assert desk.start("doubling", packed({"seconds": 3.0})) == ""
    for number in range(5):
        desk.say(json.dumps(number))
    said: list[dict[str, object]] = []
    while len(said) < 10:
        said += heard(desk)
    assert [each["done"] for each in said if "done" in each] == [0, 2, 4, 6, 8]
    assert json.loads(desk.hear(0.01)) == []


@pytest.mark.parametrize(("asked", "is_killed"), [("crash", False), ("sleep", True)])
def test_who_ends_is_told_of(desk: Desk, asked: str, is_killed: bool, tmp_path: Path) -> None:
    desk.start("doubling", packed({"seconds": 3.0}))
    desk.say(json.dumps(asked))
    said = heard(desk)
    if is_killed:
        for pid in marked(tmp_path.name, WORKER):
            os.kill(pid, signal.SIGKILL)
    until(lambda: "gone" in said[-1] or bool(said.extend(heard(desk))) or "gone" in said[-1])
    assert said[-1]["is_killed"] is is_killed


def test_a_game_arrives_as_it_was_sent(tmp_path: Path) -> None:
    source, here = tmp_path / "there", tmp_path / "here"
    source.mkdir()
    here.mkdir()
    (source / "own.py").write_text("from part_of_own import START\n# Grüße\n")
    (source / "part_of_own.py").write_text("START = 1\n")
    (source / "other.py").write_text("")
    text = packed({"game": str(source / "own.py"), "depth": 3})
    assert unpacked(text, here) == {"game": str(here / "own.py"), "depth": 3}
    assert {path.name: path.read_bytes() for path in here.iterdir()} == {
        name: (source / name).read_bytes() for name in ("own.py", "part_of_own.py")
    }
    assert unpacked(packed({"game": "nim"}), here) == {"game": "nim"}
    changed = json.loads(text)
    changed["files"]["own.py"] += "import os\n"
    with pytest.raises(BadInput, match="have not arrived as they were sent"):
        unpacked(json.dumps(changed), here)


@pytest.mark.parametrize("name", ["../own.py", "/tmp/own.py", "a/../../own.py"])
def test_a_file_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    from damier.parallel.parcel import _hash

    files = {name: "x = 1\n"}
    parcel = {"terms": {}, "main": "", "files": files, "hash": _hash(files)}
    with pytest.raises(BadInput, match="does not lie beside the game"):
        unpacked(json.dumps(parcel), tmp_path)
    assert os.listdir(tmp_path) == []


def test_the_same_damier_or_none() -> None:
    assert difference(identity()) == ""
    assert difference(identity() | {"version": "0.0.9"}).startswith("it has damier 0.0.9, not ")
    assert "has other sources than this one" in difference(identity() | {"sources": "0"})
    assert difference([]).startswith("it has damier None")


def test_what_the_killed_leave_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    dead = 1 << 30  # no process has such a number
    for name in (f"damier-x-{dead}-abc", f"damier-x-{os.getpid()}-abc", f"damier-xy-{dead}-abc"):
        (tmp_path / name).mkdir()
    mine = own_folder("damier-x")
    left = {f"damier-x-{os.getpid()}-abc", f"damier-xy-{dead}-abc", mine.name}
    assert set(os.listdir(tmp_path)) == left
