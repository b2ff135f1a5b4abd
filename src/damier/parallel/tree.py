"""The top of the tree that many search together: what is known of its positions, and what is to be searched next.

Each node has two bounds of its value, seen from its player to move. They come from whoever has searched the subtree, and from
the bounds of its children; as soon as those of the root meet, its value is proved. A node has alpha-beta's window, of what its
ancestors know; where the window and the bounds have nothing in common any more, nothing below matters, and who searches there
may stop. All this holds in whatever order bounds arrive, and however often; so the same tree serves a master who shares
subtrees out (`star.py`), and workers without one, each of whom has a copy (`distributed.py`).

Subtrees of at most `grain` plies are searched as a whole. Of each node the first move comes first and alone: the others wait
for what it is worth, and are then shared out (principal variation splitting; "young brothers wait").
"""

from collections.abc import Container, Iterator, Sequence
from typing import Any

from damier.games.game import BadInput, Game
from damier.rules import INFINITY

Path = tuple[int, ...]  # the moves that lead to a position
Window = tuple[int, int]


class Node:
    """A position of the tree, and what is known of it."""

    __slots__ = ("children", "depth", "high", "is_same", "line", "low", "parent", "path", "position")

    def __init__(self, position: Any, path: Path, depth: int, parent: "Node | None" = None, is_same: bool = False) -> None:
        self.position, self.path, self.depth = position, path, depth
        self.parent = parent
        self.is_same = is_same  # whether who moves here has moved before
        self.low, self.high = -INFINITY, INFINITY
        self.children: list[Node] | None = None
        self.line: list[int] = []  # best play from here on, as who has searched it says

    @property
    def is_known(self) -> bool:
        return self.low == self.high

    def bounds_for_parent(self) -> Window:
        """Its bounds as who has moved here sees them."""
        return (self.low, self.high) if self.is_same else (-self.high, -self.low)

    def window(self) -> Window:
        """Where its value still matters to the root, and is not known."""
        low, high = -INFINITY, INFINITY
        if self.parent is not None:
            low, high = self.parent.window()
            low, high = (low, high) if self.is_same else (-high, -low)
        return max(low, self.low), min(high, self.high)

    def is_open(self) -> bool:
        """Whether anything is still to be known of it."""
        low, high = self.window()
        return low < high


class SharedTree:
    """The tree below a position, so many plies deep."""

    def __init__(self, game: Game, position: Any, depth: int, grain: int, line: Sequence[int] = ()) -> None:
        """`line` are moves that are looked at first."""
        self.game = game
        self.root = Node(position, (), depth)
        self.grain = grain
        self._line = list(line)
        self._nodes: dict[Path, Node] = {(): self.root}

    def learn(self, path: Sequence[int], low: int = -INFINITY, high: int = INFINITY, line: Sequence[int] = ()) -> None:
        """Somebody has found bounds of a position; of one that stands below those we look at, nothing is kept."""
        node = self.find(path)
        if node is None or (low <= node.low and high >= node.high):
            return
        if line and low == high:
            node.line = list(line)
        at: Node | None = node
        while at is not None:
            is_news = low > at.low or high < at.high
            at.low, at.high = max(at.low, low), min(at.high, high)
            if at.low > at.high:
                raise BadInput(
                    f"two searches of the same position differ: {self.game.name} {list(at.path)}; are its rules fixed?"
                )
            at = at.parent if is_news else None
            if at is not None and at.children is not None:
                bounds = [child.bounds_for_parent() for child in at.children]
                low, high = max(low for low, _ in bounds), max(high for _, high in bounds)

    def learn_replies(self, path: Sequence[int], replies: Sequence[Sequence[int]]) -> None:
        """Somebody was stopped at a position, and had found bounds of some of those that moves lead to."""
        for move, low, high in replies:
            self.learn((*path, move), low, high)

    def split(self, path: Sequence[int]) -> None:
        """From now on a subtree is not searched as a whole."""
        node = self.find(path)
        if node is not None and node.children is None and node.depth > 1:
            self._expand(node)

    def look_first_at(self, line: Sequence[int]) -> None:
        """From now on these moves come first, where no others were looked at yet."""
        self._line = list(line)

    def find(self, path: Sequence[int]) -> Node | None:
        """The node of a position, which is made if it is one of the tree's."""
        path = tuple(path)
        if path in self._nodes:
            return self._nodes[path]
        parent = self.find(path[:-1]) if path else None
        if parent is None or parent.depth < 2:
            return None
        if parent.children is None:
            self._expand(parent)
        return self._nodes.get(path)

    def tasks(self, taken: Container[Path] = ()) -> Iterator[Node]:
        """Subtrees to be searched that nobody has taken, in the order in which they should be."""
        return self._tasks(self.root, taken)

    def line(self) -> list[int]:
        """Best play, as far as it is known."""
        moves: list[int] = []
        node = self.root
        while node.is_known and not node.line and node.children is not None:
            best = [child for child in node.children if child.bounds_for_parent() == (node.low, node.high)]
            if not best:
                break
            node = best[0]
            moves.append(node.path[-1])
        return moves + (node.line if node.is_known else [])

    def _tasks(self, node: Node, taken: Container[Path]) -> Iterator[Node]:
        if not node.is_open():
            return
        if node.children is None and node.depth <= self.grain:
            if node.path not in taken:
                yield node
            return
        if node.path in taken:  # somebody searches it as a whole
            return
        if node.children is None:
            self._expand(node)
        for number, child in enumerate(node.children or ()):
            yield from self._tasks(child, taken)
            if number == 0 and child.is_open():
                return

    def _expand(self, node: Node) -> None:
        """Make the children of a node; those in which the game is over are known."""
        game, ply = self.game, len(node.path)
        moves = game.moves(node.position)
        if list(node.path) == self._line[:ply] and ply < len(self._line):
            moves.sort(key=lambda move: move != self._line[ply])
        node.children = []
        over: list[tuple[Path, int]] = []
        for move in moves:
            position = game.play(node.position, move)
            child = Node(position, (*node.path, move), node.depth - 1, node, game.same_player(node.position, position))
            node.children.append(child)
            self._nodes[child.path] = child
            if (score := game.outcome(position)) is not None:
                over.append((child.path, score))
        for path, score in over:
            self.learn(path, score, score)
