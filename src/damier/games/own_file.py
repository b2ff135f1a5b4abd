"""A user's own file as a module: run afresh whenever it, or a file beside it that it imports, has changed.

Python runs a module once a process. A person who edits a game and loads it again means the new rules, while games that were
loaded before go on by the old ones. So each state of a file is a module of its own, and so are the modules beside it that
it imports: they are taken out of `sys.modules` again, where two games might find each other's, and stand there under names
of their own, by which the compile cache finds position types and functions. A file that has not changed is the module it was.
"""

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from damier.compile_cache import register_game_source
from damier.files import read_bytes
from damier.games.faults import authors_files
from damier.games.sources import compiled_part

INSTALLED = {"site-packages", "dist-packages"}  # folders of everybody's modules, which are no part of a game


class _Loader(SourceFileLoader):
    """Runs what stands in a file now: Python's own would take compiled code of an edit made within the same second."""

    def __init__(self, name: str, path: str, sources: dict[Path, bytes], own_name: str) -> None:
        super().__init__(name, path)
        self._sources = sources
        self._own_name = own_name

    def get_code(self, fullname: str) -> Any:
        source = read_bytes(self.path)
        self._sources[Path(self.path)] = source
        authors_files.add(self.path)
        return self.source_to_code(source, self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run it under its own name, which its classes and functions then have; a package has it afterwards."""
        sys.modules[self._own_name] = module
        name = module.__name__
        if not hasattr(module, "__path__"):
            module.__name__ = self._own_name
            super().exec_module(module)
            return
        super().exec_module(module)  # it finds its own modules by the name it was imported by
        for value in vars(module).values():
            if isinstance(value, (type, FunctionType)) and value.__module__ == name:
                value.__module__ = self._own_name


class _Beside(MetaPathFinder):
    """Finds modules in the folder of a game, and remembers what was read; those that others have imported stay theirs."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.game = game
        self.sources: dict[Path, bytes] = {}
        self.names: list[str] = []

    @property
    def own_names(self) -> list[str]:
        return [self.game, *(f"{self.game}.{name}" for name in self.names)]

    def loader(self, name: str, path: str) -> _Loader:
        return _Loader(name, path, self.sources, name if name == self.game else f"{self.game}.{name}")

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        if INSTALLED & set(self.folder.parts) or (path is not None and name.partition(".")[0] not in self.names):
            return None
        for place in [str(self.folder)] if path is None else path:
            spec = FileFinder(place, (self.loader, [".py"])).find_spec(name)  # type: ignore[arg-type]
            if spec is not None and spec.loader is not None:
                self.names.append(name)
                return spec
        return None


@dataclass(frozen=True)
class _Loaded:
    """A state of a file, and of those beside it, that was loaded before."""

    module: ModuleType
    sources: dict[Path, bytes]

    def is_unchanged(self) -> bool:
        return all(_content(path) == source for path, source in self.sources.items())


_loaded: dict[Path, list[_Loaded]] = {}
_lock = threading.RLock()  # what is imported meanwhile belongs to one game


def load_file(path: Path) -> ModuleType:
    """Run a user's file as a module, or find it if neither it nor what it imports from beside it has changed."""
    path = path.resolve()
    with _lock:
        for state in _loaded.get(path, []):
            if state.is_unchanged():
                return state.module
        module, sources = _run(path)
        _loaded.setdefault(path, []).append(_Loaded(module, sources))
        return module


def sources_of(path: Path) -> dict[Path, bytes]:
    """What the file was made of when it was loaded last: it, and those beside it that it imports."""
    with _lock:
        states = _loaded.get(path.resolve(), [])
        return dict(next((state.sources for state in reversed(states) if state.is_unchanged()), {}))


def _run(path: Path) -> tuple[ModuleType, dict[Path, bytes]]:
    """A new module, and the files it was made of."""
    name = _free_name(path)
    beside = _Beside(path.parent, name)
    spec = spec_from_file_location(name, path, loader=beside.loader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    register_game_source(name, compiled_part(path.read_bytes()))
    sys.path.insert(0, str(path.parent))
    sys.meta_path.insert(_place_of_path_finder(), beside)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for each in beside.own_names:
            sys.modules.pop(each, None)
        raise
    finally:
        sys.meta_path.remove(beside)
        sys.path.remove(str(path.parent))
        for each in beside.names:
            sys.modules.pop(each, None)
    sources = [
        f"{file.relative_to(path.parent)}\n".encode() + compiled_part(source, is_beside=file != path)
        for file, source in sorted(beside.sources.items())
    ]
    for each in beside.own_names:
        register_game_source(each, *sources)
    return module, beside.sources


def _free_name(path: Path) -> str:
    """A name for the module: the same in every process for the first that is loaded, for the sake of the compile cache."""
    stem = "".join(letter if letter.isalnum() else "_" for letter in path.stem)
    name, copy = f"damier_game_{stem}", 1
    while name in sys.modules:
        copy += 1
        name = f"damier_game_{stem}_{copy}"
    return name


def _place_of_path_finder() -> int:
    """Where Python looks for files: what is built in comes before, as always."""
    return sys.meta_path.index(PathFinder) if PathFinder in sys.meta_path else len(sys.meta_path)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
