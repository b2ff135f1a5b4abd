"""Experiments that reproduce the tables of the textbooks and go on from there.

    >>> from damier.lab import run
    >>> print(run("uniform-trees", size=200).table())

Each is a module with `run(size, seed, progress) -> Report`: how many trees, positions or boards, where the random numbers
start, and a function told (done, total) now and then; settings of its own follow by name. One that can be ended early,
and then reports what it has, takes a `halt`. Nothing heavy is imported before an experiment is asked for.
"""

import importlib
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from damier.wording import quoted

if TYPE_CHECKING:
    from damier.lab.halt import Halt
    from damier.lab.report import Report

__all__ = ["EXPERIMENTS", "can_halt", "run"]

EXPERIMENTS: dict[str, tuple[str, str]] = {
    "uniform-trees": ("uniform_trees", "leaves visited in random uniform trees, and SSS* by the length of its list G"),
    "scout": ("scout", "Scout and PVS against alpha-beta on Kalah and Awale, by depth"),
    "equivalence": ("equivalence", "SSS* and MTD(+inf) visit the same leaves in the same order"),
    "connect4-ladder": ("connect4_ladder", "Connect 4 solved on larger and larger boards by better and better searches"),
    "connect4-ideas": ("connect4_ideas", "the Connect 4 solver without each of its ideas"),
    "othello-leaves": ("othello_leaves", "leaves on Othello after the first move, beside the book's table"),
    "othello-endings": ("othello_endings", "Othello endings by NegaC*, MTD(f), PVS and alpha-beta"),
    "othello-ideas": ("othello_ideas", "the solver of Othello endings without each of its ideas"),
    "othello-evaluations": ("othello_evaluations", "Othello: the evaluations of the books and those learnt, in matches"),
    "othello-learning": ("othello_learning", "Othello: Samuel's correction and the changed copy, by games played"),
    "chess-techniques": ("chess_techniques", "chess: the player's search without each of its techniques, and its rating"),
    "book-learning": ("book_learning", "a book that learns against a stronger opponent that does not, and against another"),
    "horizon": ("horizon", "the horizon effect on Berliner's example, by depth and technique"),
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
    module = _module_of(name)
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
    return "halt" in inspect.signature(_module_of(name).run).parameters


def _settings_of(module: ModuleType) -> list[str]:
    parameters = inspect.signature(module.run).parameters.values()
    return [each.name for each in parameters if each.kind is each.KEYWORD_ONLY and each.name != "halt"]


def _module_of(name: str) -> ModuleType:
    if name not in EXPERIMENTS:
        raise ValueError(f"unknown experiment {quoted(name)}; there are {', '.join(EXPERIMENTS)}")
    return importlib.import_module(f"damier.lab.{EXPERIMENTS[name][0]}")
