"""A user's own game, looked at before it is played: what is missing or mistyped, where, and what was expected."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba import typeof, types

from damier.games.faults import authors_files, bounded, is_ctrl_c, said_in_a_line
from damier.games.game import BadInput, Game
from damier.kernel import CONTRACT, RuleError, compiled, field_types, has_rule, native
from damier.rules import (
    MOST_MOVES,
    MOST_SCORE,
    ONGOING,
    canonical,
    evaluate,
    hint,
    key,
    limits,
    moves,
    outcome,
    play,
    same_player,
)
from damier.wording import quoted


@compiled
def _try_moves(position: Any, out: Any) -> Any:
    return moves(position, out)


@compiled
def _try_play(position: Any, move: Any) -> Any:
    return play(position, move)


@compiled
def _try_outcome(position: Any) -> Any:
    return outcome(position)


@compiled
def _try_same_player(position: Any, child: Any) -> Any:
    return same_player(position, child)


@compiled
def _try_evaluate(position: Any, weights: Any) -> Any:
    return evaluate(position, weights)


@compiled
def _try_key(position: Any) -> Any:
    return key(position)


@compiled
def _try_canonical(position: Any) -> Any:
    return canonical(position)


@compiled
def _try_hint(position: Any, move: Any) -> Any:
    return hint(position, move)


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
    score = _checked(name, game, "outcome", _try_outcome, "a whole number, a score or ONGOING", position)
    if score != ONGOING:
        raise BadInput(f"{name}: the game is over in its starting position")
    out = np.zeros(MOST_MOVES, np.int64)
    count = _checked(name, game, "moves", _try_moves, "a whole number, how many moves there are", position, out)
    if not 1 <= count <= MOST_MOVES:
        raise BadInput(f"{name}: rule 'moves' returns {count} at the start; a game that goes on has 1 to {MOST_MOVES} moves")
    move = int(out[0])
    if out[:count].min() < 0:
        raise BadInput(f"{name}: rule 'moves' lists {out[:count].min()}; a move is a whole number from 0 on")
    kind = type(position).__qualname__
    child = native(_checked(name, game, "play", _try_play, f"a {kind}", position, move))
    optional = {
        "same_player": (_try_same_player, "True or False", (position, child)),
        "evaluate": (_try_evaluate, "a whole number", (position, game.weights())),
        "key": (_try_key, "a 64-bit number", (position,)),
        "canonical": (_try_canonical, f"a {kind}", (position,)),
        "hint": (_try_hint, "a whole number", (position, move)),
    }
    _check_limits(name, position)
    for rule, (attempt, expected, arguments) in optional.items():
        if has_rule(position, rule):
            _checked(name, game, rule, attempt, expected, *arguments)
    more: dict[str, tuple[Any, ...]] = {  # compiled only by searches that ask for them
        **dict.fromkeys(("is_max", "reversible", "patience", "stage", "forced", "may_pass"), (position,)),
        **dict.fromkeys(("gain", "interest"), (position, move)),
        **dict.fromkeys(("noisy", "count"), (position, out)),
        "exchange": (position, move, 0),
    }
    for rule, arguments in more.items():
        if has_rule(position, rule):
            _plainly(rule, "a whole number, or True or False", *arguments)
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


def _check_limits(name: str, position: Any) -> None:
    try:
        lowest, highest = (int(bound) for bound in bounded(Path(name), "rule 'limits'", limits, position))
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(f"{name}: rule 'limits' must return two whole numbers, lowest and highest ({error})") from None
    if not -MOST_SCORE <= lowest <= highest <= MOST_SCORE:
        raise BadInput(
            f"{name}: rule 'limits' gives {lowest} to {highest}; expected -{MOST_SCORE} <= lowest <= highest <= {MOST_SCORE}"
        )


def _checked(name: str, game: Game, rule: str, attempt: Any, expected: str, *arguments: Any) -> Any:
    """What a compiled rule gives, if it compiles and gives what is expected."""
    body, path, where = _plainly(rule, expected, *arguments)
    kinds = tuple(typeof(argument) for argument in arguments)
    try:
        if hasattr(attempt, "compile"):
            attempt.compile(kinds)
        result = bounded(path, f"rule '{rule}', compiled,", attempt, *arguments)
    except BadInput:
        raise
    except Exception as error:  # Numba's own, and what its passes raise
        raise BadInput(f"{_numba_place(error, body, rule)}: {_numba_reason(error)}") from None
    if hasattr(attempt, "overloads"):
        returned = attempt.overloads[kinds].signature.return_type
        if not isinstance(returned, (types.Integer, types.Boolean, types.BaseNamedTuple)):
            raise BadInput(f"{where} must return {expected} on every path, not {_plain_type(returned)}")
    return result


def _plainly(rule: str, expected: str, *arguments: Any) -> tuple[Any, Path, str]:
    """The body of a rule, its file and where it stands there, if it gives what is expected as plain Python."""
    body = CONTRACT[rule].body(type(arguments[0]))
    path = Path(body.__code__.co_filename)
    where = f"{path.name} line {body.__code__.co_firstlineno}: rule '{rule}'"
    try:
        plain = bounded(path, f"rule '{rule}'", body, *arguments)
    except BadInput:
        raise
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise said_in_a_line(path, error, f"rule '{rule}'") from None
    wants_position = CONTRACT[rule].gives_position
    if wants_position != isinstance(plain, type(arguments[0])) or not (wants_position or _is_whole(plain)):
        raise BadInput(f"{where} must return {expected}, not {quoted(plain)}")
    return body, path, where


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, bool, np.integer, np.bool_))


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
