"""On which square of the board a feature of a game lies: found by looking at random games, so that nobody has to say it.

A network sees bits of words (rule `features`), a person sees what stands in the cells of a board, and no game tells how the
two hang together. But a bit that is set exactly when a cell shows this or that belongs to the cell: many positions of random
games (`wandering.py`) tell which bits are set and what every cell shows, once for each player, since words are seen by the one
to move. A bit that came up too seldom lies where bits of the same number lie in other words, as games number squares one way.
Bits that say nothing of any one cell, as those of a count of moves, lie nowhere.

Features may also show a board turned or mirrored, as that on which the own king always stands on the right. Then no bit belongs
to one cell; but in turns it can be found which way round each board is seen, by what the bits so far say of their cells, and
which cells bits belong to if boards are seen that way.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from damier.engine.wandering import random_positions
from damier.games.game import Board, Cell, Game
from damier.kernel import native
from damier.network.layout import BITS
from damier.network.reckoning import MOST_WORDS
from damier.rules import features

Place = tuple[int, int]  # row from the top and column, from 0
NOWHERE = -1

SURE = 10.0  # nats by which what a cell shows must tell a bit: e^10 to 1 against chance
ROUNDS = 8  # in which ways round and cells are found
KEPT = 6  # games whose positions are kept in memory


class Seen(NamedTuple):
    """What one sees in a cell; its name stands there whatever else does."""

    text: str
    owner: int
    look: str


def seen_in(cell: Cell) -> Seen:
    return Seen(cell.text, cell.owner, cell.look)


def words_of(position: Any) -> Any:
    """What a network sees of a position, as its rules write it."""
    out = np.zeros(MOST_WORDS, np.int64)
    return out[: int(features(position, out))]


class FeaturePlaces:
    """Where the features of a game lie, as far as random games tell."""

    def __init__(self, game: Game) -> None:
        positions, turns = random_positions(native(game.start()), game.turn(game.start()))
        boards = [game.board(position, turn) for position, turn in zip(positions, turns, strict=True)]
        self._shape = _shape(boards[0])
        self._codes: dict[Seen, int] = {}
        kept = [
            (turn, words_of(position), [self._codes.setdefault(seen_in(cell), len(self._codes)) for cell in _flat(board)])
            for position, turn, board in zip(positions, turns, boards, strict=True)
            if _shape(board) == self._shape  # one that only lists what can be chosen may have any
        ]
        blank = [not seen.text and seen.owner < 0 for seen in self._codes]
        self._cells = [(row, column) for row, length in enumerate(self._shape) for column in range(length)]
        ways = [[self._cells.index(place) for line in way for place in line] for way in ways_round(boards[0])]
        self._sides = []
        for whose in (0, 1):
            words, contents = ([each[part] for each in kept if each[0] == whose] for part in (1, 2))
            self._sides.append(_Side(np.array(words), np.array(contents), np.array(blank), ways) if words else None)

    def places(self, words: Any, board: Board, turn: int, wanted: Sequence[tuple[int, int | None]]) -> list[Place | None]:
        """The cells of some bits (word and bit) and numbers (word and None) of a position; None for those that lie nowhere."""
        side = self._sides[turn]
        if side is None or _shape(board) != self._shape:
            return [None] * len(wanted)
        way = side.way(words, np.array([self._codes.get(seen_in(cell), NOWHERE) for cell in _flat(board)]))
        found = [side.cell(word, bit) for word, bit in wanted]
        return [None if cell == NOWHERE else self._cells[way[cell]] for cell in found]


class _Side:
    """What is known where one player is to move: the cells of bits, and what they say of them."""

    def __init__(self, words: Any, contents: Any, blank: Any, ways: list[list[int]]) -> None:
        self._words, self._contents, self._blank = words, contents, blank
        self._ways = np.array(ways)
        bits = (words[:, :, None] >> np.arange(BITS) & 1).reshape(len(words), -1).astype(np.float32)
        self._vary = np.flatnonzero(bits.any(0) & ~bits.all(0))
        self._bits = bits[:, self._vary]
        self._exact: Any = np.zeros(0, bool)  # for each bit that varies, whether its cell tells it without fail
        self._cells: Any = np.zeros(0, np.int64)  # and the cell
        self._is_turned = False
        self._numbers: dict[int, int] = {}
        self._learn(contents)
        if self._exact.mean() < 0.5:  # of features that lie on a board as it is drawn, all do but a few counts
            self._find_ways()

    def _find_ways(self) -> None:
        """Learn anew with each board the way round in which it fits best, again and again."""
        first, as_drawn = self._exact.sum(), (self._exact, self._cells)
        which = np.zeros(len(self._words), np.int64)
        self._is_turned = True
        for _ in range(ROUNDS):
            better = self._fits(self._bits, self._contents).argmax(0)
            self._learn(np.take_along_axis(self._contents, self._ways[better], 1))
            if (better == which).all():
                break
            which = better
        if self._exact.sum() <= first:  # nothing is seen turned
            self._is_turned, (self._exact, self._cells) = False, as_drawn

    def _learn(self, contents: Any) -> None:
        """Find the cell that tells each bit best, by what is seen in all of them."""
        count, cells = contents.shape
        pairs, at = np.unique(np.arange(cells) * len(self._blank) + contents, return_inverse=True)
        there = np.zeros((count, len(pairs)), np.float32)
        there[np.arange(count)[:, None], at.reshape(count, cells)] = 1
        both, each = there.T @ self._bits, there.sum(0)[:, None]
        starts = np.searchsorted(pairs, np.arange(cells) * len(self._blank))
        share = self._bits.mean(0)
        apart = _entropy(share) + _entropy(1 - share) + np.add.reduceat(_entropy(each / count), starts, 0)
        told = count * (apart - np.add.reduceat(_entropy(both / count) + _entropy((each - both) / count), starts, 0))
        is_exact = np.add.reduceat((both > 0) & (both < each), starts, 0) == 0
        # what is set where this stands there, and something else holds as well
        shows = np.add.reduceat(both > 0, starts, 0, np.int64)
        blank = np.add.reduceat((both > 0) & self._blank[pairs % len(self._blank)][:, None], starts, 0, np.int64)
        is_implied = (shows == 1) & (blank == 0)
        worth = np.where(told >= SURE, told, -1.0)
        best = [np.where(fits, worth, -1.0) for fits in (is_exact, is_implied)]
        self._exact = best[0].max(0) > 0
        self._cells = np.where(self._exact, best[0].argmax(0), np.where(best[1].max(0) > 0, best[1].argmax(0), NOWHERE))
        # for finding which way round a board is seen: the cell that tells most, sure or not, and how likely a bit is there
        self._likely = worth.argmax(0)
        self._columns = np.full((cells, len(self._blank)), len(pairs))
        self._columns.flat[pairs] = np.arange(len(pairs))
        self._chances = np.log(np.vstack([(both + 0.1) / (each + 0.2), np.full((1, both.shape[1]), 0.5)]))
        self._unlikely = np.log1p(-np.exp(self._chances))

    def _fits(self, bits: Any, contents: Any) -> Any:
        """How likely the bits of each position are, for each way round in which its board may be seen."""
        found = []
        known = np.where(contents == NOWHERE, 0, contents)
        for way in self._ways:
            columns = self._columns[np.arange(contents.shape[1]), known[:, way]][:, self._likely]
            places = columns, np.arange(len(self._vary))
            found.append(np.where(bits > 0, self._chances[places], self._unlikely[places]).sum(1))
        return np.array(found)

    def way(self, words: Any, contents: Any) -> Any:
        """Where each cell of the board that is seen lies on the one that is drawn."""
        if not self._is_turned:
            return self._ways[0]
        bits = (words[:, None] >> np.arange(BITS) & 1).ravel()[self._vary]
        return self._ways[self._fits(bits[None, :], contents[None, :]).argmax()]

    def cell(self, word: int, bit: int | None) -> int:
        """The number of the cell where a bit lies, or a number."""
        if bit is None:
            return self._cell_of_number(word)
        place = int(np.searchsorted(self._vary, word * BITS + bit))
        if place < len(self._vary) and self._vary[place] == word * BITS + bit and self._cells[place] != NOWHERE:
            return int(self._cells[place])
        same = {int(cell) for each, cell in zip(self._vary, self._cells, strict=True) if each % BITS == bit and cell != NOWHERE}
        within = self._cells[self._vary // BITS == word]
        is_board = 2 * (within != NOWHERE).sum() > len(within)  # not a count, whose bits have the numbers of squares too
        return same.pop() if len(same) == 1 and is_board else NOWHERE

    def _cell_of_number(self, word: int) -> int:
        """The cell that shows a number, if one does."""
        if word not in self._numbers:
            values = self._words[:, word]
            known = {int(value): values == value for value in np.unique(values)}
            cells = [cell for cell in range(self._contents.shape[1]) if self._shows(cell, list(known.values()))]
            self._numbers[word] = cells[0] if len(known) > 1 and cells else NOWHERE
        return self._numbers[word]

    def _shows(self, cell: int, cases: list[Any]) -> bool:
        """Whether no content of a cell is there in two cases."""
        contents = [set(self._contents[case, cell].tolist()) for case in cases]
        return sum(len(each) for each in contents) == len(set().union(*contents))


def _entropy(shares: Any) -> Any:
    """What each share adds to an entropy, in nats."""
    return -shares * np.log(np.where(shares > 0, shares, 1))


def _shape(board: Board) -> list[int]:
    return [len(row) for row in board.cells]


def _flat(board: Board) -> list[Cell]:
    return [cell for row in board.cells for cell in row]


def ways_round(board: Board) -> list[list[list[Place]]]:
    """The places of a board in the order of all that are the same but turned or mirrored, as it is first."""
    places = [[(row, column) for column in range(len(cells))] for row, cells in enumerate(board.cells)]
    shape = _shape(board)
    if len(set(shape)) > 1:
        return [places]
    ways = []
    for _ in range(4):
        ways += [places, [row[::-1] for row in places]]
        places = [list(row) for row in zip(*places[::-1], strict=True)]
    return [way for way in ways if [len(row) for row in way] == shape]


_known: OrderedDict[tuple[Any, ...], FeaturePlaces] = OrderedDict()
_lock = threading.Lock()


def places_of(game: Game) -> FeaturePlaces:
    """Where the features of a game lie; what tells it is kept for the next one who asks."""
    key = game.loaded_as or game.name, game.kept_as, game.edition
    with _lock:
        if key not in _known:
            _known[key] = FeaturePlaces(game.with_usual_evaluation)
            while len(_known) > KEPT:
                _known.popitem(last=False)
        _known.move_to_end(key)
        return _known[key]
