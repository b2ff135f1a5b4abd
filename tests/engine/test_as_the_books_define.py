"""Techniques as the books define them (Alliot-Schiex 15.7.4, Alliot's slides), each beside a naive twin or a tree made by hand.

Trellis: a position is one of WIDTH crossings on a level, and each of three moves leads to one on the next. Many ways lead
to the same crossing, with more or less of the depth used up. Values and costs of moves are those of a pattern.
"""

import random
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from damier.engine import deepening
from damier.engine.deepening import Found, deepen, score_moves
from damier.engine.kernel.techniques import TO_THE_DEPTH, Techniques, only
from damier.engine.kernel.workspace import FUTILITY_TOLERANCE, Workspace
from damier.games import load
from damier.kernel import helper, native, rule
from damier.rules import INFINITY, ONGOING
from damier.search.table import Table

LEVELS, WIDTH, MOVES = 16, 8, 3
LIVELY, USUAL, RETREATING, MISLEADING, RANDOM = range(5)  # patterns; from the last on they are drawn by lot
PATTERNS = RANDOM + 12
MOST = 1000  # of a value

_chance = np.random.default_rng(1)
VALUES = _chance.integers(-99, 100, (PATTERNS, LEVELS, WIDTH))
COSTS = _chance.choice([2, 3, 10, 10, 20, 35], (PATTERNS, LEVELS, WIDTH, MOVES))
for _pattern, _cost in ((LIVELY, 3), (USUAL, 10), (RETREATING, 35), (MISLEADING, 10)):
    COSTS[_pattern] = _cost
    VALUES[_pattern] = np.arange(LEVELS)[:, None]  # the level itself


class Trellis(NamedTuple):
    pattern: np.int64
    level: np.int64
    crossing: np.int64


@helper
def next_crossing(level, crossing, move):
    return (3 * crossing + 2 * move + level) % WIDTH


# The first move of the start seems to be worth 50, and turns out to be worth -100; the others are worth 10 and 20.
for _move, _worth in ((0, 50), (1, 10), (2, 20)):
    VALUES[MISLEADING, 1, next_crossing(0, 0, _move)] = -_worth
for _level in range(2, LEVELS):
    VALUES[MISLEADING, _level] = 100 * (-1) ** (_level + 1)


@rule
def moves(p: Trellis, out):
    for move in range(MOVES):
        out[move] = move
    return MOVES


@rule
def play(p: Trellis, move):
    return Trellis(p.pattern, p.level + 1, next_crossing(p.level, p.crossing, move))


@rule
def outcome(p: Trellis):
    return ONGOING if p.level < LEVELS - 1 else VALUES[p.pattern, p.level, p.crossing]


@rule
def evaluate(p: Trellis, weights):
    return VALUES[p.pattern, p.level, p.crossing]


@rule
def interest(p: Trellis, move):
    return COSTS[p.pattern, p.level, p.crossing, move]


@rule
def limits(p: Trellis):
    return -MOST, MOST


def start(pattern: int) -> Any:
    return native(Trellis(pattern, 0, 0))


def memory_for(position: Any, techniques: Techniques, nodes: int = 0) -> Workspace:
    return Workspace(position, np.zeros(0, np.int32), Table(1), techniques, node_limit=nodes, unit=100)


def look(pattern: int, depth: int, techniques: Techniques) -> Found:
    return deepen(start(pattern), depth, memory_for(start(pattern), techniques), techniques)


# --------------------------------------------------------------------------------------------------------------------
# Depth by interest: SX is ten times the depth, and the search is over when it is negative or zero


@pytest.mark.parametrize(
    ("pattern", "depth", "level"),
    [
        (LIVELY, 1, 4),  # SX is 10, 7, 4, 1: four captures, after which it is -2
        (LIVELY, 2, 7),  # 20, 17, ..., 2: seven
        (LIVELY, 3, 10),  # 30, ..., 3: ten, after which it is 0
        (USUAL, 1, 1),
        (USUAL, 4, 4),  # a usual move is a ply
        (RETREATING, 1, 1),
        (RETREATING, 3, 1),  # 30: one retreat, and it is -5
        (RETREATING, 4, 2),  # 40, 5: another one
    ],
)
def test_a_line_is_followed_as_long_as_sx_is_above_zero(pattern: int, depth: int, level: int) -> None:
    """Positions of these patterns are worth their level to who is to move there: it tells where the search has ended."""
    for techniques in (only("interest"), only("interest", "table", "deepening", "null_window")):
        found = look(pattern, depth, techniques)
        assert found.score == level * (-1) ** level
        assert len(found.line) == level


