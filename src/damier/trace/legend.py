"""What the signs in a drawing mean."""

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
    PAPER,
    SOLID,
    STROKE,
    box,
    cross,
    cut_mark,
    line,
    text,
)
from damier.trace.layout import SMALL_SIZE, shows_windows, text_width
from damier.trace.nodes import BEYOND, CUT, PASS, PURGED, UNVISITED, Trace
from damier.trace.words import known

_LINE = 20.0


def legend(trace: Trace, room: float) -> tuple[str, float]:
    """What the signs mean, only those that occur, in as many lines as they need; and their height."""
    parts: list[str] = []
    x, y = 0.0, 0.0
    for drawing, width, words in _signs(trace):
        needed = width + 6 + text_width(words, SMALL_SIZE)
        if x > 0 and x + needed > room:
            x, y = 0.0, y + _LINE
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{drawing}{text(width + 6, 3.5, words, SMALL_SIZE, GREY)}</g>')
        x += needed + 18
    return "".join(parts), y + _LINE


def _signs(trace: Trace) -> list[tuple[str, float, str]]:
    """(drawing, its width, words) for each sign in use."""
    statuses = {node.status for node in trace.nodes if not node.stands_for}
    bounds = {sign for node in trace.nodes if not node.is_leaf for sign in known(node)} & {"≤", "≥"}
    signs = [
        (box(7, 0, 14, 14, 1.5, MAX_FILL, SOLID), 14.0, "Max to move"),
        (box(7, 0, 14, 14, 7, MIN_FILL, SOLID), 14.0, "Min to move"),
        (line(0, 0, 24, 0, BOLD), 24.0, "principal line"),
        (line(0, 0, 24, 0, SOLID), 24.0, "visited"),
    ]
    aside = {node.aside for node in trace.nodes}
    apart = line(0, 0, 22, 0, ASIDE) + box(29, 0, 14, 14, 1.5, ASIDE_FILL, ASIDE)
    if BEYOND in aside:
        signs.append((apart, 36.0, "beyond the horizon: captures, checks, ways out of check"))
    if PASS in aside:
        signs.append((apart, 36.0, "a pass, and what is behind it"))
    dashed = line(0, 0, 26, 0, DASHED) + cut_mark(13, 0, 1, 0)
    if CUT in statuses:
        signs.append((dashed, 26.0, "cut"))
    if PURGED in statuses:
        signs.append((dashed, 26.0, "purged from G before it was visited"))
    if any(node.was_purged and node.visits for node in trace.nodes):
        signs.append((cross(4, 0), 8.0, "solved, but purged from G"))
    if UNVISITED in statuses:
        signs.append((line(0, 0, 24, 0, DOTTED), 24.0, "never visited"))
    if any(node.stands_for for node in trace.nodes):
        signs.append((text(0, 3.5, "n more", SMALL_SIZE, GREY), 36.0, "moves that are not shown"))
    signs.append((text(0, 3.5, "1, 2", SMALL_SIZE, GREY, style="italic"), 18.0, "order of the leaves"))
    if trace.interval == "bounds":
        signs.append((text(0, 4, "2…5", 11, INK), 26.0, "pessimistic and optimistic bound for Max"))
    if trace.interval == "spread":
        signs.append((text(0, 4, "3±2", 11, INK), 26.0, "mean and standard deviation"))
    if bounds:
        signs.append((text(0, 4, "≤ ≥", 11, INK), 22.0, "value at most, at least"))
    visits = [visit for node in trace.nodes if not node.is_leaf for visit in node.visits]
    if trace.has_list:
        signs.append((text(0, 3.5, "e", SMALL_SIZE, GREY), 7.0, "merit of the state when it was taken"))
    elif shows_windows(trace):
        if any(not visit.is_test for visit in visits):
            signs.append((text(0, 3.5, "[α, β]", SMALL_SIZE, GREY), 28.0, "window"))
        if any(visit.is_test for visit in visits):
            signs.append((text(0, 3.5, "≥n?", SMALL_SIZE, GREY), 21.0, "null window: a test"))
    if any(block.is_thrown_away for block in trace.blocks):
        pen = SOLID._replace(colour=GREY, width=0.8)
        strokes = [line(x, 7, min(24, x + 14), 7 - min(14, 24 - x), pen) for x in (0, 6, 12, 18)]
        signs.append((box(12, 0, 24, 14, 2, PAPER, SOLID) + "".join(strokes), 24.0, "thrown away"))
    if any(block.is_stopped for block in trace.blocks):
        signs.append((line(1, -7, 1, 7, STROKE._replace(width=3.0, cap="butt")), 3.0, "stopped"))
    if trace.result.hits:
        signs.append((text(0, 3.5, "T", SMALL_SIZE, GREY), 7.0, "answered by the table"))
    return signs
