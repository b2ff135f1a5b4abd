"""Scores, windows and results in writing, for people."""

from damier.games.game import in_units
from damier.rules import INFINITY, LOSS, WIN
from damier.search.timeline import Figures
from damier.trace.nodes import BEHIND_PASS, BEYOND, PASS, Node, Scale, Trace, Visit

_ENDLESS = INFINITY - 1  # MTD(+inf) starts with the window [INFINITY - 1, INFINITY]

ASIDE_WORDS = {BEYOND: "beyond the horizon", PASS: "a pass: the null move", BEHIND_PASS: "behind a pass"}

_MOST_PASSES = 12
_POINTS = Scale()


def score(value: int, scale: Scale = _POINTS) -> str:
    """A score, with a true minus sign and the sign of infinity; won and lost in words where scores mean that."""
    if abs(value) >= _ENDLESS:
        return "∞" if value > 0 else "−∞"
    if scale.has_wins and value in (WIN, LOSS):
        return "win" if value == WIN else "loss"
    return in_units(value, scale.unit).replace("-", "−")


def known(node: Node, scale: Scale = _POINTS) -> str:
    """What the search knows of a node's value: `3`, `≤3`, `≥3`, `2…5`, its mean and deviation `3±2`, or nothing."""
    if node.mean is not None:
        return score(node.mean, scale) + (f"±{in_units(node.deviation, scale.unit).lstrip('+')}" if node.deviation else "")
    low, high = node.bounds
    if scale.has_wins and (low == WIN or high == LOSS):
        return "win" if low == WIN else "loss"
    if low == high:
        return score(low, scale)
    if abs(low) >= _ENDLESS and abs(high) >= _ENDLESS:
        return ""
    if abs(low) >= _ENDLESS:
        return "≤" + score(high, scale)
    if abs(high) >= _ENDLESS:
        return "≥" + score(low, scale)
    return f"{score(low, scale)}…{score(high, scale)}"


def window(visit: Visit, has_list: bool = False, scale: Scale = _POINTS) -> str:
    """The window of a visit: `[3, ∞]`; of a null window what it asks, `≥4?`; of SSS* the merit, `e 27`."""
    if has_list:
        return f"e {score(visit.beta, scale)}"
    return window_text(visit.alpha, visit.beta, scale)


def window_text(alpha: int, beta: int, scale: Scale = _POINTS) -> str:
    """A window as a person writes it."""
    return f"≥{score(beta, scale)}?" if beta - alpha == 1 else f"[{score(alpha, scale)}, {score(beta, scale)}]"


def caption(trace: Trace) -> str:
    """The search in a line."""
    result = trace.result
    leaves = trace.leaves
    seen = sum(bool(leaf.evaluations) for leaf in leaves)
    words = [trace.title if trace.title[0].isupper() else trace.title.capitalize()]
    if trace.interval and trace.line[1:]:
        words.append(f"move {trace.nodes[trace.line[1]].name}")
        words.append(f"{'bounds' if trace.interval == 'bounds' else 'mean'} {known(trace.nodes[0], trace.scale)}")
    elif result.complete:
        words.append(f"value {score(result.value, trace.scale)}")
    if not result.complete:
        words.append("stopped early")
    words.append(f"{seen} of {_count(len(leaves), 'leaf', 'leaves')} visited")
    if result.leaves > seen:
        words.append(f"{_count(result.leaves, 'evaluation')}")
    words.append(_count(result.nodes, "node"))
    if result.hits:
        words.append(_count(result.hits, "table hit"))
    if result.passes > 1:
        words.append(_count(result.passes, "pass", "passes"))
    if trace.has_list:
        words.append(f"longest G {result.memory}")
    if result.timeline:
        words += _on_processors(result.timeline.figures)
    return " · ".join(words)


def _on_processors(figures: Figures) -> list[str]:
    words = [_count(figures.processors, "processor"), f"time {figures.time:,}"]
    if figures.speed_up is not None:
        words.append(f"speed-up {figures.speed_up:.2f}")
    return [*words, f"{figures.thrown_away:,} thrown away"]


def passes(trace: Trace) -> str:
    """What each search of the root proved, where there were several: `≤14, ≤5, ≤3, ≥3`."""
    found = []
    for one in trace.passes:
        if one.node == 0 and one.value is not None:
            sign = "≥" if one.value >= one.beta else "≤" if one.value <= one.alpha else "= "
            found.append(sign + score(one.value, trace.scale))
    if len(found) < 2:
        return ""
    if len(found) > _MOST_PASSES:
        found[_MOST_PASSES - 2 : -1] = ["…"]
    return "root: " + ", ".join(found)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
