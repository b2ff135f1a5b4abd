"""What a position is worth, as people read it: a bar, a curve, a number, always for the first player.

Who knows it exactly says so: the rules (the game is over), a table, a solver or a search to the end. All else is an estimate,
made so many plies ahead.
"""

from dataclasses import dataclass
from typing import Any, Literal

from damier.engine.expectation import counts, expected
from damier.engine.judge import short_text
from damier.engine.player import Thought
from damier.games.game import Game
from damier.records.session import Session, Situation
from damier.rules import LOSS, WIN
from damier.solvers.registry import has_solver, knows_at_once

Source = Literal["end", "table", "exact", "estimate"]


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
    source: Source = "estimate"
    is_sound: bool = True  # whether it was looked at with all strength: a weak level's own thoughts are not

    @property
    def is_settled(self) -> bool:
        """Whether nothing that is found later can be truer."""
        return self.exact or abs(self.points) >= WIN


def worth_of(game: Game, here: Situation, thought: Thought, is_sound: bool = True) -> Worth:
    """What the engine thought of a position."""
    value = thought.value
    if thought.exact and not counts(game, here.position):
        value = WIN if value > 0 else LOSS if value < 0 else 0  # a solver's score tells how soon
    points = value if here.turn == 0 else -value
    result = thought.result if thought.result is None or here.turn == 0 else -thought.result
    source = _source_of(game, thought)
    return Worth(points, thought.exact, thought.depth, here.position, thought.plies, thought, result, source, is_sound)


def _source_of(game: Game, thought: Thought) -> Source:
    if not thought.exact:
        return "estimate"
    return "table" if thought.nodes == 0 and (thought.looked_up > 0 or knows_at_once(game)) else "exact"


def final_worth(session: Session) -> Worth:
    """A game that is over is worth its result."""
    return Worth(session.score or 0, True, 0, session.position, 0, source="end")


def after_move(game: Game, here: Situation, after: Situation, thought: Thought, is_sound: bool = True) -> Worth:
    """What the position after the engine's move is worth, by what it thought of that move."""
    worth = worth_of(game, here, thought, is_sound)
    sign = 1 if here.turn == after.turn else -1
    line = thought.line[1:]
    plies = None if worth.plies is None else max(0, worth.plies - 1)
    depth = max(0, thought.depth - 1)
    result = None if thought.result is None else sign * thought.result
    kept = (thought.nodes, thought.seconds, thought.exact, plies, result, thought.looked_up)
    then = Thought(line[0], sign * thought.value, line, depth, *kept) if line else None
    return Worth(worth.points, worth.exact, depth, after.position, plies, then, worth.result, worth.source, is_sound)


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


def winner_of(worth: Worth) -> int | None:
    """Who wins, 0 or 1, where that is known for sure; None if nobody does, or nobody knows."""
    points = worth.result if worth.result is not None else worth.points if worth.is_settled else 0
    return None if points == 0 else int(points < 0)


def is_judged_exactly(game: Game) -> bool:
    """Whether the exact solver tells what positions are worth, and estimates do not count anything."""
    return has_solver(game) and game.unit == 1
