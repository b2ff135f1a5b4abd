"""What the best moves are worth, each of them: for hints and for people who study a position.

Depth by depth, like a search for one move. As many moves as are asked for are searched fully; each of the others is only
asked whether it is better than the worst of those.
"""

from collections.abc import Callable
from typing import Any

from damier.engine.clock import Pace
from damier.engine.deepening import Found, in_plies, score_move, translate
from damier.engine.kernel.search import SYMMETRY_DEPTH
from damier.engine.kernel.workspace import Workspace
from damier.kernel import native
from damier.rules import INFINITY, canonical, play


def best_moves(
    position: Any,
    moves: list[int],
    count: int,
    depth: int,
    memory: Workspace,
    pace: Pace | None = None,
    on_depth: Callable[[list[Found]], None] | None = None,
) -> list[Found]:
    """The best of these moves, as many as are asked for, best first; none if not even depth 1 was finished.

    `pace` may end it after a depth, of which `on_depth` hears.
    """
    best = list[Found]()
    for this in range(1, depth + 1):
        memory.prune_at(this)
        memory.record.root_depth = this
        before = memory.unproved
        found = moves_at_depth(position, moves, count, this, memory)
        if not found:
            break
        best = found[:count]
        if on_depth:
            on_depth(best)
        if memory.unproved == before or all(_is_proved(each, this, memory) for each in found):
            break
        if pace and not pace.goes_on(best[0].line[0], best[0].score):
            break
        first = [each.line[0] for each in found]
        moves = first + [move for move in moves if move not in first]
    return best


def moves_at_depth(
    position: Any, moves: list[int], count: int, depth: int, memory: Workspace, loss: int = 2 * INFINITY
) -> list[Found]:
    """The moves that were among the best when they were looked at, best first; none if time ended before all were seen.

    A move that is worse than the best by more than a loss, in points, is not among them if the best came before it; of moves
    that lose for certain none is worse than another.
    """
    found = list[Found]()
    for move in moves:
        floor = found[count - 1].score if len(found) >= count else -INFINITY
        if found and found[0].score > -memory.record.certain:
            floor = max(floor, found[0].score - loss - 1)
        before = memory.unproved
        score = score_move(position, move, floor, INFINITY if floor == -INFINITY else floor + 1, depth, memory)
        if score is not None and floor > -INFINITY and score > floor:
            score = score_move(position, move, floor, INFINITY, depth, memory)
        if score is None:
            return []
        if score > floor:
            exact = memory.unproved == before or abs(score) >= memory.record.certain
            value, plies = in_plies(score, memory)
            line = [move, *_line_after(position, move, depth, memory)]
            found.append(Found(score, value, plies, line, depth, bool(exact)))
            found.sort(key=lambda each: -each.score)  # of two alike the earlier stays in front
    return found


def _is_proved(found: Found, depth: int, memory: Workspace) -> bool:
    """Whether to look deeper changes nothing: where captures lead beyond the depth, a sooner win may still be found."""
    return found.exact and not (memory.record.by_quiescence and depth < (found.plies or 0))


def _line_after(position: Any, move: int, depth: int, memory: Workspace) -> list[int]:
    """How play goes on after a move that was just searched."""
    record = memory.record
    child = native(play(position, move))
    there = native(canonical(child)) if record.symmetry and depth > SYMMETRY_DEPTH else child
    line = [int(each) for each in record.line[1, 1 : max(1, int(record.line_end[1]))]]
    return translate(line, depth - 1, there, child, memory)
