"""The experiment on the book that learns: small, but the real thing."""

import pytest

from damier.lab import can_halt, run
from damier.lab.book_learning import EQUAL, STRONGER
from damier.lab.halt import Halt
from lengths import times

GAMES = times(26, 40)


def test_book_learning() -> None:
    """On Connect 4: no game is lost twice, and after twenty games the stronger opponent is beaten."""
    seen: list[tuple[int, int]] = []
    report = run("book-learning", GAMES, progress=lambda done, total: seen.append((done, total)), games="connect4", depth="2")
    assert seen == [(done, 2 * GAMES) for done in range(1, 2 * GAMES + 1)]
    assert [row[:3] for row in report.rows] == [
        ["connect4", opponent, games] for opponent in (STRONGER, EQUAL) for games in ("1-20", f"21-{GAMES}")
    ]
    assert report.rows[1][3] > 50
    assert all("never lost the same game twice" in note for note in report.notes)


def test_it_can_be_stopped() -> None:
    halt = Halt()

    def stop(done: int, total: int) -> None:
        if done == 3:
            halt()

    assert can_halt("book-learning")
    report = run("book-learning", 40, progress=stop, halt=halt, games="tictactoe", depth="2")
    assert [row[2] for row in report.rows] == ["1-3"]
    with pytest.raises(ValueError, match="before anything was measured"):
        run("book-learning", 1, halt=halt, games="tictactoe")


@pytest.mark.parametrize(("settings", "telling"), [({"games": "chess,ludo"}, "they are to be of"), ({"depth": "0"}, "from 1")])
def test_bad_settings(settings: dict[str, str], telling: str) -> None:
    with pytest.raises(ValueError, match=telling):
        run("book-learning", 1, **settings)
