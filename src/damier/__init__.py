"""damier: two-player games whose rules are written once, in plain Python, and searched at the speed of C.

    >>> import damier
    >>> game = damier.load("connect4")  # or a file: damier.load("./mygame.py")
    >>> game.search("44534", "alphabeta", depth=10).value
    >>> game.solve("44534").value
    >>> game.play(level=3).move("4")

`load` gives a `Game`, which can do everything (`docs/api.md`). What is needed to write a game is here too: `rule`, `helper`,
WIN, DRAW, LOSS, ONGOING, `Board` and `Cell`. Nothing is imported before it is used.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from damier.api.duel import Duel as Duel
    from damier.api.game import Game as Game
    from damier.api.game import load as load
    from damier.arena.report import Report as Report
    from damier.engine.player import Player as Player
    from damier.engine.question import Thought as Thought
    from damier.errors import BadInput as BadInput
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
    from damier.search.driver import Options as Options
    from damier.search.driver import Result as Result
    from damier.search.solve import Solution as Solution
    from damier.solvers.protocol import ExactSolver as ExactSolver
    from damier.trace.nodes import Trace as Trace

__version__ = "0.1.0"

_HOMES = {
    "damier.kernel": ("rule", "helper"),
    "damier.rules": ("WIN", "DRAW", "LOSS", "ONGOING"),
    "damier.errors": ("BadInput",),
    "damier.games.catalogue": ("names",),
    "damier.games.formats": ("GameFormat", "WordFormat", "WrittenGame"),
    "damier.games.game": ("Board", "Cell"),
    "damier.search.driver": ("Options", "Result"),
    "damier.search.solve": ("Solution",),
    "damier.solvers.protocol": ("ExactSolver",),
    "damier.engine.player": ("Player",),
    "damier.engine.question": ("Thought",),
    "damier.arena.report": ("Report",),
    "damier.trace.nodes": ("Trace",),
    "damier.api.game": ("Game", "load"),
    "damier.api.duel": ("Duel",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
