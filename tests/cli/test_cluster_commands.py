"""`--cluster` and `--scheme`, in a process of its own; what a real cluster does is in `tests/parallel`."""

import pytest
from commands import answer, damier, refusal

from damier.cli.common import with_cluster_said

pytestmark = pytest.mark.xdist_group("cli")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", "--cluster", "nim", "a", "b"], ["match", "--cluster=local", "nim", "a", "b"]),
        (["search", "connect4", "--cluster", "44534"], ["search", "connect4", "--cluster=local", "44534"]),
        (["search", "nim", "--cluster"], ["search", "nim", "--cluster=local"]),
        (["search", "nim", "--cluster", "--json"], ["search", "nim", "--cluster=local", "--json"]),
        (["search", "nim", "--cluster", "head:6379"], ["search", "nim", "--cluster", "head:6379"]),
        (["search", "nim", "--cluster=x"], ["search", "nim", "--cluster=x"]),
    ],
)
def test_the_address_may_be_left_out(arguments: list[str], said: list[str]) -> None:
    assert with_cluster_said(arguments) == said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("search", "nim", "--cluster", "127.0.0.1:1"), "no cluster answers at 127.0.0.1:1: Connection refused"),
        (("match", "nim", "depth=1", "depth=2", "--cluster", "127.0.0.1:1"), "no cluster answers at 127.0.0.1:1"),
        (("search", "nim", "--cluster=here"), "no cluster answers at here:6379"),
        (("search", "nim", "--cluster=a b"), "'a b' is no address of a cluster"),
        (("search", "nim", "--scheme", "ring"), "scheme is 'ring'; it can be star or distributed"),
        (("search", "nim", "--scheme", "star", "-a", "sss"), "'sss' cannot be shared out"),
        (("search", "nim", "--scheme", "star", "--nodes", "5"), "--nodes, --guess and --list-length do not go with"),
        (("search", "nim", "--scheme", "distributed", "--deepen"), "--deepen does not go with --scheme distributed"),
        (("search", "nim", "--scheme", "star", "--jobs", "-1"), "jobs is -1"),
        (("search", "nim", "--scheme", "star", "--depth", "0"), "depth is 0"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(*arguments)


def test_workers_of_this_machine() -> None:
    shared = answer("search", "nim", "12", "--depth", "12", "--scheme", "star", "--jobs", "1")
    alone = answer("search", "nim", "12", "--depth", "12")
    assert (shared["value"], shared["exact"], shared["complete"]) == (alone["value"], alone["exact"], True)
    assert (shared["workers"], shared["lost"]) == (1, 0)
    told = damier("search", "nim", "12", "--depth", "12", "--scheme", "distributed", "--jobs", "1")
    assert "workers 1, lost 0" in told.stdout
    assert told.stderr == ""
