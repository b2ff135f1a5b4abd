"""What a trace is made of: the nodes of the tree, the visits they got, and the steps of the search in their order.

All values and windows here are for Max, whatever the convention of the algorithm, and plus or minus INFINITY where a
window has no end. Nodes are numbered level by level from the left, as the books do: `id` from 0, `number` from 1.

A node is

    visited     the search has entered it (SSS*: has taken it, live, from the list G)
    cut         never visited, because the search cut the remaining moves of its father
    purged      never visited: SSS* had put it on the list G and removed it again
    unvisited   never visited for another reason: it lies below one of those, or the search had no need of it

Some nodes are set aside, since they are none of the tree down to the horizon (`aside.py`):

    beyond      quiescence has looked beyond the horizon
    pass        a player has passed: the null move
    behind-pass below such a node, where the search looks less deep
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from damier.rules import INFINITY
from damier.search.driver import Result

VISITED, CUT, PURGED, UNVISITED = "visited", "cut", "purged", "unvisited"
BEYOND, PASS, BEHIND_PASS = "beyond", "pass", "behind-pass"


@dataclass
class Visit:
    """The search at a node, once: its window for Max and what came of it.

    SSS* asks for the value of a node only as far as it is not above the merit of the state: its window ends there.
    """

    order: int  # this is the search's so-manieth node, from 1
    alpha: int
    beta: int
    passing: int  # the pass over the root it belongs to, from 1
    value: int | None = None  # None if the search was stopped here, or SSS* lost interest
    end: str = "open"  # "leaf", "hit" (the table answered), "left" or "open"
    cut: list[int] = field(default_factory=list)  # the sons this visit cut

    @property
    def is_test(self) -> bool:
        """Whether the window is null: it only asks if the value is beta or more."""
        return self.beta - self.alpha == 1

    @property
    def bounds(self) -> tuple[int, int]:
        """What the visit proved of the node's value: it lies between the two."""
        if self.value is None:
            return -INFINITY, INFINITY
        if self.end == "leaf" or self.alpha < self.value < self.beta:
            return self.value, self.value
        return (-INFINITY, self.value) if self.value <= self.alpha else (self.value, INFINITY)


@dataclass
class Node:
    """A node of the tree down to the horizon, visited or not; or one that is set aside."""

    id: int
    father: int  # -1 at the root
    index: int  # which son of his father, from 0
    ply: int
    move: int  # the move that led here, -1 at the root
    name: str  # the same in writing, "" at the root
    path: tuple[str, ...]  # the names of all moves from the root
    is_max: bool  # whether Max is to move
    score: int | None = None  # of a leaf, visited or not; None for an inner node
    sons: list[int] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    evaluations: list[int] = field(default_factory=list)  # of a leaf: it was the search's so-manieth leaf, from 1
    status: str = UNVISITED
    was_purged: bool = False  # a state of this node was removed from the list G
    exact: bool = False  # the algorithm has no windows: what it returns is the value
    at_least: int = -INFINITY  # what is known of the value beside what the visits proved
    at_most: int = INFINITY
    mean: int | None = None  # of a search with distributions
    deviation: int = 0
    stands_for: int = 0  # brothers that are not shown, for which this is the sign in a folded tree
    number_in_tree: int = 0  # in a folded tree: what it was called before
    is_over: bool = False  # the game is: a leaf wherever the horizon lies
    aside: str = ""  # "beyond", "pass" or "behind-pass"
    standing: int | None = None  # an inner node at the horizon or beyond: its estimate as it stands, if that counts

    @property
    def number(self) -> int:
        """The books' number of the node."""
        return self.number_in_tree or self.id + 1

    @property
    def is_leaf(self) -> bool:
        return self.score is not None

    @property
    def hits(self) -> int:
        """How often the table answered for the node."""
        return sum(visit.end == "hit" for visit in self.visits)

    @property
    def cut(self) -> list[int]:
        """The sons that were cut in some visit, whether or not another visit reached them."""
        return sorted({son for visit in self.visits for son in visit.cut})

    @property
    def bounds(self) -> tuple[int, int]:
        """What the search knows of the value: it lies between the two, for Max."""
        if self.exact and self.visits and self.visits[-1].value is not None:
            return self.visits[-1].value, self.visits[-1].value
        proved = [(self.at_least, self.at_most), *(visit.bounds for visit in self.visits)]
        return max(low for low, _ in proved), min(high for _, high in proved)

    @property
    def value(self) -> int | None:
        """The value for Max, if the search found it out."""
        low, high = self.bounds
        return low if low == high else None


