"""Arrows and circles that a person draws on the board of a position, and how they stand in the comments of a game in writing.

They are written as other programs do, `[%csl Gd4,Ra1]` for circles and `[%cal Ge2e4]` for arrows: a letter for the colour, then
the cells by their names. Where names are not two letters long, an arrow's stand apart, `G11-15`; a cell without a name is
written by its row and column from the top left, `r3c1`, so that nothing is lost in any game.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from damier.games.game import Board

Place = tuple[int, int]

COLOURS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
COMMAND = "[%c"  # with which they begin in a comment
MOST_SHAPES = 64  # on one board
_LETTERS = {colour: letter for letter, colour in COLOURS.items()}
_COMMAND = re.compile(r"\[%c(sl|al)\s+([^\[\]]{0,2000})\]")


class Shape(NamedTuple):
    """An arrow from a cell to another one; a circle where both are the same."""

    colour: str
    start: Place
    end: Place


def cell_name(board: Board, place: Place) -> str:
    """What a cell is called in writing."""
    row, column = place
    cell = board.cells[row][column]
    if cell.name and sum(other.name == cell.name for line in board.cells for other in line) == 1:
        return cell.name
    if len(board.rows) > row and len(board.columns) > column and board.rows[row] and board.columns[column]:
        return f"{board.columns[column]}{board.rows[row]}"
    return f"r{row + 1}c{column + 1}"


def written(shapes: Iterable[Shape], board: Board) -> str:
    """Shapes as they stand in a comment."""
    circles, arrows = list[str](), list[str]()
    for colour, start, end in shapes:
        first, last = cell_name(board, start), cell_name(board, end)
        apart = "" if len(first) == len(last) == 2 else "-"
        (circles if start == end else arrows).append(_LETTERS[colour] + (first if start == end else first + apart + last))
    parts = [f"[%csl {','.join(circles)}]" if circles else "", f"[%cal {','.join(arrows)}]" if arrows else ""]
    return "".join(parts)


def taken_out(comment: str, board: Board) -> tuple[str, tuple[Shape, ...]]:
    """A comment without the shapes that stand in it, and these; what means no cell of the board stays where it is."""
    places = {
        cell_name(board, (row, column)): (row, column) for row, line in enumerate(board.cells) for column in range(len(line))
    }
    found = list[Shape]()

    def take(match: re.Match[str]) -> str:
        read = [_read(word.strip(), match[1] == "al", places) for word in match[2].split(",")]
        shapes = [shape for shape in read if shape is not None]
        if len(shapes) < len(read):
            return match[0]
        found.extend(shapes)
        return " "

    rest = " ".join(_COMMAND.sub(take, comment).split())
    return rest, tuple(dict.fromkeys(found))[:MOST_SHAPES]


def _read(word: str, is_arrow: bool, places: dict[str, Place]) -> Shape | None:
    """The shape that a word stands for, if it does for one."""
    colour, name = COLOURS.get(word[:1]), word[1:]
    if colour is None:
        return None
    first, dash, last = name.partition("-")
    if not is_arrow:
        first, last = name, name
    elif not dash:
        first, last = name[: len(name) // 2], name[len(name) // 2 :]
    start, end = places.get(first), places.get(last)
    return None if start is None or end is None else Shape(colour, start, end)


def to_json(shapes: Iterable[Shape]) -> list[list[Any]]:
    """Shapes as they are kept."""
    return [[colour, *start, *end] for colour, start, end in shapes]


def from_json(kept: Iterable[Iterable[Any]]) -> tuple[Shape, ...]:
    """Shapes that were kept."""
    found = list[Shape]()
    for colour, *places in kept:
        row, column, last_row, last_column = (int(place) for place in places)
        if colour in _LETTERS:
            found.append(Shape(colour, (row, column), (last_row, last_column)))
    return tuple(found[:MOST_SHAPES])
