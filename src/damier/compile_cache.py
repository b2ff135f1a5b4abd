"""The compile cache: machine code of kernels, kept between processes.

Numba's own disk cache looks only at the file a kernel stands in, so an edited rule would be answered by the old code.
Here every compiled kernel is one file,

    CACHE / hash of damier's sources and versions / hash of the game's sources / hash of kernel and signature

so that any edit leads to another folder and a user's game has a folder of its own. There is no index: a file is
written under another name and moved into place, so several processes can use the cache at once. The folder is private
to the user (mode 0700; what is in it is unpickled and run). Least recently used folders go when the whole exceeds
`SIZE_LIMIT` bytes.
"""

import hashlib
import os
import pickle
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy
from numba import types
from numba.core import compiler, serialize
from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.runtime import rtsys

from damier.user_files import cache_directory

SIZE_LIMIT = 400_000_000
WITHOUT_KERNELS = ("cli", "web", "trace", "protocols", "processes")  # parts of damier whose edits do not change machine code

_PACKAGE = Path(__file__).parent

game_sources: dict[str, str] = {}  # module of a game from outside damier -> hash of its sources


class KernelCache(_Cache):
    """The compiled versions of one kernel on disk; Numba calls load_overload and save_overload."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = f"{function.__module__}.{function.__qualname__}"
        file = Path(function.__code__.co_filename)
        if _PACKAGE not in file.parents and file.is_file():  # its source is not among damier's own: a script, a test
            self._name += _digest([file.read_bytes()])
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(version_folder())

    def load_overload(self, signature: Any, target: Any) -> Any:
        if not self._enabled:
            return None
        path = self._path(signature, target.codegen())
        try:
            payload = path.read_bytes()
        except OSError:
            return None
        try:
            needed, parts = pickle.loads(payload)
            _provide(needed, target)
            result = self._rebuilt(target, parts)
        except Exception:  # damaged, or of another make: compile it again
            path.unlink(missing_ok=True)
            return None
        return result if tuple(result.signature.args) == _arguments(signature) else None  # a type may have been made anew

    def _rebuilt(self, target: Any, parts: Any) -> Any:
        return compiler.CompileResult._rebuild(target, *parts)

    def has(self, signature: Any, target: Any) -> bool:
        """Whether it was compiled for these types, by whichever process."""
        return self._path(signature, target.codegen()).exists()

    def save_overload(self, signature: Any, result: Any) -> None:
        if not self._enabled or not CompileResultCacheImpl.check_cachable(self, result):
            return
        if not all(_can_be_found(kind) for kind in _arguments(signature)):
            return
        path = self._path(signature, result.codegen)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace(path, serialize.dumps((_needed_by(result.library), result._reduce())))
            _trim_once()
        except OSError:
            pass  # a full or read-only disk costs a compilation next time, nothing else

    def _path(self, signature: Any, codegen: Any) -> Path:
        arguments = _arguments(signature)
        described = repr((self._name, [_describe(kind) for kind in arguments], codegen.magic_tuple()))
        return version_folder() / _game_folder(arguments) / (_digest([described.encode()]) + ".kernel")

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        pass


class PartCache(KernelCache):
    """The same for a part of kernels: only of those that are the same for all games, whose kernels share it."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        return super().load_overload(signature, target) if _is_for_all_games(signature) else None

    def _rebuilt(self, target: Any, parts: Any) -> Any:
        (_, kind, _), *_ = parts
        if kind == "inner":  # what it refers to has no place in memory before there is machine code of a kernel
            parts = (*parts[:-1], ())
        return super()._rebuilt(target, parts)

    def save_overload(self, signature: Any, result: Any) -> None:
        if _is_for_all_games(signature):
            super().save_overload(signature, result)


def _is_for_all_games(signature: Any) -> bool:
    plain = types.Number, types.Boolean, types.Record, types.Array
    return all(isinstance(kind, plain) for kind in _arguments(signature))


def _needed_by(library: Any) -> list[str]:
    """What machine code calls or reads that is not its own: functions of C, of Python, of Numba's runtime."""
    module = library._final_module
    return [item.name for item in (*module.functions, *module.global_variables) if item.is_declaration]


