"""Star and distributed alpha-beta among processes of this machine: the value of one process, whoever dies on the way."""

import threading
from pathlib import Path
from typing import Any

import pytest
from at_work import MARK, WORKER, kill_one, marked

from damier.games import load
from damier.games.game import BadInput
from damier.parallel.distributed import Distributed
from damier.parallel.question import Question
from damier.parallel.shared import SharedSearch
from damier.parallel.star import Star
from damier.processes.staff import HERE
from damier.search.driver import Options, search

SCHEMES = [Star, Distributed]
LARGE = Question("random-tree", depth=16, options={"branching": 5, "depth": 16, "seed": 3})
BEGUN = {Star: 17, Distributed: 2}  # tasks after which it is shared out; the master has the root measured first

# What is beside has a part of the rules. A worker that asks for its weights ends there, if it is told to.
NIM = '''
"""Nim: take one to three stones; who takes the last wins."""
import os
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule
from most_of_nim import MOST
OPTIONS = {"is_deadly": 0}

class Nim(NamedTuple):
    stones: np.int64
    is_deadly: np.int64

def start(is_deadly=0):
    return Nim(21, is_deadly)

def weights_for(p, **options):
    if p.is_deadly:
        os._exit(7)
    return []

@rule
def moves(p: Nim, out):
    n = min(MOST, p.stones)
    for i in range(n):
        out[i] = i + 1
    return n

@rule
def play(p: Nim, take):
    return Nim(p.stones - take, p.is_deadly)

@rule
def outcome(p: Nim):
    return LOSS if p.stones == 0 else ONGOING
'''


@pytest.fixture
def own_file(tmp_path: Path) -> str:
    (tmp_path / "my_nim.py").write_text(NIM)
    (tmp_path / "most_of_nim.py").write_text("MOST = 3\n")
    return str(tmp_path / "my_nim.py")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    monkeypatch.setenv(MARK, tmp_path.name)
    return tmp_path.name


def alone(question: Question) -> Any:
    """What one process finds."""
    game = load(question.game, **question.options)
    position = game.parse(question.position)
    options = Options(weights=game.weights(position), whole_line=False)
    return search(position, question.algorithm, question.depth, options)


@pytest.fixture(scope="module")
def value_of_large() -> int:
    return int(alone(LARGE).value)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_value_is_that_of_one_process(scheme: Any, own_file: str, mark: str) -> None:
    for question in (
        Question(own_file, "", 21),
        Question("tree", "[[3,12,8],[2,4,6],[14,5,2]]", 2),
        Question("random-tree", "", 3, {"branching": 4, "depth": 7}),
    ):
        one, many = alone(question), scheme(question, HERE, 2).run()
        assert many.result.value == one.value
        assert (many.result.exact, many.result.complete) == (one.exact, True)
        assert many.lost == 0
    assert marked(mark, WORKER) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_who_dies_is_replaced(scheme: Any, mark: str, value_of_large: int) -> None:
    together = scheme(LARGE, HERE, 2)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(together.run()))
    thread.start()
    kill_one(mark, WORKER)  # one who has not begun
    while together.effort.tasks < BEGUN[scheme] and thread.is_alive():
        thread.join(0.01)
    for _ in range(2):
        kill_one(mark, WORKER)
    thread.join(60)
    assert found[0].result.value == value_of_large
    assert 1 <= found[0].lost <= 3
    assert marked(mark, WORKER) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_ends_every_worker_is_said(scheme: Any, own_file: str) -> None:
    together: SharedSearch = scheme(Question(own_file, "", 9, {"is_deadly": 1}), HERE, 1)
    with pytest.raises(BadInput, match="crashed"):
        together.run()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_stopped(scheme: Any, mark: str) -> None:
    endless = Question("random-tree", depth=40, options={"branching": 8, "depth": 40})
    found = scheme(endless, HERE, 2, 1.0).run().result
    assert not found.complete
    assert found.depth < 40
    together = scheme(endless, HERE, 2)
    threading.Timer(0.5, together.stop).start()
    assert not together.run().result.complete
    assert marked(mark, WORKER) == []


def test_deeper_and_deeper() -> None:
    question = Question("connect4", "4455", 9, algorithm="memory-depth", options={"width": 5, "height": 5})
    found = Star(question, HERE, 1, deepen=True).run().result
    assert (found.value, found.depth) == (alone(question).value, 9)


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (Question("nim", algorithm="sss"), "'sss' cannot be shared out; alphabeta, pvs"),
        (Question("nim", depth=0), "depth is 0"),
        (Question("nim", depth=251), "depth is 251"),
        (Question("nim", hash_mb=0), "hash is 0 MB"),
        (
            Question("nim", hash_mb=10**9, algorithm="memory"),
            "2 workers with a table of 1000000000 MB each need",
        ),
        (Question("nim", "0"), "the game is over in this position"),
        (Question("chequers"), "unknown game 'chequers'"),
    ],
)
def test_what_cannot_be_shared_out(question: Question, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Star(question, HERE, 2)
    with pytest.raises(BadInput, match="jobs is -1"):
        Distributed(Question("nim"), HERE, -1)
