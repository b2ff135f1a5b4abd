"""From the log of a search by several processors to the visits of each node, and to what each processor did when.

Their events are mixed, in the order of time. Each block of work goes down and comes back by itself, below a node that some
processor has visited before; what is told of such a node, whose sons are shared out, is looked up by its path.
"""

from damier.search.timeline import Block as Worked
from damier.search.timeline import Timeline
from damier.search.work import BOUND, CUT, ENTER, KINDS, LEAVE, STOP
from damier.trace.nodes import Block, Node, Trace
from damier.trace.replay import Open, Replay


class ReplayLanes(Replay):
    """Reads a log, event after event, and fills in a trace."""

    def __init__(self, trace: Trace, timeline: Timeline) -> None:
        super().__init__(trace, for_max=False)
        self.timeline = timeline
        self.opened: dict[int, Open] = {}  # the last visit of each node
        self.paths: dict[int, list[Open]] = {}  # by block: from the root to where it is
        self.processor = 0
        self.time = 0

    def replay(self) -> None:
        log = self.timeline.log
        assert log is not None
        for row, time, block in zip(log.events.tolist(), log.times.tolist(), log.blocks.tolist(), strict=True):
            self.time = time
            if block >= 0:
                self._worked(block, *row)
            else:
                self._told(-1 - block, *row)
        self._mark_cut()
        self.trace.blocks = [self._block(each) for each in self.timeline.blocks]

    def _worked(self, number: int, kind: int, ply: int, move: int, alpha: int, beta: int, value: int) -> None:
        block = self.timeline.blocks[number]
        self.processor = block.processor
        if number not in self.paths:
            self.paths[number] = [self.opened[node.id] for node in self._nodes(block.path[:-1])] if block.path else []
        self.path = self.paths[number]
        if kind == ENTER:
            self._enter(ply, move, alpha, beta)
            self.opened[self.path[-1].node.id] = self.path[-1]
        elif kind == CUT:
            self._cut(ply, value)
        else:
            self._end(kind, ply, value)

    def _told(self, number: int, kind: int, ply: int, move: int, alpha: int, beta: int, value: int) -> None:
        told = self.timeline.told[number]
        self.processor = told.processor
        nodes = self._nodes(told.path)
        node = nodes[-1]
        window = self._window(node, alpha, beta)
        if kind in (STOP, BOUND):
            self._step(KINDS[kind], node, *window, self._value(node, value) if kind == BOUND else None)
            return
        self.path = [self.opened[each.id] for each in nodes]
        if kind == LEAVE:  # the bound may have risen since it was entered: what its value proves rests on the last
            node.visits[-1].alpha, node.visits[-1].beta = window
            self._end(kind, ply, value)
        else:
            self._cut(ply, value)

    def _nodes(self, path: tuple[int, ...]) -> list[Node]:
        """The nodes along a path, the root first."""
        found = [self.trace.nodes[0]]
        for move in path:
            sons = (self.trace.nodes[son] for son in found[-1].sons)
            found.append(next(son for son in sons if son.move == move))
        return found

    def _block(self, block: Worked) -> Block:
        node = self._nodes(block.path)[-1]
        alpha, beta = self._window(node, block.alpha, block.beta)
        has_value = not block.is_stopped and (not block.is_visit or node.is_leaf)
        return Block(
            processor=block.processor,
            node=node.id,
            start=block.start,
            end=block.end,
            alpha=alpha,
            beta=beta,
            value=self._value(node, block.score) if has_value else None,
            is_visit=block.is_visit,
            is_stopped=block.is_stopped,
            is_thrown_away=block.is_thrown_away,
        )

    def _step(self, kind: str, node: Node, alpha: int, beta: int, value: int | None = None) -> None:
        super()._step(kind, node, alpha, beta, value)
        self.trace.steps[-1] = self.trace.steps[-1]._replace(processor=self.processor, time=self.time)
