"""Files of games go into a book: all formats, interrupted, broken, twice, and what cannot be."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_values import random_game

from damier.books.learnt import importing
from damier.books.learnt.book import LearntBook
from damier.books.learnt.checking import check
from damier.books.learnt.importing import Import, Imported
from damier.books.learnt.judging import judge
from damier.books.learnt.store import BookGame, Overtaken, Source
from damier.games import load
from damier.games.formats import WrittenGame
from damier.games.game import BadInput, Game
from damier.games.othello import wthor
from damier.games.othello.records import judge as judge_squares
from damier.games.othello.records import with_passes
from damier.games.othello.rules import PASS
from damier.games.othello.writing import replay, transcript
from damier.records.collections import game_of, open_file

OTHELLO = "f5d6c3d3c4f4f6"


def book_in(folder: Path, game: Game, name: str = "a.book") -> LearntBook:
    return LearntBook.open(folder / name, game, is_writable=True, is_made=True)


def read(book: LearntBook, path: Path, text: str = "", **more: Any) -> Imported:
    if text:
        path.write_text(text)
    return Import(book, **more).run([path])[0]


def contents(book: LearntBook) -> tuple[Any, ...]:
    """All games, and a checksum over all that is known of positions."""
    return book.store.totals, [(list(game.moves), *game[1:]) for _, game in book.store.games()]


def transcripts(count: int, seed: int = 1) -> list[str]:
    """Random games of Othello to their end."""
    game, chance = load("othello"), random.Random(seed)
    return [transcript(random_game(game, chance, 100)[0]) for _ in range(count)]


def test_columns(tmp_path: Path) -> None:
    with book_in(tmp_path, load("connect4")) as book:
        found = read(book, tmp_path / "a.txt", "# two games\n4455667\n\n443562 0-1\n44 4 4 3 1/2-1/2\n")
        assert (found.read, found.kept, found.faults) == (3, 3, [])
        assert [(list(game.moves), game.result) for _, game in book.store.games()] == [
            ([3, 3, 4, 4, 5, 5, 6], 1),
            ([3, 3, 2, 4, 5, 1], -1),
            ([3, 3, 3, 3, 2], 0),
        ]


def test_transpositions_and_mirror_images_are_one(tmp_path: Path) -> None:
    game = load("connect4")
    with book_in(tmp_path, game) as book:
        read(book, tmp_path / "a.txt", "4152 1-0\n5142 0-1\n4736 1-0\n")
        page = book.look(game.parse("4152"), 4)
        assert page is not None
        assert page.games == (2, 0, 1)


def test_what_cannot_be_is_passed_over_and_told(tmp_path: Path) -> None:
    text = "4455667 0-1\n44\n44444444\n4455667 1\nhello\n44556671\n443562 *\n48 1-0\n4455667\n"
    with book_in(tmp_path, load("connect4")) as book:
        found = read(book, tmp_path / "a.txt", text)
        assert (found.read, found.kept, found.passed_over, len(found.faults)) == (9, 1, 8, importing.TOLD)
    faults = "\n".join(found.faults)
    assert "a.txt, line 1: it is said to be lost for the first player, and the rules say won" in faults
    assert "a.txt, line 2: it is not over, and has no result" in faults
    assert "a.txt, line 3: move 7, 4, is not legal" in faults
    assert "line 4:" in faults
    assert "line 5:" in faults
    assert judge(load("connect4"), [game_of(load("connect4"), "44556671")]) == ["move 8: the game was over before it"]


@pytest.mark.parametrize("name", ["tictactoe", "kalah"])
def test_names_of_moves(name: str, tmp_path: Path) -> None:
    game = load(name)
    moves, result = random_game(game, random.Random(2), 300)
    position, names = game.start(), []
    for move in moves:
        names.append(game.move_name(position, move))
        position = game.play(position, move)
    with book_in(tmp_path, game) as book:
        found = read(book, tmp_path / "a.txt", " ".join(names) + "\n")
        assert found.kept == 1, found.faults
        assert [(list(each.moves), each.result) for _, each in book.store.games()] == [(moves, result)]


def test_tags_tell_where_a_game_begins(tmp_path: Path) -> None:
    text = '[Start "44"]\n[First "Ann"]\n\n55\n667 \n\n4455667\n[Start "4"] 455667 1-0\n'
    with book_in(tmp_path, load("connect4")) as book:
        found = read(book, tmp_path / "a.txt", text)
        assert found.kept == 3, found.faults
        games = [(len(game.moves), game.first, bool(game.start)) for _, game in book.store.games()]
    assert games == [(5, "Ann", True), (7, "", False), (6, "", True)]


def test_passes_are_told() -> None:
    """As the slow reader of transcripts tells them."""
    game = load("othello")
    for text in [OTHELLO, *transcripts(40)]:
        written = game_of(game, text + " 1-0")
        assert written.lacks_passes
        made = replay(text).moves
        rows = wthor.games_of(np.array([written.moves]), [40]).squares
        assert with_passes(rows)[0].tolist() == made
    mixed = [game_of(game, f"{OTHELLO} 1-0"), WrittenGame("", [*replay(OTHELLO).moves], -1), game_of(game, "f5d6c3d3 1-0")]
    assert [list(each.moves) for each in judge(game, mixed)] == [
        replay(OTHELLO).moves,
        replay(OTHELLO).moves,
        replay("f5d6c3d3").moves,
    ]
    assert judge(game, [game_of(game, "f5d6a1 1-0")]) == ["move 3, a1, is not legal"]
    assert any(PASS in replay(text).moves for text in transcripts(40))
    assert judge(game, [game_of(game, "f5--d6 1-0")])[0].startswith("move 2 pass")


def squares_of(texts: list[str]) -> Any:
    rows = np.full((len(texts), 60), -1, np.int8)
    for row, text in zip(rows, texts, strict=True):
        moves = [move for move in replay(text).moves if move != PASS]
        row[: len(moves)] = moves
    return rows


def write_wthor(path: Path, texts: list[str]) -> None:
    squares = squares_of(texts)
    wthor.write(path, wthor.games_of(squares, judge_squares(squares).black, 1999))


def test_wthor(tmp_path: Path) -> None:
    texts = transcripts(12)
    write_wthor(tmp_path / "WTH_1999.wtb", texts)
    (tmp_path / "WTH.JOU").write_bytes(wthor.format_names(["Nobody", "Ann"], wthor.PLAYER))
    (tmp_path / "WTH.TRN").write_bytes(wthor.format_names(["Paris"], wthor.TOURNAMENT))
    with book_in(tmp_path, load("othello")) as book, book_in(tmp_path, load("othello"), "b.book") as other:
        found = Import(book).run([tmp_path])[0]
        assert (found.format, found.kept, found.faults, found.broken) == ("WTHOR", 12, [], "")
        read(other, tmp_path / "a.txt", "\n".join(texts))
        assert book.store.totals.rows_sum == other.store.totals.rows_sum
        _, game = next(iter(book.store.games()))
        assert (game.first, game.second, game.date, game.event) == ("Nobody", "Nobody", "1999", "Paris")


def test_wthor_is_known_by_its_ending(tmp_path: Path) -> None:
    """Whatever its bytes may look like, as here those of a player's number."""
    squares = squares_of(transcripts(2))
    games = wthor.games_of(squares, judge_squares(squares).black, 1999)
    games.black[:] = int.from_bytes(b"(;", "little")
    wthor.write(tmp_path / "a.wtb", games)
    file = open_file(load("othello"), tmp_path / "a.wtb")
    assert file.format == "WTHOR"
    assert [each.fault for each in file.read(0)] == ["", ""]


