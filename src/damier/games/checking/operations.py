"""Sums as compiled code does them, beside what they should give.

Compiled, every whole number has 64 bits. What Numba makes of two of them was found by trying (0.68):

    + - * // % ** & | ^     unsigned if both are, else signed (True and False count as signed; of two, & | ^ give a truth)
    << >>                   as the left one; the right one counts modulo 64
    - ~                     as their operand
    min max                 a float, if one is signed and the other is not
    < <= == != >= >         right, whatever the signs
    / by anything           a float; // and % by 0 give 0

A plain number written in a rule is signed, so that `board & 1` of an unsigned board is signed, and wrong as soon as it has bit
63. Bits that << pushes out of an unsigned number are dropped, and ~ of one turns its 64 bits: both are meant. Whatever else
does not give what it gives on paper is a `Mishap`.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from damier.rules import MOST_MOVES

BITS = 64
MASK = (1 << BITS) - 1
TOP = 1 << (BITS - 1)

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "/": operator.truediv,
    "@": operator.matmul,
}
_SHIFTS = ("<<", ">>")
_DIVISIONS = ("/", "//", "%")


class Mishap(ArithmeticError):
    """An operation of a rule that goes wrong; `mend` says what to write instead."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what)
        self.mend = mend


def operate(sign: str, left: Any, right: Any) -> Any:
    """What compiled code makes of two numbers; what are none is left to Python."""
    if not (is_whole(left) and is_whole(right)):
        if sign in _DIVISIONS and not hasattr(right, "__len__") and not right:
            raise Mishap(f"divides {left} by 0", "ask for 0 before")
        return _OPERATORS[sign](left, right)
    a, b = int(left), int(right)
    if sign in _SHIFTS:
        return _shifted(sign, left, a, b)
    if sign in _DIVISIONS and b == 0:
        raise Mishap(f"divides {a} by 0", "ask for 0 before; compiled, it gives 0 and goes on")
    if sign == "/":
        return a / b
    if is_truth(left) and is_truth(right) and sign in "&|^":
        return bool(_OPERATORS[sign](bool(a), bool(b)))
    if sign == "**" and not 0 <= b <= BITS:
        raise Mishap(f"gives {a} ** {b}, which is no number of 64 bits", "keep it within -2**63 .. 2**63 - 1")
    is_unsigned = _is_unsigned(left) and _is_unsigned(right)
    exact = _OPERATORS[sign](a, b)
    made = _made(sign, _wrapped(a, is_unsigned), _wrapped(b, is_unsigned), is_unsigned)
    if made != exact:
        if _is_unsigned(left) != _is_unsigned(right):
            raise Mishap(
                f"mixes signed and unsigned numbers: {a} {sign} {b} is {made} when compiled, not {exact}",
                "make both np.uint64: np.uint64(1) for 1",
            )
        raise _too_large(f"{a} {sign} {b}", exact, is_unsigned)
    return np.uint64(made) if is_unsigned else np.int64(made)


def negate(sign: str, value: Any) -> Any:
    """What compiled code makes of -x, ~x and +x."""
    if sign == "not" or not is_whole(value):
        return {"-": operator.neg, "~": operator.invert, "+": operator.pos}[sign](value)
    number = int(value)
    if _is_unsigned(value):
        if sign == "-" and number:
            raise Mishap(f"gives -{number}, but the number is unsigned", "for the lowest bit write lowest(x) of damier.bits")
        return np.uint64(~number & MASK if sign == "~" else number)
    if is_truth(value) and sign == "~":
        raise Mishap(f"turns the bits of {bool(value)}", "write not x")
    return np.int64(_fits({"-": operator.neg, "~": operator.invert, "+": operator.pos}[sign](number), f"{sign}{number}"))


def index(table: Any, place: Any) -> Any:
    """A place in a table or in `out`, if there is such a place."""
    lengths = table.shape if isinstance(table, np.ndarray) else (len(table),) if isinstance(table, tuple) else ()
    places = place if isinstance(place, tuple) else (place,)
    for number, length in zip(places, lengths, strict=False):
        if not is_whole(number):
            continue
        if int(number) >= length:
            places_are = f"they are 0 to {length - 1}" if length else "it is empty"
            mend = "there is room for 256 moves, no more" if length == MOST_MOVES else "compiled, it would be other memory"
            raise Mishap(f"asks for place {int(number)} of {length}: {places_are}", mend)
        if int(number) < 0:
            raise Mishap(
                f"asks for place {int(number)}, which is counted from the end",
                "ask before whether it is below 0; if the end is meant, write % and the length",
            )
    return place


def item(table: Any, place: Any) -> Any:
    """What stands in a table."""
    return table[index(table, place)]


def extreme(choose: Callable[..., Any], *values: Any) -> Any:
    """`min` or `max`: compiled, of a signed and an unsigned number it is a float."""
    if len({_is_unsigned(value) for value in values if is_whole(value) and not is_truth(value)}) > 1:
        raise Mishap(
            f"takes the {choose.__name__} of a signed and an unsigned number, which is a float when compiled",
            "make both np.uint64(...) or both np.int64(...)",
        )
    return choose(*values)


def counted(*bounds: Any) -> Any:
    """`range`: of unsigned numbers it gives such, compiled."""
    if bounds and all(is_whole(bound) and _is_unsigned(bound) for bound in bounds):
        return map(np.uint64, range(*(int(bound) for bound in bounds)))
    return range(*bounds)


def is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer, np.bool_))


def is_truth(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _is_unsigned(value: Any) -> bool:
    return isinstance(value, np.unsignedinteger) or (type(value) is int and value >= TOP)


def _shifted(sign: str, left: Any, a: int, b: int) -> Any:
    if not 0 <= b < BITS:
        raise Mishap(f"shifts by {b}", f"a shift is by 0 to {BITS - 1}; compiled, others give something else")
    if _is_unsigned(left):
        return np.uint64(a << b & MASK if sign == "<<" else a >> b)
    return np.int64(_fits(a << b if sign == "<<" else a >> b, f"{a} {sign} {b}"))


def _made(sign: str, a: int, b: int, is_unsigned: bool) -> int:
    """What compiled code makes of two numbers of one kind; the least signed one divided by -1 is 0 there."""
    return 0 if (sign, a, b) == ("//", -TOP, -1) else _wrapped(_OPERATORS[sign](a, b), is_unsigned)


def _wrapped(number: int, is_unsigned: bool) -> int:
    number &= MASK
    return number if is_unsigned or number < TOP else number - (1 << BITS)


def _fits(number: int, written: str) -> int:
    if not -TOP <= number < TOP:
        raise _too_large(written, number, False)
    return number


def _too_large(written: str, number: int, is_unsigned: bool) -> Mishap:
    if is_unsigned:
        scatter = "; to scatter a number write mix(x) of damier.bits" if "*" in written else ""
        return Mishap(
            f"gives {written} = {number}, which no unsigned number of 64 bits is", f"they are 0 to 2**64 - 1{scatter}"
        )
    boards = "; for boards write np.uint64(1) << np.uint64(square)" if "<<" in written else ""
    return Mishap(f"gives {written} = {number}, which no signed number of 64 bits is", f"they end at 2**63 - 1{boards}")
