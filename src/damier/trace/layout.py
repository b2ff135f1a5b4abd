"""Where everything of a drawn tree goes.

Leaves stand at equal distances from left to right, families a little further apart, and every father in the middle
above his sons. The distance is the smallest at which no node's box, window or value touches its neighbour's on the
same level:

    +------+
    |  ≤2  | [3, ∞]          a node: its value in the box, its windows beside it
    +------+
       |
       o                     a leaf: a small mark, its value below, and when it was evaluated
       14
       3
"""

from dataclasses import dataclass
from itertools import pairwise

from damier.rules import INFINITY
from damier.trace.nodes import PURGED, Node, Trace, walk
from damier.trace.words import known, score, window

BOX = 28.0  # the height of a node, and its least width
MARK = 5.0  # half the size of a leaf
VALUE_SIZE, SMALL_SIZE = 13.0, 10.0
LABEL_AT = 0.5  # how far down its edge a move's name stands
FAMILY = 0.35  # how much further apart than brothers other neighbours stand
GAP = 9.0  # between neighbours
LEAF_GAP = 7  # between the numbers below neighbouring leaves
LEAST_STEP, LEAST_STEP_BARE, LEAST_LEVEL, MOST_LEVEL = 32.0, 12.0, 76.0, 170.0
SLOPE = 0.24  # a level is at least this part as high as its longest edge is wide
MOST_LINES = 3  # windows beside a node
MOST_DETAILED = 150  # leaves: in a larger tree their values, and all windows, are left to the tooltips

_NARROW, _WIDE = ".,:;[]() |!'ijlftr", "∞≤≥−…mwMW"


@dataclass
class Place:
    """Where a node is drawn (its middle), how wide its box is and what is written with it."""

    x: float
    y: float
    width: float
    value: str
    lines: list[str]  # windows beside a node; below a leaf when it was evaluated
    mark: bool  # whether a cross to the left says that its state was purged


@dataclass
class TreeLayout:
    places: list[Place]
    width: float
    height: float
    level: float  # from one ply to the next


def text_width(text: str, size: float) -> float:
    """About how wide a text is, rather too much than too little."""
    units = sum(0.4 if letter in _NARROW else 0.9 if letter in _WIDE else 0.63 for letter in text)
    return units * size


def lay_out(trace: Trace) -> TreeLayout:
    """Places for all nodes; the smallest x and y are 0 at the outside of what is drawn."""
    nodes = trace.nodes
    units = _units(nodes)
    detailed = sum(node.is_leaf for node in nodes) <= MOST_DETAILED
    places = [_contents(node, trace, detailed) for node in nodes]
    step = _step(trace, units, places, LEAST_STEP if detailed else LEAST_STEP_BARE)
    for node, place in zip(nodes, places, strict=True):
        place.x = units[node.id] * step
    left = min(place.x - _left(node, place) for node, place in zip(nodes, places, strict=True))
    spread = max((abs(places[node.id].x - places[node.father].x) for node in nodes[1:]), default=0.0)
    level = min(MOST_LEVEL, max(LEAST_LEVEL, spread * SLOPE))
    for node, place in zip(nodes, places, strict=True):
        place.x -= left
        place.y = BOX / 2 + node.ply * level
    width = max(place.x + _right(node, place) for node, place in zip(nodes, places, strict=True))
    height = max(place.y + (MARK + 30 if node.is_leaf else BOX / 2) for node, place in zip(nodes, places, strict=True))
    return TreeLayout(places, width, height, level)


def _units(nodes: list[Node]) -> list[float]:
    """How many steps from the leftmost leaf each node stands."""
    units = [0.0] * len(nodes)
    leaves = [node for node in walk(nodes) if not node.sons]
    for before, leaf in pairwise(leaves):
        units[leaf.id] = units[before.id] + (1 if leaf.father == before.father else 1 + FAMILY)
    for node in reversed(nodes):  # sons come after fathers
        if node.sons:
            units[node.id] = (units[node.sons[0]] + units[node.sons[-1]]) / 2
    return units


def _contents(node: Node, trace: Trace, detailed: bool) -> Place:
    if node.score is not None:
        orders = [str(order) for order in node.evaluations]
        orders = orders if len(orders) <= MOST_LINES else [*orders[:2], "…", orders[-1]]
        value = score(node.score, trace.scale) if detailed else ""
        return Place(0, 0, 2 * MARK, value, [", ".join(orders)] if orders and detailed else [], node.was_purged)
    if node.stands_for:
        value = f"{node.stands_for} more"
        return Place(0, 0, text_width(value, SMALL_SIZE) + 8, value, [], False)
    value = known(node, trace.scale)
    width = max(BOX, text_width(value, VALUE_SIZE) + 10)
    return Place(0, 0, width, value, _windows(node, trace) if detailed else [], node.was_purged and node.status != PURGED)


def _windows(node: Node, trace: Trace) -> list[str]:
    """A line for each visit, unless no visit of the whole search has a window."""
    if not shows_windows(trace):
        return []
    lines = []
    for visit in node.visits:
        line = window(visit, trace.has_list, trace.scale)
        lines.append(line + (" T" if visit.end == "hit" else ""))
    return lines if len(lines) <= MOST_LINES else [lines[0], "…", lines[-1]]


def shows_windows(trace: Trace) -> bool:
    """Whether the algorithm has windows at all."""
    return not trace.interval and any(
        (visit.alpha > -INFINITY or visit.beta < INFINITY) and not node.exact for node in trace.nodes for visit in node.visits
    )


def _left(node: Node, place: Place) -> float:
    if node.is_leaf:
        return max(_below(place), MARK + 12 * place.mark)
    return place.width / 2 + 12 * place.mark


def _right(node: Node, place: Place) -> float:
    if node.is_leaf:
        return max(_below(place), MARK)
    return place.width / 2 + max((5 + text_width(line, SMALL_SIZE) for line in place.lines), default=0.0)


def _below(place: Place) -> float:
    """Half of what stands below a leaf."""
    return max(text_width(place.value, VALUE_SIZE), *(text_width(line, SMALL_SIZE) for line in place.lines), 0.0) / 2


def _step(trace: Trace, units: list[float], places: list[Place], step: float) -> float:
    """The smallest distance of leaves, not below `step`, at which nothing touches its neighbour."""
    last: dict[int, Node] = {}
    for node in trace.nodes:  # level by level, from the left
        before = last.get(node.ply)
        if before:
            apart = units[node.id] - units[before.id]
            gap = LEAF_GAP if node.is_leaf and before.is_leaf else GAP
            need = _right(before, places[before.id]) + _left(node, places[node.id]) + gap
            if trace.has_names:
                names = (text_width(before.name, SMALL_SIZE) + text_width(node.name, SMALL_SIZE)) / 2 + 4
                need = max(need, names / LABEL_AT)
            step = max(step, need / apart)
        last[node.ply] = node
    return step