def test_a_file_that_is_cut_off_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "a.wtb"
    write_wthor(path, transcripts(5))
    path.write_bytes(path.read_bytes()[:-100])
    with book_in(tmp_path, load("othello")) as book:
        found = read(book, path)
        assert (found.read, found.kept) == (3, 3)
        assert "cut off" in found.broken
        assert "3 are whole" in found.broken
        assert read(book, path).is_known


def test_scores_against_the_rules_and_other_boards(tmp_path: Path) -> None:
    squares = squares_of(transcripts(3))
    black = judge_squares(squares).black
    wthor.write(tmp_path / "a.wtb", wthor.games_of(squares, [64 - black[0], black[1], black[2]], 1999))
    small = load("othello", size=6)
    with book_in(tmp_path, load("othello")) as book, book_in(tmp_path, small, "b.book") as other:
        found = read(book, tmp_path / "a.wtb")
        assert (found.kept, len(found.faults)) == (2, 1)
        assert found.faults[0].startswith("a.wtb, game 1: it is said to be")
        assert "8x8" in read(other, tmp_path / "a.wtb").broken
        assert other.store.sources() == []


GGF = "(;GM[Othello]PB[Ann]PW[Bob]DT[2001]RE[{result}]TY[{size}]BO[{size} {board}]{moves};)\n"
BOARD8 = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
BOARD6 = "------ ------ --O*-- --*O-- ------ ------ *"


