"""What each idea of the Connect 4 solver is worth: it is switched off, and the same positions are solved again.

The positions come from random play on 7x6: so many stones, the game goes on, and the player to move cannot win at once.
Every solve starts with an empty table.
"""

import random
from typing import Any

from damier.games import load
from damier.lab.effort import SolveEffort, fastest
from damier.lab.halt import Halt
from damier.lab.ideas import Trial, compare, read_numbers, report
from damier.lab.measure import Progress
from damier.lab.report import Report
from damier.rules import LOSS
from damier.solvers.connect4 import IDEAS, Solver, Table

SIZE = 10  # positions of each number of stones
STONES = "8,12"
MOST_STONES = 36  # random games hardly ever last longer
SECONDS = 10.0  # for each position
HASH_MB = 256  # large enough for every idea to be on
_TRIES = 200  # random games for each position that is looked for

TRIAL = Trial(
    name="connect4-ideas",
    title="The Connect 4 solver without each of its ideas",
    source="Alliot (Connect 4 with table and symmetries)",
    number="stones",
    about="Positions from random play on 7x6 that cannot be won at once.",
    ideas=IDEAS,
)


def run(
    size: int, seed: int, progress: Progress, *, seconds: float = SECONDS, stones: str = STONES, halt: Halt | None = None
) -> Report:
    """Solve `size` positions of each number of stones, with all ideas and without each; `seconds` for each position."""
    halt = halt or Halt()
    numbers = read_numbers(stones, "stones", MOST_STONES)
    sets = {number: random_positions(number, size, seed) for number in numbers}
    table = Table(HASH_MB)
    cases = compare(TRIAL, sets, lambda position, without: solve(position, without, table, seconds, halt), progress, halt)
    settings = {"positions": size, "seed": seed, "stones": numbers, "seconds": seconds, "hash_mb": HASH_MB}
    return report(TRIAL, cases, seconds, settings)


def random_positions(stones: int, count: int, seed: int) -> list[Any]:
    """So many different positions with so many stones, in which the game goes on and cannot be won at once."""
    game = load("connect4")
    chance = random.Random(f"{stones} stones {seed}")
    found: dict[str, Any] = {}
    for _ in range(_TRIES * count):
        if len(found) == count:
            return list(found.values())
        position = game.start()
        for _ in range(stones):
            legal = game.moves(position)
            if not legal:
                break
            position = game.play(position, chance.choice(legal))
        legal = game.moves(position)
        if legal and all(game.outcome(game.play(position, move)) != LOSS for move in legal):
            found.setdefault(game.text(position), position)
    raise ValueError(f"there are hardly {count} different positions with {stones} stones; ask for fewer, or for more stones")


def solve(position: Any, without: str | None, table: Table, seconds: float, halt: Halt) -> SolveEffort:
    """Solve one position with an empty table."""
    solver = Solver(without=() if without is None else (without,), book=None, table=table)
    halt.reaches(solver.stop)

    def once() -> tuple[int, int | None]:
        answer = solver.solve(position, seconds=seconds)
        return answer.nodes, answer.score

    return fastest(table.clear, once, halt)
