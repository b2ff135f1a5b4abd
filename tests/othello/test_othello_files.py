"""Files of Othello: OBF problems, GGF games and WTHOR databases, read, written, and refused when something is wrong."""

import contextlib
import random
import tracemalloc
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from boards import as_rows, positions_of, random_moves

import naive
from damier.games import load
from damier.games.game import BadInput
from damier.games.othello import ggf, obf, records, wthor
from damier.games.othello.rules import PASS
from damier.games.othello.writing import replay
from lengths import times

GAME = load("othello")
DATA = Path(__file__).parents[3] / "shared/data/othello"

# --------------------------------------------------------------------------------------------------------------------
# OBF: the first endgame problem of the FFO

LINE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; B1:-4; % FFO 1"


def test_obf_line() -> None:
    problem = obf.parse_line(LINE)
    assert (problem.turn, problem.best, problem.remark) == (0, 18, "FFO 1")
    assert {GAME.move_name(problem.position, move): score for move, score in problem.scores.items()} == {
        "g8": 18,
        "h1": 12,
        "h7": 6,
        "a2": 6,
        "b1": -4,
    }
    assert obf.format_line(problem) == LINE


def test_obf_white_to_move_and_no_scores() -> None:
    line = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O;"
    problem = obf.parse_line(line)
    assert (problem.turn, problem.best) == (1, None)
    assert obf.format_line(problem) == line
    assert obf.parse_line(line[:-1]) == problem


def test_obf_file(tmp_path: Path) -> None:
    file = tmp_path / "two.obf"
    file.write_text(f"% two problems\n\n{LINE}\n{LINE}\n")
    assert len(obf.read(file)) == 2
    file.write_text(f"{LINE}\n{LINE[1:]}\n")
    with pytest.raises(ValueError, match=r"two\.obf, line 2: .* it has 63 squares"):
        obf.read(file)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [("G8:+18", "G8:best", "'G8:best' is no score of a move"), ("G8", "C3", "C3 is not legal"), ("G8", "K9", "no score")],
)
def test_obf_scores_that_cannot_be(old: str, new: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        obf.parse_line(LINE.replace(old, new))


# --------------------------------------------------------------------------------------------------------------------
# GGF

BOARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
HEAD = r"GM[Othello]PC[GGS/os]DT[2003.12.13]PB[one \] two]PW[three]RB[1500]RE[+6.000:r]TI[15:00]TY[8]"
GGF = f"(;{HEAD}{BOARD}B[f5//1.2]W[d6/0.50/3]B[c3];)"


def test_obf_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bytes.obf"
    file.write_bytes(b"\x8e\xff")
    with pytest.raises(ValueError, match=r"bytes\.obf is no text in UTF-8"):
        obf.read(file)


def test_ggf_game() -> None:
    record = ggf.parse_game(GGF)
    assert (record.black, record.white, record.result, record.pair) == ("one ] two", "three", 6.0, 0)
    assert record.properties["TI"] == "15:00"
    assert [(move.evaluation, move.seconds) for move in record.moves] == [("", "1.2"), ("0.50", "3"), ("", "")]
    assert record.replay() == replay("f5d6c3")
    written = ggf.format_game(record)
    assert ggf.parse_game(written) == record
    assert ggf.format_game(ggf.parse_game(written)) == written
    assert BOARD in written


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [4, 6, 8])
def test_ggf_keeps_whole_games(seed: int, size: int) -> None:
    made = random_moves(f"{seed} ggf", size)
    start = load("othello", size=size).start()
    record = ggf.Record({}, start, 0, [ggf.Move(move, "1.5", "0.01") for move in made])
    read = ggf.parse_game(ggf.format_game(record))
    assert (read.position, read.turn, read.moves) == (start, 0, record.moves)
    assert read.replay().positions == positions_of(made, size)


def test_ggf_passes_may_be_left_out() -> None:
    """Eight moves, then black must pass."""
    names = ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"]
    moves = "".join(f"{'BW'[ply % 2]}[{name}]" for ply, name in enumerate(names))
    further = GAME.move_name(there := replay("".join(names) + "pa").positions[-1], GAME.moves(there)[0])
    written, unwritten = (ggf.parse_game(f"(;{BOARD}{moves}{more}W[{further}];)") for more in ("B[PA]", ""))
    assert written.moves == unwritten.moves
    assert written.moves[8].move == PASS


