"""A user's own game, looked at before it is played: what is missing or mistyped, where, and what was expected."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba import typeof, types

from damier.games.asking import arguments_for, lies_within
from damier.games.faults import authors_files, bounded, is_ctrl_c, said_in_a_line
from damier.games.game import BadInput, Game
from damier.kernel import CONTRACT, ContractFunction, RuleError, field_types, has_rule
from damier.rules import MOST_MOVES, ONGOING
from damier.wording import quoted


def check_game(game: Game) -> None:
    """Raise BadInput, in one line, if the rules do not fit the contract."""
    name = Path(game.module.__file__ or game.name).name
    if not hasattr(game.module, "start") and not hasattr(game.module, "START"):
        raise BadInput(f"{name}: there is no starting position; write START = MyPosition(...) or def start()")
    start = getattr(game.module, "START", None)
    if not hasattr(game.module, "start") and not hasattr(type(start), "_fields"):
        raise BadInput(f"{name}: START is {quoted(start)}; a position is a NamedTuple of whole numbers")
    path = Path(game.module.__file__ or name)
    try:
        position = bounded(path, "start()", game.start)
        field_types(type(position))
    except (RuleError, BadInput) as error:
        raise BadInput(str(error) if str(error).startswith(name) else f"{name}: {error}") from None
    except Exception as error:
        raise said_in_a_line(path, error, "START") from None
    for rule, entry in CONTRACT.items():
        if entry.required and not has_rule(position, rule):
            meaning = (entry.default.__doc__ or "").strip().splitlines()[0]
            kind = type(position).__qualname__
            raise BadInput(
                f"{name}: rule '{rule}' is missing for {kind}; write @rule def {rule}(p: {kind}"
                f"{''.join(', ' + parameter for parameter in entry.parameters[1:])}). {meaning}"
            )
    _check_rules(name, game, position)


def _check_rules(name: str, game: Game, position: Any) -> None:
    """Ask every rule about the start: first what the others are asked with, then all that the game gives."""
    score = _checked("outcome", position)
    if score != ONGOING:
        raise BadInput(f"{name}: the game is over in its starting position")
    out = np.zeros(MOST_MOVES, np.int64)
    count = _checked("moves", position, out)
    if not 1 <= count <= MOST_MOVES:
        raise BadInput(f"{name}: rule 'moves' returns {count} at the start; a game that goes on has 1 to {MOST_MOVES} moves")
    move = int(out[0])
    if out[:count].min() < 0:
        raise BadInput(f"{name}: rule 'moves' lists {out[:count].min()}; a move is a whole number from 0 on")
    _checked("play", position, move)
    for rule, entry in CONTRACT.items():
        if has_rule(position, rule) and not entry.required and entry.asked(position):
            given = _checked(rule, *arguments_for(entry, position, move, game.weights()))
            if not lies_within(entry.gives, given):
                raise BadInput(f"{_where(entry, position)} gives {_written(entry, given)}; expected {_range(entry)}")
    _check_that_it_ends(game, position, move)


def _check_that_it_ends(game: Game, position: Any, move: int) -> None:
    """What the author wrote beside the rules ends; what else may be wrong with it is said to whoever uses it."""
    path = Path(game.module.__file__ or game.name)
    asked: dict[str, Callable[[], Any]] = {
        "text()": lambda: game.text(position),
        "parse()": lambda: game.parse(game.text(position)),
        "move_name()": lambda: game.move_name(position, move),
        "read_move()": lambda: game.parse_move(position, game.move_name(position, move)),
        "board()": lambda: game.board(position, 0),
        "cells()": lambda: game.cells(position, move, 0),
    }
    for what, ask in asked.items():
        if hasattr(game.module, what.removesuffix("()")):
            bounded(path, what, _quietly, ask)


def _quietly(ask: Callable[[], Any]) -> None:
    with suppress(Exception):
        ask()


def _checked(rule: str, *arguments: Any) -> Any:
    """What a compiled rule gives, if it compiles and gives what the contract says, run as plain Python too."""
    entry, position = CONTRACT[rule], arguments[0]
    body = entry.body(type(position))
    path = Path(body.__code__.co_filename)
    try:
        plain = bounded(path, f"rule '{rule}'", body, *arguments)
    except BadInput:
        raise
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise said_in_a_line(path, error, f"rule '{rule}'") from None
    if not _is_kind(entry, plain, type(position)):
        raise BadInput(f"{_where(entry, position)} must return {_expected(entry, position)}, not {quoted(plain)}")
    kinds = tuple(typeof(argument) for argument in arguments)
    try:
        if hasattr(entry.kernel, "compile"):
            entry.kernel.compile(kinds)
        result = bounded(path, f"rule '{rule}', compiled,", entry.kernel, *arguments)
    except BadInput:
        raise
    except Exception as error:  # Numba's own, and what its passes raise
        raise BadInput(f"{_numba_place(error, body, rule)}: {_numba_reason(error)}") from None
    if hasattr(entry.kernel, "overloads"):
        returned = entry.kernel.overloads[kinds].signature.return_type
        if not _is_compiled_kind(entry, returned):
            expected = f"{_expected(entry, position)} on every path"
            raise BadInput(f"{_where(entry, position)} must return {expected}, not {_plain_type(returned)}")
    return result


def _where(entry: ContractFunction, position: Any) -> str:
    """The rule, and where it stands in its file."""
    code = entry.body(type(position)).__code__
    return f"{Path(code.co_filename).name} line {code.co_firstlineno}: rule '{entry.name}'"


def _expected(entry: ContractFunction, position: Any) -> str:
    return entry.gives.words.format(kind=type(position).__qualname__)


def _is_kind(entry: ContractFunction, value: Any, position_type: type) -> bool:
    """Whether a rule gives, as plain Python, what the contract says."""
    if entry.gives.shape == "position":
        return isinstance(value, position_type)
    if entry.gives.shape == "numbers":
        return isinstance(value, tuple) and len(value) == 2 and all(_is_whole(number) for number in value)
    return _is_whole(value)


def _is_compiled_kind(entry: ContractFunction, kind: Any) -> bool:
    """Whether it does so compiled, on every path."""
    if entry.gives.shape == "position":
        return isinstance(kind, types.BaseNamedTuple)
    numbers = tuple(kind) if entry.gives.shape == "numbers" and isinstance(kind, types.BaseTuple) else (kind,)
    return all(isinstance(number, (types.Integer, types.Boolean)) for number in numbers)


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, bool, np.integer, np.bool_))


def _written(entry: ContractFunction, given: Any) -> str:
    return " to ".join(str(int(number)) for number in (given if entry.gives.shape == "numbers" else [given]))


def _range(entry: ContractFunction) -> str:
    """Where the contract says that the numbers of a rule lie."""
    lowest, highest = entry.gives.lowest, entry.gives.highest
    if entry.gives.shape == "numbers":
        return f"{lowest} <= lowest <= highest <= {highest}"
    return f"{lowest} or more" if highest is None else f"{lowest} to {highest}"


def _plain_type(kind: Any) -> str:
    if isinstance(kind, types.Optional):
        return f"sometimes nothing (None) and sometimes {_plain_type(kind.type)}"
    return {"none": "nothing (None)", "float64": "a float"}.get(str(kind), str(kind))


def said_of_compiler(error: Exception) -> str:
    """What the compiler does not take of a rule that is asked for later than here."""
    lines = re.findall(r'File "([^"]*)", line (\d+)', _uncoloured(error))
    where = [f"{Path(file).name} line {line}: " for file, line in lines if str(Path(file).resolve()) in authors_files]
    return f"{where[-1] if where else ''}a rule cannot be compiled: {_numba_reason(error)}"


def _numba_place(error: Exception, body: Any, rule: str) -> str:
    """Where in the user's file Numba gave up: the innermost line it names."""
    path = Path(body.__code__.co_filename)
    line = _numba_line(error, path) or f" line {body.__code__.co_firstlineno}"
    return f"{path.name}{line}: rule '{rule}' cannot be compiled"


