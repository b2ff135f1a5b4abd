"""`damier learn discernment`: how well somebody tells good moves from bad ones, from his games."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import GameArgument, JsonOption, SetOption, SizeOption, count, interruptible, load_game, print_json
from damier.cli.learn_common import progress, tell_faults

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.learning.discernment import FittedDiscernment

FEWEST, MOST = 20, 1_000_000
MOST_DEPTH = 30


def discernment(
    game: GameArgument,
    files: Annotated[list[Path], typer.Argument(help="games that were played: .wtb or a folder of them, PGN, a game a line")],
    player: Annotated[str, typer.Option("--player", help="whose moves, by the name in the games; default: everybody's")] = "",
    choices: Annotated[int, typer.Option("--count", help="how many choices to look at")] = 1000,
    depth: Annotated[
        int | None, typer.Option("--depth", help="how deep moves are searched; default: as such a level looks")
    ] = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Find the rating at which Michie's model errs as the players of these games do, and the level that plays so.

    The rating is one of the model, at this depth of search: it need not be the one that a federation gives. The table tells how
    often moves were made that lose so much, and how often the model makes them.

    \b
    Example: damier learn discernment chess mygames.pgn --player "Carlsen,M"
    Example: damier learn discernment othello wthor --count 5000 --json
    Example: damier learn discernment connect4 games.txt
    """
    from damier.engine.levels import PEOPLE_DEPTH
    from damier.learning.discernment import as_json, gather, learn

    depth = PEOPLE_DEPTH if depth is None else depth

    if not FEWEST <= choices <= MOST:
        raise ValueError(f"count is {choices}; it must be from {FEWEST} to {count(MOST)}")
    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"depth is {depth}; it must be from 1 to {MOST_DEPTH}")
    played = load_game(game, size, settings)

    def work() -> "FittedDiscernment":
        return learn(gather(played, files, player, choices, depth, progress(), tell_faults))

    lesson = interruptible(work)
    if json_:
        print_json({"game": played.name, "player": player, "depth": depth, **as_json(lesson)})
    else:
        _tell(played, lesson)


def _tell(game: "Game", lesson: "FittedDiscernment") -> None:
    """The rating, the level, and how the model's moves agree with those that were made."""
    from damier.engine.expectation import counts

    bound = ", as far as was looked" if lesson.is_bound else f" ± {count(round(lesson.error))}"
    print(f"rating {count(round(lesson.rating))}{bound}")
    print(f"level  {lesson.level}")
    print()
    print(f"{count(lesson.choices)} choices of {count(lesson.games)} games of {game.title}")
    among, listed = math.exp(lesson.log_loss), math.exp(lesson.by_chance)
    print(f"as hard to foretell as a choice among {among:.1f} moves, where the rules give {listed:.1f}")
    if among > listed:
        print("so the model does not fit: it foretells these moves worse than chance, and its rating means nothing")
    print()
    unit = f"loses, in {game.counted}s" if counts(game, game.start()) else "loses"
    print(f"{unit:<17}   found   expected")
    for low, high in zip(lesson.shares, [*lesson.shares[1:], None], strict=True):
        words = f"{low.loss:g} and more" if high is None else f"{low.loss:g} to {high.loss:g}"
        print(f"{words:<17} {100 * low.found:5.1f} %    {100 * low.expected:5.1f} %")
