"""What each piece is worth to a network: the board without it tells, in any game, however it numbers its squares."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from networks import random_network

import damier
from damier.engine.feature_places import FeaturePlaces, words_of
from damier.engine.piece_values import network_of, piece_values
from damier.errors import BadInput
from damier.games import load
from damier.games.game import Cell, Game
from damier.kernel import native
from damier.network.estimate import estimate
from damier.network.file import NetworkFile, fingerprint, write_network
from programs import COMMAND

BITS = np.uint64

# A game whose squares are numbered in an order of its own, and whose second player sees the numbers the other way round.
SHUFFLED = '''"""Islands: put a stone anywhere; who has three in a row of four squares wins."""
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, Board, Cell, rule

ORDER = np.array([11, 3, 8, 0, 14, 6, 9, 2, 15, 7, 12, 1, 13, 5, 10, 4])  # the bit of each square
PLAYERS = ("red", "blue")

class Islands(NamedTuple):
    own: np.uint64
    other: np.uint64
    made: np.int64  # moves, which no square shows

START = Islands(np.uint64(0), np.uint64(0), np.int64(0))

@rule
def moves(p: Islands, out):
    n = 0
    for i in range(16):
        if not ((p.own | p.other) >> np.uint64(i)) & np.uint64(1):
            out[n] = i
            n += 1
    return n

@rule
def play(p: Islands, move):
    return Islands(p.other, p.own | np.uint64(1) << np.uint64(move), p.made + 1)

@rule
def outcome(p: Islands):
    for row in range(4):
        count = 0
        for column in range(4):
            bit = np.uint64(ORDER[4 * row + column])
            count += np.int64((p.other >> bit) & np.uint64(1))
        if count >= 3:
            return LOSS
    return 0 if p.made == 16 else ONGOING

@rule
def opposite(p: Islands):
    return Islands(p.other, p.own, p.made)

def board(p, turn):
    sides = (p.own, p.other) if turn == 0 else (p.other, p.own)
    def cell(square):
        bit = int(ORDER[square])
        owner = next((i for i, side in enumerate(sides) if int(side) >> bit & 1), -1)
        return Cell("", owner, "disc" if owner >= 0 else "plain")
    return Board([[cell(4 * row + column) for column in range(4)] for row in range(4)], list("4321"), list("abcd"))
'''


def judged(game: Game, folder: Path, **how: Any) -> Game:
    """The same game, judged by a network of random numbers in a file."""
    path = folder / f"{game.name}.network"
    start = native(game.start())
    write_network(path, NetworkFile(random_network(game, **how), game.name, game.told_options, fingerprint(start), {}))
    return replace(game, options={**game.options, "evaluation": str(path)})


def after(game: Game, moves: int, seed: int) -> tuple[Any, int]:
    """A position of a random game, and whose turn it is."""
    chance = np.random.default_rng(seed)
    position, turn = native(game.start()), game.turn(game.start())
    for _ in range(moves):
        child = game.play(position, int(chance.choice(game.moves(position))))
        turn = turn if game.same_player(position, child) else 1 - turn
        position = native(child)
    return position, turn


def without(position: Any, names: tuple[str, ...], bit: int) -> Any:
    """The position without a bit of some of its fields."""
    return position._replace(**{name: BITS(int(getattr(position, name)) & ~(1 << bit)) for name in names})


@pytest.mark.parametrize("is_symmetric", [False, True])
@pytest.mark.parametrize("moves", [3, 4])
def test_a_piece_is_worth_what_the_board_without_it_is_not(moves: int, is_symmetric: bool) -> None:
    """By both players' eyes, and where a network looks at the board mirrored."""
    game = load("othello")
    weights = random_network(game, is_symmetric=is_symmetric)
    position, turn = after(game, moves, seed=moves)
    found = piece_values(game, position, turn, weights)
    assert found.estimate == estimate(position, weights)
    assert len(found.pieces) == 4 + moves
    assert found.elsewhere is None
    assert [abs(piece.points) for piece in found.pieces] == sorted((abs(piece.points) for piece in found.pieces), reverse=True)
    if not is_symmetric:  # without a disc, the board may be seen mirrored another way
        for piece in found.pieces:
            bit, field = 8 * piece.place[0] + piece.place[1], "own" if piece.cell.owner == turn else "other"
            assert piece.points == found.estimate - estimate(without(position, (field,), bit), weights)
    assert len({piece.points for piece in found.pieces}) > 1


def test_a_symmetric_network_finds_the_same_worth_on_mirrored_boards(tmp_path: Path) -> None:
    game = judged(load("tictactoe"), tmp_path, is_symmetric=True)
    values = []
    for moves in ("b2 a1 c1", "b2 c1 a1", "b2 a3 c3"):  # turned and mirrored
        position = game.parse(moves)
        values.append([piece.points for piece in piece_values(game, position, game.turn(position)).pieces])
    assert values[0] == values[1] == values[2]
    assert len(set(values[0])) > 1


