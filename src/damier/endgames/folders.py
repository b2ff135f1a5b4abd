"""Where what was solved backwards is kept: imported by whoever only wants to know whether there is something."""

from pathlib import Path

from damier.games.game import Game
from damier.user_files import data_directory


def folder_of(game: Game, late: int = 0) -> Path:
    """The folder of a game, or of its positions with so much left."""
    return data_directory() / "endings" / (f"{game.kept_as}-late-{late}" if late else game.kept_as)
