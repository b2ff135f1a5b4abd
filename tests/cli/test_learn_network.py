"""`damier learn network`, as a person runs it: what he may say, what he is told, and what is left when it is ended."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import answer, damier, refusal

from damier.network.file import head_of, read_network
from damier.network.layout import layout_of
from own_games import nim

SHORT = ("--generations", "1", "--positions", "600", "--nodes", "20", "--hidden", "32", "--jobs", "1")
LEARN = ("learn", "network", "tictactoe", "--out", "mine.network", *SHORT)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("undisturbed")
    done = damier(*LEARN, cwd=folder)
    assert done.returncode == 0, done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("generation 1: ")
    assert done.stdout.startswith("mine.network: generation ")
    return (folder / "mine.network.learning" / "network-0001.network").read_bytes()


def test_a_game_in_the_place_of_a_command(tmp_path: Path, undisturbed: bytes) -> None:
    told = answer("learn", "tictactoe", "--out", "mine.network", *SHORT, cwd=tmp_path)
    assert told["network"] == "mine.network"
    assert [each["number"] for each in told["generations"]] == [1]
    assert (tmp_path / "mine.network.learning" / "network-0001.network").read_bytes() == undisturbed
    assert read_network(tmp_path / "mine.network").game == "tictactoe"
    again = damier("learn", "tictactoe", "--out", "mine.network", *SHORT, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")  # what was told before is not told again


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (("--minutes", "0"), "minutes is 0.0; it must be from"),
        (("--minutes", "-1"), "minutes is -1.0"),
        (("--minutes", "nan"), "minutes is nan"),
        (("--minutes", "inf"), "minutes is inf"),
        (("--generations", "0"), "generations is 0; it must be from 1 to"),
        (("--nodes", "0"), "nodes is 0"),
        (("--positions", "-3"), "positions is -3"),
        (("--positions", "1000000000"), "GB to learn from, and this machine has"),
        (("--hidden", "7"), "hidden is 7; it must be a multiple of 32"),
        (("--seed", "-1"), "seed is -1"),
        (("--lambda", "nan"), "lambda is nan; it must be from 0 to 1"),
        (("--method", "prayer"), "there is no method 'prayer' to learn by"),
        (("--teacher", "own"), "has no evaluation of its own to learn from"),
        (("--teacher", "shipped"), "Tic-tac-toe comes with no network that could teach it"),
        (("--teacher", "prayer"), "there is no teacher 'prayer'; there are nobody, own, shipped and files of networks"),
        (("--teacher", "nowhere.network"), "nowhere.network cannot be read: No such file or directory"),
        (("--teacher", "game.py"), "game.py is no network of damier's"),
        (("--teacher", "there"), "there cannot be read: Is a directory"),
        (("--jobs", "-1"), "jobs is -1"),
        (("--out", "nowhere/x.network"), "there is no folder nowhere"),
        (("--out", "there"), "there cannot be read: Is a directory"),
        (("--out", "game.py"), "game.py is there already, and is no network; say another --out"),
        (("--set", "last=12"), "last"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path: Path, arguments: tuple[str, ...], telling: str) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "game.py").write_text("my only copy")
    assert telling in refusal(*LEARN, *arguments, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.py", "there"]
    assert (tmp_path / "game.py").read_text() == "my only copy"


def test_a_network_that_teaches(tmp_path: Path, undisturbed: bytes) -> None:
    """It is learnt on elsewhere, the same command goes on; over itself it would be written."""
    (tmp_path / "old.network").write_bytes(undisturbed)
    learn = ("learn", "tictactoe", "--teacher", "old.network", *SHORT[:-4], "--jobs", "1")
    told = damier(*learn, "--hidden", "64", "--out", "new.network", cwd=tmp_path)
    assert told.stdout.startswith("new.network: generation "), told.stderr
    assert layout_of(read_network(tmp_path / "new.network").weights).hidden == 64
    assert damier(*learn, "--hidden", "64", "--out", "new.network", cwd=tmp_path).stdout == told.stdout
    assert "old.network is the teacher, and what is learnt would be written over it; say another --out" in refusal(
        *learn, "--out", "old.network", cwd=tmp_path
    )
    assert (tmp_path / "old.network").read_bytes() == undisturbed


def test_a_gpu_that_is_not_there(tmp_path: Path) -> None:
    try:
        import torch
    except ImportError:
        assert "to learn on a GPU takes torch: pip install 'damier[train]'" in refusal(*LEARN, "--gpu", cwd=tmp_path)
        return
    if torch.cuda.is_available():
        pytest.skip("there is one")
    assert "torch finds no GPU here" in refusal(*LEARN, "--gpu", cwd=tmp_path)


def limited(size: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command where no file can become larger, as on a disk that is full."""
    return subprocess.run(
        [sys.executable, "-m", "damier", *LEARN],
        cwd=folder,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
        timeout=600,
    )


