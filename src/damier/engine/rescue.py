"""When the search of the player fails, as where a rule of somebody's game is broken in some position, a move is found all the
same, and it is one that was searched: that of the last depth that was finished, or else that of plain alpha-beta some plies
deep, without a table and without any technique. Where that fails too there is nothing to be had, and the error is raised.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from damier.engine.deepening import Found, in_plies, translate
from damier.engine.kernel.workspace import Workspace
from damier.games.game import Game
from damier.kernel import native
from damier.rules import INFINITY, is_max
from damier.search.driver import Options, search

PLIES = 3  # that the plain search looks ahead
SECONDS = 1.0  # that it takes at most; the first ply is looked at in any case


class Watch:
    """Hears of each depth that is finished, keeps it, and passes it on. An error of who listens is no fault of the search."""

    def __init__(self, tell: Callable[[list[Found]], None] | None, after: Callable[[], None] | None = None) -> None:
        """`after` is called after each depth."""
        self._tell = tell
        self._after = after
        self.last: list[Found] | None = None
        self.error: Exception | None = None

    def __call__(self, found: list[Found]) -> None:
        self.last = found
        if self._after is not None:
            self._after()
        if self._tell is None:
            return
        try:
            self._tell(found)
        except Exception as error:
            self.error = error
            raise


def last_finished(position: Any, watch: Watch, memory: Workspace) -> list[Found]:
    """What the last depth of a search has found that was finished before it failed; nothing if none was."""
    if watch.last is not None:
        return [each for each in watch.last if each.line]
    known = memory.finished
    if known is None:
        return []
    value, plies = in_plies(known.score, memory)
    line = translate([known.move], known.depth, known.root, position, memory)
    return [Found(known.score, value, plies, line, known.depth)] if line else []


def plain_search(
    game: Game,
    position: Any,
    moves: Sequence[int],
    seconds: float = SECONDS,
    plies: int = PLIES,
    is_over: Callable[[], bool] = lambda: False,
) -> list[Found]:
    """The moves by plain alpha-beta, best first, one as deep as the other. Raises what went wrong at the first ply.

    It ends after so many plies, or a second at most, or as soon as a ply is done and `is_over` says so.
    """
    best: list[Found] = []
    ends: float | None = None
    for depth in range(1, plies + 1):
        if best and is_over():
            break
        try:
            found = _at_depth(game, position, moves, depth, ends)
            ends = ends or time.monotonic() + min(seconds, SECONDS)  # now that it is compiled
        except Exception:
            if not best:
                raise
            break
        if not found:
            break
        best = found
        if all(each.exact for each in found):
            break  # nothing lies beyond
    return best


def _at_depth(game: Game, position: Any, moves: Sequence[int], depth: int, ends: float | None) -> list[Found]:
    """All moves at one depth; none if time ended before."""
    found = []
    weights = game.weights(position)
    for move in moves:
        left = None if ends is None else ends - time.monotonic()
        if left is not None and left <= 0:
            return []
        child = native(game.play(position, move))
        over = game.outcome(child)
        if over is not None:
            value, line, is_known = over, list[int](), True
        else:
            result = search(child, "alphabeta", depth - 1, Options(weights=weights, seconds=left, whole_line=False))
            if not result.complete:
                return []
            value, line, is_known = (result.value if is_max(child) else -result.value), result.line, result.exact
        score = value if game.same_player(position, child) else -value
        if abs(score) > INFINITY:
            raise ValueError(f"the rules give a score of {score}")
        found.append(Found(score, score, None, [move, *line], depth, is_known))
    return sorted(found, key=lambda each: -each.score)
