"""Connect 4 solved on larger and larger boards by better and better searches (Alliot: from 4x4 with minimax to 7x6).

Each step of the ladder adds one idea to the step before. All start from the empty board and search to the end of the
game, and each has the same time. A step that has run out of it on a board is not tried on a larger one, that is, on one
at least as wide and as high. The values are compared with those found by John Tromp.
"""

import itertools
from typing import Any, NamedTuple

from damier.games.connect4 import start
from damier.lab.halt import Halt
from damier.lab.measure import Progress, watched
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import whole
from damier.rules import WIN
from damier.search.driver import Options, search
from damier.search.table import Table
from damier.search.work import Work
from damier.solvers.connect4 import Solver
from damier.wording import quoted, whole_number

BOARDS = ("4x4", "4x5", "5x4", "5x5", "6x4", "6x5", "7x4", "6x6", "7x5", "7x6")
SIZE = len(BOARDS)
SECONDS = 10.0
HASH_MB = 64
MOST_HASH_MB = 1 << 20
VALUES = {1: "win", 0: "draw", -1: "loss"}  # for the first player
LOWEST = 4  # the height the lists of known values start with
TROMP = {4: "=====", 5: "=====", 6: "2=212", 7: "==1=1", 8: "21212", 9: "2121"}  # by width; who wins
KNOWN = {
    (width, LOWEST + place): {"1": 1, "=": 0, "2": -1}[winner]
    for width, winners in TROMP.items()
    for place, winner in enumerate(winners)
}


class Rung(NamedTuple):
    """A step of the ladder: an algorithm of the textbook and its options, or the full solver."""

    title: str
    algorithm: str | None
    symmetry: bool = False
    ordering: bool = False


STEPS = (
    Rung("minimax", "minimax"),
    Rung("minimax stopped early", "minimax-won"),
    Rung("alpha-beta", "alphabeta"),
    Rung("with memory", "memory"),
    Rung("with symmetry", "memory", symmetry=True),
    Rung("with ordering", "memory", symmetry=True, ordering=True),
    Rung("full solver", None),
)


class BoardSize(NamedTuple):
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


class Attempt(NamedTuple):
    """One step on one board. The value, -1, 0 or 1 for the first player, is None if time ran out."""

    board: BoardSize
    step: Rung
    value: int | None
    nodes: int
    seconds: float

    @property
    def is_wrong(self) -> bool:
        return self.value is not None and KNOWN.get(self.board, self.value) != self.value


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    seconds: float = SECONDS,
    boards: str = "",
    hash: str = str(HASH_MB),
    steps: str = "",
    halt: Halt | None = None,
) -> Report:
    """Climb the ladder on the first `size` boards, or on those given as "4x4,5x4"; `seconds` for each step and board, and a
    table of so many megabytes (`hash`); all `steps`, or some, as "with symmetry,with ordering"."""
    halt, hash_mb, wanted = halt or Halt(), whole("hash", hash, MOST_HASH_MB), read_steps(steps)
    chosen = [read_board(text) for text in (boards.split(",") if boards else BOARDS[:size])]
    attempts: list[Attempt] = []
    for board, step in watched(itertools.product(chosen, wanted), progress):
        if not _is_hopeless(board, step, attempts):
            attempt = try_step(board, step, seconds, halt, hash_mb)
            if halt.is_wanted:
                break
            attempts.append(attempt)
    if not attempts:
        raise ValueError("it was stopped before anything was measured")
    return Report(
        name="connect4-ladder",
        title="Connect 4 from the empty board: nodes and time to solve it",
        columns=columns("board", "known", "search", "value", "nodes", ("seconds", 3), ("nodes, step before = 1", 3)),
        rows=[_row(attempt, attempts, seconds) for attempt in attempts],
        notes=_notes(attempts, seconds, hash_mb),
        panels=[_panel(title, axis, attempts) for title, axis in (("nodes (triangle: stopped)", "nodes"), ("time", "seconds"))],
        published={
            "source": "Alliot (the ladder), John Tromp (the values)",
            "values": {str(BoardSize(*size)): VALUES[value] for size, value in KNOWN.items()},
        },
        settings={"boards": [str(board) for board in chosen], "seconds": seconds, "hash_mb": hash_mb},
    )


def read_steps(text: str) -> list[Rung]:
    """Steps by their titles; all where none is named."""
    named = [part.strip() for part in text.split(",") if part.strip()]
    by_title = {step.title: step for step in STEPS}
    for title in named:
        if title not in by_title:
            raise ValueError(f"there is no step {quoted(title)}; there are {', '.join(by_title)}")
    return [step for step in STEPS if not named or step.title in named]


