"""A real Ray with two nodes on this machine, one of which can be killed and started again."""

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_work import MARK

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


class TwoNodes:
    """Both nodes; to be used by the thread that has made it, with which its processes end."""

    def __init__(self, mark: str, folder: Path) -> None:
        from ray._private.utils import get_ray_address_file
        from ray.cluster_utils import Cluster

        self.mark = mark
        Path(get_ray_address_file(None)).parent.mkdir(parents=True, exist_ok=True)  # Ray writes there, whoever has made it
        head = NODE | {"include_dashboard": False, "temp_dir": str(folder)}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self._second = self._cluster.add_node(**NODE)

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def kill_second(self) -> None:
        """End it without a word, with all that runs there."""
        self._cluster.remove_node(self._second, allow_graceful=False)

    def start_second(self) -> None:
        self._second = self._cluster.add_node(**NODE)

    def shutdown(self) -> None:
        self._cluster.shutdown()


@contextlib.contextmanager
def two_nodes(folder: Path) -> Iterator[TwoNodes]:
    """Both, for a while; their processes find what stands beside the tests, and have a mark."""
    from damier.parallel.cluster import LOOPBACK, QUIET

    beside = [str(Path(__file__).parent.parent / "processes"), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        mark = uuid.uuid4().hex
        patch.setenv(MARK, mark)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, beside)))
        for name, value in (QUIET | LOOPBACK).items():
            patch.setenv(name, value)
        nodes = TwoNodes(mark, folder)
        try:
            yield nodes
        finally:
            nodes.shutdown()


def in_thread(run: Any) -> tuple[Any, list[Any]]:
    """Have something run beside; the thread, and where its answer will be."""
    import threading

    found: list[Any] = []

    def work() -> None:
        try:
            found.append(run())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread, found
