"""What a position is worth, as people read it: a bar, a curve, the cost of a mistake."""

from dataclasses import dataclass
from typing import Any

from damier.engine.expectation import counts, expected
from damier.engine.judge import short_text
from damier.engine.player import Thought
from damier.games.game import Game
from damier.records.session import Session, Situation
from damier.rules import LOSS, WIN
from damier.solvers.registry import has_solver

SIGNS = ("??", "?")  # of a blunder, a mistake
CLEAR = 3  # times what a blunder loses: more than that ahead makes no difference any more


@dataclass(frozen=True)
class Worth:
    """What a position is worth to player 0, and how far that was looked at."""

    points: int
    exact: bool
    depth: int
    position: Any
    plies: int | None = None  # in how many the game is decided, where that is known
    thought: Thought | None = None  # what the engine would play there
    result: int | None = None  # 1 won for player 0, -1 lost, where that is proved, though not by how much


def worth_of(game: Game, here: Situation, thought: Thought) -> Worth:
    """What the engine thought of a position."""
    value = thought.value
    if thought.exact and not counts(game, here.position):
        value = WIN if value > 0 else LOSS if value < 0 else 0  # a solver's score tells how soon
    points = value if here.turn == 0 else -value
    result = thought.result if thought.result is None or here.turn == 0 else -thought.result
    return Worth(points, thought.exact, thought.depth, here.position, thought.plies, thought, result)


def final_worth(session: Session) -> Worth:
    """A game that is over is worth its result."""
    return Worth(session.score or 0, True, 0, session.position, 0)


def share(worth: Worth, game: Game) -> float:
    """The first player's share of the bar, from 0 to 1: the expected result, where points count by how many he is ahead."""
    if worth.result is not None:
        return 0.5 + 0.5 * worth.result
    if worth.exact and not counts(game, worth.position):
        return 0.5 + 0.5 * ((worth.points > 0) - (worth.points < 0))
    return 0.5 + 0.5 * expected(game, worth.position, worth.points)


def text_of(worth: Worth, game: Game) -> str:
    """The worth in writing, for the first player: `+1.2`, `win`, `0`, wins with the moves they take, as `+#3`.

    Estimates that count nothing are told as the first player's share of the bar: `62 %`.
    """
    if worth.result is not None:
        return short_text(WIN * worth.result, game.unit, exact=True)
    if abs(worth.points) < WIN and not worth.exact and not counts(game, worth.position):
        return f"{100 * share(worth, game):.0f} %"
    return short_text(worth.points, game.unit, worth.exact, worth.plies)


def cost(before: Worth, after: Worth, player: int, game: Game) -> int:
    """How many points a player's move has lost, if it led from the one to the other."""
    most = CLEAR * game.marks[0] * game.unit
    sign = 1 if player == 0 else -1
    then, now = (max(-most, min(most, sign * worth.points)) for worth in (before, after))
    if not has_points(before, after):
        then, now = (most * ((value > 0) - (value < 0)) for value in (then, now))
    return max(0, then - now)


def has_points(*worths: Worth) -> bool:
    """Whether something is estimated, and not only won, lost or drawn."""
    return any(worth.points != 0 and abs(worth.points) < WIN for worth in worths)


def mark_of(points: int, game: Game) -> str:
    """The sign for a move that has lost so much; nothing for a good one."""
    return next((sign for least, sign in zip(game.marks, SIGNS, strict=True) if points >= least * game.unit), "")


def is_judged_exactly(game: Game) -> bool:
    """Whether the exact solver tells what positions are worth, and estimates do not count anything."""
    return has_solver(game) and game.unit == 1
