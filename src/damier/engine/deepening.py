"""Depth 1, 2, ...: each in a window around the value of the one before, until time ends or the value is proved
(Alliot-Schiex 15.5.1 and 15.4.2, Alliot "Iter alpha-beta").

The result of the last depth that was finished counts. One that is not finished has tried the best move of the one
before first: a move it prefers to that is better as far as is known, and counts too.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from damier.engine.memory import Memory
from damier.engine.search import look_ahead
from damier.engine.techniques import Techniques
from damier.kernel import native
from damier.rules import INFINITY, LOSS, MOST_PLIES, WIN, canonical, key, play, same_player
from damier.search.driver import check_score, run_kernel
from damier.search.ordering import moves_in_order
from damier.search.work import NO_MOVE

STEADY = 2  # half the first window, in changes of the score from the depth before the last to the last
WIDER = 4  # times, each time the value lies outside
SHOWN = 16  # moves of a line that are translated: what people read


@dataclass(frozen=True)
class Found:
    """What a search found, for the player to move; no line if not even depth 1 was finished."""

    score: int = 0  # a win counts the more the sooner it comes, if such wins are told apart
    value: int = 0  # a win is a win
    plies: int | None = None  # in how many plies the game is won or lost, where that is known
    line: list[int] = field(default_factory=list)
    depth: int = 0
    exact: bool = False  # whether the value is that of the game, not an estimate


def deepen(position: Any, depth: int, memory: Memory, techniques: Techniques) -> Found:
    """Search a position, whose game goes on, to a depth at most."""
    record = memory.record
    root = native(canonical(position)) if record.symmetry else position
    score, line, reached, exact = 0, list[int](), 0, False
    margin = INFINITY
    for this in range(1 if techniques.deepening else depth, depth + 1):
        before = memory.estimates
        found = _in_window(root, this, score, margin, memory)
        if record.stop:
            if memory.best_line():  # better than the best move of the depth before
                score, line, exact = found, memory.best_line(), abs(found) >= record.certain
            elif line and record.root_move != line[0]:  # the same, but time ended before it was known how much
                line = [int(record.root_move)]
            break
        if techniques.aspiration and reached:
            margin = 1 + STEADY * abs(found - score)
        score, line, reached = found, memory.best_line(), this
        exact = memory.estimates == before or abs(score) >= record.certain
        if exact:
            break
        record.root_move = line[0]
    value, plies = in_plies(score, memory)
    if record.symmetry:
        line = _translate(line[:SHOWN], root, position)
    return Found(score, value, plies, line, reached, bool(exact))


def score_moves(position: Any, moves: list[int], depth: int, memory: Memory) -> dict[int, int]:
    """The score of each of these moves, looking so deep from the position; none if time ended before."""
    record = memory.record
    scores = {}
    for move in moves:
        child = native(play(position, move))
        sign = 1 if same_player(position, child) else -1
        child = native(canonical(child)) if record.symmetry else child
        score = run_kernel(partial(look_ahead, child, move, -INFINITY, INFINITY, depth - 1, 1, record), record)
        if record.stop:
            return {}
        check_score(score, record)
        scores[move] = sign * score
    return scores


def in_plies(score: int, memory: Memory) -> tuple[int, int | None]:
    """A score without what tells sooner wins from later ones; and in how many plies the game is won or lost."""
    if not memory.record.sooner or abs(score) < WIN:
        return score, None
    return (WIN if score > 0 else LOSS), WIN + MOST_PLIES - abs(score)


def _in_window(root: Any, depth: int, guess: int, margin: int, memory: Memory) -> int:
    """The score at one depth, first looked for within a margin around the guess."""
    record = memory.record
    low, high = max(guess - margin, -INFINITY), min(guess + margin, INFINITY)
    while True:
        record.passes += 1
        record.line_end[:] = 0
        score = run_kernel(partial(look_ahead, root, NO_MOVE, low, high, depth, 0, record), record)
        if record.stop or low < score < high:
            check_score(score, record)
            return score
        margin *= WIDER
        if score <= low:
            low = max(score - margin, -INFINITY)
        else:
            record.root_move = record.line[0, 0]
            high = min(score + margin, INFINITY)


def _translate(line: list[int], there: Any, here: Any) -> list[int]:
    """A line played from a representative `there`, on through representatives, as moves from the position `here` itself."""
    translated = []
    for move in line:
        there = native(canonical(play(there, move)))
        wanted = key(there)
        for each in moves_in_order(here, False):
            child = native(play(here, each))
            if key(canonical(child)) == wanted:
                translated.append(each)
                here = child
                break
    return translated
