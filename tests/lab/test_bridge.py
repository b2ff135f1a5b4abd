"""Experiments with bridge."""

import pytest

from damier.lab import run


def test_ideas() -> None:
    """Each idea is switched off in turn, all scores are the same, and the table is worth something."""
    report = run("bridge-ideas", 2, cards="5,6")
    assert len(report.rows) == 2 * 6
    assert "All scores found are the same with and without each idea." in report.notes
    nodes = {(row[0], row[1]): row[3] for row in report.rows}
    assert nodes[6, "table"] > nodes[6, ""]


def test_cards_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="up to 13"):
        run("bridge-ideas", 1, cards="14")
