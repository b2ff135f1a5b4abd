"""Which way to ask is best in Othello endings: NegaC*, MTD(f), PVS or alpha-beta (Alliot-Schiex 15.6.2).

The book holds NegaC* to be the most efficient there: null windows that halve the interval of the score. The solver of
damier asks in any of the four ways, and everything below the root is the same, table included. Endings are those of a
folder of files (`ffo`), such as the FFO tests, or else positions from random play. Every solve starts with an empty table.
"""

import math
from pathlib import Path
from typing import Any, NamedTuple

from damier.games.othello import obf
from damier.games.othello.rules import start
from damier.lab.effort import SolveEffort, fastest
from damier.lab.halt import Halt
from damier.lab.measure import Progress, mean, watched
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.learning.matches import random_openings
from damier.solvers.othello.settle import METHODS
from damier.solvers.othello.solver import Solver

SIZE = 20  # endings
SECONDS = 30.0  # for each
EMPTY = 16  # squares, in positions from random play ...
MOST_EMPTY = 20  # ... and at most, in files
HASH_MB = 64
TINY = 1e-6  # what takes no time that could be measured
TITLES = {"negac": "NegaC*", "mtd": "MTD(f)", "pvs": "PVS", "alphabeta": "alpha-beta"}


class KnownEnding(NamedTuple):
    """A position, what its file says of it, and where it stands there."""

    name: str
    position: Any
    known: int | None

    @property
    def empty(self) -> int:
        return empty_squares(self.position)


Solved = list[tuple[KnownEnding, dict[str, SolveEffort]]]  # endings, and what each took with each method


def run(
    size: int, seed: int, progress: Progress, *, seconds: float = SECONDS, ffo: str = "", halt: Halt | None = None
) -> Report:
    """Solve `size` endings, those of the folder `ffo` or random ones, in all ways; `seconds` for each."""
    halt = halt or Halt()
    endings = read_endings(Path(ffo), size) if ffo else random_endings(size, seed, EMPTY)
    solvers = {method: Solver(HASH_MB, method) for method in METHODS}
    solved: Solved = []
    for solver in solvers.values():
        solve(solver, endings[0].position, seconds, halt)  # compiles
    for ending in watched(endings, progress):
        efforts = {method: solve(solver, ending.position, seconds, halt) for method, solver in solvers.items()}
        if halt.is_wanted:
            break
        solved.append((ending, efforts))
    if not solved:
        raise ValueError("it was stopped before anything was measured")
    return Report(
        name="othello-endings",
        title="Othello endings: four ways to ask for the score",
        columns=[
            Column("ending"),
            Column("empty"),
            Column("score"),
            *(Column(f"{TITLES[method]}: nodes") for method in METHODS),
            *(Column(f"{TITLES[method]}: s", 3) for method in METHODS),
        ],
        rows=[*(_row(ending, efforts) for ending, efforts in solved), _total(solved)],
        notes=_notes(solved, seconds),
        panels=[_panel("nodes", solved), _panel("seconds", solved)],
        published={"source": "Alliot-Schiex 15.6.2", "claim": "NegaC* is the most efficient for endings"},
        settings={"endings": len(endings), "seed": seed, "seconds": seconds, "ffo": bool(ffo), "hash_mb": HASH_MB},
    )


def read_endings(folder: Path, count: int) -> list[KnownEnding]:
    """The first endings of the folder's files that are not too long."""
    return [ending for ending in read_folder(folder) if ending.empty <= MOST_EMPTY][:count]


def read_folder(folder: Path) -> list[KnownEnding]:
    """All endings of the folder's files."""
    files = sorted(folder.glob("*.obf"))
    if not files:
        raise ValueError(f"{folder} has no endings: a folder of .obf files is wanted")
    return [
        KnownEnding(f"{file.stem} {number}", problem.position, problem.best)
        for file in files
        for number, problem in enumerate(obf.read(file), 1)
    ]


