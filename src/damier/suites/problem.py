"""The problems of a suite, from a file with one a line, and what solves them. Games that have suites read their lines
(`puzzle`, see `games/game.py`); a bad one is told with its number and left out, the others count.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from damier.files import read_text
from damier.games import declaring, load
from damier.games.game import BadInput, Game
from damier.games.game_text import MOST_FAULTS
from damier.suites.answer import ProblemAnswer
from damier.wording import quoted, whole_number

NUMBERED = re.compile(r"[. ]*\d+$")
STS = re.compile(r"STS\s*\(v(\d+)")
SPAN = re.compile(r"(\d+)(?:-(\d*))?")


@dataclass(frozen=True)
class Problem:
    """A position and what is to be found there; moves are in coordinates."""

    line: int  # in its file
    name: str
    position: str
    wanted: str  # what is to be found, for people
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    mate: int | None = None  # in so many moves
    points: dict[str, int] = field(default_factory=dict)
    game: str = ""  # its name, or its file

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


def read_suite(file: Path | str, mate: int | None = None, lines: str = "", game: str = "") -> Suite:
    """The problems of a file, or of some of its lines, as `1-50,60`; with `mate`, each is a mate in so many moves."""
    played = game_of_suites(game)
    wanted = _spans(lines)
    problems, refused, broken = [], [], 0
    for number, line in enumerate(read_text(file, errors="replace").splitlines(), 1):
        written = line.strip().strip("\0").strip()
        if not written or written.startswith("#") or (wanted and not any(number in span for span in wanted)):
            continue
        try:
            problems.append(_problem(played, game, written, number, mate))
            broken = 0
        except BadInput as error:
            refused.append(f"{file} line {number}: {error}")
            broken += 1
            if broken > MOST_FAULTS:
                raise BadInput(f"{refused[-1]}; nor were {MOST_FAULTS:,} lines before it, the rest is left") from None
    if not problems:
        raise BadInput(refused[0] if refused else f"{file}: there is no position in it" + (f", lines {lines}" if lines else ""))
    return Suite(tuple(problems), tuple(refused))


def game_of_suites(name: str = "") -> Game:
    """The game of this name, or file, whose suites are to be read; without one, the first that has such."""
    known = declaring("puzzle")
    game: Game = load(name or known[0])
    if not hasattr(game.module, "puzzle"):
        raise BadInput(f"there are no suites for {quoted(name)}, only for {', '.join(known)}")
    return game


def read_problem(text: str, number: int = 1, mate: int | None = None, game: str = "") -> Problem:
    """The problem of a line."""
    return _problem(game_of_suites(game), game, text, number, mate)


def _problem(game: Game, name: str, text: str, number: int, mate: int | None) -> Problem:
    asked = game.puzzle(text)
    position = game.parse(asked.position)
    deepest = asked.mate if mate is None else mate
    if not (asked.best or asked.avoid or asked.points or deepest):
        raise BadInput("nothing is to be found there: expected bm, am, dm or graded moves; --mate N for a file of mates")
    wanted = [f"mate in {deepest}"] if deepest is not None else []
    for word, named in (("", asked.best), ("not ", asked.avoid)):
        if named and deepest is None:
            wanted.append(word + " ".join(game.move_name(position, move) for move in named))
    if asked.points and not wanted:
        wanted.append(" ".join(f"{game.move_name(position, move)}={count}" for move, count in asked.points.items()))
    return Problem(
        line=number,
        name=asked.name or f"line {number}",
        position=asked.position,
        wanted=", ".join(wanted),
        best=tuple(game.uci_name(position, move) for move in asked.best),
        avoid=tuple(game.uci_name(position, move) for move in asked.avoid),
        mate=deepest,
        points={game.uci_name(position, move): count for move, count in asked.points.items()},
        game=name or game.name,
    )


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
