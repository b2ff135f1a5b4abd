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

MOST_READ = 16  # names of moves that are read back in a position: to read one may mean to write them all
NAMES = "people choose moves by their names"


def check_names(rules: Rules, at: At) -> None:
    """The names of the moves are different and are read back."""
    names = dict[str, int]()
    for move, name in zip(at.moves, _asked(rules, "move_name", [(at.position, move) for move in at.moves]), strict=True):
        if not name.strip() or "\n" in name:
            raise _fault(rules, "move_name", f"calls move {move} {quoted(name)}", at, "a name is some letters in one line")
        if name in names:
            what = f"calls moves {names[name]} and {move} both {quoted(name)}"
            raise _fault(rules, "move_name", what, at, f"{NAMES}: give each its own")
        names[name] = move
    some = [*names][:: 1 + len(names) // MOST_READ]
    for name, read in zip(some, _read_back(rules, at, some), strict=True):
        move = names[name]
        if read != move:
            what = f"reads {quoted(name)} as move {read}; it is the name of move {move}"
            raise _fault(rules, "read_move", what, at, f"{NAMES}: read what move_name() writes")


def _read_back(rules: Rules, at: At, names: list[str]) -> list[int]:
    """The moves that names stand for."""

    def read(name: str) -> int:
        try:
            return rules.game.parse_move(at.position, name)
        except ValueError as error:
            raise _fault(rules, "read_move", f"does not read {quoted(name)}: {beginning(str(error))}", at, NAMES) from None

    return faults.bounded(rules.path, "read_move()", lambda: [read(name) for name in names])


def check_text(rules: Rules, at: At, is_read: bool) -> None:
    """A position is written in one line, and read back as it was written."""
    (written,) = _asked(rules, "text", [(at.position,)])
    if "\n" in written or not written.strip():
        raise _fault(rules, "text", f"writes {quoted(written)}", at, "a position is written in one line")
    if not is_read:
        return
    try:
        (read,) = _asked(rules, "parse", [(written,)])
    except ValueError as error:
        if isinstance(error, faults.SeemsEndless):
            raise
        told = f"does not read {quoted(written)}, which text() writes: {beginning(str(error))}"
        raise _fault(rules, "parse", told, at, "write a parse(text) that reads what text() writes") from None
    if type(read) is not type(at.position) or frozen(read) != frozen(at.position):
        what = f"reads {quoted(written)} as {_numbers(read)}; text() wrote it for {_numbers(at.position)}"
        raise _fault(rules, "parse", what, at, "text() must tell every field, and parse() read them all")


def _asked(rules: Rules, name: str, questions: list[tuple[Any, ...]]) -> list[Any]:
    """What a function beside the rules gives, if it ends."""
    ask = getattr(rules.game, name)
    return faults.bounded(rules.path, f"{name}()", lambda: [ask(*question) for question in questions])


def check_turn(rules: Rules, at: At, turn: int | None) -> None:
    """Where the position tells whose turn it is, it tells the truth."""
    (told,) = _asked(rules, "turn", [(at.position,)])
    if told not in (0, 1):
        raise _fault(rules, "turn", f"gives {told}", at, "it is 0 for who moves first, 1 for the other")
    if turn is not None and told != turn:
        what = f"gives {told}, but it is player {turn}'s turn"
        raise _fault(rules, "turn", what, at, "turns alternate, unless rule 'same_player' says otherwise")


def check_board(rules: Rules, at: At, turn: int) -> None:
    """The board is rectangular, and the cells of the moves lie on it."""
    board: Board
    (board,) = _asked(rules, "board", [(at.position, turn)])
    height, width = len(board.cells), len(board.cells[0])
    if any(len(row) != width for row in board.cells):
        lengths = ", ".join(str(len(row)) for row in board.cells)
        raise _fault(rules, "board", f"draws rows of {lengths} cells", at, "all rows are of one length")
    (shown,) = _asked(rules, "highlights", [(at.position, turn)])
    for row, column in (place for places in shown.values() for place in places):
        if not (0 <= row < height and 0 <= column < width):
            what = f"shows row {row}, column {column}; the board has {height} rows and {width} columns"
            raise _fault(rules, "highlights", what, at, "rows and columns are counted from 0, from the top left")
    between = _asked(rules, "steps", [(at.position, move, turn) for move in at.moves])
    for move, boards in zip(at.moves, between, strict=True):
        if any([len(row) for row in each.cells] != [width] * height for each in boards):
            what = f"draws a board of another size on the way of move {move}"
            raise _fault(rules, "steps", what, at, f"the board has {height} rows and {width} columns")
    pointed = _asked(rules, "cells", [(at.position, move, turn) for move in at.moves])
    for move, cells in zip(at.moves, pointed, strict=True):
        for row, column in cells:
            if not (0 <= row < height and 0 <= column < width):
                what = f"points at row {row}, column {column} for move {move}; the board has {height} rows and {width} columns"
                raise _fault(rules, "cells", what, at, "rows and columns are counted from 0, from the top left")


def check_writing(rules: Rules, at: At, turn: int | None, seen: set[str], is_quick: bool) -> None:
    """All of it, as far as the module has it; each that has been asked is noted in `seen`.

    At every load, when it is to be quick, nobody minds texts that are not read, for want of a parse().
    """
    module = rules.game.module
    asked: dict[tuple[str, ...], Callable[[], Any]] = {
        ("text", "parse"): lambda: check_text(rules, at, hasattr(module, "parse") or not is_quick),
        ("move_name", "read_move"): lambda: check_names(rules, at),
        ("turn",): lambda: check_turn(rules, at, turn),
        ("move_number",): lambda: _asked(rules, "move_number", [(at.position,)]),
        ("board", "cells", "highlights", "steps"): lambda: check_board(rules, at, turn or 0),
    }
    for names, check in asked.items():
        there = [name for name in names if hasattr(module, name)]
        if there:
            seen.update(there)
            check()


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
