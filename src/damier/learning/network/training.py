"""A network learns from examples, on the processor: gradients by backpropagation, steps by Adam, all with NumPy and Numba.

A batch is cut into pieces whose gradients are found by several threads and added up in the order of the pieces: the same
examples and seed give the same network, however many threads there are.

What is learnt is told by `temporal.py`: where a game is won, drawn or lost, the chance of winning, by a logistic curve; where
outcomes are graded, the outcome itself.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from damier.kernel import vectorised
from damier.learning.network.examples import Examples
from damier.network.layout import BITS, OUTPUT_ONE, Layout, quantised, real_numbers
from damier.network.vectors import MOST_OUTPUT

BATCH = 8192  # examples that one step is taken by
FEWEST_BATCHES, SMALLEST_BATCH = 16, 256  # where there are few examples, batches are smaller: to learn takes many steps
PIECES = 8
STEP = 1e-3
HELD_OUT = 20  # one game in so many is not learnt from
MOST_ROW = 0.98 * 4  # of the first weights, so that sums of them stay within 16 bits
MOST_WEIGHT = MOST_OUTPUT / OUTPUT_ONE  # of the last ones


@dataclass
class Numbers:
    """The real numbers that a network is made of while it learns."""

    layout: Layout
    plan: Any
    rows: Any
    biases: Any
    outputs: Any
    output_biases: Any
    moments: list[Any] = field(default_factory=list)  # Adam's
    steps: int = 0

    @classmethod
    def random(cls, layout: Layout, plan: Any, seed: int = 1) -> "Numbers":
        """Small numbers, with which a network knows nothing yet."""
        rng = np.random.default_rng(seed)
        active = layout.fewest + layout.each * layout.outputs / 2
        size = (layout.hidden * layout.views) ** -0.5
        return cls(
            layout,
            plan,
            rng.normal(0, max(active, 1) ** -0.5 / 2, (BITS * layout.words, layout.hidden)).astype(np.float32),
            rng.uniform(0, 0.5, layout.hidden).astype(np.float32),
            rng.normal(0, size, (layout.outputs, layout.views * layout.hidden)).astype(np.float32),
            np.zeros(layout.outputs, np.float32),
        )

    @classmethod
    def of_network(cls, array: Any) -> "Numbers":
        """Those of a network that is there, of which `network` makes the same one."""
        layout, parts = real_numbers(array)
        return cls(layout, *parts)

    def widened(self, hidden: int, seed: int = 1) -> "Numbers":
        """The same with so many numbers in the middle: the new ones are small, and count for nothing before it has learnt."""
        old, views = self.layout.hidden, self.layout.views
        wide = Numbers.random(self.layout._replace(hidden=hidden), self.plan, seed)
        wide.rows[:, :old], wide.biases[:old], wide.output_biases[:] = self.rows, self.biases, self.output_biases
        outputs = wide.outputs.reshape(-1, views, hidden)
        outputs[:] = 0
        outputs[:, :, :old] = self.outputs.reshape(-1, views, old)
        return wide

    @property
    def parameters(self) -> list[Any]:
        return [self.rows, self.biases, self.outputs, self.output_biases]

    def network(self) -> Any:
        """The same as whole numbers, for searches."""
        return quantised(self.layout, self.plan, *self.parameters)


def said_and_ended(examples: Examples, layout: Layout, is_graded: bool) -> tuple[Any, Any]:
    """What the search said of each example and how its game ended, as the network says it: chances, or graded outcomes."""
    if is_graded:
        return examples.score / layout.scale, examples.result / layout.scale
    said = 1 / (1 + np.exp(np.clip(-examples.score / layout.scale, -30, 30)))
    return said, np.where(examples.result > 0, 1.0, np.where(examples.result < 0, 0.0, 0.5))


def batches_of(examples: int, batch: int) -> int:
    """How many steps one round over so many examples takes, where a batch usually has so many."""
    return max(1, examples // batch, min(FEWEST_BATCHES, examples // SMALLEST_BATCH))


def train(
    numbers: Numbers,
    examples: Examples,
    targets: Any,
    is_graded: bool,
    rounds: int,
    step: float = STEP,
    seed: int = 1,
    threads: int = 0,
    tell: Callable[[int, float], bool] = lambda done, error: True,
    ends: Callable[[], bool] = lambda: False,
) -> float:
    """Go so many times over all examples, with steps that shrink to nothing; the mean error of the last round.

    `tell` hears of each round, and may end it; `ends` is asked more often whether nobody wants it any more.
    """
    rng = np.random.default_rng(seed)
    order = np.arange(len(examples))
    batches = batches_of(len(order), BATCH)
    gradients = [[np.zeros_like(each) for each in numbers.parameters] for _ in range(PIECES)]
    losses = np.zeros(PIECES)
    if not numbers.moments:
        numbers.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in numbers.parameters]
    error = 0.0
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for round_ in range(rounds):
            rng.shuffle(order)
            total = 0.0
            for batch, picks in enumerate(np.array_split(order, batches)):
                if ends():
                    return error
                pieces = np.array_split(picks, PIECES)

                def descend(piece: int, pieces: Any = pieces) -> None:
                    losses[piece] = _gradient(
                        examples.which, examples.start, examples.output, targets, pieces[piece], numbers.layout.views,
                        is_graded, *numbers.parameters, *gradients[piece],
                    )  # fmt: skip

                list(pool.map(descend, range(PIECES)))
                total += float(losses.sum())
                numbers.steps += 1
                rate = step * 0.5 * (1 + np.cos(np.pi * (round_ + batch / batches) / rounds))
                list(pool.map(lambda i: _adam(numbers, gradients, i, rate, len(picks)), range(4)))  # noqa: B023
            error = total / max(1, len(order))
            if not tell(round_ + 1, error):
                break
    return error


def _adam(numbers: Numbers, gradients: list[Any], which: int, rate: float, count: int) -> None:
    """One step of one kind of parameters, and gradients are zero again."""
    most = (MOST_ROW, MOST_ROW, MOST_WEIGHT, 1e9)[which]
    first, second = numbers.moments[which]
    for piece in gradients[1:]:
        _add(gradients[0][which].ravel(), piece[which].ravel())
    early = 1 - 0.9**numbers.steps, 1 - 0.999**numbers.steps
    _step(
        numbers.parameters[which].ravel(), first.ravel(), second.ravel(), gradients[0][which].ravel(),
        np.float32(rate / early[0]), np.float32(early[1] ** -0.5), np.float32(1 / count), np.float32(most),
    )  # fmt: skip


@vectorised
def _add(one: Any, other: Any) -> None:
    for i in range(len(one)):
        one[i] += other[i]
        other[i] = np.float32(0)


@vectorised
def _step(values: Any, first: Any, second: Any, gradient: Any, rate: Any, widen: Any, share: Any, most: Any) -> None:
    for i in range(len(values)):
        slope = gradient[i] * share
        gradient[i] = np.float32(0)
        first[i] = np.float32(0.9) * first[i] + np.float32(0.1) * slope
        second[i] = np.float32(0.999) * second[i] + np.float32(0.001) * slope * slope
        value = values[i] - rate * first[i] / (np.sqrt(second[i]) * widen + np.float32(1e-8))
        values[i] = min(max(value, -most), most)


@vectorised
def _gradient(
    which: Any, start: Any, output: Any, targets: Any, picks: Any, views: Any, is_graded: Any,
    rows: Any, biases: Any, outputs: Any, output_biases: Any,
    row_slopes: Any, bias_slopes: Any, output_slopes: Any, output_bias_slopes: Any,
) -> Any:  # fmt: skip
    """Add the gradients of the error over some examples; the sum of their errors."""
    hidden = len(biases)
    sums, held = np.zeros(views * hidden, np.float32), np.zeros(views * hidden, np.float32)
    total = 0.0
    zero, one = np.float32(0), np.float32(1)
    for pick in picks:
        last = output[pick]
        weights = outputs[last]
        for view in range(views):
            row = sums[view * hidden : (view + 1) * hidden]
            for j in range(hidden):
                row[j] = biases[j]
            for at in range(start[pick * views + view], start[pick * views + view + 1]):
                there = rows[which[at]]
                for j in range(hidden):
                    row[j] += there[j]
        said = output_biases[last]
        for j in range(views * hidden):
            held[j] = min(max(sums[j], zero), one)
            said += held[j] * held[j] * weights[j]
        if is_graded:
            slope = said - targets[pick]
            total += slope * slope
        else:
            slope = one / (one + np.exp(-said)) - targets[pick]
            total += slope * slope
        output_bias_slopes[last] += slope
        back = output_slopes[last]
        for j in range(views * hidden):
            inside = np.float32(2) * held[j] if zero < sums[j] < one else zero
            back[j] += slope * held[j] * held[j]
            sums[j] = slope * weights[j] * inside
        for view in range(views):
            row = sums[view * hidden : (view + 1) * hidden]
            for j in range(hidden):
                bias_slopes[j] += row[j]
            for at in range(start[pick * views + view], start[pick * views + view + 1]):
                there = row_slopes[which[at]]
                for j in range(hidden):
                    there[j] += row[j]
    return total
