"""`damier uci`: chess for interfaces and arenas that speak the Universal Chess Interface."""

from typing import Annotated

import typer

from damier.cli.common import SetOption, forget_output, load_game
from damier.cli.conversation import heard, say
from damier.wording import quoted


def uci(
    hash_mb: Annotated[int | None, typer.Option("--hash", help="megabytes for the transposition table; default: 64")] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="a UCI option to begin with, as MultiPV=3; may be repeated")
    ] = None,
    game_options: SetOption = None,
    seed: Annotated[
        int | None, typer.Option(help="for what is left to chance: book moves, and moves at a limited strength")
    ] = None,
) -> None:
    """Play chess for an interface or an arena that speaks UCI, on standard input and output.

    \b
    Example: damier uci
    Example: damier uci --hash 256 --option "Technique null_move=false"
    Example: damier uci --option OwnBook=true --option "Book File=mine.book" --option "Book Learning=true"
    Example: damier uci --set evaluation=mine.weights
    """
    from damier.protocols.chess.uci import UCI
    from damier.protocols.chess.uci_options import Settings, set_option

    chosen = load_game("chess", settings=game_options).options if game_options else {}
    settings = Settings()
    for option in [*([f"Hash={hash_mb}"] if hash_mb is not None else []), *(options or [])]:
        name, equals, value = (part.strip() for part in option.partition("="))
        if not equals:
            raise ValueError(f"option {quoted(option)} is not written name=value, as in MultiPV=3")
        settings = set_option(settings, name, value)
    try:
        UCI(say, settings, seed, chosen).listen(heard())
    except BrokenPipeError:  # the interface has gone, which is one way to say goodbye
        forget_output()