def random_endings(count: int, seed: int, empty: int) -> list[KnownEnding]:
    """Positions from random play with so many empty squares; one in which somebody had to pass has more."""
    found: list[Any] = []
    tried = count
    while len(found) < count:
        positions = random_openings(start(), tried, seed, plies=60 - empty)
        found = [position for position in positions if empty_squares(position) == empty]
        tried *= 2
    return [KnownEnding(f"random {number}", position, None) for number, position in enumerate(found[:count], 1)]


def empty_squares(position: Any) -> int:
    return 64 - (int(position.own) | int(position.other)).bit_count()


def solve(solver: Solver, position: Any, seconds: float, halt: Halt) -> SolveEffort:
    """Solve one ending with an empty table; a short solve several times, of which the fastest counts."""
    halt.reaches(solver.stop)

    def once() -> tuple[int, int | None]:
        answer = solver.solve(position, seconds)
        return solver.nodes, answer.score if answer else None

    return fastest(solver.table.clear, once, halt)


def _row(ending: KnownEnding, efforts: dict[str, SolveEffort]) -> list[object]:
    score = next((effort.score for effort in efforts.values() if effort.score is not None), None)
    nodes = [effort.nodes for effort in efforts.values()]
    return [ending.name, ending.empty, score, *nodes, *(effort.seconds for effort in efforts.values())]


def _total(solved: Solved) -> list[object]:
    nodes = [sum(efforts[method].nodes for _, efforts in solved) for method in METHODS]
    return ["all", None, None, *nodes, *(sum(efforts[method].seconds for _, efforts in solved) for method in METHODS)]


def _notes(solved: Solved, seconds: float) -> list[str]:
    total = {method: sum(efforts[method].nodes for _, efforts in solved) for method in METHODS}
    best = {method: sum(_is_best(efforts, method) for _, efforts in solved) for method in METHODS}
    ratios = ", ".join(f"{TITLES[method]} {total[method] / total['alphabeta']:.2f}" for method in METHODS)
    usual = ", ".join(f"{TITLES[method]} {_usual(solved, method):.2f}" for method in METHODS)
    stopped = sum(effort.score is None for _, efforts in solved for effort in efforts.values())
    wrong = [ending.name for ending, efforts in solved if not _agrees(ending, efforts)]
    notes = [
        f"Nodes of all endings together, alpha-beta = 1: {ratios}; geometric mean of the ratios of each ending: {usual}.",
        "Fewest nodes: " + ", ".join(f"{TITLES[method]} in {number}" for method, number in best.items())
        + f" of {len(solved)} endings.",
        "All scores agree." if not wrong else f"Scores that do not agree: {', '.join(wrong)}.",
    ]  # fmt: skip
    if stopped:
        notes.append(f"{stopped} searches were not finished in {seconds:g} s, and count as far as they went.")
    return notes


def _usual(solved: Solved, method: str, axis: str = "nodes") -> float:
    """The ratio to alpha-beta's nodes or seconds in the usual ending, be it long or short: a geometric mean."""
    pairs = [(getattr(efforts[method], axis), getattr(efforts["alphabeta"], axis)) for _, efforts in solved]
    return math.exp(mean([math.log(max(ours, TINY) / max(base, TINY)) for ours, base in pairs]))


def _is_best(efforts: dict[str, SolveEffort], method: str) -> bool:
    return efforts[method].nodes == min(effort.nodes for effort in efforts.values())


def _agrees(ending: KnownEnding, efforts: dict[str, SolveEffort]) -> bool:
    found = {effort.score for effort in efforts.values() if effort.score is not None}
    return len(found | ({ending.known} if ending.known is not None else set())) <= 1


def _panel(axis: str, solved: Solved) -> Panel:
    """The ratio to alpha-beta in the usual ending with so many empty squares."""
    by_empty: dict[Number, Solved] = {}
    for ending, efforts in sorted(solved, key=lambda each: each[0].empty):
        by_empty.setdefault(ending.empty, []).append((ending, efforts))
    series = [
        Series(TITLES[method], list(by_empty), [_usual(group, method, axis) for group in by_empty.values()])
        for method in METHODS
        if method != "alphabeta"
    ]
    level = Series(TITLES["alphabeta"], [], [1.0], look="level")
    return Panel(axis, "empty squares", f"{axis}, alpha-beta = 1", [*series, level])
