"""One golden game for each registered game, as text: what was played, written and drawn must stay as it is.

`python tests/test_playthroughs.py --write` writes the files of `tests/playthroughs` anew; look at the difference before
you commit it. The moves are drawn by lot from those sorted by name, so that another order of moves changes nothing.
"""

import sys
from pathlib import Path
from typing import Any

import pytest

from damier.games import catalogue
from damier.games.game import Board, Cell, Game
from walks import random_game

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
DRAWN_EVERY = 5  # plies between two drawn boards; the last board is always drawn


def playthrough(game: Game) -> str:
    """The whole game in writing."""
    turn = game.turn(game.start())
    lines = [f"# {game.title}: a game of random moves", "", f"start  {game.text(game.start())}"]
    parent: Any = None
    made = ""
    for ply, (position, move) in enumerate(random_game(game, SEED)):
        if parent is not None:
            kept = game.same_player(parent, position)
            lines.append(f"{ply}. player {turn} {made}  {game.text(position)}{'  moves again' if kept else ''}")
            turn = turn if kept else 1 - turn
        if ply % DRAWN_EVERY == 0 or move is None:
            lines += ["", *drawn(game.board(position, turn)), f"    player {turn} to move: {legal(game, position)}", ""]
        if move is None:
            lines.append(f"end  {game.outcome(position)} for player {turn}")
        else:
            parent, made = position, game.move_name(position, move)
    return "\n".join(lines) + "\n"


def legal(game: Game, position: Any) -> str:
    """The legal moves by name, sorted."""
    return " ".join(sorted(game.move_name(position, move) for move in game.moves(position))) or "none"


def drawn(board: Board) -> list[str]:
    """A board in ASCII: discs are X and O, pits stand in brackets, those of player 1 in round ones."""
    shown = [[shown_cell(cell) for cell in row] for row in board.cells]
    rows = board.rows or [""] * len(shown)
    columns = [board.columns] if board.columns else []
    width = max(len(cell) for row in [*shown, *columns] for cell in row)
    margin = max(len(name) for name in rows)
    lines = [
        f"    {name:>{margin}} " + " ".join(f"{cell:>{width}}" for cell in row) for name, row in zip(rows, shown, strict=True)
    ]
    lines += [f"    {'':>{margin}} " + " ".join(f"{name:>{width}}" for name in names) for names in columns]
    return [line.rstrip() for line in [*lines, *([f"    {board.caption}"] if board.caption else [])]]


def shown_cell(cell: Cell) -> str:
    """One cell in ASCII."""
    if cell.look == "disc" and not cell.text:
        return "XO"[cell.owner]
    if cell.look == "pit":
        return f"({cell.text})" if cell.owner == 1 else f"[{cell.text}]"
    return cell.text or "."


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


@pytest.mark.parametrize("name", catalogue.names())
def test_playthrough(name: str) -> None:
    """The game is played, written and drawn as it was."""
    if not file_of(name).exists():
        pytest.fail(f"{name} has no playthrough: run python {Path(__file__).name} --write")
    assert playthrough(catalogue.load(name)) == file_of(name).read_text()


def test_no_playthrough_without_a_game() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(catalogue.names())


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: python {sys.argv[0]} --write")
    for each in catalogue.names():
        file_of(each).write_text(playthrough(catalogue.load(each)))
