"""Which features two positions do not share: words of 64 bits, told by their addresses, compared many at once.

Most words of both are the same, and which ones are not is hard to foresee: so that a processor need not guess, what differs in
a word is listed without asking on which side it was. In plain Python the same is done bit by bit.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from damier.kernel import array_at, compiled_as

_LONG = ir.IntType(64)

# --------------------------------------------------------------------------------------------------------------------
# In plain Python


def distance(one: Any, other: Any, words: Any) -> Any:
    """In how many bits so many words differ."""
    return int(sum(int(bits).bit_count() for bits in array_at(one, words, np.uint64) ^ array_at(other, words, np.uint64)))


def list_changes(wanted: Any, there: Any, words: Any, fresh: Any, gone: Any) -> Any:
    """Write which bits are wanted and not there from `fresh` on, and which are there and not wanted before `gone`.

    How many there are of each; the latter end where `gone` is.
    """
    added, taken = [], []
    for i, (word, other) in enumerate(zip(*(array_at(each, words, np.uint64) for each in (wanted, there)), strict=True)):
        changed = [place for place in range(64) if int(word ^ other) >> place & 1]
        added += [64 * i + place for place in changed if int(word) >> place & 1]
        taken += [64 * i + place for place in changed if int(other) >> place & 1]
    array_at(fresh, len(added), np.int64)[:] = added
    array_at(gone - 8 * len(taken), len(taken), np.int64)[:] = taken[::-1]
    return len(added), len(taken)


# --------------------------------------------------------------------------------------------------------------------
# Compiled


@intrinsic
def _distance(context: Any, one: Any, other: Any, words: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, other, words = arguments
        one, other = (builder.inttoptr(address, _LONG.as_pointer()) for address in (one, other))
        total = cgutils.alloca_once_value(builder, ir.Constant(_LONG, 0))
        with cgutils.for_range(builder, words, intp=_LONG) as loop:
            changed = builder.xor(*(builder.load(builder.gep(words_at, [loop.index])) for words_at in (one, other)))
            builder.store(builder.add(builder.load(total), builder.ctpop(changed)), total)
        return builder.load(total)

    return types.int64(*[types.int64] * 3), generate


@compiled_as(distance)
def _compiled_distance(one: Any, other: Any, words: Any) -> Any:
    def body(one: Any, other: Any, words: Any) -> Any:
        return _distance(one, other, words)

    return body


@intrinsic
def _list_changes(context: Any, wanted: Any, there: Any, words: Any, fresh: Any, gone: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wanted, there, words, fresh, gone = arguments
        wanted, there, fresh, gone = (builder.inttoptr(each, _LONG.as_pointer()) for each in (wanted, there, fresh, gone))
        one, zero = ir.Constant(_LONG, 1), ir.Constant(_LONG, 0)
        added, taken, left = (cgutils.alloca_once_value(builder, zero) for _ in range(3))
        with cgutils.for_range(builder, words, intp=_LONG) as loop:
            word = builder.load(builder.gep(wanted, [loop.index]))
            builder.store(builder.xor(word, builder.load(builder.gep(there, [loop.index]))), left)
            first = builder.shl(loop.index, ir.Constant(_LONG, 6))
            test, inside, behind = (builder.append_basic_block(name) for name in ("test", "inside", "behind"))
            builder.branch(test)
            builder.position_at_end(test)
            bits = builder.load(left)
            builder.cbranch(builder.icmp_unsigned("!=", bits, zero), inside, behind)
            builder.position_at_end(inside)
            place = builder.cttz(bits, ir.Constant(ir.IntType(1), 1))
            builder.store(builder.and_(bits, builder.sub(bits, one)), left)
            is_added = builder.and_(builder.lshr(word, place), one)
            so_far, gone_so_far = builder.load(added), builder.load(taken)
            up, down = builder.gep(fresh, [so_far]), builder.gep(gone, [builder.sub(builder.neg(gone_so_far), one)])
            builder.store(builder.add(first, place), builder.select(builder.icmp_unsigned("!=", is_added, zero), up, down))
            builder.store(builder.add(so_far, is_added), added)
            builder.store(builder.add(gone_so_far, builder.sub(one, is_added)), taken)
            builder.branch(test)
            builder.position_at_end(behind)
        return context.make_tuple(builder, signature.return_type, (builder.load(added), builder.load(taken)))

    return types.UniTuple(types.int64, 2)(*[types.int64] * 5), generate


@compiled_as(list_changes)
def _compiled_list_changes(wanted: Any, there: Any, words: Any, fresh: Any, gone: Any) -> Any:
    def body(wanted: Any, there: Any, words: Any, fresh: Any, gone: Any) -> Any:
        return _list_changes(wanted, there, words, fresh, gone)

    return body
