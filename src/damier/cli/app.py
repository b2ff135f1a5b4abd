"""The list of commands."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from damier import __version__
from damier.cli import analyse, bench, book, check, lab, learn, match, new, play, search, show, solve, suite, web
from damier.games.catalogue import USUAL
from damier.games.rooms import rooms


class Ended(Exception):
    """A command was ended by Ctrl-C, or by what else is no usual error: its cause tells."""


class Commands(TyperGroup):
    """The commands; typer would end in silence at Ctrl-C."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            if isinstance(error, EOFError):
                raise Ended from error
            raise
        except BaseException as error:
            raise Ended from error


app = typer.Typer(
    name="damier",
    cls=Commands,
    help="Write the rules of a two-player game once; damier solves it, plays it, explains it and draws it.",
    epilog=f"Examples: damier play {USUAL} / damier search {USUAL} --algorithm mtd --depth 12 / damier web",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"damier {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="print the version", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """What can be said before a command."""


app.command()(show.games)
app.command()(new.new)
app.command()(show.show)
app.command()(check.check)
app.command()(play.play)
app.command()(match.match)
app.command()(suite.suite)
app.command()(analyse.analyse)
app.command()(search.search)
app.command()(solve.solve)
app.command()(search.perft)
app.command()(show.tree)
app.command()(lab.lab)
app.add_typer(book.app)
app.add_typer(learn.app)
app.command()(bench.bench)
app.command()(bench.warm)
for room in rooms("cli").values():
    for command in room.COMMANDS:
        app.command()(command)
app.command()(web.web)