def _provide(needed: Iterable[str], target: Any) -> None:
    """Have what machine code from the disk needs.

    Numba's runtime alone nearly always is enough. To load all that its compiler knows, as Numba does before it looks into a
    cache, takes longer than all the rest of the start.
    """
    rtsys.initialize(target)
    if not all(name.startswith("llvm.") or llvm.address_of_symbol(name) for name in needed):
        target.refresh()


def replace(path: Path, content: bytes, mode: int = 0o600, is_lasting: bool = False) -> None:
    """Write a file whole or not at all; one that is lasting is on the disk before others can see it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if is_lasting:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _arguments(signature: Any) -> tuple[Any, ...]:
    return tuple(signature if isinstance(signature, tuple) else signature.args)


def _can_be_found(kind: Any) -> bool:
    """Whether another process finds this type by its name: not one whose module was loaded again, or that a function made."""
    if not isinstance(kind, types.BaseNamedTuple):
        return True
    found: Any = sys.modules.get(kind.instance_class.__module__)
    for name in kind.instance_class.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind.instance_class


def _describe(kind: Any) -> str:
    if isinstance(kind, types.BaseNamedTuple):
        owner = kind.instance_class
        name = f"{owner.__module__}.{owner.__qualname__}.{owner.__name__}"  # of types outside damier the last has a hash
        return f"{name}({', '.join(map(_describe, kind.types))})"
    return repr(kind)


def _game_folder(arguments: Iterable[Any]) -> str:
    for kind in arguments:
        if isinstance(kind, types.BaseNamedTuple) and kind.instance_class.__module__ in game_sources:
            return game_sources[kind.instance_class.__module__]
    return "damier"


def _digest(parts: Iterable[bytes]) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(len(part).to_bytes(8, "little"))
        total.update(part)
    return total.hexdigest()[:32]


def register_game_source(module: str, *sources: bytes) -> None:
    """A module of a game from outside damier: kernels for its positions are kept under the hash of the game's sources."""
    game_sources[module] = _digest(sources)


@cache
def version_folder() -> Path:
    """The folder of this version of damier: named by the hash of all its sources and of what compiles them."""
    root = cache_root()
    parts = {file: file.relative_to(_PACKAGE).parts[0].removesuffix(".py") for file in sorted(_PACKAGE.rglob("*.py"))}
    sources = [file for file, part in parts.items() if part not in WITHOUT_KERNELS]
    versions = (sys.version, platform.machine(), numba.__version__, llvmlite.__version__, numpy.__version__)
    checks = numba.config.BOUNDSCHECK, numba.config.OPT
    folder = root / _digest([repr((versions, checks)).encode(), *(file.read_bytes() for file in sources)])
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        os.utime(folder)
    except OSError:
        pass
    return folder


def cache_root() -> Path:
    """The user's directory for machine code, made private; a temporary one if it is not ours."""
    root = cache_directory()
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make_private(root)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="damier-kernels-"))
    return root


def _make_private(root: Path) -> None:
    if os.name == "posix":
        status = root.stat()
        if status.st_uid != os.getuid():
            raise PermissionError(f"{root} belongs to another user")
        if stat.S_IMODE(status.st_mode) != 0o700:
            root.chmod(0o700)


@cache
def _trim_once() -> None:
    """Keep to the limit, in a process that adds to the cache."""
    _trim(version_folder().parent, keep=version_folder())


def _trim(root: Path, keep: Path) -> None:
    """Remove the least recently used folders until the whole fits the limit."""
    folders = sorted((folder for folder in root.iterdir() if folder.is_dir()), key=lambda folder: folder.stat().st_mtime)
    sizes = {folder: sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) for folder in folders}
    total = sum(sizes.values())
    for folder in folders:
        if total <= SIZE_LIMIT:
            return
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)
            total -= sizes[folder]
    for game in sorted(keep.iterdir(), key=lambda path: path.stat().st_mtime):  # this version alone is too large
        if total > SIZE_LIMIT:
            total -= sum(file.stat().st_size for file in game.rglob("*"))
            shutil.rmtree(game, ignore_errors=True)
