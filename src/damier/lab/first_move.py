"""How much of alpha-beta's work lies below the first move of the root? (Alliot-Schiex 15.5.5, note 22.)

The book says that the answer to the first move generally takes half of the time, which is why the moves of the root should
not be shared out evenly among processors. Here the root is searched move by move, each with the window that those before
it leave, so that the nodes and the time of each are known: with the moves as the game lists them, with the best
move (which the search before has found) first, and with it last; and by alpha-beta with a table, the game's hints and
iterative deepening, as programs do it.

Beside them stands what Knuth and Moore's smallest tree says, in which every node has b sons and the best always comes first:
to depth 2k alpha-beta evaluates 2 b^k - 1 leaves, b^k + b^(k-1) - 1 of them below the first move, a little over a
half; to depth 2k + 1 it is 2 b^k - 1 of b^(k+1) + b^k - 1, which is 2 / (b + 1).
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.lab.halt import Halt
from damier.lab.measure import Progress, error, mean, watched
from damier.lab.positions import random_positions
from damier.lab.report import Column, Number, Panel, Report, Series, columns
from damier.lab.settings import GameToDepth, games_to_depths
from damier.rules import INFINITY
from damier.search.alphabeta import alphabeta
from damier.search.memory_depth import memory_depth
from damier.search.ordering import moves_in_order
from damier.search.table import Table
from damier.search.work import NO_MOVE, Work

SIZE = 12  # positions of each game
HASH_MB = 16
BOOK = 50.0  # per cent
SHORT = 2e-4  # seconds, without those of the calls: the time of what is shorter says little
LISTED, BEST, WORST, SORTED = "as listed", "best first", "best last", "sorted, with table"
ORDERS = (LISTED, BEST, WORST, SORTED)
PERFECT = "perfect order"


class RootMove(NamedTuple):
    """What one move of the root took."""

    move: int
    score: int
    nodes: int
    seconds: float  # of the processor


class Shares(NamedTuple):
    """The first move's part of nodes and time at one depth, in per cent, one number a position."""

    nodes: dict[str, list[float]]
    time: dict[str, list[float]]


class Case(NamedTuple):
    """A game at a depth."""

    game: Game
    depth: int
    moves: float  # at the root, on average
    shares: Shares


def run(size: int, seed: int, progress: Progress, *, game: str = "", depth: str = "", halt: Halt | None = None) -> Report:
    """Search `size` positions of each game, after a few random moves, to every depth; `game` names others, `depth` the last."""
    halt = halt or Halt()
    chosen = games_to_depths(game, depth)
    cases: dict[str, list[Case]] = {}
    for one, position, cases_of in watched(_todo(chosen, size, seed, cases), progress):
        if halt.is_wanted:
            break
        _measure(one, position, cases_of, halt)
    found = [case for every in cases.values() for case in every if case.shares.nodes[SORTED]]
    if not found:
        raise BadInput("the experiment was ended before anything was found")
    return Report(
        name="first-move",
        title="The first move's part of alpha-beta's work, in per cent",
        columns=[
            *columns("game", "depth", "positions", ("moves", 1)),
            *(Column(f"{order}: {what}", 1) for order in ORDERS for what in ("nodes", "time")),
            *columns((PERFECT, 1), ("book", 0)),
        ],
        rows=[_row(case) for case in found],
        notes=_notes(found, size),
        panels=[_panel(title, [case for case in found if case.game.title == title]) for title in _titles(found)],
        published={"source": "Alliot-Schiex 15.5.5, note 22", "first_move_per_cent": BOOK},
        settings={"positions": size, "seed": seed, "games": [each.game.name for each in chosen], "hash_mb": HASH_MB},
    )


def perfect_share(branching: float, depth: int) -> float:
    """The part of the leaves below the first move, in per cent, where the best move always comes first."""
    return 100 * _least_leaves(branching, depth - 1) / _least_leaves(branching, depth)


