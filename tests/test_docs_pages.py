"""The pages on algorithms, games and the lab: nothing is missing, links lead somewhere, tables are true."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from damier.games import names
from damier.lab import EXPERIMENTS
from damier.search.catalogue import ALGORITHMS

ROOT = Path(__file__).parent.parent
PAGES = ("algorithms", "games", "lab")

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


def test_figures_are_true():
    """The table of the example tree says what was counted; what commands print, `test_docs_run.py` compares."""
    tree = re.search(r"^\$ TREE='(.*)'$", text("algorithms"), re.MULTILINE)[1]
    drawn = [["tree", "tree", tree, "--depth", "4", "-a", algorithm, "--json"] for algorithm in ALGORITHMS]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUNNER],
        input=json.dumps(drawn),
        env=dict(os.environ, NUMBA_DISABLE_JIT="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for algorithm, printed in zip(ALGORITHMS, json.loads(done.stdout), strict=True):
        found = json.loads(printed)
        counted = [found[name] for name in ("leaves_different", "leaves", "nodes_entered", "memory")]
        assert f"\n| `{algorithm}` | {' | '.join(map(str, counted))} |" in text("algorithms")
