"""The pages on algorithms, games and the lab: nothing is missing, links lead somewhere, commands and figures are true."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from damier.cli.app import app
from damier.games import names
from damier.lab import EXPERIMENTS
from damier.search.catalogue import ALGORITHMS

ROOT = Path(__file__).parent.parent
PAGES = ("algorithms", "games", "lab")
CLI = typer.main.get_command(app)
MOST_NODES = 500  # of an example that is run again, uncompiled
TIME = re.compile(r" +\d+\.\d{3} s.*")
VARIABLES: dict[str, str] = {}  # set on the pages, as in TREE='[[3,12],[2,4]]'

# Runs commands one after the other, each given as a list of arguments, and prints what each printed.
RUNNER = """
import contextlib, io, json, sys
from damier.cli import main
said = []
for arguments in json.load(sys.stdin):
    sys.argv = ["damier", *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main()
    said.append(out.getvalue())
print(json.dumps(said))
"""


def text(page):
    return (ROOT / "docs" / f"{page}.md").read_text()


def headings(page):
    """The headings of a page, in the form in which a link names them."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text(page), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def commands(page):
    """(arguments, expected output) of each `damier` command on a page; a variable set before it is filled in."""
    found = []
    for block in re.findall(r"```(?:console|sh)\n(.*?)```", text(page), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE):
            command, _, output = part.partition("\n")
            words = shlex.split(command, comments=True)
            if words and re.fullmatch(r"\w+=.*", words[0]):
                name, _, value = words[0].partition("=")
                VARIABLES[f"${name}"] = value
            elif words and words[0] == "damier":
                found.append(([VARIABLES.get(word, word) for word in words[1:]], output))
    return found


COMMANDS = [(page, *command) for page in PAGES for command in commands(page)]


@pytest.mark.parametrize(("page", "wanted"), [("algorithms", ALGORITHMS), ("games", names()), ("lab", EXPERIMENTS)])
def test_nothing_is_missing(page, wanted):
    assert set(wanted) <= headings(page)


@pytest.mark.parametrize("file", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda file: file.name)
def test_images_exist(file):
    for image in re.findall(r"!\[[^\]]*\]\(([^)]+)\)|<img[^>]+src=\"([^\"]+)\"", file.read_text()):
        path = "".join(image)
        assert path.startswith("http") or (file.parent / path).is_file(), path


@pytest.mark.parametrize("page", [*PAGES, "api", "commands", "declarations", "your-own-game"])
def test_links_lead_somewhere(page):
    for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", text(page)):
        file, _, heading = target.partition("#")
        assert file.startswith("http") or not file or (ROOT / "docs" / file).exists(), target
        assert not heading or heading in headings(Path(file).stem if file else page), target


@pytest.mark.parametrize(("page", "arguments"), [command[:2] for command in COMMANDS])
def test_commands_parse(page, arguments):
    """Options exist, arguments are of their type, and games, algorithms and experiments have these names."""
    given = CLI.commands[arguments[0]].make_context(arguments[0], arguments[1:]).params
    assert given.get("algorithm", "alphabeta") in ALGORITHMS
    assert (given.get("game") or "GAME") in (*names(), "GAME")
    assert given.get("experiment", "") in ("", *EXPERIMENTS)


def test_figures_are_true():
    """Small examples print what the page shows, but for the time; the table of the example tree says what was counted."""
    tree = VARIABLES["$TREE"]
    examples = [(arguments, output) for _, arguments, output in COMMANDS if output and _is_small(output)]
    drawn = [["tree", "tree", tree, "--depth", "4", "-a", algorithm, "--json"] for algorithm in ALGORITHMS]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUNNER],
        input=json.dumps([*(arguments for arguments, _ in examples), *drawn]),
        env=dict(os.environ, NUMBA_DISABLE_JIT="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(examples) > 25
    for (arguments, output), printed in zip(examples, said, strict=False):
        assert TIME.sub("", printed) == TIME.sub("", output), arguments
    for algorithm, printed in zip(ALGORITHMS, said[len(examples) :], strict=True):
        found = json.loads(printed)
        counted = [found[name] for name in ("leaves_different", "leaves", "nodes_entered", "memory")]
        assert f"\n| `{algorithm}` | {' | '.join(map(str, counted))} |" in text("algorithms")


def _is_small(output):
    nodes = re.search(r"nodes ([\d,]+)", output)
    return int(nodes[1].replace(",", "")) <= MOST_NODES if nodes else output.startswith("damier: ")
