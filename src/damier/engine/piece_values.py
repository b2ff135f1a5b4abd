"""What each piece on the board is worth to a network: the estimate with it, less the estimate without it.

Nobody tells a network what a piece is worth, and it has no terms that could be shown: it has features (`rules.features`), and
without those of a cell it says something else. The worths need not add up to the estimate, since to the network a piece is
worth what it is together with the others. Any game can be asked, as soon as a network judges it: which features lie on which
square is found out (`feature_places.py`).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from damier.engine.feature_places import FeaturePlaces, Place, places_of, shown
from damier.errors import BadInput
from damier.games.game import Board, Cell, Game
from damier.network.layout import AS_VALUE, BITS, SYMMETRIC, VIEWS, WORDS, unpacked
from damier.network.plainly import active, output_of_features
from damier.network.reckoning import MOST_WORDS, is_network
from damier.rules import canonical, features, opposite


class PieceValue(NamedTuple):
    """What stands in a cell, and its worth in points, for the player to move."""

    place: Place
    name: str  # of the cell, as people call it
    cell: Cell
    points: int


class Explained(NamedTuple):
    """What a network thinks of a position, in points, for the player to move."""

    estimate: int
    pieces: list[PieceValue]  # those that matter most first
    elsewhere: int | None  # worth of all that is seen on no square; None if there is nothing of the kind


class _View(NamedTuple):
    """What the network sees of a position, with the eyes of one player."""

    seen: Any  # features
    places: dict[int, Place]  # of those that lie on a square


def is_judged_by_network(game: Game) -> bool:
    """Whether a network judges the positions of a game."""
    return bool(is_network(game.weights()))


def piece_values(game: Game, position: Any, turn: int, network: Any = None) -> Explained:
    """What each piece on the board is worth to the network that judges a game, or to another, where it is a player's turn.

    The worth is the estimate less the estimate without it: a stone that is not there, a number that is as low as can be. Worths
    need not add up to the estimate. BadInput if no network judges the game.
    """
    weights = game.weights(position) if network is None else network
    if not is_network(weights):
        raise BadInput(f"{game.title} is not judged by a network here; name one: --set evaluation=FILE")
    board = game.board(position, turn)
    views = _views(game, position, turn, board, weights)
    estimate = _output(weights, views, set())
    plan = unpacked(weights)[1].plan
    seen = {place for view in views for feature, place in view.places.items() if _instead(plan, feature) != feature}
    pieces = [
        PieceValue((row, column), cell_name(board, (row, column)), cell, estimate - _output(weights, views, {(row, column)}))
        for row, cells in enumerate(board.cells)
        for column, cell in enumerate(cells)
        if (row, column) in seen and (cell.text or cell.owner >= 0)
    ]
    is_elsewhere = any(len(view.places) < len(view.seen) for view in views)
    elsewhere = estimate - _output(weights, views, {None}) if is_elsewhere else None
    return Explained(estimate, sorted(pieces, key=lambda piece: -abs(piece.points)), elsewhere)


def cell_name(board: Board, place: Place) -> str:
    """What people call a cell: by its own name, by its column and row, or by what stands there."""
    row, column = place
    cell = board.cells[row][column]
    if cell.name:
        return cell.name
    along = board.columns[column] if column < len(board.columns) else ""
    across = board.rows[row] if row < len(board.rows) else ""
    if along or across:
        return f"{along}{across}" if across else f"{along}/{len(board.cells) - row}"
    return f"{row + 1},{column + 1}" if len(board.cells) > 1 else f"{column + 1}"


# --------------------------------------------------------------------------------------------------------------------
# What is seen, and where


def _views(game: Game, position: Any, turn: int, board: Board, weights: Any) -> list[_View]:
    """What the network sees, for each pair of eyes."""
    known, plan = places_of(game), unpacked(weights)[1].plan
    seen_by = [(position, turn), (opposite(position), 1 - turn)][: int(weights[VIEWS])]
    views = []
    for each, whose in seen_by:
        there = canonical(each) if weights[SYMMETRIC] else each
        out = np.zeros(MOST_WORDS, np.int64)
        features(there, out)
        seen = active(plan, out[: int(weights[WORDS])])
        turned = _turned(game.board(there, whose), board)
        found = {} if turned is None else {int(each): _place(known, whose, plan, int(each)) for each in seen}
        views.append(_View(seen, {feature: turned[place] for feature, place in found.items() if turned and place in turned}))
    return views


def _place(known: FeaturePlaces, turn: int, plan: Any, feature: int) -> Place | None:
    word, bit = divmod(feature, BITS)
    return known.place(turn, word, None if plan[word][0] == AS_VALUE else bit)


def _turned(drawn: Board, board: Board) -> dict[Place, Place] | None:
    """Where the cells of a board are that is drawn another way round, a mirrored one perhaps; None if it is another board."""
    wanted = [[shown(cell) for cell in row] for row in board.cells]
    for way in _ways(drawn):
        if [[shown(drawn.cells[r][c]) for r, c in line] for line in way] == wanted:
            return {place: (row, column) for row, line in enumerate(way) for column, place in enumerate(line)}
    return None


def _ways(board: Board) -> Iterator[list[list[Place]]]:
    """The places of a board in the order of all boards that are the same but turned or mirrored, as it is first."""
    places = [[(row, column) for column in range(len(cells))] for row, cells in enumerate(board.cells)]
    if len({len(row) for row in places}) > 1:
        yield places
        return
    for _ in range(4):
        yield places
        yield [row[::-1] for row in places]
        places = [list(row) for row in zip(*places[::-1], strict=True)]


# --------------------------------------------------------------------------------------------------------------------
# What is left without it


def _output(weights: Any, views: list[_View], without: set[Place | None]) -> int:
    """The estimate without what lies in some cells, or, for None, in no cell."""
    plan = unpacked(weights)[1].plan
    left = [[_instead(plan, feature) if view.places.get(feature) in without else feature for feature in view.seen.tolist()]
            for view in views]  # fmt: skip
    return output_of_features(weights, *(np.array([each for each in seen if each >= 0], np.int64) for seen in left))


def _instead(plan: Any, feature: int) -> int:
    """What is there instead of a feature that is taken away: of a number the lowest; -1 for nothing."""
    word = feature // BITS
    return word * BITS if plan[word][0] == AS_VALUE else -1
