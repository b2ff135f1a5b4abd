"""What of a game's source decides what is compiled: the rules, and all that they depend on."""

import pytest

from damier.games.sources import compiled_part

GAME = '''
"""A game."""
import numpy as np
from typing import NamedTuple
from damier import rule, helper
TITLE = "My game"
MOST = 3
TABLE = np.zeros(9)
OTHER = [1]
class Heap(NamedTuple):
    """The stones."""
    stones: int
START = Heap(10)
def fill(table):
    table[0] = 1
done = fill(TABLE)
def double(n):
    return 2 * n
@helper
def allowed(n):
    return min(n, MOST)
@rule
def moves(p: "Heap", out):
    """The moves."""
    return allowed(p.stones) + double(int(TABLE[0]))
def board(p):
    return OTHER
'''

SAME = {
    "a comment": ("MOST = 3", "MOST = 3  # no more"),
    "an empty line": ("MOST = 3", "\n\nMOST = 3"),
    "a docstring": ('"""The moves."""', '"""All moves."""'),
    "the title": ("My game", "Your game"),
    "how it is drawn": ("return OTHER", "return [OTHER]"),
    "what only that refers to": ("OTHER = [1]", "OTHER = [2]"),
    "where it starts": ("Heap(10)", "Heap(12)"),
    "another function": ("def board", "def name(p):\n    return 1\ndef board"),
}
OTHER = {
    "a rule": ("allowed(p.stones)", "allowed(p.stones - 1)"),
    "a helper": ("min(n, MOST)", "max(n, MOST)"),
    "a plain function that a rule calls": ("2 * n", "3 * n"),
    "a constant that a helper reads": ("MOST = 3", "MOST = 4"),
    "the positions, named in quotes": ("stones: int", "stones: bool"),
    "a table": ("np.zeros(9)", "np.ones(9)"),
    "what fills a table": ("table[0] = 1", "table[0] = 2"),
    "an import": ("import numpy as np", "import numpy.ma as np"),
    "a constant changed later": ("def board", "MOST += 1\ndef board"),
    "a constant changed under a condition": ("def board", "if OTHER:\n    MOST = 5\ndef board"),
}


@pytest.mark.parametrize("edit", SAME)
def test_what_can_be_edited_for_nothing(edit):
    assert GAME.count(SAME[edit][0]) == 1
    assert compiled_part(GAME.replace(*SAME[edit]).encode()) == compiled_part(GAME.encode())


@pytest.mark.parametrize("edit", OTHER)
def test_what_cannot(edit):
    assert GAME.count(OTHER[edit][0]) == 1
    assert compiled_part(GAME.replace(*OTHER[edit]).encode()) != compiled_part(GAME.encode())


def test_all_of_a_module_beside_counts():
    assert compiled_part(b"MOST = 3", is_beside=True) != compiled_part(b"MOST = 4", is_beside=True)
    assert compiled_part(b"MOST = 3", is_beside=True) == compiled_part(b"MOST = 3  # three", is_beside=True)


def test_what_is_no_python_is_as_it_is():
    assert compiled_part(b"def (") == b"def ("
