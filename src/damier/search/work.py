"""What a search carries along: counters, buffers, the line, the log, the stop flag; one record, one pointer.

Everything is allocated before the search starts, nothing inside it. `Work` owns the memory and is what Python sees;
kernels get `Work.record`. The log is a list of events in the order in which they happened, each with its ply:

    ENTER   a node is entered             the move that led there, alpha, beta
    LEAF    it is a leaf                  its value
    HIT     the table answers for it      alpha, beta, the value taken
    CUT     its remaining moves are cut   the move that cut, alpha, beta, the value
    LEAVE   it is left                    the move that led there, alpha, beta, its value
    PASS    the root is searched (again)  alpha, beta
    AT      SSS* turns to a node          one step of its path: ply and move
    INSERT  that node enters the list G   1 if solved, its merit, the length of G
    TAKE    it is taken from G            1 if solved, its merit, the length of G
    PURGE   it is removed from G          1 if solved, its merit, the length of G
    STOP    a processor is to give it up  alpha, beta
    BOUND   its later sons have a bound   alpha, beta, the bound
    GROW    a node gets its sons          its number, low, high, the number of the first son
    BACK    what is known of it changes   its number, low, high, what is thought of it
    STAND   beyond the horizon: no leaf   alpha, beta, its estimate as it stands

Windows and values are for Max in the algorithms of the minimax convention and for the player to move in the others.
Events beyond the log's capacity are counted, not kept. Without capacity there is no log: the same code is the fast
version. Searches that grow a tree in memory tell nodes, in ENTER too, by their numbers there (see grown_tree.py).
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, has_rule, inlined, part, uncompiled
from damier.network.reckoning import accumulators, is_network
from damier.rules import MOST_MOVES, MOST_PLIES

ENTER, LEAF, HIT, CUT, LEAVE, PASS, AT, INSERT, TAKE, PURGE, STOP, BOUND, STAND, GROW, BACK = range(15)
_FIRST_KINDS = ("enter", "leaf", "hit", "cut", "leave", "pass", "at", "insert", "take", "purge", "stop", "bound")
KINDS = (*_FIRST_KINDS, "stand", "grow", "back")
COLUMNS = ("kind", "ply", "move", "alpha", "beta", "value")
_WIDTH = len(COLUMNS)

NO_MOVE = -1  # the move that led to the root
PASSED = -2  # the null move, where a player passes
PLIES = MOST_PLIES + 6  # with room for the ply beyond the deepest
APART = 8  # rows are not a power of two apart, or all plies would compete for the same lines of the processor's cache

FIELDS: list[Any] = [
    ("nodes", np.int64),
    ("finished", np.int64),  # leaves that are finished games
    ("horizon", np.int64),  # leaves that were evaluated
    ("guesses", np.int64),  # answers of the table that rest on evaluations, and cuts that are not proved
    ("hits", np.int64),  # nodes the table answered for
    ("passes", np.int64),  # searches of the root
    ("held", np.int64),  # table entries or states of G in use
    ("most_held", np.int64),
    ("overflow", np.int64),  # 1 if the list G did not fit
    ("watched", np.int64),  # 1 if there is a log, a node limit, or the search is to stop
    ("fault", np.int64),  # 1 if a rule gave what cannot be
    ("stop", np.int64),  # set, here or by another thread, to end the search
    ("node_limit", np.int64),  # 0: none
    ("leaves_in_limit", np.int64),  # how many of so many nodes were leaves, once there are more
    ("deadline", np.int64),  # see `clock.py`
    ("first_move", np.int64),  # to be tried first at the root, or NO_MOVE
    ("total", np.int64),  # 1 if games are searched to their end, whatever the depth
    ("symmetry", np.int64),  # 1 if the table knows positions up to symmetry
    ("ordering", np.int64),  # 1 if moves are sorted by their hints, 2 by the estimates of where they lead
    ("quiet_checks", np.int64),  # quiet checks that a line beyond the horizon may contain
    ("pass_reduction", np.int64),  # R: how much less deep the other player looks after a null move
    ("cut_tolerance", np.int64),  # what is not better by more is cut
    ("root_ranked", np.int64),  # 1 if the moves of the root are tried in the order of `root_ranking`
    ("log", np.int64),
    ("log_capacity", np.int64),
    ("log_length", np.int64),
    ("weights", np.int64),
    ("weights_length", np.int64),
    ("accumulators", np.int64),  # of a network, 0 if the weights are none: see `network/reckoning.py`
    ("accumulators_length", np.int64),
    ("table", np.int64),
    ("table_buckets", np.int64),
    ("table_age", np.int64),
    ("states", np.int64),
    ("states_capacity", np.int64),
    ("states_width", np.int64),
    ("path", np.int64, (PLIES,)),  # of the node SSS* is at, by the indices of the moves
    ("max_at", np.int64, (PLIES,)),  # whether Max moves at each ply of that path
    ("hints", np.int64, (MOST_MOVES,)),  # of the moves that are being sorted
    ("root_ranking", np.int64, (MOST_MOVES,)),  # its moves, best first; what becomes the best comes to the front
    ("moves", np.int64, (PLIES, MOST_MOVES + APART)),
    ("line", np.int64, (PLIES, PLIES + APART)),
    ("line_end", np.int64, (PLIES,)),
]
RECORD = np.dtype(FIELDS, align=True)
_OPTIONS = ("total", "symmetry", "ordering", "quiet_checks", "pass_reduction", "cut_tolerance")
_SHARED = ("table", "table_buckets", "table_age", *_OPTIONS)


class Work:
    """The memory of a search."""

    LAYOUT = RECORD

    def __init__(self, log_capacity: int = 0, weights: Any = (), node_limit: int = 0, memory: Any = None) -> None:
        """`memory` is what a record was in before, emptied."""
        self._memory = np.zeros(1, self.LAYOUT).view(np.recarray) if memory is None else memory
        self.record: Any = self._memory[0]
        self.record.first_move = NO_MOVE
        self.record.node_limit = node_limit
        self.record.watched = log_capacity > 0 or node_limit > 0
        self._log = np.zeros(log_capacity * _WIDTH, np.int64)
        self._weights = np.ascontiguousarray(weights, np.int32)
        self.record.log, self.record.log_capacity = self._log.ctypes.data, log_capacity
        self.record.weights, self.record.weights_length = self._weights.ctypes.data, len(self._weights)
        if is_network(self._weights):
            self._accumulators = accumulators(self._weights, PLIES + 1)
            self.record.accumulators, self.record.accumulators_length = self._accumulators.ctypes.data, len(self._accumulators)
        else:
            self.record.accumulators = 0
        self._table: Any = None
        self._states: Any = None

    def use_table(self, table: Any) -> None:
        """Search with this transposition table (see table.py)."""
        self._table = table
        self.record.table, self.record.table_buckets = table.entries.ctypes.data, table.buckets
        self.record.table_age = table.age
        self.record.held = self.record.most_held = table.held

    def use_options(self, position: Any, symmetry: bool, ordering: bool) -> None:
        """Know positions up to symmetry in the table, sort moves by their hints: where the position's game has the rules."""
        self.record.symmetry = symmetry and has_rule(position, "canonical")
        self.record.ordering = ordering and has_rule(position, "hint")

    def rank(self, moves: list[int]) -> None:
        """Try the moves of the root in this order, and keep it up to date: what becomes the best comes to the front."""
        self.record.root_ranked = 1
        self.record.root_ranking[: len(moves)] = moves

    def rank_first(self, move: int) -> None:
        """A move of the root is the best."""
        uncompiled(_rank_first)(self.record, move)

    def use_states(self, states: Any, capacity: int, width: int) -> None:
        """Search with this memory for the list G (see states.py)."""
        self._states = states
        self.record.states, self.record.states_capacity, self.record.states_width = states.ctypes.data, capacity, width
        self.record.held = 0

    def scratch(self) -> "Work":
        """Another work space, without log, that shares weights, table and options."""
        other = Work(weights=self._weights)
        other._table = self._table
        for field in _SHARED:
            setattr(other.record, field, getattr(self.record, field))
        return other

    def stop(self) -> None:
        """End the search soon; called from another thread."""
        self.record.stop = 1
        self.record.watched = 1

    def stop_at(self, deadline: int) -> None:
        """End the search when this moment has come (see `clock.py`); 0: no such moment."""
        self.record.deadline = deadline

    def events(self) -> Any:
        """The events that were kept, one a row of COLUMNS."""
        kept = min(int(self.record.log_length), int(self.record.log_capacity))
        return self._log[: kept * _WIDTH].reshape(-1, _WIDTH)

    @property
    def weights(self) -> Any:
        """Those of the game's evaluation."""
        return self._weights

    @property
    def leaves(self) -> int:
        return int(self.record.finished) + int(self.record.horizon)

    @property
    def unproved(self) -> int:
        """How often a value was no more than an estimate: at the horizon, or as the table has it from there."""
        return int(self.record.horizon) + int(self.record.guesses)

    def best_line(self) -> list[int]:
        """The principal line as far as the search kept it."""
        return [int(move) for move in self.record.line[0, : self.record.line_end[0]]]


