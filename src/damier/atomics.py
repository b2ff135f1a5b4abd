"""What several threads do to one array without getting into each other's way: each operation happens whole or not at all.

In plain Python one thread at a time does them; compiled, each is one machine instruction.
"""

import threading
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from damier.kernel import compiled_as

_one_at_a_time = threading.Lock()


def fetch_add(array: Any, place: Any, number: Any) -> Any:
    """Add a number to that in a place, and give what stood there before."""
    with _one_at_a_time:
        before = array[place]
        array[place] = before + number
    return before


def swap_if(array: Any, place: Any, expected: Any, number: Any) -> Any:
    """Put a number into a place if what is expected stands there; whether it did."""
    with _one_at_a_time:
        if array[place] != expected:
            return False
        array[place] = number
    return True


def read(array: Any, place: Any) -> Any:
    """What stands in a place now, whoever has written it."""
    return array[place]


def publish(array: Any, place: Any, number: Any) -> None:
    """Put a number into a place: who reads it there sees all that was written before."""
    array[place] = number


def _address(context: Any, builder: Any, array_type: Any, array: Any, place_type: Any, place: Any) -> Any:
    held = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, held, [place], wraparound=False)


@intrinsic
def _fetch_add(context: Any, array: Any, place: Any, number: Any) -> Any:
    signature = array.dtype(array, types.intp, array.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], types.intp, arguments[1])
        return builder.atomic_rmw("add", address, arguments[2], "acq_rel")

    return signature, generate


@intrinsic
def _swap_if(context: Any, array: Any, place: Any, expected: Any, number: Any) -> Any:
    signature = types.boolean(array, types.intp, array.dtype, array.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], types.intp, arguments[1])
        found = builder.cmpxchg(address, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return signature, generate


@intrinsic
def _read(context: Any, array: Any, place: Any) -> Any:
    signature = array.dtype(array, types.intp)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], types.intp, arguments[1])
        return builder.load_atomic(address, "acquire", align=array.dtype.bitwidth // 8)

    return signature, generate


@intrinsic
def _publish(context: Any, array: Any, place: Any, number: Any) -> Any:
    signature = types.void(array, types.intp, array.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, signature.args[0], arguments[0], types.intp, arguments[1])
        builder.store_atomic(arguments[2], address, "release", align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return signature, generate


@compiled_as(fetch_add)
def _compiled_fetch_add(array: Any, place: Any, number: Any) -> Callable[..., Any]:
    kind = array.dtype

    def body(array: Any, place: Any, number: Any) -> Any:
        return _fetch_add(array, place, kind(number))

    return body


@compiled_as(swap_if)
def _compiled_swap_if(array: Any, place: Any, expected: Any, number: Any) -> Callable[..., Any]:
    kind = array.dtype

    def body(array: Any, place: Any, expected: Any, number: Any) -> Any:
        return _swap_if(array, place, kind(expected), kind(number))

    return body


@compiled_as(read)
def _compiled_read(array: Any, place: Any) -> Callable[..., Any]:
    def body(array: Any, place: Any) -> Any:
        return _read(array, place)

    return body


@compiled_as(publish)
def _compiled_publish(array: Any, place: Any, number: Any) -> Callable[..., Any]:
    kind = array.dtype

    def body(array: Any, place: Any, number: Any) -> Any:
        _publish(array, place, kind(number))

    return body
