"""Experiments that reproduce the tables of the textbooks and go on from there.

    >>> from damier.lab import run
    >>> print(run("uniform-trees", size=200).table())

Each is a module with `run(size, seed, progress) -> Report`: how many trees, positions or boards, where the random numbers
start, and a function told (done, total) now and then; settings of its own follow by name. One that can be ended early,
and then reports what it has, takes a `halt`. Experiments with one game stand in its own folder, whose `EXPERIMENTS` lists
them. Nothing heavy is imported before an experiment is asked for.
"""

import importlib
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from damier.games.rooms import rooms
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.lab.halt import Halt
    from damier.lab.report import Report

__all__ = ["EXPERIMENTS", "can_halt", "module_of", "run"]

EXPERIMENTS: dict[str, tuple[str, str]] = {  # module and what it is about, by name
    **{
        name: (f"{folder.__name__.rpartition('.')[2]}.{module}", line)
        for folder in rooms("lab").values()
        for name, (module, line) in folder.EXPERIMENTS.items()
    },
    "first-move": ("first_move", "how much of alpha-beta's work the first move of the root takes, by depth and order"),
    "steady-values": ("steady_values", "how often the value of a position stays within a window from one depth to the next"),
    "table-tuning": (
        "table_tuning",
        "a transposition table by the bits of its signature, its size and its rule of replacement",
    ),
    "small-games": ("small_games", "small games solved backwards from their rules alone: positions, values, plies to the end"),
    "techniques": ("techniques", "any game: the player's search without each of its techniques, and its rating"),
    "parallel": ("parallel", "what several threads gain, by scheme and their number, and simulated on up to 1,024 processors"),
    "weights": ("weights", "weights found by a genetic search and by SPSA from poor ones, beside those set by hand"),
    "discernment": (
        "discernment",
        "playing for traps against players who err, as Michie's model has it, and who do not",
    ),
    "learning": ("learning", "any game: a network that teaches itself, its strength by games and size, what it has understood"),
    "book-learning": ("book_learning", "a book that learns against a stronger opponent that does not, and against another"),
}


def run(
    name: str,
    size: int | None = None,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
    halt: "Halt | None" = None,
    **settings: Any,
) -> "Report":
    """Run an experiment of this name; `size` is its number of trees, positions or boards, default its own.

    Settings are those of the experiment, by name; `halt`, called from another thread, ends one that can be ended.
    """
    module = module_of(name)
    if size is not None and size < 1:
        raise ValueError(f"size is {size}; it must be at least 1")
    known = _settings_of(module)
    for setting in settings:
        if setting not in known:
            raise ValueError(f"experiment {quoted(name)} has no setting {quoted(setting)}; it has {', '.join(known) or 'none'}")
    if halt and can_halt(name):
        settings["halt"] = halt
    report: Report = module.run(size or module.SIZE, seed, progress or (lambda done, total: None), **settings)
    return report


def can_halt(name: str) -> bool:
    """Whether an experiment can be ended early with what it has."""
    return "halt" in inspect.signature(module_of(name).run).parameters


def _settings_of(module: ModuleType) -> list[str]:
    parameters = inspect.signature(module.run).parameters.values()
    return [each.name for each in parameters if each.kind is each.KEYWORD_ONLY and each.name != "halt"]


def module_of(name: str) -> ModuleType:
    """The module of an experiment."""
    if name not in EXPERIMENTS:
        raise ValueError(f"unknown experiment {quoted(name)}; there are {', '.join(EXPERIMENTS)}")
    return importlib.import_module(f"damier.lab.{EXPERIMENTS[name][0]}")