def test_ggf(tmp_path: Path) -> None:
    games = [
        GGF.format(result="+6.000", size=8, board=BOARD8, moves="B[f5//1.2]W[d6/0.50/3]"),
        GGF.format(result="-2", size=6, board=BOARD6, moves="B[e4]"),
        GGF.format(result="-2", size=8, board=BOARD8, moves="B[a1]"),
        GGF.format(result="", size=8, board=BOARD8, moves="B[f5]"),
        GGF.format(result="-2:r", size=8, board=BOARD8, moves="B[f5]W[f6]"),
        GGF.format(result="-2", size=8, board=BOARD8, moves="B[f5]W[f4]")[:-5],
    ]
    path = tmp_path / "a.ggf"
    path.write_text("".join(games))
    game = load("othello")
    with book_in(tmp_path, game) as book:
        found = read(book, path)
        assert (found.format, found.read, found.kept) == ("GGF", 6, 2)
        kept = [(each.result, each.first, each.date) for _, each in book.store.games()]
    assert kept == [(1, "Ann", "2001"), (-1, "Ann", "2001")]
    assert [fault.partition(": ")[0] for fault in found.faults] == [f"a.ggf, game {number}" for number in (2, 3, 4, 6)]
    assert "6x6" in found.faults[0]
    everything = list(open_file(game, path).read(0))
    for after in range(7):  # whoever goes on does not miss any
        assert [each.where for each in open_file(game, path).read(after)] == [each.where for each in everything[after:]]


PGN = '[White "Ann"]\n[Black "?"]\n[Date "1999.??.??"]\n[Result "{result}"]\n{tags}\n{moves} {result}\n\n'


def test_pgn(tmp_path: Path) -> None:
    games = [
        PGN.format(result="1-0", tags="", moves="1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"),
        PGN.format(result="0-1", tags="", moves="1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"),
        PGN.format(result="1-0", tags='[Variant "Atomic"]\n', moves="1. e4 e5"),
        PGN.format(result="*", tags="", moves="1. e4 e5"),
        PGN.format(result="1/2-1/2", tags='[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"]\n', moves="1... Kd4 2. Kd2"),
        PGN.format(result="0-1", tags="", moves="1. d4 {a comment (of sorts)} d5 (1... f5) 2. e5"),
        PGN.format(result="0-1", tags="", moves="1. d4 d5"),
    ]
    path = tmp_path / "a.pgn"
    path.write_text("".join(games))
    game = load("chess")
    with book_in(tmp_path, game) as book:
        found = read(book, path)
        assert (found.format, found.read, found.kept) == ("PGN", 7, 3), found.faults
        kept = [(len(each.moves), each.result, each.first, each.second, each.date) for _, each in book.store.games()]
    assert kept == [(7, 1, "Ann", "", "1999.??.??"), (2, 0, "Ann", "", "1999.??.??"), (2, -1, "Ann", "", "1999.??.??")]
    faults = dict(fault.split(": ", 1) for fault in found.faults)
    assert set(faults) == {"a.pgn, game 2", "a.pgn, game 3, line 21", "a.pgn, game 4", "a.pgn, game 6, line 44"}
    assert "another game than chess" in faults["a.pgn, game 3, line 21"]
    everything = list(open_file(game, path).read(0))
    for after in range(8):
        assert [each.where for each in open_file(game, path).read(after)] == [each.where for each in everything[after:]]


