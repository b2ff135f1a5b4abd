"""The code of an algorithm beside its trace: the text of its kernels, and the line at which each step happens.

The text is that of the search's own modules, so that what is shown is what runs. Lines are found by what stands in them
(`visit(`, `note(work, CUT`), never by their number.
"""

import ast
import importlib
import inspect
import re
from functools import cache
from typing import NamedTuple

from damier.rules import INFINITY
from damier.search.catalogue import ALGORITHMS
from damier.trace.nodes import PASS, Step, Trace

# The functions worth reading, by algorithm: module and name, the outermost first
_MEMORY = ("memory", "memory")
_ROOT = ("window", "search_root")
_ALPHABETA = ("alphabeta", "alphabeta")
_GROW = ("grown_tree", "grow")
_STAR = ("star", "deal_out", "begin", "begin_answer", "hear", "conclude", "raise_bound")
_FUNCTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "scout": (("scout", "scout_eval"), ("scout", "scout_test")),
    "quiescence": (("quiescence", "quiet_alphabeta"), ("quiescence", "play_out")),
    "sss": (("sss", "sss"),),
    "itersss": (("sss", "sss"), ("room", "add"), ("room", "choose")),
    "window": (("window", "run"), _ROOT, _MEMORY),
    "mtd": (("mtd", "mtd"), _MEMORY),
    "mtd-inf": (("mtd_inf", "run"), ("mtd", "mtd"), _MEMORY),
    "negac": (("negac", "run"), _MEMORY),
    "star": (*(("star", name) for name in _STAR), _ALPHABETA),
    "pvsplit": (("pvsplit", "pvsplit"), _ALPHABETA),
    "bstar": (*(("bstar", name) for name in ("bstar", "is_best_to_be_proved", "most_hopeful", "back_up")), _GROW),
    "bpip": (*(("bpip", name) for name in ("bpip", "promised", "gulp", "grow_leaves", "back_up")), _GROW),
}

# What stands in the line of an event; where there are several such lines, the first
_SIGNS = {
    "enter": r"= (\w+\.)*visit(_for_max)?\(",
    "leaf": r"!= ONGOING:",  # the line after it returns
    "hit": r"note\(work, HIT",
    "cut": r"note\((work, )?CUT",
    "leave": r"note\((work, )?LEAVE",
    "stop": r"processors\.stop\(",
    "bound": r"note\(BOUND",
    "hear": r"= for_root\(",
    "stand": r"note\(work, STAND",
    "quiet": r"note\(work, LEAF",  # nothing is left to be played out
    "pass": r"note\(work, PASS",
    "ask": r"= search_root\(|return search_root\(",
    "add": r"^\s+add\(",
    "take": r"= remove\(",
    "evaluate": r"= visit_state_for_max\(",
    "purge": r"^\s+purge\(",
    "finish": r"return merit",
    "plant": r"(plant|begin)\(position",
    "grow": r"note\(work, GROW",
    "son": r"_add\(child",
    "back": r"note\(work, BACK",
}


class Listing(NamedTuple):
    """A text, and in which of its lines (from 0) something stands, by function and sign."""

    text: list[str]
    places: dict[tuple[str, str], list[int]]

    def find(self, function: str, sign: str, which: int = 0) -> int:
        """The line of a sign in a function."""
        return self.places[function, sign][which]


@cache
def listing(algorithm: str) -> Listing:
    """The functions of an algorithm, one after the other, a blank line between."""
    text: list[str] = []
    places: dict[tuple[str, str], list[int]] = {}
    for module, function in functions(algorithm):
        if text:
            text.append("")
        source = _source(module, function)
        for sign, pattern in _SIGNS.items():
            found = [number for number, line in enumerate(source) if re.search(pattern, line)]
            if found:
                places[function, sign] = [len(text) + number + (sign == "leaf") for number in found]
        text += source
    return Listing(text, places)


def functions(algorithm: str) -> tuple[tuple[str, str], ...]:
    """The modules and functions that are shown of an algorithm."""
    module = ALGORITHMS[algorithm][0]
    return _FUNCTIONS.get(algorithm, ((module, module),))


def _source(module: str, function: str) -> list[str]:
    """A function as it is written, without its decorator."""
    text = inspect.getsource(importlib.import_module(f"damier.search.{module}"))
    found = next(part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef) and part.name == function)
    return text.splitlines()[found.lineno - 1 : found.end_lineno]


def lines(trace: Trace) -> list[int]:
    """For each step of a trace the line of the listing, from 0, at which it happens."""
    if trace.blocks:
        return _lines_of_lanes(trace)
    if trace.interval:
        return _lines_of_growth(trace)
    return _lines_of_list(trace) if trace.has_list else _lines_of_descent(trace)


# What the star does with a position of level 1: in which function
_OF_THE_STAR = {"enter": "begin", "leaf": "hear", "cut": "conclude", "leave": "conclude"}


