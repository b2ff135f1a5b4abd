"""On which square of the board a feature of a game lies: found by looking at random games, so that nobody has to say it.

A network sees bits of words (rule `features`), a person sees what stands in the cells of a board, and no game tells how the
two hang together. But a bit that is set exactly when a cell shows this or that belongs to the cell: many positions of random
games tell which bits are set and what every cell shows, once for each player, since words are seen by the one to move. A bit
that came up too seldom lies where bits of the same number lie in other words, as games number squares one way. Bits that say
nothing of any one cell, as those of a count of moves, lie nowhere.
"""

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.errors import BadInput
from damier.games.game import Board, Cell, Game
from damier.kernel import compiled, native
from damier.network.layout import BITS
from damier.network.reckoning import MOST_WORDS
from damier.rules import MOST_MOVES, ONGOING, features, moves, outcome, play, same_player
from damier.search.rows import fits_a_row, new_rows, put, take

Place = tuple[int, int]  # row from the top and column, from 0

POSITIONS = 3000  # that are looked at
GAMES = 3000  # random games at most
PLIES = 150  # of each
ONE_IN = 5  # positions of a game that are taken: neighbours tell the same
SURE = 10.0  # nats by which what a cell shows must tell a bit: e^10 to 1 against chance
KEPT = 6  # games whose positions are kept in memory


def shown(cell: Cell) -> tuple[str, int, str]:
    """What one sees in a cell; its name stands there whatever else does."""
    return cell.text, cell.owner, cell.look


class _Side(NamedTuple):
    """Positions in which one player is to move."""

    words: Any  # positions x words
    contents: Any  # positions x cells: a number for what is seen


class FeaturePlaces:
    """Where the features of a game lie, as far as random games tell."""

    def __init__(self, game: Game) -> None:
        positions, turns = _random_positions(native(game.start()), game.turn(game.start()))
        boards = [game.board(position, turn) for position, turn in zip(positions, turns, strict=True)]
        self._shape = _shape(boards[0])
        self._cells = [(row, column) for row, length in enumerate(self._shape) for column in range(length)]
        codes: dict[tuple[str, int, str], int] = {}
        words, contents, kept = [], [], []
        for position, turn, board in zip(positions, turns, boards, strict=True):
            if _shape(board) == self._shape:  # a board that only lists what can be chosen may have any
                words.append(_words(position))
                contents.append([codes.setdefault(shown(cell), len(codes)) for row in board.cells for cell in row])
                kept.append(turn)
        self._codes = codes
        whole = np.array(words), np.array(contents), np.array(kept)
        self._sides = [_Side(whole[0][whole[2] == turn], whole[1][whole[2] == turn]) for turn in (0, 1)]
        self._known: dict[tuple[int, int, int | None], Place | None] = {}

    def place(self, turn: int, word: int, bit: int | None = None) -> Place | None:
        """The cell of a bit of a word, or of a word that is a number, where a player is to move; None if there is none."""
        key = turn, word, bit
        if key not in self._known:
            found = self._told(turn, word, bit)
            self._known[key] = found if found is not None or bit is None else self._by_number(turn, word, bit)
        return self._known[key]

    def _told(self, turn: int, word: int, bit: int | None) -> Place | None:
        """The cell that tells a feature best, if that is beyond chance."""
        side = self._sides[turn]
        if not len(side.words):
            return None
        values = side.words[:, word] if bit is None else side.words[:, word] >> bit & 1
        known, values = np.unique(values, return_inverse=True)
        if len(known) < 2:
            return None
        kinds, cells = len(self._codes), len(self._cells)
        places = (np.arange(cells) * kinds + side.contents) * len(known) + values[:, None]
        together = np.bincount(places.ravel(), minlength=cells * kinds * len(known)).reshape(cells, kinds, len(known))
        told = _entropy(together.sum(1)) + _entropy(together.sum(2)) - _entropy(together.reshape(cells, -1))
        told *= len(side.words)
        is_exact = ((together > 0).sum(2) <= 1).all(1)
        is_implied = np.zeros(cells, bool)
        if bit is not None:  # what is set where this stands there, and something else holds as well
            is_implied = ((together[:, :, 1] > 0).sum(1) == 1) & (together[:, self._blank, 1].sum(1) == 0)
        for fits in (is_exact, is_implied):
            best = int(np.argmax(np.where(fits, told, -1.0)))
            if fits[best] and told[best] >= SURE:
                return self._cells[best]
        return None

    def _by_number(self, turn: int, word: int, bit: int) -> Place | None:
        """The cell where bits of this number lie in all other words, if those of this word lie on cells as a rule."""
        words = self._sides[turn].words
        there = {self._told(turn, other, bit) for other in range(words.shape[1]) if other != word} - {None}
        if len(there) != 1:
            return None
        vary = [other for other in range(BITS) if other != bit and len(set((words[:, word] >> other & 1).tolist())) > 1]
        lie = sum(self._told(turn, word, other) is not None for other in vary)
        return there.pop() if 2 * lie > len(vary) else None

    @property
    def _blank(self) -> list[int]:
        """The numbers of what is seen in cells where nothing stands."""
        return [code for (text, owner, _), code in self._codes.items() if not text and owner < 0]


