"""`damier learn chess`: the weights of the evaluation, by regression on the results of games."""

import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import ClusterOption, JsonOption, count, interruptible, print_json, workers_of
from damier.cli.learn_common import MOST_GAMES, OutOption, OverwriteOption, progress, tell_faults
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.learning.chess.lesson import LearntWeights

MOST_NODES = 100_000_000
GamesOption = Annotated[
    list[Path] | None, typer.Option("--games", help="games in PGN, or lines FEN;result[;score]; several may be given")
]


def chess(
    out: OutOption,
    games: GamesOption = None,
    self_play: Annotated[
        int, typer.Option("--self-play", help="play so many games against itself, and learn from them too")
    ] = 0,
    nodes: Annotated[int, typer.Option("--nodes", help="positions that each move of these games looks at")] = 2000,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="of these games at the same time; 0: one for each core")] = 0,
    cluster: ClusterOption = "",
    record: Annotated[Path | None, typer.Option("--record", help="where these games are kept, for another time")] = None,
    first: Annotated[str, typer.Option("--from", help="begin with the weights hand, learnt or FILE.weights")] = "hand",
    rounds: Annotated[int, typer.Option("--rounds", help="how often all positions are gone through")] = 40,
    pull: Annotated[float, typer.Option("--pull", help="how strongly rare weights keep to those it began with")] = 200.0,
    scored: Annotated[float, typer.Option("--scored", help="what scores count, where there are any, against results")] = 0.7,
    score: Annotated[int, typer.Option("--score", help="score other positions by a search of so many nodes")] = 0,
    regression: Annotated[str, typer.Option("--regression", help="logistic, or linear as Deep Thought's")] = "logistic",
    seed: Annotated[int, typer.Option("--seed", help="where the random numbers start")] = 1,
    overwrite: OverwriteOption = False,
    json_: JsonOption = False,
) -> None:
    """Weigh the terms of the evaluation by regression on the results of games (Deep Thought's way, Alliot-Schiex 15.7.4).

    Play with the result by `--set evaluation=FILE`. Ctrl-C ends it and keeps what it has. Games against itself
    that are kept (--record) go on where they were when the same command is given again, also after a crash.

    \b
    Example: damier learn chess --games tournament.pgn --score 2000 --out mine.weights
    Example: damier learn chess --games tournament.pgn --games positions.txt --from learnt --out better.weights
    Example: damier learn chess --self-play 5000 --record games.txt --out mine.weights
    Example: damier learn chess --games games.txt --regression linear --out linear.weights
    """
    from damier.games.chess.weights import OTHERS, check_free, weights
    from damier.learning.chess.lesson import METHODS, as_json, learn_chess

    _check(rounds, pull, scored, self_play, nodes)
    if jobs < 0:
        raise ValueError(f"jobs is {jobs}; it must be 0 or more")
    if not 0 <= score <= MOST_NODES:
        raise ValueError(f"score is {score}; it must be from 0 to {count(MOST_NODES)} nodes")
    if regression not in METHODS:
        raise ValueError(f"regression is {quoted(regression)}; it must be {' or '.join(METHODS)}")
    check_free(out, overwrite)
    files = list(games or [])
    if not files and not self_play:
        raise ValueError("either --games FILE or --self-play NUMBER must be given")
    if first in OTHERS:
        raise ValueError(f"the evaluation {quoted(first)} has other terms than those that are weighed here")
    start = weights(first)
    stopped = threading.Event()
    if record is not None:
        check_free(record)
    with tempfile.TemporaryDirectory(prefix="damier-") as folder:
        if self_play:
            terms = {"nodes": nodes, "seed": seed, "jobs": jobs}
            files.append(_play(self_play, start, Path(folder), record, terms, cluster))
        lesson = interruptible(
            lambda: learn_chess(
                files,
                out,
                start,
                rounds,
                pull,
                scored,
                score,
                seed,
                overwrite,
                progress(),
                tell_faults,
                stopped.is_set,
                regression,
            ),
            stopped.set,
        )
    if json_:
        print_json({"file": str(out), **as_json(lesson)})
    else:
        _tell(out, lesson)


def _check(rounds: int, pull: float, scored: float, self_play: int, nodes: int) -> None:
    """Refuse numbers that are out of bounds."""
    if not 1 <= rounds <= 10_000:
        raise ValueError(f"rounds is {rounds}; it must be from 1 to {count(10_000)}")
    if not 0 <= pull <= 1e9:
        raise ValueError(f"pull is {pull:g}; it must be 0 or more")
    if not 0 <= scored <= 1:
        raise ValueError(f"scored is {scored:g}; it must be from 0 to 1")
    if not 0 <= self_play <= MOST_GAMES:
        raise ValueError(f"self-play is {self_play}; it must be from 0 to {count(MOST_GAMES)} games")
    if not 100 <= nodes <= MOST_NODES:
        raise ValueError(f"nodes is {nodes}; it must be from 100 to {count(MOST_NODES)}")


def _play(count_: int, weights: object, folder: Path, record: Path | None, terms: dict[str, int], cluster: str) -> Path:
    """Play games against itself, and say in which file they are: a person's own, when all are played, else one in the folder.

    Until then they are kept beside that file. Ctrl-C ends it; what was played is learnt from, and the same command goes on.
    """
    from damier.compile_cache import replace
    from damier.learning.chess.selfplay_games import SelfPlay

    tell, part = progress(), None if record is None else record.with_name(record.name + ".part")
    with workers_of(cluster) as workers:
        playing = SelfPlay(
            count_,
            weights,
            kept=part,
            tell=lambda done, total: tell("games played", done, total),
            workers=workers,
            **terms,
        )
        games = interruptible(playing.run, playing.stop)
    if part is not None and len(games) < count_:
        print(f"damier: {count(len(games))} games are in {part}; the same command with --overwrite goes on", file=sys.stderr)
    path = record if record is not None and len(games) == count_ else folder / "self-play.txt"
    replace(path, "".join(games).encode(), 0o644)
    if part is not None and path == record:
        part.unlink()
    return path


def _tell(out: Path, lesson: "LearntWeights") -> None:
    """What was learnt from how much, and the errors by phase."""
    print(f"{out}: {count(lesson.games)} games, {count(lesson.positions)} positions, {lesson.seconds / 60:.1f} minutes")
    print(f"error on {count(lesson.test_positions)} positions of games that were held out, a game counting 1")
    print(f"{'':12}  {'positions':>10}  {'before':>7}  {'learnt':>7}  {'a mean guess':>12}")
    for phase in lesson.phases:
        numbers = f"{phase.before:7.4f}  {phase.after:7.4f}  {phase.of_nothing:12.4f}"
        print(f"{phase.name:12}  {count(phase.positions):>10}  {numbers}")
    print(f"{'all':12}  {count(lesson.test_positions):>10}  {lesson.errors[0][1]:7.4f}  {lesson.errors[-1][1]:7.4f}")


def add_to(app: typer.Typer) -> None:
    """Add it to `damier learn`."""
    app.command()(chess)
