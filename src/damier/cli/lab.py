"""`damier lab`: experiments that reproduce the tables of the textbooks."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import JsonOption, check_seconds, interruptible, load_game, ongoing, print_json
from damier.games.catalogue import USUAL
from damier.wording import quoted

if TYPE_CHECKING:
    from rich.progress import Progress

COMPARE = "compare"


def lab(
    experiment: Annotated[str, typer.Argument(help="which one, or `compare`; without, they are listed")] = "",
    game: Annotated[str, typer.Argument(help="for compare: a registered game, or a file: ./mygame.py")] = "",
    position: Annotated[str, typer.Argument(help="for compare: in the game's own writing; default: its start")] = "",
    size: Annotated[
        int | None, typer.Option("--size", "-n", help="how many trees, positions or boards; default: the experiment's own")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="for each board or position, where time is measured")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="a setting of the experiment, as boards=4x4,5x4; may be repeated")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="for compare: moves to look ahead; default 6")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="where to write the plot (.svg or .png); default: NAME.svg here, of compare none")
    ] = None,
    seed: Annotated[int, typer.Option(help="where the random numbers start")] = 1,
    json_: JsonOption = False,
) -> None:
    """Run an experiment: a table beside the book's figures, and a plot; or compare all algorithms on a position of any game.

    \b
    Example: damier lab uniform-trees
    Example: damier lab scout --size 50 --plot scout.png --json
    Example: damier lab connect4-ladder --set boards=4x4,5x4,5x5 --seconds 30
    Example: damier lab compare connect4 44534 --depth 8
    Example: damier lab compare ./mygame.py --seconds 1
    """
    if experiment == COMPARE:
        _compare(game, position, depth, seconds, settings, size, plot, json_)
        return
    if game or depth is not None:
        raise ValueError(f"{'--depth' if depth is not None else quoted(game)} is for `damier lab {COMPARE}`, not an experiment")
    from damier.lab import EXPERIMENTS

    if not experiment:
        if json_:
            print_json({"experiments": {name: line for name, (_, line) in EXPERIMENTS.items()}})
        else:
            for name, (_, line) in EXPERIMENTS.items():
                print(f"{name:19} {line}")
            print(f"{COMPARE + ' GAME':19} all algorithms on a position of any game, your own included")
        return
    if experiment not in EXPERIMENTS:
        raise ValueError(f"unknown experiment {quoted(experiment)}; there are {', '.join(EXPERIMENTS)}")
    if size is not None and size < 1:
        raise ValueError(f"size is {size}; it must be at least 1")
    wanted = _read_settings(settings or [], seconds)
    file = plot or Path(f"{experiment}.svg")
    _check_plot(file)
    from damier.lab import can_halt, run
    from damier.lab.halt import Halt

    halt = Halt()
    with _progress() as progress:
        task = progress.add_task(experiment, total=None)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        stop = halt if can_halt(experiment) else None
        report = interruptible(lambda: run(experiment, size, seed, tell, halt, **wanted), stop)
    report.plot(file)
    if json_:
        print_json(report.to_json() | {"plot": str(file)})
    else:
        print(report.table())
        print(f"plot: {file}")


def _compare(
    name: str,
    position: str,
    depth: int | None,
    seconds: float | None,
    settings: list[str] | None,
    size: int | None,
    plot: Path | None,
    json_: bool,
) -> None:
    """All algorithms on one position."""
    if not name:
        raise ValueError(f"which game? for example: damier lab {COMPARE} {USUAL} --depth 6")
    if size is not None:
        raise ValueError(
            f"--size is for experiments; options of a game are set by --set: damier lab {COMPARE} GAME --set size=4"
        )
    check_seconds(seconds)
    if plot is not None:
        _check_plot(plot)
    game = load_game(name, "", settings)
    root = ongoing(game, position)
    from damier.lab.compare import compare
    from damier.lab.halt import Halt
    from damier.rules import MOST_PLIES

    if depth is not None and not 0 <= depth <= MOST_PLIES:
        raise ValueError(f"depth is {depth}; it can be 0 to {MOST_PLIES}")

    halt = Halt()
    with _progress() as progress:
        task = progress.add_task(COMPARE, total=None)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        report = interruptible(lambda: compare(game, root, depth, seconds, progress=tell, halt=halt), halt)
    if plot is not None:
        report.plot(plot)
    if json_:
        print_json(report.to_json() | ({"plot": str(plot)} if plot else {}))
        return
    print(report.table())
    if plot is not None:
        print(f"plot: {plot}")


def _progress() -> "Progress":
    """A bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _check_plot(file: Path) -> None:
    """Refuse a plot that cannot be written, before anything is done."""
    if file.suffix not in (".svg", ".png"):
        raise ValueError(f"{file}: a plot is written as .svg or .png")
    if not os.access(file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written: {file.parent} is no folder that can be written to")


def _read_settings(settings: list[str], seconds: float | None) -> dict[str, Any]:
    """What a person sets in an experiment; numbers of seconds have an option of their own."""
    check_seconds(seconds)
    wanted: dict[str, Any] = {} if seconds is None else {"seconds": seconds}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or key == "seconds":
            raise ValueError(f"setting {quoted(setting)} is not written name=value, as boards=4x4,5x4")
        wanted[key] = value
    return wanted
