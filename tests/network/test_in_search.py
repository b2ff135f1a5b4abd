"""Whatever a search asks a network, at every node and on every way there, it is told what the position is worth by itself.

In every change one game of each kind: seen by both players or by one, alike in mirrors or not, with players who move twice in
a row; in `make soak` all of them, by the textbook's search and by the player's with all that it prunes.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from damier.games import load, names
from lengths import SOAK

HERE = Path(__file__).parent
PLAYED = [name for name in names() if getattr(load(name).module, "PLAYED", True)]
SOME = [("tictactoe", "alphabeta", 6), ("kalah", "alphabeta", 6), ("nim", "alphabeta", 8), ("bridge", "alphabeta", 6)]
ALL = [(name, how, depth) for name in PLAYED for how, depth in (("alphabeta", 4), ("quiescence", 3), ("player", 6))]


@pytest.mark.parametrize(("name", "how", "depth"), [*SOME, ("connect4", "player", 7)] + (ALL if SOAK else []))
def test_every_answer_is_that_of_the_position(name: str, how: str, depth: int, tmp_path: Path) -> None:
    """The search is compiled anew with notes of what it asks, in a folder of its own."""
    paths = [str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, DAMIER_CACHE=str(tmp_path), PYTHONPATH=os.pathsep.join(filter(None, paths)))
    command = [sys.executable, str(HERE / "watched_search.py"), name, how, str(depth)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    *counts, deepest = map(int, done.stdout.split())
    assert min(counts) > 8
    assert deepest >= 2
