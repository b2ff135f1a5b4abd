"""One way to run any algorithm: `search(position, algorithm, depth)` gives a `Result`."""

import importlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import numpy as np

from damier.kernel import native
from damier.network.estimate import estimate
from damier.rules import INFINITY, MOST_MOVES, MOST_PLIES, MOST_SCORE, ONGOING, WIN, is_max, limits, outcome
from damier.search.alphabeta import alphabeta
from damier.search.catalogue import ALGORITHMS, CHOOSERS
from damier.search.clock import Countdown
from damier.search.follow import best_move, complete_line
from damier.search.null_move import REDUCTIONS
from damier.search.ordering import NOTES, moves_in_order, note_for
from damier.search.processors import MOST_MESSAGE, MOST_PROCESSORS
from damier.search.states import allocate, capacity_for, slot_width
from damier.search.table import Table
from damier.search.timeline import Timeline
from damier.search.work import NO_MOVE, Work
from damier.weights import own_weights
from damier.wording import quoted

DEFAULT_DEPTH = 6
SHORTEST_LIST = 2
GRAINS = (1, 2)  # the levels whose positions the star can deal out

_warm: set[tuple[str, type]] = set()


@dataclass(frozen=True)
class Options:
    """How an algorithm is run; each looks only at what concerns it."""

    hash_mb: int = 16  # the transposition table, or the list G
    table: Table | None = None  # a table to use (and fill) instead of a new one
    guess: int | None = None  # where window and MTD(f) start; default: the evaluation of the root
    margin: int = 50  # half the width of the window
    list_length: int | None = None  # the longest list G; default: what fits in hash_mb
    symmetry: bool = False  # the table knows positions up to symmetry (rule `canonical`)
    ordering: bool = False  # searches with a table, Scout, PVS and quiescence sort moves by the rule `hint`, largest first
    note: str = ""  # what alphabeta-sorted sorts by: hint, estimate; default: hint where the game has that rule
    tolerance: int = 1  # what is not better by more points is cut by tolerant
    reduction: int = 2  # R of null-move: how much less deep a pass is looked at
    checks: int = 1  # quiet checks that a line of quiescence may have beyond the horizon
    processors: int = 4  # simulated ones, of star and pvsplit
    grain: int = 1  # the level of the positions that the star deals out
    message: int = 0  # units of time, in which one node is searched, that it takes to deal out a position
    spread: int | None = None  # how wrong evaluations are, of bstar and bpip; default: the rules' limits, and what bpip learns
    gain: float = 0.0  # bpip ends when looking further is expected to gain no more than so many points; < 0: never
    deepen: bool = False  # search depth 1, 2, ... first, best move of each first in the next
    seconds: float | None = None  # stop then; with deepen the last depth that was finished counts
    nodes: int | None = None
    log: int = 0  # how many events to keep
    weights: Any = None  # of the evaluation; default: those of the position's own game
    whole_line: bool = True  # follow the best line to its end, which is not counted; else only as far as the search kept it
    work: Work | None = None  # the work space to use, so that another thread can stop it


@dataclass(frozen=True)
class Result:
    """What a search found. Value and line are exact if it is complete, but for those of a search that looks for a move."""

    value: int  # for Max, who is the player to move except where a tree starts with Min; means nothing at depth 0
    move: int | None  # None if the game is over or the depth is 0
    line: list[int]
    leaves: int
    nodes: int
    seconds: float
    depth: int  # the last that was finished
    algorithm: str
    memory: int  # the most table entries, or states of the list G, in use at once
    passes: int  # how often the root was searched
    hits: int  # nodes the table answered for
    complete: bool  # False if it was stopped
    exact: bool  # whether the value is known to be that of the game, whatever lies beyond the horizon
    events: Any = field(default=None, repr=False)
    events_lost: int = 0
    timeline: Timeline | None = field(default=None, repr=False)  # what simulated processors did
    interval: tuple[int, int] | None = None  # of B* the bounds of the value, of BPIP its mean less and plus the deviation
    estimated: bool = (
        False  # of these two: whether positions at the horizon were estimated, so that the depth limits what is proved
    )


