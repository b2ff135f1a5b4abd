"""The rooms of built-in games in other layers: `damier.lab.othello`, `damier.cli.chess` and the like.

What only one game has (experiments, commands of its own, what is printed of its solver) stands in a folder named like the
game; the layer itself names none, and finds them here, in the order of the catalogue. Nothing heavy is imported for that.
"""

import importlib
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from damier.games.catalogue import BUILT_IN

if TYPE_CHECKING:
    from damier.games.game import Game


def rooms(layer: str, module: str = "") -> dict[str, ModuleType]:
    """The folder of each game in a layer, or its module of this name, by the game's name; of those games that have one."""
    found = {}
    for game in BUILT_IN:
        folder = f"damier.{layer}.{game.replace('-', '_')}"
        name = f"{folder}.{module}" if module else folder
        if find_spec(folder) and find_spec(name):
            found[game] = importlib.import_module(name)
    return found


def room_of(game: "Game", layer: str, module: str = "") -> ModuleType | None:
    """The room of a game, if it is a built-in one and has such; a person's own file may have a game's name."""
    is_built_in = BUILT_IN.get(game.name) == game.module.__name__
    return rooms(layer, module).get(game.name) if is_built_in else None
