"""Endings that are recognised: the rules of each, the figures of the book, and mates that must come about."""

import numpy as np
import pytest
from chess_positions import colours_changed, random_pieces

from damier.bits import lowest
from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games.chess import UNIT, fen
from damier.games.chess.endings import NEVER, UNKNOWN, WON, known, race, steps_to_queen, winnable
from damier.games.chess.evaluation import estimate
from damier.games.chess.kbnk import weights_for
from damier.games.chess.kpk import is_won
from damier.games.chess.weights import by_hand, weights
from damier.games.chess.writing import move_name
from damier.kernel import native
from damier.rules import LOSS, MOST_MOVES, ONGOING, WIN, key, moves, outcome, play
from damier.search.table import Table
from lengths import times

FEW_NODES = 20_000  # a move, where the score alone leads to the mate
PLACES = times(4, 100)  # random positions for bishop and knight


def read(text):
    return native(fen.read(text))


def found_move(text, depth):
    """The move that a search to a depth plays."""
    position = read(text)
    memory = Workspace(position, weights_for(position), Table(4), Techniques(), unit=UNIT)
    return move_name(position, deepen(position, depth, memory, Techniques()).line[0])


# --------------------------------------------------------------------------------------------------------------------
# What is known without a search

DRAWN = {
    "two knights": "8/8/4k3/8/8/3NNK2/8/8 w - - 0 1",
    "a rook's pawn and the wrong bishop": "k7/8/8/P7/8/2K5/3B4/8 w - - 0 1",
    "the same on the other side": "7k/8/8/7P/8/2K5/4B3/8 w - - 0 1",
    "two rook's pawns, king before them": "k7/8/K7/P7/8/8/8/8 w - - 0 1",
    "two rook's pawns": "1k6/8/8/P7/P7/2K5/8/8 w - - 0 1",
    "a pawn with the king behind it": "4k3/8/8/8/4P3/4K3/8/8 w - - 0 1",
}
WINNING = {
    "a queen": "8/8/4k3/8/8/4K3/8/3Q4 w - - 0 1",
    "a rook": "8/8/4k3/8/8/4K3/8/3R4 w - - 0 1",
    "a rook and a pawn": "8/8/4k3/8/8/4K3/P7/3R4 w - - 0 1",
    "two bishops": "8/8/4k3/8/8/4K3/8/2BB4 w - - 0 1",
    "bishop and knight": "8/8/4k3/8/8/4K3/8/2BN4 w - - 0 1",
    "three knights": "8/8/4k3/8/8/4K3/8/1NNN4 w - - 0 1",
    "a pawn with its king before it": "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
}


@pytest.mark.parametrize("what", DRAWN)
def test_drawn(what):
    assert known(read(DRAWN[what]), weights()) == 0
    assert estimate(read(DRAWN[what].replace(" w ", " b ")), weights()) == 0


@pytest.mark.parametrize("what", WINNING)
def test_won(what):
    """More than any material for the one, as much less for the other, and no mate yet."""
    position = read(WINNING[what])
    assert WON < estimate(position, weights()) < WIN
    waiting = read(colours_changed(WINNING[what]).replace(" b ", " w "))
    assert LOSS < estimate(waiting, weights()) < -WON


def test_the_right_bishop_is_not_drawn():
    assert known(read("k7/8/8/P7/8/2K5/4B3/8 w - - 0 1"), weights()) == UNKNOWN
    assert estimate(read("k7/8/8/P7/8/2K5/4B3/8 w - - 0 1"), weights()) > 200


def test_a_king_that_is_too_far_holds_nothing():
    assert known(read("8/8/8/P6k/8/2K5/3B4/8 w - - 0 1"), weights()) == UNKNOWN


def test_others_are_not_known():
    for text in ("8/8/4k3/4p3/8/3NNK2/8/8 w - - 0 1", "8/8/4k3/4r3/8/3RNK2/8/8 w - - 0 1", fen.START):
        assert known(read(text), weights()) == UNKNOWN


