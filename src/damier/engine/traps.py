"""Playing for traps: of moves that cost little, the one after which a player who errs loses most (Alliot-Schiex 15.7.4).

Minimax tells of each move what it brings against the best answer. Moves that are worse than the best by more than a stated loss
are left out; of the others that one is made which is worth most against a player of a stated rating in Michie's model
(`discernment.py`), who may make any of his moves. In a lost position nothing can be lost any more: all moves that lose are
asked, and the one is made after which it is hardest to win.

As the book has it, the tree has two levels of such choices, our move and his answer; what comes after is searched. Depth by
depth: each values the moves, then all answers to those that are left, to the same horizon.
One that time does not let finish counts for nothing, so that the answer comes in time.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from damier.engine.analysis import moves_at_depth
from damier.engine.clock import Pace
from damier.engine.deepening import Found, score_after
from damier.engine.discernment import Measure, Values, measure_of, worth_of
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import Traps
from damier.games.game import Game
from damier.kernel import native
from damier.rules import INFINITY, WIN
from damier.solvers.registry import plies_of, value_of

MOST_TEMPTING = 6  # moves whose answers are all looked at: the best of those that cost little

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
    answers = _Answers(game, measure, memory)
    after = functools.cache(lambda move: reached(game, position, move))
    chosen = list[Found]()
    for this in range(1, depth + 1):
        memory.prune_at(this)
        memory.record.root_depth = this
        before = memory.unproved
        found = moves_at_depth(position, moves, len(moves), this, memory, round(traps.loss * measure.unit))
        if not found:
            break
        answers.plies = max(1, this - 1)
        best = choose_trap(
            found,
            traps,
            measure,
            int(memory.record.certain),
            lambda move: worth_after(after(move), traps.rating, measure, answers),
        )
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

    def worth(move: int) -> float | None:
        return worth_after(reached(game, position, move), traps.rating, measure, values)

    chosen = choose_trap(found, traps, measure, WIN, worth)
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
    """Values the moves of positions below the root by the player's search. The rules are asked once, not at every depth."""

    def __init__(self, game: Game, measure: Measure, memory: Workspace) -> None:
        self._game, self._measure, self._memory = game, measure, memory
        self._children: dict[int, list[tuple[Any, bool]]] = {}  # by the position's identity: some hold arrays
        self.plies = 1

    def __call__(self, position: Any, moves: list[int]) -> list[float]:
        """What each of these moves is worth to the player to move, at the present depth."""
        game, memory = self._game, self._memory
        if id(position) not in self._children:
            children = [native(game.play(position, move)) for move in moves]
            self._children[id(position)] = [(child, game.same_player(position, child)) for child in children]
        memory.go_down(position, ply=1)
        values = []
        for move, (child, keeps_turn) in zip(moves, self._children[id(position)], strict=True):
            score = score_after(child, keeps_turn, move, -INFINITY, INFINITY, self.plies, 2, memory)
            if score is None:
                raise OutOfTimeError
            values.append(self._measure.value(score))
        return values


class Reached(NamedTuple):
    """The position after a move: whether the same player moves again, and its score if the game is over there."""

    position: Any
    moves: list[int]
    keeps_turn: bool
    over: int | None


def reached(game: Game, position: Any, move: int) -> Reached:
    """What a move leads to."""
    child = native(game.play(position, move))
    return Reached(child, game.moves(child), game.same_player(position, child), game.outcome(child))


def worth_after(after: Reached, rating: float, measure: Measure, values: Values) -> float | None:
    """What a move is worth to who makes it, against who errs; `values` tells what answers are worth. None without time."""
    if after.over is not None:
        worth = measure.value(after.over, plies=0)
    else:
        try:
            worth = worth_of(values(after.position, after.moves), rating, is_ours=after.keeps_turn)
        except OutOfTimeError:
            return None
    return worth if after.keeps_turn else -worth
