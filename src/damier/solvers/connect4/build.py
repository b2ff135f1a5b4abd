"""Building an opening book: the positions of the last ply are solved, those before follow from them.

Threads share one table, so that what one proves helps the others; workers elsewhere (`build_worker.py`) have one each. Each
score is written to a journal beside the book as soon as it is known; a build that was interrupted goes on from there. The book
itself is written once, at the end, and is the same whoever has solved it.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from damier.bits import popcount
from damier.cancel import Cancel
from damier.games.connect4 import board_type
from damier.kernel import compiled, inlined
from damier.processes.pool import MakesWorkers, TaskEnd, Workers
from damier.rules import DRAW, LOSS, ONGOING, canonical, moves, outcome, play
from damier.search.buckets import memory_size
from damier.solvers.connect4.book import Book, is_book
from damier.solvers.connect4.layout import layout, position_like
from damier.solvers.connect4.solver import Solver, compiled_for
from damier.solvers.connect4.table import Table

_MOST_COLUMNS = 32
_MOST_THREADS = 1000
WORKER = "damier.solvers.connect4.build_worker"
MOST_AT_ONCE = 64  # positions that a worker gets ...
SHARES = 8  # ... so few that each gets some this often, and the last ones end soon


class Build:
    """A book being built. `run()` returns it, or None if `stop()` was called; then a later run goes on."""

    def __init__(
        self,
        path: Path,
        plies: int,
        width: int = 7,
        height: int = 6,
        threads: int = 0,
        hash_mb: int = 256,
        workers: MakesWorkers | None = None,
    ) -> None:
        """By so many threads of this process, with a table of so many megabytes; or by workers, each with such a table."""
        if not 0 <= plies <= width * height:
            raise ValueError(f"plies is {plies}; on a {width}x{height} board it can be 0 to {width * height}")
        if not 0 <= threads <= _MOST_THREADS:
            raise ValueError(f"threads is {threads}; it can be 0 (one for each core) to {_MOST_THREADS}")
        if not path.name or path.is_dir():
            raise ValueError(f"'{path}' is a folder; a book is a file")
        if path.exists() and not is_book(path):
            raise ValueError(f"{path} is there already and no book; choose another file")
        self.path, self.plies = path, plies
        self.journal = path.with_name(path.name + ".part")
        self.width, self.height = width, height
        self._board = board_type(width, height)
        self._threads = threads or os.cpu_count() or 1
        self._table = Table(hash_mb, self._threads) if workers is None else None
        self._hash_mb = hash_mb
        self._workers = workers
        self._cancel = Cancel()

    def run(self, on_progress: Callable[[int, int], None] | None = None) -> Book | None:
        """Solve what is not solved yet, and write the book; `on_progress(done, total)` hears of each position."""
        try:
            return self._run(on_progress)
        finally:
            self._cancel = Cancel()

    def _run(self, on_progress: Callable[[int, int], None] | None) -> Book | None:
        levels = self._levels()
        if self._cancel.is_cancelled:
            return None
        with self._open_journal() as journal:
            known = self._read(journal)
            if self._workers is None:
                self._solve(levels[-1], known, journal, on_progress)
            else:
                self._solve_by(self._workers, levels[-1], known, journal, on_progress)
            if self._cancel.is_cancelled:
                return None
            book = self._finish(levels, known)
            book.write(self.path)
            self.journal.unlink()
            return book

    def stop(self) -> None:
        """Let `run` return soon; called from another thread, or before it."""
        self._cancel.cancel()

    def _levels(self) -> list[Any]:
        """All positions with 0, 1, ... stones whose game goes on, as rows of own and both, sorted by key."""
        root = self._board(np.uint64(0), np.uint64(0))
        levels = [np.zeros((1, 2), np.uint64)]
        for _ in range(self.plies):
            parents = levels[-1]
            if self._cancel.is_cancelled:
                break
            if 4 * parents.nbytes * self.width > memory_size():
                raise ValueError(f"the positions of {self.plies} plies do not fit in memory")
            children = np.zeros((len(parents) * self.width, 2), np.uint64)
            children = children[: _children(root, parents, children)]
            _, first = np.unique(children.sum(axis=1, dtype=np.uint64), return_index=True)
            levels.append(children[first])
        return levels

    def _solve(self, level: Any, known: dict[int, int], journal: TextIO, on_progress: Any) -> None:
        """Solve one level by threads that take the next position each."""
        total = len(level)
        todo = iter([(own, both) for own, both in level if int(own + both) not in known])
        lock = threading.Lock()
        errors: list[Exception] = []
        compiled_for(self._board)
        cancel = self._cancel

        def work() -> None:
            try:
                solver = Solver(table=self._table, book=None)
                while not cancel.is_cancelled:
                    with lock:
                        stones = next(todo, None)
                    if stones is None:
                        return
                    answer = solver.solve(self._board(*stones), cancel=cancel)
                    if answer.score is None:
                        return
                    with lock:
                        known[int(stones[0] + stones[1])] = answer.score
                        journal.write(f"{int(stones[0] + stones[1]):x} {answer.score}\n")
                        journal.flush()
                        if on_progress:
                            on_progress(len(known), total)
            except Exception as error:
                errors.append(error)
                self.stop()

        workers = [threading.Thread(target=work) for _ in range(self._threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if errors:
            raise errors[0]

    def _solve_by(self, workers: MakesWorkers, level: Any, known: dict[int, int], journal: TextIO, on_progress: Any) -> None:
        """Solve one level by workers, who get some positions at a time."""
        terms = {"width": self.width, "height": self.height, "hash": self._hash_mb}
        pool: Workers[list[list[int]]] = workers(WORKER, terms, lambda positions: positions)
        todo = [[int(own), int(both)] for own, both in level if int(own + both) not in known]
        size = max(1, min(MOST_AT_ONCE, len(todo) // (SHARES * pool.jobs)))

        def keep(end: TaskEnd[list[list[int]]]) -> None:
            if end.failure:
                raise ValueError(f"positions cannot be solved: {end.failure}")
            for (own, both), score in zip(end.task, end.result, strict=True):
                known[own + both] = score
                journal.write(f"{own + both:x} {score}\n")
            journal.flush()
            if on_progress:
                on_progress(len(known), len(level))

        with self._cancel.calls(pool.stop):
            if not self._cancel.is_cancelled:
                pool.run((todo[first : first + size] for first in range(0, len(todo), size)), keep)

    def _finish(self, levels: list[Any], known: dict[int, int]) -> Book:
        """The scores of all levels, each from those of the next."""
        root = self._board(np.uint64(0), np.uint64(0))
        keys = levels[-1].sum(axis=1, dtype=np.uint64)
        scores = np.array([known[int(key)] for key in keys], np.int64)
        all_keys, all_scores = [keys], [scores]
        for level in levels[-2::-1]:
            above = np.zeros(len(level), np.int64)
            _back_up(root, level, keys, scores, above)
            keys, scores = level.sum(axis=1, dtype=np.uint64), above
            all_keys.append(keys)
            all_scores.append(scores)
        key, score = np.concatenate(all_keys), np.concatenate(all_scores)
        order = np.argsort(key)
        return Book(self.width, self.height, self.plies, key[order], score[order].astype(np.int8))

    @contextmanager
    def _open_journal(self) -> Iterator[TextIO]:
        """The journal, open for reading and appending, and for nobody else."""
        with open(self.journal, "a+", encoding="ascii", errors="replace") as journal:
            try:
                fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"{self.path.name} is being built already") from None
            yield journal

    def _read(self, journal: TextIO) -> dict[int, int]:
        """The scores an earlier run has written; a line that was cut off is left out and its position solved again."""
        header = f"connect4 {self.width}x{self.height} plies {self.plies}\n"
        journal.seek(0)
        text = journal.read()
        complete = text[: text.rfind("\n") + 1]
        if complete != text:
            journal.truncate(len(complete))
        if not complete:
            journal.write(header)
            return {}
        first, *lines = complete.splitlines()
        if first != header.strip():
            raise ValueError(f"{self.journal.name} is of another book ({first}); remove it or choose another file")
        try:
            return {int(key, 16): int(score) for key, score in (line.split() for line in lines)}
        except ValueError:
            raise ValueError(f"{self.journal.name} is damaged; remove it or choose another file") from None


@compiled
def _children(p: Any, parents: Any, children: Any) -> Any:
    """Write the positions after one move, those whose game goes on, in canonical form; return how many."""
    out = np.zeros(_MOST_COLUMNS, np.int64)
    count = 0
    for i in range(len(parents)):
        parent = position_like(p, parents[i, 0], parents[i, 1])
        for j in range(moves(parent, out)):
            child = canonical(play(parent, out[j]))
            if outcome(child) == ONGOING:
                children[count, 0], children[count, 1] = child.own, child.both
                count += 1
    return count


@compiled
def _back_up(p: Any, parents: Any, keys: Any, scores: Any, out_scores: Any) -> None:
    """The scores of positions by those of the positions after each move (sorted by key)."""
    board = layout(p)
    out = np.zeros(_MOST_COLUMNS, np.int64)
    for i in range(len(parents)):
        parent = position_like(p, parents[i, 0], parents[i, 1])
        best = -board.cells
        for j in range(moves(parent, out)):
            child = canonical(play(parent, out[j]))
            over = outcome(child)
            if over == LOSS:
                score = (board.cells + 1 - popcount(parent.both)) // 2
            elif over == DRAW:
                score = np.int64(0)
            else:
                score = -scores[_index(keys, child.own + child.both)]
            best = max(best, score)
        out_scores[i] = best


@inlined
def _index(keys: Any, key: Any) -> Any:
    """Where a key stands in the sorted keys."""
    first, last = np.int64(0), np.int64(len(keys))
    while first < last:
        middle = (first + last) // 2
        if keys[middle] < key:
            first = middle + 1
        else:
            last = middle
    return first
