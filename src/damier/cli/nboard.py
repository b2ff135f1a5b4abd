"""`damier nboard`: Othello for NBoard and other programs that speak its language."""

from typing import Annotated

import typer

from damier.cli.common import HashOption, SetOption, check_seconds, load_game
from damier.cli.conversation import complain, heard, say


def nboard(
    seconds: Annotated[
        float | None, typer.Option("--seconds", "--time", help="for each move; default: depth and clock")
    ] = None,
    level: Annotated[str, typer.Option(help="how well damier plays: 1 beginner to 8 strong")] = "strong",
    hash_mb: HashOption = 64,
    settings: SetOption = None,
) -> None:
    """Play Othello for a board or an arena that speaks the NBoard protocol, on standard input and output.

    \b
    Example: damier nboard
    Example: damier nboard --seconds 2 --set evaluation=table
    """
    from damier.engine.levels import level_of
    from damier.protocols.nboard import NBoard

    check_seconds(seconds)
    game = load_game("othello", settings=settings)
    NBoard(game, say, complain, seconds, hash_mb, level_of(level)).listen(heard())
