"""Positions known up to symmetry: the table keeps one entry for all positions that have the same canonical form
(Alliot: Connect 4 on 7x6 is solved with table and symmetries).

Bounds hold for all of them. A best move does not: its index belongs to the position that stored it, and in a mirror
image it may name another move. It is tried first all the same: that costs a little order and never the value.
Remembering it only in canonical positions was tried; ten Connect 4 positions then took half as many nodes again.
"""

from typing import Any

from damier.kernel import inlined
from damier.rules import canonical, key


@inlined
def table_key(position: Any, work: Any) -> Any:
    """The key under which the table knows a position."""
    if work.symmetry:
        position = canonical(position)
    return key(position)
