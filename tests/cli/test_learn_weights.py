"""`damier learn genetic` and `spsa`, as a person runs them on a game of his own."""

from pathlib import Path

import pytest
from commands import answer, damier, refusal

from own_games import HEAPS, NIM

SHORT = ("--depth", "1", "--measure", "20", "--points", "1", "--plies", "10", "--jobs", "1")


@pytest.fixture
def heaps(tmp_path: Path) -> Path:
    path = tmp_path / "heaps.py"
    path.write_text(HEAPS)
    return path


def test_weights_are_found_written_and_played_by(heaps: Path, tmp_path: Path) -> None:
    few = ("--steps", "40", "--directions", "8")
    told = answer("learn", "spsa", str(heaps), "--out", "found.weights", *few, *SHORT, cwd=tmp_path)
    assert told["games"] == 40 * 8 * 3 * 2
    assert told["weights"]["weight 1"] > 0 > told["weights"]["weight 2"] - 30
    assert [point["games"] for point in told["points"]] == [0, told["games"]]
    assert not (tmp_path / "found.weights.part").exists()
    lines = (tmp_path / "found.weights").read_text().splitlines()
    assert lines[1] == "# spsa search, 1920 games, from own, seed 1"
    assert lines[2:] == [f"{name}: {number}" for name, number in told["weights"].items()]
    played = answer("match", str(heaps), "depth=1,evaluation=found.weights", "depth=1", "-n", "40", "-j", "1", cwd=tmp_path)
    assert played["score"] > 0.5
    refused = refusal("learn", "genetic", str(heaps), "--out", "found.weights", cwd=tmp_path)
    assert "is there already; say --overwrite" in refused


def test_what_is_printed(heaps: Path, tmp_path: Path) -> None:
    few = ("--population", "4", "--generations", "2", "--only", "weight 2", "--from", "zero")
    done = damier("learn", "genetic", str(heaps), "--out", "bred.weights", *few, *SHORT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, head, *_ = done.stdout.splitlines()
    assert first.startswith("bred.weights: genetic, 64 games, ")
    assert head.split() == ["games", "%", "against", "own", "%", "against", "start"]
    assert "weight 1" not in done.stdout
    assert "weight 1: 0\n" in (tmp_path / "bred.weights").read_text()


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (("--from", "poor"), "there are no weights 'poor' to begin with; there are own, zero"),
        (("--only", "gold"), "no weight has a name that begins with 'gold'; there are weight 1, weight 2"),
        (("--population", "3"), "population is 3; it must be from 4 to 10,000"),
        (("--depth", "0"), "depth is 0; it must be from 1 to 30"),
        (("--nodes", "9", "--seconds", "1"), "a move is given --nodes or --seconds, not both"),
        (("--set", "evaluation=none.weights"), "none.weights cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(heaps: Path, tmp_path: Path, arguments: tuple[str, ...], telling: str) -> None:
    assert telling in refusal("learn", "genetic", str(heaps), "--out", "x.weights", *arguments, cwd=tmp_path)


def test_games_without_weights_and_other_journals(heaps: Path, tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    assert refusal("learn", "spsa", "nim.py", "--out", "x.weights", cwd=tmp_path) == (
        "damier: Nim has no weights to search for: it declares neither WEIGHTS nor weights()"
    )
    (tmp_path / "x.weights.part").write_text('# batch {"game": "heaps", "rules": "others"}\n')
    refused = refusal("learn", "spsa", str(heaps), "--out", "x.weights", "--jobs", "1", cwd=tmp_path)
    assert "x.weights.part is of something else: rules is 'others' there" in refused
