"""A game with its variations: a tree of moves, of which one line is the game and the others are what might have been.

Every node is a position; the first son of a node goes on with the main line there. Taking back moves and playing
another one loses nothing: both lines stay. Nodes have numbers of their own that never change, so that a page or a file
can name them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from damier.games.game import BadInput, Board, Game
from damier.records import shapes
from damier.records.session import Session, Situation
from damier.records.shapes import Shape

ROOT = 0
MOST_NODES = 10_000  # of one game, with all its variations
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")  # what people put behind a move, in the order of PGN's numbers from 1 on


@dataclass(eq=False)
class Node:
    """A position of the tree, and the move that led to it."""

    number: int
    parent: int  # -1 for the first position
    move: int  # -1 there too
    name: str  # of the move, as it is written
    player: int  # who made the move
    ply: int
    situation: Situation
    sons: list[int] = field(default_factory=list)  # the main line first
    comment: str = ""
    glyph: str = ""  # one of GLYPHS, as a person has put it
    shapes: tuple[Shape, ...] = ()  # drawn on its board


class Variations:
    """The tree of one game. `session` is the game from its beginning to the node where one stands."""

    def __init__(self, game: Game, position: Any = None, turn: int | None = None) -> None:
        self.game = game
        self.session = Session(game, position, turn)
        self.nodes: dict[int, Node] = {ROOT: Node(ROOT, -1, -1, "", -1, 0, self.session.situation)}
        self.here = ROOT
        self.tags: dict[str, str] = {}  # who played, where and when: what a file tells besides the moves
        self._next = 1

    @classmethod
    def of_session(cls, session: Session) -> "Variations":
        """The tree of a game that has no variations yet; one stands at its end."""
        tree = cls(session.game, session.positions[0], session.turns[0])
        tree.session = Session(session.game, session.positions[0], session.turns[0], session.before)
        tree.nodes[ROOT].situation = tree.session.situation
        for move in session.moves:
            tree.play(move)
        return tree

    @property
    def node(self) -> Node:
        """Where one stands."""
        return self.nodes[self.here]

    def play(self, move: int, is_legal: bool = False) -> Node:
        """Go on with a legal move: along a line that is there, or a new variation. Raises BadInput if it is not legal.

        Who knows that it is legal may say so: to find that out takes most of the time.
        """
        for son in self.node.sons:
            if self.nodes[son].move == move:
                self._step(son)
                return self.node
        if len(self.nodes) >= MOST_NODES:
            raise BadInput(f"a game has at most {MOST_NODES:,} moves, its variations included")
        player = self.session.turn
        if is_legal:
            self.session.make(move)
        else:
            self.session.follow(move)
        situation = self.session.situation
        node = Node(self._next, self.here, move, self.session.last_name, player, self.node.ply + 1, situation)
        self._next += 1
        self.nodes[node.number] = node
        self.node.sons.append(node.number)
        self.here = node.number
        return node

    def insert(self, number: int, moves: Sequence[int]) -> int:
        """Put a line of legal moves into the tree after a node, and give its last node; one stays where one stands."""
        new = len(moves)
        at = self._known(number)
        for move in moves:  # those that are there already
            son = next((each for each in at.sons if self.nodes[each].move == move), None)
            if son is None:
                break
            at, new = self.nodes[son], new - 1
        if len(self.nodes) + new > MOST_NODES:
            raise BadInput(f"a game has at most {MOST_NODES:,} moves, its variations included")
        here = self.here
        self.go(number)
        for move in moves:
            self.play(move)
        last = self.here
        self.go(here)
        return last

    def _step(self, son: int) -> None:
        """Go on to a node that follows this one."""
        self.session.remake(self.nodes[son].situation)
        self.here = son

    def go(self, number: int) -> None:
        """Stand at another node; nothing is played again."""
        self._walk(self.session, number)
        self.here = number

    def _walk(self, session: Session, number: int) -> None:
        """Bring a session that stands where one stands to another node: back as far as need be, then forward."""
        target, here, ahead = self._known(number), self.node, list[Situation]()
        while target is not here:
            if target.ply > here.ply:
                ahead.append(target.situation)
                target = self.nodes[target.parent]
            else:
                session.undo()
                here = self.nodes[here.parent]
        for each in reversed(ahead):
            session.remake(each)

    def path(self, number: int) -> list[int]:
        """The nodes from the first position to this one."""
        found = [number]
        while self.nodes[found[-1]].parent >= 0:
            found.append(self.nodes[found[-1]].parent)
        return found[::-1]

    def back(self) -> bool:
        """Take back a move; False at the beginning. The move stays, as the line to redo."""
        if self.here == ROOT:
            return False
        self.session.undo()
        self.here = self.node.parent
        return True

    def forward(self) -> bool:
        """Go on with the main line from here; False at its end."""
        if not self.node.sons:
            return False
        self._step(self.node.sons[0])
        return True

    def main_line(self) -> list[int]:
        """The nodes of the main line, the first position included."""
        line = [ROOT]
        while self.nodes[line[-1]].sons:
            line.append(self.nodes[line[-1]].sons[0])
        return line

    def line_through(self, number: int) -> list[int]:
        """The line that leads to a node and on from it along first sons: what undo and redo walk along."""
        line = self.path(number)
        while self.nodes[line[-1]].sons:
            line.append(self.nodes[line[-1]].sons[0])
        return line

    def promote(self, number: int) -> None:
        """Make the line to this node the main one, all the way up."""
        for each in self.path(number)[1:]:
            sons = self.nodes[self.nodes[each].parent].sons
            sons.remove(each)
            sons.insert(0, each)

    def remove(self, number: int) -> None:
        """Take a move and all that follows it out of the tree; who stands there goes back before it."""
        if number == ROOT:
            raise BadInput("the first position cannot be taken out of a game")
        node = self._known(number)
        if number in self.path(self.here):
            self.go(node.parent)
        self.nodes[node.parent].sons.remove(number)
        for each in list(self.below(number)):
            del self.nodes[each]

    def below(self, number: int) -> Iterator[int]:
        """A node and all that follow it, each line to its end before the next."""
        waiting = [number]
        while waiting:
            each = waiting.pop()
            yield each
            waiting.extend(reversed(self.nodes[each].sons))

    def session_to(self, number: int) -> Session:
        """The game from its beginning to a node, on its own."""
        session = self.session.copy()
        self._walk(session, number)
        return session

    def board_at(self, number: int) -> Board:
        """The board of a position."""
        situation = self._known(number).situation
        return self.game.board(situation.position, situation.turn)

    def _known(self, number: int) -> Node:
        if number not in self.nodes:
            raise BadInput(f"there is no move {number} in this game")
        return self.nodes[number]

    # ----------------------------------------------------------------------------------------------------------------
    # To be kept

    def to_json(self) -> dict[str, Any]:
        """The tree as it is kept: nodes and moves by their numbers."""
        return {
            "here": self.here,
            "next": self._next,
            "tags": self.tags,
            "comment": self.nodes[ROOT].comment,
            "shapes": shapes.to_json(self.nodes[ROOT].shapes),
            "nodes": [
                {"number": node.number, "parent": node.parent, "move": node.move}
                | ({"comment": node.comment} if node.comment else {})
                | ({"glyph": node.glyph} if node.glyph else {})
                | ({"shapes": shapes.to_json(node.shapes)} if node.shapes else {})
                for node in (self.nodes[each] for each in self.below(ROOT))
                if node.parent >= 0
            ],
        }

    @classmethod
    def from_json(cls, session: Session, kept: dict[str, Any]) -> "Variations":
        """The tree that was kept, of a game with this beginning. Raises BadInput if it cannot be."""
        tree = cls.of_session(session)
        tree.tags = {str(key): str(value) for key, value in kept.get("tags", {}).items()}
        tree.nodes[ROOT].comment = str(kept.get("comment", ""))
        tree.nodes[ROOT].shapes = shapes.from_json(kept.get("shapes", ()))
        for each in kept["nodes"]:
            tree.go(int(each["parent"]))
            node = tree.play(int(each["move"]))
            node.comment = str(each.get("comment", ""))
            node.glyph = each["glyph"] if each.get("glyph") in GLYPHS else ""
            node.shapes = shapes.from_json(each.get("shapes", ()))
            tree._renumber(node, int(each["number"]))
        tree._next = max(int(kept["next"]), max(tree.nodes) + 1)
        tree.go(int(kept["here"]))
        return tree

    def _renumber(self, node: Node, number: int) -> None:
        """Give a node that was just made the number it had."""
        if number == node.number:
            return
        sons = self.nodes[node.parent].sons
        del self.nodes[node.number]
        sons[sons.index(node.number)] = number
        node.number = number
        self.nodes[number] = node
        self.here = number
        self._next = max(self._next, number + 1)
