"""Rows of four on a whole board at once, for boards whose columns lie `stride` bits apart with a spare bit on top.

Boards of fewer than four columns have fours upwards only (`is_wide` is false): sideways, their long columns would be
shifted out of 64 bits.
"""

from typing import Any

import numpy as np

from damier.kernel import helper

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)


@helper
def wanted(stones: Any, stride: Any, is_wide: Any) -> Any:
    """Squares, taken or not, on or off the board, that complete four stones in a row."""
    squares = (stones << _ONE) & (stones << _TWO) & (stones << _THREE)
    if is_wide:
        squares |= _wanted_across(stones, stride)
        squares |= _wanted_across(stones, stride - _ONE)
        squares |= _wanted_across(stones, stride + _ONE)
    return squares


@helper
def _wanted_across(stones: Any, step: Any) -> Any:
    """Squares, taken or not, that complete four stones whose squares lie `step` bits apart."""
    before = (stones << step) & (stones << (step + step))
    behind = (stones >> step) & (stones >> (step + step))
    ends = before & (stones << (step + step + step)) | behind & (stones >> (step + step + step))
    return ends | before & (stones >> step) | behind & (stones << step)


@helper
def fours_along(stones: Any, step: Any) -> Any:
    """The first square of each four whose squares lie `step` bits apart."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))


@helper
def any_four(stones: Any, stride: Any, is_wide: Any) -> Any:
    """The first squares of fours in all directions, in one: none if there is no four."""
    fours = fours_along(stones, _ONE)
    if is_wide:
        fours |= fours_along(stones, stride)
        fours |= fours_along(stones, stride - _ONE)
        fours |= fours_along(stones, stride + _ONE)
    return fours
