"""What each idea of the solver of Othello endings is worth: it is switched off, and the same endings are solved again.

Endings are those of a folder of files (`ffo`), such as the FFO tests, or else positions from random play; either way only
those with so many empty squares. Every solve starts with an empty table.
"""

from pathlib import Path

from damier.lab.halt import Halt
from damier.lab.ideas import Ablation, Trial, compare, read_numbers, report
from damier.lab.measure import Progress
from damier.lab.othello.endings import KnownEnding, random_endings, read_folder, solve
from damier.lab.report import Report
from damier.solvers.othello import IDEAS, Solver

SIZE = 10  # endings of each number of empty squares
EMPTY = "16,18"
LEAST_EMPTY, MOST_EMPTY = 6, 26  # fewer are solved at once, more take minutes
SECONDS = 10.0  # for each ending
HASH_MB = 64

TRIAL = Trial(
    name="othello-ideas",
    title="The solver of Othello endings without each of its ideas",
    source="Alliot-Schiex 15.6.2 (endings of Othello)",
    number="empty squares",
    about="Positions from random play.",
    ideas=IDEAS,
)


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    seconds: float = SECONDS,
    empty: str = EMPTY,
    ffo: str = "",
    halt: Halt | None = None,
) -> Report:
    """Solve `size` endings of each number of empty squares, with all ideas and without each; `seconds` for each ending."""
    halt = halt or Halt()
    numbers = read_numbers(empty, "empty squares", MOST_EMPTY, LEAST_EMPTY)
    sets = _of_folder(Path(ffo), numbers, size) if ffo else {number: random_endings(size, seed, number) for number in numbers}
    trial = TRIAL._replace(about="Endings of files.") if ffo else TRIAL
    solvers = {without: Solver(HASH_MB, without=without or ()) for without in (None, *IDEAS)}
    cases = compare(
        trial, sets, lambda ending, without: solve(solvers[without], ending.position, seconds, halt), progress, halt
    )
    settings = {"positions": size, "seed": seed, "empty": numbers, "seconds": seconds, "ffo": bool(ffo), "hash_mb": HASH_MB}
    found = report(trial, cases, seconds, settings)
    found.notes[2:2] = _beside_the_files(sets, cases)
    return found


def _of_folder(folder: Path, numbers: list[int], count: int) -> dict[int, list[KnownEnding]]:
    """The first endings with each number of empty squares."""
    endings = read_folder(folder)
    sets = {number: [ending for ending in endings if ending.empty == number][:count] for number in numbers}
    for number, group in sets.items():
        if not group:
            there = ", ".join(map(str, sorted({ending.empty for ending in endings})))
            raise ValueError(f"{folder} has no ending with {number} empty squares; there are some with {there}")
    return sets


def _beside_the_files(sets: dict[int, list[KnownEnding]], cases: list[Ablation]) -> list[str]:
    """Whether the scores found with all ideas are those that the files give, in words; nothing if they give none."""
    pairs = [
        (ending, effort.score)
        for case in cases
        if case.without is None
        for ending, effort in zip(sets[case.number], case.efforts, strict=False)  # a halt may have left some out
        if None not in (ending.known, effort.score)
    ]
    wrong = [ending.name for ending, score in pairs if score != ending.known]
    if wrong:
        return [f"Not the scores of the files: {', '.join(wrong)}."]
    return ["With all ideas they are those of the files."] if pairs else []
