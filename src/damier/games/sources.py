"""What of a game's source decides its machine code: the rules and what they refer to. The rest can be edited for nothing.

A kernel that was compiled for a game is used again as long as this stays the same (`compile_cache.py`). Comments, docstrings,
`board`, names of moves and whatever else the rules do not refer to are no part of it; what cannot be told apart safely is.
"""

import ast
from collections.abc import Iterable

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def compiled_part(source: bytes, is_beside: bool = False) -> bytes:
    """The part of a module's source that rules can depend on, in a form without comments, docstrings and line numbers.

    Of a module beside the game's own, from which others import, all of it.
    """
    try:
        statements = _without_docstrings(ast.parse(source)).body
    except (SyntaxError, ValueError):  # it cannot be imported either
        return source
    bound: dict[str, list[ast.stmt]] = {}
    for statement in statements:
        for name in _names_bound(statement):
            bound.setdefault(name, []).append(statement)
    reached = _reached([statement for statement in statements if is_beside or _is_root(statement)], bound)
    while found := [each for each in statements if id(each) not in reached and _may_change(each, reached, bound)]:
        reached |= _reached(found, bound)
    return "\n".join(ast.dump(statement) for statement in statements if id(statement) in reached).encode()


def _reached(roots: list[ast.stmt], bound: dict[str, list[ast.stmt]]) -> dict[int, ast.stmt]:
    """Statements and all that bind names they use, those names' own, and so on."""
    reached = {id(statement): statement for statement in roots}
    waiting = [*roots]
    while waiting:
        for name in _names_used(waiting.pop()):
            for other in bound.get(name, ()):
                if id(other) not in reached:
                    reached[id(other)] = other
                    waiting.append(other)
    return reached


def _may_change(statement: ast.stmt, reached: dict[int, ast.stmt], bound: dict[str, list[ast.stmt]]) -> bool:
    """Whether it calls something that has to do with data which the rules read: a table may be filled there."""
    if isinstance(statement, _DEFINITIONS) or not any(isinstance(node, ast.Call) for node in ast.walk(statement)):
        return False
    touched = _reached([statement], bound)
    return any(key in reached and isinstance(other, (ast.Assign, ast.AnnAssign)) for key, other in touched.items())


def _is_root(statement: ast.stmt) -> bool:
    """Whether it counts by itself: a decorated definition, as rules are, and all that does more than to bind names."""
    if isinstance(statement, _DEFINITIONS):
        return bool(statement.decorator_list)
    return not _names_bound(statement)


def _names_bound(statement: ast.stmt) -> list[str]:
    """The names that a statement binds and nothing else that it does; none if it may do more."""
    if isinstance(statement, _DEFINITIONS):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        names = [(alias.asname or alias.name).partition(".")[0] for alias in statement.names]
        return [] if "*" in names else names
    if isinstance(statement, ast.Assign) and all(isinstance(target, ast.Name) for target in statement.targets):
        return [target.id for target in statement.targets if isinstance(target, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


def _names_used(statement: ast.stmt) -> Iterable[str]:
    """Every name in it, in annotations in quotes too."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.replace(".", " ").split()


def _without_docstrings(module: ast.Module) -> ast.Module:
    for node in ast.walk(module):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and _begins_with_text(node.body):
            node.body = node.body[1:] or [ast.Pass()]
    return module


def _begins_with_text(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
