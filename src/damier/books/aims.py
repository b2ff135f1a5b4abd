"""What a draw counts for who plays by a book (Buro): as it is; as lost, for one who plays to win, as Logistello does; as won.

Nothing heavy is imported here: protocols list it before the engine is there.
"""

from damier.errors import BadInput
from damier.wording import quoted

EVEN, MUST_WIN, MAY_DRAW = 0, 1, 2
AIMS = {"any": EVEN, "win": MUST_WIN, "draw": MAY_DRAW}  # as people name them
USUAL_AIM = "any"


def aim_named(text: str) -> int:
    """The aim that a person names."""
    if text not in AIMS:
        raise BadInput(f"aim is {quoted(text)}; it can be {', '.join(AIMS)}")
    return AIMS[text]
