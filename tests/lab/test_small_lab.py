"""Small games solved in the lab: known figures, games that a person names, and an end before the end."""

from pathlib import Path

import pytest

from damier.games.game import BadInput
from damier.lab import run
from damier.lab.halt import Halt
from damier.lab.small_games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_list() -> None:
    """The smallest games of the list, with the numbers of positions that it says."""
    report = run("small-games", 1000)
    positions = {row[0]: row[1] for row in report.rows}
    assert positions == {small.written: small.positions for small in GAMES if small.positions <= 1000}
    assert all(row[4] in (None, row[3]) for row in report.rows)
    assert not any("published is" in note for note in report.notes)


def test_games_by_name() -> None:
    report = run("small-games", solve=f"{EXAMPLES / 'mouse.py'}, nim:stones=30")
    assert [row[1:6] for row in report.rows] == [[564, 1696, "0", None, None], [31, 87, "win", None, 15]]


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(BadInput, match="no game of the list has so few"):
        run("small-games", 1)
    with pytest.raises(BadInput, match="stones is 'x'"):
        run("small-games", solve="nim:stones=x")
    with pytest.raises(BadInput, match="memory is '0'"):
        run("small-games", memory="0")
    with pytest.raises(BadInput, match=r"^kalah:pits=6: 5 MB are not enough"):
        run("small-games", solve="kalah:pits=6", memory="5")


def test_it_can_be_ended() -> None:
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was solved"):
        run("small-games", 1000, halt=halt)
