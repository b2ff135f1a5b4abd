"""Chess positions in writing: FEN (Steven J. Edwards, "Standard: Portable Game Notation specification", 1994).

    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2

are the ranks from the eighth down, whose turn it is, who may castle where, the square a pawn has just stepped over, the
plies since the last capture or pawn move, and the number of the move. The last two may be missing, and what follows in
an EPD (`bm Qg6; id "WAC.001";`) is not looked at.

Castling rights may be those of Chess960: `KQkq` stand for the outermost rook on either side of the king (X-FEN), the
letter of a file, `HAha`, for the rook on it (Shredder-FEN). A file is written only where the rook is not the outermost.

A square stepped over is kept only where a pawn can be taken there: positions in which play goes on alike are the same.
"""

import re

from damier.bits import popcount
from damier.games.chess.boards import of_boards
from damier.games.chess.generation import checkers
from damier.games.chess.position import (
    EN_PASSANT_SHIFT,
    MOST_CLOCK,
    UNUSUAL_SHIFT,
    Bits,
    Chess,
    clock_of,
    en_passant_file,
    is_black,
    number_of,
    rook_file,
)
from damier.games.chess.rules import can_take_en_passant
from damier.games.game import BadInput
from damier.rules import null
from damier.wording import quoted

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = " pnbrqk"  # by the number of a piece
SIDES = ("White", "Black")
AT_FIRST = {"p": 8, "n": 2, "b": 2, "r": 2, "q": 1}  # how many of a kind a game begins with
RIGHTS = ("KQkq", "kqKQ")  # in the order of the state, with White and with Black to move
USUAL_KING, USUAL_ROOKS = 4, (7, 0)  # their files
MOST_DIGITS = 5  # of the number of the move


def square_name(square: int) -> str:
    """`e4` for a square as White sees it."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def square_of(name: str) -> int:
    """The square of a name such as `e4`."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


# --------------------------------------------------------------------------------------------------------------------
# Writing


def letters(position: Chess) -> list[str]:
    """What stands on each square from a1 on, as White sees them: a letter of the FEN, or nothing."""
    black = int(is_black(position))
    own, diagonals, straights = int(position.own), int(position.diagonals), int(position.straights)
    kinds = (
        ("p", int(position.pawns)),
        ("n", int(position.knights)),
        ("b", diagonals & ~straights),
        ("r", straights & ~diagonals),
        ("q", diagonals & straights),
        ("k", int(position.kings)),
    )
    board = [""] * 64
    for letter, pieces in kinds:
        while pieces:
            bit = pieces & -pieces
            pieces ^= bit
            is_white = bool(own & bit) != bool(black)
            board[(bit.bit_length() - 1) ^ (56 * black)] = letter.upper() if is_white else letter
    return board


def write(position: Chess) -> str:
    """The whole FEN of a position."""
    board = letters(position)
    ranks = []
    for rank in range(7, -1, -1):
        written, empty = "", 0
        for letter in board[8 * rank : 8 * rank + 8]:
            if not letter:
                empty += 1
                continue
            written += (str(empty) if empty else "") + letter
            empty = 0
        ranks.append(written + (str(empty) if empty else ""))
    black = int(is_black(position))
    state = int(position.state)
    held = {RIGHTS[black][right]: int(rook_file(position, right)) for right in range(4) if state >> right & 1}
    rights = "".join(_right(letter, held[letter], board) for letter in "KQkq" if letter in held) or "-"
    file = int(en_passant_file(position))
    passed = "abcdefgh"[file - 1] + ("3" if black else "6") if file else "-"
    return f"{'/'.join(ranks)} {'wb'[black]} {rights} {passed} {int(clock_of(position))} {int(number_of(position))}"


