"""Positions whose scores others have found."""

import os
from pathlib import Path

import pytest
from sizes import in_group

from damier.games.connect4 import parse, start
from damier.solvers.connect4 import Solver

pytestmark = in_group((7, 6))

# From Pascal Pons' test sets: the moves that lead to a position, and its score. All 3,000 are tested where the
# environment variable names the folder with the three files.
SETS = {
    "Test_L1_R1": """
32164625 11
6146 18
243335424257 12
5512243243536 13
22144426444 15
265756512 -12
65444437612 13
17516442226766 8
7343363417254 14
74746315233 15
""",
    "Test_L2_R1": """
5554224333234511764415115 4
52753311433677442422121 8
1233722555341451114725221333 -1
271713432331713132 -11
6672375354252731116762237724 -2
763452543756455357732314 -8
662222576343651642712157 8
3455565261655364217 -10
4661237137541742643224 8
21253774536432517717274325 2
""",
    "Test_L3_R1": """
2252576253462244111563365343671351441 -1
7422341735647741166133573473242566 1
23163416124767223154467471272416755633 0
71255763773133525731261364622167124446454 0
65214673556155731566316327373221417 -1
52677675164321472411331752454 0
3135151421347443544172316522225776773566 0
562154564361751726662253737734213275114 0
233377345754465174223731671122611552 1
6763525635134453444361412671365712 -1
""",
}
FOLDER = os.environ.get("DAMIER_CONNECT4_TESTS", "")


def differences(lines):
    """The lines with which the solver does not agree, and its scores."""
    moves, scores = zip(*(line.split() for line in lines.split("\n") if line), strict=True)
    found = Solver(book=None).solve_all(parse(text) for text in moves)
    return [(text, right, wrong) for text, right, wrong in zip(moves, map(int, scores), found, strict=True) if right != wrong]


@pytest.mark.parametrize("name", SETS)
def test_positions_of_pascal_pons(name):
    assert differences(SETS[name]) == []


@pytest.mark.skipif(not Path(FOLDER).is_dir() or not FOLDER, reason="DAMIER_CONNECT4_TESTS names no folder")
@pytest.mark.parametrize("name", SETS)
def test_all_positions_of_pascal_pons(name):
    assert differences((Path(FOLDER) / f"{name}.txt").read_text()) == []


@pytest.mark.soak
def test_the_first_player_wins_with_his_last_stone():
    """The empty 7x6 board: James D. Allen and Victor Allis, 1988; the score since John Tromp's databases."""
    assert Solver(hash_mb=256, book=None).solve(start(7, 6)).score == 1
