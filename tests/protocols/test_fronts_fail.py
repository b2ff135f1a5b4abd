"""Whatever fails behind a conversation, in the terminal or in a match: it is said, and what is answered was searched.

Each part is broken where it is, in the real program; nothing else is.
"""

import queue
import random
import re
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

from damier.arena.opponent import Limits
from damier.arena.own import OwnPlayer
from damier.arena.setting import read_setting
from damier.books.chess.polyglot import Polyglot
from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.store import BookGame
from damier.books.rote import Rote
from damier.books.shelf import memory_path
from damier.cli.terminal_game import TerminalGame
from damier.engine import player as player_module
from damier.engine.player import Player
from damier.games import load
from damier.games.game import Game
from damier.games.othello.ggf import Move, Record, format_game
from damier.protocols.chess import uci_engine
from damier.protocols.chess.uci import UCI
from damier.protocols.chess.uci_options import Settings, set_option
from damier.protocols.othello.nboard import NBoard
from damier.records.openings import Opening
from damier.records.session import Session
from damier.solvers.othello.solver import Solver

pytestmark = pytest.mark.xdist_group("uci")

PATIENCE = 300.0  # seconds; an engine may have to be compiled first
START_KEY = 0x463B96181691FC9C
AFTER = "startpos moves a2a3 h7h6"  # which no opening goes on with


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError("broken\nfor a test")


BROKEN = "RuntimeError: broken for a test"


class Talk:
    """A conversation in this process: lines go in, and those that come back are waited for."""

    def __init__(self, listen: Callable[[Iterator[str]], None], out: "queue.SimpleQueue[str]") -> None:
        self._in: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.out = out
        self._thread = threading.Thread(target=lambda: listen(iter(self._in.get, None)), daemon=True)  # type: ignore[arg-type]

    def __enter__(self) -> "Talk":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._in.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def ask(self, *lines: str, until: str) -> list[str]:
        """What is said up to a line that begins with this word."""
        for line in lines:
            self._in.put(line)
        said = [self.out.get(timeout=PATIENCE)]
        while said[-1].split()[:1] != [until]:
            said.append(self.out.get(timeout=PATIENCE))
        return said


# --------------------------------------------------------------------------------------------------------------------
# UCI


def over_uci(position: str = AFTER, words: str = "depth 3", times: int = 1, **options: str) -> list[str]:
    """What is said to `go`, so many times."""
    settings = set_option(Settings(), "Hash", "1")
    evaluation = options.pop("evaluation", "")
    for name, value in options.items():
        settings = set_option(settings, name.replace("_", " "), value)
    out: queue.SimpleQueue[str] = queue.SimpleQueue()
    uci = UCI(out.put, settings, 1, {"evaluation": evaluation} if evaluation else {})
    talk = Talk(uci.listen, out)
    said = []
    with talk:
        for _ in range(times):
            said += talk.ask(f"position {position}", f"go {words}", until="bestmove")
    return said


def check_uci(said: list[str], position: str = AFTER, times: int = 1) -> list[str]:
    """What was complained of; each move is legal, and was searched."""
    board = chess.Board()
    for name in position.split()[2:]:
        board.push_uci(name)
    moves = [line.split()[1] for line in said if line.startswith("bestmove ")]
    assert len(moves) == times
    for move in moves:
        assert chess.Move.from_uci(move) in board.legal_moves
        assert any(re.match(rf"info depth [1-9].* pv {move}\b", line) for line in said), said
    assert "nothing was searched" not in " ".join(said)
    return [line.removeprefix("info string ") for line in said if line.startswith("info string ")]


def promotion_to_nothing(folder: Path) -> Path:
    file = folder / "mine.bin"
    file.write_bytes(struct.pack(">QHHI", START_KEY, chess.E4 | chess.E2 << 6 | 7 << 12, 1, 0))
    return file


def test_an_entry_of_a_book_that_is_none(tmp_path: Path) -> None:
    """Promotion bits that stand for no piece."""
    file = promotion_to_nothing(tmp_path)
    said = over_uci("startpos", times=2, OwnBook="true", Book_File=str(file))
    told = check_uci(said, "startpos", times=2)
    assert len(told) == 1
    assert f"{file}: entry 1 (byte 0) is the move e2e4 with a promotion to 7" in told[0]


