"""The compile cache: it notices edits, it is private, and processes share it."""

import json
import os
import stat
import subprocess
import sys

import pytest

from own_games import nim

GAME = nim(stones=10, most="MOST", head="from rules_beside import MOST")
SCRIPT = """
import json, sys
from damier.games import load
from damier.search.alphabeta import alphabeta
from damier.search.driver import search
found = search(load(sys.argv[1]).start(), "alphabeta", 20)
print(json.dumps([found.value, found.move, sum(alphabeta._cache_hits.values()), sum(alphabeta._cache_misses.values())]))
"""


def run(folder, cache):
    environment = dict(os.environ, DAMIER_CACHE=str(cache))
    command = [sys.executable, "-W", "error", "-c", SCRIPT, "./mynim.py"]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


def result(process):
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    value, move, hits, misses = json.loads(output.splitlines()[-1])
    return value, move, hits > 0 and misses == 0


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_edits_are_noticed_and_processes_share(tmp_path):
    cache = tmp_path / "cache"
    (tmp_path / "mynim.py").write_text(GAME)
    (tmp_path / "rules_beside.py").write_text("MOST = 3\n")
    both = [run(tmp_path, cache), run(tmp_path, cache)]  # at once, into an empty cache
    assert [result(process)[:2] for process in both] == [(100_000, 2), (100_000, 2)]
    assert result(run(tmp_path, cache)) == (100_000, 2, True)  # from the cache
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    (tmp_path / "rules_beside.py").write_text("MOST = 4\n")  # a file the game imports
    assert result(run(tmp_path, cache)) == (-100_000, 1, False)
    (tmp_path / "mynim.py").write_text(GAME + "\n\ndef move_name(p, take):  # in words\n    return f'take {take}'\n")
    assert result(run(tmp_path, cache)) == (-100_000, 1, True)  # which is not compiled
    (tmp_path / "mynim.py").write_text(GAME.replace("return LOSS if", "return -LOSS if"))  # now the last one loses
    assert result(run(tmp_path, cache))[:2] == (100_000, 4)
    for file in cache.rglob("*.kernel"):
        file.write_bytes(file.read_bytes()[:100])  # damaged files are compiled again
    assert result(run(tmp_path, cache))[:2] == (100_000, 4)


def test_the_cache_is_bounded(tmp_path, monkeypatch):
    from damier import compile_cache

    monkeypatch.setattr(compile_cache, "SIZE_LIMIT", 1000)
    for age in range(4):
        folder = tmp_path / f"version{age}" / "damier"
        folder.mkdir(parents=True)
        (folder / "one.kernel").write_bytes(bytes(400))
        os.utime(tmp_path / f"version{age}", (age, age))
    compile_cache._trim(tmp_path, keep=tmp_path / "version3")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["version2", "version3"]


def test_a_cache_that_others_can_read_is_made_private(tmp_path, monkeypatch):
    from damier import compile_cache

    root = tmp_path / "open"
    root.mkdir(mode=0o755)
    root.chmod(0o755)
    monkeypatch.setenv("DAMIER_CACHE", str(root))
    assert compile_cache.cache_root() == root
    assert stat.S_IMODE(root.stat().st_mode) == 0o700


def test_games_of_the_same_name_do_not_share_their_code(tmp_path):
    """A person who copies a game and edits it has two position types of one name in one process."""
    from damier.games import load
    from damier.search.driver import search

    loaded = []
    for most in (3, 4):
        folder = tmp_path / str(most)
        folder.mkdir()
        (folder / "mynim.py").write_text(GAME.replace("from rules_beside import MOST", f"MOST = {most}"))
        loaded.append(load(str(folder / "mynim.py")))
    found = [search(game.start(), "alphabeta", 20) for game in loaded]
    assert [(one.value, one.move) for one in found] == [(100_000, 2), (-100_000, 1)]