@pytest.mark.parametrize("turn", ["w", "b"])
def test_king_and_pawn_is_exact(turn):
    """What the estimate says of random positions is what the table says."""
    for position in random_pieces("KPk", 300, seed=5, turn=turn):
        score = estimate(position, weights())
        white_pieces = position.own if turn == "w" else position.other
        squares = [position.pawns & white_pieces, position.kings & white_pieces, position.kings & ~white_pieces]
        pawn, king, lone = (int(lowest(np.uint64(board))) ^ (56 if turn == "b" else 0) for board in squares)
        wins = bool(is_won(pawn, king, lone, int(turn == "b")))
        assert abs(score) > WON if wins else score == 0


def test_progress_is_told():
    """Nearer to the edge, to the right corner, to a queen: each counts more."""
    pairs = [
        ("7k/8/8/8/8/4K3/8/3R4 w - - 0 1", "8/8/8/4k3/8/8/4K3/3R4 w - - 0 1"),
        ("k7/8/2K5/8/8/8/8/3BN3 w - - 0 1", "7k/8/5K2/8/8/8/8/3BN3 w - - 0 1"),  # a bishop on light squares, as a8 is
        ("8/4P3/4K3/8/8/8/8/k7 w - - 0 1", "8/8/4K3/4P3/8/8/8/k7 w - - 0 1"),
        ("4Q3/8/4K3/8/8/8/8/k7 w - - 0 1", "8/4P3/4K3/8/8/8/8/k7 w - - 0 1"),
    ]
    for better, worse in (map(read, pair) for pair in pairs):
        assert estimate(better, weights_for(better)) > estimate(worse, weights_for(worse))


# --------------------------------------------------------------------------------------------------------------------
# Estimates that are corrected


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("8/8/4k3/4b3/8/4K3/4R3/8 w - - 0 1", 4),  # a rook against a bishop
        ("8/8/4k3/4n3/8/4K3/4R3/8 w - - 0 1", 4),
        ("8/8/4k3/4n3/8/4K3/4B3/8 w - - 0 1", 0),
        ("8/8/4k3/4r3/8/4K3/4R1B1/8 w - - 0 1", 14),
        ("8/8/4k3/4p3/8/3NNK2/8/8 w - - 0 1", 4),  # two knights
        ("8/8/4k3/4p3/8/3B1BK1/8/8 w - - 0 1", 0),  # bishops of one colour
        ("8/8/4k3/4p3/8/3BB1K1/8/8 w - - 0 1", 64),
        ("8/8/4k3/4r3/8/4K3/4Q3/8 w - - 0 1", 64),
        ("8/8/4k3/4b3/8/4K1P1/4R3/8 w - - 0 1", 64),
    ],
)
def test_how_much_can_be_won(text, part):
    position = read(text)
    assert winnable(position.own, position.other, position.material, position) == part


def steps(text, waits=0):
    """In how many moves White queens, who is to move, or waits a move."""
    position = read(text)
    return int(steps_to_queen(position.own, position.other, position.pawns, position.kings, waits))


def test_the_square_of_the_pawn():
    """A king that is in the square of a pawn when it is to move catches it; one outside does not."""
    assert steps("8/8/8/8/P3k3/8/7p/7K w - - 0 1") == NEVER
    assert steps("8/8/8/8/P4k2/8/7p/7K w - - 0 1") == 4
    assert steps("8/8/8/8/P4k2/8/7p/7K w - - 0 1", waits=1) == NEVER
    assert steps("8/8/8/8/6k1/8/P6p/7K w - - 0 1") == 5  # it goes two squares at first
    assert steps("8/8/8/8/P5k1/p7/8/7K w - - 0 1") == 4
    assert steps("8/8/p7/8/P5k1/8/8/7K w - - 0 1") == NEVER  # a pawn stands in its way


def test_a_king_leads_its_pawn():
    """One that covers the way of its pawn needs no square."""
    assert steps("8/1K1k4/P7/8/8/8/7p/8 w - - 0 1", waits=1) == 2
    assert steps("8/3k4/P7/8/8/8/7p/6K1 w - - 0 1", waits=1) == NEVER