class Crash(Exception):
    pass


def test_an_import_that_is_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a batch, in the middle of a transaction, or asked to stop: the same book in the end."""
    game, path = load("othello"), tmp_path / "a.txt"
    path.write_text("\n".join([*transcripts(60), "f5f5", *transcripts(30, seed=2)]))
    with book_in(tmp_path, game, "whole.book") as book:
        assert read(book, path, visits=1000).passed_over == 1
        whole, sources = contents(book), book.store.sources()
    with book_in(tmp_path, game, "parts.book") as book:
        work = Import(book, lambda name, read, kept: work.stop(), visits=1000)
        assert work.run([path])[0].is_stopped
        first = book.store.totals.games
        assert 0 < first < 60
        original = type(book.store).save

        def save(store: Any, *arguments: Any) -> None:
            original(store, *arguments)
            raise Crash

        monkeypatch.setattr(type(book.store), "save", save)
        with pytest.raises(Crash):
            read(book, path, visits=1000)
        monkeypatch.undo()
        assert book.store.totals.games == first
        monkeypatch.setattr(importing, "judge", lambda game, games: (_ for _ in ()).throw(Crash()))
        with pytest.raises(Crash):
            read(book, path, visits=1000)
        monkeypatch.undo()
        found = read(book, path, visits=1000)
        assert (found.before >= first, found.before + found.read) == (True, 91)
        assert (contents(book), book.store.sources()) == (whole, sources)
        assert read(book, path).is_known
        assert contents(book) == whole


def test_a_copy_is_known_by_its_content(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("4455667\n")
    with book_in(tmp_path, load("connect4")) as book:
        first, second = Import(book).run([tmp_path / "a.txt", tmp_path / "b.txt"])
        assert (first.is_known, second.is_known, book.store.totals.games) == (False, True, 1)
        assert [each.name for each in book.store.sources()] == ["a.txt"]


def test_what_is_no_file(tmp_path: Path) -> None:
    with book_in(tmp_path, load("connect4")) as book:
        with pytest.raises(BadInput, match="there is no file"):
            read(book, tmp_path / "none.txt")
        with pytest.raises(BadInput, match="is a folder; games of Connect 4 are read from files"):
            read(book, tmp_path)
        (tmp_path / "noise.txt").write_bytes(bytes(range(256)) * 3)
        found = read(book, tmp_path / "noise.txt")
        assert (found.kept, found.read > 0) == (0, True)
        assert book.store.sources() == []
    (tmp_path / "none").mkdir()
    with (
        book_in(tmp_path, load("othello"), "b.book") as book,
        pytest.raises(BadInput, match=r"is a folder without WTHOR's games, files that end in \.wtb"),
    ):
        read(book, tmp_path / "none")


# --------------------------------------------------------------------------------------------------------------------
# Two processes at once

IMPORT = """
import sys, time
from pathlib import Path
from damier.books.learnt import importing
from damier.books.learnt.book import LearntBook
from damier.games import load

book, file, visits, go = sys.argv[1:]
with LearntBook.open(Path(book), load("connect4"), is_writable=True, is_made=True) as opened:
    def tell(*_):
        while Path(go + ".hold").exists():
            print("batch", flush=True)
            time.sleep(1)

    work = importing.Import(opened, tell, visits=int(visits))
    print("ready", flush=True)
    while not Path(go).exists():
        time.sleep(0.001)
    found = work.run([Path(file)])[0]
