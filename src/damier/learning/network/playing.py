"""Games between networks, each as one call of compiled code: the player's own search, so many nodes a move.

A game begins with some moves at random. Everything hangs on its seed: the tables are empty when it begins. A game that is seen
to be won, or that both sides hold for won for some plies, is not played to its end; one that goes on for ever is a draw.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.engine.kernel.repetition import MOST_PAST
from damier.engine.kernel.search import look_ahead
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.kernel import compiled, native
from damier.rules import (
    DRAW,
    INFINITY,
    MOST_MOVES,
    ONGOING,
    forced,
    gain,
    key,
    moves,
    outcome,
    play,
    reversible,
    same_player,
)
from damier.search.table import Table
from damier.search.work import NO_MOVE

TABLE_MB = 2
DEEPEST = 60
LONGEST = 500  # plies of a game; then it is a draw
UNTOLD = 1 << 20  # in the place of a score: nothing is learnt from this position
AGES = 128
MOST_LINE = 64  # moves that are kept of the line that a search expects
NO_LINES = np.zeros(0, np.int64)


class Terms(NamedTuple):
    """How games are played."""

    nodes: int  # a move
    opening: tuple[int, int]  # moves at random, from so many up to so many
    clear: int  # points with which a game counts as won ...
    clear_plies: int = 8  # ... when both sides have seen them for so many plies
    longest: int = LONGEST
    keeps_lines: bool = False


class Played(NamedTuple):
    """A game: its moves, what the search said before each of them, for who made it, and its outcome for who moved first.

    Where lines are kept, for each move how long the line was that the search expected, and the moves of all those lines.
    """

    moves: Any
    scores: Any
    outcome: int
    line_lengths: Any = NO_LINES
    line_moves: Any = NO_LINES


class Ring:
    """Where two networks play; the same one twice to learn from."""

    def __init__(self, start: Any, one: Any, two: Any, unit: int, terms: Terms) -> None:
        techniques = Techniques(symmetry=False)
        self._start = native(start)
        self._tables = Table(TABLE_MB), Table(TABLE_MB)
        self._sides = [
            Workspace(self._start, weights, table, techniques, node_limit=terms.nodes, unit=unit)
            for weights, table in zip((one, two), self._tables, strict=True)
        ]
        self._is_alone = one is two
        self._terms = terms
        room = terms.longest + 1
        self._moves, self._scores = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._keys, self._out = np.zeros(room, np.uint64), np.zeros(MOST_MOVES, np.int64)
        self._lines = np.zeros((room, 1 + MOST_LINE), np.int64)

    def play(self, seed: int, turned: bool = False) -> Played | None:
        """The game of a seed, the second side moving first if it is turned; None if it ended within its opening."""
        terms = self._terms
        for table in self._tables:
            table.clear()
        one, two = self._sides[::-1] if turned else self._sides
        if self._is_alone:
            two = one
        for side in (one, two):
            side.forget()
            side.record.table_age = 0
        low, high = terms.opening
        number = np.uint64(mix(np.uint64(seed)))
        opening = low + int(number % np.uint64(high - low + 1))
        plies, score = play_game(
            self._start, number, opening, terms.nodes, terms.clear, terms.clear_plies, terms.longest,
            self._keys, self._out, self._moves, self._scores, self._lines, one.record, two.record,
        )  # fmt: skip
        if plies <= opening:
            return None
        game = Played(self._moves[:plies].copy(), self._scores[:plies].copy(), int(score))
        return self._with_lines(game) if terms.keeps_lines else game

    def _with_lines(self, game: Played) -> Played:
        """The game just played with what the search expected before each move, where something is to be learnt."""
        plies = len(game.moves)
        lengths = np.where(game.scores == UNTOLD, 0, self._lines[:plies, 0])
        kept = np.arange(MOST_LINE) < lengths[:, None]
        return game._replace(line_lengths=lengths, line_moves=self._lines[:plies, 1:][kept])


@compiled
def play_game(
    position: Any,
    seed: Any,
    opening: Any,
    nodes: Any,
    clear: Any,
    clear_plies: Any,
    longest: Any,
    keys: Any,
    out: Any,
    made: Any,
    scores: Any,
    lines: Any,
    one: Any,
    two: Any,
) -> Any:
    """Plays a game; how many moves it had, and its outcome for the player who moved first."""
    is_first = True
    ply, won, lost = 0, 0, 0
    while True:
        score = np.int64(outcome(position))
        if score != ONGOING:
            return ply, score if is_first else -score
        if ply >= longest or _is_there_again(position, keys, ply):
            return ply, np.int64(DRAW)
        keys[ply] = key(position)
        scores[ply] = UNTOLD
        if ply < opening:
            seed = mix(seed)
            choice = np.int64(moves(position, out))
            if choice <= 0:  # the rules forget to say that it is over
                return ply, np.int64(DRAW)
            move = out[np.int64(seed % np.uint64(choice))]
        else:
            work = one if is_first else two
            move, score = think(position, nodes, keys, ply, out, lines[ply], work)
            if abs(score) >= work.certain:
                return ply, score if is_first else -score
            if not forced(position) and gain(position, move) == 0:
                scores[ply] = score
            for_first = score if is_first else -score
            won = won + 1 if for_first >= clear else 0
            lost = lost + 1 if for_first <= -clear else 0
            if max(won, lost) >= clear_plies:
                return ply, np.int64(clear if won else -clear)
        made[ply] = move
        ply += 1
        child = play(position, move)
        if not same_player(position, child):
            is_first = not is_first
        position = child


@compiled
def _is_there_again(position: Any, keys: Any, ply: Any) -> Any:
    """Whether a position has come up for the third time."""
    same, found = key(position), 0
    for before in range(max(0, ply - np.int64(reversible(position))), ply):
        found += keys[before] == same
    return found >= 2


@compiled
def think(position: Any, nodes: Any, keys: Any, ply: Any, out: Any, line: Any, work: Any) -> Any:
    """The best move of the deepest search that so many nodes allow, and what it is worth.

    What it expects to be played, from that move on, is written to `line`, behind how many moves that are.
    """
    past = min(np.int64(reversible(position)), ply, MOST_PAST) if work.repeats else 0
    for back in range(past + 1):
        work.keys[MOST_PAST - back] = keys[ply - back]
    work.past = past
    work.nodes, work.stop, work.watched, work.node_limit = 0, 0, 1, nodes
    work.table_age = (work.table_age + 1) % AGES
    work.killer[:] = NO_MOVE
    work.root_move = NO_MOVE
    work.root_of_draw = work.no_draw
    move, value = np.int64(NO_MOVE), np.int64(0)
    line[0] = 0
    for depth in range(1, DEEPEST):
        work.root_depth = depth
        unproved = work.horizon + work.guesses
        score = look_ahead(position, np.int64(NO_MOVE), -INFINITY, INFINITY, np.int64(depth), np.int64(0), work)
        if work.line_end[0] > 0:  # what a search that was stopped prefers to the best move so far is better
            move, value = work.line[0, 0], score
            line[0] = min(work.line_end[0], MOST_LINE)
            for i in range(line[0]):
                line[1 + i] = work.line[0, i]
        if work.stop or abs(score) >= work.certain or work.horizon + work.guesses == unproved:
            break
        work.root_move = move
    if move == NO_MOVE:
        moves(position, out)
        move = out[0]
    return move, value
