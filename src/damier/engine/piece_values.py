"""What each piece on the board is worth to a network: the estimate with it, less the estimate without it.

Nobody tells a network what a piece is worth, and it has no terms that could be shown: it has features (`rules.features`), and
without those of a cell it says something else. The worths need not add up to the estimate, since to the network a piece is
worth what it is together with the others. Any game can be asked, as soon as a network judges it: which features lie on which
square is found out (`feature_places.py`).
"""

from typing import Any, NamedTuple

import numpy as np

from damier.engine.feature_places import Place, places_of, seen_in, ways_round, words_of
from damier.errors import BadInput
from damier.games.game import Board, Cell, Game
from damier.network.layout import AS_VALUE, BITS, SYMMETRIC, VIEWS, unpacked
from damier.network.plainly import active, output_of_features
from damier.network.reckoning import is_network
from damier.rules import canonical, opposite


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


def network_of(game: Game) -> Any:
    """The weights of the network that judges the positions of a game; None if none does."""
    weights = game.weights()
    return weights if is_network(weights) else None


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


def points_text(game: Game, points: int) -> str:
    """Points in what people count, with a sign: more decimals than one tell nothing of a piece."""
    number = f"{points}" if game.unit == 1 else f"{points / game.unit:.1f}".removesuffix(".0")
    return number.lstrip("-") if float(number) == 0 else number if points < 0 else f"+{number}"


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
    views = []
    for looked_at, whose in [(position, turn), (opposite(position), 1 - turn)][: int(weights[VIEWS])]:
        there = canonical(looked_at) if weights[SYMMETRIC] else looked_at
        words, drawn = words_of(there), game.board(there, whose)
        seen = active(plan, words)
        wanted = [
            (word, None if plan[word][0] == AS_VALUE else bit) for word, bit in (divmod(int(each), BITS) for each in seen)
        ]
        turned = _turned(drawn, board)
        found = zip(seen.tolist(), known.places(words, drawn, whose, wanted), strict=True)
        views.append(_View(seen, {feature: turned[place] for feature, place in found if turned and place}))
    return views


def _turned(drawn: Board, board: Board) -> dict[Place, Place] | None:
    """Where the cells of a board are that is drawn another way round, a mirrored one perhaps; None if it is another board."""
    wanted = [[seen_in(cell) for cell in row] for row in board.cells]
    for way in ways_round(drawn):
        if [[seen_in(drawn.cells[r][c]) for r, c in line] for line in way] == wanted:
            return {place: (row, column) for row, line in enumerate(way) for column, place in enumerate(line)}
    return None


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