def test_discs_that_two_words_tell_of_go_from_both(tmp_path: Path) -> None:
    """Connect 4 has the discs of the player to move, and all discs."""
    game = judged(load("connect4"), tmp_path)
    weights, (position, turn) = game.weights(), after(game, 9, seed=5)
    found = piece_values(game, position, turn)
    assert len(found.pieces) == 9
    for piece in found.pieces:
        (row, column), is_own = piece.place, piece.cell.owner == turn
        bit = 7 * column + 5 - row
        assert int(position.both) >> bit & 1
        taken = without(position, ("own", "both") if is_own else ("both",), bit)
        assert piece.points == found.estimate - estimate(taken, weights)


@pytest.mark.parametrize("moves", [5, 6])
def test_a_game_of_ones_own_with_squares_in_any_order(tmp_path: Path, moves: int) -> None:
    """No square is named by the game: each bit is found on the square that shows it."""
    file = tmp_path / "islands.py"
    file.write_text(SHUFFLED)
    game = judged(load(str(file)), tmp_path)
    weights, (position, turn) = game.weights(), after(game, moves, seed=2)
    found = piece_values(game, position, turn)
    order = game.module.ORDER
    assert len(found.pieces) == moves
    for piece in found.pieces:
        bit = int(order[4 * piece.place[0] + piece.place[1]])
        field = "own" if piece.cell.owner == turn else "other"
        assert piece.points == found.estimate - estimate(without(position, (field,), bit), weights)
        assert piece.name == "abcd"[piece.place[1]] + "4321"[piece.place[0]]
    assert found.elsewhere is not None  # how many moves were made
    wanted = [*((0, int(bit)) for bit in order), (2, None)]
    places = FeaturePlaces(game).places(words_of(position), game.board(position, turn), turn, wanted)
    assert places == [*((row, column) for row in range(4) for column in range(4)), None]


@pytest.mark.parametrize("fen", ["1k6/ppp5/2n5/8/8/5N2/5PPP/6K1 {} - - 0 1", "8/1k6/3p4/1p1P4/1P4N1/8/1K6/8 {} - - 0 1"])
@pytest.mark.parametrize("colour", ["w", "b"])
def test_a_board_that_is_seen_mirrored_is_explained_as_it_is_drawn(fen: str, colour: str) -> None:
    """Chess shows its network the own king on the right; nobody tells."""
    game = load("chess")
    weights, position = random_network(game), native(game.parse(fen.format(colour)))
    found = piece_values(game, position, game.turn(position), weights)
    board = game.board(position, game.turn(position))
    assert len(found.pieces) == sum(cell.owner >= 0 for row in board.cells for cell in row)
    for piece in found.pieces:
        if piece.cell.text not in "kK":  # without its king a board would be seen another way round
            cells = [list(row) for row in board.cells]
            cells[piece.place[0]][piece.place[1]] = Cell()
            taken = native(game.parse(game.set_up(cells, game.turn(position), {"castling": ""})))
            assert piece.points == found.estimate - estimate(taken, weights), piece


def test_numbers_count_against_the_lowest(tmp_path: Path) -> None:
    """A heap is worth what the smallest heap that came up is not."""
    game = judged(load("nim"), tmp_path)
    weights, position = game.weights(), game.parse("9")
    (piece,) = piece_values(game, position, 0).pieces
    assert piece.points == estimate(position, weights) - estimate(game.parse("1"), weights)


def test_what_no_network_judges_is_refused() -> None:
    game = load("connect4")
    assert network_of(game) is None
    with pytest.raises(BadInput, match="not judged by a network"):
        piece_values(game, game.start(), 0)


def test_python_and_terminal_say_the_same(tmp_path: Path) -> None:
    known = judged(load("tictactoe"), tmp_path)
    path = str(known.options["evaluation"])
    found = damier.load("tictactoe", evaluation=path).piece_values("b2 a1")
    arguments = [*COMMAND, "analyse", "tictactoe", "b2a1", "--depth", "2", "--explain", "--set", f"evaluation={path}"]
    told = json.loads(subprocess.run([*arguments, "--json"], check=True, capture_output=True, text=True).stdout)
    assert told["estimate"] == found.estimate
    assert [(each["name"], each["worth"]) for each in told["pieces"]] == [(piece.name, piece.points) for piece in found.pieces]
    shown = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    for piece in found.pieces:
        assert f"{piece.cell.text} {piece.points:+d}".replace("+0", "0") in shown
    assert "need not add up" in shown
