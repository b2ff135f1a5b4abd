"""Which features two positions do not share: compiled, in plain Python, and by sets."""

from typing import Any

import numpy as np
import pytest

from damier.kernel import compiled
from damier.network.differences import distance, list_changes

ALL = (1 << 64) - 1


@compiled
def _distance(one: Any, other: Any, words: Any) -> Any:
    return distance(one, other, words)


@compiled
def _listed(wanted: Any, there: Any, words: Any, fresh: Any, gone: Any) -> Any:
    return list_changes(wanted, there, words, fresh, gone)


def _bits(words: Any) -> set[int]:
    return {64 * i + place for i, word in enumerate(words) for place in range(64) if int(word) >> place & 1}


def _pairs(words: int) -> list[tuple[Any, Any]]:
    rng = np.random.default_rng(words)
    some = rng.integers(0, ALL, words, dtype=np.uint64, endpoint=True)
    few = some.copy()
    few[rng.integers(words)] ^= np.uint64(1 << 63 | 1)
    nothing, all_bits = np.zeros(words, np.uint64), np.full(words, ALL, np.uint64)
    other = rng.integers(0, ALL, words, dtype=np.uint64, endpoint=True)
    return [(some, some), (some, few), (few, some), (some, other), (nothing, all_bits), (all_bits, nothing)]


@pytest.mark.parametrize("words", [1, 2, 7, 8, 12, 65, 256])
def test_what_two_positions_do_not_share(words: int) -> None:
    for wanted, there in _pairs(words):
        added, taken = _bits(wanted) - _bits(there), _bits(there) - _bits(wanted)
        for differ in (distance, _distance):
            assert differ(wanted.ctypes.data, there.ctypes.data, words) == len(added) + len(taken)
        for listing in (list_changes, _listed):
            room = np.full(64 * words, -1)
            end = room.ctypes.data + room.nbytes
            counts = listing(wanted.ctypes.data, there.ctypes.data, words, room.ctypes.data, end)
            assert counts == (len(added), len(taken))
            assert set(room[: counts[0]].tolist()) == added
            assert set(room[len(room) - counts[1] :].tolist()) == taken
            assert (room[counts[0] : len(room) - counts[1]] == -1).all()
