"""B* and BPIP in the lab: proofs that the other searches confirm, figures that repeat, an end before the end."""

import numpy as np
import pytest

from damier.games.game import BadInput
from damier.kernel import native
from damier.lab import run
from damier.lab.halt import Halt
from damier.lab.random_tree import best_first
from damier.lab.random_tree.best_first import best_moves
from damier.lab.random_tree.edge_trees import edge_tree
from damier.rules import ONGOING, evaluate, legal_moves, limits, outcome, play
from damier.search import search


def values_below(position) -> list[int]:
    """Of all leaves, for Max, by the rules alone."""
    score = int(outcome(position))
    if score != ONGOING:
        return [score if position.max_moves else -score]
    return [value for move in legal_moves(position) for value in values_below(native(play(position, move)))]


def test_trees_whose_moves_add_up_keep_their_limits() -> None:
    root = edge_tree(3, 4, seed=5, step=10)
    for position in (root, native(play(root, 1)), native(play(native(play(root, 2)), 0))):
        low, high = limits(position) if position.max_moves else [-bound for bound in reversed(limits(position))]
        values = values_below(position)
        assert low <= min(values) <= max(values) <= high
        assert low + high == 2 * evaluate(position, np.zeros(0, np.int32)) * (1 if position.max_moves else -1)
    assert edge_tree(3, 4, seed=5) == edge_tree(3, 4, seed=5) != edge_tree(3, 4, seed=6)


def test_both_searches_find_best_moves_there() -> None:
    for seed in range(10):
        position = edge_tree(3, 5, seed)
        best = best_moves(position, 5)
        assert search(position, "bstar", 5).move in best
        assert search(position, "bpip", 5).complete


def test_the_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_first, "SHAPES", ((2, 4),))
    monkeypatch.setattr(best_first, "DEPTH", 4)
    report = run("best-first", 3, games="nim:stones=12", budgets="20,400")
    assert [row[0] for row in report.rows] == ["nodes to prove"] * 3 + ["best in 20 nodes, %", "best in 400 nodes, %"]
    assert [row[2] for row in report.rows] == [3] * 5
    figures = [dict(zip([column.name for column in report.columns], row, strict=True)) for row in report.rows]
    assert all(row["B*"] > 0 and row["alpha-beta"] > 0 for row in figures[:3])
    assert all(0 <= row[name] <= 100 for row in figures[3:] for name in ("BPIP", "B*", "alpha-beta"))
    assert report.rows == run("best-first", 3, games="nim:stones=12", budgets="20,400").rows
    assert len(report.panels) == 2


def test_what_cannot_be_is_said_and_it_can_be_ended() -> None:
    with pytest.raises(BadInput, match="budgets are 'many'"):
        run("best-first", 1, games="nim", budgets="many")
    with pytest.raises(BadInput, match="unknown game"):
        run("best-first", 1, games="nothing")
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was measured"):
        run("best-first", 1, games="nim", halt=halt)
