"""Commands and code of the pages run, and print what the pages say: small ones in every change, all in `make soak`."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from damier.cli import _not_an_option
from damier.cli.app import app
from damier.games import names
from damier.lab import EXPERIMENTS
from damier.search.catalogue import ALGORITHMS
from lengths import SOAK
from pages import MARKS, PAGES, ROOT, Block, Command, blocks, commands, is_as_written, shortened, steps

CLI = typer.main.get_command(app())
MOST_NODES = 500  # of a search that is run in every change, without the compiler
SERVE = ("web",)  # commands that do not end by themselves
ENDED_BY_INPUT = ("play", "nboard", "uci")  # those that end when nobody says anything
COMMANDS = [command for page in PAGES for command in commands(page)]
IDS = [str(command) for command in COMMANDS]
SECONDS = 600

# Goes through steps in this process: files to be written, and commands with the file that is their input. Prints what each
# command has printed, its status and the processor time that it has taken.
RUNNER = """
import contextlib, io, json, sys, time
from damier.cli import main
said = []
for kind, given, more in json.load(sys.stdin):
    if kind in "wa":
        with open(given, kind) as file:
            file.write(more)
        continue
    sys.argv = ["damier", *given]
    status, began = 0, time.process_time()
    sys.stdin = open(more) if more else io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    said.append((out.getvalue(), status or 0, time.process_time() - began))
