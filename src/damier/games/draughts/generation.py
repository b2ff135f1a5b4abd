"""The moves of draughts: steps, and captures, which are one move however many men they take.

A move is a number: the square it begins on (5 bits), the way of a step (2 bits), then the path of a capture, 0 for a step. A
path has two bits for the way of each jump, the first jump lowest, and a 1 above the last; nine jumps are the most there can
be. So each path is a move of its own, whatever it takes and wherever it ends.
"""

from typing import Any

from damier.bits import lowest, popcount
from damier.games.draughts.squares import (
    ALL,
    BACK_LEFT,
    BACK_RIGHT,
    CROWNED_FROM,
    FORWARD,
    HALF,
    LANDS,
    LEFT,
    NEXT,
    ONE,
    OVER,
    WAYS,
    ZERO,
    Bits,
    back,
    back_left_of,
    back_right_of,
    left_of,
    right_of,
)
from damier.kernel import helper

WAY, PATH = 5, 7  # where way and path begin in a move


# --------------------------------------------------------------------------------------------------------------------
# Parts of a position


@helper
def own_men(position: Any) -> Any:
    """The men of the player to move."""
    return position.men & ALL


@helper
def own_kings(position: Any) -> Any:
    """His kings."""
    return position.kings & ALL


@helper
def other_pieces(position: Any) -> Any:
    """All pieces of the other player, where the player to move sees them."""
    return (position.men | position.kings) >> HALF


@helper
def empty_squares(position: Any) -> Any:
    """The squares on which nothing stands."""
    pieces = position.men | position.kings
    return ~(pieces | pieces >> HALF) & ALL


# --------------------------------------------------------------------------------------------------------------------
# Who can move


@helper
def stepping(position: Any, way: Any) -> Any:
    """The pieces that can step along a way."""
    empty, kings = empty_squares(position), own_kings(position)
    if way == LEFT:
        return (own_men(position) | kings) & back_right_of(empty)
    if way == BACK_RIGHT:
        return kings & left_of(empty)
    if way == BACK_LEFT:
        return kings & right_of(empty)
    return (own_men(position) | kings) & back_left_of(empty)


@helper
def takers(men: Any, kings: Any) -> Any:
    """The pieces in the lower halves of these numbers that could take another one if it were their turn."""
    pieces, crowned = men | kings, kings & ALL
    other = pieces >> HALF
    free = ~(pieces | other) & ALL
    found = pieces & (back_right_of(other & back_right_of(free)) | back_left_of(other & back_left_of(free)))
    if crowned != ZERO:
        found |= crowned & (left_of(other & left_of(free)) | right_of(other & right_of(free)))
    return found & ALL


@helper
def jumping(position: Any) -> Any:
    """The pieces of the player to move that can take another one."""
    return takers(position.men, position.kings)


@helper
def can_move(position: Any) -> Any:
    """Whether the player to move has a move."""
    for way in range(WAYS):
        if stepping(position, way) != ZERO:
            return True
    return jumping(position) != ZERO


# --------------------------------------------------------------------------------------------------------------------
# The moves


@helper
def list_steps(position: Any, out: Any) -> Any:
    """Write the steps into `out`, those forward first; how many there are."""
    n = 0
    for way in range(WAYS):
        left = stepping(position, way)
        while left != ZERO:
            out[n] = lowest(left) | way << WAY
            n += 1
            left &= left - ONE
    return n


@helper
def count_steps(position: Any) -> Any:
    """How many steps there are."""
    n = 0
    for way in range(WAYS):
        n += popcount(stepping(position, way))
    return n


@helper
def list_captures(position: Any, jumpers: Any, out: Any) -> Any:
    """Write the captures of the pieces that can jump into `out`; how many there are."""
    n = 0
    while jumpers != ZERO:
        n = list_paths(position, lowest(jumpers), out, n)
        jumpers &= jumpers - ONE
    return n


@helper
def list_paths(position: Any, source: Any, out: Any, n: Any) -> Any:
    """Write all ways to capture with one piece behind the `n` moves that are there; how many there are then.

    The path is its own stack: a jump adds two bits to it, and is taken back by them. What was jumped over stays where it is,
    but is not jumped over again; the square where it began is free.
    """
    other = other_pieces(position)
    free = empty_squares(position) | ONE << Bits(source)
    is_man = own_men(position) >> Bits(source) & ONE != ZERO
    ways = FORWARD if is_man else WAYS
    at, path, length, taken = source, 0, 0, ZERO
    way = 0
    is_going_on = False  # whether there is a jump from here
    while True:
        if way < ways:
            over = OVER[WAYS * at + way]
            if other & over & ~taken != ZERO and free >> Bits(LANDS[WAYS * at + way]) & ONE != ZERO:
                path |= way << length
                length += 2
                taken |= over
                at = LANDS[WAYS * at + way]
                way = ways if is_man and at >= CROWNED_FROM else 0  # to be crowned ends the move
                is_going_on = False
            else:
                way += 1
            continue
        if length == 0:
            return n
        if not is_going_on:
            out[n] = source | (path | 1 << length) << PATH
            n += 1
        length -= 2
        way = path >> length & 3
        path ^= way << length
        at = LANDS[WAYS * at + back(way)]
        taken ^= OVER[WAYS * at + way]
        way += 1
        is_going_on = True


# --------------------------------------------------------------------------------------------------------------------
# Parts of a move


@helper
def source_of(move: Any) -> Any:
    """The square a move begins on."""
    return move & 31


@helper
def is_capture(move: Any) -> Any:
    return move >> PATH != 0


@helper
def target_of(move: Any) -> Any:
    """The square a move ends on."""
    at, path = source_of(move), move >> PATH
    if path == 0:
        return NEXT[WAYS * at + (move >> WAY)]
    while path > 1:
        at = LANDS[WAYS * at + (path & 3)]
        path >>= 2
    return at


@helper
def taken_by(move: Any) -> Any:
    """The squares that a move jumps over."""
    at, path, taken = source_of(move), move >> PATH, ZERO
    while path > 1:
        taken |= OVER[WAYS * at + (path & 3)]
        at = LANDS[WAYS * at + (path & 3)]
        path >>= 2
    return taken


def squares_of(move: int) -> list[int]:
    """The squares a move goes through, with the first and the last."""
    at, path = int(source_of(move)), move >> PATH
    if path == 0:
        return [at, int(target_of(move))]
    found = [at]
    while path > 1:
        at = int(LANDS[WAYS * at + (path & 3)])
        found.append(at)
        path >>= 2
    return found
