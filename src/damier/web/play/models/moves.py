"""Moves, and what they change on the board, as the page is told of them."""

from typing import Literal

from pydantic import BaseModel, Field

from damier.web.boards import BoardView, CellView, Place


class LegalMove(BaseModel):
    """A legal move and the cells a person points at to make it."""

    name: str
    cells: list[Place]
    book: str | None = Field(description="the opening it leads to, if it is a move of the book; may be empty")
    becomes: CellView | None = Field(
        default=None, description="what then stands in the last of its cells, where other moves have the same cells"
    )


class ChangeView(BaseModel):
    """A cell, and what stood in it before a move, or stands in it at a step of it."""

    place: Place
    cell: CellView


class ShapeView(BaseModel):
    """An arrow that a person has drawn on the board, or a circle, which ends where it starts."""

    colour: str
    start: Place
    end: Place


class MadeMove(BaseModel):
    """A move and the player who makes it."""

    move: str
    player: int


class TakenView(BaseModel):
    """The figures that each player has taken until a position, and what his own are worth there."""

    captured: list[list[str]]
    material: list[int]


class LookView(BaseModel):
    """The boards along a line."""

    kind: Literal["look"] = "look"
    node: int
    line: list[str]
    boards: list[BoardView]
    lasts: list[list[Place]]
    highlights: list[dict[str, list[Place]]] = Field(description="of each board, cells to be seen at once: a winning line")
    taken: list[TakenView] | None = Field(description="of each board; null where no figures are taken")


class LineBoards(BaseModel):
    """The boards of the line on the board, from the first position to the last."""

    boards: list[BoardView]
    lasts: list[list[Place]] = Field(description="the cells of the move that led to each")
    places: list[int] = Field(description="which of the line they are: of a long one some are left out, evenly")
