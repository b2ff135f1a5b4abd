"""`damier learn levels`: levels of equal steps for a game that has learnt a network, measured by matches."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from damier.arena.calibration import Progress
    from damier.engine.levels import Level

WORDS = {"rungs": "weak and strong play", "tried": "levels at a first try", "levels": "levels"}


def levels(
    game: GameArgument,
    minutes: Annotated[float, typer.Option("--minutes", help="how long at most; ended earlier, it can be gone on with")] = 20,
    nodes: Annotated[int, typer.Option("--nodes", help="positions a move that full strength looks at in the matches")] = 10_000,
    pairs: Annotated[int, typer.Option("--pairs", help="of games of each two levels; the more, the surer")] = 60,
    seed: Annotated[int, typer.Option("--seed", help="where the random numbers start")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="processes that play; 0: one for each core")] = 0,
    show: Annotated[bool, typer.Option("--show", help="only show the levels that the game has")] = False,
    cluster: ClusterOption = "",
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Measure the levels of a game that has learnt: steps of equal rating from beginner to full strength.

    They are kept beside the network, and from then on the game is played at them, in the terminal, in the page and in matches.
    Whoever is ended goes on from there by the same command.

    \b
    Example: damier learn levels ./mygame.py --minutes 10
    Example: damier learn levels connect4 --show
    """
    check_seconds(60 * minutes)
    if not 1 <= pairs <= 100_000:
        raise ValueError(f"pairs is {pairs}; it must be a number from 1 to 100000")
    known = load_game(game, size, settings)
    from damier.engine.levels import levels_of

    if not show:
        from damier.arena.calibration import Calibration, Effort
        from damier.engine.level_file import write_levels

        effort = Effort(nodes, max(1, min(24, pairs)), pairs, seed)
        with workers_of(cluster) as workers:
            calibration = Calibration(known, effort, jobs, _Teller(), workers)
            found = interruptible(lambda: calibration.run(60 * minutes), calibration.stop)
        if found is None:
            return
        write_levels(calibration.path, found)
        calibration.journal.unlink(missing_ok=True)
        print(f"\r{calibration.path}: {count(found.games)} games{'':40}", file=sys.stderr)
    offered = levels_of(known)
    if json_:
        print_json({"game": known.name, "levels": [_as_json(each) for each in offered]})
    else:
        _tell(offered)


def _as_json(level: "Level") -> dict[str, object]:
    named = ("number", "name", "depth", "overlooks", "careless", "nodes")
    return {**{name: getattr(level, name) for name in named}, "rating": level.elo, "error": level.elo_error}


def _tell(offered: "tuple[Level, ...]") -> None:
    """A table of the levels; ratings are above the first."""
    from damier.rules import MOST_PLIES

    is_measured = any(level.elo is not None for level in offered)
    print("level          rating  step  " if is_measured else "level          ", "plays", sep="")
    below = 0
    for level in offered:
        name = f"{level.number} {level.name}"
        measured = "" if not is_measured else f"{'':14}"
        if level.elo is not None:
            step = f"+{level.elo - below} ±{level.elo_error}" if level.number > 1 else ""
            measured, below = f"{level.elo:6}  {step:<10}", level.elo
        ahead = "" if level.depth == MOST_PLIES else f"{level.depth} plies ahead"
        errs = f"overlooks {100 * level.overlooks:.0f} % of the moves" if level.overlooks else ""
        looks = f"{count(level.nodes)} positions a move" if level.nodes else ""
        plays = ", ".join(filter(None, (ahead, errs, looks))) or ("the exact solver" if level.is_perfect else "as time allows")
        print(f"{name:<15}{measured}{plays}")


class _Teller:
    """Says on a terminal how far it is."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, progress: "Progress") -> None:
        if sys.stderr.isatty() and time.monotonic() > self._last + 0.5:
            self._last = time.monotonic()
            text = f"{WORDS[progress.stage]}: {count(progress.done)} of {count(progress.total)} pairs of games"
            print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)
