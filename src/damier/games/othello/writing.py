"""Othello in writing: transcripts (`f5d6c3`), boards of squares and a side, and what is drawn.

A position does not know who is black: passes leave no trace on the board. So `text` writes the board as the player to
move sees it, X for his own discs, as if he were black; `text_for` writes true colours where it is known whose turn it
is, and `turn_written` reads it from a text: a board ends in X (black) or O, and the moves of a transcript tell it.
"""

import re
from typing import Any, NamedTuple

from damier.bits import lowest
from damier.games.game import Board, Cell
from damier.games.othello.discs import Bits, neighbours
from damier.games.othello.rules import PASS, SIZE_OF, bit_of, board_type, start
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.wording import quoted

FILES = "abcdefgh"
PASS_NAME = "pass"
_NOTES = re.compile("[;%]")  # what follows one of these says nothing of the position
PASSES = ("pa", "ps", "--", "@@")  # as it is written in transcripts
BLACK, WHITE, EMPTY = "X*#B", "OW", "-._"


# --------------------------------------------------------------------------------------------------------------------
# Squares


def square_name(move: int, size: int = 8) -> str:
    """`f5` for a square's bit."""
    if move == PASS:
        return PASS_NAME
    row, column = divmod(move, 8)
    edge = (8 - size) // 2
    return f"{FILES[column - edge]}{row - edge + 1}"


def square_of(name: str, size: int = 8) -> int | None:
    """The bit of a square that is written as `f5` or `F5`; None if there is no such square."""
    if len(name) != 2 or not name.isascii():
        return None
    column, row = FILES.find(name[0].lower()), ord(name[1]) - ord("1")
    return bit_of(row, column, size) if 0 <= column < size and 0 <= row < size else None


def move_of(name: str, size: int = 8) -> int | None:
    """The move that is written so, in any of the ways to write a pass; None if there is no such square."""
    return PASS if name.lower() in (*PASSES, PASS_NAME) else square_of(name, size)


def move_name(p: Any, move: int) -> str:
    return square_name(move, SIZE_OF[type(p)])


# --------------------------------------------------------------------------------------------------------------------
# Positions


def parse(text: str, size: int = 8, evaluation: str = "") -> Any:
    """Moves from the start (`f5d6c3`), or the squares from a1 on and the side to move: `---...OX...--- X`."""
    return read(text, size)[0]


def turn_written(text: str, size: int = 8, evaluation: str = "") -> int:
    """Whose turn it is according to a text: black's (0) or white's (1)."""
    return read(text, size)[1]


def read(text: str, size: int = 8) -> tuple[Any, int]:
    """A position and whose turn it is. What follows a board after `;` or `%`, as in OBF, is not looked at."""
    if _is_transcript(text):
        replayed = replay(text.strip(), size)
        return replayed.positions[-1], len(replayed.moves) % 2
    return parse_board(_NOTES.split(text.strip(), maxsplit=1)[0], size)


def record(text: str, size: int = 8) -> tuple[Any, list[int]]:
    """The first position of a game and its moves, or a board and no moves."""
    if _is_transcript(text):
        replayed = replay(text.strip(), size)
        return replayed.positions[0], replayed.moves
    return read(text, size)[0], []


def _is_transcript(text: str) -> bool:
    """Whether it has digits before any notes, as every move has, and no board."""
    return any(letter.isdecimal() for letter in _NOTES.split(text, maxsplit=1)[0])


def parse_board(written: str, size: int = 8) -> tuple[Any, int]:
    """The position of a board, and whose turn it is: black's (0) if it is not said."""
    area = size * size
    squares, side = _squares_and_side(written, area)
    is_refused = f"{quoted(written.strip())} is no Othello position"
    unknown = sorted(set(squares + side) - set(BLACK + WHITE + EMPTY))
    if unknown:
        raise ValueError(
            f"{is_refused}: {quoted(unknown[0])} is no square; expected moves from the start, as f5d6c3, "
            f"or {area} squares from a1 on, made of X (black), O and -, and whose turn it is, X or O"
        )
    if len(squares) != area:
        raise ValueError(f"{is_refused}: it has {len(squares)} squares; a board of {size}x{size} has {area}")
    if side in tuple(EMPTY) or len(side) > 1:
        raise ValueError(f"{is_refused}: whose turn is it? after {area} squares X or O was expected, not {quoted(side)}")
    bits = dict.fromkeys((BLACK, WHITE, EMPTY), 0)
    for index, letter in enumerate(squares):
        kind = next(kind for kind in bits if letter in kind)
        bits[kind] |= 1 << bit_of(*divmod(index, size), size)
    fault = _fault(bits[BLACK] | bits[WHITE], size)
    if fault:
        raise ValueError(f"{is_refused}: {fault}")
    turn = int(side in tuple(WHITE))
    return of_colours(bits[BLACK], bits[WHITE], turn, size), turn


def _squares_and_side(written: str, area: int) -> tuple[str, str]:
    """The letters of the squares, and what follows them; a single letter that stands apart is never a square."""
    words = re.sub("[/|]", "", written).upper().split()
    if len(words) == 2 and len(words[1]) == 1:
        return words[0], words[1]
    letters = "".join(words)
    return letters[:area], letters[area:]