def test_ggf_several_games_and_synchro_pairs(tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    file.write_text(f"1 {GGF}\n2 {GGF}{GGF}\n{GGF}\n")
    games = ggf.read(file)
    assert [record.pair for record in games] == [0, 1, 2, 0]
    assert list(ggf.parse_games(ggf.format_games(games), "again")) == games


GGF_FAULTS = [
    (BOARD, "", "it has no board to start from"),
    (BOARD, "BO[10 -- *]", "damier plays on boards of 4, 6, 8"),
    ("---O*---", "--------", "d4, in the middle, is empty"),
    ("Othello", "Chess", "it is a game of Chess"),
    ("[f5", "[f6", r"move 1, B\[f6//1.2\]: not legal there; legal moves: d3, c4, f5, e6"),
    ("W[d6", "B[d6", r"move 2, B\[d6/0.50/3\]: it is white's turn"),
    ("B[c3];)", "B[c3]", "it is cut off: it does not end in"),
    ("B[c3];)", "B[c", r"'B\[c' is no property"),
    ("(;", "stray (;", "'stray' before it is no part of a game"),
    (GGF, "nothing", "has no game in GGF"),
]


@pytest.mark.parametrize(("old", "new", "fault"), GGF_FAULTS)
def test_ggf_that_cannot_be(old: str, new: str, fault: str) -> None:
    assert old in GGF
    with pytest.raises(ValueError, match=fault) as refused:
        list(ggf.parse_games(GGF.replace(old, new), "x.ggf"))
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith("x.ggf")


def test_ggf_goes_on_after_a_fault() -> None:
    faults: list[str] = []
    text = f"{GGF}\n{GGF[:-3]}\n{GGF}\n{GGF.replace('f5', 'f9')}\n{GGF}"
    assert len(list(ggf.parse_games(text, "x.ggf", faults))) == 3
    assert [fault.partition(":")[0] for fault in faults] == ["x.ggf, game 2", "x.ggf, game 4"]


# --------------------------------------------------------------------------------------------------------------------
# WTHOR, and many games at once

ALL_BLACK = "e6f4e3f6g5d6e7f5c5"


def some_games() -> tuple[list[list[int]], Any]:
    """Whole games and one that all discs of one colour end early; and the same as a database."""
    made = [*(random_moves(f"{seed} wthor") for seed in range(20)), replay(ALL_BLACK).moves]
    rows = as_rows(made)
    return made, wthor.games_of(rows, records.judge(rows).black, year=1999)


def test_wthor_is_read_as_it_is_written(tmp_path: Path) -> None:
    made, games = some_games()
    path = tmp_path / "WTH_1999.WTB"
    wthor.write(path, games, date(2001, 2, 3))
    header = wthor.parse_header(path.read_bytes(), path.name)
    assert header == (date(2001, 2, 3), len(made), 0, 1999, 8, False, 0)
    read = wthor.read(path)
    assert len(read) == len(made)
    assert np.array_equal(read.squares, as_rows(made))
    assert np.array_equal(read.score, games.score)
    assert set(read.year.tolist()) == {1999}
    assert read.transcript(len(made) - 1) == ALL_BLACK
    assert wthor.format_games(read, date(2001, 2, 3)) == path.read_bytes()
    both = wthor.read_folder(tmp_path)
    assert np.array_equal(both.moves, read.moves)
    with pytest.raises(ValueError, match="one year"):
        wthor.format_games(wthor.joined([read, wthor.games_of(read.squares, read.score, year=2000)]))


def test_games_are_judged_as_the_naive_rules_do() -> None:
    made, games = some_games()
    judged = records.judge(games.squares)
    assert not judged.illegal.any()
    assert judged.is_over.all()
    assert wthor.faults(games, judged) == []
    twin = naive.Othello()
    for game in (0, len(made) - 1):
        state = twin.start()
        for move in made[game]:
            state = twin.after(state, move)
        score = twin.result(state) * (1 if state.player == 0 else -1)
        assert 2 * int(judged.black[game]) - 64 == score // 100
    assert judged.black[-1] == 64
    assert judged.discs[-1] == 9


def test_positions_of_many_games() -> None:
    made, games = some_games()
    found = records.positions(games.squares)
    expected = [
        (int(p.own), int(p.other), move, turn % 2 == 0, game)
        for game, moves in enumerate(made)
        for turn, (p, move) in enumerate(zip(positions_of(moves), moves, strict=False))
        if move != PASS
    ]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


def test_illegal_moves_and_other_scores_are_told() -> None:
    _, games = some_games()
    games.moves[3, 6] = 11 if games.moves[3, 6] != 11 else 18
    games.moves[4, 0] = 99
    games.moves[5, 1] = games.moves[5, 0]
    games.moves[6, 30:] = 0
    games.score[7] += 1
    judged = records.judge(games.squares)
    assert np.flatnonzero(judged.illegal).tolist() == [3, 4, 5]
    assert judged.illegal[3:6].tolist() == [7, 1, 2]
    assert judged.discs[3:6].tolist() == [6, 0, 1]
    assert (judged.is_over[6], judged.discs[6]) == (False, 30)
    told = wthor.faults(games, judged)
    assert len(told) == 4
    assert told[0].startswith("game 4 of 1999: move 7, ")
    assert told[1] == "game 5 of 1999: move 1, 99 is no square"
    assert told[3].startswith("game 8 of 1999: black has ")
    assert len(records.positions(games.squares[3:6]).own) == 7


def named(names: list[str], length: int) -> bytes:
    header = np.zeros(1, wthor._HEADER)
    header["written"], header["names"] = [20, 1, 2, 3], len(names)
    return header.tobytes() + b"".join(name.encode("latin-1").ljust(length, b"\0") for name in names)


def test_wthor_names(tmp_path: Path) -> None:
    for ending, length in (("JOU", wthor.PLAYER), ("TRN", wthor.TOURNAMENT)):
        path = tmp_path / f"WTH.{ending}"
        path.write_bytes(named(["???", "Feldborg Karsten", "Élise"], length))
        assert wthor.read_names(path) == ["???", "Feldborg Karsten", "Élise"]
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(ValueError, match=rf"WTH\.{ending}: its header tells of 3 names of {length} bytes, but there are 2"):
            wthor.read_names(path)


def test_wthor_files_that_are_cut_off() -> None:
    _, games = some_games()
    data = wthor.format_games(games)
    whole = len(games)
    for cut, telling in (
        (1, f"{whole} games, {whole - 1} are whole, the next has 67 of its 68 bytes$"),
        (68, f"{whole} games, {whole - 1} are whole, 1 is missing"),
        (168, f"{whole} games, {whole - 3} are whole, the next has 36 of its 68 bytes and 2 are missing"),
    ):
        with pytest.raises(ValueError, match=telling):
            wthor.parse_games(data[:-cut], "x.wtb")
        assert len(wthor.parse_games(data[:-cut], "x.wtb", partly=True)) == whole - (cut + 67) // 68


@pytest.mark.parametrize(
    ("place", "byte", "telling"),
    [
        (2, 13, "no WTHOR file: its header is dated"),
        (7, 0x80, "no WTHOR file: its header tells of -"),
        (12, 10, "on a board of 10x10"),
        (4, 1, "its header tells of 1 games, but there are 21 and 0 more bytes"),
    ],
)
def test_wthor_headers_that_cannot_be(place: int, byte: int, telling: str) -> None:
    data = bytearray(wthor.format_games(some_games()[1]))
    data[place] = byte
    with pytest.raises(ValueError, match=telling):
        wthor.parse_games(bytes(data), "x.wtb")


def test_what_is_no_wthor_at_all(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it has 5 bytes, and the header alone 16"):
        wthor.parse_games(b"hello", "x.wtb")
    with pytest.raises(ValueError, match="has no WTHOR games"):
        wthor.read_folder(tmp_path)
    with pytest.raises(ValueError, match="two dimensions"):
        records.judge(np.zeros(60, np.int8))


@pytest.mark.skipif(not (DATA / "wthor").is_dir(), reason="the database is not here")
def test_all_of_wthor() -> None:
    games = wthor.read_folder(DATA / "wthor")
    judged = records.judge(games.squares)
    assert len(games) > 100_000
    assert wthor.faults(games, judged) == []
    assert np.count_nonzero(~judged.is_over) < 0.01 * len(games)


@pytest.mark.skipif(not (DATA / "ffo").is_dir(), reason="the problems are not here")
def test_all_of_the_ffo_problems() -> None:
    for path in sorted((DATA / "ffo").glob("*.obf")):
        lines = path.read_text().splitlines()
        assert [obf.format_line(problem) for problem in obf.read(path)] == [line.strip() for line in lines]


# --------------------------------------------------------------------------------------------------------------------
# Headers of WTHOR that are nonsense


def a_file(games: int = 1) -> bytearray:
    """The bytes of a small file of games."""
    squares = np.full((games, 60), records.NONE, np.int8)
    squares[:, 0] = 37
    return bytearray(wthor.format_games(wthor.games_of(squares, np.full(games, 35)), date(2001, 2, 3)))


def is_read(data: bytearray) -> bool:
    """Whether bytes are read as games; what cannot be is said in a line, and nothing else is raised."""
    try:
        games = wthor.parse_games(bytes(data), "a.wtb")
        wthor.faults(games, records.judge(games.squares))
        assert len([games.transcript(each) for each in range(len(games))]) == len(games)
    except BadInput as error:
        return "\n" in str(error)
    return True


def test_every_byte_of_a_header() -> None:
    """Each with every value: games, or one line."""
    read = 0
    for place in range(16):
        for value in range(256):
            data = a_file()
            data[place] = value
            read += is_read(data)
            with contextlib.suppress(BadInput):
                wthor.parse_names(bytes(data), "a.jou")
    assert read > 256


@pytest.mark.parametrize("seed", range(times(50, 5_000)))
def test_random_headers(seed: int) -> None:
    chance = random.Random(seed)
    data = a_file(3)
    for _ in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    is_read(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.5 else data)


@pytest.mark.parametrize("year", [10000, 32768, 40000, 65535])
def test_a_year_that_cannot_be(year: int) -> None:
    data = a_file()
    data[10:12] = year.to_bytes(2, "little")
    with pytest.raises(BadInput, match=f"a.wtb is no WTHOR file: its games are said to be of the year {year}"):
        wthor.parse_games(bytes(data), "a.wtb")


@pytest.mark.parametrize("count", [2, 1000, 2**31 - 1])
def test_more_games_than_there_are(count: int) -> None:
    """Nothing is allocated for them."""
    data = a_file()
    data[4:8] = count.to_bytes(4, "little")
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=f"its header tells of {count} games, 1 are whole"):
            wthor.parse_games(bytes(data), "a.wtb")
        assert len(wthor.parse_games(bytes(data), "a.wtb", partly=True)) == 1
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
