"""Othello in writing: transcripts, boards, whose turn it is, boards of move numbers, and what is refused."""

from typing import Any

import pytest
from boards import positions_of, random_moves

from damier.games import load
from damier.games.othello.numbered import transcript_of
from damier.games.othello.rules import PASS
from damier.games.othello.writing import replay, text_for, transcript
from damier.records.session import Session

GAME = load("othello")
START = GAME.text(GAME.start())
AFTER = "------------------X--------XX------OXX-----O-------------------- O"  # f5d6c3
PASSING = "d3c3b3b2f5a3a1c1"  # black must pass


# Michael Buro's article on opening books ends with it: Logistello 38-26 Rev/Kitty, on the Internet in 1993.
PRINTED = """
    a   b   c   d   e   f   g   h
1   49  18  14  33  13  19  46  51
2   52  24  15  12  11  16  47  50
3   32  22  3   4   7   8   26  36
4   31  20  5           6   9   38
5   35  21  29          1   17  37
6   34  48  30  2   27  10  23  39
7   60  43  44  45  28  25  57  40
8   54  59  56  41  42  58  53  55
"""


def test_the_game_printed_in_the_article() -> None:
    """Black, who was Logistello, has 38 discs in the end."""
    moves = transcript_of(PRINTED)
    assert moves.startswith("f5d6c3d3c4f4e3f3g4f6")
    replayed = replay(moves)
    assert len(replayed.moves) == 60
    session = Session.from_text(GAME, moves)
    assert session.turn == 0
    assert session.score == (38 - 26) * 100
    assert GAME.board(session.position, session.turn).caption == "black 38, white 26"
    assert session.text == "XXXXXXXXOXOOOOOXOXXOOXXXXXOOOXXXXXOXXOXXOOOXOOXXOOOOOOXXOXXXXXXX X"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("60", "59"), "move 59 is on a7 and on b8"),
        (("60", "61"), "no move 60"),
        (("49  18", "49"), "row 1 has 7 squares"),
        (("1   49  18  14  33  13  19  46  51", ""), "8 rows, not 7"),
        (("3   4   7", "3   7   4"), "move 4 of the transcript, e3: not legal"),
    ],
)
def test_boards_of_numbers_that_cannot_be(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        transcript_of(PRINTED.replace(*change))


def test_boards_of_numbers_with_marks_and_without_names() -> None:
    rows = [line.split()[1:] for line in PRINTED.strip().splitlines()[1:]]
    for row in rows:
        if len(row) == 6:
            row[3:3] = ["()", "()"]
    assert transcript_of("\n".join(" ".join(row) for row in rows)) == transcript_of(PRINTED)
    assert transcript_of("- - - -\n- O X -\n- X O 1\n- - - 2", 4) == "d3d4"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [4, 6, 8])
def test_transcripts_are_read_as_they_are_written(seed: int, size: int) -> None:
    made = random_moves(f"{seed} transcript", size)
    for passes in (False, True):
        assert replay(transcript(made, size, passes), size).moves == made
    assert replay(transcript(made, size).upper(), size).positions == positions_of(made, size)


def test_passes_may_be_written_or_not() -> None:
    more = GAME.move_name(after := replay(PASSING + "--").positions[-1], GAME.moves(after)[0])
    for written in (PASSING + more, f"{PASSING}pa{more}", f"{PASSING}--{more.upper()}", f"{PASSING} ps {more}"):
        replayed = replay(written)
        assert replayed.moves[8] == PASS
        assert GAME.text(replayed.positions[-1]) == GAME.text(replay(PASSING + more).positions[-1])
        assert GAME.turn_written(written) == 0  # eight moves, black's pass, white's move


def test_whose_turn_it_is() -> None:
    """The text tells, where the position does not."""
    assert GAME.turn_written("") == GAME.turn_written(START) == GAME.turn_written("f5d6") == 0
    assert GAME.turn_written(AFTER) == GAME.turn_written("f5d6c3") == 1
    assert GAME.parse(AFTER) == GAME.parse("f5d6c3")
    assert GAME.text(GAME.parse(AFTER)) == AFTER.replace("X", "?").replace("O", "X").replace("?", "O")
    assert GAME.text_for(GAME.parse(AFTER), 1) == AFTER
    assert GAME.turn_written(f"{AFTER}; D3:+1;") == 1
    assert load("connect4").turn_written("445") == 1
    assert load("connect4").text_for(load("connect4").parse("445"), 1) == load("connect4").text(load("connect4").parse("445"))


def test_a_session_keeps_colours() -> None:
    session = Session.from_text(GAME, AFTER)
    assert (session.turn, session.text) == (1, AFTER)
    assert GAME.board(session.position, session.turn).caption == "black 5, white 2"
    session.play(session.legal_moves()[0])
    assert session.turn == 0
    assert session.text.endswith(" X")
    assert Session(GAME).text == START


@pytest.mark.parametrize("seed", range(3))
def test_boards_are_read_as_they_are_written(seed: int) -> None:
    for turn, position in enumerate(positions_of(random_moves(f"{seed} board"))):
        written = text_for(position, turn % 2)
        assert GAME.parse(written) == position
        assert GAME.turn_written(written) == turn % 2


def test_boards_in_other_letters() -> None:
    rows = "/".join(AFTER[i : i + 8] for i in range(0, 64, 8))
    for written in (AFTER.lower(), rows + " O", AFTER.replace("X", "*"), AFTER.replace("-", "."), f"  {AFTER}\n"):
        assert GAME.parse(written) == GAME.parse(AFTER)


REFUSED = [
    ("f5d7", "move 2 of the transcript, d7: not legal there; legal moves: f4, d6, f6"),
    ("f5d6z9", "move 3 of the transcript, z9: a board of 8x8 has no such square"),
    ("f5d6c", "each move is two letters"),
    ("e6f4e3f6g5d6e7f5c5a1", "move 10 of the transcript, a1: the game was over before it"),
    ("f5--", "move 2 of the transcript, --: not legal"),
    (START[1:], "it has 63 squares; a board of 8x8 has 64"),
    (START[:40], "it has 40 squares"),
    (START + "XX", "after 64 squares X or O was expected, not 'XXX'"),
    (START[:64] + "-", "whose turn is it"),
    (START[:64] + START, "it has 128 squares"),
    ("?" + START[1:], r"'\?' is no square"),
    ("hello", "'E' is no square; expected moves from the start"),
    ("-" * 64 + " X", "d4, in the middle, is empty"),
    ("X" + START[1:], "the disc on a1 is not connected to the middle"),
]


@pytest.mark.parametrize(("text", "fault"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(text: str, fault: str) -> None:
    for read in (GAME.parse, GAME.turn_written):
        with pytest.raises(ValueError, match=fault) as refused:
            read(text)
        assert "\n" not in str(refused.value)


def test_smaller_boards() -> None:
    game: Any = load("othello", size=6)
    assert game.text(game.start()) == "--------------OX----XO-------------- X"
    assert game.turn_written("c2") == 1
    with pytest.raises(ValueError, match="a board of 6x6 has 36"):
        game.parse(START)
    with pytest.raises(ValueError, match="a board of 6x6 has no such square"):
        game.parse("g2")


def test_scores_in_discs() -> None:
    shown = {600: "+6", 125: "+1.25", -50: "-0.5", 0: "0", -6400: "-64", 100_000: "win", -100_000: "loss", 1: "+0.01"}
    assert {score: GAME.score_text(score) for score in shown} == shown
    assert load("kalah").score_text(-3) == "-3"
    assert (GAME.unit, load("connect4").unit) == (100, 1)
