"""Below the interface: the games on offer, those that are going on, words for values, and the server itself."""

import runpy
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import NumbaError

from damier.engine.player import Player
from damier.games.check import said_of_compiler
from damier.games.faults import authors_files
from damier.games.game import BadInput
from damier.rules import WIN
from damier.web.offers import offers
from damier.web.play.library import Kept, Library
from damier.web.play.open_books import book_path
from damier.web.play.seats import Memories
from damier.web.play.settings import Settings, Side
from damier.web.play.sitting import Sitting
from damier.web.play.sittings import Sittings
from damier.web.play.state_views import view_state
from damier.web.play.views import say_result
from damier.web.server import create_app, serve


@pytest.fixture
def sittings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Sittings]:
    """Games whose engine need not be compiled."""
    monkeypatch.setattr(Player, "warm", lambda player, position: None)
    library = Library(tmp_path / "games.db")
    yield Sittings(offers([]), library)
    library.close()


def begin(sittings: Sittings, game: str = "tictactoe", **options: Any) -> Sitting:
    return sittings.open(offers([])[game], options, "", [], Settings())


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
    offered = offers([str(own_game), str(other)])
    assert [name for name in offered if name.startswith("nim")] == ["nim-2", "nim-3", "nim"]
    assert len({offer.title for offer in offered.values()}) == len(offered)


def test_a_persons_own_games_come_first(own_game: Path, walk: Path) -> None:
    """As they were given; the others by title."""
    names = list(offers([str(walk), str(own_game)]))
    assert names[:2] == ["walk", "nim-2"]
    assert names[2:] == list(offers([]))


def test_a_game_of_any_name_has_a_book(own_game: Path, tmp_path: Path) -> None:
    """A file is called as its owner likes; only what a page asks for may not name other files."""
    file = tmp_path / "mon jeu à moi.py"
    file.write_text(own_game.read_text() + '\nOPTIONS = {"name": "x"}\n\ndef start(name="x"):\n    return START\n')
    offer = offers([str(file)])["mon jeu à moi"]
    assert book_path(offer.with_options({"name": "small"})).name.startswith("mon jeu à moi")
    for name in ("../chess", "a/b", "a b"):
        with pytest.raises(BadInput, match="with these options"):
            book_path(offer.with_options({"name": name}))


def test_trouble_in_a_game(own_game: Path, tmp_path: Path, sittings: Sittings) -> None:
    """What goes wrong in a person's own code is said with file and line."""
    file = tmp_path / "odd.py"
    board = "from damier import Board, Cell\ndef board(p, turn):\n    return Board([[Cell(str(1 // (int(p.stones) - 20)))]])\n"
    file.write_text(f"{own_game.read_text()}\n{board}")
    sitting = sittings.open(offers([str(file)])["odd"], {}, "", [], Settings((Side(False), Side(False))))
    view_state(sitting)
    sitting.move("1")
    with pytest.raises(BadInput, match=r"odd\.py line \d+: board\(\): ZeroDivisionError"):
        view_state(sitting)


