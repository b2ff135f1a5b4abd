"""Positions with the results of their games, from PGN or from plain lines of text.

A plain line is a FEN, a semicolon and the result for White (`1-0`, `0-1`, `1/2-1/2`), and after another semicolon, if a
search has scored the position, that score for White in hundredths of a pawn:

    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3;1/2-1/2;35

Games follow each other; a line without a position (an empty one) ends a game, and so does another result. EPD with the
result in an operation, as `c9 "1-0";`, is read too. Lines are read by compiled code: a million takes a second or two.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from damier.files import open_text, read_bytes
from damier.games.chess.position import (
    BISHOP,
    BLACK_SHIFT,
    COUNT_BITS,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Bits,
    Chess,
    from_square,
    is_black,
    promotion_of,
    to_square,
)
from damier.games.game import BadInput
from damier.games.game_text import MOST_FAULTS
from damier.kernel import compiled, part
from damier.rules import MOST_MOVES, moves, play

FIELDS = len(Chess._fields)
RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}  # for White
SKIPPED_PLIES = 10  # at the start of a game, which openings decide
SKIPPED_LAST = 2  # at its end: mates and captures under way
UNSCORED = np.float32(np.nan)


@dataclass(frozen=True)
class Samples:
    """Positions in arrays with one entry each."""

    rows: Any  # the fields of each position
    result: Any  # what the player to move scored in the game: 1, 0.5 or 0
    score: Any  # what a search said for the player to move, in hundredths of a pawn; not a number where none did
    game: Any  # the number of the game

    def __len__(self) -> int:
        return len(self.rows)

    def where(self, chosen: Any) -> "Samples":
        """Those that a mask or a list of indices picks out."""
        return Samples(*(getattr(self, column.name)[chosen] for column in fields(self)))


def joined(several: Sequence[Samples]) -> Samples:
    """Several collections as one; games keep numbers of their own."""
    numbered, first = [], 0
    for each in several:
        numbered.append(Samples(each.rows, each.result, each.score, each.game + first))
        first += int(each.game.max()) + 1 if len(each) else 0
    return Samples(*(np.concatenate([getattr(each, column.name) for each in numbered]) for column in fields(Samples)))


def read(path: Path, on_faults: Callable[[list[str]], None] = lambda faults: None) -> Samples:
    """The positions of a file: PGN if its name ends so, else plain lines. `on_faults` hears what is wrong with some."""
    if path.suffix.lower() == ".pgn":
        return read_pgn(path, on_faults)
    return read_lines(path, on_faults)


# --------------------------------------------------------------------------------------------------------------------
# PGN


def read_pgn(path: Path, on_faults: Callable[[list[str]], None] = lambda faults: None) -> Samples:
    """All positions of the games that have a result and whose moves are legal."""
    games, faults = _games(path)
    if faults:
        on_faults(faults)
    total = sum(len(made) for _, made, _ in games)
    rows, result = np.zeros((total, FIELDS), np.uint64), np.zeros(total, np.float32)
    number = np.zeros(total, np.int64)
    count = 0
    for place, (start, made, score) in enumerate(games):
        kept = _replay(_row(start), np.array(made, np.int64).reshape(-1, 3), rows[count : count + len(made)])
        count_now = count + int(kept)
        black = (rows[count:count_now, -1] >> np.uint64(BLACK_SHIFT)) & np.uint64(1)
        result[count:count_now] = np.where(black == 1, 1.0 - score, score)
        number[count:count_now] = place
        count = count_now
    return Samples(rows[:count], result[:count], np.full(count, UNSCORED), number[:count])


Game = tuple[str, list[tuple[int, int, int]], float]


def _games(path: Path) -> tuple[list[Game], list[str]]:
    """The first position, the moves (from, to, promotion) and the result of each game; and what is wrong with others.

    What they say is found by the reader of `games/chess/pgn.py`, but no move is made in plain Python: a compiled kernel plays
    whole games.
    """
    from damier.games.chess import pgn

    games: list[Game] = []
    faults: list[str] = []
    broken = 0
    try:
        with open_text(path, "utf-8-sig", "replace") as file:
            for number, piece in enumerate(pgn.pieces(file), 1):
                found = pgn.moves_of(piece, is_needed=lambda tags: tags.get("Result") in RESULTS)
                broken = broken + 1 if found.fault else 0
                if found.fault:
                    faults.append(f"{path.name}: game {number}: {found.fault.what}")
                elif found.tags.get("Result") in RESULTS:
                    games.append((found.tags.get("FEN", ""), found.moves, RESULTS[found.tags["Result"]]))
                if broken > MOST_FAULTS:
                    raise BadInput(f"{faults[-1]}; nor were {MOST_FAULTS:,} games before it, the rest is left")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    return games, faults


@functools.cache
def _row(start: str) -> Any:
    """The fields of a position that is written as a FEN; of the starting position for none."""
    from damier.games.chess import fen

    return np.array([int(value) for value in fen.read(start or fen.START)], np.uint64)


@part
def position_of(row: Any) -> Any:
    """The position whose fields are in a row."""
    return Chess(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10])


@part
def write_row(position: Any, row: Any) -> None:
    """Write the fields of a position into a row."""
    row[0], row[1], row[2], row[3] = position.own, position.other, position.pawns, position.knights
    row[4], row[5], row[6] = position.diagonals, position.straights, position.kings
    row[7], row[8], row[9], row[10] = position.own_key, position.other_key, position.material, position.state


@compiled
def _replay(start: Any, made: Any, rows: Any) -> Any:
    """Play moves (from, to, promotion, squares as White sees them) and write the positions to learn from; how many."""
    position = position_of(start)
    out = np.zeros(MOST_MOVES, np.int64)
    kept = 0
    for ply in range(len(made)):
        turned = 56 if is_black(position) else 0
        wanted = (made[ply, 0] ^ turned) | ((made[ply, 1] ^ turned) << 6)
        found = np.int64(-1)
        for place in range(moves(position, out)):
            move = out[place]
            if (from_square(move) | (to_square(move) << 6)) == wanted and promotion_of(move) == made[ply, 2]:
                found = move
        if found < 0:
            break
        if SKIPPED_PLIES <= ply < len(made) - SKIPPED_LAST:
            write_row(position, rows[kept])
            kept += 1
        position = play(position, found)
    return kept


# --------------------------------------------------------------------------------------------------------------------
# Plain lines

_MOST_FAULTS = 1000
_NO_BOARD, _NO_KINGS, _NO_TURN, _NO_RESULT, _BAD_PAWNS = range(1, 6)
_FAULTS = {
    _NO_BOARD: "the board is not eight ranks of eight squares",
    _NO_KINGS: "each side must have one king",
    _NO_TURN: "whose turn is it? expected w or b",
    _NO_RESULT: "there is no result: expected 1-0, 0-1 or 1/2-1/2",
    _BAD_PAWNS: "a pawn stands on the first or last rank, or there are too many pieces of a kind",
}
_MOST_BYTES = 4_000_000_000  # of a file of positions, which are millions
_LETTERS = np.zeros(128, np.int8)  # what a letter of a FEN stands for: White's pieces are positive
for _piece, _letter in enumerate("pnbrqk", 1):
    _LETTERS[ord(_letter)], _LETTERS[ord(_letter.upper())] = -_piece, _piece


def read_lines(path: Path, on_faults: Callable[[list[str]], None] = lambda faults: None) -> Samples:
    """The positions of a file of plain lines."""
    data = np.frombuffer(read_bytes(path, _MOST_BYTES) + b"\n", np.uint8)
    lines = int((data == 10).sum())
    rows, result, score = np.zeros((lines, FIELDS), np.uint64), np.zeros(lines, np.float32), np.zeros(lines, np.float32)
    number, faults = np.zeros(lines, np.int64), np.zeros((_MOST_FAULTS, 2), np.int64)
    count, wrong = _read_lines(data, rows, result, score, number, faults)
    if wrong:
        on_faults([f"{path.name}: line {line}: {_FAULTS[fault]}" for line, fault in faults[:wrong].tolist()])
    return Samples(rows[:count], result[:count], score[:count], number[:count])


@compiled
def _read_lines(data: Any, rows: Any, result: Any, score: Any, number: Any, faults: Any) -> Any:
    """Read all lines; return how many positions were found, and how many faults (line, kind) were written."""
    count = wrong = line = game = 0
    start = 0
    last_result, was_empty = -1.0, True
    for at in range(len(data)):
        if data[at] != 10:
            continue
        line += 1
        text = data[start:at]
        start = at + 1
        if len(text) < 8:  # nothing but blanks
            was_empty = True
            continue
        fault, points, found = _read_line(text, rows[count])
        if fault:
            if wrong < len(faults):
                faults[wrong, 0], faults[wrong, 1] = line, fault
                wrong += 1
            continue
        if was_empty or points != last_result:
            game += 1
        was_empty, last_result = False, points
        black = (rows[count, FIELDS - 1] >> Bits(BLACK_SHIFT)) & Bits(1) != Bits(0)
        result[count] = 1.0 - points if black else points
        score[count] = -found if black else found
        number[count] = game - 1
        count += 1
    return count, wrong


@part
def _read_line(text: Any, row: Any) -> Any:
    """Read one line into the fields of a position; return its fault or 0, the result for White, and a score for White."""
    board = np.zeros(64, np.int8)
    at, square = 0, 56
    while at < len(text) and text[at] == 32:
        at += 1
    while at < len(text) and text[at] != 32:
        letter = text[at]
        at += 1
        if letter == 47:  # the end of a rank
            if square & 7 != 0 or square < 16:
                return _NO_BOARD, 0.0, 0.0
            square -= 16
        elif 49 <= letter <= 56:
            square += letter - 48
        else:
            if letter > 127 or _LETTERS[letter] == 0 or not 0 <= square < 64:
                return _NO_BOARD, 0.0, 0.0
            board[square] = _LETTERS[letter]
            square += 1
    if square != 8:
        return _NO_BOARD, 0.0, 0.0
    while at < len(text) and text[at] == 32:
        at += 1
    if at >= len(text) or (text[at] != 119 and text[at] != 98):
        return _NO_TURN, 0.0, 0.0
    black = text[at] == 98
    at += 2
    rights = 0
    while at < len(text) and text[at] != 32 and text[at] != 59:
        white_right = 1 if text[at] == 75 else 2 if text[at] == 81 else 4 if text[at] == 107 else 8 if text[at] == 113 else 0
        rights |= white_right
        at += 1
    if black:
        rights = ((rights & 3) << 2) | (rights >> 2)
    fault = _fill(board, black, rights, row)
    if fault:
        return fault, 0.0, 0.0
    points, after = _find_result(text, at)
    return (0 if points >= 0 else _NO_RESULT), points, _find_score(text, after)


@part
def _fill(board: Any, black: Any, rights: Any, row: Any) -> Any:
    """The fields of a position from its board; a fault or 0."""
    turned = 56 if black else 0
    row[:] = Bits(0)
    kinds = np.zeros((2, 7), np.int64)
    for square in range(64):
        piece = abs(board[square])
        if piece == 0:
            continue
        is_other = (board[square] < 0) != black
        bit = Bits(1) << Bits(square ^ turned)
        row[1 if is_other else 0] |= bit
        kinds[1 if is_other else 0, piece] += 1
        if piece == PAWN:
            row[2] |= bit
            if not 8 <= square < 56:
                return _BAD_PAWNS
        elif piece == KNIGHT:
            row[3] |= bit
        elif piece == KING:
            row[6] |= bit
        if piece in (BISHOP, QUEEN):
            row[4] |= bit
        if piece in (ROOK, QUEEN):
            row[5] |= bit
    for side in range(2):
        if kinds[side, KING] != 1:
            return _NO_KINGS
        for piece in range(PAWN, KING):
            if kinds[side, piece] > (8 if piece == PAWN else 10):
                return _BAD_PAWNS
            row[9] |= Bits(kinds[side, piece]) << Bits(32 * side + COUNT_BITS * (piece - 1))
    row[10] = Bits(rights) | (Bits(1 if black else 0) << Bits(BLACK_SHIFT))
    return 0


@part
def _find_result(text: Any, at: Any) -> Any:
    """The result that stands after a place, for White, and where it ends; -1 if there is none."""
    for place in range(at, len(text) - 2):
        if text[place + 1] == 45 and text[place] == 49 and text[place + 2] == 48:  # 1-0
            return 1.0, place + 3
        if text[place + 1] == 45 and text[place] == 48 and text[place + 2] == 49:  # 0-1
            return 0.0, place + 3
        if text[place] == 49 and text[place + 1] == 47 and text[place + 2] == 50:  # 1/2
            return 0.5, min(place + 7, len(text))
    return -1.0, len(text)


@part
def _find_score(text: Any, at: Any) -> Any:
    """The whole number after a semicolon; not a number if there is none."""
    while at < len(text) and text[at] != 59:
        at += 1
    sign, value, digits = 1, 0, 0
    for place in range(at + 1, len(text)):
        letter = text[place]
        if letter == 45:
            sign = -1
        elif 48 <= letter <= 57:
            value = value * 10 + letter - 48
            digits += 1
        elif digits:
            break
    return np.float64(sign * value) if digits else np.nan
