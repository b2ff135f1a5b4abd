"""`damier solve`: the value of a position under best play to the end."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    GRACE,
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    SizeOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    names_of,
    ongoing,
    print_json,
    rate,
    rewritten,
)

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.solvers.othello.solver import Solver as EndingSolver

CONNECT4, OTHELLO = "damier.games.connect4", "damier.games.othello"  # by module: a person's own file may have a game's name
HASH_MB = 256
CONNECT4_HASH_MB = 64  # its entries are half as long; to touch more memory takes longer than most positions


def solve(
    game: GameArgument,
    position: PositionArgument = "",
    all_: Annotated[
        bool, typer.Option("--all", "--scores", help="Connect 4 and Othello: the score of every move, on the board")
    ] = False,
    weak: Annotated[
        bool, typer.Option("--weak", "--wdl", help="Connect 4 and Othello: only whether it is won, drawn or lost")
    ] = False,
    method: Annotated[str | None, typer.Option(help="Othello: negac (the default), mtd, pvs or alphabeta")] = None,
    obf: Annotated[Path | None, typer.Option(help="Othello: a file of endings to solve, as FFO's, one a line")] = None,
    lines: Annotated[str | None, typer.Option(help="Othello: which endings of the file, as 3-7")] = None,
    threads: Annotated[int | None, typer.Option(help="Othello: how many search an ending side by side; default 1")] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="Connect 4: an idea of the solver to switch off; may be repeated")
    ] = None,
    book: Annotated[bool, typer.Option("--book/--no-book", help="Connect 4: whether openings may be looked up")] = True,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Connect 4: solve the positions of standard input, one a line")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "--time", help="give up after so many seconds, with the bounds proved so far")
    ] = None,
    hash_mb: Annotated[int | None, typer.Option("--hash", help="megabytes for the table; default 256, Connect 4: 64")] = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
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
    of_connect4 = {"--without": without, "--no-book": not book, "--stdin": stdin}
    of_othello = {"--method": method, "--obf": obf, "--lines": lines, "--threads": threads is not None}
    if played.module.__name__ == OTHELLO:
        _refuse(of_connect4, "is for the built-in connect4")
        solver_of_endings = _othello_solver(hash_mb, method, threads)
        if obf is not None:
            _refuse({"a position": position}, "does not go with --obf, whose file has the positions")
            raise typer.Exit(_solve_file(played, solver_of_endings, obf, lines or "", all_, weak, seconds, json_))
        _refuse({"--lines": lines}, "goes with --obf")
        _solve_ending(played, solver_of_endings, position, all_, weak, seconds, json_)
        return
    _refuse(of_othello, "is for the built-in othello")
    if played.module.__name__ != CONNECT4:
        of_both = {"--all": all_, "--weak": weak}
        _refuse(of_both, f"is for the built-in connect4 and othello, which have solvers of their own; {played.title} has none")
        _refuse(of_connect4, f"is for the built-in connect4, which has a solver of its own; {played.title} has none")
        _solve_any(played, position, seconds, HASH_MB if hash_mb is None else hash_mb, json_)
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


def _othello_solver(hash_mb: int | None, method: str | None, threads: int | None) -> "EndingSolver":
    from damier.solvers.othello.settle import METHODS
    from damier.solvers.othello.solver import Solver

    return Solver(HASH_MB if hash_mb is None else hash_mb, method or METHODS[0], 1 if threads is None else threads)


def _solve_file(
    played: "Game", solver: "EndingSolver", path: Path, lines: str, all_: bool, weak: bool, seconds: float | None, json_: bool
) -> int:
    from damier.cli.solve_obf import solve_file

    return solve_file(played, solver, path, lines, all_, weak, seconds, json_)


def _solve_ending(
    played: "Game", solver: "EndingSolver", position: str, all_: bool, weak: bool, seconds: float | None, json_: bool
) -> None:
    """Solve one ending of Othello."""
    from damier.cli import solve_othello
    from damier.records.session import Session

    ongoing(played, position)
    session = Session.from_text(played, position)
    solver.warm(session.position)
    if seconds is None:
        solve_othello.warn_if_far(session.position)  # of what Ctrl-C can end from now on
    found = solve_othello.study(solver, session.position, all_ and not weak, weak, seconds)
    if json_:
        print_json(solve_othello.as_json(session, found, weak))
    else:
        solve_othello.tell(session, found, weak)


def _refuse(options: dict[str, Any], why: str) -> None:
    """Refuse the first option that is given."""
    for option, value in options.items():
        if value:
            raise ValueError(f"{option} {why}")


def _solve_any(played: "Game", position: str, seconds: float | None, hash_mb: int, json_: bool) -> None:
    """Solve a game by its rules alone."""
    from damier.search.solve import solve as run
    from damier.search.work import Work

    root = ongoing(played, position)
    work = Work(weights=played.weights())

    def tell(low: int, high: int) -> None:
        if sys.stderr.isatty():
            print(f"between {played.score_text(low)} and {played.score_text(high)}", file=sys.stderr)

    found = interruptible(lambda: run(root, work, hash_mb, seconds, tell), work.stop, grace=GRACE)
    line = names_of(played, root, found.line)
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
    print(f"nodes     {count(found.nodes)}    {rate(found.nodes, found.seconds)}    {count(found.memory)} table entries")
