"""Below the interface: the games on offer, those that are going on, words for values, and the server itself."""

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from damier.engine.levels import STRONGEST
from damier.engine.player import Player
from damier.games.game import BadInput
from damier.rules import WIN
from damier.web.server import create_app, serve
from damier.web.shelf import offers
from damier.web.sitting import MOST_PLAYERS, Sitting, Sittings
from damier.web.views import say_result, say_value, view_state


@pytest.fixture
def sittings(monkeypatch: pytest.MonkeyPatch) -> Sittings:
    """Games whose engine need not be compiled."""
    monkeypatch.setattr(Player, "warm", lambda player, position: None)
    return Sittings()


def begin(sittings: Sittings, game: str = "tictactoe", **options: Any) -> Sitting:
    return sittings.open(offers([])[game], options, "", [], 0, 1.0)


def test_importing_the_package_is_light() -> None:
    program = "import sys, damier.web; print(sorted({'numba', 'numpy', 'fastapi', 'uvicorn'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_files_that_are_no_games(tmp_path: Path) -> None:
    """They are refused when the server starts, in one line."""
    with pytest.raises(BadInput, match=r"there is no file nothing\.py"):
        create_app(["nothing.py"])
    broken = tmp_path / "broken.py"
    broken.write_text("START = \n")
    with pytest.raises(BadInput, match=r"broken\.py line 1"):
        create_app([str(broken)])


def test_games_of_one_name(own_game: Path, tmp_path: Path) -> None:
    """Files are told apart from registered games and from each other, by name and by title."""
    other = tmp_path / "nim.py"
    other.write_text(own_game.read_text())
    shelf = offers([str(own_game), str(other)])
    assert [name for name in shelf if name.startswith("nim")] == ["nim", "nim-2", "nim-3"]
    assert len({offer.title for offer in shelf.values()}) == len(shelf)


def test_trouble_in_a_game(own_game: Path, tmp_path: Path, sittings: Sittings) -> None:
    """What goes wrong in a person's own code is said with file and line."""
    file = tmp_path / "odd.py"
    file.write_text(own_game.read_text() + "\ndef board(p, turn):\n    return 1 // 0\n")
    offer = offers([str(file)])["odd"]
    with pytest.raises(BadInput, match=r"odd\.py line \d+: ZeroDivisionError"):
        view_state(sittings.open(offer, {}, "", [], 0, 1.0))


def test_forgotten_games(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used game goes first."""
    monkeypatch.setattr("damier.web.sitting.MOST_SITTINGS", 3)
    first, second, third = (begin(sittings) for _ in range(3))
    sittings.get(first.id)
    fourth = begin(sittings)
    with pytest.raises(KeyError):
        sittings.get(second.id)
    assert [sittings.get(each.id) for each in (first, third, fourth)] == [first, third, fourth]
    assert len({each.id for each in (first, second, third, fourth)}) == 4


def test_memory_of_engines(sittings: Sittings) -> None:
    """Only a few games keep their engine's memory; the others make it anew."""
    opened = [begin(sittings) for _ in range(MOST_PLAYERS + 2)]
    assert [each._player is not None for each in opened] == [False] * 2 + [True] * MOST_PLAYERS
    assert opened[0].player is opened[0].player


def test_an_engine_that_cannot_be_prepared(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why, and the next question tries again."""

    def fail(player: Player, position: Any) -> None:
        raise ValueError("no room")

    monkeypatch.setattr(Player, "warm", fail)
    sitting = begin(sittings)
    with pytest.raises(BadInput, match="no room"):
        sitting.think(sitting.begin(), None, STRONGEST, plays=True)
    state = view_state(sitting)
    assert state.trouble is not None
    assert "no room" in state.trouble
    assert not state.busy
    monkeypatch.setattr(Player, "warm", lambda player, position: None)
    assert sitting.think(sitting.begin(), 0.05, STRONGEST, plays=True) is not None
    assert view_state(sitting).trouble is None


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "Draw"),
        (WIN, "First player wins"),
        (-WIN, "Second player wins"),
        (1, "First player wins by 1 point"),
        (-12, "Second player wins by 12 points"),
    ],
)
def test_results_in_words(score: int, words: str) -> None:
    assert say_result(score) == words


@pytest.mark.parametrize(
    ("value", "exact", "words"),
    [
        (0, False, "even"),
        (0, True, "exact: draw"),
        (3, False, "First player +3"),
        (-3, True, "exact: Second player +3"),
        (-WIN, True, "exact: Second player wins"),
    ],
)
def test_values_in_words(value: int, exact: bool, words: str) -> None:
    assert say_value(value, exact) == words


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"port {port} is taken") as refused:
            serve([], port=port, open_browser=False)
    assert "\n" not in str(refused.value)


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="no address"):
        serve([], host="no such host", open_browser=False)
