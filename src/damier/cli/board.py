"""A board in the terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text

from damier.games.game import Board, Cell, Game

DISCS = {0: "●", 1: "○"}
CROWN, CROWNED = "K", {0: "♚", 1: "♔"}  # the text of a disc that is a king, and its signs
FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))  # by their letters in a FEN
PLAIN = str.maketrans({"●": "X", "○": "O", "·": "."} | {figure: letter for letter, figure in FIGURES.items()})
OPEN = "+"  # an empty cell one may play on, where there are others
Places = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Theme:
    """Colours: of what belongs to each player, of empty cells, of other texts, and what lies behind them.

    A chequered board has two grounds, light and dark, and one for the last move's cells, without space between its cells.
    """

    players: tuple[str, str] = ("bold red", "bold yellow")
    empty: str = "dim"
    text: str = ""
    ground: str = ""
    squares: tuple[str, str] | None = None
    last: str = ""
    signs: tuple[str, str] = (DISCS[0], DISCS[1])  # what stands for each player in a sentence


THEMES = {
    "": Theme(),
    "felt": Theme(("black", "bold bright_white"), "green3", "bold bright_white", "on green4"),
    "wood": Theme(
        ("bold #ffffff", "bold #000000"),
        "",
        "bold #000000",
        "",
        ("#b58e62", "#8f6a43"),
        "#b3a13c",
        (FIGURES["P"], FIGURES["p"]),
    ),
    "checks": Theme(("bold #000000", "bold #ffffff"), "#cdb48e", "bold #000000", "", ("#dcc9a6", "#86583a"), "#a08a2c"),
}


def draw(board: Board, last: Places = (), below: Sequence[str] = (), legal: Places = ()) -> Text:
    """The board as text in colour; the cells of the last move underlined, and what is to stand below each column.

    Of the `legal` cells those that are empty are marked, if not all empty cells are.
    """
    theme = THEMES.get(board.theme, THEMES[""])
    empty = " " if any(cell.look == "pit" for row in board.cells for cell in row) else "·"
    texts = [[cell_text(cell, empty) for cell in row] for row in board.cells]
    for row, column in _marked(texts, legal, empty):
        texts[row][column] = OPEN
    width = max(len(text) for row in [*texts, board.columns, below] for text in row)
    margin = max((len(name) for name in board.rows), default=0)
    drawn = Text()
    for r, (row_texts, cells) in enumerate(zip(texts, board.cells, strict=True)):
        name = board.rows[r] if board.rows else ""
        drawn.append(f"{name:>{margin}} " if margin else " ", "dim")
        for c, (text, cell) in enumerate(zip(row_texts, cells, strict=True)):
            if theme.squares:
                drawn.append(f" {text:^{width}} ", _on_square(theme, cell, text == empty, (r, c), last))
                continue
            drawn.append(f"{text:^{width}}", _style(theme, cell, text == empty, (r, c) in last))
            drawn.append(" ", theme.ground)
        drawn.append("\n")
    for names, style in ((board.columns, "dim"), (below, "bold")):
        if names:
            around = " " if theme.squares else ""
            labels = [f"{around}{name:^{width}}{around}" for name in names]
            drawn.append(" " * (margin + 1) + ("" if theme.squares else " ").join(labels) + "\n", style)
    if board.caption:
        drawn.append(board.caption + "\n")
    return drawn


def _marked(texts: list[list[str]], legal: Places, empty: str) -> list[tuple[int, int]]:
    """The cells to mark: legal ones that are empty, if there are empty ones that are not legal."""
    places = [(r, c) for r, row in enumerate(texts) for c, text in enumerate(row) if text == empty]
    marked = [place for place in places if place in legal]
    return marked if empty.strip() and len(marked) < len(places) else []


def _style(theme: Theme, cell: Cell, is_empty: bool, is_last: bool) -> str:
    colour = theme.players[cell.owner] if cell.owner >= 0 else theme.empty if is_empty else theme.text
    return " ".join(filter(None, (colour, theme.ground, "underline" if is_last else "")))


def _on_square(theme: Theme, cell: Cell, is_empty: bool, place: tuple[int, int], last: Places) -> str:
    """On a chequered board; the sign of an empty cell has the colour of its ground: it is seen where there are no colours."""
    assert theme.squares is not None
    ground = theme.last if place in last else theme.squares[sum(place) % 2]
    empty = theme.empty if cell.name and not cell.text else ground if is_empty else theme.text
    colour = theme.players[cell.owner] if cell.owner >= 0 else empty
    return f"{colour} on {ground}"


def signs(board: Board) -> tuple[str, str]:
    """What stands for each player in a sentence about this board; nothing where they have no signs of their own."""
    return THEMES[board.theme].signs if board.theme in THEMES and board.theme else ("", "")


def cell_text(cell: Cell, empty: str) -> str:
    """What stands for a cell, or for an empty one."""
    if cell.look == "disc":
        return (CROWNED if cell.text == CROWN else DISCS).get(cell.owner, empty)
    if cell.look == "piece":
        return FIGURES.get(cell.text, cell.text)
    return cell.text or cell.name or empty


def legal_cells(game: Game, position: Any, turn: int) -> list[tuple[int, int]]:
    """The cells of moves that are made by pointing at one; none on a board in which discs fall."""
    if game.board(position, turn).falling:
        return []
    pointed = [game.cells(position, move, turn) for move in game.moves(position)]
    return [cells[0] for cells in pointed if len(cells) == 1]


def with_texts(game: Game, position: Any, turn: int, texts: Mapping[int, str]) -> Board:
    """The board with a text, such as a score, on the cell of each move that is made by pointing at one."""
    board = game.board(position, turn)
    rows = [list(row) for row in board.cells]
    for move, text in texts.items():
        cells = game.cells(position, move, turn)
        if len(cells) == 1:
            row, column = cells[0]
            rows[row][column] = Cell(text)
    return replace(board, cells=rows)


def turned(board: Board, *marked: Places) -> tuple[Board, list[list[tuple[int, int]]]]:
    """The board seen from the other side, and marked cells where they are then."""
    cells = [row[::-1] for row in board.cells[::-1]]
    last_row, last_column = len(board.cells) - 1, len(board.cells[0]) - 1
    places = [[(last_row - row, last_column - column) for row, column in each] for each in marked]
    return replace(board, cells=cells, rows=board.rows[::-1], columns=board.columns[::-1]), places


def can_turn(board: Board) -> bool:
    """Whether a board looks the same from the other side: not where discs fall, and not where each has pits of his own."""
    return not board.falling and not any(cell.look == "pit" for row in board.cells for cell in row)


def shown_in(text: Text, encoding: str) -> Text:
    """The same, in letters where a terminal's encoding does not have the signs."""
    try:
        text.plain.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return Text(text.plain.translate(PLAIN), spans=text.spans)
    return text
