"""A tree that is too wide to be looked at, folded: of each node's sons those worth seeing, and one sign for the others.

Worth seeing are, in this order, the principal line, the move that decides what is known of the node (and so has cut others, if
any were cut), one of those that were cut, and of the rest those below which the search visited most. What was never visited is
not unfolded. As many sons are shown as the drawing has room for, MOST_WIDTH.
"""

from dataclasses import replace

from damier.trace.layout import lay_out
from damier.trace.nodes import CUT, PURGED, UNVISITED, VISITED, Node, Trace

MOST_WIDTH = 1_600.0  # of a drawing, in pixels
SONS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)  # that are shown, at most


def fitting(trace: Trace) -> Trace:
    """The trace itself if it is not too wide to be drawn, else folded until it is not."""
    found = trace
    for most in SONS:
        if lay_out(found).width <= MOST_WIDTH:
            break
        found = folded(trace, most)
    return found


def folded(trace: Trace, most: int) -> Trace:
    """The same search with at most so many sons of a node, twice as many on the principal line; the others are one sign."""
    principal, effort = set(trace.line), _effort(trace.nodes)
    nodes = [replace(trace.nodes[0], sons=[])]
    old = [0]  # the node of the trace that each of these is
    for node in nodes:  # which grows meanwhile, level by level
        if node.stands_for or node.status != VISITED:
            continue
        sons = trace.nodes[old[node.id]].sons
        room = 2 * most if old[node.id] in principal else most
        shown = sons if len(sons) <= room + 1 else _worth_seeing(trace, old[node.id], principal, effort)[:room]
        for son in sorted(shown):
            node.sons.append(len(nodes))
            nodes.append(replace(trace.nodes[son], id=len(nodes), father=node.id, sons=[], number_in_tree=son + 1))
            old.append(son)
        hidden = [trace.nodes[son] for son in sons if son not in shown]
        if hidden:
            node.sons.append(len(nodes))
            nodes.append(_sign(len(nodes), node, hidden))
            old.append(-1)
    place = {number: new for new, number in enumerate(old) if number >= 0}
    return replace(trace, nodes=nodes, line=[place[number] for number in trace.line if number in place])


def _effort(nodes: list[Node]) -> list[int]:
    """How often the search was at each node and below it."""
    effort = [len(node.visits) for node in nodes]
    for node in reversed(nodes[1:]):  # sons come after fathers
        effort[node.father] += effort[node.id]
    return effort


def _worth_seeing(trace: Trace, number: int, principal: set[int], effort: list[int]) -> list[int]:
    """The sons of a node, those worth seeing first."""
    node = trace.nodes[number]
    cut = [son for son in node.sons if trace.nodes[son].status in (CUT, PURGED)]
    visited = [son for son in node.sons if trace.nodes[son].status == VISITED]
    best = (max if node.is_max else min)(visited, key=lambda son: _proved(trace.nodes[son], node.is_max), default=-1)
    first = [son for son in node.sons if son in principal or son == best] + cut[:1]
    rest = sorted((son for son in node.sons if son not in first), key=lambda son: (-effort[son], son))
    return list(dict.fromkeys(first + rest))


def _proved(node: Node, for_max: bool) -> int:
    """What a visited node is at least worth, to Max or to Min, as far as the search knows."""
    low, high = node.bounds
    return low if for_max else high


def _sign(number: int, father: Node, hidden: list[Node]) -> Node:
    """What stands for the sons that are not shown."""
    statuses = [node.status for node in hidden]
    status = next(each for each in (VISITED, CUT, PURGED, UNVISITED) if each in statuses)
    names = tuple(node.name for node in hidden)
    return Node(
        number,
        father.id,
        hidden[0].index,
        father.ply + 1,
        -1,
        "",
        names,
        hidden[0].is_max,
        status=status,
        stands_for=len(hidden),
    )
