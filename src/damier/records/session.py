"""A game that is being played: its positions, moves and turns, with undo."""

from collections.abc import Sequence
from typing import Any

from damier.games.game import BadInput, Game
from damier.kernel import has_rule
from damier.rules import DRAW, key, legal_moves, reversible
from damier.wording import quoted

THREEFOLD = "threefold repetition"


class Session:
    """One game from a starting position on; players are 0 (who moves first) and 1.

    `before` are the positions of the game before the starting position, oldest first: nothing there is taken back, but a
    position that returns for the third time is a draw.
    """

    def __init__(self, game: Game, position: Any = None, turn: int | None = None, before: Sequence[Any] = ()) -> None:
        self.game = game
        position = game.start() if position is None else position
        self.before = list(before)
        self.positions: list[Any] = [position]
        self.turns: list[int] = [game.turn(position) if turn is None else turn]
        self.moves: list[int] = []
        self._names: list[str] = []  # of the moves, as far as they were asked for
        self._can_repeat = has_rule(position, "reversible")
        self._keys = [self._key(each) for each in (*self.before, position)]

    @classmethod
    def from_text(cls, game: Game, text: str) -> "Session":
        """A game from a written position on; the text may tell whose turn it is where the position does not."""
        if not game.tells_past or not text.strip():
            return cls(game, game.parse(text), game.turn_written(text))
        session = cls.from_record(game, text)
        return cls(game, session.position, session.turn, session.past)

    @classmethod
    def from_record(cls, game: Game, text: str) -> "Session":
        """A game that was played, with all its moves."""
        position, made = game.record(text)
        session = cls(game, position)
        for move in made:
            session.follow(move)
        return session

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def past(self) -> list[Any]:
        """The positions before this one, oldest first."""
        return [*self.before, *self.positions[:-1]]

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.turns[-1]

    @property
    def text(self) -> str:
        """The position in writing, with true colours."""
        return self.game.text_for(self.position, self.turn)

    @property
    def is_repeated(self) -> bool:
        """Whether the position is there for the third time, in a game in which that is a draw."""
        if not self._can_repeat:
            return False
        most = int(reversible(self.position))
        earlier = self._keys[-3 : -most - 2 : -2]  # every other one: it was the same player's turn
        return earlier.count(self._keys[-1]) >= 2

    @property
    def score(self) -> int | None:
        """The final score for player 0, or None while the game goes on."""
        score = self.game.outcome(self.position)
        if score is None:
            return DRAW if self.is_repeated else None
        return score if self.turn == 0 else -score

    @property
    def is_over(self) -> bool:
        return self.score is not None

    @property
    def ending(self) -> str:
        """Why the game is over, as `checkmate`; nothing while it goes on, or where there is nothing to say."""
        if self.game.outcome(self.position) is None:
            return THREEFOLD if self.is_repeated else ""
        return self.game.ending(self.position)

    def legal_moves(self) -> list[int]:
        return [] if self.is_repeated else self.game.moves(self.position)

    def play(self, move: int) -> None:
        """Make a legal move."""
        if move not in self.legal_moves():
            raise BadInput(f"{quoted(self.game.move_name(self.position, move))} is no legal move here")
        self.make(move)

    def follow(self, move: int) -> None:
        """Make a move of a game that was played: it may have gone on where a rule ends it, as chess after fifty moves."""
        if has_rule(self.position, "count") and move in legal_moves(self.position):
            self.make(move)
        else:
            self.play(move)

    def make(self, move: int) -> None:
        """Make a move that is known to be legal."""
        child = self.game.play(self.position, move)
        same = self.game.same_player(self.position, child)
        self.turns.append(self.turn if same else 1 - self.turn)
        self.positions.append(child)
        self.moves.append(move)
        self._keys.append(self._key(child))

    def _key(self, position: Any) -> int:
        return int(key(position)) if self._can_repeat else 0

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, as many as there are."""
        for _ in range(min(count, len(self.moves))):
            self.positions.pop()
            self.turns.pop()
            self.moves.pop()
            self._keys.pop()
        del self._names[len(self.moves) :]

    def undo_to_turn(self, player: int) -> None:
        """Take back moves until it is this player's turn again."""
        self.undo()
        while self.moves and self.turn != player:
            self.undo()

    def move_names(self) -> list[str]:
        """The moves in writing, each as it is named where it was made."""
        self._name_moves()
        return list(self._names)

    @property
    def last_name(self) -> str:
        """The last move in writing."""
        self._name_moves()
        return self._names[-1]

    def _name_moves(self) -> None:
        for index in range(len(self._names), len(self.moves)):
            self._names.append(self.game.move_name(self.positions[index], self.moves[index]))
