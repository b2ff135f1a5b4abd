"""The arithmetic of an Othello board: which moves there are, and which discs a move turns.

Bit 0 is a1, bit 7 h1, bit 8 a2 and bit 63 h8. Smaller boards lie in the middle of the 8x8 one: no disc ever stands
around them, so that lines end there by themselves, and moves only have to be kept within the board.

Compiled, four directions are followed at once in the lanes of one vector (LLVM chooses the processor's instructions,
or takes the lanes one by one where it has none). In plain Python the same functions step from square to square, all
discs at once.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from damier.kernel import compiled_as, helper

Bits = np.uint64
SIDE = 8
SQUARES = SIDE * SIDE
_ALL = (1 << SQUARES) - 1

STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns of the directions towards higher bits
SHIFTS = tuple(SIDE * row + column for row, column in STEPS)  # 1, 7, 8, 9
_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E  # a line along columns cannot turn discs on the a and h files ...
_INNER_ROWS = 0x00FFFFFFFFFFFF00
_INNER = tuple((_INNER_COLUMNS if column else _ALL) & (_INNER_ROWS if row else _ALL) for row, column in STEPS)


def _ray(square: int, row_step: int, column_step: int) -> int:
    """The squares from one (which is left out) to the edge in a direction."""
    row, column = divmod(square, SIDE)
    squares = 0
    while 0 <= (row := row + row_step) < SIDE and 0 <= (column := column + column_step) < SIDE:
        squares |= 1 << (SIDE * row + column)
    return squares


RAYS_UP = [[_ray(square, row, column) for row, column in STEPS] for square in range(SQUARES)]
RAYS_DOWN = [[_ray(square, -row, -column) for row, column in STEPS] for square in range(SQUARES)]

# --------------------------------------------------------------------------------------------------------------------
# In plain Python


def moves_of(own: Any, other: Any) -> Any:
    """The empty squares on which the player of `own` turns at least one disc."""
    mine, yours = int(own), int(other)
    empty = ~(mine | yours) & _ALL
    found = 0
    for direction in _DIRECTIONS:
        row = _shifted(mine, direction) & yours
        while row:
            row = _shifted(row, direction)
            found |= row & empty
            row &= yours
    return Bits(found)


def flips(own: Any, other: Any, square: Any) -> Any:
    """The discs of `other` that a disc of `own` on this square would turn."""
    mine, yours = int(own), int(other)
    found = 0
    for direction in _DIRECTIONS:
        turned, here = 0, _shifted(1 << int(square), direction)
        while here & yours:
            turned |= here
            here = _shifted(here, direction)
        if here & mine:
            found |= turned
    return Bits(found)


def _shifted(board: int, direction: tuple[int, int]) -> int:
    """A board moved by one square; what leaves it is gone."""
    shift, arriving = direction
    return (board << shift if shift > 0 else board >> -shift) & arriving


def _direction(row_step: int, column_step: int) -> tuple[int, int]:
    """By how much to shift for a step, and the squares that can be reached by one."""
    files = {0: _ALL, 1: _ALL & ~_A_FILE, -1: _ALL & ~(_A_FILE << SIDE - 1)}
    return SIDE * row_step + column_step, files[column_step]


_A_FILE = 0x0101010101010101
_DIRECTIONS = [_direction(sign * row, sign * column) for row, column in STEPS for sign in (1, -1)]


# --------------------------------------------------------------------------------------------------------------------
# Compiled

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, len(STEPS))


def _lanes(values: Any) -> Any:
    return ir.Constant(_LANES, [ir.Constant(_WORD, value) for value in values])


_ZEROS, _ONES = _lanes([0] * 4), _lanes([1] * 4)
_BY_ONE, _BY_TWO = _lanes(SHIFTS), _lanes([2 * shift for shift in SHIFTS])


def _spread(builder: Any, word: Any) -> Any:
    """A word in every lane."""
    first = builder.insert_element(_ZEROS, word, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, _ZEROS, ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4))


def _gather(builder: Any, lanes: Any) -> Any:
    """All lanes or-ed into a word."""
    return builder.call(_of_llvm(builder, "llvm.vector.reduce.or.v4i64", _WORD, _LANES), [lanes])


def _of_llvm(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """A function that LLVM itself knows."""
    known = builder.module.globals.get(name)
    return known or ir.Function(builder.module, ir.FunctionType(result, arguments), name)


def _lanes_of_square(builder: Any, name: str, table: list[list[int]], square: Any) -> Any:
    """One row of a constant table, by the square."""
    kind = ir.ArrayType(_LANES, SQUARES)
    constant = builder.module.globals.get(name)
    if constant is None:
        constant = ir.GlobalVariable(builder.module, kind, name)
        constant.linkage = "internal"
        constant.global_constant = True
        constant.initializer = ir.Constant(kind, [_lanes(row) for row in table])
        constant.align = 32
    return builder.load(builder.gep(constant, [ir.Constant(_WORD, 0), square], inbounds=True), align=32)


@intrinsic
def _moves_of(context: Any, own: Any, other: Any) -> Any:
    """Discs of the other player that lie in a row next to own ones are followed three times over (1, 2 and 4 steps)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own_word, other_word = arguments
        own_lanes = _spread(builder, own_word)
        inner = builder.and_(_spread(builder, other_word), _lanes(_INNER))
        found = _ZEROS
        for shift in (builder.shl, builder.lshr):
            row = builder.and_(inner, shift(own_lanes, _BY_ONE))
            row = builder.or_(row, builder.and_(inner, shift(row, _BY_ONE)))
            pairs = builder.and_(inner, shift(inner, _BY_ONE))
            row = builder.or_(row, builder.and_(pairs, shift(row, _BY_TWO)))
            row = builder.or_(row, builder.and_(pairs, shift(row, _BY_TWO)))
            found = builder.or_(found, shift(row, _BY_ONE))
        return builder.and_(_gather(builder, found), builder.not_(builder.or_(own_word, other_word)))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _flips(context: Any, own: Any, other: Any, square: Any) -> Any:
    """The first square of each ray that is not the other player's is found by its bit; if it is own, all before it turn."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own_lanes, others = _spread(builder, arguments[0]), _spread(builder, builder.not_(arguments[1]))
        up = _lanes_of_square(builder, "damier.othello.rays_up", RAYS_UP, arguments[2])
        down = _lanes_of_square(builder, "damier.othello.rays_down", RAYS_DOWN, arguments[2])

        ends = builder.and_(up, others)
        end = builder.and_(own_lanes, builder.and_(ends, builder.sub(_ZEROS, ends)))
        before = builder.sub(end, builder.zext(builder.icmp_unsigned("!=", end, _ZEROS), _LANES))
        turned = builder.and_(up, before)

        ends = builder.and_(down, others)
        leading = _of_llvm(builder, "llvm.ctlz.v4i64", _LANES, _LANES, ir.IntType(1))
        zeros = builder.call(leading, [builder.or_(ends, _ONES), ir.Constant(ir.IntType(1), 1)])
        end = builder.lshr(_lanes([1 << 63] * 4), zeros)
        end = builder.and_(builder.and_(own_lanes, ends), end)
        turned = builder.or_(turned, builder.and_(down, builder.sub(_ZEROS, builder.shl(end, _ONES))))
        return _gather(builder, turned)

    return types.uint64(types.uint64, types.uint64, types.int64), generate


@compiled_as(moves_of)
def _compiled_moves_of(own: Any, other: Any) -> Callable[[Any, Any], Any]:
    def body(own: Any, other: Any) -> Any:
        return _moves_of(np.uint64(own), np.uint64(other))

    return body


@compiled_as(flips)
def _compiled_flips(own: Any, other: Any, square: Any) -> Callable[[Any, Any, Any], Any]:
    def body(own: Any, other: Any, square: Any) -> Any:
        return _flips(np.uint64(own), np.uint64(other), np.int64(square))

    return body


# --------------------------------------------------------------------------------------------------------------------
# Symmetries

_M1, _M2, _M4 = Bits(0x5555555555555555), Bits(0x3333333333333333), Bits(0x0F0F0F0F0F0F0F0F)
_D1, _D2, _D4 = Bits(0x00AA00AA00AA00AA), Bits(0x0000CCCC0000CCCC), Bits(0x00000000F0F0F0F0)
_1, _2, _4, _7, _14, _28 = Bits(1), Bits(2), Bits(4), Bits(7), Bits(14), Bits(28)


@helper
def mirror(board):
    """The files in the other order: a becomes h."""
    board = ((board >> _1) & _M1) | ((board & _M1) << _1)
    board = ((board >> _2) & _M2) | ((board & _M2) << _2)
    return ((board >> _4) & _M4) | ((board & _M4) << _4)


@helper
def transpose(board):
    """Files become rows: mirrored along the diagonal from a1 to h8."""
    swap = (board ^ (board >> _7)) & _D1
    board ^= swap ^ (swap << _7)
    swap = (board ^ (board >> _14)) & _D2
    board ^= swap ^ (swap << _14)
    swap = (board ^ (board >> _28)) & _D4
    return board ^ swap ^ (swap << _28)


@helper
def neighbours(board):
    """The squares next to those of a board, in all eight directions, with those of the board itself."""
    inner = Bits(0x7F7F7F7F7F7F7F7F)
    board |= ((board & inner) << _1) | ((board >> _1) & inner)
    return board | (board << Bits(8)) | (board >> Bits(8))
