"""What each idea of the Connect 4 solver is worth: it is switched off, and the same positions are solved again.

The positions come from random play on 7x6: so many stones, the game goes on, and the player to move cannot win at once.
Every solve starts with an empty table. Each position is solved with all variants in turn, and a short solve several
times, of which the fastest counts: the ratios of times would else tell more of the computer's other work.
"""

import random
import time
from typing import Any, NamedTuple

from damier.games import load
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.rules import LOSS
from damier.solvers.connect4 import IDEAS, Solver, Table

SIZE = 10  # positions of each number of stones
STONES = "8,12"
MOST_STONES = 36  # random games hardly ever last longer
SECONDS = 10.0  # for each position
HASH_MB = 256  # large enough for every idea to be on
_TRIES = 200  # random games for each position that is looked for
SHORT, REPEATS = 0.2, 3  # a solve of fewer seconds is repeated so many times


class Effort(NamedTuple):
    """What one position took."""

    nodes: int
    seconds: float  # of the processor
    score: int | None  # None if time ran out


class Case(NamedTuple):
    """One set of positions, solved without one idea (None: with all)."""

    stones: int
    without: str | None
    efforts: list[Effort]

    @property
    def nodes(self) -> int:
        return sum(effort.nodes for effort in self.efforts)

    @property
    def seconds(self) -> float:
        return sum(effort.seconds for effort in self.efforts)

    @property
    def stopped(self) -> int:
        return sum(effort.score is None for effort in self.efforts)


def run(
    size: int, seed: int, progress: Progress, *, seconds: float = SECONDS, stones: str = STONES, halt: Halt | None = None
) -> Report:
    """Solve `size` positions of each number of stones, with all ideas and without each; `seconds` for each position."""
    halt = halt or Halt()
    numbers = read_stones(stones)
    variants = [None, *IDEAS]
    cases = [Case(number, without, []) for number in numbers for without in variants]
    table = Table(HASH_MB)
    positions = [(number, position) for number in numbers for position in random_positions(number, size, seed)]
    solve(positions[-1][1], None, table, seconds, halt)  # compiles
    for done, (number, position) in enumerate(positions):
        efforts = [solve(position, without, table, seconds, halt) for without in variants]
        if halt.is_wanted:
            break
        for case, effort in zip((case for case in cases if case.stones == number), efforts, strict=True):
            case.efforts.append(effort)
        progress(done + 1, len(positions))
    cases = [case for case in cases if case.efforts]
    if not cases:
        raise ValueError("it was stopped before anything was measured")
    return Report(
        name="connect4-ideas",
        title="The Connect 4 solver without each of its ideas",
        columns=[
            Column("stones"),
            Column("without"),
            Column("positions"),
            Column("nodes"),
            Column("seconds", 2),
            Column("nodes, all = 1", 2),
            Column("time, all = 1", 2),
            Column("not solved"),
        ],
        rows=[_row(case, cases) for case in cases],
        notes=_notes(cases, seconds),
        panels=[_panel("nodes", "nodes", cases), _panel("time", "seconds", cases)],
        published={"source": "Alliot (Connect 4 with table and symmetries)", "ideas": dict(IDEAS)},
        settings={"positions": size, "seed": seed, "stones": numbers, "seconds": seconds, "hash_mb": HASH_MB},
    )


def read_stones(text: str) -> list[int]:
    """Numbers of stones, written 12,16."""
    parts = text.split(",")
    if not all(part.strip().isdecimal() and int(part) <= MOST_STONES for part in parts):
        raise ValueError(f"stones {text!r} are not numbers up to {MOST_STONES}, as 12,16")
    return list(dict.fromkeys(int(part) for part in parts))


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


def solve(position: Any, without: str | None, table: Table, seconds: float, halt: Halt) -> Effort:
    """Solve one position with an empty table."""
    solver = Solver(without=() if without is None else (without,), book=None, table=table)
    halt.reaches(solver.stop)
    efforts: list[Effort] = []
    while not efforts or (len(efforts) < REPEATS and efforts[-1].seconds < SHORT and not halt.is_wanted):
        table.clear()
        began = time.thread_time()
        answer = solver.solve(position, seconds=seconds)
        efforts.append(Effort(answer.nodes, time.thread_time() - began, answer.score))
    return min(efforts, key=lambda effort: effort.seconds)


def _base(case: Case, cases: list[Case]) -> Case:
    """The same positions with all ideas."""
    return next(other for other in cases if (other.stones, other.without) == (case.stones, None))


def _row(case: Case, cases: list[Case]) -> list[object]:
    base = _base(case, cases)
    return [
        case.stones,
        case.without or "",
        len(case.efforts),
        case.nodes,
        case.seconds,
        case.nodes / base.nodes,
        case.seconds / base.seconds,
        case.stopped,
    ]


def _notes(cases: list[Case], seconds: float) -> list[str]:
    notes = [
        "Positions from random play on 7x6 that cannot be won at once. Nodes and seconds are those of all positions together; "
        f"a position that was not solved in {seconds:g} s counts as far as it went, so the true ratio is larger.",
    ]
    contradictions = [
        f"{case.stones} stones without {case.without}"
        for case in cases
        for with_all, effort in zip(_base(case, cases).efforts, case.efforts, strict=True)
        if None not in (with_all.score, effort.score) and with_all.score != effort.score
    ]
    notes.append(
        f"Not the same scores: {', '.join(dict.fromkeys(contradictions))}."
        if contradictions
        else "All scores found are the same with and without each idea."
    )
    notes += [f"{name}: {line}" for name, line in IDEAS.items()]
    return notes


def _panel(title: str, axis: str, cases: list[Case]) -> Panel:
    """The ratio to all ideas, a group of bars for each idea."""
    ideas = [idea for idea in IDEAS if any(case.without == idea for case in cases)]
    series = []
    for stones in dict.fromkeys(case.stones for case in cases):
        of_set = {case.without: case for case in cases if case.stones == stones}
        x: list[Number] = [place for place, idea in enumerate(ideas) if idea in of_set]
        ratios: list[Number] = [getattr(of_set[ideas[int(i)]], axis) / getattr(of_set[None], axis) for i in x]
        series.append(Series(f"{stones} stones", x, ratios, look="ratios"))
    return Panel(title, "without", f"{axis}, with all ideas = 1", series, log="y", places=ideas)
