"""What a move does to the board, found by comparing boards: for the page, which shows it, and has a choice made on its cell."""

import itertools
from collections import Counter

from damier.games.game import Board, Cell
from damier.records.session import Session
from damier.web.boards import CellView, Place
from damier.web.play.models.moves import ChangeView

MOST_STEPS = 120  # of one move that are told
MOST_COMPARED = 40  # moves with the same cells whose outcome on the board is looked for


def moved_on(session: Session, board: Board) -> tuple[list[ChangeView], list[list[ChangeView]]]:
    """What stood in the cells that the last move has changed, and what changes at each step of it, the last one included."""
    if not session.moves or not any(cell.owner >= 0 for row in board.cells for cell in row):
        return [], []
    game, position, move, turn = session.game, session.positions[-2], session.moves[-1], session.turns[-2]
    before = game.board(position, turn)
    if _size(before) != _size(board):
        return [], []
    changed = [ChangeView(place=place, cell=_view(was)) for place, was, _ in _differences(before, board)]
    between = [each for each in game.steps(position, move, turn)[:MOST_STEPS] if _size(each) == _size(board)]
    if not between:
        return changed, []
    boards = [before, *between, board]
    steps = [
        [ChangeView(place=place, cell=_view(now)) for place, _, now in _differences(one, other)]
        for one, other in itertools.pairwise(boards)
    ]
    return changed, [step for step in steps if step]


def outcomes_on_cells(session: Session, moves: dict[int, list[Place]]) -> dict[int, CellView]:
    """What stands in the last cell of moves that share all their cells: by that a person tells them apart."""
    game, position, turn = session.game, session.position, session.turn
    shared = Counter(tuple(cells) for cells in moves.values() if cells)
    alike = [move for move, cells in moves.items() if shared[tuple(cells)] > 1]
    found: dict[int, CellView] = {}
    for move in alike[:MOST_COMPARED]:
        child = game.play(position, move)
        rows = game.board(child, turn if game.same_player(position, child) else 1 - turn).cells
        row, column = moves[move][-1]
        if row < len(rows) and column < len(rows[row]):
            found[move] = _view(rows[row][column])
    return found


def _differences(one: Board, other: Board) -> list[tuple[Place, Cell, Cell]]:
    """The cells in which two boards of one size differ, with what stands there on the one and on the other."""
    return [
        ((row, column), was, now)
        for row, (line, new_line) in enumerate(zip(one.cells, other.cells, strict=True))
        for column, (was, now) in enumerate(zip(line, new_line, strict=True))
        if was != now
    ]


def _size(board: Board) -> list[int]:
    return [len(row) for row in board.cells]


def _view(cell: Cell) -> CellView:
    return CellView(**cell._asdict())
