"""`damier suite`, in a process of its own."""

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest
from commands import answer, damier, refusal

from programs import DAMIER, running

pytestmark = pytest.mark.xdist_group("cli")
pytest.importorskip("chess")

ENGINE = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parent.parent / 'arena/uci_engine.py'))}"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
SUITE = f"""{START} bm e4; id "one";
{START} bm d4; id "two";
nonsense
{START} bm e4; id "STS(v1.0) Undermine.001"; c0 "e4=10, d4=7";
"""
PLAYER = ("--player", f"{ENGINE} script e2e4", "--time", "0.1", "--jobs", "1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "suite.epd").write_text(SUITE)
    return tmp_path / "suite.epd"


def test_a_suite_in_words(file: Path) -> None:
    done = damier("suite", "chess", str(file), *PLAYER)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("two  FAILED  e4, wanted d4  +0.2  depth 2  200 nodes  0.")
    assert "points    10 of 10" in lines
    assert "solved    2 of 3 (66.7%)" in lines
    assert "refused   1 line of the file" in lines
    assert done.stderr.startswith(f"damier: {file} line 3: 'nonsense' is no line of an EPD: expected the board, ")
    assert len(done.stderr.splitlines()) == 1
    every = damier("suite", "chess", str(file), *PLAYER, "--all", "--lines", "1")
    assert every.stdout.startswith("one  solved  e4  +0.1  depth 1  100 nodes  0.")


def test_a_suite_as_json(file: Path) -> None:
    found = answer("suite", "chess", str(file), *PLAYER)
    assert (found["problems"], found["tried"], found["solved"], found["points"]) == (3, 3, 2, 10)
    assert [result["solved"] for result in found["results"]] == [True, False, True]
    assert found["refused"][0].startswith(f"{file} line 3: ")
    assert found["themes"][-1] == {"name": "STS(v1.0) Undermine", "problems": 1, "points": 10, "most": 10}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("othello", "suite.epd"), "there are no suites for 'othello', only for chess"),
        (("chess", "none.epd"), "none.epd cannot be read: No such file"),
        (("chess", "suite.epd", "--time", "0"), "seconds is 0.0; it must be more than 0"),
        (("chess", "suite.epd", "--lines", "90"), "suite.epd: there is no position in it, lines 90"),
        (("chess", "suite.epd", "--player", "level=99"), "there is no level '99'"),
        (("chess", "suite.epd", "--mate", "0"), "mate is 0; it must be at least 1"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(file: Path, arguments: tuple, complaint: str) -> None:
    assert complaint in refusal("suite", *arguments, cwd=file.parent)


def test_ctrl_c_keeps_what_was_answered(tmp_path: Path) -> None:
    file, log = tmp_path / "suite.epd", tmp_path / "log"
    file.write_text(f"{START} bm e4;\n" * 3_000)
    environment = dict(os.environ, UCI_LOG=str(log))
    with running(DAMIER, "suite", "chess", str(file), "--json", *PLAYER, env=environment) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and (not log.exists() or log.read_text().count("go ") < 10):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=180)
    assert process.returncode == 0, complained
    found = json.loads(said.splitlines()[-1])
    assert found["interrupted"]
    assert 5 <= found["solved"] == found["tried"] < 3_000
