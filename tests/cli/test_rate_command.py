"""`damier rate`, in a process of its own."""

import json
import signal
import time

import pytest
from commands import answer, damier, refusal

from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("cli")

SIDES = ("depth=1,hash=1", "depth=2,hash=1,name=two", "level=1,hash=1,name=weak")


def test_a_list_in_words_and_as_json(tmp_path):
    terms = ("--games", "2", "--jobs", "1", "--out", "list.txt")
    done = damier("rate", "tictactoe", *SIDES, *terms, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1/6  depth=1,hash=1 - two  ")
    assert [line.split()[0] for line in lines[7:10]] == ["1", "2", "3"]
    found = answer("rate", "tictactoe", *SIDES, *terms, cwd=tmp_path)
    assert sorted(each["name"] for each in found["list"]) == ["depth=1,hash=1", "two", "weak"]
    assert [each["games"] for each in found["list"]] == [4, 4, 4]
    assert sum(each["points"] for each in found["list"]) == found["games"] == 6
    assert found["list"] == sorted(found["list"], key=lambda each: -each["elo"])
    assert (found["interrupted"], found["anchor"]) == (False, None)


def test_techniques_are_turned_one_by_one(tmp_path):
    """A list that is a gauntlet: the setting as it was is the measure."""
    terms = ("--turn", "killers,secondary", "--games", "2", "--jobs", "1")
    found = answer("rate", "tictactoe", "name=all,depth=1,hash=1", *terms, cwd=tmp_path)
    assert sorted(each["name"] for each in found["list"]) == ["all", "all killers=off", "all secondary=on"]
    assert (found["games"], found["anchor"]) == (4, "all")


def test_ctrl_c_keeps_what_was_played(tmp_path):
    out = tmp_path / "list.txt"
    command = ("rate", "tictactoe", *SIDES, "--games", "10000", "--jobs", "1", "--out", str(out), "--json")
    with running(DAMIER, *command) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and (not out.exists() or len(out.read_text().splitlines()) < 5):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=60)
    assert process.returncode == 0, complained
    found = json.loads(said.splitlines()[-1])
    assert found["interrupted"]
    assert found["games"] == len(out.read_text().splitlines()) - 2
    assert complained.splitlines()[-1] == f"damier: the same command goes on from {out}"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nim", "depth=1"), "a list of 1 settings cannot be: there must be from 2 to 1000"),
        (("nim", "depth=1", "depth=2", "--vary", "depth=3"), "--vary takes one setting, which it changes; there are 2"),
        (("nim", "depth=1", "depth=2", "--turn", "killers"), "--turn takes one setting, which it changes; there are 2"),
        (("nim", "depth=1", "--turn", "all", "--vary", "depth=2"), "--vary and --turn are two ways to change a setting"),
        (("nim", "depth=1", "--turn", "interest"), "'interest' is no technique of nim; there are deepening, "),
        (("nim", "depth=1", "--vary", "depth"), "vary is 'depth'; it must be written name=value,value, as depth=4,6,8"),
        (("nim", "depth=1", "--vary", "depth=two"), "depth is 'two'; it must be a whole number"),
        (("nim", "depth=1", "--vary", "wings=1,2"), "nim has no option 'wings'"),
        (("nim", "depth=1", "depth=2", "--games", "0"), "games is 0; each two that meet play at least one"),
        (("nim", "depth=1", "depth=2", "--jobs", "-1"), "-1 jobs"),
        (("nim", "depth=1", "depth=2", "--out", "."), "Is a directory"),
        (
            ("tictactoe", "depth=1", "depth=2", "--games", "2", "--out", "notes.txt"),
            "notes.txt cannot be gone on with: it does not say of what it is",
        ),
        (("chess", "depth=1", "uci:no-such-program"), "there is no program 'no-such-program'"),
        (("connect4", "depth=1", "depth=2", "--pgn", "games.pgn"), "games of connect4 cannot be written as PGN"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments, complaint, tmp_path):
    (tmp_path / "notes.txt").write_text("hello\n")
    assert complaint in refusal("rate", *arguments, cwd=tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "hello\n"
