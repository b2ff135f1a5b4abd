"""The ideas that make the solver of Connect 4 fast, each a switch."""

from damier.solvers.ideas import bits, switched

IDEAS = {
    "safe": "only moves that do not let the opponent win at once; two threats at once are lost",
    "forced": "a single move is played without asking the table or branching",
    "double": "a win with the stone after next is seen without searching",
    "threats": "moves that make more threats first; without it the centre first",
    "table": "positions that were proved are remembered",
    "remember": "the table's move first",
    "mirror": "a position and its mirror image are one",
    "dead": "stones that are in no possible four any more are left out of the key",
    "ends": "cells above one where the game would end are reached by nobody",
    "hopeless": "who cannot make a four any more does not win",
    "replies": "who can answer every move on top of it keeps the opponent from all fours that need such cells",
    "odd": "a threat above an odd number of empty cells wins when the rest of the board is full",
    "children": "answers of the table for the moves are looked at before one is searched",
    "near": "late positions have a part of a large table that fits in the processor's cache",
    "halving": "the score is closed in from far away, halving, before windows next to zero are tried",
}

BIT = bits(IDEAS)
_NEEDS = {"forced": "safe", "double": "safe", "remember": "table", "children": "table", "mirror": "table", "near": "table"}


def switches(without: str | tuple[str, ...] = ()) -> int:
    """The bits of all ideas but these, and but those that stand on them."""
    return switched(IDEAS, _NEEDS, without)


ALL = switches()
