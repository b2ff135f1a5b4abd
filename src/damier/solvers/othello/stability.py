"""Discs that can never be turned again, and the bound they put on the score.

A disc is stable if, in each of the four directions through it, its line is full, or one of its two neighbours on the
line is a stable disc of the same colour or lies outside the board (Alliot-Schiex 15.6.3 names the chains tied to a corner;
full lines are the other half). Not all stable discs are found so, but all that are found are stable.
"""

from typing import Any

from damier.bits import popcount
from damier.games.othello.discs import Bits
from damier.kernel import part

_ZERO, _ONE, _7, _8, _9 = Bits(0), Bits(1), Bits(7), Bits(8), Bits(9)
_ALL = Bits(0xFFFFFFFFFFFFFFFF)
_NOT_A, _NOT_H = Bits(0xFEFEFEFEFEFEFEFE), Bits(0x7F7F7F7F7F7F7F7F)
_A, _H, _ROW_1, _ROW_8 = Bits(0x0101010101010101), Bits(0x8080808080808080), Bits(0xFF), Bits(0xFF00000000000000)
_EDGE = _A | _H | _ROW_1 | _ROW_8


@part
def _full_rows(taken: Any) -> Any:
    taken &= taken >> Bits(4) & Bits(0x0F0F0F0F0F0F0F0F) | Bits(0xF0F0F0F0F0F0F0F0)
    taken &= taken >> Bits(2) & Bits(0x3333333333333333) | Bits(0xCCCCCCCCCCCCCCCC)
    taken = taken & taken >> _ONE & _A
    return taken * Bits(255)


@part
def _full_columns(taken: Any) -> Any:
    taken &= taken >> Bits(32) | taken << Bits(32)
    taken &= taken >> Bits(16) | taken << Bits(48)
    return taken & (taken >> _8 | taken << Bits(56))


@part
def _spoiled(empty: Any, step: Any, up: Any, down: Any) -> Any:
    """All squares of the diagonals on which there is an empty square: 1, 2 and 4 steps, kept from running around the edge."""
    for _ in range(3):
        empty |= (empty << step & up) | (empty >> step & down)
        up &= up << step
        down &= down >> step
        step += step
    return empty


@part
def stable_discs(own: Any, other: Any, outside: Any) -> Any:
    """How many discs of `own` are known to be stable."""
    taken = own | other | outside
    rows = _full_rows(taken) | _A | _H
    columns = _full_columns(taken) | _ROW_1 | _ROW_8
    rising = ~_spoiled(~taken, _9, _NOT_A, _NOT_H) | _EDGE
    falling = ~_spoiled(~taken, _7, _NOT_H, _NOT_A) | _EDGE
    stable = own & rows & columns & rising & falling
    while True:
        sure = stable | outside
        more = rows | (sure << _ONE & _NOT_A) | (sure >> _ONE & _NOT_H)
        more &= columns | sure << _8 | sure >> _8
        more &= rising | (sure << _9 & _NOT_A) | (sure >> _9 & _NOT_H)
        more &= falling | (sure << _7 & _NOT_H) | (sure >> _7 & _NOT_A)
        more &= own
        if more == stable:
            return popcount(stable)
        stable = more
