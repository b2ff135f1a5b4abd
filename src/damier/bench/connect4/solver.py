"""The Connect 4 solver against BitBully, a solver in C++ (`pip install bitbully`), in one run.

One core, no book, CPU time, one call a position from Python. Tables are empty when a set begins and are kept until it
ends; positions are made, and damier is compiled, before the clock starts. The programs take turns and the best round of
each counts, since machines are noisy.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from damier.files import read_text
from damier.games.connect4 import parse, start
from damier.kernel import native
from damier.solvers.connect4 import Answer, Solver
from damier.solvers.connect4.solver import compiled_for, legal

PUBLIC_SETS = ("Test_L3_R1", "Test_L2_R1", "Test_L1_R1")  # Pascal Pons' test sets, the easiest first
RANDOM_SETS = {"random, 12-14 stones": (50, 12, 14), "random, 8-10 stones": (20, 8, 10)}  # how many, fewest and most stones
TABLES = (64, 256, 1000)  # megabytes, for the empty board
ROUNDS = 3


@dataclass(frozen=True)
class KnownPosition:
    """The columns played, from 1, and the score if it is known."""

    moves: str
    score: int | None = None


@dataclass(frozen=True)
class MeasuredSet:
    """What one program needed for a set: CPU seconds and, where it tells, nodes in all."""

    program: str
    scores: list[int | None]
    seconds: float
    nodes: int | None


@dataclass(frozen=True)
class Comparison:
    """What all programs needed for a set, damier first, and whether they found the same scores."""

    name: str
    positions: int
    measured: list[MeasuredSet]
    agree: bool


class Contestant(Protocol):
    """A program with the positions of one set before it."""

    name: str

    def empty(self) -> None:
        """Forget all that is in the table."""

    def solve(self) -> tuple[list[int | None], int | None]:
        """All scores, and the nodes they took if that is known."""


class _OneByOne:
    name = "damier"

    def __init__(self, solver: Solver, positions: list[KnownPosition]) -> None:
        self._solver = solver
        self._positions = [native(parse(position.moves)) for position in positions]

    def empty(self) -> None:
        self._solver.table.clear()

    def solve(self) -> tuple[list[int | None], int | None]:
        answers = [self._solver.solve(position) for position in self._positions]
        return [answer.score for answer in answers], sum(answer.nodes for answer in answers)


class _AllAtOnce(_OneByOne):
    name = "damier, one call for all"

    def solve(self) -> tuple[list[int | None], int | None]:
        return self._solver.solve_all(self._positions), None


class _BitBully:
    name = "BitBully"

    def __init__(self, core: Any, positions: list[KnownPosition]) -> None:
        self._solver = core.BitBullyCore()
        self._boards = []
        for position in positions:
            board = core.BoardCore()
            for column in position.moves:
                board.play(int(column) - 1)
            self._boards.append(board)

    def empty(self) -> None:
        self._solver.resetTranspositionTable()
        self._solver.resetNodeCounter()

    def solve(self) -> tuple[list[int | None], int | None]:
        return [self._solver.mtdf(board, first_guess=0) for board in self._boards], self._solver.getNodeCounter()


def bitbully() -> Any:
    """BitBully's module, or None if it is not installed."""
    try:
        from bitbully import bitbully_core
    except ImportError:
        return None
    return bitbully_core


def compare(folder: Path | None = None) -> Iterator[Comparison]:
    """All sets, one after the other: the public ones if their folder is given, and random positions."""
    solver, peer = Solver(book=None), bitbully()
    compiled_for(type(start()))
    solver.solve_all([parse("1212121")])  # compiles that call too
    for name, positions in position_sets(folder):
        programs: list[Contestant] = [_OneByOne(solver, positions), _AllAtOnce(solver, positions)]
        if peer:
            programs.append(_BitBully(peer, positions))
        measured = _best_of(programs)
        known = [position.score for position in positions]
        agree = all(
            one.scores == measured[0].scores
            and all(right in (None, found) for right, found in zip(known, one.scores, strict=True))
            for one in measured
        )
        yield Comparison(name, len(positions), measured, agree)


def position_sets(folder: Path | None) -> Iterator[tuple[str, list[KnownPosition]]]:
    """The positions of each set, by its name."""
    if folder:
        for name in PUBLIC_SETS:
            yield name, _read(folder / f"{name}.txt")
    for name, (count, fewest, most) in RANDOM_SETS.items():
        chance = random.Random(name)
        yield name, [KnownPosition(_random_moves(chance, chance.randint(fewest, most))) for _ in range(count)]


def _read(file: Path) -> list[KnownPosition]:
    lines = [line.split() for line in read_text(file).splitlines() if line.strip()]
    if any(len(line) != 2 for line in lines):
        raise ValueError(f"{file}: a line is written moves, space, score")
    return [KnownPosition(moves, int(score)) for moves, score in lines]


def _random_moves(chance: random.Random, stones: int) -> str:
    """So many random moves after which the game goes on."""
    while True:
        position, moves = start(), ""
        while len(moves) < stones and (columns := sorted(legal(position))):
            moves += str(chance.choice(columns) + 1)
            position = parse(moves)
        if len(moves) == stones and legal(position):
            return moves


def _best_of(programs: list[Contestant]) -> list[MeasuredSet]:
    """The best round of each program; they take turns."""
    best: dict[str, MeasuredSet] = {}
    for _ in range(ROUNDS):
        for program in programs:
            program.empty()
            began = time.process_time()
            scores, nodes = program.solve()
            seconds = time.process_time() - began
            if program.name not in best or seconds < best[program.name].seconds:
                best[program.name] = MeasuredSet(program.name, scores, seconds, nodes)
    return list(best.values())


def empty_board() -> Iterator[tuple[int, Answer, float]]:
    """The empty board solved with tables of several sizes: megabytes, the answer, and CPU seconds."""
    compiled_for(type(start()))
    for megabytes in TABLES:
        solver = Solver(megabytes, book=None)
        began = time.process_time()
        answer = solver.solve(start())
        yield megabytes, answer, time.process_time() - began
