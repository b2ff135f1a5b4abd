"""`damier book`: the book that learns from games, and exact openings of Connect 4."""

import typer

from damier.cli import book_check, book_exact, book_files, book_learn, book_show
from damier.games.catalogue import USUAL

app = typer.Typer(
    name="book",
    help="Books: games learnt from, and exact openings.",
    epilog=f"Examples: damier book import {USUAL} games.txt / damier book probe {USUAL} / damier book check {USUAL}",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command("import")(book_files.import_)
app.command()(book_files.export)
app.command()(book_learn.learn)
app.command()(book_show.show)
app.command()(book_show.probe)
app.command()(book_check.check)
app.command()(book_exact.build)
