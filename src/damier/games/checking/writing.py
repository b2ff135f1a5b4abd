"""What a game says beside its rules, in a position: names of moves, texts, whose turn it is, the board."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from damier.games import faults
from damier.games.checking.answers import Rules, frozen
from damier.games.checking.fault import Fault, line_of
from damier.games.checking.walk import At
from damier.games.game import Board
from damier.wording import beginning, quoted

NAMES = "people choose moves by their names"


def check_names(rules: Rules, at: At) -> None:
    """The names of the moves are different and are read back."""
    game, names = rules.game, dict[str, int]()
    for move in at.moves:
        name = game.move_name(at.position, move)
        if not name.strip() or "\n" in name:
            raise _fault(rules, "move_name", f"calls move {move} {quoted(name)}", at, "a name is some letters in one line")
        if name in names:
            what = f"calls moves {names[name]} and {move} both {quoted(name)}"
            raise _fault(rules, "move_name", what, at, f"{NAMES}: give each its own")
        names[name] = move
    for name, move in names.items():
        try:
            read = game.parse_move(at.position, name)
        except ValueError as error:
            raise _fault(rules, "read_move", f"does not read {quoted(name)}: {beginning(str(error))}", at, NAMES) from None
        if read != move:
            what = f"reads {quoted(name)} as move {read}; it is the name of move {move}"
            raise _fault(rules, "read_move", what, at, f"{NAMES}: read what move_name() writes")


def check_text(rules: Rules, at: At) -> None:
    """A position is read back as it was written, in one line."""
    game = rules.game
    written = game.text(at.position)
    if "\n" in written or not written.strip():
        raise _fault(rules, "text", f"writes {quoted(written)}", at, "a position is written in one line")
    try:
        read = game.parse(written)
    except ValueError as error:
        told = f"does not read {quoted(written)}, which text() writes: {beginning(str(error))}"
        raise _fault(rules, "parse", told, at, "read what text() writes") from None
    if type(read) is not type(at.position) or frozen(read) != frozen(at.position):
        what = f"reads {quoted(written)} as {_numbers(read)}; text() wrote it for {_numbers(at.position)}"
        raise _fault(rules, "parse", what, at, "text() must tell every field, and parse() read them all")


def check_turn(rules: Rules, at: At, turn: int | None) -> None:
    """Where the position tells whose turn it is, it tells the truth."""
    told = rules.game.turn(at.position)
    if told not in (0, 1):
        raise _fault(rules, "turn", f"gives {told}", at, "it is 0 for who moves first, 1 for the other")
    if turn is not None and told != turn:
        what = f"gives {told}, but it is player {turn}'s turn"
        raise _fault(rules, "turn", what, at, "turns alternate, unless rule 'same_player' says otherwise")


def check_board(rules: Rules, at: At, turn: int) -> None:
    """The board is rectangular, and the cells of the moves lie on it."""
    game = rules.game
    board: Board = game.board(at.position, turn)
    height, width = len(board.cells), len(board.cells[0])
    if any(len(row) != width for row in board.cells):
        lengths = ", ".join(str(len(row)) for row in board.cells)
        raise _fault(rules, "board", f"draws rows of {lengths} cells", at, "all rows are of one length")
    for move in at.moves:
        for row, column in game.cells(at.position, move, turn):
            if not (0 <= row < height and 0 <= column < width):
                what = f"points at row {row}, column {column} for move {move}; the board has {height} rows and {width} columns"
                raise _fault(rules, "cells", what, at, "rows and columns are counted from 0, from the top left")


def check_writing(rules: Rules, at: At, turn: int | None, seen: set[str]) -> None:
    """All of it, as far as the module has it; each that has been asked is noted in `seen`."""
    module = rules.game.module
    asked: list[tuple[str, tuple[str, ...], Callable[[], None]]] = [
        ("text()", ("text", "parse"), lambda: check_text(rules, at)),
        ("move_name()", ("move_name", "read_move"), lambda: check_names(rules, at)),
        ("turn()", ("turn",), lambda: check_turn(rules, at, turn)),
        ("board()", ("board", "cells"), lambda: check_board(rules, at, turn or 0)),
    ]
    for what, names, check in asked:
        if any(hasattr(module, name) for name in names):
            seen.update(name for name in names if hasattr(module, name))
            faults.bounded(rules.path, what, check)


def _fault(rules: Rules, name: str, what: str, at: At, mend: str) -> Fault:
    """A fault of a function beside the rules."""
    function = getattr(rules.game.module, name, None)
    where = line_of(function.__code__) if isinstance(function, FunctionType) else rules.path.name
    return Fault(where, f"{name}() {what}", ",".join(_numbers(at.position).split(", ")), mend)


def _numbers(position: Any) -> str:
    """A position by its fields, whatever the game's own writing is."""
    if not hasattr(position, "_fields"):
        return quoted(position)
    fields = ("an array" if isinstance(value, np.ndarray) else str(value) for value in position)
    return ", ".join(fields)