print(json.dumps(said))
"""


# --------------------------------------------------------------------------------------------------------------------
# Commands


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_commands_parse(command: Command) -> None:
    parse(command.arguments)


def parse(given_arguments: list[str]) -> None:
    """Options exist, arguments are of their type, and games, algorithms and experiments have these names."""
    group, arguments = CLI, [_not_an_option(argument) for argument in given_arguments]
    while hasattr(group, "commands") and arguments and not arguments[0].startswith("-"):
        is_game = arguments[0] not in group.commands and group.name == "learn"  # a game in the place of what is learnt
        name = "network" if is_game else arguments.pop(0)
        group = group.commands[name]
    if hasattr(group, "commands"):  # as in `damier --help`
        assert arguments in (["--help"], ["--version"])
        return
    given = group.make_context(group.name, arguments).params
    algorithms = given.get("algorithm", ())
    assert set([algorithms] if isinstance(algorithms, str) else algorithms) <= set(ALGORITHMS)
    game = given.get("game") or "GAME"
    assert game in (*names(), "GAME") or str(game).endswith(".py")
    assert (given.get("experiment") or "") in ("", "compare", *EXPERIMENTS)


def all_commands(group: Any = CLI) -> Iterator[Any]:
    yield group
    for each in getattr(group, "commands", {}).values():
        yield from all_commands(each)


@pytest.mark.parametrize("command", list(all_commands()), ids=lambda command: command.name)
def test_help_has_examples_that_parse(command: Any) -> None:
    examples = re.findall(r"Example: (.*)", command.help or "")
    for group in re.findall(r"Examples: (.*)", command.epilog or ""):
        examples += group.split(" / ")
    assert examples
    for example in examples:
        words = shlex.split(example)
        assert words[0] == "damier"
        parse(words[1 : next((place for place, word in enumerate(words) if word in "<>"), None)])


def is_small(command: Command) -> bool:
    """Whether a command runs at once without the compiler: it shows something, is refused, or searches a few nodes."""
    if command.output.startswith("damier: ") or command.arguments[0] in ("show", "games"):
        return True
    if command.arguments == ["lab"] or "--help" in command.arguments:
        return True
    nodes = re.search(r"nodes ([\d,]+)", command.output)
    return nodes is not None and int(nodes[1].replace(",", "")) <= MOST_NODES


def is_run(command: Command, is_soak: bool) -> bool:
    """Whether a command is run, in every change or in `make soak`."""
    if command.is_parsed_only or command.arguments[0] in SERVE or "GAME" in command.arguments:
        return False
    return is_soak or (is_small(command) and command.mark != "soak")


def ran(given: list[Command | Block], folder: Path, **environment: str) -> list[str]:
    """What is wrong with what commands print, run one after the other in a folder."""
    asked = [_asked(step) for step in given]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUNNER],
        input=json.dumps(asked),
        cwd=folder,
        env={**os.environ, "COLUMNS": "200", "DAMIER_DATA": str(folder / "data"), "PYTHONPATH": _path(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    wrong = []
    those = [step for step in given if isinstance(step, Command)]
    for command, (printed, status, seconds) in zip(those, json.loads(done.stdout.splitlines()[-1]), strict=True):
        print(f"{seconds:7.1f} s  {command}")
        wrong.append(check(command, printed, status))
    return [each for each in wrong if each]


def _asked(step: Command | Block) -> tuple[str, object, str]:
    if isinstance(step, Block):
        return ("w" if step.mark == "file" else "a"), step.said, step.text
    return "run", (shortened(step) if step.mark == "short" else step.arguments), step.stdin


def _path() -> str:
    return os.pathsep.join(str(Path(entry).absolute()) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry)


def check(command: Command, printed: str, status: int) -> str:
    """What is wrong with what a command has printed; nothing if it is as the page says."""
    is_refused = command.output.startswith("damier: ")
    if status != (2 if is_refused else 0):
        return f"{command}: ended with {status}: {printed[-500:]}"
    if command.output.strip() and command.mark != "short" and not is_as_written(command.output, printed):
        return f"{command}: the page says\n{command.output}\nit prints\n{printed}"
    return ""


def test_small_commands_print_what_the_pages_say(tmp_path: Path) -> None:
    given = [step for page in PAGES for step in steps(page) if isinstance(step, Block) or is_run(step, False)]
    assert len(given) > 35
    wrong = ran(given, tmp_path, NUMBA_DISABLE_JIT="1")
    assert not wrong, "\n".join(wrong)


@pytest.mark.soak
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_all_commands_run(page: Path, tmp_path: Path) -> None:
    """In the order of the page, each with what those before it have written."""
    wrong = ran([step for step in steps(page) if isinstance(step, Block) or is_run(step, True)], tmp_path)
    assert not wrong, "\n".join(wrong)


# --------------------------------------------------------------------------------------------------------------------
# Python


def python_of(page: Path) -> list[tuple[Block, str | None]]:
    """The Python of a page that runs as one program, each block with what it prints, if the page says so."""
    found = []
    all_blocks = blocks(page)
    for number, block in enumerate(all_blocks):
        if block.language == "python" and block.mark in ("", "soak"):
            after = all_blocks[number + 1] if number + 1 < len(all_blocks) else None
            shown = after.text if after and after.is_near and not after.language and not after.mark else None
            found.append((block, shown))
    return found


MARK = "\x00 block\n"  # printed between blocks
COMPILED_WITH = {
    "chess": "chess",
    "chess-openings": "chess",
    "othello": "othello",
    "connect4": "connect4",
    "engine": "connect4",
}
WITH_PYTHON = [
    pytest.param(page, marks=pytest.mark.xdist_group(COMPILED_WITH.get(page.stem, "tests/test_docs_run.py")))
    for page in PAGES[1:]  # what is in the README is run by `test_docs.py`
    if python_of(page)
]


def _executed(page: Path, block: Block) -> str:
    """Code that runs a block under the name of its place, and tells where what it prints ends."""
    return f"exec(compile({block.text!r}, {f'{page.name}:{block.line}'!r}, 'exec')); print({MARK!r}, end='')\n"


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_python_runs(page: Path, tmp_path: Path) -> None:
    """Blocks one after the other in one process, as a reader tries them; those that take long in `make soak`."""
    given = [each for each in python_of(page) if SOAK or each[0].mark != "soak"]
    code = "".join(_executed(page, block) for block, _ in given)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([_path(), str(tmp_path)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for (block, shown), printed in zip(given, done.stdout.split(MARK), strict=False):
        assert shown is None or is_as_written(shown, printed), f"{page.name}:{block.line} says\n{shown}\nand prints\n{printed}"


# --------------------------------------------------------------------------------------------------------------------
# The pages themselves


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_marks_are_known(page: Path) -> None:
    """A mark that nobody knows would leave out what it stands before."""
    for block in blocks(page):
        assert block.mark in ("", *MARKS), (page.name, block.line)
        assert block.mark not in ("file", "append", "needs", "short") or block.said, (page.name, block.line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_targets_of_make_are_there(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for block in blocks(page):
        if block.language in ("sh", "console"):
            for target in re.findall(r"^(?:\$ )?make ([a-z-]+)", block.text, re.MULTILINE):
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_what_is_as_written() -> None:
    assert is_as_written("value 3\nnodes 1,234    0.123 s   3 M nodes/s\n", "value 3\nnodes 1,234    9.000 s\n\n")
    assert not is_as_written("value 3\n", "value 4\n")
    assert not is_as_written("value 3\n", "value 31\n")
    assert is_as_written("value ...\n...\nend\n", "value 3 and more\na\nb\nend\n")
    assert not is_as_written("a\n...\nend\n", "b\nend\n")