def test_games_go_back_to_the_library(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more games than there is room for the least recently used is put away, and taken up again when it is asked for."""
    monkeypatch.setattr("damier.web.play.sittings.MOST_SITTINGS", 3)
    first, second, third = (begin(sittings) for _ in range(3))
    second.move("b2")
    sittings.get(first.id)
    fourth = begin(sittings)
    assert [sittings.get(each.id) for each in (first, third, fourth)] == [first, third, fourth]
    again = sittings.get(second.id)
    assert again is not second
    assert again.session.text == second.session.text
    with pytest.raises(KeyError):
        sittings.get("nothing")


def test_memory_of_engines() -> None:
    """Only a few games keep their engine's memory; those that use it lose it never."""

    class User:
        def __init__(self, id: str) -> None:
            self.id, self.has_memory, self.is_busy = id, True, False

        def forget(self) -> bool:
            self.has_memory = self.has_memory and self.is_busy
            return not self.is_busy

    memories, users = Memories(2), [User(str(number)) for number in range(4)]
    users[0].is_busy = True
    for user in users:
        memories.use(user)
    assert [user.has_memory for user in users] == [True, False, True, True]
    users[0].is_busy = False
    memories.use(users[3])
    assert [user.has_memory for user in users] == [False, False, True, True]


def test_an_engine_that_cannot_be_prepared(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why, the game waits, and going on tries again."""

    def fail(player: Player, position: Any) -> None:
        raise ValueError("no room")

    monkeypatch.setattr(Player, "warm", fail)
    heard: list[BadInput | None] = []
    sitting = begin(sittings)
    sitting.listen(heard.append)
    sitting.move("b2")
    wait_for(lambda: sitting.is_paused)
    assert any("no room" in str(each) for each in heard)
    trouble = view_state(sitting).trouble
    assert trouble is not None
    assert "no room" in trouble
    monkeypatch.setattr(Player, "warm", lambda player, position: None)
    sitting.resume()
    wait_for(lambda: len(sitting.tree.nodes) == 3)
    assert view_state(sitting).trouble is None


@pytest.mark.parametrize("trouble", [None, "no room"])
def test_a_page_hears_that_the_engine_is_prepared(
    sittings: Sittings, monkeypatch: pytest.MonkeyPatch, trouble: str | None
) -> None:
    """Or that it cannot be; at once, though nobody moves."""
    may_end = threading.Event()

    def warm(player: Player, position: Any) -> None:
        may_end.wait(60)
        if trouble:
            raise ValueError(trouble)

    monkeypatch.setattr(Player, "warm", warm)
    monkeypatch.setattr("damier.web.play.seats.SHOWN", 0)
    heard: list[BadInput | None] = []
    first, second = begin(sittings), begin(sittings)
    for each in (first, second):
        each.set(Settings((Side(False), Side(False))))
        each.listen(heard.append)
    assert not view_state(first).ready
    assert heard == []
    may_end.set()
    wait_for(lambda: len(heard) == 2)
    assert heard == [None, None]
    for each in (first, second):
        state = view_state(each)
        assert state.ready
        assert state.trouble == (trouble and f"tictactoe.py: ValueError: {trouble}")


def test_what_waits_for_the_engine_begins_when_it_is_prepared(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a program the position is looked at while the person thinks, to warn of a bad move."""
    may_end = threading.Event()
    monkeypatch.setattr(Player, "warm", lambda player, position: may_end.wait(60))
    sitting = sittings.open(offers([])["tictactoe"], {}, "", [], Settings((Side(False), Side(True)), warns=True))
    sitting.listen(lambda what: None)
    assert sitting.thinking.job is None
    may_end.set()
    wait_for(lambda: 0 in sitting.thinking.worths)


def test_what_cannot_be_compiled_is_said_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text("from numba import njit\n\n@njit\ndef count(p):\n    return p.nothing\n")
    module = runpy.run_path(str(file))
    authors_files.add(str(file))
    with pytest.raises(NumbaError) as failed:
        module["count"](1)
    assert said_of_compiler(failed.value).startswith(
        "odd.py line 5: a rule cannot be compiled: whole numbers have no 'nothing'"
    )


def test_a_library_that_cannot_be_written(sittings: Sittings, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and the game goes on."""

    def full(library: Library, kept: Kept) -> None:
        raise BadInput("the disk is full")

    heard: list[BadInput | None] = []
    sitting = begin(sittings)
    sitting.listen(heard.append)
    monkeypatch.setattr(Library, "keep", full)
    sitting.set(Settings((Side(False), Side(False))))
    sitting.move("b2")
    assert "the disk is full" in map(str, heard)
    assert len(sitting.tree.nodes) == 2


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


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
    assert say_result(score, offers([])["tree"].game) == words


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
