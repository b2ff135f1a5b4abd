"""`damier learn`: weights of evaluations and books, from collections of games and from play.

What is learnt of one game only stands in its own folder, `cli/GAME/learn.py`.
"""

import typer

from damier.cli import book_learn, learn_discernment, learn_expectation, learn_weights
from damier.games.catalogue import USUAL
from damier.games.rooms import rooms

app = typer.Typer(
    name="learn",
    help="Learn the weights of an evaluation, or a book, or how well somebody plays.",
    epilog=f"Examples: damier learn book {USUAL} --games 100 / damier learn expectation {USUAL}",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for room in rooms("cli", "learn").values():
    room.add_to(app)
app.command()(learn_expectation.expectation)
app.command()(learn_discernment.discernment)
app.command()(book_learn.book)
app.command()(learn_weights.genetic)
app.command()(learn_weights.spsa)