def search(position: Any, algorithm: str = "alphabeta", depth: int = DEFAULT_DEPTH, options: Options | None = None) -> Result:
    """Search a position to a depth with one of ALGORITHMS, by the evaluation of its game unless other weights are given.

    >>> search(load("connect4").start(), "mtd", depth=8).value
    18
    """
    options = options or Options()
    check(algorithm, depth, options)
    position = native(position)
    module = module_of(algorithm)
    if options.weights is None:
        options = replace(options, weights=own_weights(position) if options.work is None else options.work.weights)
    work = options.work or Work(options.log, options.weights, options.nodes or 0)
    if options.guess is None:
        options = replace(options, guess=_static_score(position, options.weights))
    if getattr(module, "USES_TABLE", False):
        table = options.table or Table(options.hash_mb)
        table.new_root()
        options = replace(options, table=table)
    if getattr(module, "USES_TABLE", False) or getattr(module, "SORTS", False):
        work.use_options(position, options.symmetry, options.ordering)
    if getattr(module, "ALWAYS_SORTS", False):
        work.record.ordering = note_for(position, options.note)
    if (algorithm, type(position)) not in _warm:  # compile before the clock starts
        _run(position, module, getattr(module, "WARM_DEPTH", 0), Work(weights=options.weights), replace(options, gain=-1.0))
        spare = Work(weights=options.weights)  # which the kernel knows by address: it has to stay
        ask_of(module)(position, NO_MOVE, -1, 1, 0, 0, spare.record)
        _warm.add((algorithm, type(position)))
    began = time.perf_counter()
    with Countdown(work, options.seconds):
        if options.deepen and depth > 0:
            found = _deepen(position, module, depth, work, options)
        else:
            found = _run(position, module, depth, work, options)
        seconds = time.perf_counter() - began
        if found.timeline and found.finished:
            found.timeline.sequential = _sequential(position, found.depth, work)
    record = work.record
    line = found.line
    if found.finished and options.whole_line and not found.interval:
        line = complete_line(position, found.depth, found.score, line, ask_of(module), work)
    return Result(
        value=found.score if is_max(position) else -found.score,
        move=line[0] if line else None,
        line=line,
        leaves=work.leaves,
        nodes=int(record.nodes),
        seconds=seconds,
        depth=found.depth,
        algorithm=algorithm,
        memory=int(record.most_held),
        passes=max(1, int(record.passes)),
        hits=int(record.hits),
        complete=found.finished,
        exact=found.finished and found.exact,
        events=found.timeline.order(work.events()).events if found.timeline else work.events(),
        events_lost=max(0, int(record.log_length) - int(record.log_capacity)),
        timeline=found.timeline,
        interval=found.interval,
        estimated=found.estimated,
    )


def module_of(algorithm: str) -> ModuleType:
    return importlib.import_module(f"damier.search.{ALGORITHMS[algorithm][0]}")


def ask_of(module: ModuleType) -> Any:
    """The kernel that fills in the line for an algorithm: the one whose table it uses, or plain alpha-beta."""
    return getattr(module, "ASK", alphabeta)


