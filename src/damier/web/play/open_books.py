"""The user's own books, one for each game: each file is open once, to be read, however many games are at the board.

A book is opened behind: its rules may have to be compiled, and one that was not closed properly is checked as a whole. Who
shows a position does not wait for that; who plays does. A book that cannot be read is tried again when its file has changed,
or after a while. Nothing of this makes a book: that is for who learns (`learning.py`).
"""

import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from damier.books.learnt.book import FARTHEST, LearntBook, default_path
from damier.books.rote import Rote
from damier.books.shelf import memory_path
from damier.cancel import Cancel
from damier.engine.preparation import Preparation
from damier.errors import in_a_line
from damier.games.game import BadInput, Game
from damier.user_files import data_directory
from damier.web.offers import said_clearly

MOST_OPEN = 16
AGAIN = 30.0  # seconds until a book that could not be read is tried again
_OPTIONS = re.compile(r"[\w.+-]{1,100}", re.ASCII)  # in a book's name after the game's own: they come from the page

_Stamp = tuple[int, int]


class Reading(NamedTuple):
    """A book that can be read; or why not; or neither, if there is none, or it is being opened."""

    book: LearntBook | None = None
    trouble: str | None = None
    is_opening: bool = False


def book_path(game: Game) -> Path:
    """Where the book of a game is; BadInput where its options make no name for a file."""
    path = default_path(game)
    if path.parent != data_directory() / "books" or not _OPTIONS.fullmatch(path.name.removeprefix(game.name)):
        raise BadInput(f"there are no books of {game.title} with these options")
    return path


class OpenBooks:
    """The books that are open."""

    def __init__(self) -> None:
        self._open: OrderedDict[Path, _Opened] = OrderedDict()
        self._memories: dict[Path, Rote] = {}
        self._damaged: set[Path] = set()  # memories that are not tried again
        self._lock = threading.Lock()

    def glance(self, game: Game) -> Reading:
        """The book of a game as far as it is open now."""
        opened = self._opened(game)
        if opened is None:
            return Reading()
        if not opened.preparation.is_done:
            return Reading(is_opening=True)
        if opened.preparation.error is not None:
            return Reading(trouble=str(said_clearly(game, opened.preparation.error)))
        return Reading(opened.book)

    def wait(self, game: Game, cancel: Cancel) -> Reading:
        """The book of a game, once it is open; none if it is no longer wanted before that."""
        opened = self._opened(game)
        if opened is not None:
            with suppress(Exception):  # which is told
                opened.preparation.wait(cancel)
        return self.glance(game)

    def memory(self, game: Game, is_made: bool, complain: Callable[[str], None] | None = None) -> Rote | None:
        """What deep searches of a game have found, which all its players share; None if there is none, or it is damaged.

        `complain` hears, once, of one that is damaged.
        """
        try:
            path = memory_path(book_path(game))
        except BadInput:
            return None
        trouble = ""
        with self._lock:
            is_wanted = path not in self._memories and path not in self._damaged and len(self._memories) < MOST_OPEN
            if is_wanted and (is_made or path.exists()):
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    self._memories[path] = Rote(path, game)
                except Exception as error:
                    self._damaged.add(path)
                    trouble = in_a_line(error)
            found = self._memories.get(path)
        if trouble and complain:
            complain(trouble)
        return found

    def keep_memory(self, game: Game) -> None:
        """Write down what was remembered since, as far as that is possible."""
        memory = self.memory(game, is_made=False)
        if memory is not None:
            with suppress(Exception):
                memory.keep()

    def close(self) -> None:
        with self._lock:
            opened, memories = list(self._open.values()), list(self._memories.values())
            self._open.clear()
            self._memories.clear()
        for each in opened:
            each.close()
        for memory in memories:
            memory.close()

    def _opened(self, game: Game) -> "_Opened | None":
        """The book, opened from now on; None if there is none."""
        try:
            path = book_path(game)
        except BadInput:
            return None
        stamp = _stamp(path)
        with self._lock:
            known = self._open.get(path)
            is_old = known is not None and (known.stamp != stamp or known.is_to_be_tried_again())
            dropped = [self._open.pop(path)] if is_old else []
            if stamp is not None and path not in self._open:
                self._open[path] = _Opened(path, game, stamp)
                dropped += [self._open.popitem(last=False)[1]] if len(self._open) > MOST_OPEN else []
            found = self._open.get(path)
            if found is not None:
                self._open.move_to_end(path)
        for each in dropped:
            each.close()
        return found


class _Opened:
    """One book, which is opened in a thread of its own."""

    def __init__(self, path: Path, game: Game, stamp: _Stamp) -> None:
        self.stamp = stamp
        self._written = _written(path)
        self.book: LearntBook | None = None
        self._is_closed = False
        self._since = time.monotonic()
        self._path, self._game = path, game
        self.preparation = Preparation(self._read)

    def _read(self) -> None:
        book = LearntBook.open(self._path, self._game)
        try:
            book.look(self._game.start(), FARTHEST)  # after so many plies it is looked for at others, too: all is compiled then
        except BaseException:
            book.close()
            raise
        self.book = book
        if self._is_closed:
            book.close()

    def is_to_be_tried_again(self) -> bool:
        is_other = _written(self._path) != self._written or time.monotonic() - self._since > AGAIN
        return self.preparation.error is not None and is_other

    def close(self) -> None:
        self._is_closed = True
        if self.book is not None:
            self.book.close()


def _stamp(path: Path) -> _Stamp | None:
    """Which file is there, whatever is written to it; None if there is none, or nothing in it yet."""
    with suppress(OSError):
        found = os.stat(path)
        return (found.st_dev, found.st_ino) if found.st_size else None
    return None


def _written(path: Path) -> _Stamp | None:
    """What a file looks like from outside, which is another after it was written."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_size, found.st_mtime_ns
    return None
