"""The pool: tasks are shared out, one that kills its process or does not end costs no other, and no process is left."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from damier.processes import program
from damier.processes.pool import Pool, TaskEnd


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Workers find the module beside this one, and have all ended afterwards."""
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    before = set(program._running)
    yield
    assert set(program._running) == before


def ends_of(tasks: list[Any], jobs: int = 2, seconds: float = 30.0) -> list[TaskEnd[Any]]:
    """How the tasks ended, in their order."""
    found: dict[int, TaskEnd[Any]] = {}
    pool: Pool[int] = Pool("doubling", {"seconds": seconds}, lambda number: tasks[number], jobs, grace=0.1)
    pool.run(iter(range(len(tasks))), lambda end: found.__setitem__(end.task, end))
    return [found[number] for number in range(len(tasks))]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_each_task_is_done_once(jobs: int) -> None:
    assert [end.result for end in ends_of([1, 2, 3, 4], jobs)] == [2, 4, 6, 8]
    assert ends_of([]) == []


def test_a_crash_costs_its_task() -> None:
    ends = ends_of([1, "crash", 3, "crash", 5])
    assert [end.result for end in ends] == [2, None, 6, None, 10]
    assert [end.failure for end in ends[1::2]] == ["crashed, and damier's process with it"] * 2
    assert ends[1].last["about"] == "crash"


def test_a_task_whose_process_was_killed_is_done_again(tmp_path: Path) -> None:
    """And counts once; one that is killed whenever it is tried has failed in the end."""
    once = [str(tmp_path / f"{number}.once") for number in range(2)]
    ends = ends_of([1, once[0], once[1], 3], jobs=2)
    assert [end.result for end in ends] == [2, 2 * once[0], 2 * once[1], 6]
    assert [end.failure for end in ends_of([1, "killed"], jobs=1)] == ["", "crashed, and damier's process with it"]


def test_what_a_process_says_may_be_long() -> None:
    assert ends_of(["a" * 3_000_000])[0].result == "a" * 6_000_000


def test_who_says_nothing_is_left() -> None:
    ends = ends_of([1, "sleep", 3], seconds=0.5)
    assert [end.result for end in ends] == [2, None, 6]
    assert ends[1].failure == "no answer within 0.5 s"


def test_a_process_that_does_not_even_begin_is_a_fault_of_ours() -> None:
    with pytest.raises(RuntimeError, match="before it began"):
        ends_of([1, "mute"])


def test_it_stops_when_it_is_told_to() -> None:
    ended: list[int] = []
    pool: Pool[int] = Pool("doubling", {"seconds": 30.0}, lambda number: number, 1)

    def enough(end: TaskEnd[int]) -> None:
        ended.append(end.result)
        pool.stop()

    pool.run(iter(range(1000)), enough)
    assert ended == [0]


def test_an_error_of_who_listens_ends_the_processes() -> None:
    pool: Pool[int] = Pool("doubling", {"seconds": 30.0}, lambda number: number, 2)
    with pytest.raises(ZeroDivisionError):
        pool.run(iter(range(1000)), lambda end: 1 // 0)


def test_nothing_heavy_is_imported() -> None:
    heavy = "import damier.processes.pool, damier.processes.serving, sys; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True).stdout == "False\n"
