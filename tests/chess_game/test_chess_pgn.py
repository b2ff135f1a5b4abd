"""PGN: games are read as they are written, python-chess reads what damier writes, and a broken game is named."""

import io
from pathlib import Path

import chess.pgn
import pytest

from damier.games import load
from damier.games.chess import fen, pgn
from damier.games.game import BadInput
from damier.records.session import Session

GAME = load("chess")

# Kasparov resigned too early, in the second game of 1997: the final position is a draw.
DEEP_BLUE = """[Event "IBM Man-Machine, New York USA"]
[Site "New York"]
[Date "1997.05.04"]
[Round "2"]
[White "Deep Blue (Computer)"]
[Black "Garry Kasparov"]
[Result "1-0"]
[ECO "C93"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 h6 10. d4 Re8 11. Nbd2 Bf8 12. Nf1 Bd7 13. Ng3 Na5 14. Bc2 c5 15. b3
Nc6 16. d5 Ne7 17. Be3 Ng6 18. Qd2 Nh7 19. a4 Nh4 20. Nxh4 Qxh4 21. Qe2 Qd8 22.
b4 Qc7 23. Rec1 c4 24. Ra3 Rec8 25. Rca1 Qd8 26. f4 Nf6 27. fxe5 dxe5 28. Qf1
Ne8 29. Qf2 Nd6 30. Bb6 Qe8 31. R3a2 Be7 32. Bc5 Bf8 33. Nf5 Bxf5 34. exf5 f6
35. Bxd6 Bxd6 36. axb5 axb5 37. Be4 Rxa2 38. Qxa2 Qd7 39. Qa7 Rc7 40. Qb6 Rb7
41. Ra8+ Kf7 42. Qa6 Qc7 43. Qc6 Qb6+ 44. Kf1 Rb8 45. Ra6 1-0

"""

WITH_NOTES = """% a line for other programs
[Event "with notes"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"]

40... Kd7 {to the
pawn} (40... Kf8 41. e4 (41. e3) Kf7) 41. e4! $14 ; not yet
41... Ke6 1/2-1/2
"""


def test_a_game_is_read_and_written_as_it_was() -> None:
    (record,) = pgn.read_games(DEEP_BLUE)
    assert (record.start, record.result, len(record.moves)) == (fen.START, "1-0", 89)
    assert record.tags["Black"] == "Garry Kasparov"
    assert pgn.write_game(record) == DEEP_BLUE
    assert max(map(len, DEEP_BLUE.splitlines())) < 80
    session = Session.from_record(GAME, DEEP_BLUE)
    assert session.text == "1r6/5kp1/RqQb1p1p/1p1PpP2/1Pp1B3/2P4P/6P1/5K2 b - - 14 45"
    assert (session.score, session.ending) == (None, "")
    assert GAME.parse(DEEP_BLUE) == session.position
    assert GAME.replay(DEEP_BLUE) == record.moves


def test_python_chess_reads_what_damier_writes() -> None:
    for record in pgn.read_games(DEEP_BLUE + WITH_NOTES + "\n" + DEEP_BLUE):
        theirs = chess.pgn.read_game(io.StringIO(pgn.write_game(record)))
        assert theirs is not None
        assert theirs.errors == []
        session = Session(GAME, GAME.parse(record.start))
        for move in record.moves:
            session.play(move)
        assert theirs.end().board().fen(en_passant="legal") == session.text
        assert theirs.headers["Result"] == record.result


def test_notes_and_side_lines_are_passed_over() -> None:
    (record,) = pgn.read_games(WITH_NOTES)
    assert record.result == "1/2-1/2"
    written = pgn.write_game(record)
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"]\n\n40... Kd7 41. e4 Ke6 1/2-1/2\n\n' in written
    assert next(pgn.read_games(written))[:3] == record[:3]
    position, made = GAME.record(WITH_NOTES)
    assert (GAME.text(position), len(made)) == (record.start, 3)
    assert Session.from_text(GAME, WITH_NOTES).turn == 0
    assert len(Session.from_text(GAME, WITH_NOTES).past) == 3


def test_a_game_of_a_session() -> None:
    session = Session(GAME)
    for name in ("f3", "e5", "g4", "Qh4#"):
        session.play(GAME.parse_move(session.position, name))
    written = pgn.write_game(pgn.record_of(session, {"White": 'The "fool"', "Black": "\\"}))
    assert written.endswith('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n')
    (record,) = pgn.read_games(written)
    assert (record.tags["White"], record.tags["Black"]) == ('The "fool"', "\\")
    session.undo()
    assert pgn.record_of(session).result == "*"
    assert pgn.record_of(session, result="1-0").result == "1-0"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (DEEP_BLUE + '[Event "x"]\n\n1. e4 e5 2. Nf3\nNc6 3. Bb7 a6 *\n', "game 2, line 21: move 3. Bb7 is not legal there"),
        (DEEP_BLUE + "1. e4 e5 2. Ra2 *\n", "2 moves of it and 1 game before it were read"),
        ("1. e4 {oops\n\n1. d4 *\n", "a comment is not closed: } is missing"),
        ("1. e4 -- 2. d4 *", "move 1... -- is a pass"),
        ('[FEN "8/8 w - -"]\n\n1. e4 *\n', "'8/8 w - -' is no chess position: it has 2 ranks"),
        ('[Variant "Atomic"]\n\n1. e4 *\n', "Atomic is another game than chess"),
        ("hello\n", "game 1, line 1: this is no game"),
        ("\n\n", "there is no game"),
    ],
)
def test_broken_games_are_named(text: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.pgn"
    file.write_text(text)
    read: list[pgn.Record] = []
    with pytest.raises(BadInput) as refused:
        read.extend(pgn.read_file(file))
    assert fault in str(refused.value)
    assert str(refused.value).startswith(str(file))
    assert "\n" not in str(refused.value)
    assert len(read) == text.count("Kasparov")


def test_broken_games_may_be_passed_over() -> None:
    faults: list[str] = []
    records = list(pgn.read_games(DEEP_BLUE + "1. e4 e4 *\n\n" + DEEP_BLUE, "three games", faults.append))
    assert len(records) == 2
    assert faults == [
        "three games: game 2, line 18: move 1... e4 is not legal there; 1 move of it and 1 game before it were read"
    ]


def test_games_of_files(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(DEEP_BLUE + WITH_NOTES, encoding="utf-8")
    assert GAME.in_file(str(file)) == DEEP_BLUE
    assert "Ke6 1/2-1/2" in GAME.in_file(f"{file}:2")
    assert GAME.in_file("e4 e5") == "e4 e5"
    for wish, fault in ((f"{file}:3", "there is no game 3; the last one is 2"), (f"{file}:0", "numbered from 1, not 0")):
        with pytest.raises(BadInput, match=fault):
            GAME.in_file(wish)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        GAME.in_file(str(tmp_path / "none.pgn"))
