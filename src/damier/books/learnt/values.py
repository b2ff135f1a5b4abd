"""The two values of a position (Buro), for the player to move.

V_T, `value`: the minimax of the results of the games in the tree: lost, drawn or won. A position where games ended and none
went on has their result; where they disagree, that of the most of them.

V_D, `worth`: the value of the line that two players follow who replay what won, and where nothing is known to win look for a
promising deviation. It is

    the result                                                    where games ended, and for a search what it says
    the best of the moves known to win                            where one is
    the best of the moves known to draw and of the alternatives   where none wins
    the best of all moves and of the alternatives                 where all that are known lose

the worth of a move being that of the position it leads to, from the other side. There are three such worths, by what a draw
is (`AIMS`): one who plays to win counts it as lost, and then it is won for the other.
"""

from typing import Any

import numpy as np

from damier.books.aims import EVEN, MUST_WIN
from damier.books.learnt.nodes import (
    AIMS,
    DIRTY,
    LOUD,
    NOT_IN_TREE,
    NOT_SEARCHED,
    OTHER_AIM,
    QUIET,
    WON,
    link_to,
)
from damier.kernel import compiled, inlined, part


@inlined
def class_of(value: Any, aim: Any) -> Any:
    """-1, 0 or 1: what a result is to a player who sees draws so."""
    if aim == EVEN or value != 0:
        return value
    return -1 if aim == MUST_WIN else 1


@inlined
def worth_of_result(value: Any, aim: Any) -> Any:
    """The worth of a game that has ended so."""
    return WON * class_of(value, aim)


@inlined
def worth_of_link(links: Any, at: Any, aim: Any) -> Any:
    """What a move that leads to a position in the tree is worth to who makes it."""
    if links[at].keeps:
        return np.int64(links[at].worth[aim])
    return -np.int64(links[at].worth[OTHER_AIM[aim]])


@inlined
def value_of_link(links: Any, at: Any) -> Any:
    """The result that is known of a move, for who makes it."""
    return np.int64(links[at].value) if links[at].keeps else -np.int64(links[at].value)


@part
def _value(nodes: Any, links: Any, index: Any) -> None:
    """Value a position by what its links say."""
    node = nodes[index]
    first, end = node.first_link, node.first_link + node.links
    best = np.int64(-2)
    for at in range(first, end):
        if links[at].value != NOT_IN_TREE:
            best = max(best, value_of_link(links, at))
    if best == -2:
        balance = node.ended[2] - node.ended[0]
        node.value = 1 if balance > 0 else -1 if balance < 0 else 0
        for aim in range(len(AIMS)):
            node.worth[aim] = worth_of_result(np.int64(node.value), aim)
        return
    node.value = best
    for aim in range(len(AIMS)):
        wanted = class_of(best, aim)
        worth = np.int64(-WON)
        for at in range(first, end):
            if links[at].value != NOT_IN_TREE:
                if class_of(value_of_link(links, at), aim) == wanted:
                    worth = max(worth, worth_of_link(links, at, aim))
            elif wanted < 1 and links[at].worth[0] != NOT_SEARCHED:
                worth = max(worth, np.int64(links[at].worth[0]))
        node.worth[aim] = worth


@part
def _hear(nodes: Any, links: Any, parent: Any, child: Any) -> Any:
    """A position learns what one that comes after it is worth now; whether that is something new."""
    at = link_to(nodes, links, parent, nodes[child].number)
    if at < 0:
        return False
    is_new = links[at].value != nodes[child].value
    links[at].value = nodes[child].value
    for aim in range(len(AIMS)):
        is_new = is_new or links[at].worth[aim] != nodes[child].worth[aim]
        links[at].worth[aim] = nodes[child].worth[aim]
    return is_new


@compiled
def settle(
    nodes: Any, links: Any, parents: Any, numbers: Any, where: Any, todo: Any, absent_parents: Any, their_children: Any
) -> Any:
    """Value the nodes of `todo`, none of which is quiet, and all that change with them, deepest first.

    Parents that are not among the nodes are written down with the child that has something to tell them; how many there
    are is the answer.
    """
    deepest = 0
    for index in todo:
        deepest = max(deepest, nodes[index].depth)
    first_at = np.full(deepest + 1, -1, np.int64)  # the nodes to be valued, in a list for each depth
    next_one = np.full(len(nodes), -1, np.int64)
    for index in todo:
        next_one[index] = first_at[nodes[index].depth]
        first_at[nodes[index].depth] = index
    absent = 0
    for depth in range(deepest, -1, -1):
        while first_at[depth] >= 0:
            index = first_at[depth]
            first_at[depth] = next_one[index]
            is_loud = nodes[index].state == LOUD
            nodes[index].state = QUIET
            if nodes[index].value == NOT_IN_TREE or not (_value_again(nodes, links, index) or is_loud):
                continue
            start = nodes[index].first_parent
            for at in range(start, start + nodes[index].parents):
                found = np.searchsorted(numbers, parents[at])
                if found >= len(numbers) or numbers[found] != parents[at]:
                    absent_parents[absent], their_children[absent] = parents[at], nodes[index].number
                    absent += 1
                    continue
                parent = where[found]  # it comes before, and were that not so it would be written outside of the lists
                if nodes[parent].depth < depth and _hear(nodes, links, parent, index):
                    nodes[parent].touched = 1
                    if nodes[parent].state == QUIET:
                        nodes[parent].state = DIRTY
                        next_one[parent] = first_at[nodes[parent].depth]
                        first_at[nodes[parent].depth] = parent
    return absent


@part
def _value_again(nodes: Any, links: Any, index: Any) -> Any:
    """Value a position; whether anything has changed."""
    before = nodes[index].value
    first, second, third = nodes[index].worth[0], nodes[index].worth[1], nodes[index].worth[2]
    _value(nodes, links, index)
    now = nodes[index]
    if before == now.value and first == now.worth[0] and second == now.worth[1] and third == now.worth[2]:
        return False
    nodes[index].touched = 1
    return True


@compiled
def first_wrong(nodes: Any, links: Any) -> Any:
    """The first node in the tree whose values do not follow from its links; -1 if there is none."""
    for index in range(len(nodes)):
        if nodes[index].value != NOT_IN_TREE and _value_again(nodes, links, index):
            return index
    return -1
