"""Openings are known by position: whatever the order of the moves, after the line is left, and in any game."""

from pathlib import Path

import pytest

from damier.books.lines import NamedLine
from damier.books.openings import OpeningName, Openings, openings_of
from damier.games import load
from damier.games.game import BadInput, Game
from damier.records.session import Session


@pytest.fixture(scope="module")
def game() -> Game:
    return load("chess")


@pytest.fixture(scope="module")
def openings(game: Game) -> Openings:
    known = openings_of(game)
    assert known is not None
    return known


def played(game: Game, moves: str) -> Session:
    session = Session(game)
    for name in moves.split():
        session.play(game.parse_move(session.position, name))
    return session


def test_the_sicilian_of_the_book_is_known_by_both_orders(game: Game, openings: Openings) -> None:
    """Alliot-Schiex 15.7.2: 1.e4 e6 2.Nf3 c5 is no French Defence, and is answered with d4 like 1.e4 c5 2.Nf3 e6."""
    by_french, by_sicilian = (played(game, moves) for moves in ("e4 e6 Nf3 c5", "e4 c5 Nf3 e6"))
    assert openings.name_of_session(by_french) == OpeningName("B40", "Sicilian Defence: French Variation")
    assert openings.name_of_session(by_sicilian) == openings.name_of_session(by_french)
    answers = openings.moves(by_french.position)
    assert game.move_name(by_french.position, answers[0].move) == "d4"
    assert answers == openings.moves(by_sicilian.position)


@pytest.mark.parametrize(
    ("moves", "code", "name"),
    [
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defence: Najdorf Variation"),
        ("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defence: Najdorf Variation"),
        ("e4 a6 Nc3 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", "B90", "Sicilian Defence: Najdorf Variation"),
        ("c4 Nf6 Nc3 g6 d4 Bg7 e4 d6", "E70", "King's Indian Defence: Normal Variation"),
        ("d4 g6 c4 Bg7 Nc3 d6 e4 Nf6", "E70", "King's Indian Defence: Normal Variation"),
        ("c4 e6 Nc3 d5 d4 Nf6 Nf3 Be7 Bf4 O-O e3", "D37", "Queen's Gambit Declined: Harrwitz Attack, Main Line"),
        ("Nc3 e5 e4 Nc6 Nf3 Nf6", "C47", "Four Knights Game"),
        ("d4 d5 e4 e6", "C00", "French Defence: Normal Variation"),
        ("d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3", "E06", "Catalan Opening: Closed Variation with Nf3"),
        ("Nf3 d5 d4 Nf6 c4 e6 g3 Be7 Bg2", "E06", "Catalan Opening: Closed Variation with Nf3"),
    ],
)
def test_the_order_of_the_moves_does_not_matter(game: Game, openings: Openings, moves: str, code: str, name: str) -> None:
    session = played(game, moves)
    assert openings.name_at(session.position) == OpeningName(code, name)
    assert openings.name_of_session(session) == OpeningName(code, name)
    assert openings.name_of(session.positions) == OpeningName(code, name)


def test_a_game_keeps_the_name_of_the_last_opening_it_came_by(game: Game, openings: Openings) -> None:
    session = played(game, "e4 e5 Nf3 Nc6 Bb5 a6 h3 h6 Ba4 Rh7")
    assert openings.name_at(session.position) is None
    assert str(openings.name_of_session(session)) == "C60 Ruy Lopez"
    session.undo(6)
    assert str(openings.name_of_session(session)) == "C44 King's Knight Opening: Normal Variation"
    session.undo(4)
    assert openings.name_of_session(session) is None


def test_a_game_that_leaves_the_lines_may_come_back(game: Game, openings: Openings) -> None:
    lost_tempo = played(game, "e3 e5 d3 d5 Nf3 Nc6 e4 Nf6 exd5 Nxd5 Be2 Be7")
    assert str(openings.name_of_session(lost_tempo)) == "A00 Van't Kruijs Opening"
    slow = played(game, "a3 Nc6 Nf3 Nb8 Ng1 Nf6 d4 Ng8 d5")
    assert str(openings.name_of_session(slow)) == "A00 Anderssen's Opening"
    back = played(game, "Nf3 Nf6 Ng1 Ng8 e4 e6 d4 d5 e5 c5")
    assert str(openings.name_of_session(back)) == "C02 French Defence: Advance Variation"


