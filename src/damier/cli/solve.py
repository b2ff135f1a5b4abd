"""`damier solve`: the value of a position under best play to the end."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    SizeOption,
    check_seconds,
    count,
    in_words,
    interruptible,
    load_game,
    names_of,
    ongoing,
    print_json,
    rate,
)

if TYPE_CHECKING:
    from damier.games.game import Game

HASH_MB = 256
CONNECT4_HASH_MB = 64  # its entries are half as long; to touch more memory takes longer than most positions


def solve(
    game: GameArgument,
    position: PositionArgument = "",
    all_: Annotated[bool, typer.Option("--all", help="Connect 4: the score of every column, below the board")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Connect 4: only whether it is won, drawn or lost")] = False,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="Connect 4: an idea of the solver to switch off; may be repeated")
    ] = None,
    book: Annotated[bool, typer.Option("--book/--no-book", help="Connect 4: whether openings may be looked up")] = True,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Connect 4: solve the positions of standard input, one a line")
    ] = False,
    seconds: Annotated[float | None, typer.Option(help="give up after so many seconds, with the bounds proved so far")] = None,
    hash_mb: Annotated[int | None, typer.Option("--hash", help="megabytes for the table; default 256, Connect 4: 64")] = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Find the value of a position under best play to the end. Ctrl-C gives the bounds proved so far.

    \b
    Example: damier solve connect4 44534 --all
    Example: damier solve connect4 --stdin < positions.txt
    Example: damier solve tictactoe --json
    """
    check_seconds(seconds)
    played = load_game(game, size, settings)
    if played.module.__name__ != "damier.games.connect4":
        only = {"--all": all_, "--weak": weak, "--without": without, "--no-book": not book, "--stdin": stdin}
        _refuse(only, f"is for the built-in connect4, which has a solver of its own; {played.title} has none")
        _solve_any(played, ongoing(played, position), seconds, HASH_MB if hash_mb is None else hash_mb, json_)
        return
    from damier.cli import solve_connect4
    from damier.cli.solve_lines import solve_lines
    from damier.solvers.connect4.solver import Solver

    solver = Solver(CONNECT4_HASH_MB if hash_mb is None else hash_mb, tuple(without or ()), book)
    if stdin:
        together = {"a position": position, "--all": all_, "--seconds": seconds, "--json": json_}
        _refuse(together, "does not go with --stdin, which gives each position's score on a line")
        raise typer.Exit(solve_lines(played, solver, weak))
    root = ongoing(played, position)
    found = solve_connect4.study(solver, root, all_, weak, seconds)
    if json_:
        print_json(solve_connect4.as_json(played, root, found))
    else:
        solve_connect4.tell(played, root, found, all_, weak)


def _refuse(options: dict[str, Any], why: str) -> None:
    """Refuse the first option that is given."""
    for option, value in options.items():
        if value:
            raise ValueError(f"{option} {why}")


def _solve_any(played: "Game", root: Any, seconds: float | None, hash_mb: int, json_: bool) -> None:
    """Solve a game by its rules alone."""
    from damier.search.solve import solve as run
    from damier.search.work import Work

    work = Work(weights=played.weights())

    def tell(low: int, high: int) -> None:
        if sys.stderr.isatty():
            print(f"between {in_words(low)} and {in_words(high)}", file=sys.stderr)

    found = interruptible(lambda: run(root, work, hash_mb, seconds, tell), work.stop)
    line = names_of(played, root, found.line)
    if json_:
        print_json(
            {
                "game": played.name,
                "position": played.text(root),
                "solved": found.is_solved,
                "value": found.low if found.is_solved else None,
                "low": found.low,
                "high": found.high,
                "move": line[0] if line else None,
                "line": line,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 6),
                "memory": found.memory,
            }
        )
        return
    if found.is_solved:
        print(f"value     {in_words(found.low)} for the player to move")
        print(f"line      {' '.join(line)}")
    else:
        print(f"not solved yet: between {in_words(found.low)} and {in_words(found.high)} for the player to move")
    print(f"nodes     {count(found.nodes)}    {rate(found.nodes, found.seconds)}    {count(found.memory)} table entries")
