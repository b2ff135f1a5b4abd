"""The ideas that make a solver fast, each a switch, so that one can measure what it is worth."""

from damier.wording import quoted


def bits(ideas: dict[str, str]) -> dict[str, int]:
    """A bit for each idea; `ideas` says of each in a line what it is."""
    return {name: 1 << number for number, name in enumerate(ideas)}


def switched(ideas: dict[str, str], needs: dict[str, str], without: str | tuple[str, ...] = ()) -> int:
    """The bits of all ideas but these, and but those that stand on them (`needs` names what each idea stands on)."""
    left = set(ideas)
    for name in (without,) if isinstance(without, str) else without:
        if name not in ideas:
            raise ValueError(f"unknown idea {quoted(name)}; there are {', '.join(ideas)}")
        left.discard(name)
    for name, needed in needs.items():
        if needed not in left:
            left.discard(name)
    return sum(bit for name, bit in bits(ideas).items() if name in left)