@cache
def by_interest(pattern: int, level: int, crossing: int, sx: int) -> int:
    """SEX as the book writes it."""
    if sx <= 0 or level == LEVELS - 1:
        return int(VALUES[pattern, level, crossing])
    costs = COSTS[pattern, level, crossing]
    sons = (next_crossing(level, crossing, move) for move in range(MOVES))
    return max(-by_interest(pattern, level + 1, son, sx - int(cost)) for son, cost in zip(sons, costs, strict=True))


@pytest.mark.parametrize("switches", [(), ("table", "null_window", "deepening", "aspiration", "killers", "history")])
def test_sex_finds_what_its_definition_says(switches: tuple[str, ...]) -> None:
    """Also where the table knows a position from a way that has left it another SX."""
    for pattern in range(RANDOM, PATTERNS):
        for depth in range(1, 6):
            assert look(pattern, depth, only("interest", *switches)).score == by_interest(pattern, 0, 0, 10 * depth)


def test_moves_that_are_scored_one_by_one_use_up_their_interest() -> None:
    for pattern in range(RANDOM, PATTERNS):
        root = start(pattern)
        scores = score_moves(root, list(range(MOVES)), 3, memory_for(root, only("interest")))
        for move, score in scores.items():
            after = by_interest(pattern, 1, next_crossing(0, 0, move), 30 - int(COSTS[pattern, 0, 0, move]))
            assert score == -after


# --------------------------------------------------------------------------------------------------------------------
# Futility: what could be better by no more than a tolerance is cut


def tolerant(pattern: int, level: int, crossing: int, depth: int, alpha: int, beta: int, tolerance: int) -> int:
    """Alpha-beta for which a move is better only if it is so by more than the tolerance."""
    if depth == 0:
        return int(VALUES[pattern, level, crossing])
    best = -INFINITY
    for move in range(MOVES):
        is_open = best > alpha
        floor = min(best + tolerance, beta - 1) if is_open else alpha
        son = next_crossing(level, crossing, move)
        score = -tolerant(pattern, level + 1, son, depth - 1, -beta, -floor, tolerance)
        best = score if score > (floor if is_open else best) else best
        if best >= beta:
            break
    return best


@pytest.mark.parametrize("tolerance", [0, 1, 5, 20])
def test_futility_cuts_at_its_tolerance(tolerance: int) -> None:
    for pattern in range(RANDOM, PATTERNS):
        for depth in range(1, 6):
            memory = memory_for(start(pattern), only("futility"))
            memory.record.tolerance = tolerance
            found = deepen(start(pattern), depth, memory, only("futility"))
            assert found.score == tolerant(pattern, 0, 0, depth, -INFINITY, INFINITY, tolerance)


