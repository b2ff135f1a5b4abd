"""Where tables of endings are that others have built (`games/outside.py`), and who reads them: the game declares that, a
person names the folders, in the environment or, for this process, otherwise.
"""

import functools
import os
from collections.abc import Sequence
from pathlib import Path

from damier.errors import BadInput
from damier.games.declared import brought
from damier.games.game import Game
from damier.games.outside import OutsideTables, Reader
from damier.wording import quoted

DECLARED = "OUTSIDE_TABLES"

_named: list[tuple[Path, ...]] = []  # folders that a person has named for this process


def look_in(folders: Sequence[Path] | None) -> None:
    """Read those of the one game of this process in these folders; None for those of the environment."""
    _named[:] = [] if folders is None else [tuple(folders)]


def split(written: str) -> list[Path]:
    """Folders as a person writes them, several as the system writes several; BadInput if one is none."""
    folders = [Path(part) for part in written.split(os.pathsep) if part]
    for folder in folders:
        if not folder.is_dir():
            raise BadInput(f"{quoted(str(folder))} is no folder")
    return folders


def declared_by(game: Game) -> OutsideTables | None:
    """What a game says of such tables."""
    found: OutsideTables | None = getattr(game.module, DECLARED, None)
    return found


def folders_for(game: Game) -> tuple[Path, ...]:
    """The folders with such tables of a game; none if nobody has named any, BadInput if one is no folder."""
    declared = declared_by(game)
    if declared is None:
        return ()
    if _named:
        return _named[0]
    try:
        return tuple(split(os.environ.get(declared.variable, "")))
    except BadInput as error:
        raise BadInput(f"{declared.variable}: {error}") from None


def has_outside(game: Game) -> bool:
    """Whether somebody has named folders of such tables, right or wrong."""
    declared = declared_by(game)
    return declared is not None and bool(_named[0] if _named else os.environ.get(declared.variable))


def reader_for(game: Game, folders: Sequence[Path] | None = None) -> Reader | None:
    """Who reads such tables of a game, in these folders or those that a person has named; None if there are none."""
    declared = declared_by(game)
    where = tuple(folders) if folders is not None else folders_for(game)
    if declared is None or not where:
        return None
    return _reader(brought(DECLARED, declared.reader), where)


@functools.lru_cache(4)
def _reader(make: type[Reader], folders: tuple[Path, ...]) -> Reader:
    """To look through a folder of thousands of files takes a moment."""
    return make(folders)
