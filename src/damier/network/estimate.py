"""What a position is worth, as far as can be told without a search: by the game's own `evaluate`, or by a network.

Weights tell which: those of a network begin with its mark, others are given to `evaluate`. Behind a network the game's own may
stand, for the rule `corrected`. Searches that carry a record along ask `estimate_at`, which keeps accumulators up to date from
node to node; who has but weights asks `estimate`.
"""

from typing import Any

import numpy as np

from damier.kernel import array_at, compiled_as, part
from damier.network.layout import SYMMETRIC, VIEWS, WORDS
from damier.network.plainly import plain_output
from damier.network.reckoning import MOST_WORDS, accumulators, bring_up_to_date, end_of, is_network, make_words, output
from damier.rules import canonical, corrected, evaluate, features, opposite


@part
def by_network(position: Any, weights: Any, board: Any, ply: Any) -> Any:
    """What a network says of a position, on a board of accumulators."""
    shown = canonical(position) if weights[SYMMETRIC] else position
    features(shown, board[:MOST_WORDS])
    count = make_words(board, weights)
    own = bring_up_to_date(board, weights, ply, np.int64(0))
    other = own
    if weights[VIEWS] == 2:
        shown = canonical(opposite(position)) if weights[SYMMETRIC] else opposite(position)
        features(shown, board[:MOST_WORDS])
        make_words(board, weights)
        other = bring_up_to_date(board, weights, ply, np.int64(1))
    return np.int64(corrected(position, output(board, weights, own, other, np.int64(count)), weights[end_of(weights) :]))


@part
def estimate_at(position: Any, ply: Any, work: Any) -> Any:
    """What a position is worth, for the player to move, at a ply of the search that has this record."""
    weights = array_at(work.weights, work.weights_length, np.int32)
    if work.accumulators != 0:
        return by_network(position, weights, array_at(work.accumulators, work.accumulators_length, np.int64), ply)
    return np.int64(evaluate(position, weights))


def estimate(position: Any, weights: Any) -> Any:
    """What a position is worth by these weights, for the player to move."""
    if is_network(weights):
        return corrected(position, plain_output(weights, *_plain_views(position, weights)), weights[end_of(weights) :])
    return evaluate(position, weights)


def _plain_views(position: Any, weights: Any) -> list[Any]:
    """The words of a position as its network sees them, one array for each view."""
    seen = [position, opposite(position)][: int(weights[VIEWS])]
    views = []
    for each in seen:
        out = np.zeros(MOST_WORDS, np.int64)
        features(canonical(each) if weights[SYMMETRIC] else each, out)
        views.append(out[: int(weights[WORDS])])
    return views


@compiled_as(estimate)
def _compiled_estimate(position: Any, weights: Any) -> Any:
    def body(position: Any, weights: Any) -> Any:
        if is_network(weights):
            return by_network(position, weights, accumulators(weights, 1), np.int64(0))
        return np.int64(evaluate(position, weights))

    return body
