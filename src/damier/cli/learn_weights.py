"""`damier learn genetic` and `damier learn spsa`: weights of any game's evaluation, found by playing (EFREI 3.6)."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    ClusterOption,
    GameArgument,
    JsonOption,
    SetOption,
    SizeOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    print_json,
    workers_of,
)
from damier.cli.learn_common import MOST_GAMES, OutOption, OverwriteOption, progress

if TYPE_CHECKING:
    from damier.games.adjustable import Adjustable
    from damier.learning.weight_search import Way, WeightPoint, WeightSearch

DepthOption = Annotated[int, typer.Option("--depth", help="plies that each move looks ahead; captures are played out")]
NodesOption = Annotated[int, typer.Option("--nodes", help="instead: positions that each move looks at")]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", help="instead: for each move; then the weights are others each time")
]
PairsOption = Annotated[int, typer.Option("--pairs", help="of games in each duel, an opening from both sides")]
PliesOption = Annotated[int, typer.Option("--plies", help="random moves with which games begin")]
FromOption = Annotated[str, typer.Option("--from", help="begin with the weights poor, own or zero; default: the first it has")]
OnlyOption = Annotated[
    list[str] | None, typer.Option("--only", help="only weights whose names begin so; several may be given; default: all")
]
MeasureOption = Annotated[int, typer.Option("--measure", help="pairs of games in each match that shows how strong it is")]
PointsOption = Annotated[int, typer.Option("--points", help="such matches on the way")]
SeedOption = Annotated[int, typer.Option("--seed", help="where the random numbers start")]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", "--workers", help="processes that play; 0: one for each core, 1: this one alone")
]
MOST_DEPTH = 30
SHOWN = 20  # numbers that are printed


def genetic(
    game: GameArgument,
    out: OutOption,
    population: Annotated[int, typer.Option("--population", help="weights that live at the same time")] = 24,
    generations: Annotated[int, typer.Option("--generations", help="how often they play and have children")] = 120,
    pairs: PairsOption = 2,
    depth: DepthOption = 2,
    nodes: NodesOption = 0,
    seconds: SecondsOption = None,
    plies: PliesOption = 8,
    first: FromOption = "",
    only: OnlyOption = None,
    measure: MeasureOption = 200,
    points: PointsOption = 6,
    seed: SeedOption = 1,
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    overwrite: OverwriteOption = False,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Breed weights: a population plays tournaments, the best live on and have children (EFREI 3.6).

    Of any game whose evaluation has weights, your own too; play with the result by `--set evaluation=FILE`. The same
    seed gives the same weights, however many processes play. Results are kept in FILE.part until the weights are
    written: the same command goes on with them after Ctrl-C or a crash.

    \b
    Example: damier learn genetic othello --out bred.weights
    Example: damier learn genetic chess --nodes 300 --only material --out pieces.weights
    Example: damier learn genetic ./mygame.py --from zero --population 12 --generations 20 --out mine.weights
    """
    from damier.learning.genetic import Genetic

    _check(population=(population, 4, 10_000), generations=(generations, 1, 1_000_000), pairs=(pairs, 1, MOST_GAMES))
    thinking = _thinking(depth, nodes, seconds)
    _search(
        game, out, Genetic(generations, population, pairs), thinking, plies, first, only, measure, points, seed, jobs, cluster,
        overwrite, size, settings, json_,
    )  # fmt: skip