print(found.kept, found.is_known, found.is_elsewhere, flush=True)
"""


def columns(count: int, seed: int = 1) -> str:
    """Random games of Connect 4 to their end, all different."""
    game, chance = load("connect4"), random.Random(seed)
    lines = {"".join(str(move + 1) for move in random_game(game, chance, 100)[0]) for _ in range(count)}
    return "".join(f"{line}\n" for line in sorted(lines))


def importers(folder: Path, count: int, visits: int) -> "list[subprocess.Popen[str]]":
    """Processes that have opened the book, and wait until `go` is there."""
    command = [sys.executable, "-c", IMPORT, str(folder / "a.book"), str(folder / "a.txt"), str(visits), str(folder / "go")]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    for each in started:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    return started


def said(process: "subprocess.Popen[str]") -> list[str]:
    """What a process says in the end: games kept, whether the file was known, whether it was left to another process."""
    with process:
        assert process.stdout is not None
        told = process.stdout.read().split()  # not by `communicate`, which misses what was read ahead of the first line
    assert process.returncode == 0
    return told


@pytest.mark.parametrize("visits", [importing.VISITS, 500])
def test_two_imports_of_one_file_at_once(tmp_path: Path, visits: int) -> None:
    """In one batch, or in many: each game is counted once, and who comes late says so."""
    text = columns(150)
    games = len(text.splitlines())
    (tmp_path / "a.txt").write_text(text)
    book_in(tmp_path, load("connect4")).close()
    both = importers(tmp_path, 2, visits)
    (tmp_path / "go").touch()
    told = [said(each) for each in both]
    assert sorted(is_late for _, *late in told for is_late in [late != ["False", "False"]]) == [False, True]
    with book_in(tmp_path, load("connect4")) as book:
        assert book.store.totals.games == games == sum(int(kept) for kept, *_ in told)
        assert check(book.store).repeated == 0
        assert [(source.kept, source.whole) for source in book.store.sources()] == [(games, True)]


def test_one_is_killed_and_another_goes_on(tmp_path: Path) -> None:
    text = columns(150)
    games = len(text.splitlines())
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "go").touch()
    (tmp_path / "go.hold").touch()  # after its first batch
    (one,) = importers(tmp_path, 1, 100)
    assert one.stdout is not None
    assert one.stdout.readline() == "batch\n"
    one.kill()
    with one:
        (tmp_path / "go.hold").unlink()
    with book_in(tmp_path, load("connect4")) as book:
        assert 0 < book.store.totals.games < games
    (other,) = importers(tmp_path, 1, 100)
    assert said(other)[1:] == ["False", "False"]
    with book_in(tmp_path, load("connect4")) as book:
        assert book.store.totals.games == games
        assert check(book.store).repeated == 0


def test_a_check_finds_games_that_were_counted_twice(tmp_path: Path) -> None:
    """All of a file, by a process that did not know of the other."""
    game = load("connect4")
    with book_in(tmp_path, game) as book:
        read(book, tmp_path / "a.txt", columns(40))
        games = [each for _, each in book.store.games()]
        book.add([BookGame([3, 3, 4], 0)])
        assert check(book.store).repeated == 0
        book.add([games[0]])
        assert check(book.store).repeated == 1
    with book_in(tmp_path, game, "twice.book") as book:
        read(book, tmp_path / "a.txt")
        book.add(games)
        with pytest.raises(BadInput, match=f"has counted games twice: it has {2 * len(games)}, of which {len(games)}"):
            check(book.store)


def test_what_was_read_meanwhile_is_noticed_in_the_transaction(tmp_path: Path) -> None:
    with book_in(tmp_path, load("connect4")) as book:
        before = Source("0" * 64, "a.txt")
        book.add([BookGame([3], 1)], before._replace(read=1, kept=1), before=[before])
        with pytest.raises(Overtaken, match="nothing was counted twice"):
            book.add([BookGame([3], 1)], before._replace(read=1, kept=1, whole=True), before=[before])
        assert book.store.totals.games == 1
