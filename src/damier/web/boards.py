"""A board as the page draws it: what stands in each cell. Every room of the page that shows a position tells it so."""

from pydantic import BaseModel, Field

from damier.games.game import Board, Game

Place = tuple[int, int]  # row from the top and column, from 0


class CellView(BaseModel):
    """What stands in a cell."""

    text: str
    owner: int = Field(description="0 or 1, or -1 for nobody")
    look: str = Field(description="disc, pit, plain, or piece: a figure, which its text names by a letter, as in a FEN")
    name: str = Field(default="", description="of the cell itself, as the number of a square")


class BoardView(BaseModel):
    """A board to draw."""

    cells: list[list[CellView]] = Field(description="by rows from the top")
    rows: list[str]
    columns: list[str]
    falling: bool = Field(description="whether a click anywhere in a column plays there")
    caption: str
    theme: str = Field(description="how it is coloured; empty for the page's own colours")


def view_board(board: Board) -> BoardView:
    return BoardView(
        cells=[[CellView(**cell._asdict()) for cell in row] for row in board.cells],
        rows=board.rows,
        columns=board.columns,
        falling=board.falling,
        caption=board.caption,
        theme=board.theme,
    )


def cells_on(board: Board, cells: list[Place]) -> list[Place]:
    """Those of some cells that the board has."""
    return [(row, column) for row, column in cells if row < len(board.cells) and column < len(board.cells[row])]


def named(game: Game, player: int) -> str:
    """What a player is called, at the beginning of a sentence."""
    name = game.players[player]
    return name[:1].upper() + name[1:]
