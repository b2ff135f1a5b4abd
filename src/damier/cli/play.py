"""`damier play`: a game in the terminal."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.common import (
    BookOption,
    GameArgument,
    HashOption,
    LearnOption,
    NoBookOption,
    NoTablesOption,
    PositionArgument,
    SetOption,
    SizeOption,
    ThreadsOption,
    check_seconds,
    chosen_book,
    load_game,
    ongoing,
    threads_wanted,
)
from damier.wording import quoted

PEOPLE = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}


def play(
    game: GameArgument,
    position: PositionArgument = "",
    side: Annotated[str, typer.Option(help="which side you play: first, second, both or none")] = "first",
    seconds: Annotated[float, typer.Option(help="damier's time for a move")] = 1.0,
    level: Annotated[
        str, typer.Option(help="how well damier plays: 1 beginner to 8 strong, 9 perfect; people:1500 errs as people do")
    ] = "strong",
    style: Annotated[str, typer.Option(help="sound: the best move; traps: one after which who errs loses most")] = "sound",
    against: Annotated[float | None, typer.Option(help="for traps: your rating in Michie's model; default 1500")] = None,
    loss: Annotated[
        float | None, typer.Option(help="for traps: what a move may be worse than the best, as in pawns; default 0.5")
    ] = None,
    ponder: Annotated[bool, typer.Option(help="at level strong, think on your time too")] = True,
    book: BookOption = "",
    no_book: NoBookOption = False,
    learn: LearnOption = False,
    no_tables: NoTablesOption = False,
    load: Annotated[Path | None, typer.Option(help="go on with the game of a file")] = None,
    hash_mb: HashOption = 64,
    threads: ThreadsOption = 1,
    size: SizeOption = "",
    settings: SetOption = None,
) -> None:
    """Play against damier in the terminal.

    Write moves, or hint, undo, save FILE and the like: `help` lists them all. A game that you leave before it is over is
    kept, and damier says how to go on with it.

    From level 7 on it plays by your own book, if you have one, and by its openings. With --learn it learns from the game when
    that is over, or one has said resign; Ctrl-C ends the search for better moves.

    When a game comes near an ending whose table is quick to build and is not there, it is built behind, and used from then on.

    Level people:1500 makes mistakes as a player of that rating does in Michie's model; `damier learn discernment` finds yours.
    From level 7 on damier may play for traps.

    \b
    Example: damier play connect4 --side second --level casual
    Example: damier play chess --style traps --against 1200 --loss 1
    Example: damier play ./mygame.py --seconds 0.5
    Example: damier play othello --learn
    Example: damier play chess --load mygame.pgn
    """
    from damier.cli.terminal_game import TerminalGame
    from damier.engine.levels import level_of, loss_of, rating_of, styled
    from damier.engine.player import Player
    from damier.records.session import Session

    if side not in PEOPLE:
        raise ValueError(f"side is {quoted(side)}; it can be {', '.join(PEOPLE)}")
    check_seconds(seconds)
    if load is not None and position:
        raise ValueError("a position and --load cannot be together")
    played = load_game(game, size, settings)
    if load is not None:
        from damier.cli.kept_games import read_game

        session = read_game(played, load)
    else:
        position = played.in_file(position)
        ongoing(played, position)
        session = Session.from_text(played, position)
    rating = None if against is None else rating_of(f"{against:g}")
    chosen = styled(level_of(level), style, rating, None if loss is None else loss_of(f"{loss:g}"))
    player = Player(played, seconds, hash_mb=hash_mb, level=chosen, threads=threads_wanted(threads))
    terminal = TerminalGame(session, player, PEOPLE[side], ponder, chosen_book(book, no_book, learn), learn, load)
    if not no_tables:
        terminal.build_tables()
    given = {"--side": [side] if side != "first" else [], "--level": [chosen.name] if chosen.name != "strong" else []}
    given |= {"--size": [size] if size else [], "--set": settings or []}
    options = [f"{name} {shlex.quote(value)}" for name, values in given.items() for value in values]
    terminal.again = " ".join(["damier play", shlex.quote(game), *options])
    terminal.play()