@pytest.mark.parametrize("tolerance", [5, 20])
def test_it_is_wrong_by_the_tolerance_for_every_second_ply_at_most(tolerance: int) -> None:
    """... and saves nodes, and it is found where it is wrong at all."""
    errors, nodes, fewer = [], 0, 0
    for pattern in range(RANDOM, PATTERNS):
        for depth in range(1, 8):
            memory = memory_for(start(pattern), TO_THE_DEPTH)
            exact = deepen(start(pattern), depth, memory, TO_THE_DEPTH)
            nodes += int(memory.record.nodes)
            memory = memory_for(start(pattern), TO_THE_DEPTH)
            memory.record.tolerance = tolerance
            found = deepen(start(pattern), depth, memory, TO_THE_DEPTH)
            fewer += int(memory.record.nodes)
            assert abs(found.score - exact.score) <= tolerance * ((depth + 1) // 2)
            errors.append(found.score != exact.score)
    assert any(errors)
    assert fewer < nodes


@pytest.mark.parametrize(
    ("tree", "tolerance", "value", "leaves"),
    [
        ("[[300,400],[301,250,200]]", 0, 300, 4),  # 301 is better than 300: the next reply is looked at, and cuts
        ("[[300,400],[301,250,200]]", 1, 300, 3),  # 3.01 against 3, as the book has it: it is cut
        ("[[300,400],[306,307]]", 5, 306, 4),  # 6 is more than the tolerance
        ("[[300,400],[305,307]]", 5, 300, 3),  # ... 5 is not, and the better move is missed
    ],
)
def test_the_book_s_example(tree: str, tolerance: int, value: int, leaves: int) -> None:
    """A branch that is worth 3 is there, and the first reply in the next one leaves 3.01."""
    position = load("tree").parse(tree)
    memory = memory_for(position, only("futility"))
    memory.record.tolerance = tolerance
    assert deepen(position, 2, memory, only("futility")).score == value
    assert memory.leaves == leaves


def test_the_tolerance_is_counted_in_the_games_unit() -> None:
    def tolerance(unit: int, **switches: bool) -> int:
        techniques = Techniques(**switches)
        return int(Workspace(start(RANDOM), np.zeros(0, np.int32), Table(1), techniques, unit=unit).record.tolerance)

    assert tolerance(100, futility=True) == FUTILITY_TOLERANCE
    assert tolerance(1000, futility=True) == 10 * FUTILITY_TOLERANCE
    assert tolerance(1, futility=True) == 0  # a game of whole points: nothing is within a part of one
    assert tolerance(INFINITY, futility=True) == 0  # nobody has said what a piece counts
    assert tolerance(100) == 0


# --------------------------------------------------------------------------------------------------------------------
# Secondary search: the move that was chosen is verified, once


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was verified."""
    seen: list[Any] = []
    look_there = deepening._at_the_end

    def noted(root: Any, best: Any, memory: Workspace) -> int:
        seen.append(best)
        return look_there(root, best, memory)

    monkeypatch.setattr(deepening, "_at_the_end", noted)
    return seen


def test_secondary_search_sees_through_a_misleading_move(verified: list[Any]) -> None:
    assert (look(MISLEADING, 1, only()).line[0], look(MISLEADING, 1, only()).score) == (0, 50)
    heard: list[Found] = []
    techniques = only("secondary")
    found = deepen(start(MISLEADING), 1, memory_for(start(MISLEADING), techniques), techniques, on_depth=heard.append)
    assert (found.line, found.score) == ([2], 20)  # the best of the others, which is not verified in turn
    assert [each.line for each in heard] == [[0], [2]]
    assert len(verified) == 1


def test_it_is_once_and_after_the_last_depth(verified: list[Any]) -> None:
    for pattern in range(RANDOM, PATTERNS):
        verified.clear()
        look(pattern, 5, only("secondary", "deepening", "table", "null_window"))
        assert [best.reached for best in verified] == [5]


@pytest.mark.parametrize("nodes", [50, 200, 1000])
def test_something_is_kept_back_for_it(verified: list[Any], nodes: int) -> None:
    techniques = only("secondary", "deepening")
    memory = memory_for(start(RANDOM), techniques, nodes)
    found = deepen(start(RANDOM), LEVELS, memory, techniques)
    assert found.line
    assert len(verified) == 1
    assert memory.record.node_limit == nodes
    assert memory.record.nodes <= nodes + LEVELS


def test_who_is_stopped_does_not_verify(verified: list[Any]) -> None:
    techniques = only("secondary", "deepening")
    memory = memory_for(start(RANDOM), techniques)

    def stop(found: Found) -> None:
        if found.depth == 3:
            memory.stop()

    assert deepen(start(RANDOM), 9, memory, techniques, on_depth=stop).depth == 3
    assert not verified


# --------------------------------------------------------------------------------------------------------------------
# What chess counts


def test_what_moves_of_chess_use_up() -> None:
    """Alliot-Schiex 15.7.4: a usual one 10, a capture or a check 2 or 3, a retreat up to 35."""
    from damier.rules import interest as interest_of

    game = load("chess")
    position = game.parse("4k3/3p4/8/3Q4/8/8/8/4K2N w - - 0 1")
    used = {
        name: int(interest_of(position, game.parse_move(position, name))) for name in ("Qxd7+", "Qe4+", "Ng3", "Qd4", "Qd1")
    }
    assert used == {"Qxd7+": 3, "Qe4+": 3, "Ng3": 10, "Qd4": 20, "Qd1": 35}
    rng = random.Random(1)
    for _ in range(40):
        assert all(interest_of(position, move) in (3, 10, 20, 25, 30, 35) for move in game.moves(position))
        position = game.play(position, rng.choice(game.moves(position)))
        if not game.moves(position):
            break