def _numba_line(error: Exception, path: Path) -> str:
    """The innermost line of a file that Numba names, to stand behind the file's name; nothing if it names none."""
    lines = re.findall(rf'File "[^"]*{re.escape(path.name)}", line (\d+)', _uncoloured(error))
    return f" line {lines[-1]}" if lines else ""


def _numba_reason(error: Exception) -> str:
    """The one line of Numba's message that says something."""
    lines = [line.strip(" >-*") for line in _uncoloured(error).splitlines()]
    telling = [
        "Untyped global name",
        "Undefined variable",
        "NameError",
        "Unknown attribute",
        "Cannot unify",
        "Invalid use of",
        "Use of unsupported",
        "UnsupportedError",
        "Unsupported",
        "Can't unify",
        "too many",
        "cannot",
        "No implementation of",
    ]
    for wanted in telling:
        for line in lines:
            if wanted == "Untyped global name" and wanted in line and "function" in line:
                name = line.partition("'")[2].partition("'")[0]
                return f"'{name}' is a plain function; mark it with @helper (from damier import helper)"
            if wanted in line:
                return re.sub(r"\s+", " ", line)[:200]
    useful = [line for line in lines if line and not line.startswith(("Failed in", "File", "During", "There are"))]
    return re.sub(r"\s+", " ", useful[0] if useful else "it uses what Numba does not know")[:200]


def _uncoloured(error: Exception) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))
