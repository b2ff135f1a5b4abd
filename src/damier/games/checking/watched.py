"""A rule with every operation watched: its source with `a + b` written as a call, so that what goes wrong has a line.

A watched twin runs beside the plain and the compiled rule. It does its sums as compiled code does (`operations.py`), looks at
every place in a table before it is read, and counts what its loops do, so that one that does not end is named with its line.
Helpers in files of the same author are watched with it.
"""

import ast
import copy
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from damier.games.checking import operations
from damier.games.checking.operations import Mishap
from damier.kernel import CONTRACT, helpers

LOOK_EVERY = 2_000  # rounds of loops, at the clock

_SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Div: "/",
    ast.MatMult: "@",
    ast.USub: "-",
    ast.Invert: "~",
    ast.UAdd: "+",
}


class Endless(Exception):
    """A loop that goes on and on."""


class _Clock(threading.local):
    """How long the rule that is asked in this thread may go on, and the rounds of its loops."""

    ends = float("inf")
    rounds = 0


_clock = _Clock()


def set_clock(seconds: float) -> None:
    """From now on loops may go on so long."""
    _clock.ends = time.monotonic() + seconds
    _clock.rounds = 0


def _round() -> None:
    _clock.rounds += 1
    if _clock.rounds % LOOK_EVERY == 0 and time.monotonic() > _clock.ends:
        raise Endless


def _print(*words: Any, **how: Any) -> None:
    raise Mishap("prints", "a rule is asked millions of times a second and says nothing: take print out")


_WATCHES: dict[str, Callable[..., Any]] = {
    "_damier_operate": operations.operate,
    "_damier_negate": operations.negate,
    "_damier_index": operations.index,
    "_damier_item": operations.item,
    "_damier_extreme": operations.extreme,
    "range": operations.counted,
    "print": _print,
    "_damier_round": _round,
}


class Watcher:
    """Makes watched twins of the functions that stand in some files."""

    def __init__(self, is_watched: Callable[[str], bool]) -> None:
        self._is_watched = is_watched
        self._twins: dict[Any, Any] = {}
        self._names: dict[int, dict[str, Any]] = {}

    def twin(self, function: Any) -> Any:
        """The function, watched; the function itself where its source is not to be had."""
        if function not in self._twins:
            self._twins[function] = function  # meanwhile, for what calls itself
            self._twins[function] = self._made(function) or function
        return self._twins[function]

    def _made(self, function: Any) -> Any:
        if not isinstance(function, FunctionType) or not self._is_watched(function.__code__.co_filename):
            return None
        code = _watched_code(function.__code__.co_filename, function.__code__.co_firstlineno, function.__name__)
        if code is None:
            return None
        names = self._globals_of(function)
        if function.__closure__:
            cells = zip(function.__code__.co_freevars, function.__closure__, strict=True)
            names = {**names, **{name: self._watched_value(cell.cell_contents) for name, cell in cells}}
        made = FunctionType(code, names, function.__name__, function.__defaults__)
        made.__kwdefaults__ = function.__kwdefaults__
        return made

    def _globals_of(self, function: FunctionType) -> dict[str, Any]:
        """The names a function sees, with watched helpers among them; one dictionary for all functions of a module."""
        number = id(function.__globals__)
        if number not in self._names:
            names = self._names[number] = dict(function.__globals__)
            for name, value in [*names.items()]:
                names[name] = self._watched_value(value)
            names.update(_WATCHES | {name: names[name] for name in ("range", "print") if name in names})
        return self._names[number]

    def _watched_value(self, value: Any) -> Any:
        entry = CONTRACT.get(getattr(value, "__name__", ""))
        if entry is not None and entry.call is value:  # a rule that another one asks

            def ask(position: Any, *more: Any) -> Any:
                return self.twin(entry.body(type(position)))(position, *more)

            return ask
        return self.twin(value) if isinstance(value, FunctionType) and value in helpers else value


@cache
def parsed(path: str, changed: int) -> ast.Module | None:
    """The source of a file, as it was at a time."""
    try:
        return ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


def definition_of(path: str, line: int, name: str) -> ast.FunctionDef | None:
    """Where a function that begins in a line of a file is defined."""
    try:
        tree = parsed(path, Path(path).stat().st_mtime_ns)
    except OSError:
        return None
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, ast.FunctionDef) or node.name != name:
            continue
        if line in (node.lineno, *(decorator.lineno for decorator in node.decorator_list)):
            return node
    return None


def _watched_code(path: str, line: int, name: str) -> Any:
    found = definition_of(path, line, name)
    if found is None:
        return None
    module = ast.fix_missing_locations(ast.Module([_Watch().visit(_copy(found))], []))
    try:
        made = compile(module, path, "exec")
    except (SyntaxError, ValueError, RecursionError):
        return None
    return next(constant for constant in made.co_consts if hasattr(constant, "co_code") and constant.co_name == name)


def _copy(node: ast.FunctionDef) -> ast.FunctionDef:
    """A definition without what was done with it: decorators, annotations, and defaults, which the twin is given."""
    bare = copy.deepcopy(node)
    bare.decorator_list, bare.returns = [], None
    for argument in [*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs]:
        argument.annotation = None
    bare.args.defaults, bare.args.kw_defaults = [], [None] * len(bare.args.kwonlyargs)
    return bare


class _Watch(ast.NodeTransformer):
    """Writes operations as calls, each in the line where it stands."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if _is_constant(node):  # Python works it out before anything is compiled
            return node
        self.generic_visit(node)
        return _call(node, "_damier_operate", _text(node, _SIGNS[type(node.op)]), node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return self.generic_visit(node)
        if _is_constant(node):
            return node
        self.generic_visit(node)
        return _call(node, "_damier_negate", _text(node, _SIGNS[type(node.op)]), node.operand)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        before: Any = ast.parse(ast.unparse(node.target), mode="eval").body
        for each in ast.walk(before):
            ast.copy_location(each, node)
        sum_: Any = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
        return self.visit(ast.copy_location(ast.Assign([node.target], sum_), node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([self.visit(node.target)], self.visit(node.value)), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        end_is_meant = isinstance(node.slice, ast.UnaryOp) and _is_constant(node.slice)  # as in table[-1]
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) or end_is_meant:
            return node
        if isinstance(node.ctx, ast.Load):
            return _call(node, "_damier_item", node.value, node.slice)
        node.slice = _call(node, "_damier_index", node.value, node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max") and len(node.args) > 1 and not node.keywords:
            return _call(node, "_damier_extreme", node.func, *node.args)
        return node

    def visit_For(self, node: ast.For) -> Any:
        return self._counting(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._counting(node)

    def _counting(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(_call(node, "_damier_round")), node))
        return node


def _call(where: Any, function: str, *arguments: Any) -> Any:
    name = ast.copy_location(ast.Name(function, ast.Load()), where)
    return ast.copy_location(ast.Call(name, list(arguments), []), where)


def _text(where: Any, text: str) -> Any:
    return ast.copy_location(ast.Constant(text), where)


def _is_constant(node: Any) -> bool:
    """Whether an expression is made of numbers alone."""
    if isinstance(node, ast.BinOp):
        return _is_constant(node.left) and _is_constant(node.right)
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
