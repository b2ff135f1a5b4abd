"""Where what was solved backwards is kept: imported by whoever only wants to know whether there is something."""

from pathlib import Path

from damier.games.game import Game
from damier.user_files import data_directory

_moved: list[Path] = []  # where a person has said that it is, for this process


def move_to(folder: Path | None) -> None:
    """Have that of the one game of this process in another folder; None for the usual one."""
    _moved[:] = [] if folder is None else [folder]


def folder_of(game: Game, late: int = 0) -> Path:
    """The folder of a game, or of its positions with so much left."""
    if _moved:
        return _moved[0]
    return data_directory() / "endings" / (f"{game.kept_as}-late-{late}" if late else game.kept_as)
