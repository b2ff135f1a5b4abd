"""What numba's CUDA needs for rules and kernels that were written for the processor; whoever compiles for a GPU imports it.

Constant tables lie in the GPU's main memory, each once: numba would put them where there is room for 64 kB alone. Bytes that
threads share are changed by what a GPU has: it compares and swaps 32 bits at once, of which a byte is one part. (Where numba's
simulator runs kernels in plain Python, the plain operations of `atomics.py` do.)
"""

import hashlib
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, overload

from damier.atomics import publish, read, swap_if

IS_SIMULATED = bool(config.ENABLE_CUDASIM)
GLOBAL = 1  # the address space of the GPU's main memory
BYTE, WORD, LONG = ir.IntType(8), ir.IntType(32), ir.IntType(64)


# --------------------------------------------------------------------------------------------------------------------
# Constant tables


def _constant_table(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A constant array of a kernel. It is known by what stands in it, so that all who have the same share it."""
    data = table.tobytes()
    name = f"damier_{hashlib.sha256(data).hexdigest()[:32]}"
    placed = builder.module.globals.get(name)
    if placed is None:
        placed = ir.GlobalVariable(builder.module, ir.ArrayType(BYTE, len(data)), name, addrspace=GLOBAL)
        placed.linkage = "linkonce_odr"
        placed.global_constant = True
        placed.initializer = ir.Constant(placed.value_type, bytearray(data))
        placed.align = 8
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(builder.addrspacecast(placed, BYTE.as_pointer(), "generic"), made.data.type),
        shape=[context.get_constant(types.intp, length) for length in table.shape],
        strides=[context.get_constant(types.intp, step) for step in table.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()


config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small tables are small
if not IS_SIMULATED:
    from numba.cuda.target import CUDATargetContext

    CUDATargetContext.make_constant_array = _constant_table


# --------------------------------------------------------------------------------------------------------------------
# What threads share


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    """The address of a number in an array, as a number."""
    data = context.make_array(array_type)(context, builder, array).data
    size = ir.Constant(LONG, array_type.dtype.bitwidth // 8)
    return builder.add(builder.ptrtoint(data, LONG), builder.mul(place, size))


@intrinsic(target="cuda")
def _fence(context: Any) -> Any:
    """What was read and written before comes before what is read and written after, for all threads."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(ir.InlineAsm(kind, "fence.acq_rel.gpu;", "~{memory}", side_effect=True), [])
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic(target="cuda")
def _swap_word_if(context: Any, array: Any, place: Any, expected: Any, number: Any) -> Any:
    """Compare and swap the 32 bits that a byte is part of; whether it was done. Who fails tries again, as who reads anew."""
    signature = types.boolean(array, types.int64, array.dtype, array.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, expected, number = arguments
        address = _pointer(context, builder, signature.args[0], array, place)
        pointer = builder.inttoptr(builder.and_(address, ir.Constant(LONG, ~3 & ((1 << 64) - 1))), WORD.as_pointer())
        shift = builder.trunc(builder.shl(builder.and_(address, ir.Constant(LONG, 3)), ir.Constant(LONG, 3)), WORD)
        mask = builder.shl(ir.Constant(WORD, 255), shift)
        before = builder.load(pointer)
        others = builder.and_(before, builder.not_(mask))
        old = builder.or_(others, builder.shl(builder.zext(expected, WORD), shift))
        new = builder.or_(others, builder.shl(builder.zext(number, WORD), shift))
        found = builder.cmpxchg(pointer, old, new, "monotonic", "monotonic")
        return builder.extract_value(found, 1)

    return signature, generate


@overload(read, target="cuda")
def _read_on_gpu(array: Any, place: Any) -> Callable[..., Any]:
    def body(array: Any, place: Any) -> Any:
        number = array[place]
        _fence()
        return number

    return body


@overload(publish, target="cuda")
def _publish_on_gpu(array: Any, place: Any, number: Any) -> Callable[..., Any]:
    kind = array.dtype

    def body(array: Any, place: Any, number: Any) -> Any:
        _fence()
        array[place] = kind(number)

    return body


@overload(swap_if, target="cuda")
def _swap_if_on_gpu(array: Any, place: Any, expected: Any, number: Any) -> Callable[..., Any] | None:
    kind = array.dtype
    if kind.bitwidth != 8:
        return None

    def body(array: Any, place: Any, expected: Any, number: Any) -> Any:
        return _swap_word_if(array, place, kind(expected), kind(number))

    return body
