"""`damier solve connect4 --stdin`: a filter, positions in and scores out, in the format of Pascal Pons' program."""

import sys
from typing import TYPE_CHECKING, Any

from damier.cli.common import forget_output, interruptible, ongoing
from damier.wording import quoted, whole_number

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.solvers.connect4.solver import Answer, Solver


def solve_lines(game: "Game", solver: "Solver", weak: bool) -> int:
    """Print `MOVES SCORE NODES MICROSECONDS` for each line `MOVES [EXPECTED]` of standard input; the exit status.

    Lines that cannot be read, and scores that are not as expected, are said on standard error; the rest goes on.
    """
    solved = wrong = bad = 0
    for number, line in enumerate(sys.stdin.buffer if sys.stdin else (), 1):
        words = line.decode(errors="replace").split()
        if not words:
            continue
        try:
            root, expected = _read(game, words)
        except ValueError as error:
            bad += 1
            _say(f"line {number}: {error}")
            continue
        answer = _solve(solver, root, weak)
        solved += 1
        try:
            print(words[0], answer.low, answer.nodes, round(answer.seconds * 1e6), flush=True)
        except BrokenPipeError:
            forget_output()
            break
        if expected is not None and answer.low != (_sign(expected) if weak else expected):
            wrong += 1
            _say(f"line {number}: {words[0]} has the score {answer.low}, not {expected}")
    if wrong:
        _say(f"{wrong} of {solved} scores are not as expected")
    if bad:
        _say(f"{bad} {'line' if bad == 1 else 'lines'} could not be read")
    return 2 if bad else 1 if wrong else 0


def _read(game: "Game", words: list[str]) -> tuple[Any, int | None]:
    """The position of a line, and the score that is expected of it if there is one."""
    root = ongoing(game, words[0])
    if type(root) is not type(game.start()):
        raise ValueError(f"{quoted(words[0])} is a board of another size; --size tells which")
    if len(words) > 2:
        raise ValueError(f"{quoted(' '.join(words))} is not written MOVES or MOVES SCORE")
    if len(words) < 2:
        return root, None
    score = whole_number(words[1])
    if score is None:
        raise ValueError(f"{quoted(words[1])} is no score")
    return root, score


def _solve(solver: "Solver", root: Any, weak: bool) -> "Answer":
    """In a thread, since Ctrl-C does not reach a kernel."""
    return interruptible(lambda: solver.solve(root, weak))


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _say(words: str) -> None:
    print(f"damier: {words}", file=sys.stderr, flush=True)