_places: OrderedDict[tuple[Any, ...], FeaturePlaces] = OrderedDict()
_lock = threading.Lock()


def places_of(game: Game) -> FeaturePlaces:
    """Where the features of a game lie; the positions that tell are kept for the next one who asks."""
    key = game.loaded_as or game.name, game.kept_as, game.edition
    with _lock:
        if key not in _places:
            _places[key] = FeaturePlaces(game.with_usual_evaluation)
            while len(_places) > KEPT:
                _places.popitem(last=False)
        _places.move_to_end(key)
        return _places[key]


def _shape(board: Board) -> list[int]:
    return [len(row) for row in board.cells]


def _words(position: Any) -> Any:
    out = np.zeros(MOST_WORDS, np.int64)
    return out[: int(features(position, out))]


def _entropy(counts: Any) -> Any:
    """Of each row of counts, in nats."""
    shares = counts / counts.sum(1, keepdims=True)
    return -(shares * np.log(np.where(shares > 0, shares, 1))).sum(1)


def _random_positions(start: Any, turn: int) -> tuple[list[Any], list[int]]:
    """Positions of random games, and whose turn it is in them."""
    if not fits_a_row(start):
        raise BadInput("where features lie on the board cannot be told of positions with lists in them")
    rows, turns = new_rows(start, POSITIONS), np.zeros(POSITIONS, np.int64)
    found = int(_wander(start, np.int64(turn), np.uint64(1), GAMES, PLIES, ONE_IN, np.zeros(MOST_MOVES, np.int64), rows, turns))
    return [start, *(take(start, rows, place) for place in range(found))], [turn, *turns[:found].tolist()]


@compiled
def _wander(start: Any, first: Any, seed: Any, games: Any, plies: Any, one_in: Any, out: Any, rows: Any, turns: Any) -> Any:
    """Plays random games and writes down some of their positions, with whose turn it is; how many."""
    found = 0
    for _ in range(games):
        position, turn = start, first
        for _ in range(plies):
            if np.int64(outcome(position)) != ONGOING or found == len(rows):
                break
            seed = mix(seed)
            child = play(position, out[np.int64(seed % np.uint64(moves(position, out)))])
            if not same_player(position, child):
                turn = 1 - turn
            position = child
            seed = mix(seed)  # how a game ended may be drawn otherwise than what went before
            if seed % np.uint64(one_in) == np.uint64(0) and np.int64(outcome(position)) == ONGOING:
                put(position, rows, found)
                turns[found] = turn
                found += 1
    return found
