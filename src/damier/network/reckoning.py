"""What a network makes of the words of a position: accumulators kept up to date, and the estimate.

An accumulator is kept together with the words it is the sum of, so that any of them can become any other: the difference of
the words tells which rows to add and which to take away. Beside the one that stood in the same place before, those of the
positions before are asked, and an empty one; the nearest is taken. So nobody has to tell what a move changes, and nothing goes
wrong where a position is not asked about, a move is taken back, or the same place is used for another line of play.
"""

from typing import Any

import numpy as np

from damier.bits import popcount
from damier.kernel import helper, inlined, part
from damier.network.differences import distance, list_changes
from damier.network.layout import (
    AS_VALUE,
    BIASES,
    BITS,
    EACH,
    FEWEST,
    HEADER,
    HIDDEN,
    HIGHEST,
    LOWEST,
    MAGIC,
    OUTPUT_BIASES,
    OUTPUT_ONE,
    OUTPUT_WEIGHTS,
    OUTPUTS,
    ROWS,
    SCALE,
    VIEWS,
    WORDS,
)
from damier.network.layout import MOST_WORDS as MOST_WORDS
from damier.network.vectors import ONE, activated, change_row

NEAR = 3  # features: what differs by no more is taken without asking further

# A board of accumulators is one array of 64-bit numbers: the words that are wanted, room for the rows that change, and then the
# accumulators, each with its words before its row. The first of them is empty: the biases, without any feature.


@helper
def accumulators(weights: Any, plies: Any) -> Any:
    """A board of accumulators for a network, for so many plies of a line of play."""
    words, hidden, views = np.int64(weights[WORDS]), np.int64(weights[HIDDEN]), np.int64(weights[VIEWS])
    width, first = words + hidden // 4, MOST_WORDS + BITS * words
    slots = 1 + plies * views
    board = np.zeros(first + slots * width, np.int64)
    biases = weights[weights[BIASES] : weights[BIASES] + hidden // 2].view(np.int64)
    for slot in range(slots):
        row = first + slot * width + words
        board[row : row + hidden // 4] = biases
    return board


@helper
def is_network(weights: Any) -> Any:
    """Whether weights are those of a network, not of a game's own evaluation."""
    return len(weights) > HEADER and weights[0] == MAGIC


@helper
def end_of(weights: Any) -> Any:
    """Where a network ends: what stands behind it is no part of it."""
    return np.int64(weights[OUTPUT_BIASES]) + np.int64(weights[OUTPUTS])


@part
def make_words(board: Any, weights: Any) -> Any:
    """Make features of the words that a game has written, as the network's plan says; how many features there are."""
    count = 0
    for i in range(weights[WORDS]):
        if weights[HEADER + 2 * i] == AS_VALUE:
            value = min(max(board[i] - weights[HEADER + 2 * i + 1], 0), BITS - 1)
            board[i] = np.int64(np.uint64(1) << np.uint64(value))
        count += popcount(np.uint64(board[i]))
    return count


@part
def bring_up_to_date(board: Any, weights: Any, ply: Any, view: Any) -> Any:
    """Make the accumulator of a view, at a ply, that of the words that are wanted; where its row starts."""
    words, hidden, views = np.int64(weights[WORDS]), np.int64(weights[HIDDEN]), np.int64(weights[VIEWS])
    width, first = words + hidden // 4, MOST_WORDS + BITS * words
    here = first + (1 + ply * views + view) * width
    memory = np.int64(board.ctypes.data)
    nearest, least = here, BITS * words + 1
    if ply > 0 and views == 2:  # most often the position before is known, as its other player sees it
        nearest = first + (1 + (ply - 1) * views + 1 - view) * width
        least = distance(memory, memory + 8 * nearest, words)
    if least > NEAR:
        away = distance(memory, memory + 8 * here, words)
        if away < least:
            nearest, least = here, away
    if least > NEAR and ply > 1:
        other = here - 2 * views * width
        away = distance(memory, memory + 8 * other, words)
        if away < least:
            nearest, least = other, away
    if least > NEAR:
        away = distance(memory, memory + 8 * first, words)
        if away < least:
            nearest, least = first, away
    if nearest != here or least > 0:
        fresh, gone = memory + 8 * MOST_WORDS, memory + 8 * first
        added, taken = list_changes(memory, memory + 8 * nearest, words, fresh, gone)
        rows = np.int64(weights.ctypes.data) + 4 * np.int64(weights[ROWS])
        target, source = memory + 8 * (here + words), memory + 8 * (nearest + words)
        change_row(target, source, rows, fresh, gone - 8 * taken, added, taken, hidden)
        for i in range(words):
            board[here + i] = board[i]
    return here + words


@inlined
def output_of(count: Any, weights: Any) -> Any:
    """Which of the outputs counts where there are so many features."""
    return min(max((count - np.int64(weights[FEWEST])) // np.int64(weights[EACH]), 0), np.int64(weights[OUTPUTS]) - 1)


@part
def output(board: Any, weights: Any, own: Any, other: Any, count: Any) -> Any:
    """The estimate by the accumulators whose rows start here; the second is left out where there is but one view."""
    hidden, views = np.int64(weights[HIDDEN]), np.int64(weights[VIEWS])
    which = output_of(count, weights)
    memory = np.int64(board.ctypes.data)
    behind = np.int64(weights.ctypes.data) + 4 * np.int64(weights[OUTPUT_WEIGHTS]) + 2 * which * views * hidden
    total = activated(memory + 8 * own, behind, hidden)
    if views == 2:
        total += activated(memory + 8 * other, behind + 2 * hidden, hidden)
    total = total // ONE + np.int64(weights[weights[OUTPUT_BIASES] + which])
    score = total * np.int64(weights[SCALE]) // (ONE * OUTPUT_ONE)
    return min(max(score, np.int64(weights[LOWEST])), np.int64(weights[HIGHEST]))
