"""From the log of a search that grows a tree in memory to the visits of each node, and to what it knew of each when.

The log tells nodes by their numbers in that tree: those of brothers follow each other, the first one's comes with the event
that makes them. A node's interval is, of B*, its bounds; of BPIP, the mean less and plus the standard deviation.
"""

from typing import Any

from damier.search.work import BACK, ENTER, GROW, LEAF
from damier.trace import nodes as status
from damier.trace.nodes import Node, Step, Trace, Visit


class ReplayGrown:
    """Reads a log, event after event, and fills in a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.known: dict[int, Node] = {0: trace.nodes[0]}  # by their numbers in the tree
        self.father = trace.nodes[0]
        self.first = 0
        self.entered = 0
        self.leaves = 0

    def run(self, events: Any) -> None:
        rows = events.tolist()
        for (kind, _, number, low, high, value), after in zip(rows, [*rows[1:], None], strict=True):
            if kind == GROW:
                self.father, self.first = self.known[number], value
                self._step("grow", self.father, low, high, None)
            elif kind == ENTER:
                if after is None or after[0] not in (LEAF, BACK):
                    break  # stopped there
                self._enter(number, after)
            elif kind == LEAF:
                self._leaf(value)
            elif kind == BACK and self.trace.steps[-1] != self._told(number, low, high, value):
                self._back(number, low, high, value)

    def _enter(self, number: int, after: list[int]) -> None:
        """A node is made; what is known of it comes with the next event."""
        node = self.known[0] if number == 0 else self.trace.nodes[self.father.sons[number - self.first]]
        self.known[number] = self.at = node
        kind, _, _, low, high, value = after
        if kind == LEAF or self.trace.interval == "spread":
            low = high = value
        self.entered += 1
        node.visits.append(Visit(self.entered, low, high, 1))
        node.status = status.VISITED
        self._know(node, low, high, value)
        self._step("enter", node, low, high, value)

    def _leaf(self, value: int) -> None:
        self.leaves += 1
        self.at.evaluations.append(self.leaves)
        self.at.visits[-1].value, self.at.visits[-1].end = value, "leaf"
        self._step("leaf", self.at, value, value, value)

    def _told(self, number: int, low: int, high: int, value: int) -> Step:
        """What the event that comes with a new node has told already."""
        if self.trace.interval == "spread":
            low = high = value
        return Step("enter", self.known[number].id, low, high, value)

    def _back(self, number: int, low: int, high: int, value: int) -> None:
        node = self.known[number]
        self._know(node, low, high, value)
        self._step("back", node, low, high, value)

    def _know(self, node: Node, low: int, high: int, value: int) -> None:
        if self.trace.interval == "spread":
            node.mean, node.deviation = value, high - value
        else:
            node.at_least, node.at_most = low, high

    def _step(self, kind: str, node: Node, low: int, high: int, value: int | None) -> None:
        self.trace.steps.append(Step(kind, node.id, low, high, value))
