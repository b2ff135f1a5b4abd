"""Endings of chess in the lab."""

import pytest

from damier.games.game import BadInput
from damier.lab import run
from damier.lab.halt import Halt


def test_three_men() -> None:
    report = run("endgames")
    found = {row[0]: row for row in report.rows}
    assert {name: (row[6], row[7]) for name, row in found.items()} == {"KQK": (10, 10), "KRK": (16, 16), "KPK": (28, 28)}
    assert found["KPK"][3:6] == [62_480, 19_184, 0]
    assert report.panels[0].series[0].x == list(range(1, 11))


def test_what_cannot_be() -> None:
    with pytest.raises(BadInput, match="size is 5; the endings of this experiment have 3 or 4 men"):
        run("endgames", 5)
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was solved"):
        run("endgames", halt=halt)
