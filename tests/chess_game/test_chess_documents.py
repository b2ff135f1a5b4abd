"""Examples of chess in the documents, each with what they say of it and what is found: figures 15.13 and 15.14 of Alliot and
Schiex, Alliot's Qxf7+, two knights against a pawn, and the game that DiamondChess played against itself (EFREI 5.1)."""

from dataclasses import replace

import pytest

from damier.engine.kernel.techniques import Techniques
from damier.engine.mates import find_mate, is_mate
from damier.engine.player import Player
from damier.engine.question import Question
from damier.games import load
from damier.games.chess.endings import WON, known
from damier.games.chess.kbnk import weights_for
from damier.kernel import native

pytestmark = pytest.mark.xdist_group("chess")
CHESS = load("chess")

FIGURE_15_13 = "8/8/5kp1/5BN1/8/8/6K1/7B w - - 0 1"
FIGURE_15_14 = "8/8/5kp1/5BN1/8/8/6K1/7N w - - 0 1"


def after(text, *names):
    """The position after these moves."""
    position = CHESS.parse(text)
    for name in names:
        position = CHESS.play(position, CHESS.parse_move(position, name))
    return position


def known_to_white(text, *names):
    """What the ending that these moves lead to is known to be worth, White to move."""
    position = native(after(text, *names))
    return known(position, weights_for(position))


def test_figure_15_13_black_takes_the_other_piece():
    """The book has White take g6 and win with bishop and knight. But f5 and h1 have one colour: Black takes the knight, and
    two bishops of one colour do not mate."""
    assert known_to_white(FIGURE_15_13, "Bxg6", "Kxg6") > WON  # bishop and knight, as the book has it
    assert known_to_white(FIGURE_15_13, "Bxg6", "Kxg5") == 0


def test_figure_15_14_black_takes_the_bishop():
    """The book is right: two knights are left. Had Black to take the knight, bishop and knight would win."""
    assert known_to_white(FIGURE_15_14, "Bxg6", "Kxg6") == 0
    assert known_to_white(FIGURE_15_14, "Bxg6", "Kxg5") > WON


@pytest.mark.parametrize(("text", "piece"), [(FIGURE_15_13, "N"), (FIGURE_15_14, "B")])
def test_the_piece_that_must_be_saved(text, piece):
    """The one without which there is no mate: the knight in fig. 15.13, the bishop in fig. 15.14, where the book has Bd3."""
    player = Player(CHESS, seconds=None, depth=8, hash_mb=2, threads=1)
    position = CHESS.parse(text)
    thought = player.think(position)
    assert CHESS.move_name(position, thought.move).startswith(piece)
    assert "x" not in CHESS.move_name(position, thought.move)
    taken = player.ask(Question(position, depth=8, moves=(CHESS.parse_move(position, "Bxg6"),)))
    assert taken.value == 0 < 100 < thought.value


def test_quiescence_sees_what_qxf7_loses():
    """1. e4 e5 2. Qf3 Nc6 3. Qxf7+: a pawn more, and the queen is gone after Kxf7 (Alliot's slides on quiescence)."""
    position = after("startpos", "e4", "e5", "Qf3", "Nc6")
    question = Question(position, depth=1, moves=(CHESS.parse_move(position, "Qxf7+"),))
    values = {}
    for quiescence in (False, True):
        player = Player(CHESS, seconds=None, hash_mb=1, threads=1, techniques=replace(Techniques(), quiescence=quiescence))
        values[quiescence] = player.ask(question).value
    assert values[False] > -100  # no more than a pawn is lost, it seems
    assert values[True] < -800  # nearly a queen


# Two knights do not mate a lone king; with a pawn, which takes stalemate away or a square from the king, they may.
TWO_KNIGHTS = [
    ("5N1k/5Kp1/8/5N2/8/8/8/8 w - - 0 1", 2),
    ("5K1k/8/4N3/5N2/8/7p/8/8 w - - 0 1", 3),
    ("7k/5K2/p7/4NN2/8/8/8/8 w - - 0 1", 4),
]


@pytest.mark.parametrize(("text", "moves"), TWO_KNIGHTS)
def test_two_knights_against_a_pawn(text, moves):
    """Mate in so many moves and not in fewer; without the pawn nothing but a draw."""
    position = CHESS.parse(text)
    player = Player(CHESS, seconds=None, hash_mb=4, threads=1)
    found = find_mate(player, Question(position), moves)
    assert is_mate(found, moves)
    assert not is_mate(find_mate(player, Question(position), moves - 1), moves - 1)
    without = native(CHESS.parse(text.replace("p", "1")))
    assert known(without, weights_for(without)) == 0


# --------------------------------------------------------------------------------------------------------------------
# The game

