"""Games with one thing changed at random: an operator, a number, a place, a line left out. Some are other games."""

import ast
import copy
import random
from collections.abc import Iterator

OPERATORS = [ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift]
COMPARISONS = [ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE]
RULES = "rule"


def mutants(source: str, seed: object) -> Iterator[str]:
    """Sources that differ from a game's in one place of its rules and helpers, for ever."""
    chance = random.Random(f"{seed}")
    tree = ast.parse(source)
    while True:
        changed = copy.deepcopy(tree)
        functions = [node for node in changed.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
        if _change(chance.choice(functions), chance):
            yield ast.unparse(ast.fix_missing_locations(changed)) + "\n"


def _change(function: ast.FunctionDef, chance: random.Random) -> bool:
    """Change one place of a function; whether there was one."""
    kinds = [_other_operator, _other_comparison, _other_number, _other_place, _without_a_line, _other_way_round]
    return chance.choice(kinds)(function, chance)


def _one(function: ast.FunctionDef, kind: type, chance: random.Random) -> ast.AST | None:
    nodes = [node for statement in function.body for node in ast.walk(statement) if isinstance(node, kind)]
    return chance.choice(nodes) if nodes else None


def _other_operator(function: ast.FunctionDef, chance: random.Random) -> bool:
    node = _one(function, ast.BinOp, chance)
    if node is not None:
        node.op = chance.choice([each for each in OPERATORS if not isinstance(node.op, each)])()
    return node is not None


def _other_comparison(function: ast.FunctionDef, chance: random.Random) -> bool:
    node = _one(function, ast.Compare, chance)
    if node is not None:
        node.ops[0] = chance.choice([each for each in COMPARISONS if not isinstance(node.ops[0], each)])()
    return node is not None


def _other_number(function: ast.FunctionDef, chance: random.Random) -> bool:
    node = _one(function, ast.Constant, chance)
    if node is None or type(node.value) is not int:
        return False
    node.value = chance.choice([node.value + 1, node.value - 1, 0, 63, -node.value, 2 * node.value])
    return True


def _other_place(function: ast.FunctionDef, chance: random.Random) -> bool:
    node = _one(function, ast.Subscript, chance)
    if node is not None:
        node.slice = ast.BinOp(node.slice, chance.choice([ast.Add, ast.Sub])(), ast.Constant(chance.choice([1, 2, 300])))
    return node is not None


def _without_a_line(function: ast.FunctionDef, chance: random.Random) -> bool:
    bodies = [function.body, *(node.body for node in ast.walk(function) if isinstance(node, (ast.For, ast.While, ast.If)))]
    body = chance.choice(bodies)
    body[chance.randrange(len(body))] = ast.Pass()
    return True


def _other_way_round(function: ast.FunctionDef, chance: random.Random) -> bool:
    node = _one(function, ast.BinOp, chance)
    if node is not None:
        node.left, node.right = node.right, node.left
    return node is not None
