"""What a book knows of positions, as compiled code works on it: a part of the book, taken into memory.

A node is a position, sorted by number; its links lead to positions that come next, its parents are numbers of positions that
it comes after. A position is *in the tree* if a game has gone through it. One that none has gone through yet is a node all the
same where it is an alternative to what was played: it is to find its parents on the day a game does.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.books.aims import EVEN, MAY_DRAW, MUST_WIN
from damier.kernel import compiled, part

NOT_IN_TREE = 2  # in place of a value, which is -1 (lost for who is to move), 0 (drawn) or 1 (won)

# What a draw is to who is to move: a draw; no better than a loss, who plays to win; as good as a win, whose opponent does.
AIMS = EVEN, MUST_WIN, MAY_DRAW
OTHER_AIM = np.array([EVEN, MAY_DRAW, MUST_WIN])  # of the other player

WON = 32_767  # the worth of a game that was won
SURE = 30_000  # the worth of an alternative that a search takes for won: less than any that was
NOT_SEARCHED = -32_768

QUIET, DIRTY, LOUD = range(3)  # a node is as it was; is to be valued again; and is to tell its parents, whatever comes out

NODE = np.dtype(
    [
        ("number", "<u8"),
        ("depth", "<i4"),
        ("value", "<i2"),  # V_T, or NOT_IN_TREE
        ("worth", "<i2", (len(AIMS),)),  # V_D, by what a draw is
        ("searched", "<i2"),  # how deep its alternatives were searched; 0: they were not
        ("state", "u1"),
        ("touched", "u1"),  # it differs from what the file has
        ("was_in_tree", "u1"),  # in the file
        ("stored", "<u4"),  # the checksum of the row that the file has; 0 if it has none
        ("games", "<i4", (3,)),  # lost, drawn, won by who is to move here
        ("ended", "<i4", (3,)),  # those of them that ended here
        ("first_link", "<i8"),
        ("links", "<i4"),
        ("first_parent", "<i8"),
        ("parents", "<i4"),
    ]
)
LINK = np.dtype(
    [
        ("number", "<u8"),
        ("value", "<i2"),  # of the position it leads to, for who is to move there
        ("worth", "<i2", (len(AIMS),)),  # likewise; of an alternative: what the search says, for who is to move before
        ("keeps", "u1"),  # the move keeps the turn
        ("avoided", "u1"),  # somebody said never to play it
    ]
)


@dataclass
class Excerpt:
    """A part of a book: nodes, their links and their parents. `numbers` are sorted, and the node of each is `where`."""

    nodes: Any
    links: Any
    parents: Any
    numbers: Any
    where: Any

    @classmethod
    def of(cls, nodes: Any, links: Any, parents: Any) -> "Excerpt":
        """Nodes that are sorted by number."""
        return cls(nodes, links, parents, np.ascontiguousarray(nodes["number"]), np.arange(len(nodes)))

    @classmethod
    def empty(cls, numbers: Any = ()) -> "Excerpt":
        """Nodes of which nothing is known yet. The numbers are sorted, none twice."""
        nodes = np.zeros(len(numbers), NODE)
        nodes["number"] = numbers
        nodes["value"] = NOT_IN_TREE
        return cls.of(nodes, np.zeros(0, LINK), np.zeros(0, np.uint64))

    def find(self, number: int) -> int:
        """The index of a node; -1 if it is not here."""
        at = int(np.searchsorted(self.numbers, np.uint64(number)))
        return int(self.where[at]) if at < len(self.nodes) and self.numbers[at] == np.uint64(number) else -1

    def find_all(self, numbers: Any) -> Any:
        """The indices of nodes, all of which are here."""
        return self.where[np.searchsorted(self.numbers, numbers)]

    def links_of(self, index: int) -> Any:
        """A view of the links of a node."""
        node = self.nodes[index]
        return self.links[node["first_link"] : node["first_link"] + node["links"]]

    def joined(self, other: "Excerpt") -> "Excerpt":
        """Both of them as one, this one's nodes first; no position is in both."""
        mine = len(self.nodes)
        nodes = _appended(self.nodes, other.nodes)
        nodes["first_link"][mine:] += len(self.links)
        nodes["first_parent"][mine:] += len(self.parents)
        at = np.searchsorted(self.numbers, other.numbers)
        return Excerpt(
            nodes,
            _appended(self.links, other.links),
            _appended(self.parents, other.parents),
            np.insert(self.numbers, at, other.numbers),
            np.insert(self.where, at, other.where + mine),
        )

    def with_room(self, links: Any, parents: Any) -> "Excerpt":
        """The same with room for so many more links and parents of each node."""
        nodes = _roomy(len(self.nodes), NODE)
        nodes[:] = self.nodes
        link_ends, parent_ends = np.cumsum(nodes["links"] + links), np.cumsum(nodes["parents"] + parents)
        more_links = _roomy(int(link_ends[-1]) if len(nodes) else 0, LINK)
        more_parents = _roomy(int(parent_ends[-1]) if len(nodes) else 0, np.uint64)
        _move(self.nodes, self.links, self.parents, link_ends, parent_ends, nodes, more_links, more_parents)
        return Excerpt(nodes, more_links, more_parents, self.numbers, self.where)


