"""Who imports games or learns is killed at any moment: the book is whole, has every game once, and work goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lengths import times

KILLS = times(20, 500)  # half of them for each kind of work
HERE = Path(__file__).parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.parametrize("kind", ["import", "learn"])
def test_killed(kind: str, tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "killed.py"), str(tmp_path / "a.book"), str(KILLS // 2), kind]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200 + KILLS)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("good")
    assert not list(tmp_path.glob("*seal-new?*"))
