"""`damier lab`: experiments that reproduce the tables of the textbooks."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from damier.cli.common import JsonOption, check_seconds, interruptible, print_json
from damier.wording import quoted


def lab(
    experiment: Annotated[str, typer.Argument(help="which one; without, they are listed")] = "",
    size: Annotated[
        int | None, typer.Option("--size", "-n", help="how many trees, positions or boards; default: the experiment's own")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="for each board or position, where time is measured")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="a setting of the experiment, as boards=4x4,5x4; may be repeated")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="where to write the plot (.svg or .png); default: NAME.svg here")] = None,
    seed: Annotated[int, typer.Option(help="where the random numbers start")] = 1,
    json_: JsonOption = False,
) -> None:
    """Run an experiment: a table beside the book's figures, and a plot.

    \b
    Example: damier lab uniform-trees
    Example: damier lab scout --size 50 --plot scout.png --json
    Example: damier lab connect4-ladder --set boards=4x4,5x4,5x5 --seconds 30
    """
    from damier.lab import EXPERIMENTS

    if not experiment:
        if json_:
            print_json({"experiments": {name: line for name, (_, line) in EXPERIMENTS.items()}})
        else:
            for name, (_, line) in EXPERIMENTS.items():
                print(f"{name:19} {line}")
        return
    if experiment not in EXPERIMENTS:
        raise ValueError(f"unknown experiment {quoted(experiment)}; there are {', '.join(EXPERIMENTS)}")
    if size is not None and size < 1:
        raise ValueError(f"size is {size}; it must be at least 1")
    wanted = _read_settings(settings or [], seconds)
    if plot is not None and plot.suffix not in (".svg", ".png"):
        raise ValueError(f"{plot}: a plot is written as .svg or .png")
    file = plot or Path(f"{experiment}.svg")
    if not os.access(file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written: {file.parent} is no folder that can be written to")
    from rich.console import Console
    from rich.progress import Progress

    from damier.lab import can_halt, run
    from damier.lab.halt import Halt

    halt = Halt()
    with Progress(console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal) as progress:
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
