"""Distributions of a value as a few spikes: values in rising order, and the probability of each (Baum and Smith).

A distribution is a row of numbers, `[value ... | probability ...]`, and how many of each there are, at most SPIKES. The best of
independent values is at most x if all are: the distribution of a maximum is the product of those below x, that of a
minimum the same from above. What has more than SPIKES values is made shorter where it loses least: the two neighbours that
add least to the variance become one at their mean, so that the mean stays. Fewer are exact, and certain values stay certain.
"""

from typing import Any

import numpy as np

from damier.kernel import part

SPIKES = 16
WIDTH = 2 * SPIKES
NOTHING = 1e-12  # less probable values are left out


@part
def best_of(one: Any, count: Any, other: Any, other_count: Any, sign: Any, longer: Any) -> Any:
    """Make the first row the distribution of the larger (sign 1) or the smaller (-1) of the two; how many spikes it has.

    `longer` is room for both.
    """
    i, j, found = 0, 0, 0
    below, other_below, before = 0.0, 0.0, 0.0
    while i < count or j < other_count:
        here = i if sign > 0 else count - 1 - i  # from what is worst for the player who chooses
        there = j if sign > 0 else other_count - 1 - j
        takes = i < count and (j >= other_count or sign * one[here] <= sign * other[there])
        value = one[here] if takes else other[there]
        if takes:
            below += one[SPIKES + here]
            i += 1
        if j < other_count and other[there] == value:
            other_below += other[SPIKES + there]
            j += 1
        most = 1.0 if i == count and j == other_count else below * other_below
        if most - before > NOTHING:
            longer[0, found] = value
            longer[1, found] = most - before
            found += 1
            before = most
    if sign < 0:
        for k in range(found // 2):
            for row in range(2):
                kept = longer[row, k]
                longer[row, k] = longer[row, found - 1 - k]
                longer[row, found - 1 - k] = kept
    found = shorten(longer, found)
    for k in range(found):
        one[k] = longer[0, k]
        one[SPIKES + k] = longer[1, k]
    return found


@part
def shorten(longer: Any, count: Any) -> Any:
    """Join neighbours until there are no more than SPIKES; how many are left."""
    while count > SPIKES:
        cheapest, place = np.inf, 0
        for k in range(count - 1):
            weight, next_weight = longer[1, k], longer[1, k + 1]
            lost = weight * next_weight / (weight + next_weight) * (longer[0, k + 1] - longer[0, k]) ** 2
            if lost < cheapest:
                cheapest, place = lost, k
        weight = longer[1, place] + longer[1, place + 1]
        longer[0, place] = (longer[0, place] * longer[1, place] + longer[0, place + 1] * longer[1, place + 1]) / weight
        longer[1, place] = weight
        for k in range(place + 1, count - 1):
            longer[0, k] = longer[0, k + 1]
            longer[1, k] = longer[1, k + 1]
        count -= 1
    return count


@part
def mean_of(row: Any, count: Any) -> Any:
    """What the value is on average."""
    if count == 1:
        return row[0]
    mean = 0.0
    for k in range(count):
        mean += row[k] * row[SPIKES + k]
    return mean


@part
def deviation_of(row: Any, count: Any) -> Any:
    """The standard deviation."""
    mean, squares = mean_of(row, count), 0.0
    for k in range(count):
        squares += row[SPIKES + k] * (row[k] - mean) ** 2
    return np.sqrt(squares)


@part
def set_leaf(row: Any, low: Any, high: Any, guess: Any, errors: Any, parts: Any, sign: Any) -> Any:
    """The distribution of a leaf, for Max, and how many spikes it has: its value if that is known, else the guess with one of
    the errors, which are those of the player to move (sign 1: Max); without errors, since the guess tells nothing then, the
    middle of what can be, or else, half as often each, the lowest and the highest score."""
    if low == high:
        row[0] = low
        row[SPIKES] = 1.0
        return 1
    count = 0
    for k in range(max(3, len(errors))):
        if len(errors) > 0:
            place = k if sign > 0 else len(errors) - 1 - k
            value, weight = guess + sign * errors[place], parts[place]
        else:
            value, weight = low + 0.5 * k * (high - low), 0.5 if k == 1 else 0.25
        value = min(max(value, 1.0 * low), 1.0 * high)
        if count > 0 and row[count - 1] == value:
            row[SPIKES + count - 1] += weight
        else:
            row[count] = value
            row[SPIKES + count] = weight
            count += 1
    return count
