"""Othello in writing: transcripts (`f5d6c3`), boards of squares and a side, and what is drawn.

A position does not know who is black. Black moves first and turns alternate with each disc that is put, but for
passes, which leave no trace on the board: in writing, the side to move is told, and only asked of the board (`turn`)
where nobody has told it. So `text` writes the board as the player to move sees it, X for his own discs.
"""

import re
from typing import Any

import numpy as np

from damier.games.game import Board, Cell
from damier.games.othello.discs import Bits
from damier.games.othello.rules import PASS, SIZE_OF, bit_of, board_type, start

FILES = "abcdefgh"
PASS_NAME = "pass"
_OWN, _OTHER, _EMPTY = "X*#B", "OW", "-._"


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


def parse(text: str, size: int = 8, evaluation: str = "") -> Any:
    """Moves from the start (`f5d6c3`), or the squares from a1 on and the side to move: `---...OX...--- X`."""
    written = text.strip()
    squares = re.sub(r"[\s/]", "", written)
    if len(squares) >= size * size:
        return _parse_board(written, squares, size)
    return replay(written, size)[0][-1]


def replay(transcript: str, size: int = 8) -> tuple[list[Any], list[int]]:
    """The positions and moves of a transcript, passes included, whether they are written or not."""
    from damier.rules import ONGOING, moves, outcome, play

    position = start(size)
    positions, made = [position], list[int]()
    written = re.sub(r"[\s.,;:]", "", transcript)
    if len(written) % 2:
        raise ValueError(f"{transcript.strip()!r} is no transcript: each move is two letters, as in f5d6c3")
    out = np.zeros(SIZE_OF[type(position)] ** 2, np.int64)
    for ply, name in enumerate((written[i : i + 2] for i in range(0, len(written), 2)), 1):
        where = f"move {ply} of the transcript, {name}"
        if outcome(position) != ONGOING:
            raise ValueError(f"{where}: the game was over before it")
        legal = out[: moves(position, out)].tolist()
        is_pass = name.lower() in ("pa", "ps", "--", "@@")
        move = PASS if is_pass else square_of(name, size)
        if move is None:
            raise ValueError(f"{where}: there is no such square on a {size}x{size} board")
        if legal == [PASS] and not is_pass:  # not written: understood
            position = play(position, PASS)
            positions.append(position)
            made.append(PASS)
            legal = out[: moves(position, out)].tolist()
        if move not in legal:
            names = ", ".join(square_name(each, size) for each in legal)
            raise ValueError(f"{where}: not legal there; legal moves: {names}")
        position = play(position, move)
        positions.append(position)
        made.append(move)
    return positions, made


def _parse_board(written: str, squares: str, size: int) -> Any:
    area = size * size
    side = squares[area:].upper().rstrip(";")
    if len(side) > 1 or set(squares[:area].upper()) - set(_OWN + _OTHER + _EMPTY):
        raise ValueError(
            f"{written!r} is no Othello position: {area} squares from a1 on, made of X, O and -, then whose turn it is, X or O"
        )
    if side and side not in _OWN + _OTHER:
        raise ValueError(f"{written!r}: whose turn is it? X or O, not {side!r}")
    bits = dict.fromkeys("XO-", 0)
    for index, letter in enumerate(squares[:area].upper()):
        kind = "X" if letter in _OWN else "O" if letter in _OTHER else "-"
        bits[kind] |= 1 << bit_of(*divmod(index, size), size)
    middle = [bit_of(row, column, size) for row in (size // 2 - 1, size // 2) for column in (size // 2 - 1, size // 2)]
    if any(bits["-"] >> bit & 1 for bit in middle):
        raise ValueError(f"{written!r} is no Othello position: one of the four squares in the middle is empty")
    own, other = (bits["O"], bits["X"]) if side and side in _OTHER else (bits["X"], bits["O"])
    return board_type(size)(Bits(own), Bits(other))


def text(p: Any) -> str:
    """The squares from a1 on as the player to move sees them: X his own, O the other's; then X, whose turn it is."""
    return f"{''.join(_letters(p))} X"


def _letters(p: Any) -> list[str]:
    size = SIZE_OF[type(p)]
    own, other = int(p.own), int(p.other)
    bits = [bit_of(row, column, size) for row in range(size) for column in range(size)]
    return ["X" if own >> bit & 1 else "O" if other >> bit & 1 else "-" for bit in bits]


def move_name(p: Any, move: int) -> str:
    return square_name(move, SIZE_OF[type(p)])


def turn(p: Any) -> int:
    """Whose turn it is, black's (0) or white's, if nobody has passed an odd number of times."""
    return (int(p.own) | int(p.other)).bit_count() % 2


def board(p: Any, turn: int) -> Board:
    size = SIZE_OF[type(p)]
    looks = {"-": Cell(), "X": Cell(owner=turn, look="disc"), "O": Cell(owner=1 - turn, look="disc")}
    letters = _letters(p)
    own, other = int(p.own).bit_count(), int(p.other).bit_count()
    black, white = (own, other) if turn == 0 else (other, own)
    return Board(
        [[looks[letter] for letter in letters[row * size : (row + 1) * size]] for row in range(size)],
        rows=[str(row + 1) for row in range(size)],
        columns=list(FILES[:size]),
        caption=f"black {black}, white {white}",
    )


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    size = SIZE_OF[type(p)]
    edge = (8 - size) // 2
    return [] if move == PASS else [(move // 8 - edge, move % 8 - edge)]
