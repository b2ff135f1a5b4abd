"""`damier learn othello menace`, `samuel` and `copies`: what the books tell of learning."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import JsonOption, count, interruptible, print_json
from damier.cli.learn_common import MOST_GAMES, OutOption, OverwriteOption, progress, tell_faults

if TYPE_CHECKING:
    from damier.learning.othello.curve import LearntCurve

DepthOption = Annotated[int, typer.Option("--depth", help="plies that each move looks ahead")]
SeedOption = Annotated[int, typer.Option("--seed", help="where the random numbers start")]
MeasureOption = Annotated[int, typer.Option("--measure", help="pairs of games in each match that shows how strong it is")]
FromOption = Annotated[str, typer.Option("--from", help="begin with the coefficients of squares or table; default: all 0")]

MOST_DEPTH = 8


def menace(
    out: OutOption,
    games: Annotated[Path | None, typer.Option("--games", help="a folder of tournament games in WTHOR's format")] = None,
    selfplay: Annotated[int, typer.Option("--self-play", help="instead: so many games that it plays itself")] = 0,
    depth: DepthOption = 2,
    seed: SeedOption = 1,
    overwrite: OverwriteOption = False,
    json_: JsonOption = False,
) -> None:
    """Count how often corners and edges were won, as MENACE did with matchboxes (Alliot).

    All of WTHOR, 131,000 games, takes half a minute; 10,000 games against itself 20 seconds.

    \b
    Example: damier learn othello menace --games wthor --out menace.weights
    Example: damier learn othello menace --self-play 10000 --out menace.weights
    """
    from damier.games.othello.weight_file import check_free, save
    from damier.learning.othello.menace import learn_by_playing, learn_from

    if (games is None) == (selfplay == 0):
        raise ValueError("either --games FOLDER or --self-play NUMBER must be given")
    check_free(out, overwrite)
    began = time.perf_counter()
    if games is not None:
        folder = games
        weights, number = interruptible(lambda: learn_from(folder, tell_faults))
        note = f"{number} games (WTHOR)"
    else:
        _check(selfplay=(selfplay, 10, MOST_GAMES), depth=(depth, 1, MOST_DEPTH))
        weights, number = interruptible(lambda: learn_by_playing(selfplay, depth, seed, progress())), selfplay
        note = f"{number} games against itself, depth {depth}, seed {seed}"
    save(out, "menace", weights, note, overwrite)
    _tell(out, number, time.perf_counter() - began, None, json_)


def samuel(
    out: OutOption,
    games: Annotated[int, typer.Option("--games", help="that it plays against itself")] = 2000,
    depth: DepthOption = 2,
    step: Annotated[float, typer.Option("--step", help="points that a coefficient moves each time")] = 0.1,
    first: FromOption = "",
    measure: MeasureOption = 200,
    seed: SeedOption = 1,
    overwrite: OverwriteOption = False,
    json_: JsonOption = False,
) -> None:
    """Correct coefficients where a value contradicts the one two plies before, as Samuel did (Alliot-Schiex 15.6.4).

    2,000 games at depth 2 and the matches that show how strong it becomes take half a minute.

    \b
    Example: damier learn othello samuel --out samuel.weights
    Example: damier learn othello samuel --from squares --games 500 --out mine.weights
    """
    from damier.learning.othello.samuel import learn_samuel

    _check(games=(games, 10, MOST_GAMES), depth=(depth, 1, MOST_DEPTH), measure=(measure, 1, MOST_GAMES))
    if not 0 < step <= 1000:
        raise ValueError(f"step is {step:g}; it must be more than 0 and at most 1000")
    note = f"{games} games against itself from {first or 'nothing'}, depth {depth}, step {step:g}, seed {seed}"
    _learn(
        out, overwrite, note, json_,
        lambda: learn_samuel(games, depth, step, seed, _coefficients(first), measure, progress=progress()),
    )  # fmt: skip


def copies(
    out: OutOption,
    number: Annotated[int, typer.Option("--copies", help="that are tried")] = 300,
    pairs: Annotated[int, typer.Option("--pairs", help="of games in the match with each copy")] = 100,
    depth: DepthOption = 2,
    first: FromOption = "",
    measure: MeasureOption = 200,
    seed: SeedOption = 1,
    overwrite: OverwriteOption = False,
    json_: JsonOption = False,
) -> None:
    """Play a copy of itself with some coefficients changed, and keep them if the copy wins (Alliot-Schiex 15.6.4).

    300 copies at depth 2, 60,000 games, and the matches that show how strong it becomes take a minute.

    \b
    Example: damier learn othello copies --out copies.weights
    Example: damier learn othello copies --from table --copies 1000 --out mine.weights
    """
    from damier.learning.othello.copies import learn_copies

    _check(copies=(number, 10, MOST_GAMES), pairs=(pairs, 1, MOST_GAMES))
    _check(depth=(depth, 1, MOST_DEPTH), measure=(measure, 1, MOST_GAMES))
    note = f"{number} copies from {first or 'nothing'}, {2 * pairs} games each, depth {depth}, seed {seed}"
    _learn(
        out, overwrite, note, json_,
        lambda: learn_copies(number, depth, pairs, seed, _coefficients(first), measure, progress=progress()),
    )  # fmt: skip


def _check(**numbers: tuple[int, int, int]) -> None:
    """Refuse numbers that are out of bounds."""
    for name, (number, least, most) in numbers.items():
        if not least <= number <= most:
            raise ValueError(f"{name} is {number}; it must be from {least} to {most}")


def _coefficients(name: str) -> dict[str, int]:
    from damier.games.othello.terms import coefficients

    return coefficients(name) if name else {}


def _learn(out: Path, overwrite: bool, note: str, json_: bool, learn: Any) -> None:
    """Learn coefficients, write them, and tell the learning curve."""
    from damier.games.othello.weight_file import check_free, save

    check_free(out, overwrite)
    began = time.perf_counter()
    lesson: LearntCurve = interruptible(learn)
    save(out, "terms", lesson.weights, note, overwrite)
    _tell(out, lesson.points[-1].games, time.perf_counter() - began, lesson, json_)


def _tell(out: Path, games: int, seconds: float, lesson: "LearntCurve | None", json_: bool) -> None:
    """What was learnt from how much, and how the strength grew."""
    if json_:
        points = [] if lesson is None else [point.as_json() for point in lesson.points]
        print_json({"file": str(out), "games": games, "seconds": round(seconds, 1), "points": points})
        return
    print(f"{out}: {count(games)} games, {seconds / 60:.1f} minutes")
    if lesson is None:
        return
    from damier.games.othello.terms import NAMES

    print("   games  " + "  ".join(f"{'% against ' + name:>19}" for name in lesson.points[0].matches))
    for point in lesson.points:
        scores = (f"{100 * match.score:12.1f} ± {100 * match.error:4.1f}" for match in point.matches.values())
        print(f"{count(point.games):>8}  {'  '.join(scores)}")
    for name, value in zip(NAMES, lesson.points[-1].coefficients, strict=True):
        print(f"{name:20}{value:6}")
