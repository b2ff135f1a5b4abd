"""What each idea of a solver is worth: it is switched off, and the same positions are solved again.

An experiment says what its positions are and how one is solved without an idea; what is counted, told and drawn is the same
for all. Positions come in sets, by a number such as that of their stones. Each is solved with all variants in turn: the
computer's other work is then the same for all, or the ratios of times would tell more of it than of the ideas.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from damier.lab.effort import SolveEffort
from damier.lab.halt import Halt
from damier.lab.measure import Progress, watched
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.wording import quoted, whole_number

Sets = dict[int, list[Any]]  # positions, by the number that tells the sets apart


class Trial(NamedTuple):
    """What an experiment says of itself."""

    name: str
    title: str
    source: str
    number: str  # what tells the sets apart: "stones"
    about: str  # what the positions are, in a sentence
    ideas: dict[str, str]


class Ablation(NamedTuple):
    """One set of positions, solved without one idea (None: with all)."""

    number: int
    without: str | None
    efforts: list[SolveEffort]

    @property
    def nodes(self) -> int:
        return sum(effort.nodes for effort in self.efforts)

    @property
    def seconds(self) -> float:
        return sum(effort.seconds for effort in self.efforts)

    @property
    def stopped(self) -> int:
        return sum(effort.score is None for effort in self.efforts)


def read_numbers(text: str, what: str, most: int, least: int = 0) -> list[int]:
    """The numbers of the sets, written 12,16."""
    numbers = [whole_number(part) for part in text.split(",")]
    if not all(number is not None and least <= number <= most for number in numbers):
        limits = f"from {least} up to {most}" if least else f"up to {most}"
        raise ValueError(f"{what} {quoted(text)} are not numbers {limits}, as {max(least, most - 4)},{most}")
    return list(dict.fromkeys(number for number in numbers if number is not None))


def compare(
    trial: Trial, sets: Sets, solve: Callable[[Any, str | None], SolveEffort], progress: Progress, halt: Halt
) -> list[Ablation]:
    """Solve all positions with all ideas and without each; positions that a halt did not reach are left out."""
    variants = [None, *trial.ideas]
    cases = [Ablation(number, without, []) for number in sets for without in variants]
    positions = [(number, position) for number, group in sets.items() for position in group]
    solve(positions[-1][1], None)  # compiles
    for number, position in watched(positions, progress):
        efforts = [solve(position, without) for without in variants]
        if halt.is_wanted:
            break
        for case, effort in zip((case for case in cases if case.number == number), efforts, strict=True):
            case.efforts.append(effort)
    cases = [case for case in cases if case.efforts]
    if not cases:
        raise ValueError("it was stopped before anything was measured")
    return cases


def report(trial: Trial, cases: list[Ablation], seconds: float, settings: dict[str, Any]) -> Report:
    """Table, notes and plot; `seconds` is the time each position had."""
    return Report(
        name=trial.name,
        title=trial.title,
        columns=columns(
            trial.number,
            "without",
            "positions",
            "nodes",
            ("seconds", 2),
            ("nodes, all = 1", 2),
            ("time, all = 1", 2),
            "not solved",
        ),
        rows=[_row(case, cases) for case in cases],
        notes=_notes(trial, cases, seconds),
        panels=[_panel("nodes", "nodes", trial, cases), _panel("time", "seconds", trial, cases)],
        published={"source": trial.source, "ideas": dict(trial.ideas)},
        settings=settings,
    )


def _base(case: Ablation, cases: list[Ablation]) -> Ablation:
    """The same positions with all ideas."""
    return next(other for other in cases if (other.number, other.without) == (case.number, None))


def _row(case: Ablation, cases: list[Ablation]) -> list[object]:
    base = _base(case, cases)
    return [
        case.number,
        case.without or "",
        len(case.efforts),
        case.nodes,
        case.seconds,
        case.nodes / base.nodes,
        case.seconds / base.seconds,
        case.stopped,
    ]


def _notes(trial: Trial, cases: list[Ablation], seconds: float) -> list[str]:
    contradictions = [
        f"{case.number} {trial.number} without {case.without}"
        for case in cases
        for with_all, effort in zip(_base(case, cases).efforts, case.efforts, strict=True)
        if None not in (with_all.score, effort.score) and with_all.score != effort.score
    ]
    return [
        f"{trial.about} Nodes and seconds are those of all positions together; "
        f"a position that was not solved in {seconds:g} s counts as far as it went, so the true ratio is larger.",
        f"Not the same scores: {', '.join(dict.fromkeys(contradictions))}."
        if contradictions
        else "All scores found are the same with and without each idea.",
        *(f"{name}: {line}" for name, line in trial.ideas.items()),
    ]


def _panel(title: str, axis: str, trial: Trial, cases: list[Ablation]) -> Panel:
    """The ratio to all ideas, a group of bars for each idea."""
    ideas = list(trial.ideas)
    series = []
    for number in dict.fromkeys(case.number for case in cases):
        of_set = {case.without: case for case in cases if case.number == number}
        ratios: list[Number] = [getattr(of_set[idea], axis) / getattr(of_set[None], axis) for idea in ideas]
        series.append(Series(f"{number} {trial.number}", list(range(len(ideas))), ratios, look="ratios"))
    return Panel(title, "without", f"{axis}, with all ideas = 1", series, log="y", places=ideas)
