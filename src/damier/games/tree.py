"""Explicit trees, written as nested lists: `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`.

A number is a leaf, worth that to Max; a list is a node with its sons from left to right. Max moves at the root, or Min
if the text starts with `min`. Leaves may lie at different depths. Trees of textbooks have names (`book_trees.py`). One array
holds the tree, a row a node,

    first son | number of sons | value (of a leaf)

rows in the order of the books' numbering (level by level, from left to right), and is a field of the position.
"""

import json
import zlib
from collections import deque
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.games.book_trees import BOOK_TREES
from damier.games.game import Board, Cell
from damier.kernel import rule
from damier.rules import MOST_MOVES, MOST_PLIES, MOST_SCORE, ONGOING
from damier.wording import quoted, whole_number

TITLE = "Tree"
PLAYED = False  # trees are looked at, in the theatre
OPTIONS: dict[str, Any] = {"tree": "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"}
BENCH = (("", 6),)
NAMES_MOVES = False  # they are only counted
FIRST, COUNT, VALUE = range(3)
MOST_LETTERS = 1_000_000  # of a tree in writing


class Tree(NamedTuple):
    nodes: np.ndarray
    node: np.int64
    max_moves: np.int64  # whether Max moves here
    lowest: np.int64  # of all leaves, for Max
    highest: np.int64
    mark: np.uint64  # tells this tree from others in a table


def start(tree: str = str(OPTIONS["tree"])) -> Tree:
    return parse(tree)


@rule
def moves(p: Tree, out):
    count = p.nodes[p.node, COUNT]
    for i in range(count):
        out[i] = i
    return count


@rule
def play(p: Tree, move):
    return Tree(p.nodes, p.nodes[p.node, FIRST] + move, 1 - p.max_moves, p.lowest, p.highest, p.mark)


@rule
def outcome(p: Tree):
    if p.nodes[p.node, COUNT] > 0:
        return ONGOING
    value = p.nodes[p.node, VALUE]
    return value if p.max_moves else -value


@rule
def evaluate(p: Tree, weights):
    """A node at the horizon is worth 0, or what a leaf has nearest to 0."""
    value = min(max(0, p.lowest), p.highest)
    return value if p.max_moves else -value


@rule
def key(p: Tree):
    return mix(p.mark ^ np.uint64(p.node))


@rule
def is_max(p: Tree):
    return p.max_moves == 1


@rule
def limits(p: Tree):
    return (p.lowest, p.highest) if p.max_moves else (-p.highest, -p.lowest)


# --------------------------------------------------------------------------------------------------------------------
# Reading, writing, drawing


def parse(text: str, tree: str = "") -> Tree:
    """`[[3, 12], [2, 4]]`, after `min` if Min moves at the root, before the sons chosen so far: `min [[3, 12], [2, 4]] 2`.

    The name of a tree of a textbook stands for it: `tipe-4`.
    """
    if len(text) > MOST_LETTERS:
        raise ValueError(f"{quoted(text)} is too long for a tree: {len(text):,} letters; at most {MOST_LETTERS:,}")
    words = text.strip()
    if words.lower() in BOOK_TREES:
        words = BOOK_TREES[words.lower()].text
    start = words[:3].lower() if words[:3].lower() in ("min", "max") else ""
    lists, bracket, sons = words[len(start) :].strip().rpartition("]")
    chosen = [whole_number(son) for son in sons.split()]
    if not lists.startswith("[") or None in chosen:
        known = ", ".join(BOOK_TREES)
        raise ValueError(
            f"{quoted(text)} is no tree: write nested lists of whole numbers, as in [[3, 12], [2, 4]], or a name: {known}"
        )
    try:
        nested = json.loads(lists + bracket, parse_int=_leaf_written)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{quoted(text)} is no tree: {_reason(error)}") from None
    p = from_lists(nested, max_moves=start != "min")
    for son in chosen:
        if son is None or not 1 <= son <= p.nodes[p.node, COUNT]:
            raise ValueError(f"{quoted(text)}: there is no son {son} there")
        p = Tree(p.nodes, p.nodes[p.node, FIRST] + son - 1, 1 - p.max_moves, p.lowest, p.highest, p.mark)
    return p


