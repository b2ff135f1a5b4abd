"""Where the greatest of many numbers stands, of which many are compared at once.

To find the best move among those left, again and again, took a quarter of the search's time one by one: which of two ranks is
the higher is what a processor cannot guess.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from damier.kernel import array_at, compiled_as

AT_ONCE = 8  # numbers; so many may be read, and are not looked at, behind the last one

_LONG = ir.IntType(64)
_MANY = ir.VectorType(_LONG, AT_ONCE)
_LEAST = -(1 << 63)


def greatest(numbers: Any, first: Any, end: Any) -> Any:
    """The place of the greatest number from place `first` on and before `end`, in a row that stands at an address."""
    return int(first + np.argmax(array_at(numbers, end, np.int64)[first:end]))


def _each(number: int) -> Any:
    return ir.Constant(_MANY, [ir.Constant(_LONG, number)] * AT_ONCE)


def _spread(builder: Any, number: Any) -> Any:
    """The same number many times."""
    one = builder.insert_element(ir.Constant(_MANY, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), AT_ONCE), [ir.Constant(ir.IntType(32), 0)] * AT_ONCE)
    return builder.shuffle_vector(one, one, zeros)


@intrinsic
def _greatest(context: Any, numbers: Any, first: Any, end: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, first, end = arguments
        row, step = builder.inttoptr(numbers, _LONG.as_pointer()), ir.Constant(_LONG, AT_ONCE)
        places = ir.Constant(_MANY, [ir.Constant(_LONG, i) for i in range(AT_ONCE)])
        last = _spread(builder, end)

        def read(place: Any) -> Any:
            """The numbers from a place on; the least one in place of those that do not count."""
            many = builder.load(builder.bitcast(builder.gep(row, [place]), _MANY.as_pointer()), align=8)
            counts = builder.icmp_signed("<", builder.add(_spread(builder, place), places), last)
            return builder.select(counts, many, _each(_LEAST))

        top = cgutils.alloca_once_value(builder, _each(_LEAST))
        with cgutils.for_range_slice(builder, first, end, step, intp=_LONG) as (place, _):
            many, so_far = read(place), builder.load(top)
            builder.store(builder.select(builder.icmp_signed(">", many, so_far), many, so_far), top)
        name = f"llvm.vector.reduce.smax.v{AT_ONCE}i64"
        known = builder.module.globals.get(name)
        highest = known or ir.Function(builder.module, ir.FunctionType(_LONG, [_MANY]), name)
        wanted = _spread(builder, builder.call(highest, [builder.load(top)]))
        found = cgutils.alloca_once_value(builder, first)
        with cgutils.for_range_slice(builder, first, end, step, intp=_LONG) as (place, _):
            same = builder.bitcast(builder.icmp_signed("==", read(place), wanted), ir.IntType(AT_ONCE))
            which = builder.zext(builder.cttz(same, ir.Constant(ir.IntType(1), 0)), _LONG)
            is_here = builder.icmp_unsigned("!=", same, ir.Constant(ir.IntType(AT_ONCE), 0))
            builder.store(builder.select(is_here, builder.add(place, which), builder.load(found)), found)
        return builder.load(found)

    return types.int64(*[types.int64] * 3), generate


@compiled_as(greatest)
def _compiled_greatest(numbers: Any, first: Any, end: Any) -> Any:
    def body(numbers: Any, first: Any, end: Any) -> Any:
        return _greatest(numbers, first, end)

    return body
