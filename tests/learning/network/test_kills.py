"""Killed at any instant, a learning loses what it was about and nothing else, and what comes out is the same, byte for byte.

In every change some kills, in `make soak` fifty. What is printed (`-s`) is what was at work when it was killed.
"""

import collections
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lengths import times

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

KILLS = times(4, 50)
LEARN = ("learn", "network", "tictactoe", "--out", "mine.network")
SIZES = ("--positions", "3000", "--nodes", "50", "--hidden", "32", "--seed", "7")


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "damier", *LEARN, *SIZES, *more]


def learnt(folder: Path, generations: int, jobs: int) -> dict[str, bytes]:
    """Learn in peace until there are so many generations; all that is in the folder then."""
    folder.mkdir(parents=True, exist_ok=True)
    more = ("--generations", str(generations), "--jobs", str(jobs))
    done = subprocess.run(command(*more), cwd=folder, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    return {**kept(folder), "mine.network": (folder / "mine.network").read_bytes()}


def kept(folder: Path) -> dict[str, bytes]:
    """What a folder of a learning holds."""
    found = folder / "mine.network.learning"
    return {path.name: path.read_bytes() for path in found.iterdir()} if found.exists() else {}


def children(process: int) -> list[int]:
    """The processes that one has started, and those that they have."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    found = [process]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def killed(folder: Path, seconds: float) -> None:
    """Have it learn for some time, kill it with all that share its fate, and see that nothing lives on."""
    more = ("--generations", "1000", "--jobs", "2")
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command(*more), cwd=folder, start_new_session=True, **pipes) as process:
        time.sleep(seconds)
        started = children(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        _, told = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, told
    until = time.monotonic() + 60
    while any(Path(f"/proc/{each}").exists() for each in started):
        assert time.monotonic() < until, "a worker outlives who has started it"
        time.sleep(0.05)


def check_nothing_is_lost(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """What was there is there still: files as they were, and of journals every whole line."""
    for name, content in before.items():
        if name.endswith(".part"):
            whole = content[: content.rfind(b"\n") + 1]
            assert after[name].startswith(whole), name
        elif ".new" not in name:  # a file that was not yet in its place
            assert after[name] == content, name


def check_journals(found: dict[str, bytes]) -> None:
    """Every unit is done once."""
    for name, content in found.items():
        if name.endswith(".part"):
            units = [json.loads(line)["unit"] for line in content.splitlines()[1:] if line.endswith(b"}")]
            assert len(set(units)) == len(units), name


def at_work(found: dict[str, bytes]) -> str:
    """What is done next."""
    for number in range(1, 1000):
        for what, name in (("playing", f"network-{number:04}.network"), ("match", f"generation-{number:04}.json")):
            if name not in found:
                begun = {"playing": "games", "match": "match"}[what]
                return what if f"{begun}-{number:04}.part" in found else f"before {what}"
    return ""


def seconds_of_a_generation(folder: Path) -> float:
    """How long a process takes for one, once everything is compiled."""
    learnt(folder / "compiled", 1, jobs=1)
    began = time.monotonic()
    learnt(folder / "timed", 1, jobs=2)
    return time.monotonic() - began


def test_killed_at_random_instants(tmp_path: Path) -> None:
    chance, longest = random.Random(20), 1.5 * seconds_of_a_generation(tmp_path)
    folder = tmp_path / "war"
    folder.mkdir()
    moments: collections.Counter[str] = collections.Counter()
    before: dict[str, bytes] = {}
    for _ in range(KILLS):
        killed(folder, chance.uniform(0, longest))
        after = kept(folder)
        check_nothing_is_lost(before, after)
        moments[at_work(after)] += 1
        before = after
    generations = 1 + sum(name.startswith("generation-") and ".new" not in name for name in before)
    war = learnt(folder, generations, jobs=2)
    check_nothing_is_lost(before, war)
    check_journals(war)
    peace = learnt(tmp_path / "peace", generations, jobs=1)
    print(f"\n{KILLS} kills, {generations} generations: {dict(moments)}")
    assert len(moments) > 1 or KILLS < 50
    assert war.keys() == peace.keys()
    for name, content in peace.items():
        if name.startswith("generation-"):
            one, two = ({**json.loads(each), "seconds": 0} for each in (content, war[name]))
            assert one == two, name
        elif name.startswith("games-"):
            assert sorted(content.splitlines()) == sorted(war[name].splitlines()), name
        elif not name.startswith("match-"):  # which ends when enough is known: of the last pairs more or fewer were played
            assert content == war[name], name
