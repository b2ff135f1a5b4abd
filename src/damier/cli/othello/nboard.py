"""`damier nboard`: Othello for NBoard and other programs that speak its language."""

from typing import Annotated

import typer

from damier.books.aims import USUAL_AIM, aim_named
from damier.cli.common import (
    AimOption,
    BookOption,
    HashOption,
    LearnOption,
    NoBookOption,
    SetOption,
    ThreadsOption,
    check_seconds,
    chosen_book,
    load_game,
    threads_wanted,
)
from damier.cli.conversation import complain, heard, say


def nboard(
    seconds: Annotated[
        float | None, typer.Option("--seconds", "--time", help="for each move; default: depth and clock")
    ] = None,
    level: Annotated[str, typer.Option(help="how well damier plays: 1 beginner to 8 strong")] = "strong",
    hash_mb: HashOption = 64,
    threads: ThreadsOption = 1,
    book: BookOption = "",
    no_book: NoBookOption = False,
    learn: LearnOption = False,
    aim: AimOption = USUAL_AIM,
    settings: SetOption = None,
) -> None:
    """Play Othello for a board or an arena that speaks the NBoard protocol, on standard input and output.

    \b
    Example: damier nboard
    Example: damier nboard --seconds 2 --set evaluation=table
    Example: damier nboard --book mine.book --learn --aim win
    """
    from damier.engine.levels import level_of
    from damier.protocols.othello.nboard import NBoard

    check_seconds(seconds)
    game = load_game("othello", settings=settings)
    chosen, aimed = chosen_book(book, no_book, learn), aim_named(aim)
    board = NBoard(game, say, complain, seconds, hash_mb, level_of(level), chosen, learn, threads_wanted(threads), aimed)
    board.listen(heard())
