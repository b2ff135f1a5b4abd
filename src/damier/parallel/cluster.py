"""damier's workers on a Ray cluster. No other file imports ray, and this one only when a cluster is wanted.

A cluster is one of this machine, started and ended here, or one that others have started and that is joined. On each processor
that is given to us sits a desk (`desk.py`, an actor of Ray's), which runs a worker: the same process, with the same lines of
JSON, as on this machine (`processes/staff.py`). Only text goes to and fro. Who dies, worker, desk or machine, is replaced as
soon as there is room again; a worker of another damier is refused.

A cluster of one's own listens to this machine alone, has no dashboard, sends nothing to anybody, and its files go with it.
"""

import contextlib
import json
import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from damier.errors import BadInput, in_a_line
from damier.parallel.address import LOCAL, Address, check_answers, read_address
from damier.parallel.desk import HEARING, Desk
from damier.parallel.identity import difference
from damier.parallel.leftovers import own_folder
from damier.parallel.parcel import packed
from damier.processes.pool import Pool
from damier.processes.program import Inbox
from damier.processes.staff import READY
from damier.threads import cores

T = TypeVar("T")

STORE_BYTES = 80_000_000  # Ray's store of objects, for which we have no use
MEMORY_BYTES = 500_000_000  # that must be free for a cluster of one's own: Ray, and a worker
JOIN_SECONDS = 20.0  # in which a cluster that answers must let us in
FAREWELL = 3.0  # seconds in which desks leave nothing behind
TICK = 0.05  # seconds after which the desks that have come meanwhile are heard, too

# Nothing of Ray's is said to whoever uses damier, nor to whoever makes Ray; machines other than this one are not listened to.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # what Ray does where firewalls ask: it stays within the machine


@contextmanager
def opened(where: str = LOCAL, cpus: int = 0) -> Iterator["Cluster"]:
    """A cluster of this machine, with so many processors (0: all), or the one at an address; it is left at the end.

    To be called by the main thread: the system ends the processes of a cluster with the thread that has started them.
    """
    if where == LOCAL:
        ray, end = _started(cpus or cores())
    else:
        ray, end = _joined(read_address(where))
    try:
        cluster = Cluster(ray)
        try:
            yield cluster
        finally:
            cluster.close()
    finally:
        end()


def _imported(is_loopback: bool) -> Any:
    """Ray, told to be quiet."""
    for name, value in (QUIET | LOOPBACK if is_loopback else QUIET).items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise BadInput("a cluster needs Ray: pip install damier[cluster]") from None
    if ray.is_initialized():
        raise BadInput("this process is in a cluster already")
    ray._private.worker._worker_logs_enabled = False  # what dies is told on standard output otherwise, and is our affair
    return ray


def _started(cpus: int) -> tuple[Any, Callable[[], None]]:
    """A cluster of this machine, and what ends it."""
    if (free := _free_memory()) is not None and free < MEMORY_BYTES:
        raise BadInput(f"a cluster needs {MEMORY_BYTES // 1_000_000} MB of memory, {free // 1_000_000} MB are free")
    ray = _imported(is_loopback=True)
    folder = own_folder("damier-ray")

    def end() -> None:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)

    try:
        ray.init(
            address="local",
            num_cpus=cpus,
            include_dashboard=False,
            object_store_memory=STORE_BYTES,
            _temp_dir=str(folder),
            **_SILENT,
        )
    except BaseException as error:
        end()
        if isinstance(error, Exception):
            raise BadInput(f"no cluster can be started here: {in_a_line(error)}") from None
        raise
    return ray, end


def _joined(address: Address) -> tuple[Any, Callable[[], None]]:
    """The cluster at an address, and what leaves it."""
    check_answers(address)
    ray = _imported(address.is_loopback)
    failures: list[BaseException] = []

    def join() -> None:
        try:
            ray.init(address=str(address), **_SILENT)
        except BaseException as error:
            failures.append(error)

    joining = threading.Thread(target=join, daemon=True)  # Ray may wait for ever
    joining.start()
    joining.join(JOIN_SECONDS)
    if joining.is_alive():
        raise BadInput(
            f"the cluster at {address} does not let us in; is this machine one of it (ray start --address {address})?"
        )
    if failures:
        raise BadInput(f"the cluster at {address} cannot be joined: {in_a_line(failures[0])}") from None
    return ray, ray.shutdown


_SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}


class Cluster:
    """Places for workers (`processes/staff.py`): processors of the machines that a cluster has."""

    crashes = 3  # of its workers, by which a task has shown that it ends them
    kills = 20  # by somebody else; enough for any night of falling machines, and an end if memory is what is missing

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self._desks = _Desks(ray)

    def count(self) -> int:
        """How many processors there are."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def machines(self) -> int:
        return sum(1 for node in self.ray.nodes() if node["Alive"])

    def memory(self) -> int:
        """The bytes that all machines have together, as Ray counts them."""
        return int(self.ray.cluster_resources().get("memory", 0))

    def open(self, worker: str, terms: Mapping[str, Any], inbox: Inbox) -> "RemoteSeat":
        """Have a worker start where there is room for him, now or later."""
        return RemoteSeat(self._desks, worker, packed(terms), inbox)

    def workers(
        self, worker: str, terms: Mapping[str, Any], write: Callable[[T], Any], jobs: int = 0, grace: float = 5.0
    ) -> Pool[T]:
        """A pool of workers here; asked for as `Pool` is."""
        return Pool(worker, terms, write, jobs, grace, places=self)

    def close(self) -> None:
        """Let all workers go."""
        self._desks.close()


class RemoteSeat:
    """A worker on some processor of a cluster."""

    def __init__(self, desks: "_Desks", worker: str, parcel: str, inbox: Inbox) -> None:
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


class _Desks:
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


def _free_memory() -> int | None:
    """The bytes that are free on this machine, where the system tells."""
    with contextlib.suppress(OSError, ValueError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def is_installed() -> bool:
    """Whether there is a Ray to import."""
    from importlib.util import find_spec

    return "ray" in sys.modules or find_spec("ray") is not None
