"""Every experiment at a tiny size: its figures are sane, it can be written as JSON, its plot is drawn."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from damier.lab import EXPERIMENTS, run
from damier.lab.kalah import scout
from damier.lab.measure import error, mean, search_logged
from damier.lab.positions import random_positions
from damier.lab.random_tree import equivalence, uniform_trees
from damier.lab.report import Column, Panel, Report, Series


def check(report: Report, folder: Path) -> dict[str, Any]:
    """What holds for every report; gives its JSON."""
    assert all(len(row) == len(report.columns) for row in report.rows)
    table = report.table()
    assert report.title in table
    assert all(column.name.strip() in table for column in report.columns)
    for suffix in (".svg", ".png"):
        file = folder / f"plot{suffix}"
        report.plot(file)
        assert file.stat().st_size > 5_000
    data = json.loads(json.dumps(report.to_json()))
    assert isinstance(data, dict)
    assert data["published"]["source"].startswith(("Alliot", "EFREI"))
    return data


def column(report: Report, name: str) -> list[Any]:
    place = [one.name for one in report.columns].index(name)
    return [row[place] for row in report.rows]


def test_uniform_trees(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = run("uniform-trees", 3, progress=lambda done, total: seen.append((done, total)))
    check(report, tmp_path)
    assert seen[-1][0] == seen[-1][1] == len(seen)
    leaves = {(row[0], row[2], row[3]): row[5] for row in report.rows}
    evaluations = {(row[0], row[2], row[3]): row[7] for row in report.rows}
    for shape in uniform_trees.BOOK:
        alphabeta, sss = leaves[shape.depth, "Alpha-beta", None], leaves[shape.depth, "SSS*", None]
        assert alphabeta == pytest.approx(shape.alphabeta, rel=0.4)
        assert sss == pytest.approx(shape.sss, rel=0.4)
        assert sss < alphabeta < leaves[shape.depth, "Minimax2", None]
        assert leaves[shape.depth, "IterSSS*", shape.itersss[-1][0]] == pytest.approx(sss)
        assert leaves[shape.depth, "MTD(+inf)", None] == pytest.approx(sss)
        assert evaluations[shape.depth, "MTD(+inf)", None] > sss
        assert leaves[shape.depth, "Alpha-beta, minimax convention", None] == alphabeta
    assert column(report, "book").count(None) == len(report.rows) - 17


def test_scout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scout, "GAMES", scout.GAMES[:2])
    monkeypatch.setattr(scout, "DEPTHS", range(3, 6))
    report = run("scout", 6)
    check(report, tmp_path)
    assert column(report, "depth") == [3, 4, 5] * 2
    assert all(0.2 < ratio < 3 for ratio in column(report, "ratio"))
    assert all(best <= ratio for best, ratio in zip(column(report, "best case"), column(report, "ratio"), strict=True))
    assert column(report, "alpha-beta")[:3] != column(report, "alpha-beta")[3:]
    assert "at depth 5, of which the book says up to 40 % better" in " ".join(report.notes)


def test_openings_are_different_and_repeatable() -> None:
    from damier.games import load

    game = load("awale")
    one, two, other = (random_positions(game, 10, seed) for seed in (1, 1, 2))
    assert len(set(map(game.text, one))) == 10
    assert [game.text(position) for position in one] == [game.text(position) for position in two]
    assert [game.text(position) for position in one] != [game.text(position) for position in other]


def test_equivalence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equivalence, "SHAPES", ((2, 6), (3, 4)))
    report = run("equivalence", 3)
    check(report, tmp_path)
    assert set(column(report, "mismatches")) == {0}
    assert set(column(report, "trees")) == {6}
    assert "in SSS*'s order" in report.notes[0]
    assert "nothing was replaced" in report.notes[1]


def test_equivalence_tells_a_mismatch_and_a_small_table() -> None:
    bad = equivalence.Pair(leaves=4, evaluations=5, is_same=False, passes=2, longest=3, entries=2, stored=3)
    first, second, *_ = equivalence._notes([bad])
    assert "In 1 of 1 trees the two differ" in first
    assert "too small" in second


def test_a_log_that_is_too_short_is_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    from damier.games.random_tree import start

    monkeypatch.setattr("damier.lab.measure._FIRST_LOG", 16)
    result = search_logged(start(2, 8), "alphabeta", 8)
    assert result.events_lost == 0
    assert len(result.events) > result.nodes


def test_means_and_errors() -> None:
    assert mean([1, 2, 3]) == 2
    assert error([1, 2, 3]) == pytest.approx(1 / math.sqrt(3))
    assert error([5]) == 0


def test_a_report_writes_numbers_with_their_digits(tmp_path: Path) -> None:
    panel = Panel("p", "x", "y", [Series("a", [1, 10], [2.0, 3.0]), Series("a, book", [1], [2.5], look="published")], log="xy")
    columns = [Column("name"), Column("n"), Column("%", 2)]
    report = Report("r", "Title", columns, [["a", 12345, 1.0], ["b", None, 22.34]], [], [panel], {})
    assert report.table().splitlines()[4:6] == ["a     12,345   1.00", "b             22.34"]
    with pytest.raises(ValueError, match=r"written as \.svg or \.png"):
        report.plot(tmp_path / "plot.pdf")
    report.plot(tmp_path / "plot.svg")


def test_an_unknown_experiment_is_refused_in_a_line() -> None:
    with pytest.raises(ValueError, match=r"^unknown experiment 'chess'; there are connect4-ladder, connect4-ideas, "):
        run("chess")
    with pytest.raises(ValueError, match="size is 0"):
        run("scout", 0)


def test_the_registry_imports_nothing_heavy() -> None:
    code = "import sys, damier.lab; print([name for name in ('matplotlib', 'numba', 'numpy') if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
    assert all(line and module.replace(".", "_").isidentifier() for module, line in EXPERIMENTS.values())
