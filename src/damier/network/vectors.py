"""Rows of 16-bit numbers, many at once: what a network does in a search, as vectors of which LLVM makes what the processor has.

In plain Python the same is done with NumPy. Rows are told by their addresses, since what a search carries along is behind
addresses; their length is a multiple of LANES.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from damier.kernel import array_at, compiled_as

LANES = 32
ONE = 255  # what an activation of 1 is as a whole number; all lie between 0 and this
MOST_OUTPUT = 127  # of the weights behind an activation: times ONE it still has 16 bits

_HALF, _WORD, _LONG = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_ROW = ir.VectorType(_HALF, LANES)
_SUM = ir.VectorType(_WORD, LANES // 2)


# --------------------------------------------------------------------------------------------------------------------
# In plain Python


def change_row(target: Any, source: Any, rows: Any, fresh: Any, gone: Any, added: Any, taken: Any, length: Any) -> None:
    """Write to the row at `target` that at `source`, with some of the `rows` added and others taken away.

    At `fresh` stand the numbers of the `added` ones, at `gone` of those that are `taken` away.
    """
    row = array_at(source, length, np.int16).copy()
    for numbers, sign in ((array_at(fresh, added, np.int64), 1), (array_at(gone, taken, np.int64), -1)):
        for number in numbers:
            row += np.int16(sign) * array_at(rows + 2 * int(number) * length, length, np.int16)
    array_at(target, length, np.int16)[:] = row


def activated(row: Any, outputs: Any, length: Any) -> Any:
    """The sum, over a row, of the square of each number, held between 0 and ONE, times its weight at `outputs`."""
    held = np.clip(array_at(row, length, np.int16).astype(np.int64), 0, ONE)
    return int(held * held @ array_at(outputs, length, np.int16).astype(np.int64))


# --------------------------------------------------------------------------------------------------------------------
# Compiled


def _constant(kind: Any, value: int) -> Any:
    return ir.Constant(kind, [ir.Constant(kind.element, value)] * kind.count)


def _load(builder: Any, address: Any, place: Any) -> Any:
    """The vector that stands so many numbers behind an address."""
    numbers = builder.inttoptr(address, _HALF.as_pointer())
    vector = builder.bitcast(builder.gep(numbers, [place]), _ROW.as_pointer())
    return builder.load(vector, align=2)


def _store(builder: Any, value: Any, address: Any, place: Any) -> None:
    numbers = builder.inttoptr(address, _HALF.as_pointer())
    builder.store(value, builder.bitcast(builder.gep(numbers, [place]), _ROW.as_pointer()), align=2)


def _row_at(builder: Any, rows: Any, numbers: Any, i: Any, length: Any) -> Any:
    """The address of the row whose number stands in a list, i places from its beginning."""
    numbers = builder.inttoptr(numbers, _LONG.as_pointer())
    number = builder.load(builder.gep(numbers, [i]))
    return builder.add(rows, builder.shl(builder.mul(number, length), ir.Constant(_LONG, 1)))


def _change_by(builder: Any, target: Any, source: Any, added: list[Any], taken: list[Any], length: Any) -> None:
    """Write a row with the rows at these addresses added and taken away: what most moves change, without looking again."""
    step, zero = ir.Constant(_LONG, LANES), ir.Constant(_LONG, 0)
    with cgutils.for_range_slice(builder, zero, length, step, intp=_LONG) as (place, _):
        row = _load(builder, source, place)
        for address in added:
            row = builder.add(row, _load(builder, address, place))
        for address in taken:
            row = builder.sub(row, _load(builder, address, place))
        _store(builder, row, target, place)


@intrinsic
def _change_row(
    context: Any, target: Any, source: Any, rows: Any, fresh: Any, gone: Any, added: Any, taken: Any, length: Any
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, source, rows, fresh, gone, added, taken, length = arguments
        step, zero, one, two = (ir.Constant(_LONG, number) for number in (LANES, 0, 1, 2))
        adds_one = builder.icmp_signed("==", added, one)
        is_step = builder.and_(adds_one, builder.icmp_signed("==", taken, one))  # from one place to another
        is_capture = builder.and_(adds_one, builder.icmp_signed("==", taken, two))
        with builder.if_else(builder.or_(is_step, is_capture)) as (usual, unusual):
            with usual:
                comes = _row_at(builder, rows, fresh, zero, length)
                goes = _row_at(builder, rows, gone, zero, length)
                with builder.if_else(is_step) as (then, otherwise):
                    with then:
                        _change_by(builder, target, source, [comes], [goes], length)
                    with otherwise:
                        goes_too = _row_at(builder, rows, gone, one, length)
                        _change_by(builder, target, source, [comes], [goes, goes_too], length)
            with unusual:
                row = cgutils.alloca_once(builder, _ROW)
                with cgutils.for_range_slice(builder, zero, length, step, intp=_LONG) as (place, _):
                    builder.store(_load(builder, source, place), row)
                    for changes, count, change in ((fresh, added, builder.add), (gone, taken, builder.sub)):
                        with cgutils.for_range_slice(builder, zero, count, one, intp=_LONG) as (i, _):
                            other = _load(builder, _row_at(builder, rows, changes, i, length), place)
                            builder.store(change(builder.load(row), other), row)
                    _store(builder, builder.load(row), target, place)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 8), generate


@compiled_as(change_row)
def _compiled_change_row(
    target: Any, source: Any, rows: Any, fresh: Any, gone: Any, added: Any, taken: Any, length: Any
) -> Any:
    def body(target: Any, source: Any, rows: Any, fresh: Any, gone: Any, added: Any, taken: Any, length: Any) -> Any:
        _change_row(target, source, rows, fresh, gone, added, taken, length)

    return body


def _every_other(builder: Any, row: Any, is_second: bool, is_signed: bool) -> Any:
    """Every second number of a row, as wider numbers, found where it stands: nothing has to change its place."""
    pairs, half = builder.bitcast(row, _SUM), _constant(_SUM, 16)
    if is_second:
        return builder.ashr(pairs, half)
    return builder.ashr(builder.shl(pairs, half), half) if is_signed else builder.and_(pairs, _constant(_SUM, 0xFFFF))


@intrinsic
def _activated(context: Any, row: Any, outputs: Any, length: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, outputs, length = arguments
        totals = [cgutils.alloca_once_value(builder, _constant(_SUM, 0)) for _ in range(2)]  # no sum waits for the other
        step, zero = ir.Constant(_LONG, LANES), ir.Constant(_LONG, 0)
        with cgutils.for_range_slice(builder, zero, length, step, intp=_LONG) as (place, _):
            held = _load(builder, row, place)
            held = builder.select(builder.icmp_signed(">", held, _constant(_ROW, 0)), held, _constant(_ROW, 0))
            held = builder.select(builder.icmp_signed("<", held, _constant(_ROW, ONE)), held, _constant(_ROW, ONE))
            weighed = builder.mul(held, _load(builder, outputs, place))
            for second, total in enumerate(totals):
                by, to = _every_other(builder, held, second == 1, False), _every_other(builder, weighed, second == 1, True)
                builder.store(builder.add(builder.load(total), builder.mul(by, to)), total)
        total = builder.add(*(builder.load(each) for each in totals))
        name, wide = f"llvm.vector.reduce.add.v{LANES // 2}i64", ir.VectorType(_LONG, LANES // 2)
        known = builder.module.globals.get(name)
        add_up = known or ir.Function(builder.module, ir.FunctionType(_LONG, [wide]), name)
        return builder.call(add_up, [builder.sext(total, wide)])

    return types.int64(*[types.int64] * 3), generate


@compiled_as(activated)
def _compiled_activated(row: Any, outputs: Any, length: Any) -> Any:
    def body(row: Any, outputs: Any, length: Any) -> Any:
        return _activated(row, outputs, length)

    return body
