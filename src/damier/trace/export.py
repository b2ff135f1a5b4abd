"""A trace as plain data for a page that replays it.

    nodes    one for each node, by id: father (null at the root), ply, move (its name), max (Max to move), status, leaf
             (its score, or null), aside (beyond, pass or behind-pass; else empty), standing (of a node beyond the horizon
             its estimate as it stands), low and high (what was proved of the value), mean and deviation (of BPIP), text (the
             same in writing), visits
    steps    one for each event: kind, node, alpha, beta, value, pass; where the list G changes also solved and place,
             so that a page can keep G itself (splice at place), and g, the whole list after the step; by several
             processors also processor and time
    lanes    of a search by several processors: its figures, and blocks, what each searched from when to when

Infinite bounds are null. `g` is left out of all steps (`whole_lists` is false) where all lists together would have
more than MOST_STATES states.
"""

from typing import Any

from damier.rules import INFINITY
from damier.trace.nodes import Node, Step, Trace, Visit
from damier.trace.words import caption, known, window

MOST_STATES = 200_000


def to_json(trace: Trace) -> dict[str, Any]:
    """Everything in the trace, ready for json.dumps."""
    result = trace.result
    whole_lists = trace.has_list and sum(len(states) for _, states in trace.lists()) <= MOST_STATES
    return {
        "game": trace.game,
        "position": trace.position,
        "algorithm": trace.algorithm,
        "title": trace.title,
        "caption": caption(trace),
        "depth": result.depth,
        "value": result.value,
        "unit": trace.scale.unit,
        "complete": result.complete,
        "leaves": result.leaves,
        "leaves_total": len(trace.leaves),
        "leaves_different": sum(bool(leaf.evaluations) for leaf in trace.leaves),
        "nodes_entered": result.nodes,
        "hits": result.hits,
        "memory": result.memory,
        "lost": trace.lost,
        "line": trace.line,
        "nodes": [_node(node, trace) for node in trace.nodes],
        "passes": [
            {"number": one.number, "node": one.node, **_bounds(one.alpha, one.beta), "value": _finite(one.value)}
            for one in trace.passes
        ],
        "interval": trace.interval,
        "has_list": trace.has_list,
        "whole_lists": whole_lists,
        "steps": _steps(trace, whole_lists),
    } | (_lanes(trace) if trace.blocks else {})


def _lanes(trace: Trace) -> dict[str, Any]:
    """What each processor did: its blocks of work, and the figures of them all."""
    timeline = trace.result.timeline
    assert timeline is not None
    figures = timeline.figures
    blocks = [block._asdict() | _bounds(block.alpha, block.beta) | {"value": _finite(block.value)} for block in trace.blocks]
    return {"lanes": figures._asdict() | {"value": trace.result.value, "speed_up": figures.speed_up, "blocks": blocks}}


def _node(node: Node, trace: Trace) -> dict[str, Any]:
    low, high = node.bounds
    return {
        "id": node.id,
        "father": node.father if node.father >= 0 else None,
        "ply": node.ply,
        "move": node.name,
        "path": list(node.path),
        "max": node.is_max,
        "status": node.status,
        "purged": node.was_purged,
        "leaf": node.score,
        "aside": node.aside,
        "standing": node.standing,
        "sons": node.sons,
        "cut": node.cut,
        "low": _finite(low),
        "high": _finite(high),
        "mean": node.mean,
        "deviation": node.deviation,
        "text": known(node, trace.scale),
        "evaluations": node.evaluations,
        "visits": [_visit(visit, trace) for visit in node.visits],
    }


def _visit(visit: Visit, trace: Trace) -> dict[str, Any]:
    return {
        "order": visit.order,
        **_bounds(visit.alpha, visit.beta),
        "window": window(visit, trace.has_list, trace.scale),
        "value": _finite(visit.value),
        "end": visit.end,
        "pass": visit.passing,
        "cut": visit.cut,
    }


def _steps(trace: Trace, whole_lists: bool) -> list[dict[str, Any]]:
    lists = iter(trace.lists())
    found = []
    for step in trace.steps:
        row = _step(step, bool(trace.blocks))
        if step.place is not None and whole_lists:
            _, states = next(lists)
            row["g"] = [[state.node, state.is_solved, _finite(state.merit)] for state in states]
        found.append(row)
    return found


def _step(step: Step, is_shared: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": step.kind, "node": step.node, "value": _finite(step.value), "pass": step.passing}
    if is_shared:
        row |= {"processor": step.processor, "time": step.time}
    if step.place is not None:
        row |= {"solved": step.is_solved, "place": step.place}
    else:
        row |= _bounds(step.alpha, step.beta)
    return row


def _bounds(alpha: int | None, beta: int | None) -> dict[str, int | None]:
    return {"alpha": _finite(alpha), "beta": _finite(beta)}


def _finite(value: int | None) -> int | None:
    return None if value is None or abs(value) >= INFINITY - 1 else value
