"""The code of the documentation is run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?:<!-- (file|append|run)(?:: (\S+))? -->\n)?```(\w+)\n(.*?)```", re.DOTALL)


def blocks(page):
    return [match.groups() for match in BLOCK.finditer((ROOT / page).read_text())]


def run(code, folder):
    environment = dict(os.environ, PYTHONPATH=str(folder))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial_runs(tmp_path):
    ran = 0
    for purpose, name, _, code in blocks("docs/your-own-game.md"):
        if purpose == "file":
            (tmp_path / name).write_text(code)
        elif purpose == "append":
            with (tmp_path / name).open("a") as file:
                file.write(code)
        elif purpose == "run":
            run(code, tmp_path)
            ran += 1
    assert ran == 1
    assert (tmp_path / "race.py").read_text().count("@rule") == 4
    run("from damier.games import load; g = load('./race.py'); assert g.board(g.start(), 0).cells", tmp_path)


def test_the_readme_runs(tmp_path):
    python = [code for _, _, language, code in blocks("README.md") if language == "python"]
    lines = run(python[0], tmp_path).splitlines()
    assert len(lines) == 5
    assert len({line.split()[1] for line in lines[:4]}) == 1  # all algorithms agree
    (tmp_path / "nim.py").write_text(python[1])
    assert "100000" in run(
        "from damier import load\nfrom damier.search import search\nprint(search(load('./nim.py').start(), depth=21).value)",
        tmp_path,
    )


COMMANDS = "games show play match suite analyse search solve perft tree lab bench warm nboard uci web"


@pytest.mark.parametrize("command", COMMANDS.split())
def test_every_command_is_documented(command):
    assert f"## `damier {command}" in (ROOT / "docs/commands.md").read_text()
