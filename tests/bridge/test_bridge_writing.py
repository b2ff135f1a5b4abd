"""Deals of bridge in writing: what is read, what is refused, how it is drawn."""

import pytest

from damier import load
from damier.games.bridge.writing import hands_of, parse, text
from damier.games.game import BadInput

FOUR = "W:AK.Q.-.3 T9.J.A.- 8.K2.Q.- 7.T.JT.-"


def test_a_deal_alone_is_enough() -> None:
    """As PBN writes it, in small letters too; the rest is as the options say."""
    game = load("bridge", trumps="hearts")
    assert game.text(game.parse(FOUR.lower())) == f"{FOUR} H 0-0"
    assert game.turn(game.parse(FOUR)) == 0
    assert parse(f"{FOUR} nt").trumps == 4


def test_a_trick_under_way() -> None:
    """West has led the king of spades: north is to play, and must follow suit."""
    game = load("bridge")
    position = game.play(game.parse(FOUR), game.parse_move(game.parse(FOUR), "♠K"))
    assert game.text(position) == "N:T9.J.A.- 8.K2.Q.- 7.T.JT.- A.Q.-.3 N 0-0 SK"
    assert [game.move_name(position, move) for move in game.moves(position)] == ["S9", "ST"]
    assert game.parse_move(position, "10s") == game.parse_move(position, "ST")
    assert game.text(game.parse(game.text(position))) == game.text(position)


def test_partners_move_one_after_the_other() -> None:
    """West leads to the last trick but one, and his partner east wins it and leads again: the same player's turn."""
    game = load("bridge")
    position = game.parse("W:3.-.2.- 2.2.-.- A.-.3.- 4.3.-.- N 0-0")
    players = []
    for card in ("S3", "S2", "SA", "S4"):
        child = game.play(position, game.parse_move(position, card))
        players.append(game.same_player(position, child))
        position = child
    assert players == [False, False, False, False]  # south has played last, and east leads
    assert game.text(position).startswith("E:")
    for card in ("D3", "H3", "D2", "H2"):
        child = game.play(position, game.parse_move(position, card))
        players.append(game.same_player(position, child))
        position = child
    assert game.outcome(position) == 2
    assert hands_of(position) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("AK.Q.-.3", "begins with who is to play"),
        ("X:AK.Q.-.3 T9.J.A.- 8.K2.Q.- 7.T.JT.-", "begins with who is to play"),
        ("W:AK.Q.-.3 T9.J.A.-", "expected four hands"),
        ("W:AK.Q.3 T9.J.A.- 8.K2.Q.- 7.T.JT.-", "is no hand"),
        ("W:AX.Q.-.3 T9.J.A.- 8.K2.Q.- 7.T.JT.-", "'X' in"),
        ("W:AA.Q.-.3 T9.J.A.- 8.K2.Q.- 7.T.JT.-", "one card twice, SA"),
        ("W:AK.Q.-.3 T9.J.A.- 8.K2.A.- 7.T.JT.-", "DA is there twice"),
        ("W:AK.Q.-.3 T9.J.-.- 8.K2.Q.- 7.T.JT.-", "must have 4, not 3"),
        (f"{FOUR} X", "are no trumps"),
        (f"{FOUR} N 1", "are no tricks"),
        (f"{FOUR} N 9-9", "more than 13"),
        (f"{FOUR} N 0-0 SK", "is there twice"),
        ("N:T9.J.A.- 8.K2.Q.- 7.T.JT.- A.Q.-.3 N 0-0 ZK", "is no card"),
        ("S:7.T.JT.- A.Q.-.3 9.J.A.- 8.K.Q.- N 0-0 SK.H2", "must have 4, not 3"),
        ("E:8.K2.Q.- 7.T.JT.- A.Q.-.3 9.J.T.- N 0-0 SK.D8", "is there twice"),
        ("E:8.K2.Q.- 7.T.J5.- A.Q.-.3 9.J.T.- N 0-0 SK.D8", "did not follow suit"),
    ],
)
def test_what_cannot_be(written: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        load("bridge").parse(written)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "said"), [({"cards": 0}, "1 to 13"), ({"cards": 14}, "1 to 13"), ({"trumps": "cups"}, "cups")]
)
def test_options_that_cannot_be(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        load("bridge", **options).start()


def test_drawn() -> None:
    """A row a hand, the card that was played at its end, and who is to play below."""
    game = load("bridge")
    position = game.play(game.parse(FOUR), game.parse_move(game.parse(FOUR), "SK"))
    board = game.board(position, game.turn(position))
    assert [cell.text for cell in board.cells[3]] == ["♠A", "♥Q", "♣3", "", "♠K"]
    assert board.caption == "North to play, no trumps; North-South 0, East-West 0"
    move = game.parse_move(position, "ST")
    ((row, column),) = game.cells(position, move, 1)
    assert board.cells[row][column].text == "♠10"


def test_text_of_what_is_over() -> None:
    assert text(parse("W:-.-.-.- -.-.-.- -.-.-.- -.-.-.- S 3-2")) == "W:-.-.-.- -.-.-.- -.-.-.- -.-.-.- S 3-2"
