"""The names of openings, and the moves that their lines play, whatever the order of the moves.

Alliot-Schiex 15.7.2: a program that knows openings as sequences of moves is deceived by 1.e4 e6 2.Nf3 c5, which is no French
Defence but a Sicilian. So positions are known, by their keys. Sequences are kept beside them: as long as a game follows a
line from its first move, no position need be looked at.

Positions that are the same up to the game's symmetries (`canonical`) are one: where four first moves are the same but for a
turn of the board, so are the openings after them. Which moves lines play from such a position is told by where they lead.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from damier.books import index
from damier.books.index import KnownMove
from damier.books.lines import NamedLine, lines_of, read_lines
from damier.files import read_text
from damier.games.game import BadInput, Game
from damier.kernel import has_rule
from damier.network.kept import EVALUATION
from damier.records.session import Session
from damier.rules import key


class OpeningName(NamedTuple):
    """An opening: its code in the usual classification, and its name."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Entry(NamedTuple):
    """A move from a position, and what it weighs beside the others."""

    move: int
    weight: int


@dataclass(slots=True, eq=False)
class _Place:
    """What is known of a position; one whose colours are exchanged is the same but for its name."""

    openings: dict[int, OpeningName] = field(default_factory=dict)  # by whose turn it is
    lines: dict[int, int] = field(default_factory=dict)  # how many go on with a move: by move, or by where it leads
    good: dict[int, int] = field(default_factory=dict)  # how many of them are not bad for whose move it is


@dataclass(slots=True, eq=False)
class _Node:
    """A sequence of moves that lines begin with."""

    number: int  # of its step
    place: _Place
    turn: int
    named: dict[str, "_Node"] = field(default_factory=dict)  # by the name of the next move
    next: dict[int, "_Node"] = field(default_factory=dict)  # by the next move


@dataclass
class _Tree:
    root: _Node
    places: dict[int, _Place]
    steps: list[KnownMove]


class Openings:
    """The openings of a game. The lines are followed when something is first asked."""

    def __init__(self, game: Game, lines: Sequence[NamedLine], steps: Sequence[KnownMove] | None = None) -> None:
        self.game = game
        self._lines = lines
        self._steps = steps
        self._tells_turn = hasattr(game.module, "turn")
        self._is_symmetric = has_rule(game.start(), "canonical")

    @classmethod
    def read(cls, game: Game, path: Path) -> "Openings":
        """The openings of a file (see `lines.py`)."""
        text = read_text(path)
        return cls(game, read_lines(game, text, path.name), index.stored(game, path, text))

    def name_at(self, position: Any) -> OpeningName | None:
        """The opening that ends with this position, if one does."""
        place = self._tree.places.get(index.place_of(position))
        return place.openings.get(self.game.turn(position)) if place else None

    def name_of(self, positions: Sequence[Any], moves: Sequence[int] = ()) -> OpeningName | None:
        """The last opening that a game came by, by its positions, oldest first.

        `moves` are those that lead from the first position to the last, where they are known.
        """
        found, known = self._along(positions[0], moves) if moves else (None, 0)
        later = (self.name_at(position) for position in reversed(positions[known:]))
        return next((opening for opening in later if opening), found)

    def name_of_session(self, session: Session) -> OpeningName | None:
        """The last opening that a game being played came by."""
        moves = [] if session.before else session.moves
        return self.name_of([*session.past, session.position], moves)

    def moves(self, position: Any) -> list[Entry]:
        """The moves that lines play from a position, and how many of them each, the most first."""
        return self._entries(position, "lines")

    def good_moves(self, position: Any) -> list[Entry]:
        """Those without the lines that are bad for the player to move."""
        return self._entries(position, "good")

    def write_index(self, path: Path) -> None:
        """Keep what following the lines of this file gave."""
        index.write(self.game, path, read_text(path), self._tree.steps)

    def _entries(self, position: Any, kind: str) -> list[Entry]:
        place = self._tree.places.get(index.place_of(position))
        counted: dict[int, int] = getattr(place, kind) if place else {}
        if counted and self._is_symmetric:
            led = {move: index.place_of(self.game.play(position, move)) for move in self.game.moves(position)}
            counted = {move: counted[there] for move, there in led.items() if there in counted}
        return sorted((Entry(*each) for each in counted.items()), key=lambda entry: -entry.weight)

    def _along(self, start: Any, moves: Sequence[int]) -> tuple[OpeningName | None, int]:
        """The last opening by the sequence of a game's moves, and how many of its positions are known so."""
        node, found, known = self._tree.root, None, 1
        if int(key(start)) != int(key(self.game.start())) or self.game.turn(start) != node.turn:
            return None, 0
        for move in moves:
            child = node.next.get(move)
            if child is None:
                break
            node, known = child, known + 1
            found = node.place.openings.get(self._told(node.turn), found)
        return found, known

    @functools.cached_property
    def _tree(self) -> _Tree:
        return self._followed(index.again(self._steps) if self._steps else index.played(self.game))

    def _followed(self, follow: index.Follow) -> _Tree:
        start = self.game.start()
        root = _Node(0, _Place(), self.game.turn(start))
        tree = _Tree(root, {index.place_of(start): root.place}, [])
        for line in self._lines:
            node = root
            for name in line.moves:
                child = node.named.get(name) or self._step(tree, node, name, follow, line.where)
                step = tree.steps[child.number - 1]
                way = step.key if self._is_symmetric else step.move
                node.place.lines[way] = node.place.lines.get(way, 0) + 1
                if node.turn not in line.bad_for:
                    node.place.good[way] = node.place.good.get(way, 0) + 1
                node = child
            before = node.place.openings.setdefault(self._told(node.turn), OpeningName(line.code, line.name))
            if before != (line.code, line.name):
                raise BadInput(f"{line.where}: {line.name} leads to the same position as {before}")
        return tree

    def _step(self, tree: _Tree, node: _Node, name: str, follow: index.Follow, where: str) -> _Node:
        """The next node after a move that no line before has made."""
        try:
            step = follow(node.number, name)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        tree.steps.append(step)
        child = _Node(len(tree.steps), tree.places.setdefault(step.key, _Place()), step.turn)
        node.named[name] = node.next[step.move] = child
        return child

    def _told(self, turn: int) -> int:
        """Whose turn a position says that it is: where it does not tell, the first player's."""
        return turn if self._tells_turn else 0


def opening_of(session: Session) -> OpeningName | None:
    """The opening that a game is named after; None where damier knows none."""
    openings = openings_of(session.game)
    return openings.name_of_session(session) if openings else None


def openings_of(game: Game) -> Openings | None:
    """The openings that a game declares, for its usual options; None if it has none."""
    if not hasattr(game.module, "OPENINGS"):
        return None
    usual = {**getattr(game.module, "OPTIONS", {}), EVALUATION: game.options.get(EVALUATION)}
    if any(value != usual.get(option) for option, value in game.options.items()):
        return None
    return _declared(game.name, game.module)


@functools.cache
def _declared(name: str, module: ModuleType) -> Openings:
    game, declared = Game(name, module, {}), module.OPENINGS
    if isinstance(declared, Path):
        return Openings.read(game, declared)
    return Openings(game, lines_of(game, declared, f"OPENINGS of {game.name}"))
