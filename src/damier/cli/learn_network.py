"""`damier learn network`, or `damier learn GAME`: a player for any game, from its rules alone."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    MOST_SECONDS,
    ClusterOption,
    GameArgument,
    JsonOption,
    SetOption,
    SizeOption,
    count,
    interruptible,
    load_game,
    print_json,
    workers_of,
)

if TYPE_CHECKING:
    from damier.learning.network.generations import Learning, Progress
    from damier.network.match import Match

# What is being done at the end, as a person is told.
LAST_MATCH = {"own": "match against the author's evaluation", "shipped": "match against the network of the game"}

OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="the network to write; default: where the game's player finds it by itself")
]


def network(
    game: GameArgument,
    out: OutOption = None,
    minutes: Annotated[float, typer.Option("--minutes", help="how long; ended earlier, it can be gone on with")] = 30,
    generations: Annotated[int, typer.Option("--generations", help="how many at most")] = 1000,
    nodes: Annotated[int, typer.Option("--nodes", help="positions that each move of its games looks at")] = 400,
    positions: Annotated[int, typer.Option("--positions", help="that a generation learns from anew, about")] = 300_000,
    hidden: Annotated[int, typer.Option("--hidden", help="how large the network is in the middle; 0: by its features")] = 0,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            help="outlook: positions by what the search said of them and later; td-leaf: its leaves by what it said later",
        ),
    ] = "outlook",
    decay: Annotated[float, typer.Option("--lambda", help="how far later positions and the result count, from 0 to 1")] = 0.7,
    teacher: Annotated[
        str,
        typer.Option(
            "--teacher",
            help="who plays the first games: nobody, who knows nothing; own, the game's evaluation; or a network that is then "
            "learnt on: shipped, the one that comes with the game, or a FILE",
        ),
    ] = "nobody",
    gpu: Annotated[bool, typer.Option("--gpu", help="learn on a GPU (extra `train`); games are played by processors")] = False,
    seed: Annotated[int, typer.Option("--seed", help="where the random numbers start")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="processes that play; 0: one for each core")] = 0,
    cluster: ClusterOption = "",
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Let a game teach itself: a network that judges its positions, from the rules alone.

    It plays against itself, learns from that, and keeps what beats the last one. All is kept in OUT.learning: the same
    command goes on from there, after Ctrl-C too. A game that has learnt is played by its network from then on, unless what
    it comes with, a network or its author's evaluation, beats it; `--set evaluation=network`, `own` or a FILE choose.

    \b
    Example: damier learn ./mygame.py --minutes 30
    Example: damier play ./mygame.py
    Example: damier learn network connect4 --out c4.network
    Example: damier learn network connect4 --method td-leaf --lambda 0.8
    Example: damier learn network chess --teacher own --positions 3000000
    Example: damier learn network chess --teacher shipped --positions 3000000
    Example: damier learn network connect4 --teacher c4.network --hidden 256 --out wide.network
    Example: damier play connect4 --set evaluation=c4.network
    """
    from damier.learning.network.bounds import check_number, check_settings
    from damier.learning.network.generations import Learning, Settings
    from damier.network.file import write_network
    from damier.network.kept import learning_folder, network_path
    from damier.network.match import OWN_SHARE, RIVAL, with_match

    chosen = Settings(seed=seed, nodes=nodes, positions=positions, hidden=hidden, method=method, decay=decay, teacher=teacher)
    check_settings(chosen)
    check_number("minutes", minutes, 1e-6, MOST_SECONDS // 60)
    check_number("generations", generations, 1, 1_000_000)
    check_number("jobs", jobs, 0, 10_000)
    trainer = _trainer(gpu)
    known = load_game(game, size, settings)
    path = out or network_path(known)
    _check_place(path, teacher, is_named=out is not None)
    folder = learning_folder(path)
    with workers_of(cluster) as workers:
        teller = _Teller()
        learning = interruptible(lambda: Learning(known, folder, chosen, jobs, teller, workers, **trainer))
        teller.keep = lambda: write_network(path, learning.network())
        _tell_of_game(learning)
        past = interruptible(lambda: learning.run(generations, 60 * minutes), learning.stop)
        found = learning.network()
        match = interruptible(learning.against_rival, learning.stop)
    write_network(path, with_match(found, match))
    if json_:
        share, rival = (match.share, match.rival) if match else (None, None)
        told = {"network": str(path), "best": learning.best, OWN_SHARE: share, RIVAL: rival}
        print_json({**told, "generations": [each._asdict() for each in past]})
    else:
        print(f"{path}: generation {learning.best} of {len(past)}, {_rated(learning)}")
        if match is not None:
            print(_told_of(match))
    if learning.is_stopped:
        print("damier: interrupted; the same command goes on", file=sys.stderr)
        raise typer.Exit(130)


def _check_place(path: Path, teacher: str, is_named: bool) -> None:
    """Refuse, before all the work, a place where no network can be written, or where something else stands, or the teacher."""
    from damier.errors import BadInput
    from damier.files import check_free
    from damier.network.file import is_network_file

    if is_named:
        check_free(path, overwrite=True)
    if path.exists() and not is_network_file(path):
        raise BadInput(f"{path} is there already, and is no network; say another --out")
    if path.exists() and os.path.exists(teacher) and path.samefile(teacher):
        raise BadInput(f"{path} is the teacher, and what is learnt would be written over it; say another --out")


def _trainer(gpu: bool) -> dict[str, Any]:
    """Where it learns, if not on the processor."""
    if not gpu:
        return {}
    from damier.learning.network.training_on_gpu import check_gpu, train_on_gpu

    check_gpu()
    return {"trainer": train_on_gpu}


def _tell_of_game(learning: "Learning") -> None:
    """What random games say, where that bodes ill."""
    found = learning.survey
    if found.endless > 0.02:
        print(
            f"damier: {100 * found.endless:.0f} % of random games do not end within {count(found.longest)} moves; "
            "such games count as drawn",
            file=sys.stderr,
        )
    if found.decided == 0:
        print("damier: all random games are drawn: there may be little to learn from at first", file=sys.stderr)


def _told_of(match: "Match") -> str:
    """What the match against what the game comes with has brought, and which of both plays from now on."""
    from damier.network.match import AUTHOR

    whom = "the evaluation that the game's author wrote" if match.rival == AUTHOR else "the network that comes with the game"
    then = "which it replaces" if match.is_won else "which stays; `--set evaluation=network` plays by the new one"
    return f"{100 * match.share:.0f} % of the points against {whom}, {then}"


def _rated(learning: "Learning") -> str:
    if learning.past:
        return f"{learning.past[-1].rating:+.0f} Elo above the first"
    return "which knows nothing yet" if learning.teacher.weights is None else "which is the teacher"


class _Teller:
    """Says how far it is: a line for each generation, and on a terminal what is being done; a better network is kept."""

    def __init__(self) -> None:
        self._told, self._last = -1, 0.0
        self.keep: Callable[[], None] = lambda: None

    def __call__(self, progress: "Progress") -> None:
        if self._told < 0:
            self._told = max(0, progress.generation - 1)  # what was found out before was told then
        if len(progress.past) > self._told:
            self._told = len(progress.past)
            each = progress.past[-1]
            if each.is_better:
                self.keep()
            points = sum(i * count for i, count in enumerate(each.pairs)) / max(1, 4 * sum(each.pairs))
            better = "better" if each.is_better else "no better"
            print(
                f"\rgeneration {each.number}: {count(each.positions)} positions, error {each.error:.4f}, "
                f"{100 * points:.0f} % of {2 * sum(each.pairs)} games: {better}; {each.rating:+.0f} Elo, {each.seconds:.0f} s",
                file=sys.stderr,
                flush=True,
            )
        elif sys.stderr.isatty() and time.monotonic() > self._last + 0.5:
            self._last = time.monotonic()
            doing = LAST_MATCH.get(progress.doing, progress.doing)
            text = f"generation {progress.generation}: {doing}, {progress.done} of {progress.total}"
            print(f"\r{text:<75}", end="", file=sys.stderr, flush=True)
