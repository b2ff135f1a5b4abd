"""Test suites of a person's own game: its file reads their lines."""

from pathlib import Path

import pytest

from damier.games.game import BadInput
from damier.suites import read_suite, run_suite

SUBTRACTION = '''"""Take one or two; who takes the last wins."""

from typing import NamedTuple

from damier import LOSS, ONGOING, rule


class Heap(NamedTuple):
    stones: int


START = Heap(7)


@rule
def moves(p: Heap, out):
    for i in range(min(2, p.stones)):
        out[i] = i + 1
    return min(2, p.stones)


@rule
def play(p: Heap, taken):
    return Heap(p.stones - taken)


@rule
def outcome(p: Heap):
    return LOSS if p.stones == 0 else ONGOING
'''
PUZZLE = """
def puzzle(text):
    position, best = text.split()
    return position, f"heap of {position}", [int(best)]
"""


def test_a_games_own_file_reads_its_suite(tmp_path: Path) -> None:
    game, suite = tmp_path / "heap.py", tmp_path / "heaps.txt"
    game.write_text(SUBTRACTION + PUZZLE)
    suite.write_text("7 1\n5 2\n5 1\nnonsense\n")
    found = read_suite(suite, game=str(game))
    assert [(problem.name, problem.best) for problem in found.problems] == [
        ("heap of 7", ("1",)),
        ("heap of 5", ("2",)),
        ("heap of 5", ("1",)),
    ]
    assert len(found.refused) == 1
    report = run_suite(found.problems, "hash=1", depth=8, jobs=1)
    assert [result.is_solved for result in report.results] == [True, True, False]


def test_a_game_without_suites_is_told(tmp_path: Path) -> None:
    game = tmp_path / "heap.py"
    game.write_text(SUBTRACTION)
    with pytest.raises(BadInput, match=r"there are no suites for '.*heap\.py', only for chess"):
        read_suite(tmp_path / "heaps.txt", game=str(game))
