"""The list of commands."""

from typing import Annotated

import typer

from damier import __version__
from damier.cli import analyse, bench, book, lab, learn, match, nboard, play, search, show, solve, suite, uci, web

app = typer.Typer(
    name="damier",
    help="Write the rules of a two-player game once; damier solves it, plays it, explains it and draws it.",
    epilog="Examples: damier play connect4 / damier search connect4 44 --algorithm mtd --depth 12 / damier web",
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
app.command()(show.show)
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
app.command()(nboard.nboard)
app.command()(uci.uci)
app.command()(web.web)
