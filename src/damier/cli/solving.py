"""What `damier solve` has for every exact solver: what is asked, how it goes, and the answer of a solver that no folder of a
game's own prints in a way of its own (`cli/GAME/solve.py`).
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from damier.cancel import Cancel
from damier.cli.common import GRACE, count, in_words, interruptible, ongoing, print_json, rate, rewritten

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.solvers.protocol import ExactSolver

T = TypeVar("T")

HASH_MB = 256
PATIENCE = 1.0  # seconds before one is told how it goes
PACE = 0.5  # seconds between two tellings


@dataclass(frozen=True)
class Asked:
    """What a person wants to know of a position."""

    game: "Game"
    position: str
    all_: bool  # the score of every move
    weak: bool  # only whether it is won, drawn or lost
    seconds: float | None
    hash_mb: int | None
    threads: int
    json_: bool


def refuse(options: dict[str, Any], why: str) -> None:
    """Refuse the first option that is given."""
    for option, value in options.items():
        if value:
            raise ValueError(f"{option} {why}")


class Counting(Protocol):
    """A solver at work, which counts its nodes."""

    @property
    def nodes(self) -> int: ...


class Progress:
    """One line about a solve that takes long: what is proved so far, and how much was looked at."""

    def __init__(self, solver: Counting) -> None:
        self._solver = solver
        self._began = self._told = time.monotonic()
        self._is_shown = False
        self._proved = ""
        self._nodes = 0

    def on_bounds(self, low: int, high: int) -> None:
        self._proved = f"score {in_words(low)}" if low == high else f"between {in_words(low)} and {in_words(high)}"
        self._nodes += self._solver.nodes

    def on_score(self, move: str, score: int) -> None:
        self._proved = f"{move}: {in_words(score)}"

    def follow(self, run: Callable[[], T], stop: Callable[[], None], grace: float | None = None) -> T:
        """Run a solver; on a terminal one sees how it goes, and Ctrl-C ends it with what is known."""
        try:
            return interruptible(run, stop, self._show if sys.stderr.isatty() else None, grace)
        finally:
            if self._is_shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._began < PATIENCE or now - self._told < PACE:
            return
        self._told, self._is_shown = now, True
        nodes = (self._nodes + self._solver.nodes) / 1e6
        words = f"{self._proved or 'solving'}    {nodes:,.0f} M nodes    {now - self._began:.0f} s"
        print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)


def solve_exactly(asked: Asked, solver: "ExactSolver") -> None:
    """Ask a game's solver for a position, and print what it knows."""
    from damier.solvers.registry import value_of

    game, root = asked.game, ongoing(asked.game, asked.position)
    turn = game.turn_written(asked.position)
    scores: dict[int, int] = {}
    found: list[tuple[int, list[int]]] = []
    line: list[int] = []
    cancel, began = Cancel(), time.perf_counter()

    def left() -> float | None:
        """The time is for all that is asked together."""
        return None if asked.seconds is None else max(0.0, began + asked.seconds - time.perf_counter())

    def work() -> None:
        nonlocal began
        solver.warm(root)
        began = time.perf_counter()
        if asked.all_:
            scores.update(solver.scores(root, left(), scores.__setitem__, cancel) or {})
        best = solver.best(root, left(), cancel)
        if best is not None:
            found.append(best)
            line.extend(solver.line(root, left(), cancel) or best[1][:1])

    Progress(solver).follow(work, cancel.cancel, GRACE)
    seconds = time.perf_counter() - began
    score, moves = found[0] if found else (None, [])
    values = {game.move_name(root, move, turn): value_of(game, score) for move, score in scores.items()}
    value = None if score is None else value_of(game, score)
    if asked.weak and value is not None:
        value = (value > 0) - (value < 0)
    if asked.json_:
        print_json(
            {
                "game": game.name,
                "position": rewritten(game, asked.position),
                "solved": score is not None,
                "value": value,
                "score": None if asked.weak else score,
                "unit": game.unit,
                "best": [game.move_name(root, move, turn) for move in moves],
                "line": game.names_of(root, line, turn),
                "scores": values or None,
                "nodes": solver.nodes,
                "seconds": round(seconds, 6),
            }
        )
        return
    for name, each in values.items():
        print(f"{name:9} {game.score_text(each)}")
    if value is None:
        print("not solved: stopped before it was known")
    else:
        words = WDL[value] if asked.weak else f"{game.score_text(value)} for the player to move"
        print(f"value     {words}")
        print(f"best      {' '.join(game.move_name(root, move, turn) for move in moves)}")
        print(f"line      {' '.join(game.names_of(root, line, turn))}")
    if solver.nodes:  # else it has counted none
        print(f"nodes     {count(solver.nodes)}    {rate(solver.nodes, seconds)}")


WDL = {1: "won", 0: "drawn", -1: "lost"}
