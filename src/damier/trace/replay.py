"""From the log of a search that goes down and comes back to the visits of each node."""

from typing import Any, NamedTuple

from damier.search.work import CUT, ENTER, HIT, KINDS, LEAF, LEAVE, PASS, STAND
from damier.trace import nodes as status
from damier.trace.nodes import Node, Pass, Step, Trace, Visit


class Open(NamedTuple):
    """A node the search is in."""

    node: Node
    visit: Visit
    tried: set[int]  # the sons entered so far


class Replay:
    """Reads a log, event after event, and fills in a trace."""

    def __init__(self, trace: Trace, for_max: bool) -> None:
        self.trace = trace
        self.for_max = for_max  # whether the log's windows and values are Max's, or those of the player to move
        self.path: list[Open] = []  # from the root to where the search is
        self.entered = 0
        self.leaves = 0
        self.passing = 1
        self.awaited: dict[int, int] = {}  # the last pass over a node, while its value is not known

    def run(self, events: Any) -> None:
        for kind, ply, move, alpha, beta, value in events.tolist():
            if self._is_stopped(kind, ply):
                break
            if kind == ENTER:
                self._enter(ply, move, alpha, beta)
            elif kind == PASS:
                self._pass(ply, move, alpha, beta)
            elif kind == CUT:
                self._cut(ply, value)
            elif kind == STAND:
                self._stand(ply, value)
            else:
                self._end(kind, ply, value)
        self._mark_cut()

    def _mark_cut(self) -> None:
        nodes = self.trace.nodes
        for node in nodes:
            for son in node.cut:
                if not nodes[son].visits:
                    nodes[son].status = status.CUT

    def _is_stopped(self, kind: int, ply: int) -> bool:
        """Whether a node below has been given up without an end: the search was stopped, and what follows means nothing."""
        below = self.path[ply if kind == ENTER else ply + 1 :]
        return any(opened.visit.end == "open" for opened in below)

    def _enter(self, ply: int, move: int, alpha: int, beta: int) -> None:
        node = self._son(ply, move)
        alpha, beta = self._window(node, alpha, beta)
        self.entered += 1
        visit = Visit(self.entered, alpha, beta, self.passing)
        node.visits.append(visit)
        node.status = status.VISITED
        del self.path[ply:]
        if self.path:
            self.path[-1].tried.add(node.id)
        self.path.append(Open(node, visit, set()))
        self._step("enter", node, alpha, beta)

    def _cut(self, ply: int, value: int) -> None:
        node, visit, tried = self.path[ply]
        visit.cut = [son for son in node.sons if son not in tried]
        self._step("cut", node, visit.alpha, visit.beta, self._value(node, value))

    def _stand(self, ply: int, value: int) -> None:
        """Beyond the horizon: the estimate of a node that is no leaf counts as one."""
        node, visit, _ = self.path[ply]
        self.leaves += 1
        node.evaluations.append(self.leaves)
        self._step("stand", node, visit.alpha, visit.beta, self._value(node, value))

    def _end(self, kind: int, ply: int, value: int) -> None:
        """A leaf, an answer from the table, or the last of a node's sons."""
        node, visit, _ = self.path[ply]
        visit.value = self._value(node, value)
        visit.end = {LEAF: "leaf", HIT: "hit", LEAVE: "left"}[kind]
        if kind == LEAF:
            self.leaves += 1
            node.evaluations.append(self.leaves)
        self._step(KINDS[kind], node, visit.alpha, visit.beta, visit.value)
        if node.id in self.awaited:
            place = self.awaited.pop(node.id)
            self.trace.passes[place] = self.trace.passes[place]._replace(value=visit.value)

    def _pass(self, ply: int, move: int, alpha: int, beta: int) -> None:
        """The root is searched, or a son again; then the window is the father's."""
        node = self._son(ply, move)
        alpha, beta = self._window(self.trace.nodes[max(node.father, 0)], alpha, beta)
        self.awaited[node.id] = len(self.trace.passes)
        self.trace.passes.append(Pass(len(self.trace.passes) + 1, node.id, alpha, beta))
        if ply == 0:
            self.passing = len(self.trace.passes)
        self._step("pass", node, alpha, beta)

    def _son(self, ply: int, move: int) -> Node:
        nodes = self.trace.nodes
        if ply == 0:
            return nodes[0]
        return next(nodes[son] for son in self.path[ply - 1].node.sons if nodes[son].move == move)

    def _window(self, node: Node, alpha: int, beta: int) -> tuple[int, int]:
        return (alpha, beta) if self.for_max or node.is_max else (-beta, -alpha)

    def _value(self, node: Node, value: int) -> int:
        return value if self.for_max or node.is_max else -value

    def _step(self, kind: str, node: Node, alpha: int, beta: int, value: int | None = None) -> None:
        self.trace.steps.append(Step(kind, node.id, alpha, beta, value, self.passing))
