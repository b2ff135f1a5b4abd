"""What several processors did, drawn below the tree: a lane each along a line of time, in which one node takes one unit.

1 [1|1 1    |1 2      ]              a block: what the processor searched, by its moves, or its number in small trees
2   [2 1 |/2 2///x                   hatched: thrown away; a thick red end: stopped
           : 11                      dotted: here the bound for what begins later rose, to 11
"""

from damier.trace.elements import DOTTED, GREY, INK, PALE, PAPER, RED, Pen, box, line, text
from damier.trace.layout import SMALL_SIZE, text_width
from damier.trace.nodes import Block, Trace
from damier.trace.words import score, window_text

LANE, ABOVE, BELOW, NAMES = 20.0, 30.0, 34.0, 26.0
INSET = 2.0  # of a block in its lane
HATCH = 6.0  # from one stroke to the next
MOST_LANES = 40
FILLS = ("#d3ebe2", "#e9daf3", "#fbe0cf", "#d4e6f3", "#f6d7e7", "#e6ead0", "#eee0d4", "#dee3ea")  # by processor
STRIPE, STOPPED, RISE = Pen(GREY, 0.8), Pen(RED, 3.0), Pen("#0f7a5c", 1.4, "3 3")
EDGE, AXIS = Pen(INK, 1.0), Pen(PALE, 1.0)


def lanes(trace: Trace, width: float) -> tuple[str, float]:
    """The drawing, and its height: nothing for a search by one that does not know of others."""
    if not trace.blocks or trace.result.timeline is None:
        return "", 0.0
    whole = trace.result.timeline.time
    busy = sorted({block.processor for block in trace.blocks})
    shown = busy[:MOST_LANES]
    rows = {processor: ABOVE + LANE * row for row, processor in enumerate(shown)}
    bottom = ABOVE + LANE * len(shown)
    unit = (width - NAMES) / max(1, whole)
    parts = [text(0, 12, "Who searches what, along time", SMALL_SIZE, GREY)]
    for processor, top in rows.items():
        parts.append(text(0, top + LANE / 2 + 3.5, str(processor + 1), SMALL_SIZE, INK, weight="bold"))
        parts.append(line(NAMES, top + LANE, width, top + LANE, AXIS))
    parts += [_block(block, trace, rows[block.processor], unit) for block in trace.blocks if block.processor in rows]
    parts += _rises(trace, unit, bottom)
    parts += [
        text(NAMES, bottom + 14, "0", SMALL_SIZE, GREY),
        text(width - 6, bottom + 14, f"{whole:,}", SMALL_SIZE, GREY, "middle"),
    ]
    idle = trace.result.timeline.processors - len(shown)
    if idle:
        parts.append(text(NAMES + 40, bottom + 14, _others(idle, len(busy) > len(shown)), SMALL_SIZE, GREY))
    return "".join(parts), bottom + BELOW


def _others(count: int, is_busy: bool) -> str:
    who = "1 more processor" if count == 1 else f"{count:,} more processors"
    return f"{who}, not shown" if is_busy else f"{who} with nothing to do"


def _block(block: Block, trace: Trace, top: float, unit: float) -> str:
    width, height = max(1.0, (block.end - block.start) * unit), LANE - 2 * INSET
    left, middle = NAMES + block.start * unit, top + LANE / 2
    parts = [f"<title>{_tooltip(block, trace)}</title>"]
    fill = PAPER if block.is_thrown_away else FILLS[block.processor % len(FILLS)]
    parts.append(box(left + width / 2, middle, width, height, 2.0, fill, EDGE))
    if block.is_thrown_away:
        parts += _hatched(left, middle - height / 2, width, height)
    if block.is_stopped:
        parts.append(line(left + width - 1, middle - height / 2, left + width - 1, middle + height / 2, STOPPED))
    name = _name(block.node, trace)
    if text_width(name, SMALL_SIZE) + 4 < width:
        parts.append(text(left + width / 2, middle + 3.5, name, SMALL_SIZE, INK, "middle", halo=block.is_thrown_away))
    return f'<g data-block="{block.node}" data-processor="{block.processor}">{"".join(parts)}</g>'


def _hatched(left: float, top: float, width: float, height: float) -> list[str]:
    """Slanting strokes, none of which leaves the box."""
    strokes = []
    start = HATCH / 2 - height
    while start < width:
        low, high = max(0.0, start), min(width, start + height)
        strokes.append(line(left + low, top + height - (low - start), left + high, top + height - (high - start), STRIPE))
        start += HATCH
    return strokes


def _rises(trace: Trace, unit: float, bottom: float) -> list[str]:
    """When the bound rose, and what it was then for the root: what only a node below learns is a pale line without words."""
    parts: list[str] = []
    last = -NAMES
    for step in trace.steps:
        if step.kind != "bound" or step.value is None:
            continue
        x = NAMES + step.time * unit
        parts.append(line(x, ABOVE - 2, x, bottom, DOTTED if step.node else RISE))
        words = score(step.value, trace.scale)
        if step.node == 0 and x - last > text_width(words, SMALL_SIZE) + 6:
            parts.append(text(x, ABOVE - 5, words, SMALL_SIZE, RISE.colour, "middle", "bold"))
            last = x
    return parts


def _name(node: int, trace: Trace) -> str:
    return " ".join(trace.nodes[node].path) or "root"


def _tooltip(block: Block, trace: Trace) -> str:
    """What hovering over a block tells."""
    told = f"processor {block.processor + 1}, {_name(block.node, trace)}: {block.start:,} to {block.end:,}, "
    told += window_text(block.alpha, block.beta, trace.scale)
    if block.is_thrown_away:
        return told + (", stopped" if block.is_stopped else ", in vain")
    return told if block.value is None else f"{told} gave {score(block.value, trace.scale)}"
