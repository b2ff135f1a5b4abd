"""Books for chess in the format of Polyglot (Fabien Letouzey), which many programs read and write.

A file is entries of 16 bytes, sorted by the key of their position:

    8 bytes    key of the position (Polyglot's own)
    2 bytes    move
    2 bytes    weight; 0: not to be played
    4 bytes    what programs have learned; not looked at

The order is checked when a file is opened. Whether a move is legal shows when its position is asked for.
"""

import random
from pathlib import Path
from typing import Any

import numpy as np

from damier.books.book import choose
from damier.books.openings import Entry
from damier.games.chess import text
from damier.games.chess.writing import read_move
from damier.games.game import BadInput

_BYTES = 16


class Polyglot:
    """A book in a file."""

    def __init__(self, path: Path) -> None:
        import chess.polyglot

        self.path = path
        _check(path)
        self._reader = chess.polyglot.open_reader(path)

    def __len__(self) -> int:
        return len(self._reader)

    def entries(self, position: Any) -> list[Entry]:
        """The moves from a position, the weightiest first; those that weigh 0 are not to be played."""
        import chess.polyglot

        board = chess.Board(text(position))
        number = chess.polyglot.zobrist_hash(board)
        legal = {entry.raw_move: entry.move for entry in self._reader.find_all(board, minimum_weight=0)}
        first = self._reader.bisect_key_left(number)
        found = []
        for place, entry in enumerate(self._reader.find_all(number, minimum_weight=0), first):
            move = read_move(position, legal[entry.raw_move].uci()) if entry.raw_move in legal else None
            if move is None:
                raise BadInput(
                    f"{self.path}: entry {place + 1} (byte {place * _BYTES}) is the move {entry.move.uci()}, not legal in "
                    f"{text(position)}; {_entries(place - first)} of this position before it {_are(place - first)} good"
                )
            found.append(Entry(move, entry.weight))
        return sorted(found, key=lambda entry: -entry.weight)

    def choose(self, position: Any, chance: random.Random | None = None) -> int | None:
        return choose(self.entries(position), chance)


def _check(path: Path) -> None:
    """Raise BadInput if a file is no whole book in order."""
    try:
        data = np.memmap(path, np.uint8, "r") if path.stat().st_size else None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if data is None:
        raise BadInput(f"{path} is no book: there is nothing in it")
    whole, rest = divmod(len(data), _BYTES)
    if rest:
        raise BadInput(
            f"{path} breaks off in entry {whole + 1} (byte {whole * _BYTES}), which has {rest} of {_BYTES} bytes; "
            f"{_entries(whole)} before it {_are(whole)} whole"
        )
    keys = data.view(">u8")[::2]
    wrong = np.flatnonzero(keys[1:] < keys[:-1])
    if len(wrong):
        place = int(wrong[0]) + 1
        raise BadInput(
            f"{path}: entry {place + 1} (byte {place * _BYTES}) is out of order, its key {int(keys[place]):016x} comes after "
            f"{int(keys[place - 1]):016x}; {_entries(place)} before it {_are(place)} in order"
        )


def _entries(count: int) -> str:
    return f"the {count} entries" if count > 1 else "the one entry" if count else "no entry"


def _are(count: int) -> str:
    return "are" if count > 1 else "is"
