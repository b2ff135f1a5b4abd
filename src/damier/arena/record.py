"""A game that was played, as one line of text: it can be read by people, and back.

    7 | level=8 | level=7 | 1-0 | end of the game | moves 4 4 5 | 3 3 2 6 | 0.412 0.398

The number of the game, who moved first and who second, the result for the first, the reason, the opening, the moves after
it, and the seconds that each of the two has used.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from damier.games.game import BadInput
from damier.wording import quoted

BAR = " | "
HEAD = "# game | moves first | moves second | result | reason | opening | moves | seconds of each"
ENDED = "end of the game"  # the reasons of games that were not forfeited begin so
ENDLESS = "no end"
GIVEN_UP = "given up"
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


@dataclass(frozen=True)
class MatchGame:
    """One game of a match. `first` is who moved first, the match's side 0 or its side 1."""

    number: int  # from 0; 2n and 2n + 1 are one pair
    first: int
    names: tuple[str, str]  # who moved first, and the other
    result: float  # for who moved first: 1, 0.5 or 0
    reason: str
    opening: str
    moves: tuple[str, ...]
    seconds: tuple[float, float]  # that who moved first has used, and the other
    notes: tuple[str, ...] = field(default=(), compare=False)  # what was told of each move; not kept in the line

    @property
    def is_forfeit(self) -> bool:
        """Whether a side has lost by what it did or did not do, not on the board."""
        return not self.reason.startswith((ENDED, ENDLESS, GIVEN_UP))

    @property
    def points(self) -> float:
        """What side 0 of the match has got."""
        return self.result if self.first == 0 else 1 - self.result

    def line(self) -> str:
        """The game in writing."""
        fields = (
            str(self.number + 1),
            *self.names,
            RESULTS[self.result],
            self.reason,
            self.opening,
            " ".join(self.moves),
            f"{self.seconds[0]:.3f} {self.seconds[1]:.3f}",
        )
        return BAR.join(plain(field) for field in fields)


def read_line(line: str) -> MatchGame:
    """The game that a line tells of; the games of a pair have numbers that say who of the two moved first."""
    fields = line.rstrip("\n").split(BAR)
    results = {text: result for result, text in RESULTS.items()}
    try:
        number, one, two, result, reason, opening, moves, seconds = fields
        first, second = seconds.split()
        index = int(number) - 1
        return MatchGame(
            index, index % 2, (one, two), results[result], reason, opening, tuple(moves.split()), (float(first), float(second))
        )
    except (ValueError, KeyError):
        raise BadInput(f"{quoted(line.strip())} is no game: {HEAD.removeprefix('# ')}") from None


def read_games(lines: Iterable[str]) -> list[MatchGame]:
    """The games of a file."""
    return [read_line(line) for line in lines if line.strip() and not line.startswith("#")]


def plain(field: str) -> str:
    """A field that neither ends the line nor looks like two; an empty one is kept."""
    return " ".join(field.replace("|", "/").split())
