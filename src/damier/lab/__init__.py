"""Experiments that reproduce the tables of the textbooks and go on from there.

    >>> from damier.lab import run
    >>> print(run("uniform-trees", size=200).table())

Each is a module with `run(size, seed, progress) -> Report`: how many trees or positions, where the random numbers
start, and a function told (done, total) now and then. Nothing heavy is imported before an experiment is asked for.
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from damier.lab.report import Report

__all__ = ["EXPERIMENTS", "run"]

EXPERIMENTS: dict[str, tuple[str, str]] = {
    "uniform-trees": ("uniform_trees", "leaves visited in random uniform trees, and SSS* by the length of its list G"),
    "scout": ("scout", "Scout and PVS against alpha-beta on Kalah and Awale, by depth"),
    "equivalence": ("equivalence", "SSS* and MTD(+inf) visit the same leaves in the same order"),
}


def run(name: str, size: int | None = None, seed: int = 1, progress: Callable[[int, int], None] | None = None) -> "Report":
    """Run an experiment of this name; `size` is its number of trees or positions, default its own."""
    if name not in EXPERIMENTS:
        raise ValueError(f"unknown experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    if size is not None and size < 1:
        raise ValueError(f"size is {size}; it must be at least 1")
    module = importlib.import_module(f"damier.lab.{EXPERIMENTS[name][0]}")
    report: Report = module.run(size or module.SIZE, seed, progress or (lambda done, total: None))
    return report
