"""What endings a game has tables for: its module declares them as ENDINGS.

An *ending* is what stands on the board, whoever is to move: king and queen against king and rook. Its positions are those of
one or more *families*, which rule `index` tells: a family is seen from the player to move, so that an ending is usually two of
them, or one where both players have the same. Moves stay within an ending or lead to a smaller one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from damier.errors import BadInput
from damier.wording import quoted

QUICK = 12_000_000  # places, of which one core builds a million a second or so: those of four men in chess


class Ending(NamedTuple):
    """An ending: its name, its families, and the names of all endings that one move may lead to."""

    name: str
    families: tuple[int, ...]
    leads_to: tuple[str, ...] = ()


@dataclass(frozen=True)
class Endings:
    """All endings of a game, as functions of names and numbers."""

    families: int  # the numbers of all families lie below
    size: Callable[[int], int]  # how many places a family has
    find: Callable[[str], Ending]  # the ending that a person calls so; ValueError, in one line, if there is none
    up_to: Callable[[int], list[str]]  # the names of those with so many pieces at most, each after those that it leads to
    named: Callable[[int], str]  # the name of a family, for people
    quick: int = QUICK  # places of a table that may be built by itself, when it comes near in play; 0: none

    def of(self, family: int) -> Ending | None:
        """The ending that a family belongs to; None if it is in no table, as where only kings are left."""
        try:
            return self.find(self.named(family)) if family >= 0 else None
        except BadInput:
            return None

    def needed(self, name: str) -> list[Ending]:
        """An ending, last, and before it all that it leads to, in the order in which they can be built."""
        order: dict[str, Ending] = {}

        def visit(ending: Ending) -> None:
            if ending.name not in order:
                for smaller in ending.leads_to:
                    visit(self.find(smaller))
                order[ending.name] = ending

        visit(self.find(name))
        return list(order.values())

    def places(self, ending: Ending) -> int:
        """How many places its table has."""
        return sum(self.size(family) for family in ending.families)


def listed(endings: Sequence[Ending], sizes: Sequence[int]) -> Endings:
    """A few endings written out, each after those that it leads to, with the size of every family."""
    by_name = {ending.name.upper(): ending for ending in endings}
    names = {family: ending.name for ending in endings for family in ending.families}

    def find(name: str) -> Ending:
        if name.strip().upper() not in by_name:
            raise BadInput(f"there is no ending {quoted(name)}; there are {', '.join(ending.name for ending in endings)}")
        return by_name[name.strip().upper()]

    return Endings(
        len(sizes), lambda family: sizes[family], find, lambda most: [ending.name for ending in endings], lambda f: names[f]
    )