def test_races():
    """Who queens first, and long enough before the other, is ahead."""
    assert race(read("8/P7/8/8/8/7p/8/1k5K w - - 0 1")) > 0
    assert race(read("8/8/8/P7/8/8/6kp/2K5 w - - 0 1")) < 0
    assert race(read("8/P7/8/8/8/8/6kp/2K5 w - - 0 1")) == 0


# --------------------------------------------------------------------------------------------------------------------
# With a search


@pytest.mark.parametrize("depth", [1, 2, 4, 6, 10])
def test_figure_15_12(depth):
    """The pawn goes two squares and cannot be caught; a greedy king takes h2 and draws (Alliot-Schiex fig. 15.12)."""
    assert found_move("8/8/8/8/6k1/8/P6p/7K w - - 0 1", depth) == "a4"


@pytest.mark.parametrize("depth", [2, 3, 5, 8])
def test_figure_15_14(depth):
    """The bishop saves itself, as by Bd3; who takes g6 is left with two knights (Alliot-Schiex fig. 15.14)."""
    move = found_move("8/8/5kp1/5BN1/8/8/6K1/7N w - - 0 1", depth)
    assert move.startswith("B")
    assert move != "Bxg6"


def plies_to_mate(position, nodes):
    """Both sides search so many nodes a move; None if it is not mate within fifty moves."""
    past, tables = [], (Table(2), Table(2))
    for ply in range(101):
        score = outcome(position)
        if score != ONGOING or sum(key(earlier) == key(position) for earlier in past) >= 2:
            return ply if score == LOSS else None
        table = tables[ply % 2]
        table.new_root()
        memory = Workspace(position, weights_for(position), table, Techniques(), past=past, node_limit=nodes, unit=UNIT)
        line = deepen(position, 60, memory, Techniques()).line
        out = np.zeros(MOST_MOVES, np.int64)
        moves(position, out)
        past.append(position)
        position = native(play(position, line[0] if line else int(out[0])))
    return None


@pytest.mark.parametrize("pieces", ["KQk", "KRk", "KBBk", "KBNNk"])
def test_lone_kings_are_mated(pieces):
    for position in random_pieces(pieces, 6, seed=7):
        if known(position, weights()) <= WON:
            continue  # two bishops of one colour
        assert plies_to_mate(position, 30_000) is not None


def test_figure_15_15():
    """Bishop and knight mate within fifty moves from the book's position (Alliot-Schiex fig. 15.15)."""
    assert plies_to_mate(read("6NB/6K1/8/8/4k3/8/8/8 w - - 0 1"), FEW_NODES) is not None


@pytest.mark.parametrize("place", range(PLACES))
def test_bishop_and_knight_mate(place):
    """From random positions that are won, too."""
    won = [each for each in random_pieces("KBNk", 2 * PLACES, seed=1) if known(each, weights_for(each)) > WON]
    assert plies_to_mate(won[place], FEW_NODES) is not None


def test_bishop_and_knight_are_won_or_not():
    """A piece that is lost at once wins nothing; the one to move may save it."""
    for text in ("8/8/8/3kB3/8/8/8/K6N b - - 0 1", "8/8/8/8/8/8/6k1/KB5N b - - 0 1"):
        assert estimate(read(text), weights_for(read(text))) == 0
    saved = read("8/8/8/3kB3/8/8/8/K6N w - - 0 1")
    assert estimate(saved, weights_for(saved)) > WON


def test_the_table_is_there_where_it_is_needed():
    """Where the ending is near, and not where a search hardly comes to it."""
    near = ("8/8/4k3/8/8/4K3/8/2BN4 w - - 0 1", "8/4p3/4k3/8/8/4K3/4P3/3bn2B b - - 0 1")
    far = (fen.START, "8/8/4k3/8/8/4K3/8/2BB4 w - - 0 1", "8/4p3/4k3/8/8/4K3/4P3/3bN3 b - - 0 1")
    assert all(len(weights_for(read(text))) > len(weights()) for text in near)
    assert all(weights_for(read(text)) is weights("") for text in far)
    assert weights_for(read(near[0])) is weights_for(read(near[1]))


def test_by_hand_and_learnt_know_the_same_endings():
    for text in [*DRAWN.values(), *WINNING.values()]:
        assert estimate(read(text), by_hand()) == estimate(read(text), weights())
