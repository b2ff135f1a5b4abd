"""Depth 1, 2, ...: each in a window around the value of the one before, until time ends or the value is proved
(Alliot-Schiex 15.5.1 and 15.5.4, Alliot "Iter alpha-beta").

The result of the last depth that was finished counts. One that is not finished has tried the best move of the one
before first: a move it prefers to that is better as far as is known, and counts too.

A depth that was finished has a line: its score lies within the window, and there the table does not answer for the root, which
always looks for a move of its own.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from damier.engine.clock import Pace
from damier.engine.kernel.interest import USUAL_INTEREST, whole_plies
from damier.engine.kernel.search import SYMMETRY_DEPTH, look_ahead
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.unit import points
from damier.engine.kernel.workspace import Finished, Workspace
from damier.kernel import entry, is_compiled_for, native
from damier.rules import INFINITY, LOSS, MOST_PLIES, ONGOING, WIN, canonical, interest, key, outcome, play, same_player
from damier.search.driver import check_score, run_kernel
from damier.search.ordering import moves_in_order
from damier.search.table import Table
from damier.search.work import NO_MOVE

STEADY = 2  # half the first window, in changes of the score from the depth before the last to the last ...
STEADY_IF_SELECTIVE = 1  # ... and in searches that look at some moves less deep, which a wide window keeps from it
WIDER = 4  # times, each time the value lies outside
SECONDARY_DEPTH = 3  # plies that the chosen move is looked at deeper than the others, at the end of its line
SECONDARY_SHARE = 0.2  # of the time, or the nodes, that is kept back for it
MUCH_WORSE = 50  # hundredths of the game's unit that it must be worse for the other moves to be looked at
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
    result: int | None = None  # of a value that is not: 1 won, -1 lost, where that is proved


def deepen(
    position: Any,
    depth: int,
    memory: Workspace,
    techniques: Techniques,
    pace: Pace | None = None,
    on_depth: Callable[[Found], None] | None = None,
) -> Found:
    """Search a position, whose game goes on, to a depth at most; `pace` may end it after a depth, of which `on_depth` hears."""
    root = native(canonical(position)) if memory.record.symmetry else position
    tell = (lambda best: on_depth(_found(best, root, position, memory))) if on_depth else None
    with memory.keeping_back(SECONDARY_SHARE) if techniques.secondary else nullcontext():
        best = _deepen(root, depth, memory, techniques, pace, tell)
    if techniques.secondary and best.line and best.reached and not best.exact and not memory.record.stop:
        verified = verify(root, best, memory)
        if tell and verified != best:
            tell(verified)
        best = verified
    return _found(best, root, position, memory)


class _Best(NamedTuple):
    """What a search believes: a line in terms of the representatives that it goes on from."""

    score: int
    line: list[int]
    depth: int  # of the search that the line comes from
    reached: int  # the last depth that was finished
    exact: bool


def _deepen(
    root: Any, depth: int, memory: Workspace, techniques: Techniques, pace: Pace | None, tell: Callable[[_Best], None] | None
) -> _Best:
    """Depth after depth, until one is the last or there is no time for more."""
    record = memory.record
    score, line, reached, exact = 0, list[int](), 0, False
    margin = INFINITY
    steady = STEADY_IF_SELECTIVE if record.by_quiescence else STEADY
    for this in range(1 if techniques.deepening else depth, depth + 1):
        memory.prune_at(this)
        record.root_depth = this
        before = memory.unproved
        found = _in_window(root, this, score, margin, memory)
        if record.stop:
            if memory.best_line():  # better than the best move of the depth before
                score, line, exact = found, memory.best_line(), abs(found) >= record.certain
            elif line and record.root_move != line[0]:  # the same, but time ended before it was known how much
                line = [int(record.root_move)]
            return _Best(score, line, this, reached, exact)
        if techniques.aspiration and reached:
            margin = max(1 + steady * abs(found - score), record.least_margin)
        score, line, reached = found, memory.best_line(), this
        exact = memory.unproved == before or abs(score) >= record.certain
        memory.finished = Finished(root, score, line[0], this, bool(exact), record.root_of_draw < 0, bool(record.prunes))
        if tell:
            tell(_Best(score, line, this, reached, exact))
        is_proved = exact and not (record.by_quiescence and this < (in_plies(score, memory)[1] or 0))  # no sooner win is left
        if is_proved or (pace and not pace.goes_on(line[0], score, memory.effort)):
            break
        record.root_move = line[0]
    return _Best(score, line, reached, reached, exact)


def score_moves(position: Any, moves: list[int], depth: int, memory: Workspace) -> dict[int, int]:
    """The score of each of these moves, looking so deep from the position; none if time ended before."""
    memory.prune_at(depth)
    memory.record.root_depth = depth
    scores = {}
    for move in moves:
        score = score_move(position, move, -INFINITY, INFINITY, depth, memory)
        if score is None:
            return {}
        scores[move] = score
    return scores


def score_move(position: Any, move: int, alpha: int, beta: int, depth: int, memory: Workspace) -> int | None:
    """The score of a move, or a bound if it lies outside the window, looking so deep from the position; None without time.

    The line from the position after the move, or its representative, is then in the memory, from ply 1 on.
    """
    child = native(play(position, move))
    below = None
    if memory.record.by_interest:
        below = int(whole_plies(USUAL_INTEREST * depth - interest(position, move), 1, memory.record))
    return score_after(child, same_player(position, child), move, alpha, beta, depth, 1, memory, below)


def score_after(
    child: Any,
    keeps_turn: bool,
    move: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    memory: Workspace,
    below: int | None = None,
) -> int | None:
    """The same where a move has led to a child, so many plies below the root, in which its player moves again or not.

    Below it the search goes a ply less deep, or as deep as is said.
    """
    record = memory.record
    child = _as_searched(child, depth, memory)
    low, high = (alpha, beta) if keeps_turn else (-beta, -alpha)
    score = _ask(child, move, low, high, depth - 1 if below is None else below, ply, memory)
    if record.stop:
        return None
    check_score(score, record)
    return score if keeps_turn else -score


def verify(root: Any, best: _Best, memory: Workspace) -> _Best:
    """Secondary search: is the move that was chosen as good as it seems (Alliot-Schiex 15.7.4)?

    Once, after the choice, the end of its line is searched deeper, and nothing else. If it is much worse than was believed, the
    other moves are asked, as deep as before, whether one of them is better than that.
    """
    record = memory.record
    again = _at_the_end(root, best, memory)
    if record.stop or again >= best.score - points(MUCH_WORSE, record.unit):
        return best
    record.excluded[0] = moves_in_order(root, False).index(best.line[0])
    record.line_end[:] = 0
    other = _ask(root, NO_MOVE, again, INFINITY, best.reached, 0, memory)
    record.excluded[0] = NO_MOVE
    if not record.stop and other > again and memory.best_line():
        return _Best(other, memory.best_line(), best.reached, best.reached, False)
    return best._replace(score=again)


def _at_the_end(root: Any, best: _Best, memory: Workspace) -> int:
    """What the chosen line is worth to the player at its root when the search goes on at its end; if stopped, as before."""
    record = memory.record
    position, sign = root, 1
    for ply, move in enumerate(best.line):
        child = native(play(position, move))
        sign = sign if same_player(position, child) else -sign
        position = _as_searched(child, best.depth - ply, memory)
        if outcome(position) != ONGOING:
            return best.score
    ply = len(best.line)
    record.credit[ply] = 0
    deeper = SECONDARY_DEPTH + max(0, best.reached - ply)  # a line may be shorter than the search was deep
    found = _ask(position, best.line[-1], -INFINITY, INFINITY, deeper, ply, memory)
    return best.score if record.stop else sign * found


def in_plies(score: int, memory: Workspace) -> tuple[int, int | None]:
    """A score without what tells sooner wins from later ones; and in how many plies the game is won or lost."""
    if not memory.record.sooner or abs(score) < WIN:
        return score, None
    return (WIN if score > 0 else LOSS), WIN + MOST_PLIES - abs(score)


def translate(line: list[int], depth: int, there: Any, here: Any, memory: Workspace) -> list[int]:
    """A line of a search to a depth from a representative `there` as moves from the position `here` itself."""
    if not memory.record.symmetry:
        return line
    translated = []
    for ply, move in enumerate(line[:SHOWN]):
        there = _as_searched(native(play(there, move)), depth - ply, memory)
        wanted = key(canonical(there))
        for each in moves_in_order(here, False):
            child = native(play(here, each))
            if key(canonical(child)) == wanted:
                translated.append(each)
                here = child
                break
    return translated


def _as_searched(child: Any, depth: int, memory: Workspace) -> Any:
    """The position that a search goes on from below a node with so much depth left: a child, or its representative."""
    return native(canonical(child)) if memory.record.symmetry and depth > SYMMETRY_DEPTH else child


def _found(best: _Best, root: Any, position: Any, memory: Workspace) -> Found:
    """What was found, for people: the line, which came from a search to a depth, is translated."""
    value, plies = in_plies(best.score, memory)
    line = translate(best.line, best.depth, root, position, memory)
    return Found(best.score, value, plies, line, best.reached, bool(best.exact))


def _in_window(root: Any, depth: int, guess: int, margin: int, memory: Workspace) -> int:
    """The score at one depth, first looked for within a margin around the guess."""
    record = memory.record
    low, high = max(guess - margin, -INFINITY), min(guess + margin, INFINITY)
    while True:
        record.passes += 1
        record.line_end[:] = 0
        score = _ask(root, NO_MOVE, low, high, depth, 0, memory)
        bound = low if score <= low else high
        if record.stop or low < score < high or abs(bound) == INFINITY:  # what even the widest window does not hold is no score
            check_score(score, record)
            return score
        margin *= WIDER
        if score <= low:
            low = max(score - margin, -INFINITY)
        else:
            if record.line_end[0]:  # else the table has answered
                record.root_move = record.line[0, 0]
            high = min(score + margin, INFINITY)


def _ask(position: Any, move: int, low: int, high: int, depth: int, ply: int, memory: Workspace) -> int:
    """The search's answer, by all threads that there are once it takes long enough."""
    code = _code_for(position, memory)
    if memory.crew is not None and memory.crew.is_worth_asking:
        return int(memory.crew.ask(memory, ply, lambda record: code(position, move, low, high, depth, ply, record)))
    return run_kernel(partial(code, position, move, low, high, depth, ply, memory.record), memory.record)


_code: dict[type, Any] = {}


def _code_for(position: Any, memory: Workspace) -> Any:
    """The search's machine code for such positions: to look up what types a record has takes as long as a depth or two."""
    code = _code.get(type(position))
    if code is None:
        scratch = _scratch(position, memory.weights)  # which the kernel knows by address: it has to stay
        code = _code[type(position)] = entry(look_ahead, *_called_with(position, scratch))
    return code


def is_compiled(position: Any, weights: Any) -> bool:
    """Whether the search is there for such positions, in this process or on disk."""
    if type(position) in _code:
        return True
    return is_compiled_for(look_ahead, *_called_with(native(position), _scratch(position, weights)))


def _scratch(position: Any, weights: Any) -> Workspace:
    return Workspace(position, weights, Table(1), Techniques(), unit=1)


def _called_with(position: Any, scratch: Workspace) -> tuple[Any, ...]:
    return position, NO_MOVE, -1, 1, 0, 0, scratch.record
