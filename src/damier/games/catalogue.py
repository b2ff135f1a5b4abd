"""Finding games: the built-in ones, those of installed packages (entry points `damier.games`), and a user's own file."""

import hashlib
import importlib
import importlib.util
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from damier.files import read_bytes

BUILT_IN = {
    "nim": "damier.games.nim",
    "tictactoe": "damier.games.tictactoe",
    "connect4": "damier.games.connect4",
    "othello": "damier.games.othello",
    "chess": "damier.games.chess",
    "kalah": "damier.games.kalah",
    "awale": "damier.games.awale",
    "tree": "damier.games.tree",
    "random-tree": "damier.games.random_tree",
}
GROUP = "damier.games"


def names() -> list[str]:
    """The names of all registered games."""
    return [*BUILT_IN, *sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN))]


def load(name: str, **options: Any) -> Any:
    """The game of this name, or of this file, with options for its starting position.

    >>> load("connect4", width=5, height=4).start()
    """
    from damier.compile_cache import register_game_source
    from damier.games.check import check_game
    from damier.games.game import BadInput, Game

    if name in BUILT_IN:
        module = importlib.import_module(BUILT_IN[name])
    elif name.endswith(".py") or "/" in name or "\\" in name:
        path = Path(name)
        if not path.exists():
            raise BadInput(f"there is no file {name}")
        module, files = _load_file(path)
        register_game_source(module.__name__, files)
    else:
        found = [point for point in entry_points(group=GROUP) if point.name == name]
        if not found:
            raise BadInput(f"unknown game {name!r}; there are {', '.join(names())}, or give a file: ./mygame.py")
        module = _load_entry_point(found[0])
        register_game_source(module.__name__, _package_files(module))
    known = getattr(module, "OPTIONS", {})
    for option in options:
        if option not in known:
            raise BadInput(f"{name} has no option {option!r}; it has {', '.join(known) or 'none'}")
    game = Game(Path(name).stem if name not in BUILT_IN else name, module, options)
    if name not in BUILT_IN:
        check_game(game)
    return game


def _load_entry_point(point: Any) -> ModuleType:
    from damier.games.game import BadInput

    try:
        module = point.load()
    except Exception as error:
        raise BadInput(f"game {point.name!r} of an installed package cannot be imported: {error}") from None
    if not isinstance(module, ModuleType):
        raise BadInput(f"entry point {point.name!r} of {GROUP} must name a module, not {point.value!r}")
    return module


def _package_files(module: ModuleType) -> list[Path]:
    file = Path(module.__file__ or "")
    return sorted(file.parent.rglob("*.py")) if "." in module.__name__ or file.name == "__init__.py" else [file]


def _load_file(path: Path) -> tuple[ModuleType, list[Path]]:
    """Run a user's file as a module; with it, the files beside it that it imports."""
    from damier.games.check import said_in_a_line

    source = read_bytes(path)
    path = path.resolve()
    stem = "".join(letter if letter.isalnum() else "_" for letter in path.stem)
    name = f"damier_game_{stem}_{hashlib.sha256(source).hexdigest()[:12]}"
    before = set(sys.modules)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the compile cache finds the position's type by this name
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise said_in_a_line(path, error) from None
    finally:
        sys.path.remove(str(path.parent))
    imported = [getattr(sys.modules[other], "__file__", None) for other in set(sys.modules) - before - {name}]
    beside = [Path(file) for file in imported if file and Path(file).resolve().parent == path.parent]
    return module, [path, *beside]