def read_board(text: str) -> BoardSize:
    """A board written width x height, as 7x6."""
    width, height = (whole_number(part) for part in text.strip().partition("x")[::2])
    if width is None or height is None:
        raise ValueError(f"board {quoted(text.strip())} is not written width x height, as 7x6")
    start(width, height)  # one that does not fit is refused here
    return BoardSize(width, height)


def _is_hopeless(board: BoardSize, step: Rung, attempts: list[Attempt]) -> bool:
    """Whether the step has run out of time on a board that this one contains."""
    return any(
        past.step is step and past.value is None and past.board.width <= board.width and past.board.height <= board.height
        for past in attempts
    )


def try_step(board: BoardSize, step: Rung, seconds: float, halt: Halt, hash_mb: int = HASH_MB) -> Attempt:
    """Solve the empty board with one step's search, within so many seconds; compiling does not count."""
    position = start(*board)
    if step.algorithm is None:
        return _try_solver(board, step, position, seconds, halt, hash_mb)
    work, table = Work(), Table(hash_mb)
    halt.reaches(work.stop)
    table.clear()  # memory used for the first time is slow, and that is not the search's fault
    options = Options(
        table=table,
        symmetry=step.symmetry,
        ordering=step.ordering,
        seconds=seconds,
        whole_line=False,
        work=work,
    )
    found = search(position, step.algorithm, board.width * board.height, options)
    return Attempt(board, step, found.value // WIN if found.complete else None, found.nodes, found.seconds)


def _try_solver(board: BoardSize, step: Rung, position: Any, seconds: float, halt: Halt, hash_mb: int) -> Attempt:
    solver = Solver(hash_mb=hash_mb, book=None)
    halt.reaches(solver.stop)
    solver.table.clear()
    answer = solver.solve(position, weak=True, seconds=seconds)
    return Attempt(board, step, answer.score, answer.nodes, answer.seconds)


def _row(attempt: Attempt, attempts: list[Attempt], seconds: float) -> list[object]:
    known = KNOWN.get(attempt.board)
    return [
        str(attempt.board),
        None if known is None else VALUES[known],
        attempt.step.title,
        f"over {seconds:g} s" if attempt.value is None else VALUES[attempt.value],
        attempt.nodes,
        None if attempt.value is None else attempt.seconds,
        _ratio_to_step_before(attempt, attempts),
    ]


def _ratio_to_step_before(attempt: Attempt, attempts: list[Attempt]) -> float | None:
    place = STEPS.index(attempt.step)
    for other in attempts:
        if place > 0 and (other.board, other.step) == (attempt.board, STEPS[place - 1]):
            return None if other.value is None or attempt.value is None else attempt.nodes / other.nodes
    return None


def _notes(attempts: list[Attempt], seconds: float, hash_mb: int) -> list[str]:
    wrong = [attempt for attempt in attempts if attempt.is_wrong]
    solved = [attempt for attempt in attempts if attempt.value is not None]
    notes = [
        f"{seconds:g} seconds for each search and board, a table of {hash_mb} MB. A search that ran out of time on a board "
        "is not tried on those that contain it.",
        f"All {len(solved)} values found are the known ones."
        if not wrong
        else "Not the known values: " + ", ".join(f"{attempt.step.title} on {attempt.board}" for attempt in wrong) + ".",
    ]
    for step in STEPS:
        best = max((one for one in solved if one.step is step), key=_cells, default=None)
        failed = [str(one.board) for one in attempts if one.step is step and one.value is None]
        if best or failed:
            notes.append(
                f"{step.title[0].upper()}{step.title[1:]}: "
                + (f"solves {best.board} with {best.nodes:,} nodes in {best.seconds:.3g} s" if best else "solves none")
                + (f"; not {', '.join(failed)}." if failed else ".")
            )
    return notes


def _cells(attempt: Attempt) -> int:
    return attempt.board.width * attempt.board.height


def _panel(title: str, axis: str, attempts: list[Attempt]) -> Panel:
    """What each step needs, board after board; open triangles where it was stopped."""
    boards = list(dict.fromkeys(attempt.board for attempt in attempts))
    series = []
    for step in STEPS:
        for is_solved, label, look in ((True, step.title, "ours"), (False, f"{step.title}, stopped", "stopped")):
            of_step = [one for one in attempts if one.step is step and (one.value is not None) == is_solved]
            places: list[Number] = [boards.index(one.board) for one in of_step]
            if of_step:
                series.append(Series(label, places, [getattr(one, axis) for one in of_step], look=look))
    return Panel(title, "board", axis, series, log="y", places=[str(board) for board in boards])
