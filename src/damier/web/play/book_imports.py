"""Games from files that a page has sent go into the book that learns: one import at a time, behind, which can be stopped.

It does what `damier book import` does: a file that was read whole is not read twice, games that cannot be are passed over
and told, and one that is stopped keeps what was read.
"""

import secrets
import threading
from collections.abc import Sequence

from damier.books.learnt.book import LearntBook
from damier.books.learnt.importing import Import, Imported
from damier.games.game import Game
from damier.web.offers import said_clearly
from damier.web.play.files_sent import FilesSent
from damier.web.play.models.books import BookImportView
from damier.web.play.open_books import book_path
from damier.web.play.requests import FileSent
from damier.web.refusals import Conflict

AT_ONCE = 20_000  # positions that go into the book together, so that a page sees it go on
LAST_SECONDS = 3.0  # for an import that goes on when the server ends


class BookImport:
    """One import, and how far it is."""

    def __init__(self, game: Game, files: Sequence[FileSent]) -> None:
        self.id = secrets.token_urlsafe(12)
        self._game = game
        self._path = book_path(game)
        self._sent = FilesSent(files)
        self._lock = threading.Lock()
        self._told = (self._sent.paths[0].name, 0, 0)
        self._done: list[Imported] = []
        self._status = "reading"
        self._trouble = ""
        self._is_stopped = False
        self._work: Import | None = None
        self.thread = threading.Thread(target=self._run, name="damier-book-import", daemon=True)

    @property
    def is_running(self) -> bool:
        return self._status == "reading"

    def stop(self) -> None:
        """End it with what has been read."""
        with self._lock:
            self._is_stopped = True
            if self._work is not None:
                self._work.stop()

    def view(self) -> BookImportView:
        with self._lock:
            name, read, kept = self._told
            done = self._done
            if done:
                read, kept = (sum(numbers) for numbers in zip(*((each.read, each.kept) for each in done), strict=True))
            faults = [fault for each in done for fault in each.faults]
            faults += [f"{each.name}: {each.broken}" for each in done if each.broken]
            known = bool(done) and all(each.is_known for each in done)
            return BookImportView(
                id=self.id,
                status=self._status,  # type: ignore[arg-type]
                name=name,
                read=read,
                kept=kept,
                faults=faults,
                known=known,
                trouble=self._trouble,
            )

    def _run(self) -> None:
        status, trouble, done = "done", "", list[Imported]()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with LearntBook.written(self._path, self._game) as book:
                work = Import(book, self._tell, AT_ONCE)
                with self._lock:
                    self._work = work
                    if self._is_stopped:
                        work.stop()
                done = work.run(self._sent.paths)
        except Exception as error:
            status, trouble = "failed", str(said_clearly(self._game, error))
        finally:
            self._sent.close()
        with self._lock:
            self._done, self._trouble, self._work = done, trouble, None
            self._status = "stopped" if status == "done" and self._is_stopped else status

    def _tell(self, name: str, read: int, kept: int) -> None:
        with self._lock:
            self._told = (name, read, kept)


class BookImports:
    """The last import; another begins when it is over."""

    def __init__(self) -> None:
        self._last: BookImport | None = None
        self._lock = threading.Lock()

    def begin(self, game: Game, files: Sequence[FileSent]) -> BookImport:
        """Read files into the book of a game."""
        with self._lock:
            if self._last is not None and self._last.is_running:
                raise Conflict("other games are being read into a book; wait for them, or stop them")
            self._last = BookImport(game, files)
            self._last.thread.start()
            return self._last

    def get(self, id: str) -> BookImport:
        """The import of this id; KeyError if it is not the last one."""
        with self._lock:
            if self._last is None or self._last.id != id:
                raise KeyError(id)
            return self._last

    def close(self) -> None:
        """End what goes on, as far as that is soon done."""
        last = self._last
        if last is not None and last.is_running:
            last.stop()
            last.thread.join(LAST_SECONDS)
