"""A network learns from examples: the same one, however many threads there are, and what it is to say."""

from typing import Any

import numpy as np
import pytest

from damier.learning.network.examples import Examples
from damier.learning.network.training import Numbers, train
from damier.network.layout import Layout

LAYOUT = Layout(words=1, views=1, hidden=32, outputs=1, fewest=0, each=64, scale=100, symmetric=0, lowest=-1000, highest=1000)


def examples(count: int, seed: int = 1) -> tuple[Examples, Any]:
    """Positions of eight features, of which the first says who wins, and the others nothing."""
    rng = np.random.default_rng(seed)
    there = rng.random((count, 8)) < 0.5
    which = np.concatenate([np.flatnonzero(row) for row in there]).astype(np.uint16)
    start = np.concatenate([[0], np.cumsum(there.sum(1))])
    nothing = np.zeros(count, np.int64)
    return Examples(which, start, nothing, nothing, nothing, nothing, nothing), there[:, 0].astype(np.float32)


def learnt(threads: int, seed: int = 1) -> tuple[Numbers, float]:
    numbers = Numbers.random(LAYOUT, np.zeros((1, 2), np.int64), seed)
    given, aims = examples(20_000)
    return numbers, train(numbers, given, aims, False, 40, step=0.02, seed=seed, threads=threads)


def test_the_same_network_however_many_threads() -> None:
    (one, _), (many, _), (other, _) = learnt(1), learnt(4), learnt(1, seed=2)
    assert all((mine == yours).all() for mine, yours in zip(one.parameters, many.parameters, strict=True))
    assert (one.network() == many.network()).all()
    assert (one.rows != other.rows).any()


def test_what_there_is_to_learn_is_learnt() -> None:
    numbers, error = learnt(1)
    assert error < 0.05
    assert np.isfinite(numbers.rows).all()


@pytest.mark.parametrize("rounds", [1, 3])
def test_whoever_wants_no_more_need_not_wait(rounds: int) -> None:
    numbers = Numbers.random(LAYOUT, np.zeros((1, 2), np.int64))
    given, aims = examples(20_000)
    asked = []
    train(numbers, given, aims, False, 10, ends=lambda: len(asked) >= rounds or bool(asked.append(1)))
    assert numbers.steps == rounds