def of_colours(black: int, white: int, turn: int, size: int = 8) -> Any:
    """The position of a board on which black (0) or white (1) is to move."""
    own, other = (black, white) if turn == 0 else (white, black)
    return board_type(size)(Bits(own), Bits(other))


def _fault(discs: int, size: int) -> str:
    """What keeps discs from being the board of any game: the four in the middle are always there, others join them."""
    low, high = size // 2 - 1, size // 2
    middle = sum(1 << bit_of(row, column, size) for row in (low, high) for column in (low, high))
    if middle & ~discs:
        return f"{square_name(int(lowest(middle & ~discs)), size)}, in the middle, is empty"
    joined, grown = 0, middle
    while grown != joined:
        joined, grown = grown, int(neighbours(Bits(grown))) & discs
    return (
        f"the disc on {square_name(int(lowest(discs ^ joined)), size)} is not connected to the middle"
        if joined != discs
        else ""
    )


def text(p: Any) -> str:
    """The squares from a1 on as the player to move sees them: X his own, O the other's; then X, whose turn it is."""
    return text_for(p, 0)


def text_for(p: Any, turn: int) -> str:
    """The squares from a1 on, X for black and O for white, then whose turn it is."""
    colours = "XO-" if turn == 0 else "OX-"
    return "".join(colours[owner] for owner in _owners(p)) + " " + colours[0]


def _owners(p: Any) -> list[int]:
    """Whose disc is on each square from a1 on: the mover's (0), the other's (1) or nobody's (-1)."""
    size = SIZE_OF[type(p)]
    own, other = int(p.own), int(p.other)
    bits = [bit_of(row, column, size) for row in range(size) for column in range(size)]
    return [0 if own >> bit & 1 else 1 if other >> bit & 1 else -1 for bit in bits]


# --------------------------------------------------------------------------------------------------------------------
# Transcripts


class Replayed(NamedTuple):
    """The positions of a game, the first one included, and its moves, passes included."""

    positions: list[Any]
    moves: list[int]


def replay(transcript: str, size: int = 8) -> Replayed:
    """The game of a transcript: passes may be written (`pa`, `--`) or left out."""
    written = re.sub(r"[\s.,;:]", "", transcript)
    if len(written) % 2:
        raise ValueError(f"{quoted(transcript.strip())} is no transcript: each move is two letters, as in f5d6c3")
    replayed = Replayed([start(size)], [])
    for ply in range(1, len(written) // 2 + 1):
        name = written[2 * ply - 2 : 2 * ply]
        play_written(replayed, name, f"move {ply} of the transcript, {name}")
    return replayed


def play_written(replayed: Replayed, name: str, where: str) -> None:
    """Make one more move of a game, after a pass if that is the only move there is; `where` begins an error's message."""
    size = SIZE_OF[type(replayed.positions[-1])]
    if outcome(replayed.positions[-1]) != ONGOING:
        raise ValueError(f"{where}: the game was over before it")
    move = move_of(name, size)
    if move is None:
        raise ValueError(f"{where}: a board of {size}x{size} has no such square")
    legal = legal_moves(replayed.positions[-1])
    if legal == [PASS] and move != PASS:
        _play(replayed, PASS)
        legal = legal_moves(replayed.positions[-1])
    if move not in legal:
        names = ", ".join(square_name(each, size) for each in legal)
        raise ValueError(f"{where}: not legal there; legal moves: {names}")
    _play(replayed, move)


def _play(replayed: Replayed, move: int) -> None:
    replayed.positions.append(play(replayed.positions[-1], move))
    replayed.moves.append(move)


def transcript(made: list[int], size: int = 8, passes: bool = False) -> str:
    """Moves as one word, `f5d6c3`; passes as `--` if they are wanted."""
    return "".join(PASSES[2] if move == PASS else square_name(move, size) for move in made if passes or move != PASS)


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def board(p: Any, turn: int) -> Board:
    size = SIZE_OF[type(p)]
    looks = {0: Cell(owner=turn, look="disc"), 1: Cell(owner=1 - turn, look="disc"), -1: Cell()}
    owners = _owners(p)
    black, white = (owners.count(turn), owners.count(1 - turn))
    return Board(
        [[looks[owner] for owner in owners[row * size : (row + 1) * size]] for row in range(size)],
        rows=[str(row + 1) for row in range(size)],
        columns=list(FILES[:size]),
        caption=f"black {black}, white {white}",
        theme="felt",
    )


PALETTE = [Cell(), Cell(owner=0, look="disc"), Cell(owner=1, look="disc")]


def set_up(cells: list[list[Cell]], turn: int, size: int = 8, evaluation: str = "") -> str:
    """The squares of a board that was set up by hand, and whose turn it is."""
    return "".join("-XO"[cell.owner + 1] for row in cells for cell in row) + " " + "XO"[turn]


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    size = SIZE_OF[type(p)]
    edge = (8 - size) // 2
    return [] if move == PASS else [(move // 8 - edge, move % 8 - edge)]
