"""From the log of SSS* or IterSSS* to the visits of each node and the list G after each step.

The log names a node by its path, in `at` events that come before the event itself; they carry indices of moves.
"""

from bisect import bisect_left
from typing import Any

from damier.rules import INFINITY
from damier.search.work import AT, INSERT, KINDS, LEAF, TAKE
from damier.trace import nodes as status
from damier.trace.nodes import Node, Step, Trace, Visit


class ReplayList:
    """Reads a log, event after event, and fills in a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.path: list[int] = []  # to the node of the event, by the indices of the moves
        self.at = trace.nodes[0]
        self.order: list[tuple[int, tuple[int, ...], bool]] = []  # G: the best merit first, then from the left
        self.entered = 0
        self.leaves = 0

    def run(self, events: Any) -> None:
        for kind, ply, move, merit, length, value in events.tolist():
            if kind == AT:
                self.path[ply - 1 :] = [move]
            elif kind == LEAF:
                self._leaf(value)
            else:
                node = self._node(ply)
                if self._is_stopped(kind, node, bool(move)):
                    break
                self._change(kind, node, bool(move), merit, length)
        self._bound_open_nodes()

    def _is_stopped(self, kind: int, node: Node, is_solved: bool) -> bool:
        """Whether a node that is no leaf is solved as soon as it is taken: the search was stopped there."""
        if kind != INSERT or not is_solved or node.is_leaf:
            return False
        last = self.trace.steps[-1]
        return (last.kind, last.node, last.is_solved) == ("take", node.id, False)

    def _leaf(self, value: int) -> None:
        self.leaves += 1
        self.at.evaluations.append(self.leaves)
        visit = self.at.visits[-1]
        visit.value, visit.end = value, "leaf"
        self.trace.steps.append(Step("leaf", self.at.id, visit.alpha, visit.beta, value))

    def _change(self, kind: int, node: Node, is_solved: bool, merit: int, length: int) -> None:
        """A state enters or leaves G."""
        self.at = node
        state = (-merit, tuple(self.path[: node.ply]), is_solved)
        place = bisect_left(self.order, state)
        if kind == INSERT:
            self.order.insert(place, state)
            if is_solved and node.visits and not node.is_leaf:
                node.visits[-1].value, node.visits[-1].end = merit, "left"
        else:
            assert self.order[place] == state
            del self.order[place]
            if kind == TAKE and not is_solved:
                self.entered += 1
                node.status = status.VISITED
                node.visits.append(Visit(self.entered, -INFINITY, merit, 1))
            elif kind != TAKE:
                node.was_purged = True
                if not node.visits:
                    node.status = status.PURGED
        assert len(self.order) == length
        self.trace.steps.append(Step(KINDS[kind], node.id, None, None, merit, 1, is_solved, place))

    def _bound_open_nodes(self) -> None:
        """A node SSS* lost interest in is worth no more than its sons say."""
        nodes = self.trace.nodes
        for node in reversed(nodes):  # sons come after fathers
            if node.sons and node.visits and node.visits[-1].end == "open":
                highs = [nodes[son].bounds[1] for son in node.sons]
                node.at_most = max(highs) if node.is_max else min(highs)

    def _node(self, ply: int) -> Node:
        nodes = self.trace.nodes
        node = nodes[0]
        for index in self.path[:ply]:
            node = nodes[node.sons[index]]
        return node
