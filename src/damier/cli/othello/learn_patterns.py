"""`damier learn othello patterns`: lines, edges and corners, weighed by what became of games."""

from pathlib import Path
from typing import Annotated

import typer

from damier.cli.common import ClusterOption, JsonOption, count, interruptible, print_json, workers_of
from damier.cli.learn_common import MOST_GAMES, OutOption, OverwriteOption, progress, tell_faults

GamesOption = Annotated[Path, typer.Option("--games", help="a folder of tournament games in WTHOR's format (.wtb)")]


def patterns(
    games: GamesOption,
    out: OutOption,
    epochs: Annotated[int, typer.Option("--epochs", help="steps of the regression for each phase of the game")] = 12,
    pull: Annotated[float, typer.Option("--pull", help="how strongly rare patterns keep to the next phase")] = 40.0,
    solve: Annotated[int, typer.Option("--solve", help="solve positions with up to so many empty squares")] = 12,
    until: Annotated[int, typer.Option("--until", help="the last year to learn from; later games are for testing")] = 2019,
    self_play: Annotated[int, typer.Option("--self-play", help="learn from so many games against itself too")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="where the random numbers of these games start")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="of these games at the same time; 0: one for each core")] = 0,
    cluster: ClusterOption = "",
    overwrite: OverwriteOption = False,
    json_: JsonOption = False,
) -> None:
    """Weigh lines, edges and corners by regression on tournament games (Logistello's way).

    Play with the result by `--set evaluation=FILE`. Ctrl-C ends it and writes nothing; games against itself are
    kept beside the file until it is there, and the same command goes on with them, also after a crash.

    \b
    Example: damier learn othello patterns --games wthor --out mine.weights
    Example: damier learn othello patterns --games wthor --out mine.weights --solve 14 --self-play 100000
    Example: damier learn othello patterns --games wthor --out quick.weights --epochs 6 --solve 8
    """
    from damier.learning.othello.patterns import as_json, learn_patterns

    if not 1 <= epochs <= 1000:
        raise ValueError(f"epochs is {epochs}; it must be from 1 to 1000")
    if not 0 <= solve <= 20:
        raise ValueError(f"solve is {solve}; it must be from 0 to 20 empty squares")
    if not 0 <= self_play <= MOST_GAMES:
        raise ValueError(f"self-play is {self_play}; it must be from 0 to {count(MOST_GAMES)} games")
    if not 0 < pull <= 1e6:
        raise ValueError(f"pull is {pull}; it must be more than 0")
    if jobs < 0:
        raise ValueError(f"jobs is {jobs}; it must be 0 or more")
    with workers_of(cluster) as workers:
        terms = (epochs, pull, solve, until, self_play, seed, overwrite)
        lesson = interruptible(lambda: learn_patterns(games, out, *terms, progress(), tell_faults, jobs, workers))
    if json_:
        print_json({"file": str(out), "bytes": out.stat().st_size, **as_json(lesson)})
        return
    learnt_from = f"{count(lesson.games + lesson.own_games)} games, {count(lesson.positions)} positions"
    print(f"{out}: {learnt_from}, {lesson.seconds / 60:.1f} minutes")
    if lesson.test_games:
        print(f"mean error in discs on {count(lesson.test_games)} games after {until}, and that of guessing a draw")
        print("discs    with perfect play   as played   a draw")
        for phase in lesson.phases:
            off = f"{phase.off_result:17.2f}   {phase.off_played:9.2f}   {phase.off_nothing:6.2f}"
            print(f"{phase.first:2}-{phase.last:2}    {off}")