def test_a_disk_that_is_full(tmp_path: Path, undisturbed: bytes) -> None:
    """One line says which file could not be written; with room again, all ends as if nothing had been."""
    named = []
    for size in (100, 300, 1000, 8000):  # what the settings, games, networks and real numbers need, and more
        done = limited(size, tmp_path)
        assert done.returncode == 2, done.stderr
        (line,) = done.stderr.strip().splitlines()
        assert line.startswith("damier: mine.network.learning/")
        assert line.endswith("cannot be written: File too large")
        named.append(line.split()[1])
    assert len(set(named)) > 1
    assert damier(*LEARN, cwd=tmp_path).returncode == 0
    assert (tmp_path / "mine.network.learning" / "network-0001.network").read_bytes() == undisturbed


def test_a_folder_that_nobody_may_write_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("this user may write everywhere")
    assert "Permission denied" in refusal(*LEARN, cwd=tmp_path)


def test_ctrl_c_at_any_time(tmp_path: Path, undisturbed: bytes) -> None:
    """What there is is written, or nothing yet; it is said that one can go on, and the same comes out."""
    for seconds in (0.3, 0.9, 1.5, 2.1):
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen([sys.executable, "-m", "damier", *LEARN], cwd=tmp_path, **pipes) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            try:
                _, told = process.communicate(timeout=300)
            finally:
                process.kill()
        assert "Traceback" not in told
        assert process.returncode in (0, 130, -signal.SIGINT), told  # it may have been done, or not begun
        if process.returncode == 130:
            last = told.strip().splitlines()[-1]
            assert last.startswith("damier: interrupted"), told
    assert damier(*LEARN, cwd=tmp_path).returncode == 0
    assert (tmp_path / "mine.network.learning" / "network-0001.network").read_bytes() == undisturbed


def test_a_match_against_what_the_game_comes_with(tmp_path: Path) -> None:
    """The author's evaluation, or the network that comes with the game as soon as one does; the file tells which."""
    evaluate = "\n@rule\ndef evaluate(p: Nim, weights):\n    return 1\n"
    network = '\nfrom pathlib import Path\nNETWORK = Path(__file__).with_name("given.network")\n'
    learn = ("learn", "./heap.py", *SHORT)
    (tmp_path / "heap.py").write_text(nim(60) + evaluate)
    told = damier(*learn, cwd=tmp_path)
    assert "% of the points against the evaluation that the game's author wrote, which " in told.stdout, told.stderr
    assert read_network(tmp_path / "heap.network").learnt["rival"] == "own"
    shutil.copy(tmp_path / "heap.network", tmp_path / "given.network")
    (tmp_path / "heap.py").write_text(nim(60) + evaluate + network)
    told = damier(*learn, cwd=tmp_path)
    assert "50 % of the points against the network that comes with the game, which stays;" in told.stdout, told.stderr
    rival = read_network(tmp_path / "heap.network").learnt["rival"]
    assert rival == head_of(tmp_path / "given.network")["checksum"]
    said = answer(*learn, cwd=tmp_path)
    assert (said["rival"], said["against_own_evaluation"]) == (rival, 0.5)
