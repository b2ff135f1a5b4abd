"""The code of the documentation is run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from damier.games import game, told

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?:<!-- (file|append|run)(?:: (\S+))? -->\n)?```(\w+)\n(.*?)```", re.DOTALL)


def blocks(page):
    return [match.groups() for match in BLOCK.finditer((ROOT / page).read_text())]


def written_in(page, folder):
    """The files that a page has readers write, written; and what it has them run then."""
    examples = []
    for purpose, name, _, code in blocks(page):
        if purpose in ("file", "append"):
            with (folder / name).open("w" if purpose == "file" else "a") as file:
                file.write(code)
        elif purpose == "run":
            examples.append(code)
    return examples


def run(code, folder):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH")))))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial_runs(tmp_path):
    examples = written_in("docs/your-own-game.md", tmp_path)
    assert len(examples) == 1
    run(examples[0], tmp_path)
    assert (tmp_path / "race.py").read_text().count("@rule") == 4
    run("from damier.games import load; g = load('./race.py'); assert g.board(g.start(), 0).cells", tmp_path)


def test_the_page_on_the_library_runs(tmp_path):
    [example] = written_in("docs/api.md", tmp_path)
    run(example, tmp_path)


def test_code_from_the_examples_is_as_it_stands_there():
    quoted = re.findall(r"<!-- from: (\S+) -->\n```python\n(.*?)```", (ROOT / "docs/declarations.md").read_text(), re.DOTALL)
    assert len(quoted) == 4
    for file, code in quoted:
        assert code in (ROOT / file).read_text(), code


ASKED = re.compile(r"""(?:getattr|hasattr)\([\w.]*(?:self|game|played)\.module, ["'](\w+)["']""")


LISTED = re.compile(r"^    (\w+(?:\(\))?(?:, (?:or )?\w+(?:\(\))?)*)", re.MULTILINE)  # in the list at the top of `game.py`


def test_every_declaration_is_on_its_page():
    """What games are checked for, what the list in `game.py` has, and what any layer asks a game's module for."""
    page = (ROOT / "docs/declarations.md").read_text()
    sources = [path.read_text() for path in (ROOT / "src/damier").rglob("*.py")]
    listed = LISTED.findall(re.sub(r"\([^)]*\)", "()", game.__doc__))
    names = {name.strip("() ") for names in listed for name in re.split(r", (?:or )?", names)}
    asked = {name for text in sources for name in ASKED.findall(text)}
    assert {"board", "WEIGHTS", "move_name", "read_move", "nboard_game"} <= names
    assert {"START", "UNIT", "EXPLAINED", "SOLVER", "OPENINGS"} <= asked
    wanted = {*told.FUNCTIONS, *told.CONSTANTS, *names, *asked} - {"__file__"}
    assert [name for name in sorted(wanted) if not re.search(rf"`{name}\b", page)] == []


def test_the_readme_runs(tmp_path):
    python = [code for _, _, language, code in blocks("README.md") if language == "python"]
    lines = run(python[0], tmp_path).splitlines()
    assert len(lines) == 6
    assert len({line.split()[1] for line in lines[:4]}) == 1  # all algorithms agree
    (tmp_path / "nim.py").write_text(python[1])
    assert "100000" in run(
        "from damier import load\nfrom damier.search import search\nprint(search(load('./nim.py').start(), depth=21).value)",
        tmp_path,
    )


COMMANDS = "games new show check play match suite analyse search solve perft tree lab bench warm nboard uci web"


@pytest.mark.parametrize("command", COMMANDS.split())
def test_every_command_is_documented(command):
    assert f"## `damier {command}" in (ROOT / "docs/commands.md").read_text()
