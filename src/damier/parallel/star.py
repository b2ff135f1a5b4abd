"""Alpha-beta in a star: a master, who knows the top of the tree, and workers, who search subtrees (Alliot-Schiex 15.5.5).

The page's six steps, with a tree (`tree.py`) where it has the moves of the root, so that the first move, which takes half of
the time, is shared out as well (its footnote: principal variation splitting):

1. the master gives each worker a subtree and its window;
2. a worker tells what his position is worth at least, as soon as he knows more;
3. one who has finished tells its value: the master notes it (a), takes him for free (b), orders those to stop whose subtrees no
   longer matter (c), and gives out what waits (d); those who go on are told the narrower window;
4. so he does when a worker tells that his position is good enough not to be allowed;
5. each better value is the bound of all that follow;
6. until nothing is left, and the bounds of the root meet.

Who dies is replaced, and his subtree is given to another one. Before the tree is shared out one worker searches the root to
depth 1, 2, ... until that takes as long as a task should: this tells how large tasks are to be, and which line comes first. A
task that turns out to be long while somebody has nothing to do is split: what its worker knows of the replies is kept.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from damier.parallel.grain import GrainWatch, choose_grain
from damier.parallel.question import Question
from damier.parallel.shared import Shared, SharedSearch
from damier.parallel.subtree import GRAIN, LONG
from damier.parallel.tree import Node, SharedTree, Window
from damier.processes.staff import Kind, Places, Seat, Word
from damier.rules import INFINITY


@dataclass
class _Task:
    """A subtree that a worker searches."""

    number: int
    node: Node
    window: Window
    is_stopped: bool = False
    since: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class _Known:
    """What the root is worth at a depth."""

    depth: int = 0
    score: int | None = None
    line: Sequence[int] = ()
    is_exact: bool = False  # at any other depth, too


class Star(SharedSearch):
    """The master."""

    WORKER = "damier.parallel.star_worker"

    def __init__(
        self, question: Question, places: Places, jobs: int = 0, seconds: float | None = None, deepen: bool = False
    ) -> None:
        """With `deepen` every depth is searched, the line of one first in the next."""
        super().__init__(question, places, jobs, seconds)
        self._deepen = deepen
        self._tasks: dict[Seat, _Task] = {}
        self._idle: list[Seat] = []
        self._number = 0
        self._measured: list[float] = []  # the seconds that the root took to depth 1, 2, ...
        self._is_measuring = True
        self._watch = GrainWatch()
        self._known = _Known()
        self._lines: dict[int, Sequence[int]] = {}  # best play at the last odd depth, and at the last even one
        self._tree = self._new_tree(1, 1)

    def _is_over(self) -> bool:
        return self._known.depth == self.question.depth or self._known.is_exact

    def _new_tree(self, depth: int, grain: int) -> SharedTree:
        return SharedTree(self.game, self.position, depth, grain, self._lines.get(depth % 2, self._known.line))

    def _attend(self, word: Word) -> None:
        seat = word.seat
        if word.kind is Kind.READY:
            self._idle.append(seat)
        elif word.kind is Kind.GONE:
            task = self._tasks.pop(seat, None)
            if seat in self._idle:
                self._idle.remove(seat)
            self._staff.hire()
            self.effort.lose(word, task.node.path if task else None)
        else:
            self._hear(seat, word.said)
        self._share_out()

    def _hear(self, seat: Seat, said: Any) -> None:
        """What a worker has found: steps 2 and 3."""
        task = self._tasks.get(seat)
        found = said.get("done", said)
        if task is None or found.get("task") != task.number:
            return
        is_current = self._tree.find(task.node.path) is task.node  # else it is of a depth that is over
        if "done" not in said:
            if is_current:
                self.effort.rest_on(found)
                self._tree.learn(task.node.path, low=int(found["low"]))
            return
        del self._tasks[seat]
        self._idle.append(seat)
        self.effort.add(found)
        self.effort.tasks += 1
        self.effort.stopped += task.is_stopped
        if is_current:
            self.effort.rest_on(found)
            self._tree.learn(task.node.path, int(found["low"]), int(found["high"]), found["line"])
            if found["is_stopped"] and task.node.children is not None:
                self._tree.learn_replies(task.node.path, found["replies"])
            self._mind_grain(bool(found["is_stopped"]), float(found["seconds"]))

    def _mind_grain(self, is_stopped: bool, seconds: float) -> None:
        """See how long a task has taken; tasks of a few milliseconds are made larger."""
        if not self._is_measuring:
            if not is_stopped and self._watch.larger(seconds):
                self._tree.grain = min(self._tree.grain + 1, self._tree.root.depth)
        elif not is_stopped:
            self._measured.append(seconds)
        else:  # this depth takes long
            self._is_measuring = False
            depth = self._tree.root.depth if self._deepen else self.question.depth
            self._tree = self._new_tree(depth, max(1, len(self._measured)))

    def _look_around(self) -> None:
        """Split the task that has lasted longest, if it is long and somebody has nothing to do."""
        if not self._idle or self._is_measuring:
            return
        long = [task for task in self._tasks.values() if not task.is_stopped and task.node.children is None]
        long = [task for task in long if task.node.depth > 1 and time.monotonic() > task.since + LONG]
        if long:
            self._tree.split(min(long, key=lambda task: task.since).node.path)
            self._share_out()

    def _share_out(self) -> None:
        """Steps 3 (c), (d) and 4: stop what no longer matters, tell narrower windows, give out what waits."""
        self._go_deeper()
        while not self._is_over():
            self._give_orders()
            taken = {task.node.path for task in self._tasks.values() if not task.is_stopped}
            waiting = self._tree.tasks(taken)
            while self._idle and (node := next(waiting, None)) is not None:
                self._give(self._idle.pop(0), node)
            if not self._tree.root.is_known:
                return
            self._go_deeper()  # finished games alone have told what it is worth

    def _give_orders(self) -> None:
        for seat, task in self._tasks.items():
            is_open = self._tree.find(task.node.path) is task.node and task.node.is_open() and task.node.children is None
            window = task.node.window()
            if not is_open and not task.is_stopped:
                task.is_stopped = True
                self._staff.say(seat, {"order": {"task": task.number, "stop": True, "alpha": INFINITY, "beta": -INFINITY}})
            elif is_open and window != task.window:
                task.window = window
                self._staff.say(seat, {"order": {"task": task.number, "alpha": window[0], "beta": window[1]}})

    def _give(self, seat: Seat, node: Node) -> None:
        """Have a worker search a subtree: step 1."""
        self._number += 1
        alpha, beta = node.window()
        self._tasks[seat] = _Task(self._number, node, (alpha, beta))
        task = {"task": self._number, "path": list(node.path), "depth": node.depth, "alpha": alpha, "beta": beta}
        self._staff.say(seat, task | ({"seconds": LONG} if self._is_measuring and node.depth > 1 else {}))

    def _go_deeper(self) -> None:
        """When the root is known, go on to the next depth: one ply more while it is measured, then the whole."""
        root = self._tree.root
        if not root.is_known:
            return
        self._known = _Known(root.depth, root.low, self._tree.line(), self._is_exact(root.low))
        self._lines[root.depth % 2] = self._known.line
        if self._is_over():
            return
        depth = root.depth + 1
        self.effort.is_proved = True  # so far, as for the next depth
        self._is_measuring = self._is_measuring and self._measured[-1] < GRAIN
        if self._is_measuring:
            self._tree = self._new_tree(depth, depth)
            return
        depth = depth if self._deepen else self.question.depth
        self._tree = self._new_tree(depth, choose_grain(self._measured, depth, self.jobs))

    def _told(self, seconds: float) -> Shared:
        known = self._known
        return self._shared(known.score, list(known.line), known.depth, self._is_over(), known.is_exact, seconds)
