"""What each idea of the solver of bridge deals is worth: it is switched off, and the same deals are solved again.

Deals are random, with no trumps and each suit as trumps in turn. Every solve starts with an empty table.
"""

from typing import Any

from damier.games.bridge.rules import RANKS
from damier.games.bridge.writing import TRUMPS, deal
from damier.lab.effort import SolveEffort, fastest
from damier.lab.halt import Halt
from damier.lab.ideas import Trial, compare, read_numbers, report
from damier.lab.measure import Progress
from damier.lab.report import Report
from damier.solvers.bridge import IDEAS, Solver

SIZE = 10  # deals of each number of cards
CARDS = "7,8,9"
SECONDS = 10.0  # for each deal
HASH_MB = 64

TRIAL = Trial(
    name="bridge-ideas",
    title="The solver of bridge deals without each of its ideas",
    source="Alliot-Schiex 15.1 (bridge is named, its section is not in the text); Ginsberg (partition search)",
    number="cards a hand",
    about="Random deals.",
    ideas=IDEAS,
)


def run(
    size: int, seed: int, progress: Progress, *, seconds: float = SECONDS, cards: str = CARDS, halt: Halt | None = None
) -> Report:
    """Solve `size` deals of each number of cards, with all ideas and without each; `seconds` for each deal."""
    halt = halt or Halt()
    numbers = read_numbers(cards, "cards", RANKS, 1)
    sets = {
        number: [deal(number, TRUMPS[i % len(TRUMPS)], 1000 * number + seed + i) for i in range(size)] for number in numbers
    }
    solvers = {without: Solver(HASH_MB, without=without or ()) for without in (None, *IDEAS)}
    cases = compare(TRIAL, sets, lambda position, without: _solve(solvers[without], position, seconds, halt), progress, halt)
    return report(
        TRIAL, cases, seconds, {"deals": size, "seed": seed, "cards": numbers, "seconds": seconds, "hash_mb": HASH_MB}
    )


def _solve(solver: Solver, position: Any, seconds: float, halt: Halt) -> SolveEffort:
    """Solve one deal with an empty table; a short solve several times, of which the fastest counts."""
    halt.reaches(solver.stop)

    def once() -> tuple[int, int | None]:
        score = solver.score(position, seconds)
        return solver.nodes, score

    return fastest(solver.table.clear, once, halt)
