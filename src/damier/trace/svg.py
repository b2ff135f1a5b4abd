"""A trace as a drawing (SVG) for print and screen.

Max's nodes are square, Min's round. What a node looks like says what became of it, in black and white too: a solid
outline was visited, a dashed one behind a double stroke was cut, a pale dotted one was never visited. What is set aside, beyond
the horizon or behind a pass, is grey, with lines of dashes and dots.
"""

from xml.sax.saxutils import escape

from damier.trace.elements import (
    ASIDE,
    ASIDE_FILL,
    BOLD,
    DASHED,
    DOTTED,
    GREY,
    INK,
    MAX_FILL,
    MIN_FILL,
    PALE,
    PAPER,
    RED,
    SOLID,
    Pen,
    box,
    cross,
    cut_mark,
    line,
    text,
)
from damier.trace.fold import fitting
from damier.trace.lanes import lanes
from damier.trace.layout import BOX, LABEL_AT, MARK, SMALL_SIZE, VALUE_SIZE, Place, TreeLayout, lay_out, text_width
from damier.trace.legend import legend
from damier.trace.nodes import BEYOND, CUT, PURGED, UNVISITED, VISITED, Node, Trace
from damier.trace.words import ASIDE_WORDS, caption, known, passes, score, window

MARGIN, HEADER, LEVEL_NAMES = 22.0, 58.0, 40.0
LEAST_WIDTH = 520.0
HORIZON_WIDTH = 44.0  # of the word
HORIZON_AT = 0.56  # how far below the last level before it the line of the horizon is drawn, in levels
CUT_AT = 0.74  # how far down its edge the mark of a cut stands
TEXT_SIZE = 11.5
FOLDED = 0.7 * BOX  # the height of the sign for what is not shown
SEEN_ASIDE = Pen(GREY, 1.2)  # around a small mark: dashes would fray it
MOST_TOLD = 40  # moves that a sign in a folded tree names


def to_svg(trace: Trace, whole: bool = False) -> str:
    """The tree of a trace, drawn; one that is too wide to be looked at is folded, unless the whole is wanted."""
    searched = trace
    trace = searched if whole else fitting(searched)
    layout = lay_out(trace)
    header = HEADER + (18 if trace.lost or passes(trace) else 0)
    width = max(LEAST_WIDTH, layout.width + 2 * MARGIN + LEVEL_NAMES, 2 * MARGIN + text_width(caption(searched), TEXT_SIZE))
    signs, signs_height = legend(trace, width - 2 * MARGIN)
    worked, worked_height = lanes(searched, width - 2 * MARGIN)
    height = header + layout.height + 26 + worked_height + signs_height + 12
    left = (width - layout.width) / 2 if layout.width + 2 * (MARGIN + LEVEL_NAMES) <= width else MARGIN + LEVEL_NAMES
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'font-family="sans-serif" fill="{INK}" style="max-width:100%;height:auto">',
        f"<title>{escape(caption(searched))}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="6" fill="{PAPER}"/>',
        *_header(searched),
        f'<g transform="translate({MARGIN:.0f} {header:.0f})">{"".join(_level_names(trace, layout))}</g>',
        f'<g transform="translate({left:.1f} {header:.0f})">',
        *_horizon(trace, layout),
        *_edges(trace, layout),
        *(_node(node, layout.places[node.id], trace) for node in trace.nodes),
        "</g>",
        f'<g transform="translate({MARGIN:.0f} {header + layout.height + 10:.1f})">{worked}</g>' if worked else "",
        f'<g transform="translate({MARGIN:.0f} {header + layout.height + 26 + worked_height:.1f})">{signs}</g>',
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _header(trace: Trace) -> list[str]:
    """The algorithm, and below it what came of the search."""
    name, _, rest = caption(trace).partition(" · ")
    parts = [text(MARGIN, 27, name, 15, weight="bold"), text(MARGIN, 44, rest, TEXT_SIZE, GREY)]
    if trace.lost:
        parts.append(text(MARGIN, 60, f"{trace.lost:,} events were not kept: the end of the search is missing", TEXT_SIZE, RED))
    else:
        parts.append(text(MARGIN, 60, passes(trace), TEXT_SIZE, GREY))
    return parts


def _level_names(trace: Trace, layout: TreeLayout) -> list[str]:
    """Whose turn it is at each ply, where that is one and the same player."""
    turns: dict[int, set[bool]] = {}
    for node in trace.nodes:
        if node.sons:
            turns.setdefault(node.ply, set()).add(node.is_max)
    return [
        text(0, BOX / 2 + ply * layout.level + 3.5, "MAX" if True in who else "MIN", 9, GREY, spacing=1)
        for ply, who in turns.items()
        if len(who) == 1
    ]


# --------------------------------------------------------------------------------------------------------------------
# Edges


def _edges(trace: Trace, layout: TreeLayout) -> list[str]:
    """Pale ones first, the principal line last, so that what matters lies on top."""
    principal = set(trace.line)
    rank = {UNVISITED: 0, CUT: 1, PURGED: 1, VISITED: 2}
    ordered = sorted(trace.nodes[1:], key=lambda node: (node.id in principal, rank[node.status]))
    return [_edge(node, layout, trace, BOLD if node.id in principal else _pen(node)) for node in ordered]


