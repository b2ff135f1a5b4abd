"""A pawn that has to run at once: how deep must a program look that knows nothing of pawns (Alliot-Schiex 15.7.3, fig. 15.12)?

    8   . . . . . . . .      White to move. 1. a4 wins: the king on g4 does not catch the pawn, and the pawn on h2 is held by
    7   . . . . . . . .      the king on h1. 1. Kxh2 takes a pawn, and loses the move that the other one needs: a draw.
    6   . . . . . . . .
    5   . . . . . . . .      The book says that alpha-beta to a fixed depth would have to look 10 plies ahead, and takes h2.
    4   . . . . . . k .      Here plain alpha-beta, without table, order or quiescence, looks at each move to a fixed depth.
    3   . . . . . . . .      It counts pieces, 9-5-3-3-1 as the book has them; beside it the same search with the learnt
    2   P . . . . . . p      evaluation, which knows the square of the pawn.
    1   . . . . . . . K
        a b c d e f g h

The textbook's own alpha-beta evaluates as the game does, and chess knows such endings: hence a search of its own, on its rules.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.games import load
from damier.games.chess.position import COUNT_BITS, HALF
from damier.games.game import Game
from damier.kernel import compiled, helper, native
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.rules import INFINITY, MOST_MOVES, ONGOING, evaluate, moves, outcome, play

FEN = "8/8/8/8/6k1/8/P6p/7K w - - 0 1"
RIGHT, GREEDY = "a4", "Kxh2"
BOOK_DEPTH = 10
SIZE = 12  # plies
MOST_SIZE = 16
WORTH = np.array([1, 3, 3, 5, 9]) * 100  # pawn, knight, bishop, rook, queen
ONE_KIND = np.uint64((1 << COUNT_BITS) - 1)
NODES = 0  # where the nodes are counted


class Choice(NamedTuple):
    """What a search to a depth finds."""

    scores: dict[str, int]  # of the moves, by name
    nodes: int

    @property
    def move(self) -> str:
        """The first of the best moves."""
        return max(self.scores, key=lambda name: self.scores[name])

    @property
    def is_right(self) -> bool:
        """Whether the right move is better than all others."""
        return self.move == RIGHT and list(self.scores.values()).count(self.scores[RIGHT]) == 1


@helper
def material(position: Any) -> Any:
    """The pieces of the player to move, less those of the other."""
    points = np.int64(0)
    for kind in range(len(WORTH)):
        own = (position.material >> np.uint64(COUNT_BITS * kind)) & ONE_KIND
        other = (position.material >> (HALF + np.uint64(COUNT_BITS * kind))) & ONE_KIND
        points += WORTH[kind] * (np.int64(own) - np.int64(other))
    return points


@compiled
def fixed(position: Any, alpha: Any, beta: Any, depth: Any, weights: Any, buffers: Any, counts: Any) -> Any:
    """Alpha-beta to a fixed depth, by material where there are no weights: exact between alpha and beta, else a bound."""
    counts[NODES] += 1
    score = outcome(position)
    if score != ONGOING:
        return np.int64(score) - np.sign(score) * (MOST_SIZE - depth)  # sooner wins count more
    if depth <= 0:
        return np.int64(evaluate(position, weights)) if len(weights) > 0 else material(position)
    out = buffers[depth]
    count = moves(position, out)
    best = np.int64(alpha)
    for i in range(count):
        score = -fixed(play(position, out[i]), -beta, -best, depth - 1, weights, buffers, counts)
        best = max(best, np.int64(score))
        if best >= beta:
            break
    return best


def choose(game: Game, position: Any, depth: int, weights: Any) -> Choice:
    """What each move is worth, looking so many plies ahead."""
    buffers, counts = np.zeros((MOST_SIZE + 1, MOST_MOVES), np.int64), np.zeros(1, np.int64)
    scores = {}
    for move in game.moves(position):
        child = native(play(position, move))
        scores[game.move_name(position, move)] = -int(fixed(child, -INFINITY, INFINITY, depth - 1, weights, buffers, counts))
    return Choice(scores, int(counts[NODES]))


def run(size: int, seed: int, progress: Progress, *, halt: Halt | None = None) -> Report:
    """Look 1, 2, ... `size` plies ahead, counting pieces only, and with the learnt evaluation."""
    if size > MOST_SIZE:
        raise ValueError(f"size is {size}; at most {MOST_SIZE} plies are looked ahead")
    halt = halt or Halt()
    game = load("chess", evaluation="learnt")
    position = native(game.parse(FEN))
    found: list[tuple[int, Choice, Choice]] = []
    for depth in range(1, size + 1):
        if halt.is_wanted:
            break
        found.append(
            (
                depth,
                choose(game, position, depth, np.zeros(0, np.int32)),
                choose(game, position, depth, np.ascontiguousarray(game.weights(position), np.int32)),
            )
        )
        progress(depth, size)
    if not found:
        raise ValueError("it was stopped before anything was measured")
    return Report(
        name="pawn-race",
        title="A pawn that has to run at once: the move of plain alpha-beta, by depth",
        columns=columns(
            "depth",
            "material plays",
            (RIGHT, 2),
            (GREEDY, 2),
            "nodes",
            "learnt evaluation plays",
            (f"its {RIGHT}", 2),
            (f"its {GREEDY}", 2),
        ),
        rows=[[depth, *_cells(plain, game), plain.nodes, *_cells(known, game)] for depth, plain, known in found],
        notes=_notes(found),
        panels=[_panel(found, game)],
        published={"source": "Alliot-Schiex 15.7.3 (fig. 15.12)", "plies": BOOK_DEPTH, "plays": GREEDY},
        settings={"position": FEN, "depth": len(found)},
    )


def _cells(choice: Choice, game: Game) -> list[Any]:
    return [choice.move, choice.scores[RIGHT] / game.unit, choice.scores[GREEDY] / game.unit]


def _notes(found: list[tuple[int, Choice, Choice]]) -> list[str]:
    notes = [
        f"Position: {FEN}. Scores are White's, in pawns: what {RIGHT} and {GREEDY} are worth, looking so many plies ahead from "
        "the position.",
        f"The book says that {BOOK_DEPTH} plies are needed, and that a program which looks less far plays {GREEDY}.",
    ]
    for name, choices in (
        ("Counting pieces", {depth: plain for depth, plain, _ in found}),
        ("The learnt evaluation", {depth: known for depth, _, known in found}),
    ):
        right = [depth for depth, choice in choices.items() if choice.is_right]
        greedy = [depth for depth, choice in choices.items() if choice.move == GREEDY]
        notes.append(f"{name}: {RIGHT} at depth {_listed(right)}; {GREEDY} at depth {_listed(greedy)}.")
    return notes


def _listed(depths: list[int]) -> str:
    return ", ".join(map(str, depths)) or "none"


def _panel(found: list[tuple[int, Choice, Choice]], game: Game) -> Panel:
    depths: list[Number] = [depth for depth, _, _ in found]
    series = [Series(name, depths, [choice.scores[name] / game.unit for _, choice, _ in found]) for name in (RIGHT, GREEDY)]
    return Panel("counting pieces", "plies", "pawns, for White", series)
