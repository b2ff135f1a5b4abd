"""Playing for traps: of moves that cost little, the one after which a player who errs loses most (Alliot-Schiex 15.7.4).

Minimax tells of each move what it brings against the best answer. Moves that are worse than the best by more than a stated loss
are left out; of the others that one is made which is worth most against a player of a stated rating in Michie's model
(`discernment.py`), who may make any of his moves. In a lost position nothing can be lost any more: all moves that lose are
asked, and the one is made after which it is hardest to win.

Depth by depth, like any search here: each depth values the moves, then all answers to those that are left, to the same horizon.
One that time does not let finish counts for nothing, so that the answer comes in time.
"""

from collections.abc import Callable, Sequence
from typing import Any

from damier.engine.analysis import moves_at_depth
from damier.engine.clock import Pace
from damier.engine.deepening import Found, score_moves
from damier.engine.discernment import Measure, Values, measure_of, worth_against
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import Traps
from damier.games.game import Game
from damier.kernel import native
from damier.rules import WIN
from damier.solvers.registry import plies_of, value_of

MOST_TEMPTING = 6  # moves whose answers are all looked at: the best of those that cost little
ANSWERS = 1  # plies of the other player that are taken for mistaken; what comes after is searched

Worth = Callable[[int], float | None]  # of a move, against who errs; None if it is not found out in time


def search_traps(
    game: Game,
    position: Any,
    moves: list[int],
    depth: int,
    traps: Traps,
    memory: Workspace,
    pace: Pace | None = None,
    on_depth: Callable[[list[Found]], None] | None = None,
) -> list[Found]:
    """The move to make, with its minimax score, as of the last depth that was finished; none if not even depth 1 was."""
    measure = measure_of(game, position)
    chosen = list[Found]()
    for this in range(1, depth + 1):
        memory.prune_at(this)
        memory.record.root_depth = this
        before = memory.unproved
        found = moves_at_depth(position, moves, len(moves), this, memory, round(traps.loss * measure.unit))
        if not found:
            break

        def worth(move: int, plies: int = this - 1) -> float | None:
            return worth_after(game, position, move, traps, measure, _Answers(plies, measure, memory))

        best = choose_trap(found, traps, measure, int(memory.record.certain), worth)
        if best is None:
            break
        chosen = [best]
        if on_depth:
            on_depth(chosen)
        first = [each.line[0] for each in found]
        if memory.unproved == before or len(moves) == 1 or found[0].value >= memory.record.certain:
            break
        if pace and not pace.goes_on(best.line[0], best.score):
            break
        moves = first + [move for move in moves if move not in first]
    return chosen


def solved_trap(
    game: Game, position: Any, found: Sequence[Found], traps: Traps, scores: Callable[[Any], dict[int, int]]
) -> list[Found]:
    """The move to make of those that a solver has valued, best first; `scores` are the solver's of all answers, if in time."""
    measure = measure_of(game, position)

    def values(child: Any, moves: list[int]) -> list[float]:
        known = scores(child)
        if any(move not in known for move in moves):
            raise OutOfTimeError
        return [measure.value(value_of(game, known[move]), plies_of(game, known[move])) for move in moves]

    chosen = choose_trap(found, traps, measure, WIN, lambda move: worth_after(game, position, move, traps, measure, values))
    return [] if chosen is None else [chosen]


def choose_trap(found: Sequence[Found], traps: Traps, measure: Measure, certain: int, worth: Worth) -> Found | None:
    """Of moves that were valued, best first, the one to make; None if there was no time to find out.

    A win is taken as it comes. Of moves that are alike against who errs, the better one is made.
    """
    if not found:
        return None
    best = found[0]
    if best.value >= certain:
        return best
    least = measure.value(best.value) - traps.loss
    close = [each for each in found if measure.value(each.value) >= least][:MOST_TEMPTING]
    if len(close) == 1:
        return best
    chosen, most = best, -float("inf")
    for each in close:
        value = worth(each.line[0])
        if value is None:
            return None
        if value > most:
            chosen, most = each, value
    return chosen


class OutOfTimeError(Exception):
    """The clock has rung while answers were valued."""


class _Answers:
    """Values the moves of a position below the root by the player's search, so many plies deep."""

    def __init__(self, plies: int, measure: Measure, memory: Workspace) -> None:
        self._plies, self._measure, self._memory = max(1, plies), measure, memory

    def __call__(self, position: Any, moves: list[int]) -> list[float]:
        self._memory.go_down(position, ply=1)
        scores = score_moves(position, moves, self._plies, self._memory, ply=1)
        if not scores:
            raise OutOfTimeError
        return [self._measure.value(scores[move]) for move in moves]


def worth_after(game: Game, position: Any, move: int, traps: Traps, measure: Measure, values: Values) -> float | None:
    """What a move is worth to who makes it, against who errs; `values` tells what answers are worth. None without time."""
    child = native(game.play(position, move))
    keeps_turn, over = game.same_player(position, child), game.outcome(child)
    if over is not None:
        worth = measure.value(over, plies=0)
    else:
        try:
            worth = worth_against(game, child, ANSWERS, traps.rating, values, measure, is_ours=keeps_turn)
        except OutOfTimeError:
            return None
    return worth if keeps_turn else -worth
