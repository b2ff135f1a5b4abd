"""What a line of a test suite asks, in EPD (`epd.py`).

bm Qg6 Nd5      one of the best moves is to be found
am Ne5          any move but these
dm 3            mate in three moves at most
c0 "f5=10, Be5+=2"                              points for moves, as the Strategic Test Suite has them (D. Corbit and
c7 "f5 Be5+"; c8 "10 2"; c9 "f4f5 d4e5"         S. Pratt, 2009): with their names, points, and names in coordinates
"""

import re
from typing import Any

from damier.games.chess import epd, fen
from damier.games.chess.writing import move_name, read_move
from damier.games.game import BadInput, Puzzle
from damier.rules import legal_moves
from damier.wording import beginning

GRADED = re.compile(r"\S+=\d+(\s*,\s*\S+=\d+)*")
SLIP = re.compile(r"([KQRBN])([a-h])x([1-8])")  # Bcx3, as a well-known file has it
PIECE_MOVE = re.compile(r"([KQRBN])[a-h]?[1-8]?x?([a-h][1-8])[+#]?")


def puzzle(text: str) -> Puzzle:
    """The position of a line, and what is to be found there."""
    line = epd.read_line(text)
    position = fen.read(line.fen)
    best, avoid = _moves(position, line, "bm"), _moves(position, line, "am")
    return Puzzle(line.fen, line.text("id"), best, avoid, line.number("dm"), _points(position, line))


def _moves(position: Any, line: epd.Line, operation: str) -> list[int]:
    names = line.operations.get(operation, ())
    return [move for name in names for move in _meant(position, name.strip(","), operation)]


def _meant(position: Any, name: str, operation: str) -> list[int]:
    """The moves that a name stands for: one, or all between which it does not decide."""
    for written in (name, SLIP.sub(r"\1x\2\3", name)):
        move = read_move(position, written)
        if move is not None:
            return [move]
    wanted = _short(name)
    found = [move for move in legal_moves(position) if wanted and _short(move_name(position, move)) == wanted]
    if not found:
        raise BadInput(f"{operation} {beginning(name)} is no legal move there")
    return found


def _short(name: str) -> str:
    """The piece and where it goes, without where it comes from; nothing if that is not how a piece moves."""
    match = PIECE_MOVE.fullmatch(name)
    return match.group(1) + match.group(2) if match else ""


def _move(position: Any, name: str, operation: str) -> int:
    found = _meant(position, name, operation)
    if len(found) > 1:
        raise BadInput(f"{operation} {beginning(name)} could be {' or '.join(move_name(position, move) for move in found)}")
    return found[0]


def _points(position: Any, line: epd.Line) -> dict[int, int]:
    """The points for moves, if there are such; coordinates leave no doubt, and are preferred."""
    counts = line.text("c8").split()
    for operation in ("c9", "c7"):
        names = line.text(operation).split()
        if names and len(names) == len(counts) and all(count.isdecimal() for count in counts):
            return {_move(position, name, operation): int(count) for name, count in zip(names, counts, strict=True)}
    graded = line.text("c0").strip()
    if not GRADED.fullmatch(graded):  # a remark
        return {}
    parts = [part.strip().rpartition("=") for part in graded.split(",")]
    return {_move(position, name, "c0"): int(count) for name, _, count in parts}