@part
def note(work: Any, kind: Any, ply: Any, move: Any, alpha: Any, beta: Any, value: Any) -> None:
    """Log an event."""
    if work.log_capacity > 0:
        if work.log_length < work.log_capacity:
            log = array_at(work.log, work.log_capacity * _WIDTH, np.int64)
            row = work.log_length * _WIDTH
            log[row] = kind
            log[row + 1] = ply
            log[row + 2] = move
            log[row + 3] = alpha
            log[row + 4] = beta
            log[row + 5] = value
        work.log_length += 1


@inlined
def keep(work: Any, ply: Any, move: Any) -> None:
    """The best line from this ply is this move, then the best line of the ply below."""
    end = work.line_end[ply + 1]
    work.line[ply, ply] = move
    for i in range(ply + 1, end):
        work.line[ply, i] = work.line[ply + 1, i]
    work.line_end[ply] = max(end, ply + 1)
    if ply == 0 and work.root_ranked:
        _rank_first(work, move)


@part
def _rank_first(work: Any, move: Any) -> None:
    """Bring a move of the root to the front of the ranking; the others keep their order."""
    place = 0
    while place < MOST_MOVES - 1 and work.root_ranking[place] != move:
        place += 1
    for i in range(place, 0, -1):
        work.root_ranking[i] = work.root_ranking[i - 1]
    work.root_ranking[0] = move
