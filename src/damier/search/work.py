"""What a search carries along: counters, buffers, the line, the log, the stop flag; one record, one pointer.

Everything is allocated before the search starts, nothing inside it. `Work` owns the memory and is what Python sees;
kernels get `Work.record`. The log is a list of events in the order in which they happened,

    ENTER   a node is entered             index of its move, alpha, beta
    LEAF    it is a leaf                  its value
    HIT     the table knows it            the value taken
    CUT     the rest of its moves is cut  the value that cut
    LEAVE   its value is known            alpha, beta, value
    PASS    the root is searched (again)  alpha, beta
    AT      SSS* goes to a node           one step of the path from the root, by its index
    INSERT  a state enters the list G     1 if solved, its merit, length of G
    TAKE    the first state leaves G      1 if solved, its merit, length of G
    PURGE   a state is removed from G     1 if solved, its merit, length of G

each with the ply at which it happened. Events beyond the log's capacity are counted, not kept; without capacity there
is no log and the same code is the fast version.
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, compiled
from damier.rules import MOST_MOVES, MOST_PLIES

ENTER, LEAF, HIT, CUT, LEAVE, PASS, AT, INSERT, TAKE, PURGE = range(10)
KINDS = ("enter", "leaf", "hit", "cut", "leave", "pass", "at", "insert", "take", "purge")
COLUMNS = 6  # kind, ply, index, alpha, beta, value

POLL = 1023  # the stop flag is read when the node count meets this mask
_PLIES = MOST_PLIES + 6  # room for the ply beyond the deepest

RECORD = np.dtype(
    [
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("horizon", np.int64),  # leaves that were evaluated, not finished games
        ("hits", np.int64),  # nodes answered by the table
        ("passes", np.int64),
        ("held", np.int64),  # table entries or states of G in use
        ("most_held", np.int64),
        ("overflow", np.int64),  # 1 if the list G did not fit
        ("stop", np.int64),  # set by another thread to end the search
        ("node_limit", np.int64),  # 0: none
        ("log", np.int64),
        ("log_capacity", np.int64),
        ("log_length", np.int64),
        ("weights", np.int64),
        ("weights_length", np.int64),
        ("table", np.int64),
        ("table_buckets", np.int64),
        ("table_age", np.int64),
        ("states", np.int64),
        ("states_capacity", np.int64),
        ("moves", np.int32, (_PLIES, MOST_MOVES)),
        ("line", np.int32, (_PLIES, _PLIES)),
        ("line_end", np.int32, (_PLIES,)),
    ],
    align=True,
)


class Work:
    """The memory of one search; it can be used for many, one after the other."""

    def __init__(self, log_capacity: int = 0, weights: Any = None) -> None:
        self._memory = np.zeros(1, RECORD).view(np.recarray)
        self.record: Any = self._memory[0]
        self._log = np.zeros(log_capacity * COLUMNS, np.int64)
        self.record.log = self._log.ctypes.data
        self.record.log_capacity = log_capacity
        self._weights = np.ascontiguousarray(weights if weights is not None else (), np.int32)
        self.record.weights = self._weights.ctypes.data
        self.record.weights_length = len(self._weights)
        self._owned: dict[str, Any] = {}

    def attach(self, name: str, array: Any, length: int) -> None:
        """Let the record know an array of variable size, and keep it alive as long as the record."""
        self._owned[name] = array
        setattr(self.record, name, array.ctypes.data)
        setattr(self.record, {"table": "table_buckets", "states": "states_capacity"}[name], length)

    def events(self) -> Any:
        """The events logged so far, one a row: kind, ply, index, alpha, beta, value."""
        kept = min(int(self.record.log_length), int(self.record.log_capacity))
        return self._log[: kept * COLUMNS].reshape(-1, COLUMNS)

    def best_line(self) -> list[int]:
        """The moves of the principal line as far as the search kept it."""
        return [int(move) for move in self.record.line[0, : self.record.line_end[0]]]


@compiled
def note(work: Any, kind: Any, ply: Any, index: Any, alpha: Any, beta: Any, value: Any) -> None:
    """Log an event."""
    if work.log_capacity > 0:
        if work.log_length < work.log_capacity:
            log = array_at(work.log, work.log_capacity * COLUMNS, np.int64)
            row = work.log_length * COLUMNS
            log[row] = kind
            log[row + 1] = ply
            log[row + 2] = index
            log[row + 3] = alpha
            log[row + 4] = beta
            log[row + 5] = value
        work.log_length += 1


@compiled
def enter(work: Any, ply: Any, index: Any, alpha: Any, beta: Any) -> None:
    """Count and log a node, and start its line; every so often see whether the search should stop."""
    work.nodes += 1
    work.line_end[ply] = ply
    if work.nodes & POLL == 0 and work.node_limit > 0 and work.nodes >= work.node_limit:
        work.stop = 1
    note(work, ENTER, ply, index, alpha, beta, 0)


@compiled
def keep(work: Any, ply: Any, move: Any) -> None:
    """The best line from this ply is this move, then the best line of the ply below."""
    end = work.line_end[ply + 1]
    work.line[ply, ply] = move
    for i in range(ply + 1, end):
        work.line[ply, i] = work.line[ply + 1, i]
    work.line_end[ply] = max(end, ply + 1)
