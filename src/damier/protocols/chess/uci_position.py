"""The game that a chess interface has told of: where it began, its moves, and all its positions."""

import functools
from typing import Any

from damier import rules
from damier.games.chess import fen, uci_name
from damier.games.chess.position import CASTLING, has_unusual_castling, kind_of
from damier.games.chess.rules import outcome
from damier.kernel import native
from damier.rules import ONGOING, play
from damier.wording import quoted

START = "startpos"


class Line:
    """A game up to now. What a new line has in common with the one before is not played again."""

    def __init__(self) -> None:
        self._start = START
        self._moves: list[str] = []
        self.moves: list[int] = []
        self.positions: list[Any] = [native(fen.read(fen.START))]

    @property
    def position(self) -> Any:
        return self.positions[-1]

    def read(self, rest: str) -> None:
        """Take what `position` says: `startpos moves e2e4`, `fen ...`; ValueError if it cannot be, and nothing changes."""
        before, _, after = f" {rest} ".partition(" moves ")
        start, names = " ".join(before.split()), after.split()
        if start == self._start:
            positions, known = self.positions, self._common(names)
        else:
            positions, known = [_beginning(start)], 0
        positions, made = positions[: known + 1], self.moves[:known]
        for number, name in enumerate(names[known:], known + 1):
            move = move_named(positions[-1], name)
            if move is None:
                raise ValueError(
                    f"move {number} of the game, {quoted(name)}, is not legal; the position before this line stays"
                )
            positions.append(native(play(positions[-1], move)))
            made.append(move)
        self._start, self._moves, self.positions, self.moves = start, names, positions, made

    def _common(self, names: list[str]) -> int:
        """How many moves are the same as in the line before."""
        for number, (name, known) in enumerate(zip(names, self._moves, strict=False)):
            if name != known:
                return number
        return min(len(names), len(self._moves))


def _beginning(start: str) -> Any:
    kind, _, written = start.partition(" ")
    if kind == START and not written:
        return native(fen.read(fen.START))
    if kind != "fen" or not written:
        raise ValueError("expected: position startpos moves ... or position fen FEN moves ...")
    return native(fen.read(written))


def legal_moves(position: Any) -> dict[str, int]:
    """The legal moves by their names; also where a rule has ended the game, which others may play on."""
    return {uci_name(position, move): move for move in _list_moves(position)}


def has_move(position: Any) -> bool:
    """Whether there is a legal move."""
    return bool(_list_moves(position))


@functools.lru_cache(maxsize=8)
def _list_moves(position: Any) -> list[int]:
    """The legal moves, which are asked for more than once while a game goes on, on the clock."""
    return rules.legal_moves(position)


def move_named(position: Any, name: str) -> int | None:
    """The legal move of this name, castling also as the king's taking of the rook; None if there is none."""
    legal = _list_moves(position)
    name = name.lower()
    for is_960 in (False, True):
        for move in legal:
            if name_of(position, move, is_960) == name:
                return move
    return None


def name_of(position: Any, move: int, is_960: bool) -> str:
    """A move in coordinates; in Chess960 castling is always written as the king's taking of the rook."""
    name = uci_name(position, move)
    if is_960 and kind_of(move) == CASTLING and not has_unusual_castling(position):
        return name[:2] + ("h" if name[2] == "g" else "a") + name[3]
    return name


def is_over(position: Any) -> bool:
    """Whether the rules have ended the game."""
    return int(outcome(position)) != ONGOING