PRINTED = """
1. e2 e4 - b7 b6  2. d2 d4 - e7 e6  3. c2 c3 - c8 b7  4. f1 d3 - g8 h6  5. h1 d2 - c7 c5  6. g1 e2 - d7 d5
7. d3 b5 + - b7 c6  8. b5 c6 x + - b0 c6 x  9. e4 e5 - f6 g8  10. d1 a4 - e8 d7  11. d4 c5 x - f8 c5 x  12. d2 b3 - g8 e7
13. b3 d4 - b6 b5  14. a4 b5 x - c5 d4 x  15. e2 d4 x - d8 b5  16. b5 c6 x + - e7 c6 x  17. d4 c6 x - d7 c6 x
18. h2 h3 - a8 c8  19. a1 b1 - a7 a6  20. b2 b3 - b6 a5  21. a2 a3 - a5 c3 x +  22. e1 f1 - c3 c2  23. f1 e1 - c2 b1 x
24. e1 d1 - c6 b6  25. d1 e2 - c8 c1 x  26. h1 c1 x - b1 c1 x  27. a3 a4 - c1 f4  28. g2 g4 - h8 h8  29. e2 d3 - f8 b8
30. d3 c2 - f4 g5  31. b3 b4 - g5 e5 x  32. a4 a5 + - b6 b5  33. c2 b3 - e5 e4  34. f2 f3 - e4 b4 x +  35. b3 c2 - b4 d4
36. c2 b3 - d4 c4 +  37. b3 a3 - b5 c5
"""
CORRECTED = {7: "g8f6", 8: "b1d2", 15: "b8c6", 29: "d8b6", 55: "h8f8"}  # by ply from 0; each is one letter or figure off
LAST = "1r6/5ppp/p3p3/P1kp4/2q3P1/K4P1P/8/8 w - - 6 38"


def printed_moves():
    """Each printed half-move: squares, and whether it takes and gives check."""
    found = []
    for number in PRINTED.split(". ")[1:]:
        for half in number.split(" - "):
            words = half.split()
            found.append((words[0] + words[1], "x" in words, "+" in words))
    return found


def replayed(moves):
    """The position after them; None as soon as one is not legal, or does not take or give check as the text says."""
    position = CHESS.start()
    for move, (_, takes, checks) in zip(moves, printed_moves(), strict=True):
        names = {CHESS.uci_name(position, each): each for each in CHESS.moves(position)}
        if move not in names:
            return None
        name = CHESS.move_name(position, names[move])
        if ("x" in name, "+" in name) != (takes, checks):
            return None
        position = CHESS.play(position, names[move])
    return position


def corrected_moves():
    return [CORRECTED.get(ply, move) for ply, (move, _, _) in enumerate(printed_moves())]


def test_the_game_of_diamondchess():
    """With five corrections of one figure each the printed game is legal to its end, captures and checks included."""
    moves = printed_moves()
    assert len(moves) == 74
    assert all(sum(a != b for a, b in zip(moves[ply][0], move, strict=True)) == 1 for ply, move in CORRECTED.items())
    end = replayed(corrected_moves())
    assert end is not None
    assert CHESS.text(end) == LAST


@pytest.mark.parametrize("ply", CORRECTED)
def test_no_other_correction_will_do(ply):
    """Of all moves that differ from the printed one in one figure, only one lets the rest of the text be played; but for the
    knight that comes back to g8, of which the text has two squares."""
    moves = corrected_moves()
    printed = printed_moves()[ply][0]
    squares = [*"abcdefgh"], [*"12345678"]
    near = {printed[:place] + other + printed[place + 1 :] for place in range(4) for other in squares[place % 2]}
    fitting = {move for move in near if replayed([*moves[:ply], move, *moves[ply + 1 :]])}
    assert fitting == {CORRECTED[ply]}
    if ply == 7:  # the printed g8h6 stands if it is the retreat, printed f6g8, that is corrected
        assert replayed([*moves[:7], "g8h6", *moves[8:17], "h6g8", *moves[18:]]) is not None


def test_how_the_game_of_diamondchess_ends():
    """The window counts 90 half-moves and a mate by Black; 74 are printed. What was taken fits as far as it goes, and
    whatever White plays, 38... Qb3 is mate: a program that does not prefer the sooner mate need not see it."""
    end = CHESS.parse(LAST)
    board = LAST.split()[0]
    assert sorted(each for each in board if each.isalpha()) == sorted("KPPPP" + "kqrpppppp")
    # In the end White had lost five pawns and all pieces, 300 being left, and Black four pawns, a rook, knights and bishops.
    assert 8 - 5 == 300 // 100 <= board.count("P")
    assert board.count("p") >= 8 - 4
    for move in CHESS.moves(end):
        child = CHESS.play(end, move)
        assert "Qb3#" in {CHESS.move_name(child, each) for each in CHESS.moves(child)}
