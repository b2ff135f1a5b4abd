"""damier's workers on a Ray cluster. No other file imports ray, and this one only when a cluster is wanted.

A cluster is one of this machine, started and ended here, or one that others have started and that is joined. On each processor
that is given to us sits a desk (`desk.py`, an actor of Ray's), which runs a worker: the same process, with the same lines of
JSON, as on this machine (`processes/staff.py`). Only text goes to and fro. Who dies, worker, desk or machine, is replaced as
soon as there is room again; a worker of another damier is refused.

A cluster of one's own listens to this machine alone, and there to who has its token, which is made for it and kept nowhere; it
has no dashboard, sends nothing to anybody, and its files go with it.
"""

import contextlib
import logging
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from damier.errors import BadInput, in_a_line
from damier.parallel.address import LOCAL, Address, check_answers, read_address
from damier.parallel.desks import Desks, RemoteSeat
from damier.parallel.leftovers import own_folder
from damier.parallel.parcel import packed
from damier.processes.pool import Pool
from damier.processes.program import Inbox
from damier.threads import cores

T = TypeVar("T")

STORE_BYTES = 80_000_000  # Ray's store of objects, for which we have no use
MEMORY_BYTES = 500_000_000  # that must be free for a cluster of one's own: Ray, and a worker
JOIN_SECONDS = 12.0  # in which a cluster that answers must let us in

# Nothing of Ray's is said to whoever uses damier, nor to whoever makes Ray; machines other than this one are not listened to.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
TOKEN = "RAY_AUTH_TOKEN"  # Ray asks for one in a cluster of one's own; without ours it would keep one in the user's folder
TOKEN_SAID = ("RAY_AUTH_MODE", TOKEN, "RAY_AUTH_TOKEN_PATH")  # where a person says himself what is asked for
REFUSED = "InvalidAuthToken"  # what Ray says where a token is asked for
_own_token = secrets.token_hex(32)  # Ray remembers it, so that it is the same for all clusters of a process
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
    is_own_token = not any(name in os.environ for name in TOKEN_SAID)
    if is_own_token:
        os.environ[TOKEN] = _own_token

    def end() -> None:
        ray.shutdown()
        for name in TOKEN_SAID if is_own_token else ():
            os.environ.pop(name, None)
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
    with _muted() as said:
        joining.start()
        ends = time.monotonic() + JOIN_SECONDS
        while joining.is_alive() and time.monotonic() < ends and REFUSED not in said():
            joining.join(0.1)
    if REFUSED in said() or (failures and type(failures[0]).__name__ == "AuthenticationError"):
        raise BadInput(f"the cluster at {address} asks for its token: set RAY_AUTH_MODE=token, as for `ray status`")
    if joining.is_alive():
        raise BadInput(
            f"the cluster at {address} does not let us in; is this machine one of it (ray start --address {address})?"
        )
    if failures:
        raise BadInput(f"the cluster at {address} cannot be joined: {in_a_line(failures[0])}") from None
    return ray, ray.shutdown


@contextmanager
def _muted() -> Iterator[Callable[[], str]]:
    """Within this nothing is written to standard error; what would have been is told. Ray's own threads write there."""
    heard = ""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)

        def said() -> str:
            nonlocal heard
            if not file.closed:
                heard = os.pread(file.fileno(), 1 << 20, 0).decode(errors="replace")
            return heard

        try:
            yield said
        finally:
            said()
            os.dup2(kept, 2)
            os.close(kept)


_SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}


class Cluster:
    """Places for workers (`processes/staff.py`): processors of the machines that a cluster has."""

    crashes = 3  # of its workers, by which a task has shown that it ends them
    kills = 20  # by somebody else; enough for any night of falling machines, and an end if memory is what is missing

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self._desks = Desks(ray)

    def count(self) -> int:
        """How many processors there are."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def machines(self) -> int:
        return sum(1 for node in self.ray.nodes() if node["Alive"])

    def memory(self) -> int:
        """The bytes that all machines have together, as Ray counts them."""
        return int(self.ray.cluster_resources().get("memory", 0))

    def open(self, worker: str, terms: Mapping[str, Any], inbox: Inbox) -> RemoteSeat:
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


def _free_memory() -> int | None:
    """The bytes that are free on this machine, where the system tells."""
    with contextlib.suppress(OSError, ValueError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None