def check(algorithm: str, depth: int, options: Options) -> None:
    """Raise ValueError, in one clear line, for what cannot be."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {quoted(algorithm)}; there are {', '.join(ALGORITHMS)}")
    if not 0 <= depth <= MOST_PLIES:
        raise ValueError(f"depth is {depth}; it can be 0 to {MOST_PLIES}")
    if options.guess is not None and abs(options.guess) > INFINITY:
        raise ValueError(f"guess is {options.guess}; scores lie between -{MOST_SCORE} and {MOST_SCORE}")
    if options.margin < 1:
        raise ValueError(f"margin is {options.margin}; it must be at least 1")
    if options.list_length is not None and options.list_length < SHORTEST_LIST:
        raise ValueError(f"list length is {options.list_length}; it must be at least {SHORTEST_LIST}")
    if options.seconds is not None and not options.seconds > 0:
        raise ValueError(f"seconds is {options.seconds}; it must be more than 0")
    if options.nodes is not None and options.nodes < 1:
        raise ValueError(f"nodes is {options.nodes}; it must be at least 1")
    if options.hash_mb < 1:
        raise ValueError(f"hash is {options.hash_mb} MB; it must be at least 1")
    if options.note and options.note not in NOTES:
        raise ValueError(f"note is {quoted(options.note)}; it can be {' or '.join(NOTES)}")
    if not 0 <= options.tolerance <= MOST_SCORE:
        raise ValueError(f"tolerance is {options.tolerance}; it can be 0 to {MOST_SCORE}")
    if not REDUCTIONS[0] <= options.reduction <= REDUCTIONS[1]:
        raise ValueError(f"reduction is {options.reduction}; it can be {REDUCTIONS[0]} to {REDUCTIONS[1]}")
    if not 0 <= options.checks <= MOST_PLIES:
        raise ValueError(f"checks is {options.checks}; it can be 0 to {MOST_PLIES}")
    if not 1 <= options.processors <= MOST_PROCESSORS:
        raise ValueError(f"processors is {options.processors}; it can be 1 to {MOST_PROCESSORS:,}")
    if options.grain not in GRAINS:
        raise ValueError(f"grain is {options.grain}; positions of level {' or '.join(map(str, GRAINS))} can be dealt out")
    if not 0 <= options.message <= MOST_MESSAGE:
        raise ValueError(f"message is {options.message}; it can be 0 to {MOST_MESSAGE:,}")
    if options.spread is not None and not 0 <= options.spread <= MOST_SCORE:
        raise ValueError(f"spread is {options.spread}; it can be 0 to {MOST_SCORE:,}")
    if not abs(options.gain) < math.inf:
        raise ValueError(f"gain is {options.gain}; it must be a number")
    if algorithm in CHOOSERS and options.deepen:
        raise ValueError(f"{algorithm} does not deepen: it grows one tree as far as it needs to")
    if options.log < 0:
        raise ValueError(f"log is {options.log} events; it must be 0 or more")


def _static_score(position: Any, weights: Any) -> int:
    score = int(outcome(position))
    return int(estimate(position, np.asarray(weights, np.int32))) if score == ONGOING else score


@dataclass(frozen=True)
class _Found:
    """One search at one depth: the score is for the player to move. Depth 0 if it did not come to its end."""

    score: int
    depth: int
    line: list[int]
    finished: bool
    exact: bool
    timeline: Timeline | None = None
    interval: tuple[int, int] | None = None
    estimated: bool = False


def _run(position: Any, module: ModuleType, depth: int, work: Work, options: Options) -> _Found:
    return (_choose if hasattr(module, "INTERVAL") else _once)(position, module, depth, work, options)


def _choose(position: Any, module: ModuleType, depth: int, work: Work, options: Options) -> _Found:
    """A search for a move: what it has found counts, whether or not it was stopped, or its memory is full."""
    record, before = work.record, work.unproved
    chosen: Any = None

    def run() -> int:
        nonlocal chosen
        chosen = module.choose(position, depth, record, options)
        return int(chosen.value)

    score = run_kernel(run, record)
    check_score(score, record)
    exact = chosen.is_proved and chosen.is_known and options.spread is None and work.unproved == before
    interval = (int(chosen.low), int(chosen.high))
    score = score if is_max(position) else -score
    return _Found(
        score, chosen.reached, chosen.line, chosen.is_proved, exact, interval=interval, estimated=work.unproved != before
    )


def _once(position: Any, module: ModuleType, depth: int, work: Work, options: Options) -> _Found:
    _prepare(module, depth, work, options)
    record = work.record
    before = work.unproved
    timeline: Timeline | None = None

    def run() -> int:
        nonlocal timeline
        if not hasattr(module, "on_processors"):
            return int(module.run(position, depth, record, options))
        timeline = module.on_processors(position, depth, record, options)
        return timeline.value

    score = run_kernel(run, record)
    if record.overflow:
        raise ValueError(
            f"the list G of {record.states_capacity} states is too short for depth {depth}; "
            "give it more memory (--hash) or length (--list-length), or search less deep"
        )
    check_score(score, record)
    if getattr(module, "MINIMAX_CONVENTION", False) and not is_max(position):
        score = -score
    if options.table is not None:
        options.table.held = int(record.held)
    is_decided = abs(score) == WIN and tuple(limits(position)) == (-WIN, WIN)  # no estimate is worth so much
    exact = work.unproved == before or (is_decided and getattr(module, "IS_PROVED", True))
    finished = not record.stop
    return _Found(score, depth if finished else 0, work.best_line() if finished else [], finished, exact, timeline)


def _sequential(position: Any, depth: int, work: Work) -> int | None:
    """How many nodes alpha-beta visits, counted aside; None if the search is told to end meanwhile."""
    record = work.record
    kept = {name: getattr(record, name) for name in ("nodes", "finished", "horizon", "node_limit", "log_capacity", "stop")}
    record.nodes = record.node_limit = record.log_capacity = 0
    alphabeta(position, NO_MOVE, -INFINITY, INFINITY, depth, 0, record)
    found = None if record.stop else int(record.nodes)
    for name, value in kept.items():
        setattr(record, name, value)
    return found


def run_kernel(kernel: Callable[[], Any], record: Any) -> int:
    """The score a kernel gives; what it finds wrong with the rules is said in one line."""
    try:
        score = int(kernel())
    except IndexError:
        raise ValueError(f"rule 'moves' writes more than {MOST_MOVES} moves in some position") from None
    if record.fault:
        raise ValueError(f"rule 'moves' gives no move, or more than {MOST_MOVES}, in a position whose game goes on")
    return score


def check_score(score: int, record: Any) -> None:
    """Refuse the score of a finished search that no rules may give."""
    if not record.stop and abs(score) > MOST_SCORE:
        raise ValueError(f"the rules give a score of {score}; scores lie between -{MOST_SCORE} and {MOST_SCORE}")


def _deepen(position: Any, module: ModuleType, depth: int, work: Work, options: Options) -> _Found:
    """Depth 1, 2, ...: the best moves of one depth are tried first at the next
    (Alliot-Schiex 15.5.1, Alliot "Iter alpha-beta").

    Searches with a table are told the best move; the others have all moves of the root ranked. Alpha-beta knows the values of
    those that became the best one after the other, which stand in front, the last one first; of the rest it only knows that
    they were no better, and they keep their order.
    """
    found: _Found | None = None
    is_ranked = (
        not getattr(module, "USES_TABLE", False) and not hasattr(module, "on_processors") and outcome(position) == ONGOING
    )
    if is_ranked:
        work.rank(moves_in_order(position, int(work.record.ordering), work.weights))
    for reached in range(1, depth + 1):
        this = _once(position, module, reached, work, options)
        if not this.finished:
            return replace(found or this, finished=False)
        line = this.line or best_move(position, reached, this.score, ask_of(module), work)
        found = replace(this, line=line)
        if line:
            work.record.first_move = line[0]
            if is_ranked and not this.line:  # it has no line of its own that would have ranked the move
                work.rank_first(line[0])
        if found.exact:
            break
        options = replace(options, guess=found.score)
    assert found is not None
    return found


def _prepare(module: ModuleType, depth: int, work: Work, options: Options) -> None:
    work.record.line_end[:] = 0
    if getattr(module, "USES_TABLE", False):
        work.use_table(options.table)
    if getattr(module, "USES_STATES", False):
        capacity = options.list_length or capacity_for(options.hash_mb, depth)
        work.use_states(allocate(capacity, depth), capacity, slot_width(depth))
