"""Four boards at once: arithmetic on the lanes of one vector, for rules that do the same thing in four directions.

In plain Python four lanes are a NumPy array of four 64-bit words, and `&`, `|`, `~`, `<<` and `>>` are NumPy's. Compiled, they
are one vector, of which LLVM makes what the processor has (or takes the lanes one by one where it has none). Lanes are shifted
by lanes: each by a number of its own, below 64.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

LANES = 4

# --------------------------------------------------------------------------------------------------------------------
# In plain Python


def lanes(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """A word of its own for each lane."""
    return np.array([first, second, third, fourth], np.uint64)


def spread(word: Any) -> Any:
    """The same word in every lane."""
    return np.full(LANES, word, np.uint64)


def joined(boards: Any) -> Any:
    """The bits that are set in any lane, as one word."""
    return np.bitwise_or.reduce(boards)


def lowest_bits(boards: Any) -> Any:
    """Of each lane the lowest bit that is set, if there is one."""
    return boards & -boards


def highest_bits(boards: Any) -> Any:
    """Of each lane the highest bit that is set, if there is one."""
    return np.array([1 << int(board).bit_length() >> 1 for board in boards], np.uint64)


def bits_below(bits: Any) -> Any:
    """For lanes of one bit each all bits below it; for an empty lane none."""
    return bits - (bits != 0)


def bits_above(bits: Any) -> Any:
    """For lanes of one bit each all bits above it; for an empty lane none."""
    return -(bits << np.uint64(1))


def lanes_by_number(name: str, rows: Sequence[Sequence[int]]) -> Callable[[Any], Any]:
    """A constant table: the function that gives the lanes of a number from 0 on. Compiled tables are known by their names."""
    table = np.array(rows, np.uint64)

    def lanes_of(number: Any) -> Any:
        return table[number]

    _compile(lanes_of, lambda builder, number: _row(builder, name, table, number), _LANES, types.int64, key=name)
    return lanes_of


# --------------------------------------------------------------------------------------------------------------------
# Compiled


class _LanesType(types.Type):
    """The type of lanes in compiled code."""

    def __init__(self) -> None:
        super().__init__("Lanes")


_LANES = _LanesType()
_BIT, _NUMBER, _WORD = ir.IntType(1), ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)
_ALIGNED = 8 * LANES  # bytes


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    """Numba holds lanes as LLVM does."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


def _compile(function: Any, build: Callable[..., Any], result: Any, *kinds: Any, key: str | None = None) -> None:
    """Let a function or an operator, of arguments of these kinds, be what `build(builder, ...)` emits in compiled code."""

    class Typed(ConcreteTemplate):
        cases = [signature(result, *kinds)]  # noqa: RUF012

    infer_global(function, typing_key=key or function)(Typed)
    lower_builtin(key or function, *kinds)(lambda context, builder, signature, arguments: build(builder, *arguments))


def _constant(words: Sequence[int]) -> Any:
    return ir.Constant(_VECTOR, [ir.Constant(_WORD, int(word)) for word in words])


_ZEROS, _ONES, _HIGHEST, _FULL = (_constant([word] * LANES) for word in (0, 1, 1 << 63, (1 << 64) - 1))


def _insert(builder: Any, *words: Any) -> Any:
    vector = _ZEROS
    for place, word in enumerate(words):
        vector = builder.insert_element(vector, word, ir.Constant(_NUMBER, place))
    return vector


def _spread(builder: Any, word: Any) -> Any:
    return builder.shuffle_vector(_insert(builder, word), _ZEROS, ir.Constant(ir.VectorType(_NUMBER, LANES), [0] * LANES))


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """A call of a function that LLVM itself knows."""
    known = builder.module.globals.get(name)
    function = known or ir.Function(builder.module, ir.FunctionType(result, [each.type for each in arguments]), name)
    return builder.call(function, arguments)


def _highest_bits(builder: Any, boards: Any) -> Any:
    is_never_empty = ir.Constant(_BIT, 1)
    zeros = _call(builder, "llvm.ctlz.v4i64", _VECTOR, builder.or_(boards, _ONES), is_never_empty)
    return builder.and_(boards, builder.lshr(_HIGHEST, zeros))


def _row(builder: Any, name: str, table: Any, number: Any) -> Any:
    """One row of a table, which stands in the compiled code."""
    kind = ir.ArrayType(_VECTOR, len(table))
    constant = builder.module.globals.get(name)
    if constant is None:
        constant = ir.GlobalVariable(builder.module, kind, name)
        constant.linkage = "internal"
        constant.global_constant = True
        constant.initializer = ir.Constant(kind, [_constant(row) for row in table])
        constant.align = _ALIGNED
    return builder.load(builder.gep(constant, [ir.Constant(_WORD, 0), number], inbounds=True), align=_ALIGNED)


_compile(operator.and_, ir.IRBuilder.and_, _LANES, _LANES, _LANES)
_compile(operator.or_, ir.IRBuilder.or_, _LANES, _LANES, _LANES)
_compile(operator.lshift, ir.IRBuilder.shl, _LANES, _LANES, _LANES)
_compile(operator.rshift, ir.IRBuilder.lshr, _LANES, _LANES, _LANES)
_compile(operator.invert, lambda builder, boards: builder.xor(boards, _FULL), _LANES, _LANES)
_compile(lanes, _insert, _LANES, *[types.uint64] * LANES)
_compile(spread, _spread, _LANES, types.uint64)
_compile(joined, lambda builder, boards: _call(builder, "llvm.vector.reduce.or.v4i64", _WORD, boards), types.uint64, _LANES)
_compile(lowest_bits, lambda builder, boards: builder.and_(boards, builder.sub(_ZEROS, boards)), _LANES, _LANES)
_compile(highest_bits, _highest_bits, _LANES, _LANES)
_compile(
    bits_below,
    lambda builder, bits: builder.sub(bits, builder.zext(builder.icmp_unsigned("!=", bits, _ZEROS), _VECTOR)),
    _LANES,
    _LANES,
)
_compile(bits_above, lambda builder, bits: builder.sub(_ZEROS, builder.shl(bits, _ONES)), _LANES, _LANES)
