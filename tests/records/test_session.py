"""A game that is being played: what came before, positions that return, why it ended, taking back."""

import pytest

from damier.games import load
from damier.games.game import BadInput
from damier.records.session import Session

CHESS = load("chess")
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


def play(session: Session, names: str) -> None:
    for name in names.split():
        session.play(session.game.parse_move(session.position, name))


def test_the_third_time_is_a_draw() -> None:
    session = Session(CHESS)
    play(session, SHUFFLE + "Nf3 Nf6 Ng1")
    assert not session.is_over
    play(session, "Ng8")
    assert (session.is_repeated, session.score, session.ending) == (True, 0, "threefold repetition")
    assert session.legal_moves() == []
    with pytest.raises(BadInput, match="no legal move"):
        session.play(CHESS.moves(session.position)[0])
    session.undo()
    assert (session.is_repeated, session.score, session.ending) == (False, None, "")
    play(session, "Nd5")
    assert not session.is_over


def test_the_same_squares_with_other_rights_are_another_position() -> None:
    session = Session(CHESS)
    play(session, "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8")
    assert not session.is_over  # the first time, the kings could castle
    play(session, "Ke2 Ke7")
    assert session.is_repeated


def test_the_same_squares_with_the_other_to_move_are_another_position() -> None:
    """Each loses a move in turn: what the player to move sees is the same each time, but the players are not."""
    session = Session.from_text(CHESS, "1r2k3/8/8/8/8/8/8/1R2K3 w - - 0 1")
    play(session, "Rc1 Ra8 Rd1 Rb8 Rb1")
    assert (session.position.own, session.position.other) == (session.past[0].own, session.past[0].other)
    play(session, "Rc8 Ra1 Rd8 Rb1 Rb8")
    assert not session.is_over
    play(session, "Rc1 Ra8 Rd1 Rb8 Rb1 Rc8 Ra1 Rd8 Rb1")
    assert not session.is_over
    play(session, "Rb8")
    assert session.is_repeated


def test_a_pawn_that_could_be_taken_en_passant_makes_another_position() -> None:
    session = Session.from_text(CHESS, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    play(session, "e4 Kd8 Kd1 Ke8 Ke1")  # with Black to move, and no longer able to take
    play(session, "Kd8 Kd1 Ke8 Ke1")
    assert not session.is_over
    play(session, "Kd8")
    assert session.is_repeated


def test_what_came_before_a_written_position_counts() -> None:
    """Positions of a list of moves or of a PGN are remembered, and never taken back."""
    session = Session.from_text(CHESS, SHUFFLE + "Nf3 Nf6 Ng1")
    assert (len(session.past), session.moves, session.turn) == (7, [], 1)
    play(session, "Ng8")
    assert session.ending == "threefold repetition"
    session.undo(5)
    assert len(session.past) == 7
    assert not session.is_over
    alone = Session(CHESS, session.position)
    play(alone, "Ng8")
    assert not alone.is_over
    assert (alone.past, alone.before) == ([session.position], [])


def test_games_that_were_played_may_go_on() -> None:
    """A draw has to be claimed: whoever follows a game sees the moves that were made."""
    session = Session.from_record(CHESS, SHUFFLE * 26 + "e4")
    assert len(session.moves) == 105
    assert session.score is None
    drawn = Session.from_record(CHESS, SHUFFLE * 25)
    assert (drawn.score, drawn.ending, drawn.legal_moves()) == (0, "fifty moves", [])
    with pytest.raises(BadInput, match="no legal move"):
        drawn.follow(CHESS.parse_move(CHESS.parse("e4 e5"), "Ke2"))


@pytest.mark.parametrize(
    ("written", "score", "ending"),
    [
        ("f3 e5 g4 Qh4", -100_000, "checkmate"),
        ("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7", 100_000, "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, "stalemate"),
        ("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1", 0, "insufficient material"),
    ],
)
def test_endings(written: str, score: int, ending: str) -> None:
    session = Session.from_text(CHESS, written)
    assert (session.score, session.ending) == (score, ending)


def test_moves_are_named_where_they_were_made() -> None:
    session = Session(CHESS)
    play(session, "e2e4 d7d5")
    assert session.move_names() == ["e4", "d5"]
    play(session, "e4d5")
    assert session.move_names() == ["e4", "d5", "exd5"]
    session.undo(2)
    play(session, "e7e5")
    assert session.move_names() == ["e4", "e5"]


def test_games_whose_positions_do_not_return() -> None:
    session = Session(load("connect4"))
    play(session, "4 4 4 4")
    assert (session.is_repeated, session.ending, len(session.past)) == (False, "", 4)
    assert Session.from_text(load("connect4"), "445").past == []
    assert Session.from_record(load("othello"), "f5d6c3").turn == 1
