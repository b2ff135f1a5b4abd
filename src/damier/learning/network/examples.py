"""What there is to learn from games: positions as lists of features, what a search said of each, and how its game ended.

Where games have lines, the position at the end of the line that the search expected stands for the one it was asked about.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Self

import numpy as np

from damier.bits import lowest
from damier.kernel import compiled
from damier.learning.network.playing import UNTOLD, Played
from damier.network.layout import SYMMETRIC, VIEWS, WORDS
from damier.network.reckoning import MOST_WORDS, make_words, output_of
from damier.rules import ONGOING, canonical, features, opposite, outcome, play, same_player

NOTHING = -1  # in the place of an output: the game is over there, and nothing can be learnt


class Examples(NamedTuple):
    """Many positions; all but the first two have one number each."""

    which: Any  # the features of all of them, one position after the other, in it one view after the other
    start: Any  # where those of a view begin; one number more than there are
    output: Any  # which set of the last weights counts
    score: Any  # what a search said, for the player to move
    result: Any  # the outcome of the game, for the same player
    player: Any  # 1 if that is who moved first in the game, else -1
    is_last: Any  # 1 if it is the last one of its game

    def __len__(self) -> int:
        return len(self.score)

    @classmethod
    def joined(cls, parts: "list[Self]") -> Self:
        """All of them, one after the other."""
        ends = np.cumsum([0, *(len(part.which) for part in parts)])
        starts = [part.start[:-1] + end for part, end in zip(parts, ends, strict=False)]
        return cls(
            np.concatenate([part.which for part in parts]),
            np.concatenate([*starts, ends[-1:]]),
            *(np.concatenate([part[place] for part in parts]) for place in range(2, len(cls._fields))),
        )

    def where(self, is_wanted: Any) -> Self:
        """Those of them that are wanted."""
        lengths = np.diff(self.start)
        views = np.repeat(is_wanted, len(lengths) // len(self))
        return type(self)(
            self.which[np.repeat(views, lengths)],
            np.concatenate([[0], np.cumsum(lengths[views])]),
            *(getattr(self, name)[is_wanted] for name in self._fields[2:]),
        )


def without_repetitions(games: Iterable[Played]) -> list[Played]:
    """Of games that are move for move the same, the first: after the same random moves, or none, play goes on alike."""
    first: dict[bytes, Played] = {}
    for game in games:
        first.setdefault(game.moves.tobytes(), game)
    return list(first.values())


def examples_of(start: Any, weights: Any, games: list[Played]) -> Examples:
    """The positions of games that a search has told something of; `weights` are those of any network of the game's layout."""
    lengths = np.array([len(game.moves) for game in games], np.int64)
    none = np.zeros(0, np.int64)
    moves = np.concatenate([none, *(game.moves for game in games)])
    scores = np.concatenate([none, *(game.scores for game in games)])
    outcomes = np.array([game.outcome for game in games], np.int64)
    lines = np.concatenate([none, *(game.line_lengths if len(game.line_lengths) else 0 * game.moves for game in games)])
    line_moves = np.concatenate([none, *(game.line_moves for game in games)])
    views = int(weights[VIEWS])
    told = int((scores != UNTOLD).sum())
    positions, board = np.zeros((told, 5), np.int64), np.zeros(MOST_WORDS, np.int64)
    begins = np.zeros(told * views + 1, np.int64)
    nothing = np.zeros(0, np.uint16)
    played = lengths, moves, scores, outcomes, lines, line_moves
    size = _list_features(start, weights, *played, board, nothing, begins, positions)
    which = np.zeros(size, np.uint16)
    _list_features(start, weights, *played, board, which, begins, positions)
    return Examples(which, begins, *positions.T)


@compiled
def _list_features(
    start: Any,
    weights: Any,
    lengths: Any,
    moves: Any,
    scores: Any,
    outcomes: Any,
    lines: Any,
    line_moves: Any,
    board: Any,
    which: Any,
    begins: Any,
    positions: Any,
) -> Any:
    """Write down all that is told, if there is room for the features; how many of those there are."""
    at, found, written, followed = 0, 0, 0, 0
    views, words = np.int64(weights[VIEWS]), np.int64(weights[WORDS])
    for game in range(len(lengths)):
        position, is_first, before = start, True, found
        for _ in range(lengths[game]):
            if scores[at] != UNTOLD:
                leaf, is_same = position, True
                for _ in range(lines[at]):
                    child = play(leaf, line_moves[followed])
                    if not same_player(leaf, child):
                        is_same = not is_same
                    leaf = child
                    followed += 1
                is_over = lines[at] > 0 and outcome(leaf) != ONGOING
                for view in range(views):
                    begins[found * views + view] = written
                    if is_over:
                        positions[found, 0] = NOTHING
                        continue
                    shown = leaf
                    if view == 1:
                        shown = opposite(leaf)
                    if weights[SYMMETRIC]:
                        shown = canonical(shown)
                    features(shown, board)
                    count = make_words(board, weights)
                    if view == 0:
                        positions[found, 0] = output_of(count, weights)
                    for i in range(words):
                        left = np.uint64(board[i])
                        while left != np.uint64(0):
                            if len(which) > 0:
                                which[written] = i * 64 + lowest(left)
                            written += 1
                            left &= left - np.uint64(1)
                positions[found, 1] = scores[at] if is_same else -scores[at]
                positions[found, 3] = 1 if is_first == is_same else -1
                positions[found, 2] = outcomes[game] * positions[found, 3]
                positions[found, 4] = 0
                found += 1
            child = play(position, moves[at])
            if not same_player(position, child):
                is_first = not is_first
            position = child
            at += 1
        if found > before:
            positions[found - 1, 4] = 1
    begins[found * views] = written
    return written
