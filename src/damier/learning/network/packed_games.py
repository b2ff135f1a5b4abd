"""Games as they travel to whoever learns from them, and stand in journals: moves and scores of many games in one array.

    how many games, the moves of each, the outcome of each, all moves, all scores

If the first number is less than 0, there are so many games with lines: behind the scores stand the lengths of all lines, one
for each move, and then their moves.
"""

from typing import Any

import numpy as np

from damier.learning.carried import array_as_text, array_from_text
from damier.learning.network.playing import NO_LINES, Played


def as_text(games: list[Played]) -> dict[str, Any]:
    """Games as something that fits into JSON; all of them have lines, or none."""
    lengths, outcomes = [len(game.moves) for game in games], [game.outcome for game in games]
    has_lines = any(len(game.line_lengths) for game in games)
    arrays = [[game.moves for game in games], [game.scores for game in games]]
    if has_lines:
        arrays += [[game.line_lengths for game in games], [game.line_moves for game in games]]
    numbers = [number for kind in arrays for of_game in kind for number in of_game]
    return array_as_text(np.array([-len(games) if has_lines else len(games), *lengths, *outcomes, *numbers], np.int32))


def from_text(said: dict[str, Any]) -> list[Played]:
    """The games that were written so."""
    numbers = array_from_text(said).astype(np.int64)
    count, has_lines = abs(int(numbers[0])), numbers[0] < 0
    lengths, outcomes, rest = numbers[1 : count + 1], numbers[count + 1 : 2 * count + 1], numbers[2 * count + 1 :]
    if not count:
        return []
    ends, plies = np.cumsum(lengths)[:-1], int(lengths.sum())
    moves, scores = (np.split(rest[first : first + plies], ends) for first in (0, plies))
    lines = line_moves = [NO_LINES] * count
    if has_lines:
        lines = np.split(rest[2 * plies : 3 * plies], ends)
        line_moves = np.split(rest[3 * plies :], np.cumsum([of_game.sum() for of_game in lines])[:-1])
    return [
        Played(made, said_of, int(outcome), of_game, expected)
        for made, said_of, outcome, of_game, expected in zip(moves, scores, outcomes, lines, line_moves, strict=True)
    ]