def _right(letter: str, file: int, board: list[str]) -> str:
    """A castling right, by its letter if the rook on this file is the outermost one, else by the file."""
    rank = board[56:] if letter.islower() else board[:8]
    outer = rank[file + 1 :] if letter in "Kk" else rank[:file]
    if ("r" if letter.islower() else "R") not in outer:
        return letter
    return "abcdefgh"[file] if letter.islower() else "ABCDEFGH"[file]


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read(text: str) -> Chess:
    """The position of a FEN; what cannot be is named and refused."""
    try:
        return _read(text)
    except ValueError as fault:
        raise BadInput(f"{quoted(text.strip())} is no chess position: {fault}") from None


def _read(text: str) -> Chess:
    fields = text.split()
    if len(fields) < 4:
        raise ValueError("expected the board, whose turn it is (w or b), castling rights and the en passant square, each or -")
    board = _board(fields[0])
    if fields[1] not in ("w", "b"):
        raise ValueError(f"whose turn is it? expected w or b, not {quoted(fields[1])}")
    black = int(fields[1] == "b")
    _check_pieces(board)
    rights = _rights(fields[2], board, black)
    file = _en_passant(fields[3], board, black)
    clock, number = _clocks(fields[4:])

    sides: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for square, letter in board.items():
        is_other = letter.isupper() == bool(black)
        sides[is_other][square ^ (56 * black)] = LETTERS.index(letter.lower())
    position = of_boards(sides[0], sides[1], rights, 0, clock, black, number)
    _check_checks(position, black)
    if file >= 0 and can_take_en_passant(position, file):
        position = position._replace(state=position.state | Bits((file + 1) << EN_PASSANT_SHIFT))
    return position


def _board(written: str) -> dict[int, str]:
    """The letters by square."""
    ranks = written.split("/")
    if len(ranks) != 8:
        raise ValueError(f"it has {len(ranks)} rank{'s' * (len(ranks) > 1)}, not 8")
    board = {}
    for rank, row in zip(range(8, 0, -1), ranks, strict=True):
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
                continue
            if letter not in "pnbrqkPNBRQK":
                raise ValueError(f"{quoted(letter)} on rank {rank} is no piece; pieces are PNBRQK (White) and pnbrqk (Black)")
            board[8 * (rank - 1) + file] = letter
            file += 1
        if file != 8:
            raise ValueError(f"rank {rank}, {quoted(row)}, has {file} squares, not 8")
    return board


def _check_pieces(board: dict[int, str]) -> None:
    """Raise ValueError if no game could have these pieces. So there are never more moves than MOST_MOVES either."""
    standing = list(board.values())
    for side, change in zip(SIDES, (str.upper, str.lower), strict=True):
        kings = standing.count(change("k"))
        if kings != 1:
            raise ValueError(f"{side} has {kings or 'no'} king{'s' * (kings > 1)}")
        pieces = sum(standing.count(change(letter)) for letter in LETTERS[1:])
        if pieces > 16:
            raise ValueError(f"{side} has {pieces} pieces; there are 16 at most")
        pawns = standing.count(change("p"))
        if pawns > 8:
            raise ValueError(f"{side} has {pawns} pawns; there are 8 at most")
        promoted = sum(max(0, standing.count(change(letter)) - AT_FIRST[letter]) for letter in "nbrq")
        if promoted > 8 - pawns:
            raise ValueError(f"{side} has {promoted} pieces that were pawns, and {pawns} pawns; there were 8 pawns")
    for square, letter in board.items():
        if letter in "pP" and not 8 <= square < 56:
            raise ValueError(f"a pawn stands on {square_name(square)}; no pawn is ever on the first or last rank")
    white, black = (next(square for square, letter in board.items() if letter == king) for king in "Kk")
    if max(abs((white & 7) - (black & 7)), abs((white >> 3) - (black >> 3))) == 1:
        raise ValueError(f"the kings on {square_name(white)} and {square_name(black)} stand next to each other")


