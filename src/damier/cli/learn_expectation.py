"""`damier learn expectation`: what the engine's values promise, as a curve that is fitted to games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import GameArgument, JsonOption, SetOption, SizeOption, count, interruptible, load_game, print_json
from damier.cli.learn_common import progress, tell_faults

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.learning.expectation import FittedScales

FEWEST, MOST = 100, 1_000_000
MOST_DEPTH = 30
GamesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--games", help="games that were played: .wtb or a folder of them, PGN, a game a line; default: against itself"
    ),
]


def expectation(
    game: GameArgument,
    games: GamesOption = None,
    positions: Annotated[int, typer.Option("--count", help="how many positions to search")] = 4000,
    depth: Annotated[int, typer.Option("--depth", help="how deep")] = 4,
    seed: Annotated[int, typer.Option("--seed", help="where the random numbers start")] = 1,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Fit the curve from the engine's values to expected results, and print it as a line for the game's module.

    The table tells how the results of games agree with it, games that the curve was not fitted to.

    \b
    Example: damier learn expectation connect4
    Example: damier learn expectation othello --games wthor --count 20000 --depth 6
    Example: damier learn expectation chess --games tournament.pgn --json
    """
    from damier.learning.expectation import as_json, gather, learn
    from damier.learning.results import from_files, from_play

    if not FEWEST <= positions <= MOST:
        raise ValueError(f"count is {positions}; it must be from {FEWEST} to {count(MOST)}")
    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"depth is {depth}; it must be from 1 to {MOST_DEPTH}")
    played = load_game(game, size, settings)

    def work() -> "FittedScales":
        tell = progress()
        if games:
            samples = from_files(played, games, positions, seed, tell_faults)
        else:
            samples = from_play(played, positions, seed, tell)
        return learn(gather(played, samples, depth, tell))

    lesson = interruptible(work)
    if json_:
        print_json({"game": played.name, "depth": depth, **as_json(lesson)})
    else:
        _tell(played, lesson)


def _tell(game: "Game", lesson: "FittedScales") -> None:
    """The line for the module, what each way to foretell results costs, and what was expected and found."""
    from damier.learning.expectation import as_python

    print(as_python(lesson))
    print()
    print(f"{count(lesson.positions)} positions of {count(lesson.games)} games of {game.title}")
    for name, loss in lesson.losses.items():
        print(f"log loss {loss:.4f}  {name}")
    print(f"by phase {lesson.gain[0]:+.4f} ± {lesson.gain[1]:.4f} better than one scale")
    print()
    print("positions  expected  found")
    for each in lesson.bins:
        print(f"{count(each.positions):>9}  {each.expected:+8.2f}  {each.found:+.2f} ± {each.error:.2f}")
