"""OBF: positions with the scores of their moves, one a line, as the FFO endgame tests and Edax write them.

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; % a remark

64 squares from a1 on, X black and O white; whose turn it is; then moves with their scores, discs for the player to move.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from damier.files import read_text
from damier.games.othello.rules import PASS
from damier.games.othello.writing import PASSES, move_of, parse_board, square_name, text_for
from damier.rules import ONGOING, legal_moves, outcome
from damier.wording import quoted, whole_number

MOST_LETTERS = 10_000  # of a line


class Problem(NamedTuple):
    """A position, whose turn it is (black's 0), the scores of moves in discs, and what is remarked."""

    position: Any
    turn: int
    scores: dict[int, int]
    remark: str = ""

    @property
    def best(self) -> int | None:
        """The best score that is given, in discs; None if none is."""
        return max(self.scores.values(), default=None)


def read(path: Path) -> list[Problem]:
    """The positions of a file."""
    return list(parse_lines(read_text(path), path.name))


def parse_lines(text: str, name: str) -> Iterator[Problem]:
    """The positions of a text; its name is for error messages. Empty lines and remarks are passed over."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("%"):
            try:
                yield parse_line(line)
            except ValueError as error:
                raise ValueError(f"{name}, line {number}: {error}") from None


def parse_line(line: str) -> Problem:
    """The position of one line."""
    if len(line) > MOST_LETTERS:
        raise ValueError(f"a line of {len(line):,} letters is no position; at most {MOST_LETTERS:,}")
    written, _, remark = line.partition("%")
    squares, *notes = written.split(";")
    position, turn = parse_board(squares)
    legal = _legal(position)
    scores: dict[int, int] = {}
    for note in filter(None, map(str.strip, notes)):
        name, _, score = (part.strip() for part in note.partition(":"))
        move, number = move_of(name), whole_number(score)
        if move is None or number is None:
            raise ValueError(f"{quoted(note)} is no score of a move, as G8:+18")
        if move not in legal:
            raise ValueError(f"{name} is not legal there; legal moves: {', '.join(map(square_name, legal)) or 'none'}")
        scores[move] = number
    return Problem(position, turn, scores, remark.strip())


def _legal(position: Any) -> list[int]:
    return legal_moves(position) if outcome(position) == ONGOING else []


def format_line(problem: Problem) -> str:
    """A position in a line, its moves from the best on."""
    parts = [text_for(problem.position, problem.turn) + ";"]
    for move, score in sorted(problem.scores.items(), key=lambda item: -item[1]):
        parts.append(f"{PASSES[1].upper() if move == PASS else square_name(move).upper()}:{score:+d};")
    if problem.remark:
        parts.append(f"% {problem.remark}")
    return " ".join(parts)
