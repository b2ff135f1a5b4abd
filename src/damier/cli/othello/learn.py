"""`damier learn othello`: what there is to learn of Othello, a command each."""

import typer

from damier.cli.othello import learn_patterns, learn_play, learn_probcut

othello = typer.Typer(
    name="othello",
    help="Learn to judge Othello positions.",
    epilog="Examples: damier learn othello samuel --out samuel.weights / damier play othello --set evaluation=samuel.weights",
    no_args_is_help=True,
    rich_markup_mode=None,
)
othello.command()(learn_play.menace)
othello.command()(learn_play.samuel)
othello.command()(learn_play.copies)
othello.command()(learn_probcut.probcut)
othello.command()(learn_patterns.patterns)


def add_to(app: typer.Typer) -> None:
    """Add them to `damier learn`."""
    app.add_typer(othello)
