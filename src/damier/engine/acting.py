"""Which techniques mean something in a game: those that change what its search is told, if they are turned.

A technique whose rules a game does not have is silent there, and to measure it is a waste of time.
"""

from dataclasses import fields, replace

from damier.engine.endings import endings_for
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import SWITCHES, Workspace
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.rules import INFINITY
from damier.search.table import Table
from damier.wording import quoted

TOLD = (*SWITCHES, "symmetry", "has_pruned", "tolerance")  # in the record of a search
OUTSIDE = ("deepening", "aspiration", "secondary")  # what is done around the kernel, in every game
USUAL = Techniques()


def turned(switch: str) -> Techniques:
    """The usual techniques but for this one: off where it is usually on, and on where it is off."""
    return replace(USUAL, **{switch: not getattr(USUAL, switch)})


def acting(game: Game) -> tuple[str, ...]:
    """The techniques that do something in a game, from its start on."""
    position = native(game.start())

    def told(techniques: Techniques) -> list[int]:
        unit = game.unit if game.says_unit else INFINITY
        memory = Workspace(position, game.weights(), Table(1), techniques, game.cuts(position), unit=unit)
        return [int(memory.record[name]) for name in TOLD]

    usual = told(USUAL)
    knows_endings = endings_for(game) is not None
    return tuple(
        each.name
        for each in fields(Techniques)
        if each.name in OUTSIDE or (each.name == "endings" and knows_endings) or told(turned(each.name)) != usual
    )


def read_switches(game: Game, text: str) -> tuple[str, ...]:
    """The techniques that a person has named, as `killers,history`; all that act in the game where it is `all` or empty."""
    there = acting(game)
    names = tuple(name.strip() for name in text.split(",")) if text.strip() not in ("", "all") else there
    for name in names:
        if name not in there:
            raise BadInput(f"{quoted(name)} is no technique of {game.name}; there are {', '.join(there)}")
    return names


def is_playable(switch: str) -> bool:
    """Whether one can play by nodes or time with it turned: who does not deepen has nothing when these end."""
    return turned(switch).deepening


def as_setting(switch: str) -> str:
    """A technique turned, as settings of the arena write it."""
    return f"{switch}={'on' if getattr(turned(switch), switch) else 'off'}"
