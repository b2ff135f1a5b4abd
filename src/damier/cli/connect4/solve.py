"""`damier solve connect4`: the exact score of a position, and of its columns."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import count, in_words, ongoing, print_json, rate
from damier.cli.solving import Asked, Progress, refuse

if TYPE_CHECKING:
    from rich.text import Text

    from damier.games.game import Game
    from damier.solvers.connect4.solver import Solver, Study

PLAYERS = ("first", "second")
HASH_MB = 64  # entries are half as long as others; to touch more memory takes longer than most positions


def solve(
    asked: Asked,
    *,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="Connect 4: an idea of the solver to switch off; may be repeated")
    ] = None,
    book: Annotated[bool, typer.Option("--book/--no-book", help="Connect 4: whether openings may be looked up")] = True,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Connect 4: solve the positions of standard input, one a line")
    ] = False,
) -> int:
    """Solve a position, or those of standard input, and print what was found; the exit status."""
    from damier.cli.connect4.solve_lines import solve_lines
    from damier.solvers.connect4.solver import Solver

    solver = Solver(HASH_MB if asked.hash_mb is None else asked.hash_mb, tuple(without or ()), book, threads=asked.threads)
    if stdin:
        together = {"a position": asked.position, "--all": asked.all_, "--seconds": asked.seconds, "--json": asked.json_}
        refuse(together, "does not go with --stdin, which gives each position's score on a line")
        return solve_lines(asked.game, solver, asked.weak)
    root = ongoing(asked.game, asked.position)
    found = study(solver, root, asked.all_, asked.weak, asked.seconds)
    if asked.json_:
        print_json(as_json(asked.game, root, found))
    else:
        tell(asked.game, root, found, asked.all_, asked.weak)
    return 0


def study(solver: "Solver", root: Any, every_column: bool, weak: bool, seconds: float | None) -> "Study":
    """Solve a position; Ctrl-C ends it with what is known."""
    progress = Progress(solver)

    def on_score(column: int, score: int) -> None:
        progress.on_score(f"column {column + 1}", score)

    return progress.follow(lambda: solver.study(root, every_column, weak, seconds, progress.on_bounds, on_score), solver.stop)


def as_json(game: "Game", root: Any, found: "Study") -> dict[str, Any]:
    """What was found; `nodes` and `seconds` are those of the score."""
    answer = found.answer
    return {
        "game": game.name,
        "position": game.text(root),
        "solved": answer.is_solved,
        "score": answer.score,
        "low": answer.low,
        "high": answer.high,
        "best": [game.move_name(root, column) for column in sorted(found.best)],
        "columns": _by_column(game, root, found.scores) if found.scores else None,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def tell(game: "Game", root: Any, found: "Study", every_column: bool, weak: bool) -> None:
    """What was found, for people."""
    from rich.console import Console

    answer = found.answer
    if every_column and found.scores:
        Console(highlight=False).print(draw_scores(game, root, found.scores))
    if answer.score is None:
        print(f"not solved yet: between {in_words(answer.low)} and {in_words(answer.high)} for the player to move")
    else:
        print(f"score     {score_in_words(root, answer.score, weak)}")
        best = " ".join(game.move_name(root, column) for column in sorted(found.best))
        print(f"best      {best or 'stopped before it was known'}")
    print(f"nodes     {count(answer.nodes)}    {rate(answer.nodes, answer.seconds)}")


def draw_scores(game: "Game", root: Any, scores: dict[int, int]) -> "Text":
    """The board with the score of each column below it."""
    from damier.cli.board import draw

    below = ["" if score is None else in_words(score) for score in _by_column(game, root, scores)]
    return draw(game.board(root, game.turn(root)), below=below)


def score_in_words(root: Any, score: int, weak: bool = False) -> str:
    """A score for the player to move, with who wins, and with which stone if that is known."""
    from damier.games.connect4 import SIZES, turn

    if score == 0:
        return "0: a draw"
    width, height = SIZES[type(root)]
    empty = width * height - int(root.both).bit_count()
    is_last_his = empty % 2 == (score > 0)  # whether the winner would fill the last cell
    stone = width * height - (not is_last_his) - 2 * (abs(score) - 1)
    winner = PLAYERS[turn(root) if score > 0 else 1 - turn(root)]
    return f"{in_words(score)}: the {winner} player wins" + ("" if weak else f" with stone {stone}")


def _by_column(game: "Game", root: Any, scores: dict[int, int]) -> list[int | None]:
    """The scores from left to right; None where a column is full, or its score not known."""
    return [scores.get(column) for column in range(len(game.board(root, 0).columns))]
