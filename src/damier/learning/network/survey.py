"""What a network for a game looks like: found by random games, from the rules alone.

A word of a game's features is a board, each bit a feature, or a small number, each value a feature: which of both, the values
tell that come up. How many features there are at a time tells how far a game has come.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.engine.kernel.workspace import is_won_or_lost
from damier.errors import BadInput
from damier.kernel import compiled, has_rule, native
from damier.network.file import words_of
from damier.network.layout import AS_BITS, AS_VALUE, BITS, Layout
from damier.network.plainly import active
from damier.network.reckoning import MOST_WORDS
from damier.network.vectors import LANES
from damier.rules import LOSS, MOST_MOVES, ONGOING, WIN, features, limits, moves, outcome, play

GAMES = 400
PLIES = 500  # of a random game; what goes on for longer is not followed
OUTPUTS = 8
SCALE = 200  # points that multiply one's chances by e, where a game does not say itself
SAMPLES = 20_000  # positions that are looked at


class Survey(NamedTuple):
    """What random games tell."""

    layout: Layout
    plan: Any
    is_graded: bool  # outcomes are more than won, drawn and lost
    plies: float  # of a random game, on average
    longest: int
    decided: float  # share of random games that are not drawn
    endless: float  # share that nobody has seen the end of


def survey(start: Any, hidden: int = 0, scale: int = 0, is_symmetric: bool = False, seed: int = 1) -> Survey:
    """Look at a game by random play."""
    start = native(start)
    out, words = np.zeros(MOST_MOVES, np.int64), np.zeros((SAMPLES, MOST_WORDS), np.int64)
    lengths, outcomes, seen = [], [], 0
    count = len(words_of(start))
    number = np.uint64(seed)
    for _ in range(GAMES):
        number = np.uint64(mix(number))
        plies, end, seen, written = _random_game(start, number, PLIES, count, out, words, seen)
        if written == 0:
            raise BadInput(f"there is no move after {plies} moves of a random game, and it goes on all the same")
        if written != count:
            raise BadInput(f"rule 'features' gives {count} words at the start, {max(written, 0)} after {plies} random moves")
        lengths.append(int(plies))
        outcomes.append(int(end))
    if not seen:
        raise BadInput("nothing can be learnt of this game: it is over where it begins")
    words = words[:seen, :count]
    plan = np.array([_kind(start, words[:, i]) for i in range(count)])
    numbers = [len(active(plan, row)) for row in words[:: max(1, seen // 500)]]
    fewest, most = min(numbers), max(numbers)
    each = max(1, -(-(most - fewest + 1) // OUTPUTS))
    lowest, highest = (int(bound) for bound in limits(start))
    is_graded = not is_won_or_lost(start)
    if is_graded:
        scale = scale or max(1, max(-lowest, highest) // 8)
        bounds = lowest, highest
    else:
        scale = scale or SCALE
        bounds = LOSS + 1, WIN - 1
    layout = Layout(
        words=count,
        views=2 if has_rule(start, "opposite") else 1,
        hidden=hidden or min(256, max(2, -(-count // 3)) * LANES),
        outputs=-(-(most - fewest + 1) // each),
        fewest=fewest,
        each=each,
        scale=scale,
        symmetric=int(is_symmetric and has_rule(start, "canonical")),
        lowest=bounds[0],
        highest=bounds[1],
    )
    ended = [end for end in outcomes if end != ONGOING]
    return Survey(
        layout,
        plan,
        is_graded,
        float(np.mean(lengths)),
        max(lengths),
        float(np.mean([end != 0 for end in ended])) if ended else 0.0,
        1 - len(ended) / len(outcomes),
    )


def _kind(start: Any, values: Any) -> tuple[int, int]:
    """What a word is: features as it stands, or a number; and the lowest value."""
    low, high = int(values.min()), int(values.max())
    if has_rule(start, "features") or not (low >= -BITS and high - low < BITS and high <= BITS):
        return AS_BITS, 0
    return AS_VALUE, low


@compiled
def _random_game(position: Any, seed: Any, most: Any, count: Any, out: Any, words: Any, seen: Any) -> Any:
    """A game of random moves: how many it had and how it ended; some of its positions' words are written behind those seen.

    The last number is how many words there are, as many as one `count`s on; another one if not, and 0 where there is no move.
    """
    for ply in range(most):
        score = np.int64(outcome(position))
        if score != ONGOING:
            return ply, score, seen, count
        seed = mix(seed)
        if seen < len(words) and seed % np.uint64(2) == np.uint64(0):
            written = np.int64(features(position, words[seen]))
            if written != count:
                return ply, score, seen, written if written != 0 else np.int64(-1)
            seen += 1
        seed = mix(seed)
        choice = np.int64(moves(position, out))
        if choice <= 0:
            return ply, score, seen, np.int64(0)
        position = play(position, out[np.int64(seed % np.uint64(choice))])
    return most, np.int64(ONGOING), seen, count
