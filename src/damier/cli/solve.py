"""`damier solve`: the value of a position under best play to the end."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import (
    GRACE,
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    SizeOption,
    ThreadsOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    ongoing,
    print_json,
    rate,
    rewritten,
    threads_wanted,
)
from damier.cli.own_options import OwnOptions, with_own_options
from damier.cli.solving import HASH_MB, Asked, refuse, solve_exactly

if TYPE_CHECKING:
    from damier.games.game import Game

PATIENCE = 60.0  # seconds after which a game that is not solved by its rules alone probably never will be


@with_own_options("solve")
def solve(
    game: GameArgument,
    position: PositionArgument = "",
    all_: Annotated[
        bool, typer.Option("--all", "--scores", help="where the game has an exact solver: the score of every move")
    ] = False,
    weak: Annotated[
        bool, typer.Option("--weak", "--wdl", help="where the game has an exact solver: only whether it is won, drawn or lost")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            "--time",
            help="give up after so many seconds, with the bounds proved so far; default: 60 for a game without a solver",
        ),
    ] = None,
    hash_mb: Annotated[
        int | None, typer.Option("--hash", help="megabytes for the table; default 256, or what suits the game's solver")
    ] = None,
    threads: ThreadsOption = 0,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
    *,
    own: dict[str, OwnOptions],
) -> None:
    """Find the value of a position under best play to the end. Ctrl-C gives the bounds proved so far.

    \b
    Example: damier solve connect4 44534 --all
    Example: damier solve connect4 --stdin < positions.txt
    Example: damier solve othello --obf fforum-40-59.obf --lines 1-5
    Example: damier solve tictactoe --json
    """
    check_seconds(seconds)
    played = load_game(game, size, settings)
    from damier.games.rooms import room_of
    from damier.solvers.registry import solver_for, solver_of

    asked = Asked(played, position, all_, weak, seconds, hash_mb, threads_wanted(threads), json_)
    room, make = room_of(played, "cli", "solve"), solver_of(played)
    if make is None:
        refuse(
            {"--all": all_, "--weak": weak},
            f"is for the built-in {' and '.join(own)}, which have solvers of their own; {played.title} has none",
        )
    for name, options in own.items():
        if options.first_given and (room is None or name != played.name):
            raise ValueError(f"{options.first_given} is for the built-in {name}")
    if room is not None:
        raise typer.Exit(room.solve(asked, **own[played.name].values))
    if make is not None:
        solver = solver_for(played, HASH_MB if hash_mb is None else hash_mb, asked.threads)
        assert solver is not None
        solve_exactly(asked, solver)
    else:
        _solve_any(played, position, seconds, HASH_MB if hash_mb is None else hash_mb, json_)


def _advise(game: "Game", taken: float, given: float | None) -> None:
    """What can be done about a game that is too large to be solved by its rules alone."""
    if given is None and taken >= PATIENCE:
        print(f"stopped after {PATIENCE:g} s: --seconds gives it longer, but {game.title} may be too large to be solved so;")
        print("`damier analyse` finds the best moves in any time")


def _solve_any(played: "Game", position: str, seconds: float | None, hash_mb: int, json_: bool) -> None:
    """Solve a game by its rules alone."""
    from damier.search.solve import solve as run
    from damier.search.work import Work

    root = ongoing(played, position)
    work = Work(weights=played.weights())

    def tell(low: int, high: int) -> None:
        if sys.stderr.isatty():
            print(f"between {played.score_text(low)} and {played.score_text(high)}", file=sys.stderr)

    if seconds is None and sys.stderr.isatty():
        print(f"by the rules alone, for {PATIENCE:g} s at most; Ctrl-C ends it with what is known", file=sys.stderr)
    found = interruptible(lambda: run(root, work, hash_mb, seconds or PATIENCE, tell), work.stop, grace=GRACE)
    line = played.names_of(root, found.line, played.turn_written(position))
    if json_:
        print_json(
            {
                "game": played.name,
                "position": rewritten(played, position),
                "solved": found.is_solved,
                "value": found.low if found.is_solved else None,
                "low": found.low,
                "high": found.high,
                "unit": played.unit,
                "move": line[0] if line else None,
                "line": line,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 6),
                "memory": found.memory,
            }
        )
        return
    if found.is_solved:
        print(f"value     {played.score_text(found.low)} for the player to move")
        print(f"line      {' '.join(line)}")
    else:
        low, high = played.score_text(found.low), played.score_text(found.high)
        print(f"not solved yet: between {low} and {high} for the player to move")
        _advise(played, found.seconds, seconds)
    print(f"nodes     {count(found.nodes)}    {rate(found.nodes, found.seconds)}    {count(found.memory)} table entries")
