"""Star: a master deals out the moves to processors, which each search by alpha-beta (Alliot-Schiex 15.5.5, in six steps).

The grain is the level of what is dealt out: 1, the positions after each move, or 2, those after each answer. The values
of level 2 are told to the master one by one, and make the partial value of their position of level 1, which can only
fall where the other player answers. Once a position has its final value, it is p0 if it is the best, and all whose
partial value is no better are stopped. p0 is the bound of whatever is dealt out later. Where the same player moves again a
partial value can only rise, and is p0 at once if it is better.

Run by simulated processors (`processors.py`). With one it is alpha-beta, node by node.
"""

from dataclasses import dataclass, field
from typing import Any

from damier.kernel import native
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.processors import Path, Processors, carried_out
from damier.search.timeline import Block, Timeline
from damier.search.work import BOUND, CUT, LEAVE

TITLE = "Star"


@dataclass(eq=False)
class Branch:
    """A position of level 1, and what the master knows of it; values are for the player to move at the root."""

    position: Any
    path: Path
    depth: int  # below it
    is_reply: bool  # the other player moves: the partial value falls
    partial: int
    alpha: int = -INFINITY  # p0 when it was dealt out
    owner: int = 0  # the processor it was dealt to
    moves: list[int] | None = None  # None until it was visited
    begun: int = 0  # how many of them
    running: list[Block] = field(default_factory=list)
    heard: list[tuple[Block, int]] = field(default_factory=list)  # who told a value, and the partial value it led to
    is_over: bool = False

    @property
    def is_new(self) -> bool:
        return self.moves is None and not self.running and not self.is_over

    @property
    def has_more(self) -> bool:
        """Whether a position of level 2 waits to be searched."""
        return not self.is_over and self.moves is not None and self.begun < len(self.moves)

    def is_refuted(self, p0: int) -> bool:
        return not self.is_over and self.is_reply and self.partial <= p0

    def own(self, low: int, high: int) -> tuple[int, int]:
        """A window of the root's player, seen by the player to move here."""
        return (-high, -low) if self.is_reply else (low, high)


@dataclass
class Master:
    """What the master of the star knows."""

    processors: Processors
    grain: int
    branches: list[Branch]
    p0: int = -INFINITY


def star(position: Any, depth: int, processors: Processors, grain: int) -> int:
    """The value for the player to move."""
    # 1. at first only the master knows the position; it lists those of level 1
    root = processors.visit(position, (), -INFINITY, INFINITY, depth, by=0)
    if root.score != ONGOING:
        return root.score
    processors.wait()
    master = Master(processors, grain, [branch_of(position, move, depth - 1) for move in root.moves])
    # 6. until all have been looked at and all processors have ended
    while deal_out(master):
        for block in processors.wait():
            if not block.is_stopped:
                hear(master, block)
    processors.note(LEAVE, root, (), -INFINITY, INFINITY, master.p0)
    return master.p0


def deal_out(master: Master) -> bool:
    """1 and 3d. Deal out what waits to processors that are free; whether any processor is at work then."""
    if master.grain == 1:  # whoever has a position of level 1 goes on with its answers
        for branch in master.branches:
            if branch.has_more and not branch.running:
                begin_answer(master, branch, by=branch.owner)
    while master.processors.free:
        waiting = next((branch for branch in master.branches if branch.has_more and master.grain == 2), None)
        new = next((branch for branch in master.branches if branch.is_new), None)
        if waiting:
            begin_answer(master, waiting)
        elif new:
            begin(master, new)
        else:
            break
    return any(branch.running for branch in master.branches)


def begin(master: Master, branch: Branch) -> None:
    """Have a position of level 1 visited, and its answers listed."""
    branch.alpha = master.p0
    alpha, beta = branch.own(master.p0, INFINITY)
    block = master.processors.visit(branch.position, branch.path, alpha, beta, branch.depth)
    branch.owner = block.processor
    branch.running.append(block)


