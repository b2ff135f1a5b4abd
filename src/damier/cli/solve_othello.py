"""`damier solve othello`: the exact score of an ending, and of its moves."""

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from damier.cli.common import count, in_words, interruptible, names_of, rate
from damier.cli.solve_connect4 import Progress

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.records.session import Session
    from damier.solvers.othello.solver import Solver

FAR = 36  # empty squares: from here on an ending is not known to be solved by anyone who waits for it
WDL = {1: "won", 0: "drawn", -1: "lost"}


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
    """Solve an ending; on a terminal one sees how it goes, and Ctrl-C ends it with what is known."""
    found = Ending()
    progress = Progress(solver)

    def stop() -> None:
        found.is_interrupted = True
        solver.stop()

    solver.warm(root)
    began = time.perf_counter()
    try:
        on_tick = progress.show if sys.stderr.isatty() else None
        interruptible(lambda: _find(solver, root, every_move, wdl, seconds, found), stop, on_tick)
    finally:
        progress.clear()
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
        "line": names_of(game, root, found.line),
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
        print(f"line      {' '.join(names_of(game, root, found.line))}")
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
