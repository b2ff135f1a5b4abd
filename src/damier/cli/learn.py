"""`damier learn`: weights of evaluations and books, from collections of games and from play.

What is learnt of one game only stands in its own folder, `cli/GAME/learn.py`.
"""

from typing import Any

import typer
from typer.core import TyperGroup

from damier.cli import book_learn, learn_discernment, learn_expectation, learn_levels, learn_network, learn_weights
from damier.games.catalogue import USUAL
from damier.games.rooms import rooms


class Lessons(TyperGroup):
    """What can be learnt; a game in the place of a command is taught by itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args[0] if args else "--help"
        return super().parse_args(ctx, args if named.startswith("-") or named in self.commands else ["network", *args])


app = typer.Typer(
    name="learn",
    cls=Lessons,
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
app.command()(learn_network.network)
app.command()(learn_levels.levels)