def spsa(
    game: GameArgument,
    out: OutOption,
    steps: Annotated[int, typer.Option("--steps", help="how often all weights are moved")] = 240,
    directions: Annotated[int, typer.Option("--directions", help="duels before each step, each in another direction")] = 16,
    pairs: PairsOption = 3,
    depth: DepthOption = 2,
    nodes: NodesOption = 0,
    seconds: SecondsOption = None,
    plies: PliesOption = 8,
    first: FromOption = "",
    only: OnlyOption = None,
    measure: MeasureOption = 200,
    points: PointsOption = 6,
    seed: SeedOption = 1,
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    overwrite: OverwriteOption = False,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Change all weights at once, up or down by a coin, and go the way that wins (SPSA, Spall 1992).

    Of any game whose evaluation has weights, as `damier learn genetic`, and kept in the same way.

    \b
    Example: damier learn spsa othello --out climbed.weights
    Example: damier learn spsa chess --nodes 300 --from own --out better.weights
    Example: damier learn spsa ./mygame.py --steps 50 --out mine.weights
    """
    from damier.learning.spsa import Spsa

    _check(steps=(steps, 1, 1_000_000), directions=(directions, 1, 10_000), pairs=(pairs, 1, MOST_GAMES))
    thinking = _thinking(depth, nodes, seconds)
    _search(
        game, out, Spsa(steps, directions, pairs), thinking, plies, first, only, measure, points, seed, jobs, cluster,
        overwrite, size, settings, json_,
    )  # fmt: skip


def _check(**numbers: tuple[int, int, int]) -> None:
    """Refuse numbers that are out of bounds."""
    for name, (number, least, most) in numbers.items():
        if not least <= number <= most:
            raise ValueError(f"{name} is {number}; it must be from {count(least)} to {count(most)}")


def _thinking(depth: int, nodes: int, seconds: float | None) -> tuple[int, int, int]:
    """What a move may cost, as `Thinking` has it."""
    from damier.search.clock import KERNELS_SEE_TIME, SECOND

    check_seconds(seconds)
    _check(depth=(depth, 1, MOST_DEPTH), nodes=(nodes, 0, 1 << 40))
    if nodes and seconds is not None:
        raise ValueError("a move is given --nodes or --seconds, not both")
    if seconds is not None and not KERNELS_SEE_TIME:
        raise ValueError("--seconds is not for this system; say --nodes")
    if seconds is not None:
        return 0, 0, max(1, int(seconds * SECOND))
    return (0, nodes, 0) if nodes else (depth, 0, 0)


def _search(
    name: str,
    out: Path,
    way: "Way",
    thinking: tuple[int, int, int],
    plies: int,
    first: str,
    only: list[str] | None,
    measure: int,
    points: int,
    seed: int,
    jobs: int,
    cluster: str,
    overwrite: bool,
    size: str,
    settings: list[str] | None,
    json_: bool,
) -> None:
    """Search for weights, write them, and tell how strong they have become."""
    from damier.files import check_free
    from damier.learning.duels import DuelTerms
    from damier.learning.weight_search import Measure, WeightBatch, WeightSearch

    _check(plies=(plies, 0, 100), measure=(measure, 1, MOST_GAMES), points=(points, 1, 1000), jobs=(jobs, 0, 10_000))
    check_free(out, overwrite)
    game = load_game(name, size, settings)
    terms = DuelTerms(game.loaded_as, game.options, thinking, plies, tuple(only or ()), first)
    known = terms.numbers(game)
    start, own = known.start(first), known.start("own")
    against = {"own": own} | ({"start": start} if start != own else {})
    kept, tell, began = out.with_name(out.name + ".part"), progress(), time.perf_counter()
    search = WeightSearch(way, seed, known, start, Measure(against, measure, points))
    with workers_of(cluster) as workers:
        jobs = 0 if cluster and jobs == 1 else jobs
        batch = WeightBatch(game, terms, [search], (), kept, jobs, lambda done, all_: tell("duels", done, all_), workers)
        is_whole = interruptible(batch.run, batch.stop)
    if not is_whole:
        print(f"damier: {count(len(batch.done))} duels are in {kept}; the same command goes on", file=sys.stderr)
        raise typer.Exit(130)
    assert known.save is not None  # see `adjustable_of`
    begun = first or next(iter(known.starts))
    known.save(out, search.numbers, f"{way.name} search, {search.games} games, from {begun}, seed {seed}")
    kept.unlink(missing_ok=True)
    curve, seconds = search.points(batch.done), time.perf_counter() - began
    if json_:
        print_json(_as_json(out, known, search, curve, seconds))
    else:
        _tell(out, known, start, search, curve, seconds)


def _as_json(
    out: Path, known: "Adjustable", search: "WeightSearch", curve: "list[WeightPoint]", seconds: float
) -> dict[str, Any]:
    points = [
        {
            "games": point.games,
            "against": {name: [round(each.score, 4), round(each.error, 4)] for name, each in point.scores.items()},
        }
        for point in curve
    ]
    return {
        "file": str(out),
        "search": search.way.name,
        "settings": search.way.settings(),
        "games": search.games,
        "seconds": round(seconds, 1),
        "weights": dict(zip(known.names, search.numbers, strict=True)),
        "points": points,
    }


def _tell(
    out: Path, known: "Adjustable", start: list[int], search: "WeightSearch", curve: "list[WeightPoint]", seconds: float
) -> None:
    """How much was played, how the strength grew, and the numbers, the first of them at least."""
    print(f"{out}: {search.way.name}, {count(search.games)} games, {seconds / 60:.1f} minutes")
    print("   games  " + "  ".join(f"{'% against ' + name:>19}" for name in curve[0].scores))
    for point in curve:
        scores = (f"{100 * each.score:12.1f} ± {100 * each.error:4.1f}" for each in point.scores.values())
        print(f"{count(point.games):>8}  {'  '.join(scores)}")
    rows = list(zip(known.names, start, search.numbers, strict=True))
    print(f"{'weight':26}  {'start':>6}  {'found':>6}")
    for name, before, after in rows[:SHOWN]:
        print(f"{name:26}  {before:6}  {after:6}")
    if len(rows) > SHOWN:
        print(f"and {len(rows) - SHOWN} more, which are in the file")
