"""Broken games: each is refused in one message that names the rule, the line and the cause; the games they are made of are not.

Those that the compiler finds take longest: a spread of them in every change, all in `make soak`, and all by the real command.
"""

import os
import re
import subprocess
import sys

import pytest
from base_games import BASES
from broken_table import ALL, COMPILER, FOUND_BEFORE, Broken
from mistakes_page import row, settled, written_rows

from damier.games import faults, load
from damier.games.check import check_thoroughly
from damier.games.game import BadInput
from lengths import SOAK

IN_HOUSE = re.compile(r"0x[0-9a-f]{6}|reflected|int64 x|Literal\[|UniTuple|nopython|<class|<function|_[0-9a-f]{12}|Traceback")
PATIENCE = 0.3  # seconds, for what does not end
SPREAD = COMPILER if SOAK else COMPILER[::6]
COMPILED = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")


def message_of(file, games=8):
    """The one message with which a game is refused, by whoever loads it or by who looks for mistakes."""
    with pytest.raises(BadInput) as refused:
        check_thoroughly(load(str(file)), games, 8.0, 0)
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    assert len(getattr(refused.value, "lines", [message])) <= 3
    return message


def check_message(broken: Broken, message: str, name: str) -> None:
    """It has the words, the file and the line, and nothing that only this house knows."""
    for words in broken.says:
        assert words in message
    where = f"{name} line {broken.line}: " if broken.line else f"{name}: "
    assert where in message
    assert not IN_HOUSE.search(message), message
    assert len(message) < 400


@pytest.mark.parametrize("broken", FOUND_BEFORE, ids=lambda broken: broken.mistake)
def test_a_mistake_is_named(tmp_path, monkeypatch, broken):
    monkeypatch.setattr(faults, "PATIENCE", PATIENCE)
    file = tmp_path / "bad.py"
    file.write_text(broken.source)
    message = message_of(file)
    check_message(broken, message, "bad.py")
    assert written_rows()[broken.mistake] == row(broken, settled(message, "bad.py"))


@COMPILED
@pytest.mark.parametrize("broken", SPREAD, ids=lambda broken: broken.mistake)
def test_what_the_compiler_does_not_take_is_named(tmp_path, broken):
    file = tmp_path / "bad.py"
    file.write_text(broken.source)
    message = message_of(file)
    check_message(broken, message, "bad.py")
    assert written_rows()[broken.mistake] == row(broken, settled(message, "bad.py"))


def test_the_page_has_all_mistakes_and_no_others():
    """What it says of each is compared above."""
    assert set(written_rows()) == set(ALL)


@pytest.mark.parametrize("base", BASES)
def test_there_is_nothing_wrong_with_the_games_they_are_made_of(tmp_path, base):
    file = tmp_path / f"{base}.py"
    file.write_text(BASES[base])
    game = load(str(file))
    report = check_thoroughly(game, 10, 60.0, 1)
    assert report.games == 10
    assert report.positions > 30
    assert {"moves", "play", "outcome"} <= set(report.rules)


def check_command(file, *options):
    command = [sys.executable, "-W", "error", "-m", "damier", "check", file.name, *options]
    return subprocess.run(command, cwd=file.parent, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("mistake", ALL if SOAK else ["a place behind the end of an array", "a counter in the key"])
def test_the_command_says_so_in_three_lines(tmp_path, mistake):
    file = tmp_path / "bad.py"
    file.write_text(ALL[mistake].source)
    done = check_command(file)
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert lines[0].startswith("damier: ")
    assert 1 <= len(lines) <= 3
    check_message(ALL[mistake], "; ".join(line.strip() for line in lines), "bad.py")


CRASHING = """
from damier.kernel import array_at, compiled_as

def face():
    return 1

@compiled_as(face)
def other_face():
    return lambda: array_at(8, 1, np.int64)[0]

@rule
def hint(p: Stones, take):
    return face()
"""


@COMPILED
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be doubled")
def test_a_rule_that_crashes_compiled_is_named(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text(BASES["stones"] + CRASHING)
    done = check_command(file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "damier: bad.py: the process has crashed in rule 'hint', compiled, at 12\n"


def test_the_command_tells_what_was_tried(tmp_path):
    file = tmp_path / "stones.py"
    file.write_text(BASES["stones"])
    done = check_command(file, "--games", "5")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no mistake found in 5 random games" in done.stdout
    assert "rules     moves play outcome" in done.stdout
    assert "games is 0; it can be 1" in check_command(file, "--games", "0").stderr
