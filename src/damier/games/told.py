"""What a game says of itself beside its rules (see `game.py`): each constant of its kind, each function a function."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from damier.games.endings import Endings
from damier.games.formats import GameFormat
from damier.games.game import BadInput, Cell, SetUpField
from damier.games.outside import OutsideTables
from damier.wording import quoted

FUNCTIONS = (
    *("start", "text", "parse", "move_name", "read_move", "turn", "turn_written", "text_for", "move_number"),
    *("board", "cells", "set_up", "set_up_fields", "highlights", "steps"),
    *("explain", "ending", "replay", "record", "file_game", "weights", "weights_for", "full_depth", "plies_left", "progress"),
    *("late_positions", "probcut", "puzzle", "uci_name", "nboard_game", "with_passes", "adjustable"),
)


def check_told(name: str, module: ModuleType) -> None:
    """Raise BadInput, in one line, if something that a game of a file tells is not of its kind."""
    for constant, (is_right, expected) in CONSTANTS.items():
        if hasattr(module, constant):
            value = getattr(module, constant)
            try:
                right = is_right(value)
            except Exception:  # whatever it is, it cannot be asked
                right = False
            if not right:
                raise BadInput(f"{name}: {constant} is {quoted(value)}; it must be {expected}")
    for option, values in getattr(module, "CHOICES", {}).items():
        if option not in getattr(module, "OPTIONS", {}):
            raise BadInput(f"{name}: CHOICES has {quoted(option)}, which is no option of OPTIONS")
        if not _is_list(values) or not values or not all(_is_plain(value) for value in values):
            raise BadInput(f"{name}: CHOICES of {quoted(option)} are {quoted(values)}; they must be a list of texts or numbers")
    for function in FUNCTIONS:
        if hasattr(module, function) and not callable(getattr(module, function)):
            raise BadInput(f"{name}: {function} is {quoted(getattr(module, function))}; it must be a function")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str) and name.isidentifier() and _is_plain(default) for name, default in value.items()
    )


def _is_brought(value: Any) -> bool:
    return callable(value) or (isinstance(value, str) and all(map(str.isidentifier, value.replace(":", ".", 1).split("."))))


def _is_line(value: Any) -> bool:
    return _is_list(value) and len(value) in (3, 4) and all(isinstance(each, str) for each in value)


def _is_table(value: Any) -> bool:
    lines = _is_list(value) and all(_is_list(line) and len(line) in (2, 3) for line in value)
    return isinstance(value, (Path, str)) or lines


def _are_weights(value: Any) -> bool:
    numbers = np.asarray(value)
    limits = np.iinfo(np.int32)
    is_whole = numbers.size == 0 or numbers.dtype.kind in "iu"
    return numbers.ndim == 1 and is_whole and bool(((numbers >= limits.min) & (numbers <= limits.max)).all())


def _is_field(value: Any) -> bool:
    is_list = _is_list(value.choices) and len(value.choices) > 0 and all(map(_is_text, value.choices))
    is_short = not value.several or all(len(each) == 1 for each in value.choices)
    return isinstance(value.name, str) and value.name.isidentifier() and is_list and is_short


def _is_worth(value: Any) -> bool:
    are_small = isinstance(value, dict) and all(_is_text(text) and text == text.lower() for text in value)
    return are_small and all(isinstance(each, int) for each in value.values())


def _are_rules(value: Any) -> bool:
    texts = list(value.values()) if isinstance(value, Mapping) else [value]
    are_named = not isinstance(value, Mapping) or all(map(_is_text, value))
    return bool(texts) and are_named and all(each.is_file() if isinstance(each, Path) else _is_text(each) for each in texts)


def _is_example(value: Any) -> bool:
    return (
        _is_list(value)
        and len(value) == 2
        and isinstance(value[0], str)
        and _is_list(value[1])
        and all(map(_is_text, value[1]))
    )


def _are_letters(value: Any) -> bool:
    """Letters by language that can be read back: no two figures have the same one."""
    return isinstance(value, Mapping) and all(
        _is_text(language)
        and isinstance(letters, Mapping)
        and all(isinstance(each, str) and len(each) == 1 for each in (*letters, *letters.values()))
        and len(set(letters.values())) == len(letters)
        for language, letters in value.items()
    )


def _are_positions(value: Any) -> bool:
    return _is_list(value) and all(isinstance(text, str) and _is_number(depth) and depth >= 1 for text, depth in value)


CONSTANTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "TITLE": (_is_text, "a text"),
    "RULES": (_are_rules, 'a text, or texts or files that are there by language, as {"en": "Take stones."}'),
    "EXAMPLE": (_is_example, 'a position in writing and a list of moves, as ("21", ["3"])'),
    "FIGURE_LETTERS": (_are_letters, 'letters by language, each another one, as {"fr": {"N": "C", "B": "F"}}'),
    "PLAYED": (lambda value: isinstance(value, bool), "True or False"),
    "COUNTED": (_is_text, "a text"),
    "WON_BY": (_is_text, "a text"),
    "SCORES": (_is_text, "a text"),
    "EXPLAINED": (_is_text, "a text"),
    "OPTIONS": (_is_options, 'a dictionary of names with texts, numbers or True and False, as {"size": 8}'),
    "CHOICES": (lambda value: isinstance(value, Mapping), 'a dictionary of lists, as {"size": [6, 8]}'),
    "PLAYERS": (lambda value: _is_list(value) and len(value) == 2 and all(map(_is_text, value)), "two names"),
    "UNIT": (lambda value: isinstance(value, int) and value is not True and value >= 1, "a whole number from 1 on"),
    "MARKS": (
        lambda value: _is_list(value) and len(value) == 2 and all(_is_number(each) and each >= 0 for each in value),
        "two numbers, of a blunder and of a mistake",
    ),
    "NAMES_MOVES": (lambda value: isinstance(value, bool), "True or False"),
    "WORTH": (_is_worth, 'a dictionary of whole numbers by small letters, as {"p": 1}'),
    "PALETTE": (lambda value: _is_list(value) and all(isinstance(each, Cell) for each in value), "a list of Cell"),
    "SET_UP_FIELDS": (
        lambda value: _is_list(value) and all(isinstance(each, SetUpField) and _is_field(each) for each in value),
        'a list of SetUpField, as [SetUpField("castling", ["K", "Q"], several=True)]',
    ),
    "FORMATS": (
        lambda value: _is_list(value) and len(value) > 0 and all(isinstance(each, GameFormat) for each in value),
        "a list of GameFormat, with one at least",
    ),
    "BOOK_FILES": (
        lambda value: isinstance(value, dict) and all(_is_text(end) and _is_brought(opens) for end, opens in value.items()),
        'a dictionary of endings and functions, or where these stand, as {".bin": "package.module:function"}',
    ),
    "NETWORK": (
        lambda value: isinstance(value, Path) and value.is_file(),
        'a file (a Path) that is there, as Path(__file__).with_suffix(".network")',
    ),
    "OPENINGS": (
        lambda value: isinstance(value, Path) or _is_text(value) or (_is_list(value) and all(_is_line(each) for each in value)),
        'a file (a Path), or a list of lines, as [("1", "The middle", "4 4")]',
    ),
    "OPENING_NAMES": (
        lambda value: isinstance(value, dict) and all(_is_text(each) and _is_table(table) for each, table in value.items()),
        'a dictionary of languages with a file (a Path) or a list of lines each, as {"fr": [("The middle", "le milieu")]}',
    ),
    "SAMPLES": (_is_brought, 'a function, or where it stands, as "package.module:function"'),
    "FILES": (lambda value: _is_list(value) and all(map(_is_text, value)), 'a list of endings, as [".pgn"]'),
    "EXPECTATION": (
        lambda value: all(_is_number(each) and 0 < each < np.inf for each in (value if _is_list(value) else [value])),
        "points, more than 0, or a list of them",
    ),
    "SOLVER": (_is_brought, 'a class, a function, or where it stands, as "package.module:Solver"'),
    **dict.fromkeys(
        ("BENCH", "BENCH_PLAYED"), (_are_positions, 'a list of positions in writing, each with a depth, as [("", 9)]')
    ),
    "OUTSIDE_TABLES": (
        lambda value: isinstance(value, OutsideTables) and _is_text(value.variable) and _is_brought(value.reader),
        "OutsideTables",
    ),
    "ENDINGS": (lambda value: isinstance(value, Endings), "Endings"),
    "WEIGHTS": (_are_weights, "a list of 32-bit whole numbers"),
}