def _rights(written: str, board: dict[int, str], black: int) -> int:
    """The castling rights as the player to move sees them: bits of the state."""
    if written == "-":
        return 0
    found = 0
    for letter in written:
        if letter not in "KQkqABCDEFGHabcdefgh":
            raise ValueError(f"castling rights are some of KQkq, or letters of files, or -, not {quoted(written)}")
        king, rook = _king_and_rook(letter, board)
        right = 2 * (letter.islower() != bool(black)) + (rook < king)
        if found >> right & 1:
            raise ValueError(f"castling right {letter}: another one to the same side is written before it")
        found |= 1 << right
        if (king, rook) != (USUAL_KING, USUAL_ROOKS[right & 1]):
            found |= (8 + rook) << (UNUSUAL_SHIFT + 4 * right)
    return found


def _king_and_rook(letter: str, board: dict[int, str]) -> tuple[int, int]:
    """The files of the king and of the rook that a castling right is about."""
    side, home = SIDES[letter.islower()], 56 if letter.islower() else 0
    rank = [board.get(home + file, "") for file in range(8)]
    own_king, own_rook = ("k", "r") if letter.islower() else ("K", "R")
    if own_king not in rank:
        raise ValueError(f"castling right {letter}: {side}'s king is not on its first rank")
    king, rooks = rank.index(own_king), [file for file in range(8) if rank[file] == own_rook]
    if letter not in "KQkq":
        rook = "abcdefgh".index(letter.lower())
        if rook not in rooks:
            raise ValueError(f"castling right {letter}: there is no rook of {side}'s on {square_name(home + rook)}")
        return king, rook
    rook = max(rooks, default=king) if letter in "Kk" else min(rooks, default=king)
    if (rook > king) != (letter in "Kk") or rook == king:
        where = f"the {'right' if letter in 'Kk' else 'left'} of its king on {square_name(home + king)}"
        raise ValueError(f"castling right {letter}: there is no rook of {side}'s to {where}")
    return king, rook


def _en_passant(written: str, board: dict[int, str], black: int) -> int:
    """The file, from 0, of the pawn that has just stepped two squares; -1 if none has."""
    if written == "-":
        return -1
    if not re.fullmatch("[a-h][36]", written):
        raise ValueError(f"the en passant square is one on rank 3 or 6, or -, not {quoted(written)}")
    rank, mover = ("3", "White") if black else ("6", "Black")
    if written[1] != rank:
        raise ValueError(f"en passant square {written}: {SIDES[black]} is to move, so that it would be on rank {rank}")
    passed = square_of(written)
    step = 8 if black else -8
    if board.get(passed + step) != ("P" if black else "p"):
        raise ValueError(f"en passant square {written}: there is no pawn of {mover}'s on {square_name(passed + step)}")
    for square in (passed, passed - step):
        if square in board:
            raise ValueError(f"en passant square {written}: the pawn came over {square_name(square)}, which is not empty")
    return passed & 7


def _clocks(fields: list[str]) -> tuple[int, int]:
    """The plies since the last capture or pawn move, and the number of the move."""
    if any(";" in field for field in fields):  # the operations of an EPD
        return 0, 1
    if len(fields) > 2:
        raise ValueError(f"nothing is expected after the number of the move, but there is {quoted(fields[2])}")
    numbers = []
    for field, meaning in zip(fields, ("plies since a capture or pawn move", "number of the move"), strict=False):
        if not (field.isascii() and field.isdecimal()) or len(field) > MOST_DIGITS:
            raise ValueError(f"the {meaning}, {quoted(field)}, is no number that can be")
        numbers.append(int(field))
    clock, number = (*numbers, 0, 1)[:2] if len(numbers) != 1 else (numbers[0], 1)
    if clock > MOST_CLOCK:
        raise ValueError(f"{clock} plies since a capture or pawn move are too many: a game is drawn long before")
    return clock, max(1, number)


def _check_checks(position: Chess, black: int) -> None:
    """Raise ValueError if the checks on the board cannot be."""
    if checkers(null(position)):
        raise ValueError(f"{SIDES[1 - black]} is in check, but it is {SIDES[black]}'s turn")
    checking = int(popcount(checkers(position)))
    if checking > 2:
        raise ValueError(f"{checking} pieces give check to {SIDES[black]}; two are the most that can")
