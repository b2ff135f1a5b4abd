"""damier: two-player games whose rules are written once, in plain Python, and searched at the speed of C.

    >>> from damier import load
    >>> from damier.search import search
    >>> search(load("connect4").parse("44534"), "alphabeta", depth=10)
    Result(value=0, ...)

What is needed to write a game is here too: `rule`, `helper`, WIN, DRAW, LOSS, ONGOING. Nothing is imported before it
is used.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from damier.engine.player import Player as Player
    from damier.games import load as load
    from damier.games import names as names
    from damier.games.formats import GameFormat as GameFormat
    from damier.games.formats import WordFormat as WordFormat
    from damier.games.formats import WrittenGame as WrittenGame
    from damier.games.game import Board as Board
    from damier.games.game import Cell as Cell
    from damier.kernel import helper as helper
    from damier.kernel import rule as rule
    from damier.rules import DRAW as DRAW
    from damier.rules import LOSS as LOSS
    from damier.rules import ONGOING as ONGOING
    from damier.rules import WIN as WIN
    from damier.solvers.protocol import ExactSolver as ExactSolver

__version__ = "0.1.0"

_HOMES = {
    "damier.kernel": ("rule", "helper"),
    "damier.rules": ("WIN", "DRAW", "LOSS", "ONGOING"),
    "damier.games.catalogue": ("load", "names"),
    "damier.games.formats": ("GameFormat", "WordFormat", "WrittenGame"),
    "damier.games.game": ("Board", "Cell"),
    "damier.solvers.protocol": ("ExactSolver",),
    "damier.engine.player": ("Player",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
