"""Positions with a question, one a line: EPD (Steven J. Edwards, "Standard: Portable Game Notation specification", 1994).

    2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";

The first four fields of a FEN, then operations: a name, what it is about, a semicolon. Usual ones are `bm` (the best moves),
`am` (moves to avoid), `dm` (mate in so many moves) and `id`. Files from many hands are read as they are: with or without
the two numbers of a FEN, with a semicolon before the first operation, without quotation marks, with a check's `+` apart.
"""

import re
from dataclasses import dataclass, field

from damier.games.chess import fen
from damier.games.game import BadInput
from damier.wording import quoted, whole_number

OPERATION = re.compile(r"""\s*;*\s*([A-Za-z]\w*)((?:[^;"]|"[^"]*")*)(?:;|$)""")
OPERAND = re.compile(r'"([^"]*)"|(\S+)')
CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
RUN_TOGETHER = re.compile(r"-(\d+)")  # the dash of en passant, and the first number
NUMBER = re.compile(r"\d+;?")
MOST_LETTERS = 10_000  # of a line
SIGNS = ("+", "#", "!", "?", "++", "!!", "??", "!?", "?!")  # that belong to the move before them


@dataclass(frozen=True)
class Line:
    """A position as a FEN, and what is said about it: operands by the names of the operations."""

    fen: str
    operations: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def number(self, name: str) -> int | None:
        """The whole number that an operation has, if it has one."""
        operands = self.operations.get(name, ())
        return whole_number(operands[0]) if operands and operands[0].isdecimal() else None

    def text(self, name: str) -> str:
        """What an operation says, in one text."""
        return " ".join(self.operations.get(name, ()))


def read_line(text: str) -> Line:
    """The position of a line and its operations; BadInput if the position cannot be, or if something is no operation."""
    if len(text) > MOST_LETTERS:
        raise BadInput(f"a line of {len(text):,} letters is no position; at most {MOST_LETTERS:,}")
    words = CONTROL.sub(" ", text).strip()
    match = re.match(r"(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*", words)
    if not match:
        raise BadInput(
            f"{quoted(words)} is no line of an EPD: expected the board, whose turn it is, castling rights and en passant"
        )
    board, side, rights, passed = match.groups()
    rest = words[match.end() :]
    numbers = []
    if together := RUN_TOGETHER.fullmatch(passed):
        passed, numbers = "-", [together.group(1)]
    while len(numbers) < 2 and (number := NUMBER.match(rest)) and not rest[number.end() :][:1].strip():
        numbers.append(number.group().rstrip(";"))
        rest = rest[number.end() :].lstrip()
        if number.group().endswith(";"):
            break
    clock, count = (*numbers, "0", "1")[:2] if len(numbers) != 1 else (numbers[0], "1")
    written = " ".join((board, side, rights, passed.rstrip(";"), clock, count))
    return Line(fen.write(fen.read(written)), _operations(rest))


def position_of(line: str) -> str:
    """The position of a line, as it stands there, without its operations."""
    words = line.split()
    numbers = [word for word in words[4:6] if word.isdecimal()]
    return " ".join((*words[:4], *numbers)) if len(words) >= 4 else line.strip()


def _operations(text: str) -> dict[str, tuple[str, ...]]:
    operations: dict[str, tuple[str, ...]] = {}
    at = 0
    while text[at:].strip("; \t"):
        match = OPERATION.match(text, at)
        if not match:
            raise BadInput(f'{quoted(text[at:].strip("; "))} is no operation of an EPD, as bm Qg6; or id "WAC.001";')
        found = [marked or plain for marked, plain in OPERAND.findall(match.group(2))]
        operations[match.group(1)] = tuple(word for word in found if word not in SIGNS)
        at = match.end()
    return operations
