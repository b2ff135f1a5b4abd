"""`damier solve connect4`: the exact score of a position, and of its columns."""

import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

from damier.cli.common import count, in_words, interruptible, rate

if TYPE_CHECKING:
    from rich.text import Text

    from damier.games.game import Game
    from damier.solvers.connect4.solver import Solver, Study

PLAYERS = ("first", "second")
PATIENCE = 1.0  # seconds before one is told how it goes
PACE = 0.5  # seconds between two tellings


def study(solver: "Solver", root: Any, every_column: bool, weak: bool, seconds: float | None) -> "Study":
    """Solve a position; on a terminal one sees how it goes, and Ctrl-C ends it with what is known."""
    progress = Progress(solver)
    try:
        return interruptible(
            lambda: solver.study(root, every_column, weak, seconds, progress.on_bounds, progress.on_score),
            solver.stop,
            progress.show if sys.stderr.isatty() else None,
        )
    finally:
        progress.clear()


def as_json(game: "Game", root: Any, found: "Study") -> dict[str, Any]:
    """What was found; `nodes` and `seconds` are those of the score."""
    answer = found.answer
    return {
        "game": game.name,
        "position": game.text(root),
        "solved": answer.is_solved,
        "score": answer.score,
        "low": answer.low,
        "high": answer.high,
        "best": [game.move_name(root, column) for column in sorted(found.best)],
        "columns": _by_column(game, root, found.scores) if found.scores else None,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def tell(game: "Game", root: Any, found: "Study", every_column: bool, weak: bool) -> None:
    """What was found, for people."""
    from rich.console import Console

    answer = found.answer
    if every_column and found.scores:
        Console(highlight=False).print(draw_scores(game, root, found.scores))
    if answer.score is None:
        print(f"not solved yet: between {in_words(answer.low)} and {in_words(answer.high)} for the player to move")
    else:
        print(f"score     {score_in_words(root, answer.score, weak)}")
        best = " ".join(game.move_name(root, column) for column in sorted(found.best))
        print(f"best      {best or 'stopped before it was known'}")
    print(f"nodes     {count(answer.nodes)}    {rate(answer.nodes, answer.seconds)}")


def draw_scores(game: "Game", root: Any, scores: dict[int, int]) -> "Text":
    """The board with the score of each column below it."""
    from damier.cli.board import draw

    below = ["" if score is None else in_words(score) for score in _by_column(game, root, scores)]
    return draw(game.board(root, game.turn(root)), below=below)


def score_in_words(root: Any, score: int, weak: bool = False) -> str:
    """A score for the player to move, with who wins, and with which stone if that is known."""
    from damier.games.connect4 import SIZES, turn

    if score == 0:
        return "0: a draw"
    width, height = SIZES[type(root)]
    empty = width * height - int(root.both).bit_count()
    is_last_his = empty % 2 == (score > 0)  # whether the winner would fill the last cell
    stone = width * height - (not is_last_his) - 2 * (abs(score) - 1)
    winner = PLAYERS[turn(root) if score > 0 else 1 - turn(root)]
    return f"{in_words(score)}: the {winner} player wins" + ("" if weak else f" with stone {stone}")


def _by_column(game: "Game", root: Any, scores: dict[int, int]) -> list[int | None]:
    """The scores from left to right; None where a column is full, or its score not known."""
    return [scores.get(column) for column in range(len(game.board(root, 0).columns))]


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

    def on_score(self, column: int, score: int) -> None:
        self._proved = f"column {column + 1}: {in_words(score)}"

    def show(self) -> None:
        now = time.monotonic()
        if now - self._began < PATIENCE or now - self._told < PACE:
            return
        self._told, self._is_shown = now, True
        nodes = (self._nodes + self._solver.nodes) / 1e6
        words = f"{self._proved or 'solving'}    {nodes:,.0f} M nodes    {now - self._began:.0f} s"
        print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
