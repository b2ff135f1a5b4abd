"""`damier play`: a game in the terminal."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from damier.books.aims import USUAL_AIM, aim_named
from damier.cli.common import (
    AimOption,
    BookOption,
    GameArgument,
    HashOption,
    LanguageOption,
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
from damier.wording import quoted, whole_number

PEOPLE = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}


def play(
    game: GameArgument,
    position: PositionArgument = "",
    side: Annotated[str, typer.Option(help="which side you play: first, second, both or none")] = "first",
    seconds: Annotated[float, typer.Option(help="damier's time for a move")] = 1.0,
    depth: Annotated[
        str, typer.Option("--depth", "-d", help="moves damier looks ahead, however long; 4,2: as first and as second player")
    ] = "",
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
    aim: AimOption = USUAL_AIM,
    no_tables: NoTablesOption = False,
    load: Annotated[Path | None, typer.Option(help="go on with the game of a file")] = None,
    hash_mb: HashOption = 64,
    threads: ThreadsOption = 1,
    size: SizeOption = "",
    settings: SetOption = None,
    language: LanguageOption = "",
) -> None:
    """Play against damier in the terminal.

    Write moves, or hint, undo, save FILE and the like: `help` lists them all. A game that you leave before it is over is
    kept, and damier says how to go on with it.

    From level 7 on it plays by your own book, if you have one, and by its openings. With --learn it learns from the game when
    that is over, or one has said resign: what it did not win, and what it won although you missed something. Alternatives are
    searched at least as deep and as long as its moves were; Ctrl-C ends that. With --aim win the book counts draws as lost.

    When a game comes near an ending whose table is quick to build and is not there, it is built behind, and used from then on.

    Level people:1500 makes mistakes as a player of that rating does in Michie's model; `damier learn discernment` finds yours.
    From level 7 on damier may play for traps.

    \b
    Example: damier play connect4 --side second --level casual
    Example: damier play chess --style traps --against 1200 --loss 1
    Example: damier play ./mygame.py --seconds 0.5
    Example: damier play othello --learn --aim win
    Example: damier play chess --load mygame.pgn
    Example: damier play chess --side none --depth 4,4
    """
    from damier.cli.terminal_game import TerminalGame
    from damier.engine.levels import level_of, loss_of, rating_of, styled
    from damier.engine.player import Player
    from damier.records.session import Session

    if side not in PEOPLE:
        raise ValueError(f"side is {quoted(side)}; it can be {', '.join(PEOPLE)}")
    check_seconds(seconds)
    depths = _depths(depth)
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
    books = chosen_book(book, no_book, learn)
    terminal = TerminalGame(session, player, PEOPLE[side], ponder, books, learn, load, aim_named(aim), language, depths)
    if not no_tables:
        terminal.build_tables()
    given = {"--side": [side] if side != "first" else [], "--level": [chosen.name] if chosen.name != "strong" else []}
    given |= {"--aim": [aim] if aim != USUAL_AIM else [], "--depth": [depth] if depth else []}
    given |= {"--size": [size] if size else [], "--set": settings or []}
    options = [f"{name} {shlex.quote(value)}" for name, values in given.items() for value in values]
    terminal.again = " ".join(["damier play", shlex.quote(game), *options])
    terminal.play()


def _depths(text: str) -> tuple[int, int] | None:
    """The depth of either player that a person wrote: one for both, or one each; None where nothing is said."""
    from damier.rules import MOST_PLIES

    if not text.strip():
        return None
    numbers = [whole_number(part) for part in text.split(",")]
    depths = [number for number in numbers if number is not None and 1 <= number <= MOST_PLIES]
    if len(numbers) > 2 or len(depths) != len(numbers):
        raise ValueError(f"depth is {quoted(text)}; it must be a whole number from 1 to {MOST_PLIES}, or two, as 4,2")
    return depths[0], depths[-1]
