"""What the commands that play many games share, `damier match` and `damier rate`: options, and what is read of them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.wording import quoted

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.records.openings import Opening

JobsOption = Annotated[int, typer.Option("--jobs", "-j", help="games at the same time; 0: one for each core")]
ClockOption = Annotated[
    str,
    typer.Option(
        "--clock", help="seconds for the game and for each move, as 5+0.05, of sides that do not say how long they think"
    ),
]
OpeningsOption = Annotated[
    Path | None,
    typer.Option("--openings", help="a file with a position, or moves, in each line; or of games, as a .pgn; also as .zip"),
]
RandomOpeningsOption = Annotated[
    int, typer.Option("--random-openings", help="so many random openings; 0: a new one for each pair of games")
]
PliesOption = Annotated[
    int | None, typer.Option("--plies", help="moves of a random opening (default: 4), or of each game of a .pgn (default: 16)")
]
SeedOption = Annotated[int, typer.Option("--seed", help="where the random numbers start")]
PgnOption = Annotated[Path | None, typer.Option("--pgn", help="a file to which each game is appended as PGN")]
DrawAfterOption = Annotated[
    int, typer.Option("--draw-after", help="moves of both sides after the opening that make a draw of any game")
]
ResignOption = Annotated[
    str,
    typer.Option(
        "--resign", help="end games that both sides have seen decided, as 9,4: by 9 of what scores count, for 4 moves"
    ),
]
PatienceOption = Annotated[float, typer.Option("--patience", help="seconds beyond its time after which a silent side has lost")]


def openings_for(game: "Game", file: Path | None, pairs: int, count: int, plies: int | None, seed: int) -> "list[Opening]":
    """The openings a person asks for."""
    from damier.arena.openings import random_openings, usual_openings
    from damier.records.opening_files import GAME_PLIES, read_openings

    count = count or pairs
    if count < 1 or (plies is not None and plies < 0):
        raise ValueError(f"{count} random openings of {plies} moves: there must be at least one, of 0 moves or more")
    if file is not None:
        return read_openings(game, file, pairs, seed, GAME_PLIES if plies is None else plies)
    return usual_openings(game, count, seed) if plies is None else random_openings(game, count, plies, seed)


def resignation(text: str, unit: int) -> tuple[int, int] | None:
    """When a side gives up: points of a score, and moves."""
    if not text:
        return None
    try:
        lost, moves = text.split(",")
        points = round(float(lost) * unit)
        if points < 1 or int(moves) < 1:
            raise ValueError
    except (ValueError, OverflowError):
        raise ValueError(f"resign is {quoted(text)}; it must be a difference and a number of moves, as 9,4") from None
    return points, int(moves)


def writable(out: Path | None) -> Path | None:
    """The file for the games, which is refused now rather than after the first game if it cannot be written."""
    if out is not None:
        with out.open("a", encoding="utf-8"):
            pass
    return out


def warn_of_repeats(openings: "Sequence[Opening]", wanted: int) -> None:
    """Tell that openings come more than once: sides that leave nothing to chance or time repeat their games."""
    if len(openings) < wanted:
        print(f"damier: {len(openings)} openings for {wanted} pairs of games: they are repeated", file=sys.stderr)