class State(NamedTuple):
    """A state of SSS*'s list G."""

    node: int
    is_solved: bool
    merit: int


class Step(NamedTuple):
    """One event of the search, at a node. `kind` is one of damier.search.work.KINDS, except "at".

    alpha and beta are None where an event has no window, value where it has none. Only steps that change the list G
    have `place`, where in G the state was inserted or removed; the merit is the state's.
    """

    kind: str
    node: int
    alpha: int | None = None
    beta: int | None = None
    value: int | None = None
    passing: int = 1
    is_solved: bool = False
    place: int | None = None
    processor: int = 0
    time: int = 0  # of a search by several processors


class Pass(NamedTuple):
    """A search of the root, or Scout's and PVS's second look at a node that passed its test."""

    number: int
    node: int
    alpha: int
    beta: int
    value: int | None = None


class Block(NamedTuple):
    """What one of several processors searched without a break, from one unit of time to another; its window for Max."""

    processor: int
    node: int
    start: int
    end: int
    alpha: int
    beta: int
    value: int | None  # None if it was stopped, or only visited the node
    is_visit: bool  # of one node, whose sons are shared out
    is_stopped: bool
    is_thrown_away: bool


class Scale(NamedTuple):
    """What scores mean to people."""

    has_wins: bool = False  # they are won, drawn and lost
    unit: int = 1  # how many points make one of what people count


@dataclass
class Trace:
    """A search that can be looked at."""

    game: str
    position: str
    algorithm: str
    title: str  # of the algorithm, for people
    result: Result
    nodes: list[Node]
    steps: list[Step] = field(default_factory=list)
    passes: list[Pass] = field(default_factory=list)
    lost: int = 0  # events the log had no room for: if any, the end of the search is missing here
    has_list: bool = False  # SSS* and IterSSS*
    interval: str = ""  # what is known of nodes is "bounds" (B*) or a "spread" (BPIP), and no value is looked for
    has_names: bool = True  # moves have names worth showing
    scale: Scale = field(default_factory=Scale)
    line: list[int] = field(default_factory=list)  # the nodes of the principal line, from the root
    blocks: list[Block] = field(default_factory=list)  # of a search by several processors

    @property
    def shared(self) -> set[int]:
        """The nodes whose sons are shared out among processors."""
        return {block.node for block in self.blocks if block.is_visit}

    def times(self) -> list[int]:
        """When each step happens, in nodes: that of a node when it is turned to, what comes of it one unit later."""
        if self.blocks:
            return [step.time for step in self.steps]
        found, entered = [], 0
        for step in self.steps:
            begins = step.kind == "enter" or (step.kind == "take" and not step.is_solved)
            found.append(entered)
            entered += begins
        return found

    @property
    def leaves(self) -> list[Node]:
        """All leaves down to the horizon, from the left."""
        return [node for node in walk(self.nodes) if node.is_leaf]

    def _repr_svg_(self) -> str:
        """Drawn, for a notebook."""
        from damier.trace.svg import to_svg

        return to_svg(self)

    def lists(self) -> Iterator[tuple[Step, list[State]]]:
        """The list G after each step that changes it."""
        states: list[State] = []
        for step in self.steps:
            if step.place is None:
                continue
            if step.kind == "insert":
                assert step.value is not None
                states.insert(step.place, State(step.node, step.is_solved, step.value))
            else:
                del states[step.place]
            yield step, list(states)


def walk(nodes: list[Node]) -> Iterator[Node]:
    """All nodes, fathers before sons, from the left."""
    waiting = [0]
    while waiting:
        node = nodes[waiting.pop()]
        yield node
        waiting.extend(reversed(node.sons))