def _least_leaves(branching: float, depth: int) -> float:
    """Knuth and Moore's: b^ceil(d/2) + b^floor(d/2) - 1."""
    return float(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def _todo(
    chosen: list[GameToDepth], size: int, seed: int, cases: dict[str, list[Case]]
) -> list[tuple[GameToDepth, Any, list[Case]]]:
    """Every position of every game, with the cases that it belongs to."""
    todo = []
    for one in chosen:
        positions = [native(each) for each in random_positions(one.game, size, seed)]
        moves = mean([len(one.game.moves(each)) for each in positions])
        cases[one.game.name] = [
            Case(one.game, depth, moves, Shares({order: [] for order in ORDERS}, {order: [] for order in ORDERS}))
            for depth in range(1, one.depth + 1)
        ]
        todo += [(one, position, cases[one.game.name]) for position in positions]
    return todo


def _measure(one: GameToDepth, position: Any, cases: list[Case], halt: Halt) -> None:
    """Search one position to every depth in every order, and add what was found to the cases."""
    game, work, sorted_work = one.game, Work(weights=one.game.weights(position)), Work(weights=one.game.weights(position))
    table = Table(HASH_MB)
    table.new_root()
    sorted_work.use_table(table)
    sorted_work.use_options(position, symmetry=False, ordering=True)
    listed = game.moves(position)
    by_hint = [int(move) for move in moves_in_order(position, ordering=True)]

    def stop() -> None:
        work.stop()
        sorted_work.stop()

    halt.reaches(stop)
    by_move(game, position, listed[:1], 1, alphabeta, work)  # compiles
    by_move(game, position, listed[:1], 1, memory_depth, sorted_work)
    for case in cases:
        plain = by_move(game, position, listed, case.depth, alphabeta, work)
        best = max(plain, key=lambda each: each.score).move
        others = [move for move in listed if move != best]
        found = {
            LISTED: plain,
            BEST: by_move(game, position, [best, *others], case.depth, alphabeta, work),
            WORST: by_move(game, position, [*others, best], case.depth, alphabeta, work),
            SORTED: by_move(game, position, by_hint, case.depth, memory_depth, sorted_work),
        }
        if halt.is_wanted:
            return
        sorted_best = max(found[SORTED], key=lambda each: each.score).move
        by_hint = [sorted_best, *(move for move in by_hint if move != sorted_best)]
        for order, every in found.items():
            case.shares.nodes[order].append(100 * every[0].nodes / sum(each.nodes for each in every))
            seconds = sum(each.seconds for each in every)
            if seconds >= SHORT:
                case.shares.time[order].append(100 * every[0].seconds / seconds)


def by_move(game: Game, position: Any, order: list[int], depth: int, kernel: Callable[..., int], work: Work) -> list[RootMove]:
    """The root of alpha-beta: each move in this order, with the best of those before it as its bound. Only the score of the
    first that is best is exact; those of the others are bounds that do not exceed it."""
    record = work.record
    call = _seconds_of_a_call(position, kernel, record)
    best, found = -INFINITY, []
    for move in order:
        child = native(game.play(position, move))
        before, began = int(record.nodes), time.thread_time()
        if game.same_player(position, child):
            score = int(kernel(child, move, best, INFINITY, depth - 1, 1, record))
        else:
            score = -int(kernel(child, move, -INFINITY, -best, depth - 1, 1, record))
        found.append(RootMove(move, score, int(record.nodes) - before, max(0.0, time.thread_time() - began - call)))
        best = max(best, score)
    return found


def _seconds_of_a_call(position: Any, kernel: Callable[..., int], record: Any) -> float:
    """What it takes to call a kernel from Python, which is more than a shallow search."""
    times = []
    for _ in range(5):
        began = time.thread_time()
        kernel(position, NO_MOVE, -INFINITY, INFINITY, 0, 1, record)
        times.append(time.thread_time() - began)
    return min(times)


def _row(case: Case) -> list[object]:
    figures: list[object] = []
    for order in ORDERS:
        nodes, seconds = case.shares.nodes[order], case.shares.time[order]
        figures += [mean(nodes), mean(seconds) if len(seconds) == len(nodes) else None]
    count = len(case.shares.nodes[SORTED])
    return [case.game.title, case.depth, count, case.moves, *figures, perfect_share(case.moves, case.depth), BOOK]


def _notes(found: list[Case], size: int) -> list[str]:
    notes = [
        'The book (15.5.5, note 22): "the answer to the first move generally takes 50 % of the time" of an alpha-beta search.',
        f"{size} positions of each game after a few random moves; each share is the mean over them. The best move, where it "
        "is put first or last, is the one that the search to the same depth has found; times are left "
        "out where a search is too short to be timed.",
        f"{PERFECT}: the smallest tree of as many sons at every node as there are moves at the root on average (Knuth and "
        "Moore): half at even depths, 2 / (b + 1) at odd ones.",
    ]
    for title in _titles(found):
        last = [case for case in found if case.game.title == title][-2:]
        told = [
            f"at depth {case.depth} "
            + ", ".join(f"{mean(nodes):.0f} % ± {error(nodes):.0f} {order}" for order, nodes in case.shares.nodes.items())
            for case in last
        ]
        notes.append(f"{title}: {'; '.join(told)}.")
    return notes


def _titles(found: list[Case]) -> list[str]:
    return list(dict.fromkeys(case.game.title for case in found))


def _panel(title: str, cases: list[Case]) -> Panel:
    depths: list[Number] = [case.depth for case in cases]
    series = [
        Series(
            order.replace(", ", " "),
            depths,
            [mean(case.shares.nodes[order]) for case in cases],
            [error(case.shares.nodes[order]) for case in cases],
        )
        for order in ORDERS
    ]
    series.append(Series(PERFECT, depths, [perfect_share(case.moves, case.depth) for case in cases], look="published"))
    series.append(Series("book", [], [BOOK], look="published level"))
    return Panel(title, "depth", "nodes below the first move, %", series)
