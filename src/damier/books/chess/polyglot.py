"""Books for chess in the format of Polyglot (Fabien Letouzey), which many programs read and write.

A file is entries of 16 bytes, sorted by the key of their position:

    8 bytes    key of the position (Polyglot's own)
    2 bytes    move: six bits each for where to and from where, then three for what a pawn becomes (n, b, r, q)
    2 bytes    weight; 0: not to be played
    4 bytes    what programs have learned; not looked at

Castling is written as the king taking its rook, or as the king's own move. The order is checked when a file is opened. Whether
a move is legal shows when its position is asked for: entries that are none are passed over, and the first of them is said. The
file is read where it is asked, so that one that is cut off meanwhile is an error like any other.
"""

import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from damier.books.book import choose
from damier.books.openings import Entry
from damier.files import open_bytes
from damier.games.chess import text, uci_name
from damier.games.chess.position import CASTLING, has_unusual_castling, kind_of
from damier.games.game import BadInput
from damier.kernel import native
from damier.rules import legal_moves

MOST_BYTES = 4_000_000_000
MOST_ENTRIES = 1 << 12  # of one position that are looked at; there are no more than 218 legal moves
_ENTRY = np.dtype([("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learnt", ">u4")])
_BYTES = _ENTRY.itemsize
_BLOCK = 1 << 20  # entries that are checked at once
_MOVE_BITS = 0x7FFF
_FILES, _PROMOTIONS = "abcdefgh", " nbrq"


class Polyglot:
    """A book in a file. `complain` hears, once, of entries that are passed over; without it they are refused (BadInput)."""

    def __init__(self, path: Path, complain: Callable[[str], None] | None = None) -> None:
        self.path = path
        self._complain = complain
        self._has_complained = False
        self._lock = threading.Lock()
        self._file = open_bytes(path)
        try:
            self._count = self._checked()
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return self._count

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()

    def entries(self, position: Any) -> list[Entry]:
        """The moves from a position, the weightiest first; those that weigh 0 are not to be played."""
        import chess.polyglot

        number = chess.polyglot.zobrist_hash(chess.Board(text(position)))
        first = self._first(number)
        written = self._read(first, MOST_ENTRIES)
        written = written[written["key"] == number]
        legal = _legal(position) if len(written) else {}
        weights: dict[int, int] = {}
        for place, (_, code, weight, _) in enumerate(written.tolist(), first):
            move = legal.get(code & _MOVE_BITS)
            if move is None:
                self._pass_over(place, code, place - first, position)
            else:
                weights[move] = weights.get(move, 0) + weight
        return sorted((Entry(*each) for each in weights.items()), key=lambda entry: -entry.weight)

    def choose(self, position: Any, chance: random.Random | None = None) -> int | None:
        return choose(self.entries(position), chance)

    def _pass_over(self, place: int, code: int, before: int, position: Any) -> None:
        """Say that an entry is none, if nothing of the kind was said yet."""
        where = f"{self.path}: entry {place + 1} (byte {place * _BYTES})"
        words = f"{where} is the move {_written(code)}, not legal in {text(position)}"
        if self._complain is None:
            raise BadInput(f"{words}; {_entries(before)} of this position before it {_are(before)} good")
        if not self._has_complained:
            self._has_complained = True
            self._complain(f"{words}; such entries are passed over")

    def _first(self, number: int) -> int:
        """The place of the first entry of a position, or where it would be."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if int(self._read(middle, 1)["key"][0]) < number:
                low = middle + 1
            else:
                high = middle
        return low

    def _read(self, first: int, count: int) -> Any:
        """So many entries of the file, or as many as there are."""
        wanted = max(0, min(count, self._count - first))
        try:
            with self._lock:
                self._file.seek(first * _BYTES)
                data = self._file.read(wanted * _BYTES)
        except OSError as error:
            raise BadInput(f"{self.path} cannot be read: {error.strerror}") from None
        if len(data) != wanted * _BYTES:
            raise BadInput(f"{self.path} has become shorter since it was opened")
        return np.frombuffer(data, _ENTRY)

    def _checked(self) -> int:
        """How many entries there are; BadInput if the file is no whole book in order."""
        size = os.fstat(self._file.fileno()).st_size
        whole, rest = divmod(size, _BYTES)
        if not size:
            raise BadInput(f"{self.path} is no book: there is nothing in it")
        if size > MOST_BYTES:
            raise BadInput(f"{self.path} is too large: it has more than {MOST_BYTES // 1_000_000} MB")
        if rest:
            raise BadInput(
                f"{self.path} breaks off in entry {whole + 1} (byte {whole * _BYTES}), which has {rest} of {_BYTES} bytes; "
                f"{_entries(whole)} before it {_are(whole)} whole"
            )
        self._count = whole
        for start in range(0, whole, _BLOCK - 1):  # the last entry of one block is the first of the next
            keys = self._read(start, _BLOCK)["key"].astype(np.uint64)
            for wrong in np.flatnonzero(keys[1:] < keys[:-1])[:1].tolist():
                place = start + wrong + 1
                raise BadInput(
                    f"{self.path}: entry {place + 1} (byte {place * _BYTES}) is out of order, its key "
                    f"{int(keys[wrong + 1]):016x} comes after {int(keys[wrong]):016x}; "
                    f"{_entries(place)} before it {_are(place)} in order"
                )
        return whole


def _legal(position: Any) -> dict[int, int]:
    """The legal moves of a position, as an entry writes them."""
    legal = legal_moves(native(position))
    found = {_code(uci_name(position, move)): move for move in legal}
    if not has_unusual_castling(position):  # else castling is named so already
        castling = {uci_name(position, move): move for move in legal if kind_of(move) == CASTLING}
        found |= {_code(name[:2] + ("h" if name[2] == "g" else "a") + name[3]): move for name, move in castling.items()}
    return found


def _code(name: str) -> int:
    """A move in coordinates, as an entry writes it."""
    source, target = (_FILES.index(name[at]) + 8 * (int(name[at + 1]) - 1) for at in (0, 2))
    return target | source << 6 | (_PROMOTIONS.index(name[4]) << 12 if name[4:] else 0)


def _written(code: int) -> str:
    """The move of an entry in coordinates, legal or not."""
    squares = "".join(f"{_FILES[square & 7]}{(square >> 3 & 7) + 1}" for square in (code >> 6, code))
    promotion = code >> 12 & 7
    if promotion < len(_PROMOTIONS):
        return squares + _PROMOTIONS[promotion].strip()
    return f"{squares} with a promotion to {promotion}, which is no piece"


def _entries(count: int) -> str:
    return f"the {count} entries" if count > 1 else "the one entry" if count else "no entry"


def _are(count: int) -> str:
    return "are" if count > 1 else "is"