def test_a_book_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Polyglot, "entries", fail)
    file = promotion_to_nothing(tmp_path)
    said = over_uci(times=2, OwnBook="true", Book_File=str(file))
    assert check_uci(said, times=2) == [f"Book File: {file}: {BROKEN}; it is put aside"]


def test_a_book_that_learns_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, game = tmp_path / "mine.book", load("chess")
    with LearntBook.open(file, game, is_writable=True, is_made=True) as book:
        book.add([BookGame([game.moves(game.start())[0]], 1)])
    monkeypatch.setattr(LearntBook, "advise_in", fail)
    said = over_uci(times=2, OwnBook="true", Book_File=str(file))
    assert check_uci(said, times=2) == [f"Book File: {file}: {BROKEN}"]


def test_a_memory_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, game = tmp_path / "mine.book", load("chess")
    LearntBook.open(file, game, is_writable=True, is_made=True).close()
    Rote(memory_path(file), game).close()
    monkeypatch.setattr(Rote, "seed", fail)
    said = over_uci(times=2, OwnBook="true", Book_File=str(file))
    assert check_uci(said, times=2) == [f"the memory of deep searches has failed and is put aside: {BROKEN}"]


def test_the_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "deepen", fail)
    assert check_uci(over_uci()) == [f"the search has failed, and what was found at depth 3 counts: {BROKEN}"]


def test_the_search_fails_after_two_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    real = player_module.deepen

    def two(position: Any, depth: int, memory: Any, *more: Any) -> Any:
        real(position, min(depth, 2), memory, *more)
        return fail()

    monkeypatch.setattr(player_module, "deepen", two)
    assert check_uci(over_uci()) == [f"the search has failed, and what was found at depth 2 counts: {BROKEN}"]


def test_the_analysis_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "best_moves", fail)
    told = check_uci(over_uci(MultiPV="3"))
    assert told == [f"the search has failed, and what was found at depth 3 counts: {BROKEN}"]


@pytest.mark.parametrize("part", ["answer", "warm", "take"])
def test_the_engine_fails_altogether(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci_engine.Engine, part, fail)
    assert check_uci(over_uci()) == [BROKEN]


def test_weights_are_gone(tmp_path: Path) -> None:
    file = tmp_path / "gone.weights"
    (told,) = check_uci(over_uci(evaluation=str(file)))
    assert told.startswith("the evaluation has failed, and the usual one takes its place: ")
    assert str(file) in told


def test_a_table_full_of_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Player._memory
    chance = random.Random(1)

    def damaged(player: Player, *arguments: Any) -> Any:
        player.table.entries[:] = [chance.getrandbits(64)] * len(player.table.entries)
        return real(player, *arguments)

    monkeypatch.setattr(Player, "_memory", damaged)
    assert check_uci(over_uci()) == []


