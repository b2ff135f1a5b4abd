"""`docs/documents.md`, row by row: the files and tests that it names are there, its commands are read and run."""

import re
import shlex
from pathlib import Path

import pytest

from damier.lab import EXPERIMENTS
from pages import ROOT, Command
from test_docs_run import parse, ran

PAGE = ROOT / "docs" / "documents.md"
FOLDERS = (ROOT, ROOT / "src" / "damier")  # where a file may be named from
SMALL = ("search", "tree", "show")  # commands that run in every change, without the compiler
DOCUMENTS = ("Alliot-Schiex", "TIPE", "Alliot", "Buro", "EFREI")


def rows() -> list[tuple[int, list[str]]]:
    """The rows of all tables: their lines, and their cells."""
    found = []
    for number, line in enumerate(PAGE.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4 and not set(cells[0]) <= set("-: ") and cells[1] != "what it says":
            found.append((number, cells))
    return found


def named(cell: str) -> list[str]:
    """What a cell names between backquotes."""
    return re.findall(r"`([^`]+)`", cell)


COMMANDS = [
    Command(PAGE, line, shlex.split(each)[1:], "", "", "")
    for line, cells in rows()
    for each in named(cells[2])
    if each.startswith("damier ")
]


def test_all_five_are_there() -> None:
    titles = re.findall(r"^## ([\w-]+)", PAGE.read_text(), re.MULTILINE)
    assert titles == list(DOCUMENTS)
    assert len(rows()) > 100


@pytest.mark.parametrize(("line", "cells"), rows(), ids=lambda part: str(part) if isinstance(part, int) else "")
def test_what_a_row_names_is_there(line: int, cells: list[str]) -> None:
    assert all(cells), f"line {line} has an empty cell"
    things = named(cells[2])
    assert things, f"line {line} names nothing that does it"
    for thing in things:
        if thing.startswith("damier "):
            continue
        file, _, test = thing.partition("::")
        found = next((folder / file for folder in FOLDERS if (folder / file).is_file()), None)
        assert found is not None, f"line {line}: there is no file {file}"
        assert not test or f"def {test}(" in found.read_text(), f"line {line}: {file} has no {test}"


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_commands_parse(command: Command) -> None:
    if "--help" not in command.arguments:
        parse(command.arguments)
    if command.arguments[0] == "lab":  # experiments are run by their own tests, and as their page has them
        assert command.arguments[1] in EXPERIMENTS
        assert f"## {command.arguments[1]}\n" in (ROOT / "docs" / "lab.md").read_text()


def test_small_commands_run(tmp_path: Path) -> None:
    given = [each for each in COMMANDS if each.arguments[0] in SMALL or "--help" in each.arguments]
    assert len(given) > 25
    wrong = ran(given, tmp_path, NUMBA_DISABLE_JIT="1")
    assert not wrong, "\n".join(wrong)


@pytest.mark.soak
def test_all_commands_run(tmp_path: Path) -> None:
    wrong = ran([each for each in COMMANDS if each.arguments[0] != "lab"], tmp_path)
    assert not wrong, "\n".join(wrong)