def _edge(node: Node, layout: TreeLayout, trace: Trace, pen: Pen) -> str:
    father, son = layout.places[node.father], layout.places[node.id]
    half = MARK if node.is_leaf else FOLDED / 2 if node.stands_for else BOX / 2
    start, end = father.y + BOX / 2, son.y - half
    parts = [line(father.x, start, son.x, end, pen)]

    def at(part: float) -> tuple[float, float]:
        return father.x + (son.x - father.x) * part, start + (end - start) * part

    if node.status in (CUT, PURGED) and not node.stands_for:
        parts.append(cut_mark(*at(CUT_AT), son.x - father.x, end - start))
    if trace.has_names:
        x, y = at(LABEL_AT)
        colour = PALE if node.status == UNVISITED else INK
        parts.append(text(x, y + 3.5, node.name, SMALL_SIZE, colour, "middle", halo=True))
    return f'<g data-edge="{node.id}">{"".join(parts)}</g>'


def _pen(node: Node) -> Pen:
    if node.stands_for:
        return DOTTED
    if node.status == VISITED:
        return ASIDE if node.aside else SOLID
    return DASHED if node.status in (CUT, PURGED) else DOTTED


def _horizon(trace: Trace, layout: TreeLayout) -> list[str]:
    """The line below which a search only plays out what is noisy."""
    if not any(node.aside == BEYOND for node in trace.nodes):
        return []
    y = BOX / 2 + (trace.result.depth + HORIZON_AT) * layout.level
    return [line(0, y, layout.width, y, DOTTED), text(layout.width - HORIZON_WIDTH, y - 3, "horizon", 9, GREY, spacing=1)]


# --------------------------------------------------------------------------------------------------------------------
# Nodes


def _node(node: Node, place: Place, trace: Trace) -> str:
    inside = _leaf(node, place, trace) if node.is_leaf else _box(node, place, trace)
    who = "max" if node.is_max else "min"
    if node.stands_for:
        told = f"<title>{escape(_folded_tooltip(node))}</title>"
        return f'<g data-folded="{node.stands_for}">{told}{_folded(place)}</g>'
    told = f"<title>{escape(_tooltip(node, trace))}</title>"
    return f'<g data-node="{node.id}" data-player="{who}" data-status="{node.status}">{told}{inside}</g>'


def _leaf(node: Node, place: Place, trace: Trace) -> str:
    is_seen = node.status == VISITED
    in_line = node.id in trace.line
    fill = (GREY if node.aside else INK) if is_seen else PAPER
    parts = [_shape(place, 2 * MARK, 2 * MARK, node, fill, in_line)]
    value_colour = INK if is_seen else GREY if node.status in (CUT, PURGED) else PALE
    weight = "bold" if in_line else ""
    parts.append(text(place.x, place.y + MARK + 14, place.value, VALUE_SIZE, value_colour, "middle", weight))
    parts += [text(place.x, place.y + MARK + 27, words, SMALL_SIZE, GREY, "middle", style="italic") for words in place.lines]
    if place.mark:
        parts.append(cross(place.x - MARK - 7, place.y))
    return "".join(parts)


def _box(node: Node, place: Place, trace: Trace) -> str:
    in_line = node.id in trace.line
    fill = (ASIDE_FILL if node.aside else MAX_FILL if node.is_max else MIN_FILL) if node.status == VISITED else PAPER
    parts = [_shape(place, place.width, BOX, node, fill, in_line)]
    parts.append(text(place.x, place.y + 4.6, place.value, VALUE_SIZE, INK, "middle", "bold" if in_line else ""))
    top = place.y - (len(place.lines) - 1) * 5.5 + 3.4
    side = place.x + place.width / 2 + 5
    parts += [text(side, top + 11 * i, words, SMALL_SIZE, GREY) for i, words in enumerate(place.lines)]
    if place.mark:
        parts.append(cross(place.x - place.width / 2 - 7, place.y))
    return "".join(parts)


def _folded(place: Place) -> str:
    """The sign for brothers that are not shown."""
    drawn = box(place.x, place.y, place.width, FOLDED, 3.0, PAPER, DOTTED)
    return drawn + text(place.x, place.y + 3.5, place.value, SMALL_SIZE, GREY, "middle")


def _folded_tooltip(node: Node) -> str:
    """Which moves a sign stands for."""
    names = " ".join(node.path[:MOST_TOLD]) + (" …" if len(node.path) > MOST_TOLD else "")
    return f"{node.stands_for} more: {names}"


def _shape(place: Place, width: float, height: float, node: Node, fill: str, in_line: bool) -> str:
    """A rectangle for Max; for Min one with round ends, a circle if it is not wide."""
    pen = Pen(INK, 2.6) if in_line else SEEN_ASIDE if node.aside and node.is_leaf and node.visits else _pen(node)
    return box(place.x, place.y, width, height, 1.5 if node.is_max else height / 2, fill, pen)


def _tooltip(node: Node, trace: Trace) -> str:
    """What hovering over a node tells."""
    who = "Max" if node.is_max else "Min"
    path = " ".join(node.path) or "the root"
    first = f"{node.number}: {path}, " + (f"leaf, worth {score(node.score)}" if node.score is not None else f"{who} to move")
    lines = [first, node.status if node.is_leaf or not node.visits else f"value {known(node, trace.scale) or 'open'}"]
    if node.aside:
        lines.append(ASIDE_WORDS[node.aside])
    if node.standing is not None:
        lines.append(f"as it stands {score(node.standing, trace.scale)}")
    for visit in node.visits:
        value = "" if visit.value is None else f" gave {score(visit.value, trace.scale)}"
        by_table = " from the table" if visit.end == "hit" else ""
        lines.append(f"visit {visit.order}: {window(visit, trace.has_list, trace.scale)}{value}{by_table}")
    return "\n".join(lines)
