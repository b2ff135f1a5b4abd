"""Batches: many units of work, each of which is done once, whoever is ended on the way.

A unit has a name that never changes. The journal of a batch is a text file; a line says what the batch is, and each unit that
is done adds one with its result, on the disk before anybody is told of it:

    # batch {"suite": "problems.epd", "setting": "depth=8"}
    {"unit": "3", "result": {"move": "e2e4"}}

Who is started again with the same words goes on from there: what has a line is not done again, and a unit that is reported
twice has one line. Nothing that stands in a journal is written again. Only a last line without an end, of somebody who was
killed while he wrote, is cut off. A journal of another batch is refused, and the difference is named.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, Self, TypeVar

from damier.errors import BadInput
from damier.files import alone, check_regular, open_bytes
from damier.processes.pool import TaskEnd, Workers
from damier.wording import quoted

HEAD = "# batch "  # begins the line that says what a batch is; other lines with # are remarks
UNIT, RESULT = "unit", "result"

T = TypeVar("T")
U = TypeVar("U")


def as_json(name: str, result: Any) -> str:
    """A unit that is done, as a line."""
    return json.dumps({UNIT: name, RESULT: result}, ensure_ascii=False)


def from_json(line: str) -> tuple[str, Any]:
    """The unit that a line tells of; ValueError if it is none."""
    said = json.loads(line)
    if not isinstance(said, dict) or not isinstance(said.get(UNIT), str) or RESULT not in said:
        raise ValueError("no unit")
    return said[UNIT], said[RESULT]


class Journal(Generic[T]):
    """What is done of a batch, by the names of its units; while it is open, nobody else writes to its file.

    Without a file it keeps what is done in memory alone.
    """

    def __init__(
        self,
        path: Path | None,
        what: Mapping[str, Any],
        *,
        write: Callable[[str, T], str] = as_json,
        read: Callable[[str], tuple[str, T]] = from_json,
        title: str = "",
        goes_on: bool = True,
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        """`what` the batch is, in words that fit into JSON; `title` is a remark at the top of a new file.

        A file that is not gone on with keeps what it has, and the batch begins after it. What stands `beside` is kept with the
        batch, and need not be the same another time.
        """
        self.path = path
        self.what: dict[str, Any] = json.loads(json.dumps(what))  # as it is read again: without tuples
        self.beside: dict[str, Any] = dict(beside or {})
        self.done: dict[str, T] = {}
        self._write, self._read = write, read
        self._title = title
        self._goes_on = goes_on
        self._file: BinaryIO | None = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self.path is not None:
            check_regular(self.path)
            with self._open as stack:
                stack.enter_context(alone(self.path, f"{self.path} is being written already, by another damier"))
                found = _Found(self.path)
                if found.torn:
                    os.truncate(self.path, found.bytes)
                self._file = stack.enter_context(open(self.path, "ab", buffering=0))
                if self._goes_on and found.head is not None:
                    self._take(self.path, found)
                elif self._goes_on and found.units:
                    raise BadInput(f"{self.path} cannot be gone on with: it does not say of what it is")
                else:
                    self._begin(found.bytes == 0)
                self._open = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._file = None
        self._open.close()

    def keep(self, name: str, result: T) -> bool:
        """Keep the result of a unit; whether it is the first one, which alone counts."""
        if name in self.done:
            return False
        self._append(self._write(name, result) + "\n")
        self.done[name] = result
        return True

    def left(self, units: Iterable[U], name: Callable[[U], str]) -> Iterator[U]:
        """Those units that are not done by the time one asks for them."""
        return (unit for unit in units if name(unit) not in self.done)

    def _begin(self, is_new: bool) -> None:
        """Say what the batch is, in one piece, so that it stands there whole or not at all."""
        title = self._title + "\n" if is_new and self._title else ""
        self._append(f"{title}{HEAD}{json.dumps(self.what | self.beside, ensure_ascii=False)}\n")

    def _append(self, text: str) -> None:
        if self._file is not None:
            left = memoryview(text.encode())
            try:
                while left:
                    left = left[self._file.write(left) :]
                os.fsync(self._file.fileno())
            except OSError as error:  # what is torn is cut off by whoever goes on
                raise BadInput(f"{self.path} cannot be written: {error.strerror}") from None

    def _take(self, path: Path, found: "_Found") -> None:
        """Take over what an earlier run has done, if it was of the same batch."""
        assert found.head is not None
        _check_same(path, self.what, found.head)
        self.beside = {name: value for name, value in found.head.items() if name not in self.what}
        for number, line in found.units:
            try:
                name, result = self._read(line)
            except ValueError:
                raise BadInput(f"{path} is damaged in line {number}: {quoted(line)}") from None
            self.done.setdefault(name, result)


def run_batch(
    journal: Journal[Any],
    workers: Workers[U],
    units: Iterable[U],
    name: Callable[[U], str],
    tell: Callable[[int], None] = lambda done: None,
) -> None:
    """Have all units done that are not, and `tell` how many are; ValueError if one cannot be done."""

    def keep(end: TaskEnd[U]) -> None:
        if end.failure:
            raise ValueError(f"{name(end.task)} cannot be done: {end.failure}")
        if journal.keep(name(end.task), end.result):
            tell(len(journal.done))

    left: Iterator[U] = journal.left(units, name)
    workers.run(left, keep)


class _Found:
    """What stands in the file of a journal: the last batch in it, and how many bytes have whole lines."""

    def __init__(self, path: Path) -> None:
        self.head: dict[str, Any] | None = None
        self.units: list[tuple[int, str]] = []  # lines after the head, with their numbers
        self.bytes = 0
        self.torn = False
        with open_bytes(path) as file:
            for number, raw in enumerate(file, 1):
                if not raw.endswith(b"\n"):
                    self.torn = True
                    break
                self.bytes += len(raw)
                self._hear(path, number, raw)

    def _hear(self, path: Path, number: int, raw: bytes) -> None:
        line = raw.decode(errors="replace").strip()
        if line.startswith(HEAD):
            try:
                self.head, self.units = dict(json.loads(line.removeprefix(HEAD))), []
            except ValueError:
                raise BadInput(f"{path} is damaged in line {number}: {quoted(line)}") from None
        elif line and not line.startswith("#"):
            self.units.append((number, line))


def _check_same(path: Path, here: Mapping[str, Any], there: Mapping[str, Any]) -> None:
    """Refuse a journal of another batch."""
    other = "choose another file, or take it away"
    for name, value in here.items():
        if name not in there:
            raise BadInput(f"{path} is of something else: it says nothing of {name}; {other}")
        if there[name] != value:
            was, now = (_different(there[name], value), _different(value, there[name]))
            raise BadInput(f"{path} is of something else: {name} is {quoted(was)} there, and {quoted(now)} here; {other}")


def _different(one: Any, other: Any) -> Any:
    """Of two lists or dictionaries of the same kind what is different in the first, so that a message is short."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next(_different(mine, yours) for mine, yours in zip(one, other, strict=True) if mine != yours)
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: value for name, value in one.items() if name not in other or other[name] != value}
    return one
