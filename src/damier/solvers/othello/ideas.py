"""The ideas that make the solver of Othello endings fast, each a switch."""

from damier.solvers.ideas import bits, switched

IDEAS = {
    "parity": "squares in a quarter of the board with an odd number of empty squares first",
    "replies": "moves that leave the other player few replies first (fastest first)",
    "estimate": "with many empty squares the learned evaluation orders the moves, too",
    "stability": "discs that can never be turned bound the score",
    "table": "positions that were proved are remembered, with both bounds",
    "remember": "the table's two moves first",
    "answers": "answers of the table for the moves are looked at before one is searched (enhanced transposition cutoffs)",
    "symmetry": "with many empty squares a position and its mirror images are one",
}

BIT = bits(IDEAS)
_NEEDS = {"remember": "table", "answers": "table", "symmetry": "table"}


def switches(without: str | tuple[str, ...] = ()) -> int:
    """The bits of all ideas but these, and but those that stand on them."""
    return switched(IDEAS, _NEEDS, without)
