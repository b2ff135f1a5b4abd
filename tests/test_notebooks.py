"""The notebooks run, with a real kernel, and show what they say they show."""

import os
from pathlib import Path

import nbformat
import pytest

from notebooks import DRAWN, NOTEBOOKS, executed, shown

MOST_BYTES = 100_000  # of a notebook with all that it shows


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
@pytest.mark.filterwarnings("default")  # what Jupyter's own libraries warn of is theirs
def test_a_notebook_shows_what_it_says(notebook: Path, tmp_path: Path) -> None:
    kept = nbformat.read(notebook, as_version=4)
    for before, after in zip(kept.cells, executed(notebook, tmp_path).cells, strict=True):
        assert shown(after) == shown(before), f"{before.source}\n(python tests/notebooks.py --write keeps what is shown now)"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_small_and_nobody_s(notebook: Path) -> None:
    """It has drawings, is not long, and tells nothing of the machine it was made on."""
    text = notebook.read_text()
    assert len(text) < MOST_BYTES
    assert DRAWN in text
    assert str(Path.home()) not in text
    assert os.getcwd() not in text


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 2