def test_learning_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is said all the same."""
    monkeypatch.setattr(uci_engine.Learning, "answered", fail)
    assert check_uci(over_uci()) == [BROKEN]


def test_where_nothing_can_be_searched_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci_engine.Engine, "answer", fail)
    monkeypatch.setattr("damier.protocols.last_resort.plain_search", fail)
    said = over_uci()
    assert said[-1].startswith("bestmove ")
    assert said[-2] == "info string nothing was searched: the answer is any legal move"


# --------------------------------------------------------------------------------------------------------------------
# NBoard


def over_nboard(book: str | None = None, learns: bool = False) -> tuple[list[str], list[str]]:
    """What is said to `go` in an ending of Othello on 4x4, and what is complained of."""
    game = load("othello", size=4)
    session = Session(game)
    for name in ("b1", "a1"):
        session.play(game.parse_move(session.position, name))
    record = Record({}, session.positions[0], session.turns[0], [Move(move) for move in session.moves])
    complained = list[str]()
    out: queue.SimpleQueue[str] = queue.SimpleQueue()
    board = NBoard(game, out.put, complained.append, hash_mb=1, book=book, learns=learns)
    talk = Talk(board.listen, out)
    with talk:
        said = talk.ask("nboard 2", "set depth 3", f"set game {format_game(record)}", "go", until="===")
    move = said[-1].split()[1].partition("/")[0].lower()
    assert move in [game.move_name(session.position, each) for each in session.legal_moves()]
    assert any(re.match(rf"search {move.upper()}\S* \S+ 0 ([1-9]|100%)", line) for line in said), said
    assert all(f"status {words}" in said for words in complained)
    return said, complained


def test_the_solver_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "_asks_solver", lambda *_: True)
    monkeypatch.setattr(Solver, "best", fail)
    _, complained = over_nboard()
    assert complained == [f"the exact solver of Othello has failed and is put aside: {BROKEN}"]


def test_the_search_for_a_board_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "deepen", fail)
    _, complained = over_nboard()
    assert complained == [f"the search has failed, and what was found at depth 3 counts: {BROKEN}"]


def test_the_player_for_a_board_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "ask", fail)
    assert over_nboard()[1] == [BROKEN]


def test_a_player_that_cannot_be_made_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "warm", fail)
    assert over_nboard()[1] == [BROKEN]


def test_a_book_for_a_board_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    game = load("othello", size=4)
    with LearntBook.open(default_path(game), game, is_writable=True, is_made=True) as book:
        book.add([BookGame([game.moves(game.start())[0]], 1)])
    monkeypatch.setattr(LearntBook, "advise_in", fail)
    assert over_nboard("")[1] == [f"{default_path(game)}: {BROKEN}"]


# --------------------------------------------------------------------------------------------------------------------
# The terminal, and matches


def at_the_terminal(capsys: pytest.CaptureFixture[str], game: Game, book: str | None = None) -> list[str]:
    """What is said in a game of damier's against itself."""
    player = Player(game, seconds=0.05, hash_mb=1)
    TerminalGame(Session(game), player, (), ponder=False, book=book).play()
    said = capsys.readouterr().out.splitlines()
    moves = [line for line in said if line.startswith("damier plays ")]
    assert len(moves) >= 5
    assert all(re.search(r"depth [1-9]|exact", line) for line in moves)
    return said


def test_a_search_fails_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "deepen", fail)
    said = at_the_terminal(capsys, load("tictactoe"))
    assert f"damier: the search has failed, and what was found at depth 3 counts: {BROKEN}" in said


def test_a_book_and_a_memory_fail_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path))
    game = load("tictactoe")
    with LearntBook.open(default_path(game), game, is_writable=True, is_made=True) as book:
        book.add([BookGame([4], 1)])
    Rote(memory_path(default_path(game)), game).close()
    monkeypatch.setattr(LearntBook, "advise_in", fail)
    monkeypatch.setattr(Rote, "seed", fail)
    said = at_the_terminal(capsys, game, "")
    assert said.count(f"book: {default_path(game)}: {BROKEN}") == 1
    assert said.count(f"damier: the memory of deep searches has failed and is put aside: {BROKEN}") == 1


def test_what_fails_in_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that opened well fails in the middle of a game, and then the search does."""
    game, file = load("tictactoe"), tmp_path / "mine.book"
    with LearntBook.open(file, game, is_writable=True, is_made=True) as book:
        book.add([BookGame([4], 1)])
    own = OwnPlayer(game, read_setting(f"depth=3,hash=1,name=mine,book={file}"))
    own.start(PATIENCE)
    own.new_game(Opening(), 1)
    monkeypatch.setattr(LearntBook, "advise_in", fail)
    assert own.move([], Limits(depth=3), PATIENCE).depth == 3
    monkeypatch.setattr(player_module, "deepen", fail)
    reply = own.move([], Limits(depth=3), PATIENCE)
    own.close()
    assert reply.depth == 3
    assert capsys.readouterr().err.splitlines() == [
        f"damier: setting 'mine': {file}: {BROKEN}",
        f"damier: setting 'mine': the search has failed, and what was found at depth 3 counts: {BROKEN}",
    ]
