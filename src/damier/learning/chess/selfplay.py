"""Games of damier against itself, to learn from: written as plain lines, each with the result of its game and a score.

A game begins with some moves chosen at random among those that do not lose much; then both sides search so many nodes a
move. Only positions to learn from are written: not in check, and the best move no capture. A game that is clearly won
is not played to the end. All hangs on the seed alone.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.engine.deepening import deepen, score_moves
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games.chess import UNIT, fen
from damier.games.chess.position import is_black
from damier.kernel import native
from damier.rules import DRAW, ONGOING, WIN, forced, gain, key, legal_moves, outcome, play
from damier.search.table import Table

NODES = 2000
OPENING_PLIES = (6, 11)  # moves that are chosen at random, from so many up to fewer than so many
OPENING_LOSS = 70  # points that such a move may lose, as a shallow search sees it
OPENING_DEPTH = 2
UNFAIR = 200  # points after the opening with which no game is begun
CLEAR, CLEAR_PLIES = 1000, 6  # a game is won when both sides see so much for so many plies
MOST_PLIES = 400  # in a game; then it is a draw
MOST_DEPTH = 30
TABLE_MB = 4


class SelfPlayedGame(NamedTuple):
    """A game: its positions to learn from, what the search said of each for its player, and the result for White."""

    positions: list[Any]
    scores: list[int]
    result: float


def as_lines(game: SelfPlayedGame) -> str:
    """A game as plain lines, with an empty line at its end."""
    result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[game.result]
    lines = []
    for position, score in zip(game.positions, game.scores, strict=True):
        lines.append(f"{fen.write(position)};{result};{-score if is_black(position) else score}\n")
    return "".join(lines) + "\n"


def play_game(weights: Any, table: Table, nodes: int = NODES, seed: int = 1) -> SelfPlayedGame:
    """One game; the table is empty when it begins, so that games do not hang on those before them."""
    table.clear()
    rng = np.random.default_rng(seed)
    while True:
        table.new_root()
        past = _opening(weights, table, rng)
        if past:
            break
    position = past.pop()
    kept: list[Any] = []
    scores: list[int] = []
    clear = 0
    techniques = Techniques()
    for _ in range(MOST_PLIES):
        ended = _ended(position, past)
        if ended is not None:
            return SelfPlayedGame(kept, scores, _for_white(ended, position))
        table.new_root()
        memory = Workspace(position, weights, table, techniques, past=past, node_limit=nodes, unit=UNIT)
        found = deepen(position, MOST_DEPTH, memory, techniques)
        move = found.line[0] if found.line else legal_moves(position)[0]
        if abs(found.score) < WIN and not forced(position) and gain(position, move) == 0:
            kept.append(position)
            scores.append(found.score)
        clear = clear + 1 if abs(found.score) >= CLEAR else 0
        if clear >= CLEAR_PLIES:
            return SelfPlayedGame(kept, scores, _for_white(found.score, position))
        past.append(position)
        position = native(play(position, move))
    return SelfPlayedGame(kept, scores, 0.5)


def _opening(weights: Any, table: Table, rng: Any) -> list[Any]:
    """The positions of an opening; none if it ended unfairly."""
    past = [native(fen.read(fen.START))]
    for ply in range(int(rng.integers(*OPENING_PLIES)) + 1):
        position = past[-1]
        if _ended(position, past[:-1]) is not None:
            return []
        memory = Workspace(position, weights, table, Techniques(), past=past[:-1], unit=UNIT)
        scored = score_moves(position, legal_moves(position), OPENING_DEPTH, memory)
        best = max(scored.values())
        if ply >= OPENING_PLIES[0] and abs(best) > UNFAIR:
            return []
        good = [move for move, score in scored.items() if score >= best - OPENING_LOSS]
        past.append(native(play(position, good[int(rng.integers(len(good)))])))
    return past if _ended(past[-1], past[:-1]) is None else []


def _ended(position: Any, past: list[Any]) -> int | None:
    """The score of a game that is over, for the player to move; None while it goes on."""
    score = int(outcome(position))
    if score != ONGOING:
        return score
    now = key(position)
    return DRAW if sum(key(earlier) == now for earlier in past) >= 2 else None


def _for_white(score: int, position: Any) -> float:
    if score == DRAW:
        return 0.5
    return float((score > 0) != bool(is_black(position)))
