"""Workers who are spoken to in lines of JSON, wherever they sit, and who are replaced when they go.

A **place** is where workers are found: processes of this machine (`HERE`), or processors of a cluster. What a worker says comes
as a `Word`: that he is ready, something of his work, or that he has gone, by himself or because somebody ended him. Who uses a
`Staff` need not know which places it has.
"""

import contextlib
import json
import os
import queue
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from damier.errors import BadInput
from damier.processes.program import OWN_LINE, Inbox, Program, ProgramEnded

READY = '{"ready": {}}'
NOBODY_SECONDS = 120.0  # in which at least one worker must be there


class Seat(Protocol):
    """A worker at his place. What he says goes to an inbox; None follows the last."""

    def send(self, line: str) -> None:
        """Say a line; ProgramEnded if nobody hears it."""

    def close(self) -> None:
        """Let him go; nothing is left of him."""


class Places(Protocol):
    """Where workers are found."""

    crashes: int  # of its workers, after which a task is given up; 1: it is never given to another one
    kills: int  # the same where somebody else has ended them

    def count(self) -> int:
        """How many work at once, if nobody says how many."""

    def memory(self) -> int:
        """The bytes that workers have together; 0 if nobody knows."""

    def open(self, worker: str, terms: Mapping[str, Any], inbox: Inbox) -> Seat:
        """Have a worker run the `main` of a module, which gets the terms first; he says when he is ready (READY)."""


class _Here:
    """Processes of this machine. A task that ends its process is not given again, unless somebody has killed it."""

    crashes = 1
    kills = 6  # it may be the task itself that takes the memory for which it is killed

    def count(self) -> int:
        return os.cpu_count() or 1

    def memory(self) -> int:
        has_told = "SC_PHYS_PAGES" in getattr(os, "sysconf_names", ())
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if has_told else 0

    def open(self, worker: str, terms: Mapping[str, Any], inbox: Inbox) -> Seat:
        program = Program(command_of(worker), inbox, is_heard=True, longest=OWN_LINE)
        inbox.put((program, READY))  # what is said to a process waits until it listens
        with contextlib.suppress(ProgramEnded):  # the inbox tells of it
            program.send(json.dumps(terms))
        return program


HERE = _Here()


def command_of(worker: str) -> list[str]:
    """How a process is started that runs the `main` of a module."""
    return [sys.executable, "-P", "-c", f"from {worker} import main; main()"]


class Kind(Enum):
    """What a word tells."""

    READY = "he can be given something to do"
    SAID = "something of his work"
    GONE = "he has gone, and does nothing any more"


@dataclass(frozen=True)
class Word:
    """What a worker says, or what is said of him."""

    seat: Seat
    kind: Kind
    said: Mapping[str, Any] = field(default_factory=dict)
    is_killed: bool = False  # of one who has gone: whether somebody else has ended him
    why: str = ""  # he has gone


class Staff:
    """Workers with the same terms."""

    def __init__(self, places: Places, worker: str, terms: Mapping[str, Any]) -> None:
        self.places = places
        self._worker, self._terms = worker, terms
        self._inbox: Inbox = queue.Queue()
        self._seats: dict[Seat, bool] = {}  # those who are there, and whether they are ready
        self._lost_starts = 0  # one after the other
        self._nobody_since = 0.0  # when the first was hired, or the last has gone

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def seats(self) -> list[Seat]:
        """Those who are ready."""
        return [seat for seat, is_ready in self._seats.items() if is_ready]

    def hire(self) -> Seat:
        """Another worker; a word comes when he is ready."""
        if not self.seats:
            self._nobody_since = time.monotonic()
        seat = self.places.open(self._worker, self._terms, self._inbox)
        self._seats[seat] = False
        return seat

    def say(self, seat: Seat, what: Any) -> None:
        """Say something to a worker; one who has gone does not hear it, and a word tells of that."""
        with contextlib.suppress(ProgramEnded):
            seat.send(json.dumps(what))

    def hear(self, seconds: float) -> Word | None:
        """The next word, if one comes soon. BadInput if workers are refused, or none can be started."""
        try:
            seat, line = self._inbox.get(timeout=seconds)
        except queue.Empty:
            self._check_somebody()
            return None
        if seat not in self._seats:  # the last words of somebody whom we have left
            return None
        said = _ending(seat) if line is None else _read(line)
        if "refused" in said:
            raise BadInput(said["refused"])
        if "gone" in said:
            return self._gone(seat, Word(seat, Kind.GONE, {}, bool(said.get("is_killed")), str(said["gone"])))
        if "ready" in said:
            self._seats[seat], self._lost_starts = True, 0
            return Word(seat, Kind.READY)
        return Word(seat, Kind.SAID, said)

    def leave(self, seat: Seat) -> None:
        """Let a worker go."""
        del self._seats[seat]
        seat.close()

    def close(self) -> None:
        """Let all go."""
        for seat in list(self._seats):
            self.leave(seat)

    def _check_somebody(self) -> None:
        if self._seats and not self.seats and time.monotonic() > self._nobody_since + NOBODY_SECONDS:
            raise BadInput(f"no processor was free for a worker for {NOBODY_SECONDS:.0f} s; others are at work there")

    def _gone(self, seat: Seat, word: Word) -> Word:
        is_start = not self._seats[seat]
        self.leave(seat)
        if is_start:
            self._lost_starts += 1
            if self._lost_starts > 2 * max(10, len(self._seats)):
                raise BadInput(f"no worker can be started: {word.why}")
        return word


def _ending(seat: Seat) -> Mapping[str, Any]:
    """What is to be said of somebody who says nothing any more."""
    is_killed = isinstance(seat, Program) and seat.ending()[0]
    return {"gone": "crashed, and damier's process with it", "is_killed": is_killed}


def _read(line: str) -> Mapping[str, Any]:
    """What a line says; who says what is no JSON object is as good as gone."""
    try:
        said = json.loads(line)
    except ValueError:
        said = None
    return said if isinstance(said, dict) else {"gone": "a worker says what cannot be read"}
