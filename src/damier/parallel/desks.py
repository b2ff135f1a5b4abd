"""Desks on the processors of a cluster (`desk.py`), seen from who uses them: each is a seat of a `Staff`.

A desk greets, is given its worker and the terms of the work, and is then asked again and again what the worker has said. One
thread hears the answers of all; an error is the end of a desk. What answers is checked: text, and JSON, and of the same damier.
"""

import contextlib
import json
import threading
from typing import Any

from damier.parallel.desk import HEARING, Desk
from damier.parallel.identity import difference
from damier.processes.program import Inbox
from damier.processes.staff import READY

FAREWELL = 3.0  # seconds in which desks leave nothing behind
TICK = 0.05  # seconds after which the desks that have come meanwhile are heard, too


class RemoteSeat:
    """A worker on some processor of a cluster."""

    def __init__(self, desks: "Desks", worker: str, parcel: str, inbox: Inbox) -> None:
        self._desks = desks
        self.worker, self.parcel, self.inbox = worker, parcel, inbox
        self.actor = desks.new_actor()
        desks.ask(self, "greet")

    def send(self, line: str) -> None:
        """Say a line; lines arrive in their order."""
        self._desks.tell(self.actor, "say", line)

    def close(self) -> None:
        """Let him go."""
        self._desks.leave(self)

    def told(self, line: str) -> None:
        self.inbox.put((self, line))


class Desks:
    """All desks of ours: one thread hears what they answer."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        # each method has a thread of its own at a desk: calls of one come in their order, and one that waits stops no other
        self._actor = ray.remote(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            concurrency_groups={"hear": 1, "say": 1, "close": 1},
            scheduling_strategy="SPREAD",
        )(Desk)
        self._lock = threading.Lock()
        self._asked: dict[Any, tuple[RemoteSeat, str]] = {}  # questions under way: by whom, and which
        self._closing: list[Any] = []
        self._is_closed = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def new_actor(self) -> Any:
        return self._actor.remote()

    def tell(self, actor: Any, method: str, *words: str) -> Any:
        return getattr(actor, method).options(concurrency_group=method).remote(*words)

    def ask(self, seat: RemoteSeat, method: str, *words: Any) -> None:
        """Ask a desk something; what it answers comes to the thread."""
        group = {"concurrency_group": "hear"} if method == "hear" else {}
        reference = getattr(seat.actor, method).options(**group).remote(*words)
        with self._lock:
            self._asked[reference] = seat, method

    def leave(self, seat: RemoteSeat) -> None:
        """Have a desk end its worker and go; one that has not come yet never comes."""
        with self._lock:
            for reference, (other, method) in [*self._asked.items()]:
                if other is seat:
                    del self._asked[reference]
                    if method == "greet":
                        self._kill(seat)
                        return
            self._closing.append((self.tell(seat.actor, "close"), seat))

    def close(self) -> None:
        """Let all desks go."""
        self._is_closed = True
        self._thread.join()
        for seat in {seat for seat, _ in self._asked.values()}:
            self.leave(seat)
        if self._closing:
            with contextlib.suppress(Exception):
                self._ray.wait([each for each, _ in self._closing], num_returns=len(self._closing), timeout=FAREWELL)
        for _, seat in self._closing:
            self._kill(seat)

    def _kill(self, seat: RemoteSeat) -> None:
        with contextlib.suppress(Exception):
            self._ray.kill(seat.actor)

    def _listen(self) -> None:
        while not self._is_closed:
            with self._lock:
                asked = list(self._asked)
                closing = dict(self._closing)
            done: list[Any] = []
            with contextlib.suppress(Exception):
                waited = [*asked, *closing]
                if waited:
                    done, _ = self._ray.wait(waited, num_returns=1, timeout=TICK)
                else:
                    threading.Event().wait(TICK)
            for reference in done:
                if reference in closing:
                    self._kill(closing[reference])
                    with self._lock:
                        self._closing.remove((reference, closing[reference]))
                    continue
                with self._lock:
                    seat, method = self._asked.pop(reference, (None, ""))
                if seat is not None:
                    self._answered(seat, method, reference)

    def _answered(self, seat: RemoteSeat, method: str, reference: Any) -> None:
        """What a desk has answered; an error is the end of it."""
        try:
            text = self._ray.get(reference)
            if not isinstance(text, str):
                raise TypeError(f"an answer of kind {type(text).__name__}")
            if method == "greet":
                who = json.loads(text)
                who.pop("pid", None)
                if why := difference(who):
                    seat.told(json.dumps({"refused": f"a worker of the cluster is refused: {why}"}))
                else:
                    self.ask(seat, "start", seat.worker, seat.parcel)
                return
            if method == "start":
                if text:
                    seat.told(json.dumps({"refused": f"a worker of the cluster cannot begin: {text}"}))
                    return
                seat.told(READY)
            else:
                for line in json.loads(text):
                    seat.told(line if isinstance(line, str) else "")
            self.ask(seat, "hear", HEARING)
        except Exception as error:
            if not self._is_closed:
                self._lost(seat, error)

    def _lost(self, seat: RemoteSeat, error: Exception) -> None:
        if type(error).__name__ == "ActorUnschedulableError":
            seat.told(json.dumps({"refused": "the cluster has no processor for a worker"}))
            return
        words = "its machine or its desk has gone"
        if "No module named 'damier" in str(error):
            words = "a machine of the cluster has no damier"
        elif type(error).__name__ in ("OutOfMemoryError", "OutOfDiskError"):
            words = "a machine of the cluster has not enough memory"
        seat.told(json.dumps({"gone": words, "is_killed": True}))
