"""Random uniform trees: every node has the same number of sons, every leaf an independent value.

They are the trees of the table in Alliot-Schiex 15.3. Nothing of the tree is stored: a node is the number its path from
the root is mixed to, and a leaf's value is drawn from that number. The same options give the same tree on every machine.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.games.game import Board, Cell
from damier.kernel import rule
from damier.rules import MOST_MOVES, MOST_PLIES, MOST_SCORE, ONGOING
from damier.wording import quoted, whole_number

TITLE = "Random tree"
PLAYED = False  # trees are looked at, in the theatre
OPTIONS = {"branching": 3, "depth": 6, "seed": 1, "values": 1000}
BENCH = (("", 6),)
NAMES_MOVES = False  # they are only counted


class RandomTree(NamedTuple):
    path: np.uint64
    left: np.int64  # plies to the leaves
    branching: np.int64
    values: np.int64  # a leaf is worth 0 to values - 1 to Max
    max_moves: np.int64


def start(branching: int = 3, depth: int = 6, seed: int = 1, values: int = 1000) -> RandomTree:
    if not 1 <= branching <= MOST_MOVES or not 0 <= depth <= MOST_PLIES:
        raise ValueError(
            f"{branching} sons a node and depth {depth}: a tree has 1 to {MOST_MOVES} sons a node and depth 0 to {MOST_PLIES}"
        )
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed is {seed}; it must be 0 or more, and fit 63 bits")
    if not 1 <= values <= MOST_SCORE:
        raise ValueError(f"{values} values: a leaf has 1 to {MOST_SCORE} of them")
    return RandomTree(mix(np.uint64(seed)), np.int64(depth), np.int64(branching), np.int64(values), np.int64(1))


@rule
def moves(p: RandomTree, out):
    for i in range(p.branching):
        out[i] = i
    return p.branching


@rule
def play(p: RandomTree, move):
    return RandomTree(mix(p.path ^ np.uint64(move + 1)), p.left - 1, p.branching, p.values, 1 - p.max_moves)


@rule
def outcome(p: RandomTree):
    if p.left > 0:
        return ONGOING
    value = np.int64((p.path >> np.uint64(11)) % np.uint64(p.values))
    return value if p.max_moves else -value


@rule
def is_max(p: RandomTree):
    return p.max_moves == 1


@rule
def limits(p: RandomTree):
    return (0, p.values - 1) if p.max_moves else (1 - p.values, 0)


def parse(text: str, branching: int = 3, depth: int = 6, seed: int = 1, values: int = 1000) -> RandomTree:
    """Its five numbers, as `text` of a game writes them: path, plies left, branching, values, whether Max moves."""
    words = text.replace(",", " ").split(maxsplit=5)
    numbers = [number for word in words if (number := whole_number(word)) is not None and number >= 0]
    if len(numbers) != 5 or len(words) != 5 or numbers[0] >= 1 << 64 or numbers[4] > 1:
        raise ValueError(f"{quoted(text)} is no node of a random tree: path, plies left, branching, values, 1 if Max moves")
    p = start(numbers[2], numbers[1], 0, numbers[3])
    return p._replace(path=np.uint64(numbers[0]), max_moves=np.int64(numbers[4]))


def full_depth(p: RandomTree) -> int:
    return int(p.left)


def move_name(p: RandomTree, move: int) -> str:
    return str(move + 1)


def board(p: RandomTree, turn: int) -> Board:
    who = "Max" if p.max_moves else "Min"
    if p.left == 0:
        value = int(outcome(p)) * (1 if p.max_moves else -1)
        return Board([[Cell(str(value))]], caption=f"a leaf: {value}")
    names = [str(i + 1) for i in range(int(p.branching))]
    return Board([[Cell("?", look="pit") for _ in names]], columns=names, caption=f"{who} moves; {p.left} plies to the leaves")


def cells(p: Any, move: int, turn: int) -> list[tuple[int, int]]:
    return [(0, move)]
