"""What is kept of a learning beside its journals: settings, networks, and what each generation has found out.

Every file is there whole or not at all, and on the disk before anything is built on it: whoever is killed at any instant
loses what he was about, nothing else. One process at a time learns in a folder.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import alone, read_bytes
from damier.learning.network.training import Numbers
from damier.wording import quoted

LOCK, SETTINGS = "lock", "learning.json"
MOST_NUMBERS = 1 << 28  # bytes of a file of real numbers


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make a folder to learn in, if there is none, and be the only one who learns there."""
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder / LOCK, f"{folder} is being learnt in already, by another damier"):
        for left in folder.glob("*.new*"):  # of somebody who was killed while he wrote
            left.unlink(missing_ok=True)
        yield


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, on the disk before this returns."""
    try:
        replace(path, content, 0o644, is_lasting=True)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def write_numbers(path: Path, numbers: Numbers) -> None:
    """Keep the real numbers from which the next network learns on."""
    file = io.BytesIO()
    np.savez(file, *numbers.parameters)
    write_whole(path, file.getvalue())


def read_numbers(path: Path, into: Numbers) -> Numbers:
    """The real numbers that were kept, in the place of those that are there."""
    try:
        with np.load(io.BytesIO(read_bytes(path, MOST_NUMBERS)), allow_pickle=False) as kept:
            for mine, name in zip(into.parameters, kept.files, strict=True):
                if mine.shape != kept[name].shape:
                    raise ValueError("of another network")
                mine[...] = kept[name]
    except BadInput:
        raise
    except (ValueError, TypeError, KeyError, EOFError, OSError, zipfile.BadZipFile):
        raise BadInput(f"{path} is damaged; without it and the network beside it, that generation is learnt again") from None
    return into


def read_told(path: Path) -> dict[str, Any] | None:
    """What is told in a file of a generation; None if there is none, or none that can be read: it is found out again."""
    if not path.exists():
        return None
    try:
        told = json.loads(read_bytes(path))
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def check_same(folder: Path, mine: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
    """Refuse to go on with what was begun otherwise; what could not be set when it was begun was as is usual."""
    path = folder / SETTINGS
    mine, usual = (json.loads(json.dumps(each)) for each in (mine, usual))
    if not path.exists():
        write_whole(path, json.dumps(mine, indent=1).encode())
        return
    theirs = read_told(path)
    if theirs is None:
        raise BadInput(f"{path} is damaged: {folder} cannot be gone on with; say another file, or remove the folder")
    for name, value in mine.items():
        was = theirs.get(name, usual.get(name))
        if was != value:
            raise BadInput(
                f"{folder} cannot be gone on with: there {name} is {quoted(was)}, not {quoted(value)}; "
                "say another file, or remove the folder"
            )