def test_a_written_game_is_named_by_its_positions(game: Game, openings: Openings) -> None:
    session = Session.from_text(game, "1. e4 e6 2. Nf3 c5 3. h4")
    assert str(openings.name_of_session(session)) == "B40 Sicilian Defence: French Variation"
    session.play(game.parse_move(session.position, "h5"))
    assert str(openings.name_of_session(session)) == "B40 Sicilian Defence: French Variation"
    position = Session.from_text(game, "rnbqkbnr/pp1p1ppp/4p3/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3")
    assert str(openings.name_of_session(position)) == "B40 Sicilian Defence: French Variation"


def test_along_a_line_no_position_is_looked_at(game: Game, openings: Openings) -> None:
    session = played(game, "d4 d5 c4 e6 Nc3 Nf6")
    not_looked_at = [session.positions[0], *[None] * len(session.moves)]
    assert str(openings.name_of(not_looked_at, session.moves)) == "D35 Queen's Gambit Declined: Normal Defence"


def test_with_colours_exchanged_the_moves_are_known_but_not_the_name(game: Game, openings: Openings) -> None:
    """After 1.e3 c5 2.e4 Black stands as White does in the English Opening 1.c4 e5, and it is Black's turn."""
    english, turned = played(game, "c4 e5").position, played(game, "e3 c5 e4").position
    assert str(openings.name_at(english)) == "A20 English Opening: King's English Variation"
    assert openings.name_at(turned) is None
    assert openings.moves(turned) == openings.moves(english)
    assert game.move_name(turned, openings.moves(turned)[0].move) == "Nc6"


def test_moves_weigh_as_many_lines_as_play_them(game: Game) -> None:
    lines = [
        NamedLine("1", "Scotch Game", ("e4", "e5", "Nf3", "Nc6", "d4")),
        NamedLine("2", "Vienna Game", ("e4", "e5", "Nc3")),
        NamedLine("3", "Scotch Game: another way", ("Nf3", "Nc6", "e4", "e5", "d4", "exd4")),
        NamedLine("4", "Ruy Lopez", ("e4", "e5", "Nf3", "Nc6", "Bb5")),
    ]
    openings = Openings(game, lines)
    named = {game.move_name(game.start(), move): weight for move, weight in openings.moves(game.start())}
    assert named == {"e4": 3, "Nf3": 1}
    position = game.parse("e4 e5 Nf3 Nc6")
    assert [(game.move_name(position, move), weight) for move, weight in openings.moves(position)] == [("d4", 2), ("Bb5", 1)]
    assert openings.moves(game.parse("h3")) == []


def test_any_game_may_have_openings(tmp_path: Path) -> None:
    game = load("connect4")
    assert openings_of(game) is None
    file = tmp_path / "four.tsv"
    file.write_text(
        "# damier's own names\n1\tThe middle\t4\n\n2\tOn top\t4 4\t\n"
        "3\tBeside\t4 5\tsecond player\n4\tThe edge\t1\tfirst player, second player\n"
    )
    openings = Openings.read(game, file)
    assert openings.name_at(game.parse("4")) == OpeningName("1", "The middle")
    assert str(openings.name_of_session(played(game, "4 5 3 3"))) == "3 Beside"
    assert [weight for _, weight in openings.moves(game.start())] == [3, 1, 1]  # either edge
    assert [game.move_name(game.start(), move) for move, _ in openings.good_moves(game.start())] == ["4"]
    assert [game.move_name(game.parse("4"), move) for move, _ in openings.good_moves(game.parse("4"))] == ["4"]
    assert openings.name_at(game.parse("7")) == OpeningName("4", "The edge")  # as the other edge
    assert openings.name_at(game.parse("43")) == openings.name_at(game.parse("45"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("A00\tGrob's Attack\n", "mine.tsv line 1: expected code, name, moves and perhaps who is not to play them"),
        ("\n# x\nA00 Grob's Attack g4\n", "mine.tsv line 3: expected code, name"),
        ("A00\tGrob's Attack\tg4\twhite\tblack\n", "mine.tsv line 1: expected code, name"),
        ("A00\tGrob's Attack\tg4\tgreen\n", "mine.tsv line 1: 'green' is no player; they are white and black"),
        ("A00\tGrob's Attack\tg4 e5 g6\n", "mine.tsv line 1: 'g6' is no legal move here"),
        ("A00\tOne\te4 e5 d4\nB00\tTwo\td4 e5 e4\n", "mine.tsv line 2: Two leads to the same position as A00 One"),
        ("# nothing\n", "mine.tsv: there is no opening in it"),
        ("\udcff", "mine.tsv is no text in UTF-8"),
    ],
)
def test_bad_files_are_refused_in_one_line(game: Game, tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "mine.tsv"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput) as refused:
        Openings.read(game, file).name_at(game.start())
    assert complaint in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_file_that_is_not_there(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.tsv cannot be read: No such file"):
        Openings.read(game, tmp_path / "none.tsv")
