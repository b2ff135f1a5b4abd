"""Operations on 64-bit boards, the same in plain Python and compiled.

Numba's intrinsics cannot be called from plain Python, so each operation is an ordinary function with an overload that
becomes one machine instruction (or a few on a GPU; none is particular to x86).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from damier.kernel import compiled_as

MASK = (1 << 64) - 1


def popcount(board: Any) -> Any:
    """How many bits are set."""
    return np.int64(int(board).bit_count())


def lowest(board: Any) -> Any:
    """The index of the lowest bit that is set; 64 for an empty board."""
    number = int(board)
    return np.int64((number & -number).bit_length() - 1 if number else 64)


def highest(board: Any) -> Any:
    """The index of the highest bit that is set; -1 for an empty board."""
    return np.int64(int(board).bit_length() - 1)


def byte_swap(board: Any) -> Any:
    """The eight bytes in the other order: a chequered board turned over."""
    return np.uint64(int.from_bytes(int(board).to_bytes(8, "little"), "big"))


def reverse(board: Any) -> Any:
    """All 64 bits in the other order: what is the lowest becomes the highest."""
    return np.uint64(int(f"{int(board):064b}"[::-1], 2))


def seen_along(line: Any, square: Any, occupied: Any) -> Any:
    """The squares of a line through a square that are seen from it: both ways, as far as the first that is occupied.

    The line is without the square itself, and has one square in each row of eight at most: a file or a diagonal.
    """
    squares, piece = int(line), 1 << int(square)
    met = squares & int(occupied)
    above, below = met & -2 * piece, met & (piece - 1)
    first_above, first_below = above & -above, 1 << below.bit_length() >> 1  # 0 if there is none
    return np.uint64(squares & (2 * first_above - 1) & -max(first_below, 1))


def scaled(number: Any, size: Any) -> Any:
    """A 64-bit number brought to 0 .. size - 1, evenly: its upper bits decide. A multiplication, where % is a division."""
    return np.int64(int(number) * int(size) >> 64)


def mix(board: Any) -> Any:
    """Scatter a 64-bit number over all 64-bit numbers, one to one (the finaliser of splitmix64)."""
    number = (int(board) + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return np.uint64(number ^ (number >> 31))


def _instruction(build: Callable[[Any, Any], Any], result: Any) -> Callable[[Any], Any]:
    """An intrinsic on one uint64: `build(builder, value)` emits the instruction."""

    @intrinsic
    def call(context: Any, board: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return result(types.uint64), generate

    return call


_popcount = _instruction(lambda builder, value: builder.ctpop(value), types.int64)
_lowest = _instruction(lambda builder, value: builder.cttz(value, ir.Constant(ir.IntType(1), 0)), types.int64)
_leading_zeros = _instruction(lambda builder, value: builder.ctlz(value, ir.Constant(ir.IntType(1), 0)), types.int64)
_byte_swap = _instruction(lambda builder, value: builder.bswap(value), types.uint64)
_reverse = _instruction(lambda builder, value: builder.bitreverse(value), types.uint64)


@intrinsic
def _high_product(context: Any, one: Any, two: Any) -> Any:
    """The upper half of the product of two 64-bit numbers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.uint64, types.uint64), generate


@compiled_as(scaled)
def _compiled_scaled(number: Any, size: Any) -> Callable[[Any, Any], Any]:
    def body(number: Any, size: Any) -> Any:
        return _high_product(np.uint64(number), np.uint64(size))

    return body


@compiled_as(popcount)
def _compiled_popcount(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        return _popcount(np.uint64(board))

    return body


@compiled_as(lowest)
def _compiled_lowest(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        return _lowest(np.uint64(board))

    return body


@compiled_as(highest)
def _compiled_highest(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        return np.int64(63) - _leading_zeros(np.uint64(board))

    return body


@compiled_as(byte_swap)
def _compiled_byte_swap(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        return _byte_swap(np.uint64(board))

    return body


@compiled_as(reverse)
def _compiled_reverse(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        return _reverse(np.uint64(board))

    return body


@compiled_as(seen_along)
def _compiled_seen_along(line: Any, square: Any, occupied: Any) -> Callable[[Any, Any, Any], Any]:
    """By subtraction: occupied - piece borrows from the next one up the line, so that the bits that change are the squares
    between the two. Turned over, the same gives those down the line ("hyperbola quintessence")."""

    def body(line: Any, square: Any, occupied: Any) -> Any:
        piece = np.uint64(1) << np.uint64(square)
        on_line = occupied & line
        up = on_line - piece
        down = byte_swap(byte_swap(on_line) - byte_swap(piece))
        return (up ^ down) & line

    return body


@compiled_as(mix)
def _compiled_mix(board: Any) -> Callable[[Any], Any]:
    def body(board: Any) -> Any:
        number = np.uint64(board) + np.uint64(0x9E3779B97F4A7C15)
        number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return number ^ (number >> np.uint64(31))

    return body
