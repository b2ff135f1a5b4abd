"""Weights by plain least squares: Deep Thought's own way, "a mechanism of linear regression" (Hsu's letter in Alliot-Schiex
15.7.4), beside the logistic one of `regression.py`.

The estimate itself is fitted to the result, as if every point were worth the same however far ahead one is: a result r
stands for (r - 1/2) * 4 scale / ln 10 points, which is the tangent of the logistic curve where both sides are equal. So a won
game asks for the same number of points from every position of it, and positions that are ahead by more are pulled back
to it. The least squares are found at once, by the normal equations; `pull` positions speak for the weights that it began with.
"""

import math
from typing import Any

import numpy as np

from damier.games.chess.weights import COUNT
from damier.kernel import compiled
from damier.learning.chess.features import Features
from damier.learning.chess.regression import PULL, Fit, error, estimates, fit_scale, start_of, weights_of


def points_of(wanted: Any, scale: float) -> Any:
    """How many points an expected result stands for where the curve is straight."""
    return (np.asarray(wanted, np.float64) - 0.5) * 4 * scale / math.log(10)


def fit_linear(
    features: Features, points: Any, results: Any, test: Features, test_results: Any, weights: Any, pull: float = PULL
) -> Fit:
    """The weights whose estimates are nearest to these points, by the sum of squares. The scale is that on which they
    foretell the results they were learnt from best, so that the errors are those of what is learnt, not of its unit."""
    first = start_of(weights)
    unknowns = 2 * COUNT
    squares, products = np.zeros((unknowns, unknowns)), np.zeros(unknowns)
    _normal_equations(
        features.start, features.which, features.times, features.phase, features.part,
        np.asarray(points, np.float64), squares, products,
    )  # fmt: skip
    squares += np.triu(squares, 1).T
    squares[np.diag_indices(unknowns)] += max(pull, 1e-6)
    found = np.linalg.solve(squares, products + max(pull, 1e-6) * first.reshape(-1)).reshape(COUNT, 2)
    errors, scale = [], 1.0
    for each in (first, found):
        here = estimates(features, each)
        scale = fit_scale(here, results)
        errors.append((error(here, results, scale), error(estimates(test, each), test_results, scale)))
    return Fit(weights_of(found), scale, errors)


@compiled
def _normal_equations(
    start: Any, which: Any, times: Any, phase: Any, part: Any, points: Any, squares: Any, products: Any
) -> None:
    """Add what every position says: the upper half of X'X, and X'y. A weight's middle game stands before its ending."""
    for place in range(len(phase)):
        share = phase[place] * part[place]
        rest = (1 - phase[place]) * part[place]
        for at in range(start[place], start[place + 1]):
            row = 2 * np.int64(which[at])
            products[row] += times[at] * share * points[place]
            products[row + 1] += times[at] * rest * points[place]
            for other in range(at, start[place + 1]):
                column = 2 * np.int64(which[other])
                both = np.float64(times[at]) * times[other]
                squares[row, column] += both * share * share
                squares[row, column + 1] += both * share * rest
                squares[row + 1, column + 1] += both * rest * rest
                if other > at:
                    squares[row + 1, column] += both * rest * share