def begin_answer(master: Master, branch: Branch, by: int | None = None) -> None:
    """Have the next position of level 2 searched: with p0 as it is, or, by one who goes on by itself, as it was told then."""
    assert branch.moves is not None
    move = branch.moves[branch.begun]
    branch.begun += 1
    p0 = master.p0 if by is None else branch.alpha
    low, high = (p0, branch.partial) if branch.is_reply else (max(p0, branch.partial), INFINITY)
    alpha, beta = branch.own(low, high)
    child = native(play(branch.position, move))
    if not same_player(branch.position, child):
        alpha, beta = -beta, -alpha
    branch.running.append(master.processors.search(child, (*branch.path, move), alpha, beta, branch.depth - 1, by))


def hear(master: Master, block: Block) -> None:
    """2 to 5. A processor tells the master what it has found."""
    branch = next(each for each in master.branches if block in each.running)
    branch.running.remove(block)
    if block.score == ONGOING:
        branch.moves = block.moves
        return
    # 2. a value of level 2 makes the partial value of level 1 fall, or rise where the same player moves again
    score = for_root(branch, block)
    branch.partial = min(branch.partial, score) if branch.is_reply else max(branch.partial, score)
    branch.heard.append((block, branch.partial))
    if not branch.is_reply:
        raise_bound(master, branch)
    # 3 and 5. all answers are known, or 4. they are good enough already: it is no better than p0
    if branch.is_refuted(master.p0) or not (branch.has_more or branch.running):
        conclude(master, branch)


def conclude(master: Master, branch: Branch) -> None:
    """A position of level 1 is settled: it has its final value, or is no better than p0."""
    branch.is_over = True
    last = branch.heard[-1][0]
    is_exact = branch.partial > master.p0 or (not branch.is_reply and branch.partial == master.p0 > branch.alpha)
    value = branch.partial if is_exact or branch.is_reply else master.p0
    alpha, beta = branch.own(branch.alpha if is_exact else master.p0, INFINITY)
    value = branch.own(value, value)[0]
    for block in branch.running:
        master.processors.stop(block)
    branch.running.clear()
    if branch.moves:
        if branch.begun < len(branch.moves):
            master.processors.note(CUT, last, branch.path, alpha, beta, value, by_move=last.path[-1])
        master.processors.note(LEAVE, last, branch.path, alpha, beta, value)
    raise_bound(master, branch)


def raise_bound(master: Master, branch: Branch) -> None:
    """3a to 3c. If this is the best value so far it is p0, and whoever searches what is no better is stopped."""
    if branch.partial <= master.p0:
        return
    master.p0 = branch.partial
    master.processors.note(BOUND, branch.heard[-1][0], (), -INFINITY, INFINITY, master.p0)
    for other in master.branches:
        if other.is_refuted(master.p0):
            enough = next(place for place, (_, partial) in enumerate(other.heard) if partial <= master.p0)
            for late, _ in other.heard[enough + 1 :]:
                late.is_thrown_away = True
            conclude(master, other)


def branch_of(position: Any, move: int, depth: int) -> Branch:
    child = native(play(position, move))
    is_reply = not same_player(position, child)
    return Branch(child, (move,), depth, is_reply, INFINITY if is_reply else -INFINITY)


def for_root(branch: Branch, block: Block) -> int:
    """What a processor has found, for the player to move at the root."""
    is_reversed = branch.is_reply
    if len(block.path) > 1:
        child = native(play(branch.position, block.path[-1]))
        is_reversed ^= not same_player(branch.position, child)
    return -block.score if is_reversed else block.score


def on_processors(position: Any, depth: int, work: Any, options: Any) -> Timeline:
    """What the processors do."""
    processors = Processors(work, options.processors, options.message)
    return carried_out(processors, lambda: star(position, depth, processors, options.grain))


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return on_processors(position, depth, work, options).value
