"""`damier solve othello`: the exact score of an ending, and of its moves."""

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import count, in_words, ongoing, print_json, rate
from damier.cli.solving import HASH_MB, WDL, Asked, Progress, refuse

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.records.session import Session
    from damier.solvers.othello.solver import Solver

FAR = 36  # empty squares: from here on an ending is not known to be solved by anyone who waits for it


def solve(
    asked: Asked,
    *,
    method: Annotated[str | None, typer.Option(help="Othello: negac (the default), mtd, pvs or alphabeta")] = None,
    obf: Annotated[Path | None, typer.Option(help="Othello: a file of endings to solve, as FFO's, one a line")] = None,
    lines: Annotated[str | None, typer.Option(help="Othello: which endings of the file, as 3-7")] = None,
) -> int:
    """Solve an ending, or those of a file, and print what was found; the exit status."""
    from damier.cli.othello.solve_obf import solve_file
    from damier.records.session import Session
    from damier.solvers.othello.settle import METHODS
    from damier.solvers.othello.solver import Solver

    hash_mb = HASH_MB if asked.hash_mb is None else asked.hash_mb
    solver = Solver(hash_mb, method or METHODS[0], asked.threads)
    if obf is not None:
        refuse({"a position": asked.position}, "does not go with --obf, whose file has the positions")
        return solve_file(asked, solver, obf, lines or "")
    refuse({"--lines": lines}, "goes with --obf")
    ongoing(asked.game, asked.position)
    session = Session.from_text(asked.game, asked.position)
    solver.warm(session.position)
    if asked.seconds is None:
        warn_if_far(session.position)  # of what Ctrl-C can end from now on
    found = study(solver, session.position, asked.all_ and not asked.weak, asked.weak, asked.seconds)
    if asked.json_:
        print_json(as_json(session, found, asked.weak))
    else:
        tell(session, found, asked.weak)
    return 0


@dataclass
class Ending:
    """What is known of an ending when the solver has ended: scores in discs for the player to move."""

    score: int | None = None  # with `wdl` only its sign
    best: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    scores: dict[int, int] = field(default_factory=dict)  # of the moves, as far as they are known
    nodes: int = 0
    seconds: float = 0.0  # 0 until it is measured
    is_interrupted: bool = False


def study(solver: "Solver", root: Any, every_move: bool, wdl: bool, seconds: float | None) -> Ending:
    """Solve an ending; Ctrl-C ends it with what is known."""
    found = Ending()

    def stop() -> None:
        found.is_interrupted = True
        solver.stop()

    solver.warm(root)
    began = time.perf_counter()
    Progress(solver).follow(lambda: _find(solver, root, every_move, wdl, seconds, found), stop)
    found.seconds = found.seconds or time.perf_counter() - began
    return found


def _find(solver: "Solver", root: Any, every_move: bool, wdl: bool, seconds: float | None, found: Ending) -> None:
    if wdl:
        found.score = solver.wdl(root, seconds)
        found.nodes = solver.nodes
        return
    if every_move:
        scores = solver.scores(root, seconds, found.scores.__setitem__)
        found.nodes = solver.nodes
        if scores is None:
            return
        found.best = [move for move in scores if scores[move] == max(scores.values())]
    solved = solver.solve(root, seconds)  # what the moves are worth is in the table by now
    found.nodes += solver.nodes
    if solved is not None:
        found.score, found.line = solved.score, solved.line
        found.best = found.best or solved.line[:1]
        found.seconds = 0.0 if every_move else solved.seconds


def empty_squares(root: Any) -> int:
    from damier.games.othello.rules import SIZE_OF

    return SIZE_OF[type(root)] ** 2 - (int(root.own) | int(root.other)).bit_count()


def warn_if_far(root: Any) -> None:
    """Who starts something that will not end in his life should know."""
    if (empty := empty_squares(root)) > FAR:
        print(f"damier: {empty} empty squares are out of reach; Ctrl-C gives up", file=sys.stderr)


def as_json(session: "Session", found: Ending, wdl: bool) -> dict[str, Any]:
    """What was found; `score` and `scores` are in discs for the player to move."""
    game, root = session.game, session.position
    return {
        "game": game.name,
        "position": session.text,
        "empty": empty_squares(root),
        "solved": found.score is not None,
        "score": None if wdl else found.score,
        "wdl": None if found.score is None else (found.score > 0) - (found.score < 0),
        "move": game.move_name(root, found.best[0]) if found.best else None,
        "best": [game.move_name(root, move) for move in found.best],
        "line": game.names_of(root, found.line),
        "scores": {game.move_name(root, move): score for move, score in found.scores.items()} or None,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds > 0 else None,
    }


def tell(session: "Session", found: Ending, wdl: bool) -> None:
    """What was found, for people."""
    from rich.console import Console

    from damier.cli.board import draw, with_texts

    game, root = session.game, session.position
    if found.scores:
        texts = {move: in_words(score) for move, score in found.scores.items()}
        Console(highlight=False).print(draw(with_texts(game, root, session.turn, texts)))
    if found.score is None:
        print(f"not solved: stopped with {empty_squares(root)} empty squares")
    else:
        print(f"score     {in_discs(game, root, session.turn, found.score, wdl)}")
    if found.line:
        print(f"best      {' '.join(game.move_name(root, move) for move in found.best)}")
        print(f"line      {' '.join(game.names_of(root, found.line))}")
    print(f"nodes     {count(found.nodes)}    {rate(found.nodes, found.seconds)}")


def in_discs(game: "Game", root: Any, turn: int, score: int, wdl: bool = False) -> str:
    """A score for the player to move in words: who wins, and with how many discs."""
    from damier.games.othello.rules import SIZE_OF

    sign = (score > 0) - (score < 0)
    winner = game.players[turn if score > 0 else 1 - turn]
    if wdl:
        return WDL[sign] + (f": {winner} wins" if score else "")
    if score == 0:
        return "0: a draw"
    area = SIZE_OF[type(root)] ** 2
    return f"{in_words(score)}: {winner} wins, {(area + abs(score)) // 2} to {(area - abs(score)) // 2}"