def _lines_of_lanes(trace: Trace) -> list[int]:
    """Nodes whose sons are shared out belong to the parallel search, what lies below to alpha-beta."""
    shown = listing(trace.algorithm)
    shared = trace.shared
    found = []
    entered: set[int] = set()
    for step in trace.steps:
        if step.kind == "enter":
            entered.add(step.node)
        ply = trace.nodes[step.node].ply
        if step.kind == "stop":
            found.append(shown.find("conclude" if trace.algorithm == "star" else "pvsplit", "stop"))
        elif step.node not in shared:
            found.append(shown.find("alphabeta", step.kind))
        elif trace.algorithm == "pvsplit":
            is_later = step.kind == "bound" and not entered.isdisjoint(trace.nodes[step.node].sons[1:])
            found.append(shown.find("pvsplit", step.kind, int(is_later)))
        elif ply == 0:
            found.append(shown.find("raise_bound" if step.kind == "bound" else "star", step.kind))
        else:
            found.append(shown.find(_OF_THE_STAR[step.kind], "hear" if step.kind == "leaf" else step.kind))
    return found


def _lines_of_growth(trace: Trace) -> list[int]:
    """The root is planted; all other nodes are made, and found to be leaves or not, when their father is grown."""
    shown = listing(trace.algorithm)
    found = []
    for step in trace.steps:
        if step.kind in ("enter", "leaf"):
            is_root = step.node == 0
            found.append(shown.find(trace.algorithm, "plant") if is_root else shown.find("grow", "son"))
        else:
            found.append(shown.find("back_up" if step.kind == "back" else "grow", step.kind))
    return found


def _lines_of_descent(trace: Trace) -> list[int]:
    shown = listing(trace.algorithm)
    names = [function for _, function in functions(trace.algorithm)]
    found = []
    inside: dict[int, str] = {}  # the function that is at work at each ply
    last: dict[int, int] = {}  # the node that was entered last at each ply
    for step in trace.steps:
        ply = trace.nodes[step.node].ply
        if step.kind == "pass" and step.node == 0:
            found.append(_line_of_root_pass(shown, names[-2], trace, step))
            continue
        if step.kind == "pass":
            found.append(shown.find(inside[ply - 1], "pass"))
            continue
        if step.kind == "enter":
            inside[ply] = _function_at(trace, names, step, ply)
            last[ply] = step.node
        if step.kind == "leaf" and inside[ply] == "play_out" and not trace.nodes[step.node].is_over:
            found.append(shown.find(inside[ply], "quiet"))
            continue
        is_by_move = "null_move" in names and step.kind in ("cut", "leave") and trace.nodes[last[ply + 1]].aside != PASS
        found.append(shown.find(inside[ply], step.kind, int(is_by_move)))
    return found


def _function_at(trace: Trace, names: list[str], step: Step, ply: int) -> str:
    """Which of the algorithm's functions enters a node."""
    if trace.algorithm == "scout":
        is_evaluated = (step.alpha, step.beta) == (-INFINITY, INFINITY)
        return names[0] if is_evaluated else names[1]
    if trace.algorithm == "quiescence":
        return names[0] if ply < trace.result.depth else names[1]
    return names[-1]


def _line_of_root_pass(shown: Listing, function: str, trace: Trace, step: Step) -> int:
    """Where the root is searched; the window algorithm has a line for each reason to do so."""
    if trace.algorithm != "window":
        return shown.find(function, "ask")
    if trace.passes[0] is trace.passes[step.passing - 1]:
        return shown.find("run", "ask")
    is_below = step.alpha == -INFINITY
    return shown.find("run", "ask", 1 if is_below else 2)


def _lines_of_list(trace: Trace) -> list[int]:
    """The six cases of SSS* are told apart by the state that was taken last."""
    shown = listing(trace.algorithm)
    found: list[int] = []
    taken: Step | None = None
    for before, step in zip([None, *trace.steps], trace.steps, strict=False):
        if step.kind == "take":
            taken = step
            is_end = step.is_solved and step.node == 0
            found.append(shown.find("sss", "finish" if is_end else "take"))
        elif step.kind == "leaf":
            found.append(shown.find("sss", "evaluate"))
        elif step.kind == "purge":
            # after an insertion it is the bounded list that removes what the new state dominates
            is_dominated = found and before is not None and _is_of_bounded_list(before, shown, found[-1])
            found.append(shown.find("add" if is_dominated else "sss", "purge"))
        else:
            found.append(shown.find("sss", "add", _case(trace, taken, step)))
    return found


def _is_of_bounded_list(before: Step, shown: Listing, line: int) -> bool:
    return before.kind == "insert" or (before.kind == "purge" and line == shown.places.get(("add", "purge"), [-1])[0])


def _case(trace: Trace, taken: Step | None, step: Step) -> int:
    """Which of the insertions of SSS* this is, from the top of the text."""
    if taken is None:
        return 0
    if not taken.is_solved:
        return 1 if step.node == taken.node else 2
    father = trace.nodes[taken.node].father
    if step.node != father:
        return 4
    return 3 if trace.nodes[father].is_max else 5
