"""The list of commands; of those, only what was asked for is imported."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from damier import __version__
from damier.games.catalogue import USUAL

# Commands in the order of `damier --help`, each with where it stands; those of single games come before the last.
COMMANDS = {
    "games": "show:games",
    "rules": "rules:rules",
    "new": "new:new",
    "show": "show:show",
    "check": "check:check",
    "play": "play:play",
    "match": "match:match",
    "rate": "rate:rate",
    "suite": "suite:suite",
    "analyse": "analyse:analyse",
    "search": "search:search",
    "solve": "solve:solve",
    "perft": "search:perft",
    "tree": "show:tree",
    "lab": "lab:lab",
    "endgames": "endgames:app",
    "book": "book:app",
    "learn": "learn:app",
    "bench": "bench:bench",
    "warm": "bench:warm",
}
LAST = {"web": "web:web"}


class Ended(Exception):
    """A command was ended by Ctrl-C, or by what else is no usual error: its cause tells."""


class Commands(TyperGroup):
    """The commands; typer would end in silence at Ctrl-C."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _in_full(args))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            if isinstance(error, EOFError):
                raise Ended from error
            raise
        except BaseException as error:
            raise Ended from error


class Command(TyperCommand):
    """A command; typer has no options whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _in_full(args))


def _in_full(arguments: list[str]) -> list[str]:
    """What a person has written, with the values that he has left out."""
    if "--cluster" not in arguments:
        return arguments
    from damier.cli.common import with_cluster_said

    return with_cluster_said(arguments)


def app(asked: str = "") -> typer.Typer:
    """The program: with the one command that is asked for, or with all if there is none of this name."""
    program = typer.Typer(
        name="damier",
        cls=Commands,
        help="Write the rules of a two-player game once; damier solves it, plays it, explains it and draws it.",
        epilog=f"Examples: damier play {USUAL} / damier search {USUAL} --algorithm mtd --depth 12 / damier web",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    program.callback()(options)
    for command in _asked_for(asked):
        if isinstance(command, typer.Typer):
            program.add_typer(command)
        else:
            program.command(cls=Command)(command)
    return program


def _asked_for(name: str) -> list[Any]:
    places = COMMANDS | LAST
    if name in places:
        return [_standing_at(places[name])]
    from damier.games.rooms import rooms

    of_single_games = [command for room in rooms("cli").values() for command in room.COMMANDS]
    return [*map(_standing_at, COMMANDS.values()), *of_single_games, *map(_standing_at, LAST.values())]


def _standing_at(place: str) -> Any:
    file, _, name = place.partition(":")
    return getattr(import_module(f"damier.cli.{file}"), name)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"damier {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", help="print the version", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """What can be said before a command."""
