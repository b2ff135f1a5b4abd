"""What experiments share: searches with a log that loses nothing, means and their errors."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from damier.search.driver import Options, Result, search

T = TypeVar("T")

Progress = Any  # a function told (done, total)

_FIRST_LOG = 1 << 17  # events; four times as many each time they do not suffice


def search_logged(position: Any, algorithm: str, depth: int, options: Options | None = None) -> Result:
    """A search whose log is complete."""
    options = replace(options or Options(), log=_FIRST_LOG)
    while True:
        result = search(position, algorithm, depth, options)
        if not result.events_lost:
            return result
        options = replace(options, log=4 * options.log)


def watched(items: Iterable[T], progress: Progress) -> Iterator[T]:
    """The items of an experiment, one after the other; how many are done is told after each."""
    every = list(items)
    for done, item in enumerate(every, 1):
        yield item
        progress(done, len(every))


def mean(values: Any) -> float:
    return float(np.mean(values))


def error(values: Any) -> float:
    """The standard error of the mean; 0 for a single value."""
    values = np.asarray(values, float)
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
