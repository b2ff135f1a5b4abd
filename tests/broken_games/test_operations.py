"""Sums as compiled code does them: what is said of Numba is so, for all signs and at both ends of 64 bits."""

import itertools
import os

import numpy as np
import pytest
from numba import njit

from damier.games.checking.operations import Mishap, negate, operate

SIGNS = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>")
EDGES = [0, 1, 2, 3, 7, 62, 63, 64, 1 << 31, (1 << 62) + 1, (1 << 63) - 1]
VALUES = {np.int64: [*EDGES, -1, -2, -64, -(1 << 63)], np.uint64: [*EDGES, 1 << 63, (1 << 64) - 1]}
MADE = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__, "&": int.__and__, "|": int.__or__, "^": int.__xor__}


@njit(error_model="numpy")
def sums(a, b):
    return a + b, a - b, a * b, a // b, a % b, a & b, a | b, a ^ b, a << b, a >> b


@njit
def power(a, b):
    return a**b


@njit
def turned(a):
    return -a, ~a


def done(ask, *arguments):
    """What is made of numbers, or None where it is a mishap."""
    try:
        return ask(*arguments)
    except Mishap:
        return None


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize(("left", "right"), [*itertools.product(VALUES, VALUES)], ids=lambda kind: kind.__name__)
def test_what_is_no_mishap_is_what_compiled_code_gives(left, right):
    kept = 0
    for a, b in itertools.product(VALUES[left], VALUES[right]):
        for sign, compiled in zip(SIGNS, sums(left(a), right(b)), strict=True):
            made = done(operate, sign, left(a), right(b))
            if made is not None:
                assert int(made) == int(compiled), (a, sign, b)
                kept += 1
            if sign in MADE and MADE[sign](a, b) != int(compiled):  # on paper it is something else
                assert made is None, (a, sign, b)
        if 0 <= b <= 64 and (made := done(operate, "**", left(a), right(b))) is not None:
            assert int(made) == int(power(left(a), right(b))) == a**b
    assert kept > 300


@pytest.mark.parametrize("kind", [*VALUES])
def test_minus_and_not(kind):
    for a in VALUES[kind]:
        for sign, compiled in zip("-~", turned(kind(a)), strict=True):
            made = done(negate, sign, kind(a))
            if made is not None:
                assert int(made) == int(compiled)
            elif sign == "-":
                assert -a != int(compiled)


@pytest.mark.parametrize(("sign", "b"), [("<<", 64), (">>", -1), ("//", 0), ("%", 0), ("**", -1)])
def test_mishaps(sign, b):
    with pytest.raises(Mishap):
        operate(sign, np.int64(5), b)
