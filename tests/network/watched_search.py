"""A search in which every question to a network is written down: a program of its own, whose machine code nobody else may use.

    watched_search.py GAME (SEARCH | player) DEPTH

It prints how many questions there were, and fails if the answer to one is not what the network says written plainly.
"""

import sys
from typing import Any

import numpy as np
from networks import random_network

import damier.network.estimate as estimate
from damier.games import load
from damier.games.game import Game
from damier.kernel import array_at, native, part
from damier.network.layout import SYMMETRIC, VIEWS, WORDS
from damier.network.plainly import plain_output
from damier.rules import canonical, features, opposite

MOST = 1 << 21  # numbers that are written down
LONGEST_ROW = 2 + 2 * 256
NOTES = np.zeros(MOST, np.int64)  # the first says where the next row begins: ply, answer, the words of each view
ADDRESS = NOTES.ctypes.data
asked = estimate.by_network


@part
def _shown(position: Any, weights: Any) -> Any:
    return canonical(position) if weights[SYMMETRIC] else position


@part
def watched(position: Any, weights: Any, board: Any, ply: Any) -> Any:
    """What the network says in this search, and a note of it."""
    score = asked(position, weights, board, ply)
    notes = array_at(ADDRESS, MOST, np.int64)
    row, words = notes[0], np.int64(weights[WORDS])
    if row + LONGEST_ROW < MOST:
        notes[row], notes[row + 1] = ply, score
        features(_shown(position, weights), notes[row + 2 : row + 2 + 256])
        row += 2 + words
        if weights[VIEWS] == 2:
            features(_shown(opposite(position), weights), notes[row : row + 256])
            row += words
        notes[0] = row
    return score


estimate.by_network = watched


def searched(game: Game, position: Any, weights: Any, how: str, depth: int) -> None:
    if how == "player":
        from damier.engine.deepening import deepen
        from damier.engine.kernel.techniques import Techniques
        from damier.engine.kernel.workspace import Workspace
        from damier.search.table import Table

        techniques = Techniques()
        deepen(position, depth, Workspace(position, weights, Table(1), techniques, unit=game.unit), techniques)
    else:
        from damier.search.driver import Options, search

        search(position, how, depth, Options(weights=weights))


def main(name: str, how: str, depth: int) -> None:
    game = load(name)
    position, rng = native(game.start()), np.random.default_rng(3)
    for _ in range(2):  # some moves, so that not all is symmetric
        moves = game.moves(position)
        child = native(game.play(position, moves[rng.integers(len(moves))]))
        if game.moves(child) and game.outcome(child) is None:
            position = child
    counts = []
    for is_symmetric in (False, True):
        weights = random_network(game, seed=5, hidden=32, is_symmetric=is_symmetric, loudness=10)
        NOTES[0] = 1
        searched(game, position, weights, how, depth)
        width = 2 + int(weights[VIEWS] * weights[WORDS])
        rows = NOTES[1 : NOTES[0]].reshape(-1, width)
        for row in rows[:: max(1, len(rows) // 4000)]:
            said = plain_output(weights, *np.split(row[2:], int(weights[VIEWS])))
            assert said == row[1], (is_symmetric, row.tolist(), said)
        counts.append(len(rows))
        assert len({*rows[:, 1].tolist()}) > 1
    print(*counts, max(rows[:, 0]) if len(rows) else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
