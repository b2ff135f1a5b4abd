"""Files of games go into a book, a batch at a time.

Each batch, and how far the file was read with it, is one transaction: an import that is interrupted, or killed, goes on where
it was, and a file that was read whole is known by its content and not read twice. Where two processes read one file at once,
the transaction tells who was first: the other one leaves the file to it. Games that cannot be are passed over and
told. A file that breaks off keeps what came before.
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from damier.books.learnt.book import LearntBook
from damier.books.learnt.judging import judge
from damier.books.learnt.store import BookGame, Overtaken, Source
from damier.games.formats import WrittenGame
from damier.records.collections import GameFile, files_of, open_file

# Positions of a batch, at most: they are in memory at once. All of WTHOR takes 53 s of processor time with 1,000,000 of them
# and 52 s with 500,000, 634 MB and 402 MB at the most; but each batch writes to most of the file again.
VISITS = 750_000
SECONDS = 10.0  # after which a batch ends all the same, where reading takes long
TOLD = 5  # games that were passed over of which we say why

Tell = Callable[[str, int, int], None]  # the file, games read of it, games kept


@dataclass
class Imported:
    """What became of a file."""

    name: str
    format: str = ""
    before: int = 0  # games of it that were read another time
    read: int = 0  # games, now
    kept: int = 0
    faults: list[str] = field(default_factory=list)  # of the first games that were passed over
    broken: str = ""  # why it could not be read to its end
    is_known: bool = False  # it was read whole another time
    is_elsewhere: bool = False  # another process reads it at the same time, and goes on with it
    is_stopped: bool = False

    @property
    def passed_over(self) -> int:
        return self.read - self.kept

    def as_json(self) -> dict[str, object]:
        return {
            "file": self.name,
            "format": self.format,
            "before": self.before,
            "read": self.read,
            "kept": self.kept,
            "passed_over": self.passed_over,
            "faults": self.faults,
            "broken": self.broken,
            "known": self.is_known,
            "elsewhere": self.is_elsewhere,
            "stopped": self.is_stopped,
        }


@dataclass
class _Part:
    """A file that is being read: what became of it so far, and its games that are not in the book yet."""

    file: GameFile
    found: Imported
    source: Source
    stored: Source  # the same as the book has it
    held: list[WrittenGame] = field(default_factory=list)


class Import:
    """Reads files into a book; `stop` ends it with what has been read so far."""

    def __init__(self, book: LearntBook, tell: Tell = lambda name, read, kept: None, visits: int = VISITS) -> None:
        self.book = book
        self._tell = tell
        self._most = visits
        self._parts: list[_Part] = []  # of a batch, which may be of several files
        self._visits, self._began = 0, 0.0
        self._is_stopped = threading.Event()

    def stop(self) -> None:
        self._is_stopped.set()

    def run(self, paths: Iterable[Path]) -> list[Imported]:
        """Read files, and the files of folders."""
        done: list[Imported] = []
        self._parts, self._visits, self._began = [], 0, time.monotonic()
        for path in files_of(self.book.game, paths):
            if self._is_stopped.is_set():
                break
            done.append(self._read(path))
        self._keep()
        return done

    def _read(self, path: Path) -> Imported:
        file = open_file(self.book.game, path)
        found = Imported(path.name, file.format)
        source = self.book.store.source(file.digest) or Source(file.digest, path.name)
        found.before = source.read
        if source.whole or any(part.file.digest == file.digest for part in self._parts):
            found.is_known = True
            return found
        part = _Part(file, found, source, source)
        self._parts.append(part)
        try:
            for written in file.read(source.read):
                part.held.append(written)
                self._visits += len(written.moves) + 1
                if self._visits >= self._most or time.monotonic() - self._began > SECONDS:
                    self._keep()
                    if found.is_elsewhere or found.is_known:
                        return found
                    self._parts.append(part)
                if self._is_stopped.is_set():
                    found.is_stopped = True
                    return found
        except (ValueError, OSError) as error:
            found.broken = " ".join(str(error).split()).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")
        if not source.read and not found.read and not part.held and not found.broken:
            found.broken = "there is no game in it"
        part.source = part.source._replace(whole=True)
        return found

    def _keep(self) -> None:
        """The batch goes into the book, and how far its files are read with it."""
        judged = iter(judge(self.book.game, [written for part in self._parts for written in part.held]))
        games = [[next(judged) for _ in part.held] for part in self._parts]
        batch = list(zip(self._parts, games, strict=True))
        while True:
            try:
                self._add(batch)
                break
            except Overtaken as overtaken:
                for part, _ in batch:
                    if part.file.digest in overtaken.digests:
                        self._leave(part)
                batch = [each for each in batch if each[0].file.digest not in overtaken.digests]
        for part, _ in batch[-1:]:
            self._tell(part.file.name, part.source.read, part.source.kept)
        self._parts, self._visits, self._began = [], 0, time.monotonic()

    def _add(self, batch: list[tuple[_Part, list[BookGame | str]]]) -> None:
        """The games of files go into the book, unless one of the files was read further by others (Overtaken)."""
        later: list[Source] = []
        for part, games in batch:
            read, kept = len(games), sum(isinstance(each, BookGame) for each in games)
            later.append(part.source._replace(read=part.source.read + read, kept=part.source.kept + kept))
        if any(source.kept for source in later):  # of a file without games nothing is to be known
            kept_games = [each for _, games in batch for each in games if isinstance(each, BookGame)]
            told = [source for source in later if source.kept]
            self.book.add(kept_games, *told, before=[part.stored for part, _ in batch])
        for (part, games), source in zip(batch, later, strict=True):
            for written, each in zip(part.held, games, strict=True):
                if isinstance(each, str) and len(part.found.faults) < TOLD:
                    part.found.faults.append(f"{part.file.name}, {written.where}: {each}")
            part.found.read += source.read - part.source.read
            part.found.kept += source.kept - part.source.kept
            part.source = source
            part.stored = source if source.kept else part.stored
            part.held = []

    def _leave(self, part: _Part) -> None:
        """Another process has read further in a file: its games are counted there."""
        now = self.book.store.source(part.file.digest)
        part.found.is_known = now is not None and now.whole
        part.found.is_elsewhere = not part.found.is_known
        part.held = []
