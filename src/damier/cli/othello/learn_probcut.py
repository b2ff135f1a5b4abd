"""`damier learn othello probcut`: how much less deep searches err, which the player's forward pruning goes by."""

import random
from pathlib import Path
from typing import Annotated, Any

import typer

from damier.cli.common import JsonOption, interruptible, print_json
from damier.cli.learn_common import progress

FEWEST, MOST = 100, 100_000


def probcut(
    games: Annotated[
        Path | None, typer.Option("--games", help="a folder of tournament games (.wtb); default: games played here")
    ] = None,
    positions: Annotated[int, typer.Option("--positions", help="how many positions to search")] = 600,
    depth: Annotated[int, typer.Option("--depth", help="how deep")] = 9,
    seed: Annotated[int, typer.Option("--seed", help="chooses the positions")] = 1,
    json_: JsonOption = False,
) -> None:
    """Find out how well less deep searches tell the scores of deeper ones, and print it as a Python table.

    The table belongs to one evaluation: with new weights it has to be found anew.

    \b
    Example: damier learn othello probcut --games wthor > table.py
    Example: damier learn othello probcut --positions 200 --depth 8
    """
    from damier.games import load
    from damier.learning.probcut import as_python, fit_phases, gather, sensible_positions

    if not FEWEST <= positions <= MOST:
        raise ValueError(f"positions is {positions}; it must be from {FEWEST} to {MOST}")
    if not 3 <= depth <= 16:
        raise ValueError(f"depth is {depth}; it must be from 3 to 16")
    game = load("othello")
    chosen = _from_games(games, positions, seed) if games else sensible_positions(game, positions, seed)
    phases = fit_phases(interruptible(lambda: gather(game, chosen, depth, progress())), depth)
    if json_:
        print_json(
            {"positions": len(chosen), "phases": {str(first): [cut._asdict() for cut in cuts] for first, cuts in phases}}
        )
    else:
        print(as_python(phases))


def _from_games(folder: Path, count: int, seed: int) -> list[Any]:
    """Positions of tournament games, at random."""
    from damier.games.othello import start
    from damier.games.othello.records import positions
    from damier.games.othello.wthor import read_folder

    found = positions(read_folder(folder).squares)
    chosen = random.Random(seed).sample(range(len(found.own)), min(count, len(found.own)))
    kind = type(start())
    return [kind(found.own[each], found.other[each]) for each in chosen]
