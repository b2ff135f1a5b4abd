"""A user's own game, looked at before it is played: what is missing or mistyped, where, and what was expected.

The quick part, at every load: what the file has to have, and some moves of a few random games, plain and compiled. The rest
is `damier check`: `games/checking/examination.py`, which both ask.
"""

import difflib
import inspect
from pathlib import Path
from types import FunctionType
from typing import Any

from damier.games.checking.answers import misfitting
from damier.games.checking.compiler import said_of_compiler as said_of_compiler  # where the rest of damier has it from
from damier.games.checking.examination import AT_ONCE, Report, examine
from damier.games.checking.fault import Fault, line_of, shown
from damier.games.checking.operations import is_whole
from damier.games.faults import bounded, said_in_a_line
from damier.games.game import BadInput, Game
from damier.games.spoken import example_of
from damier.kernel import CONTRACT, ContractFunction, RuleError, field_types, has_rule, helpers
from damier.rules import ONGOING, outcome

QUICKLY = 0.15  # seconds for walks at every load; compiling takes longer

_looked_at: set[tuple[int, str]] = set()  # modules, which stay, and options


def check_game(game: Game) -> None:
    """Raise BadInput, in one line, if the rules do not fit the contract; what was looked at before is not again."""
    looked_at = id(game.module), repr(sorted(game.options.items()))
    if looked_at in _looked_at:
        return
    check_file(game)
    examine(game, AT_ONCE, QUICKLY, is_quick=True)
    check_example(game)
    _looked_at.add(looked_at)


def check_example(game: Game) -> None:
    """The position that a game shows of itself can be, and the moves it shows there are legal."""
    if not hasattr(game.module, "EXAMPLE"):
        return
    position, names = example_of(game)
    try:
        shown_position, turn = game.parse(position), game.turn_written(position)
        for name in names:
            game.parse_move(shown_position, name, turn)
    except ValueError as error:
        raise BadInput(f"{Path(game.module.__file__ or game.name).name}: EXAMPLE: {error}") from None


def check_thoroughly(game: Game, games: int, seconds: float, seed: int) -> Report:
    """All that can be looked at in random games; raises a Fault if something is wrong."""
    check_file(game)
    check_example(game)
    return examine(game, games, seconds, seed)


def check_file(game: Game) -> None:
    """What a file has to have: a starting position, and all rules for it that there must be."""
    path = Path(game.module.__file__ or game.name)
    name = path.name
    if not hasattr(game.module, "start") and not hasattr(game.module, "START"):
        near = difflib.get_close_matches("START", vars(game.module), 1, 0.7)
        meant = f"; there is {near[0]}" if near else ""
        raise BadInput(f"{name}: there is no starting position{meant}; write START = MyPosition(...) or def start()")
    start = getattr(game.module, "START", None)
    if not hasattr(game.module, "start") and not hasattr(type(start), "_fields"):
        raise BadInput(f"{name}: START is {shown(start)}; a position is a NamedTuple of whole numbers")
    try:
        position = bounded(path, "start()", _first_position, game, name)
    except (RuleError, BadInput) as error:
        raise BadInput(str(error) if str(error).startswith(name) else f"{name}: {error}") from None
    except Exception as error:
        raise said_in_a_line(path, error, "START") from None
    for entry in CONTRACT.values():
        _check_rule(game, path, entry, position)
    _check_other_types(game, position)
    if is_whole(score := _outcome_at(path, position)) and score != ONGOING:
        raise Fault(
            line_of(CONTRACT["outcome"].body(type(position)).__code__),
            "rule 'outcome' says that the game is over in its starting position",
            ",".join(map(str, position)),
            "it gives ONGOING while the game goes on",
        )


def _first_position(game: Game, name: str) -> Any:
    """The starting position, whose fields are what they are declared: to bring them to their types would hide a mistake."""
    where, given = "START", getattr(game.module, "START", None)
    if hasattr(game.module, "start"):
        game.start()  # what it raises is said there
        where, given = "start()", game.module.start(**game.told_options)
    field_types(type(given))
    if misfit := misfitting(given):
        raise Fault(name, f"{where} has {misfit.what}", "", misfit.mend)
    return game.start()


def _check_rule(game: Game, path: Path, entry: ContractFunction, position: Any) -> None:
    """A rule that must be there is; a function that is called like one is marked so."""
    if has_rule(position, entry.name):
        return
    kind = type(position).__qualname__
    named = vars(game.module).get(entry.name)
    if isinstance(named, FunctionType) and _is_unmarked(named, path, entry):
        raise Fault(
            line_of(named.__code__),
            f"function '{entry.name}' is called like a rule and is none",
            "",
            "write @rule above it, or call it something else",
        )
    if entry.required:
        meaning = (entry.default.__doc__ or "").strip().splitlines()[0]
        others = [each.__qualname__ for each, body in entry.bodies.items() if body.__globals__ is vars(game.module)]
        elsewhere = f" (it is written for {others[-1]})" if others else ""
        raise BadInput(
            f"{path.name}: rule '{entry.name}' is missing for {kind}{elsewhere}; write @rule def {entry.name}(p: {kind}"
            f"{''.join(', ' + parameter for parameter in entry.parameters[1:])}). {meaning}"
        )


def _is_unmarked(named: FunctionType, path: Path, entry: ContractFunction) -> bool:
    """Whether somebody has forgotten @rule: a function of the file, no helper, with as many arguments as the rule."""
    if named.__code__.co_filename != str(path) or named in helpers:
        return False
    return len(inspect.signature(named).parameters) == len(entry.parameters)


def _check_other_types(game: Game, position: Any) -> None:
    """A rule for positions of another type than the start's is asked by nobody, unless that is a game too."""
    for entry in CONTRACT.values():
        for kind, body in entry.bodies.items():
            if body.__globals__ is not vars(game.module) or issubclass(type(position), kind):
                continue
            missing = next((each.name for each in CONTRACT.values() if each.required and kind not in each.bodies), None)
            if missing is not None:
                raise Fault(
                    line_of(body.__code__),
                    f"rule '{entry.name}' is for {kind.__qualname__}, which has no rule '{missing}'",
                    "",
                    f"the starting position is a {type(position).__qualname__}: write p: {type(position).__qualname__}",
                )


def _outcome_at(path: Path, position: Any) -> Any:
    """What is said of the start, as far as this can be asked: what else is wrong with it comes later."""
    try:
        return bounded(path, "rule 'outcome'", outcome, position)
    except BadInput:
        raise
    except Exception:
        return ONGOING
