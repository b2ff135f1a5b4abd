"""The ideas that make the solver of bridge deals fast, each a switch."""

from damier.solvers.ideas import bits, switched

IDEAS = {
    "equals": "of cards with nothing between them only one is tried",
    "quick": "top cards that who leads can cash at once are counted, not played",
    "trumps": "the highest trumps in one hand win tricks whatever happens",
    "table": "deals that were proved are remembered at the beginning of a trick",
    "partition": "only the cards whose rank has mattered are remembered: one entry stands for many deals (Ginsberg)",
}

BIT = bits(IDEAS)
_NEEDS = {"partition": "table"}


def switches(without: str | tuple[str, ...] = ()) -> int:
    """The bits of all ideas but these, and but those that stand on them."""
    return switched(IDEAS, _NEEDS, without)
