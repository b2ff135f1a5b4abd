"""`damier check`: whether a game keeps what the contract says, tried in random games."""

import sys
from typing import Annotated

import typer

from damier.cli.common import GameArgument, JsonOption, SetOption, SizeOption, count, load_game, print_json
from damier.cli.crashes import Note, run_apart

GAMES = 30
SECONDS = 8.0  # if nobody has said how many games
MOST_GAMES = 1_000_000


def check(
    game: GameArgument,
    games: Annotated[int | None, typer.Option("--games", "-n", help=f"random games; default: {GAMES}, in some seconds")] = None,
    seed: Annotated[int, typer.Option(help="other random games")] = 0,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Look for mistakes in the rules of a game: plain and compiled, in random games, against what each rule promises.

    \b
    Example: damier check ./mygame.py
    Example: damier check ./mygame.py --games 1000 --seed 7
    """
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games is {games}; it can be 1 to {MOST_GAMES}")
    status = run_apart(lambda note: _check(game, games, seed, size, settings, json_, note), game)
    if status:
        raise typer.Exit(status)


def _check(game: str, games: int | None, seed: int, size: str, settings: list[str] | None, json_: bool, note: Note) -> int:
    """Look, and tell what was found; the status."""
    from damier.games.check import check_thoroughly
    from damier.games.checking import answers
    from damier.games.checking.fault import Fault

    answers.on_compiled = note
    try:
        checked = load_game(game, size, settings)
        report = check_thoroughly(checked, games or GAMES, SECONDS if games is None else float("inf"), seed)
    except Fault as fault:
        print("damier: " + "\n  ".join(fault.lines), file=sys.stderr)
        return 2
    if json_:
        print_json(
            {
                "game": checked.name,
                "games": report.games,
                "positions": report.positions,
                "answers": report.answers,
                "rules": report.rules,
                "functions": sorted(report.beside),
                "seconds": round(report.seconds, 3),
            }
        )
        return 0
    print(f"no mistake found in {count(report.games)} random games, {report.seconds:.1f} s")
    print(f"positions {count(report.positions)}")
    print(f"answers   {count(report.answers)}, plain and compiled")
    print(f"rules     {' '.join(report.rules)}")
    if report.beside:
        print(f"functions {' '.join(sorted(report.beside))}")
    return 0
