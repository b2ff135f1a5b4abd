"""Finding games: the built-in ones, those of installed packages (entry points `damier.games`), and a user's own file."""

import importlib
import os
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from damier.files import check_regular
from damier.wording import beginning, quoted

BUILT_IN = {
    "nim": "damier.games.nim",
    "tictactoe": "damier.games.tictactoe",
    "connect4": "damier.games.connect4",
    "othello": "damier.games.othello",
    "chess": "damier.games.chess",
    "draughts": "damier.games.draughts",
    "kalah": "damier.games.kalah",
    "awale": "damier.games.awale",
    "bridge": "damier.games.bridge",
    "tree": "damier.games.tree",
    "random-tree": "damier.games.random_tree",
}
USUAL = "connect4"  # where somebody has to begin with one
GROUP = "damier.games"


def names() -> list[str]:
    """The names of all registered games."""
    return [*BUILT_IN, *sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN))]


def declaring(name: str) -> list[str]:
    """The built-in games whose modules have something of this name."""
    return [game for game, module in BUILT_IN.items() if hasattr(importlib.import_module(module), name)]


def is_file(name: str) -> bool:
    """Whether a name means a file, not a registered game."""
    return name not in BUILT_IN and (name.endswith(".py") or "/" in name or "\\" in name)


def load(name: str, **options: Any) -> Any:
    """The game of this name, or of this file, with options for its starting position.

    >>> load("connect4", width=5, height=4).start()
    """
    from damier.games.check import check_game

    game = load_unchecked(name, **options)
    if name not in BUILT_IN:
        check_game(game)
    return game


def load_unchecked(name: str, **options: Any) -> Any:
    """The same, but its rules are not tried out: for a process that helps one which has done that."""
    from damier.games.game import BadInput, Game
    from damier.games.told import check_told

    if name in BUILT_IN:
        module = importlib.import_module(BUILT_IN[name])
    elif is_file(name):
        path = Path(name)
        if not os.path.exists(path):
            raise BadInput(f"there is no file {beginning(name)}")
        check_regular(path)
        module = _load_file(path)
    else:
        found = [point for point in entry_points(group=GROUP) if point.name == name]
        if not found:
            raise BadInput(f"unknown game {quoted(name)}; there are {', '.join(names())}, or give a file: ./mygame.py")
        module = _load_entry_point(found[0])
        _register_package(module)
    if name not in BUILT_IN:
        check_told(Path(module.__file__ or name).name, module)
    known = getattr(module, "OPTIONS", {})
    for option in options:
        if option not in known:
            raise BadInput(f"{beginning(name)} has no option {quoted(option)}; it has {', '.join(known) or 'none'}")
    return Game(Path(name).stem if name not in BUILT_IN else name, module, options, name)


def _load_entry_point(point: Any) -> ModuleType:
    from damier.games.faults import is_meant
    from damier.games.game import BadInput

    try:
        module = point.load()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not is_meant(error):
            raise
        words = f"{type(error).__name__}: {error}".removesuffix(": ") if not isinstance(error, Exception) else error
        raise BadInput(f"game {quoted(point.name)} of an installed package cannot be imported: {words}") from None
    if not isinstance(module, ModuleType):
        raise BadInput(f"entry point {quoted(point.name)} of {GROUP} must name a module, not {quoted(point.value)}")
    return module


def _load_file(path: Path) -> ModuleType:
    from damier.games.faults import blamed
    from damier.games.own_file import load_file

    try:
        return load_file(path)
    except BaseException as error:
        raise blamed(path.resolve(), error) from None


def _register_package(module: ModuleType) -> None:
    """All modules of a game's package count as its sources: positions may stand in another one than the rules."""
    from damier.compile_cache import register_game_source
    from damier.games.faults import authors_files

    file = Path(module.__file__ or "")
    package = module.__name__.partition(".")[0]
    root = Path(sys.modules[package].__file__ or file)
    is_one_file = package == module.__name__ and file.name != "__init__.py"
    files = [file] if is_one_file else sorted({*root.parent.rglob("*.py"), *file.parent.rglob("*.py")})
    sources = [each.read_bytes() for each in files]
    authors_files.update(map(str, files))
    for name in [*sys.modules]:
        if name == package or name.startswith(f"{package}."):
            register_game_source(name, *sources)