def _roomy(count: int, kind: Any) -> Any:
    """So many of a kind, with room behind them for some more."""
    return np.zeros(count + count // 8 + 64, kind)[:count]


def _appended(array: Any, more: Any) -> Any:
    """Both joined: in place where there is room, since a batch of games takes in a few positions many times."""
    both, whole = len(array) + len(more), array.base
    if whole is None or whole.dtype != array.dtype or whole.ctypes.data != array.ctypes.data or len(whole) < both:
        return np.concatenate([array, more])
    whole[len(array) : both] = more
    return whole[:both]


@compiled
def _move(
    old: Any, old_links: Any, old_parents: Any, link_ends: Any, parent_ends: Any, new: Any, links: Any, parents: Any
) -> None:
    for i in range(len(old)):
        new[i].first_link = link_ends[i - 1] if i else 0
        new[i].first_parent = parent_ends[i - 1] if i else 0
        for j in range(old[i].links):
            links[new[i].first_link + j] = old_links[old[i].first_link + j]
        for j in range(old[i].parents):
            parents[new[i].first_parent + j] = old_parents[old[i].first_parent + j]


@part
def link_to(nodes: Any, links: Any, index: Any, number: Any) -> Any:
    """Which of the links of a node leads to this position; -1 if none does."""
    first = nodes[index].first_link
    for at in range(first, first + nodes[index].links):
        if links[at].number == number:
            return at
    return -1


@part
def add_link(nodes: Any, links: Any, index: Any, number: Any, keeps: Any) -> Any:
    """Have a link of a node to a position; where it is."""
    at = link_to(nodes, links, index, number)
    if at >= 0:
        return at
    at = nodes[index].first_link + nodes[index].links
    nodes[index].links += 1
    nodes[index].touched = 1
    links[at].number = number
    links[at].value = NOT_IN_TREE
    links[at].worth[0] = NOT_SEARCHED
    links[at].keeps = keeps
    return at


@part
def add_parent(nodes: Any, parents: Any, index: Any, number: Any) -> None:
    """Have a position among the parents of a node, which then has something to tell it."""
    first = nodes[index].first_parent
    for at in range(first, first + nodes[index].parents):
        if parents[at] == number:
            return
    parents[first + nodes[index].parents] = number
    nodes[index].parents += 1
    nodes[index].touched = 1
    nodes[index].state = LOUD


@compiled
def absorb(nodes: Any, links: Any, parents: Any, which: Any, results: Any, is_last: Any, keeps: Any) -> None:
    """Games go through positions: `which` nodes, one after the other, with the result for who is to move there."""
    for i in range(len(which)):
        index = which[i]
        nodes[index].touched = 1
        nodes[index].games[results[i] + 1] += 1
        if nodes[index].value == NOT_IN_TREE:
            nodes[index].value = 0
            nodes[index].state = LOUD
        elif nodes[index].state == QUIET:
            nodes[index].state = DIRTY
        if is_last[i]:
            nodes[index].ended[results[i] + 1] += 1
        else:
            child = which[i + 1]
            add_link(nodes, links, index, nodes[child].number, keeps[i])
            add_parent(nodes, parents, child, nodes[index].number)


@compiled
def look_around(nodes: Any, links: Any, parents: Any, index: Any, children: Any, keeps: Any) -> None:
    """A position is known with all that can come next: those that are in the tree are its links like the ones played."""
    for i in range(len(children)):
        add_link(nodes, links, index, nodes[children[i]].number, keeps[i])
        add_parent(nodes, parents, children[i], nodes[index].number)
        nodes[children[i]].state = LOUD
    nodes[index].state = max(nodes[index].state, DIRTY)
    nodes[index].touched = 1