def _leaf_written(digits: str) -> int:
    number = whole_number(digits)
    if number is None:
        raise ValueError(f"a leaf is {quoted(digits)}; leaves lie between -{MOST_SCORE} and {MOST_SCORE}")
    return number


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.lower()} at character {error.pos + 1}"
    return "it is nested too deeply"


def from_lists(nested: Any, max_moves: bool = True) -> Tree:
    """The tree of nested lists of whole numbers."""
    rows: list[list[int]] = []
    waiting: deque[tuple[Any, int]] = deque([(nested, 0)])
    known = 1
    while waiting:
        node, ply = waiting.popleft()
        if isinstance(node, list):
            if not node:
                raise ValueError("the tree is empty" if not rows else f"a node at depth {ply} has no sons: [] is no leaf")
            if len(node) > MOST_MOVES or ply >= MOST_PLIES:
                raise ValueError(f"the tree is too large: at most {MOST_MOVES} sons a node and depth {MOST_PLIES}")
            rows.append([known, len(node), 0])
            waiting.extend((son, ply + 1) for son in node)
            known += len(node)
        else:
            rows.append([0, 0, _leaf_value(node, ply)])
    leaves = [row[VALUE] for row in rows if not row[COUNT]]
    nodes = np.array(rows, np.int64)
    mark = mix(np.uint64(zlib.crc32(nodes.tobytes())))
    return Tree(nodes, np.int64(0), np.int64(max_moves), np.int64(min(leaves)), np.int64(max(leaves)), mark)


def _leaf_value(leaf: Any, ply: int) -> int:
    if isinstance(leaf, float) and leaf.is_integer():
        leaf = int(leaf)
    if not isinstance(leaf, int) or isinstance(leaf, bool):
        raise ValueError(f"a leaf at depth {ply} is {quoted(leaf)}; leaves are whole numbers")
    if abs(leaf) > MOST_SCORE:
        raise ValueError(f"a leaf at depth {ply} is {leaf}; leaves lie between -{MOST_SCORE} and {MOST_SCORE}")
    return leaf


def full_depth(p: Tree) -> int:
    """How many levels lie below the position."""
    level, depth = [int(p.node)], 0
    while level := [int(p.nodes[node, FIRST]) + i for node in level for i in range(p.nodes[node, COUNT])]:
        depth += 1
    return depth


def to_lists(p: Tree, node: int = 0) -> Any:
    """The nested lists below a node."""
    first, count, value = (int(number) for number in p.nodes[node])
    return [to_lists(p, first + i) for i in range(count)] if count else value


def path_to(p: Tree) -> list[int]:
    """The sons, from 0, that lead from the root to the position."""
    path: list[int] = []
    node = int(p.node)
    while node:
        father = int(np.flatnonzero((p.nodes[:, FIRST] <= node) & (node < p.nodes[:, FIRST] + p.nodes[:, COUNT]))[0])
        path.append(node - int(p.nodes[father, FIRST]))
        node = father
    return path[::-1]


def text(p: Tree) -> str:
    path = path_to(p)
    max_starts = bool(p.max_moves) == (len(path) % 2 == 0)
    words = ([] if max_starts else ["min"]) + [json.dumps(to_lists(p))] + [str(son + 1) for son in path]
    return " ".join(words)


def move_name(p: Tree, move: int) -> str:
    return str(move + 1)


def board(p: Tree, turn: int) -> Board:
    """The sons of the node: leaves with their value, others with the number of their sons."""
    first, count, value = (int(number) for number in p.nodes[p.node])
    sons = [p.nodes[first + i] for i in range(count)]
    row = [Cell(f"{son[VALUE]}" if not son[COUNT] else f"({son[COUNT]})", look="pit") for son in sons] or [Cell(str(value))]
    who = "Max" if p.max_moves else "Min"
    return Board([row], columns=[str(i + 1) for i in range(count)], caption=f"{who} moves" if count else f"a leaf: {value}")


def cells(p: Tree, move: int, turn: int) -> list[tuple[int, int]]:
    return [(0, move)]
