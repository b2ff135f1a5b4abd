"""What a network has understood: what a piece of the player who moves first is worth to it, cell by cell, on average."""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from damier.engine.piece_values import piece_values
from damier.games.game import Game
from damier.kernel import native
from damier.network.kept import EVALUATION

POSITIONS = 150  # that are looked at
PLIES = range(2, 31)  # random moves that lead to them


class WorthByCell(NamedTuple):
    """What the commonest kind of piece is worth, in points, by rows from the top; None where there was none."""

    piece: str
    cells: list[list[float | None]]
    rows: list[str]  # their names
    columns: list[str]


def worth_by_cell(game: Game, network: Path, seed: int) -> WorthByCell | None:
    """The mean of what a piece of the first player's is worth, in positions of random games; None if there is no board."""
    judged = replace(game, options={**game.options, EVALUATION: str(network)})
    worths: dict[tuple[str, tuple[int, int]], list[int]] = defaultdict(list)
    kinds: Counter[str] = Counter()
    for position, turn in random_walks(game, seed):
        for piece in piece_values(judged, position, turn).pieces:
            if piece.cell.owner == 0:
                kinds[piece.cell.text] += 1
                worths[piece.cell.text, piece.place].append(piece.points if turn == 0 else -piece.points)
    if not kinds:
        return None
    commonest = kinds.most_common(1)[0][0]
    board = game.board(game.start(), 0)
    cells: list[list[float | None]] = [[None] * len(row) for row in board.cells]
    for (text, (row, column)), points in worths.items():
        if text == commonest:
            cells[row][column] = sum(points) / len(points)
    return WorthByCell(commonest, cells, list(board.rows), list(board.columns))


def random_walks(game: Game, seed: int) -> list[tuple[Any, int]]:
    """Positions of random games that go on, and whose turn it is in each."""
    chance = random.Random(f"{game.name} {seed} understood")
    found = []
    for _ in range(POSITIONS):
        position = native(game.start())
        turn = game.turn(position)
        for _ in range(chance.choice(PLIES)):
            child = native(game.play(position, chance.choice(game.moves(position))))
            if not game.moves(child):
                break
            turn = turn if game.same_player(position, child) else 1 - turn
            position = child
        found.append((position, turn))
    return found
