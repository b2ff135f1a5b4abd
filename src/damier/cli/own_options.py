"""Options that a command has for one game only: they are declared in the game's own folder, `damier/cli/GAME/COMMAND.py`.

There a function of the command's name takes them as keyword-only arguments, with typer's annotations. The command itself has
all of them in its help, and gets what was given as `own`.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import typer

from damier.games.rooms import rooms


class OwnOptions:
    """What was given of one game's own options of a command."""

    def __init__(self, parameters: list[inspect.Parameter], given: dict[str, Any]) -> None:
        self._parameters = parameters
        self.values = {each.name: given.pop(each.name) for each in parameters}

    @property
    def first_given(self) -> str:
        """The first that a person gave, as he wrote it; nothing if there is none."""
        for each in self._parameters:
            if self.values[each.name] != each.default:
                return _written(each, self.values[each.name])
        return ""


def with_own_options(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command of this name the options of games' own folders; its argument `own` has them by the games' names."""
    of_games = {game: _options(getattr(room, name)) for game, room in rooms("cli", name).items()}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**given: Any) -> None:
            own = {game: OwnOptions(parameters, given) for game, parameters in of_games.items()}
            command(**given, own=own)

        signature = inspect.signature(command)
        usual = [each for each in signature.parameters.values() if each.name != "own"]
        parameters = [*usual, *(each.replace(kind=each.POSITIONAL_OR_KEYWORD) for some in of_games.values() for each in some)]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": None}
        return run

    return decorate


def _options(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    return [each for each in parameters if each.kind is each.KEYWORD_ONLY]


def _written(parameter: inspect.Parameter, value: Any) -> str:
    """An option as a person writes it, a switch that is off by its other name."""
    option = next(each for each in parameter.annotation.__metadata__ if isinstance(each, typer.models.OptionInfo))
    names = [each for each in (option.default, *(option.param_decls or ())) if isinstance(each, str)]  # as typer takes them
    on, _, off = next(iter(names), f"--{parameter.name.replace('_', '-')}").partition("/")
    return off if off and value is False else on
