"""The problems of a suite, from a file of EPD lines (`games/chess/epd.py`), and what solves them.

    bm Qg6 Nd5      one of the best moves is to be found
    am Ne5          any move but these
    dm 3            mate in three moves at most
    c0 "f5=10, Be5+=2"                              points for moves, as the Strategic Test Suite has them (D. Corbit and
    c7 "f5 Be5+"; c8 "10 2"; c9 "f4f5 d4e5"         S. Pratt, 2009): with their names, points, and names in coordinates

A bad line is told with its number and left out; the others count.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from damier.files import read_text
from damier.games.chess import epd, fen
from damier.games.chess.writing import move_name, read_move, uci_name
from damier.games.game import BadInput
from damier.games.game_text import MOST_FAULTS
from damier.rules import legal_moves
from damier.suites.answer import ProblemAnswer
from damier.wording import beginning, quoted, whole_number

GRADED = re.compile(r"\S+=\d+(\s*,\s*\S+=\d+)*")
SLIP = re.compile(r"([KQRBN])([a-h])x([1-8])")  # Bcx3, as a well-known file has it
PIECE_MOVE = re.compile(r"([KQRBN])[a-h]?[1-8]?x?([a-h][1-8])[+#]?")
NUMBERED = re.compile(r"[. ]*\d+$")
STS = re.compile(r"STS\s*\(v(\d+)")
SPAN = re.compile(r"(\d+)(?:-(\d*))?")


@dataclass(frozen=True)
class Problem:
    """A position and what is to be found there; moves are in coordinates."""

    line: int  # in its file
    name: str
    fen: str
    wanted: str  # what is to be found, for people
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    mate: int | None = None  # in so many moves
    points: dict[str, int] = field(default_factory=dict)

    @property
    def theme(self) -> str:
        """What problems of its kind have in common: their name without its number."""
        return NUMBERED.sub("", self.name)

    @property
    def group(self) -> str:
        """By what problems are counted together: the same theme may be spelt in two ways."""
        match = STS.match(self.name)
        return f"STS{match.group(1)}" if match else self.theme

    @property
    def most_points(self) -> int:
        return max(self.points.values(), default=0)

    def is_right(self, move: str) -> bool:
        """Whether a move is one that was looked for."""
        if move in self.avoid:
            return False
        if self.best or self.avoid or not self.points:
            return move in self.best or not self.best
        return self.points.get(move) == self.most_points

    def is_solved(self, answer: ProblemAnswer) -> bool:
        """Whether the answer is right; a mate must be known to be one, and soon enough."""
        if not answer.move:
            return False
        if self.mate is not None:
            return answer.mate is not None and 0 < answer.mate <= self.mate
        return self.is_right(answer.move)

    def solved_since(self, answer: ProblemAnswer) -> float | None:
        """After how many seconds the right move was found and kept; None if it was not."""
        if not self.is_solved(answer):
            return None
        since = answer.seconds
        for seconds, move in reversed(answer.found):
            if not self.is_right(move):
                break
            since = seconds
        return since


@dataclass(frozen=True)
class Suite:
    """The problems of a file, and why lines of it were refused."""

    problems: tuple[Problem, ...]
    refused: tuple[str, ...] = ()


def read_suite(file: Path | str, mate: int | None = None, lines: str = "") -> Suite:
    """The problems of a file, or of some of its lines, as `1-50,60`; with `mate`, each is a mate in so many moves."""
    wanted = _spans(lines)
    problems, refused, broken = [], [], 0
    for number, line in enumerate(read_text(file, errors="replace").splitlines(), 1):
        written = line.strip().strip("\0").strip()
        if not written or written.startswith("#") or (wanted and not any(number in span for span in wanted)):
            continue
        try:
            problems.append(read_problem(written, number, mate))
            broken = 0
        except BadInput as error:
            refused.append(f"{file} line {number}: {error}")
            broken += 1
            if broken > MOST_FAULTS:
                raise BadInput(f"{refused[-1]}; nor were {MOST_FAULTS:,} lines before it, the rest is left") from None
    if not problems:
        raise BadInput(refused[0] if refused else f"{file}: there is no position in it" + (f", lines {lines}" if lines else ""))
    return Suite(tuple(problems), tuple(refused))


def read_problem(text: str, number: int = 1, mate: int | None = None) -> Problem:
    """The problem of a line."""
    line = epd.read_line(text)
    position = fen.read(line.fen)
    best = _moves(position, line, "bm")
    avoid = _moves(position, line, "am")
    points = _points(position, line)
    deepest = mate if mate is not None else line.number("dm")
    if not (best or avoid or points or deepest):
        raise BadInput("nothing is to be found there: expected bm, am, dm or graded moves; --mate N for a file of mates")
    wanted = [f"mate in {deepest}"] if deepest is not None else []
    for word, named in (("", best), ("not ", avoid)):
        if named and deepest is None:
            wanted.append(word + " ".join(move_name(position, move) for move in named))
    if points and not wanted:
        wanted.append(" ".join(f"{move_name(position, move)}={count}" for move, count in points.items()))
    return Problem(
        line=number,
        name=line.text("id") or f"line {number}",
        fen=line.fen,
        wanted=", ".join(wanted),
        best=tuple(uci_name(position, move) for move in best),
        avoid=tuple(uci_name(position, move) for move in avoid),
        mate=deepest,
        points={uci_name(position, move): count for move, count in points.items()},
    )


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


def _spans(text: str) -> list[Collection[int]]:
    """The lines that are wanted; none at all if nothing is said."""
    spans: list[Collection[int]] = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        match = SPAN.fullmatch(part)
        if not match:
            raise BadInput(f"lines are {quoted(text)}; they are written as 1-50 or 3,7,20-")
        first, last = (whole_number(number or "") for number in match.groups())
        is_open = match.group(2) == ""
        if first is None or (last is None and match.group(2)):
            raise BadInput(f"lines are {quoted(text)}; there are not so many")
        spans.append(range(first, 1 << 60 if is_open else (first if last is None else last) + 1))
    return spans
