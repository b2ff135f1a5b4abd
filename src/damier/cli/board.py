"""A board in the terminal."""

from rich.text import Text

from damier.games.game import Board, Cell

STYLES = {0: "bold red", 1: "bold yellow", -1: ""}
DISCS = {0: "●", 1: "○"}


def draw(board: Board, last: list[tuple[int, int]] | None = None, below: list[str] | None = None) -> Text:
    """The board as text in colour; the cells of the last move underlined, and what is to stand below each column."""
    empty = " " if any(cell.look == "pit" for row in board.cells for cell in row) else "·"
    texts = [[_cell_text(cell, empty) for cell in row] for row in board.cells]
    width = max(len(text) for row in [*texts, board.columns, below or []] for text in row)
    margin = max((len(name) for name in board.rows), default=0)
    drawn = Text()
    for r, (row, cells) in enumerate(zip(texts, board.cells, strict=True)):
        name = board.rows[r] if board.rows else ""
        drawn.append(f"{name:>{margin}} " if margin else " ", "dim")
        for c, (text, cell) in enumerate(zip(row, cells, strict=True)):
            marked = " underline" if last and (r, c) in last else ""
            drawn.append(f"{text:^{width}}", (STYLES[cell.owner] + marked).strip() or ("dim" if text == "·" else ""))
            drawn.append(" ")
        drawn.append("\n")
    for names, style in ((board.columns, "dim"), (below, "bold")):
        if names:
            drawn.append(" " * (margin + 1) + " ".join(f"{name:^{width}}" for name in names) + "\n", style)
    if board.caption:
        drawn.append(board.caption + "\n")
    return drawn


def _cell_text(cell: Cell, empty: str) -> str:
    if cell.look == "disc":
        return DISCS.get(cell.owner, empty)
    return cell.text or empty
