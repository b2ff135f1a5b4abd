"""What was never compiled is compiled by other processes, and the player answers meanwhile."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time

import pytest

from damier.cancel import Cancel
from damier.engine import compiling
from damier.engine.compiling import SEARCH, SOLVER, Compiling
from damier.games import load
from own_games import NIM

pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")

SCRIPT = """
from damier.engine.kernel.search import look_ahead
from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.games import load

game = load("./mynim.py")
player = Player(game, 0.2)
player.compile_behind(game.start())
first = player.think(game.start())
weak = player.think(game.start(), level_of("1"))
print(player.is_compiling, first.move, weak.move in (1, 2, 3), player.analyse(game.start(), 3)[0].move)
player.compiling.wait(__import__("damier.cancel").cancel.Cancel())
print(player.is_compiling, player.think(game.start()).exact)
print(sum(look_ahead._cache_hits.values()), sum(look_ahead._cache_misses.values()))
player.compile_behind(game.start())
print(player.compiling)
"""


def test_the_first_answer_comes_before_the_strong_search_is_compiled(tmp_path):
    (tmp_path / "mynim.py").write_text(NIM)
    environment = dict(os.environ, DAMIER_CACHE=str(tmp_path / "cache"))
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["True 1 True 1", "False True", "1 0", "None"]  # 21 stones: take one


def test_a_process_that_dies_leaves_the_work_to_who_needs_it(monkeypatch, tmp_path):
    monkeypatch.setenv("DAMIER_CACHE", str(tmp_path / "cache"))
    started = listening_to_programs(monkeypatch)
    under_way = Compiling(load("nim"), [SEARCH])
    program = started.get(timeout=60)
    assert not under_way.is_done
    os.kill(program._process.pid, signal.SIGKILL)
    under_way.wait(Cancel())
    assert under_way.is_done


def test_it_ends_when_nobody_wants_it(monkeypatch, tmp_path):
    """The second part has not even begun."""
    monkeypatch.setenv("DAMIER_CACHE", str(tmp_path / "cache"))
    started = listening_to_programs(monkeypatch)
    under_way = Compiling(load("nim"), [SEARCH, SOLVER], head_start=600)
    program = started.get(timeout=60)
    began = time.monotonic()
    under_way.close()
    assert under_way.is_done
    assert program._process.poll() is not None
    assert started.empty()
    assert time.monotonic() - began < 30


def test_who_waits_may_have_enough(monkeypatch, tmp_path):
    """What is compiled goes on for the others."""
    monkeypatch.setenv("DAMIER_CACHE", str(tmp_path / "cache"))
    under_way, cancel = Compiling(load("nim"), [SEARCH]), Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    under_way.wait(cancel)
    assert not under_way.is_done
    under_way.close()


def listening_to_programs(monkeypatch):
    """The programs that are started, as they are."""
    started, start = queue.SimpleQueue(), compiling._compile

    def told(game, part):
        started.put(program := start(game, part))
        return program

    monkeypatch.setattr(compiling, "_compile", told)
    return started
