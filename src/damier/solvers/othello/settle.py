"""Which questions are asked of an ending, and in which order.

A question is a window: is the score above it, below it, or inside? First comes whether the game is won, drawn or lost,
in the window (-1, 1) (Alliot: "exhaustive endings"). Then the exact score, in one of four ways:

    negac       NegaC*: the interval that is left is halved with null windows (Alliot-Schiex 15.6.2), from the estimate outwards
    mtd         MTD(f): null windows beside the last bound
    pvs         one search of the interval; all moves but the first only asked whether they are better
    alphabeta   the same without null windows

Differences of discs are even when the empty squares at the end go to the winner, so that a null window is one odd number wide.
"""

from collections.abc import Callable

Ask = Callable[[int, int], int]  # (alpha, beta) -> the score, or a bound on the same side of the window
METHODS = ("negac", "mtd", "pvs", "alphabeta")


def settle(method: str, ask: Ask, area: int, guess: int, exact: bool = True) -> int:
    """The score of a position; only its sign counts if it is not to be exact."""
    score = ask(-1, 1)
    if score == 0 or not exact:
        return score
    low, high = (score, area) if score > 0 else (-area, score)
    if method == "negac":
        return _halve(ask, low, high, guess)
    if method == "mtd":
        return _approach(ask, low, high, guess)
    return low if low == high else ask(low - 1, high + 1)


def _halve(ask: Ask, low: int, high: int, guess: int) -> int:
    """The first cut is at the guess; the next ones are not farther from it than twice the last step, nor than the middle."""
    cut, step = min(max(guess, low), high - 2), 2
    while low < high:
        score = ask(cut, cut + 1)
        low, high = (score, high) if score > cut else (low, score)
        middle = (low + high) // 4 * 2  # even, from low to below high
        cut = min(low + step, middle) if score > cut else max(high - 2 - step, middle)
        step *= 2
    return low


def _approach(ask: Ask, low: int, high: int, guess: int) -> int:
    score = min(max(guess, low), high)
    while low < high:
        beta = score + 2 if score == low else score
        score = ask(beta - 1, beta)
        low, high = (score, high) if score >= beta else (low, score)
    return low
