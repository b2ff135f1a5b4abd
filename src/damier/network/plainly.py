"""What a network says, written plainly: for Python, and to compare what searches do with."""

from typing import Any

import numpy as np

from damier.network.layout import AS_VALUE, BITS, OUTPUT_ONE, unpacked
from damier.network.vectors import ONE


def active(plan: Any, words: Any) -> Any:
    """The numbers of the features that are there."""
    found = []
    for i, ((kind, low), word) in enumerate(zip(plan.tolist(), words.tolist(), strict=True)):
        if kind == AS_VALUE:
            found.append(i * BITS + min(max(word - low, 0), BITS - 1))
        else:
            found += [i * BITS + bit for bit in range(BITS) if word >> bit & 1]
    return np.array(found, np.int64)


def plain_output(array: Any, *views: Any) -> int:
    """The estimate for the words of a position, as each view has them."""
    plan = unpacked(array)[1].plan
    return output_of_features(array, *(active(plan, words) for words in views))


def output_of_features(array: Any, *seen: Any) -> int:
    """The estimate where these features are there, in each view."""
    layout, parts = unpacked(array)
    which = min(max((len(seen[0]) - layout.fewest) // layout.each, 0), layout.outputs - 1)
    sums = [parts.biases.astype(np.int64) + parts.rows[each].astype(np.int64).sum(0) for each in seen]
    held = np.clip(np.concatenate(sums).astype(np.int16).astype(np.int64), 0, ONE)
    total = int(held * held @ parts.output_weights[which].astype(np.int64)) // ONE + int(parts.output_biases[which])
    return min(max(total * layout.scale // (ONE * OUTPUT_ONE), layout.lowest), layout.highest)
