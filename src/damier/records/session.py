"""A game that is being played: its positions, moves and turns, with undo.

What the rules say of a position is asked once and kept with it: rules that are not compiled take their time.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from damier.games.game import BadInput, Game
from damier.kernel import has_rule
from damier.rules import DRAW, key, legal_moves, reversible
from damier.wording import quoted

THREEFOLD = "threefold repetition"


@dataclass(eq=False, slots=True)
class Situation:
    """A position of a game, the move that led to it, and what was found out about both as far as it was asked for."""

    position: Any
    turn: int
    key: int
    move: int = -1  # -1 at the beginning
    name: str | None = None  # of the move
    legal: list[int] | None = None
    is_repeated: bool | None = None
    outcome: tuple[int | None] | None = None  # for the player to move, in brackets: None is one, too


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
        self._can_repeat = has_rule(position, "reversible")
        self._keys = [self._key(each) for each in (*self.before, position)]
        self._situations = [Situation(position, self.turn, self._keys[-1])]

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
        session = cls(game, position, None if made else game.turn_written(text))
        for move in made:
            session.follow(move)
        return session

    def copy(self) -> "Session":
        """The same game, to go on with on its own."""
        other = copy.copy(self)
        other.before, other.positions, other.turns = list(self.before), list(self.positions), list(self.turns)
        other.moves, other._keys, other._situations = list(self.moves), list(self._keys), list(self._situations)
        return other

    @property
    def situation(self) -> Situation:
        """The position, with what is known of it."""
        return self._situations[-1]

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
        here = self.situation
        if here.is_repeated is None:
            most = int(reversible(self.position)) if self._can_repeat else 0
            earlier = self._keys[-3 : -most - 2 : -2]  # every other one: it was the same player's turn
            here.is_repeated = earlier.count(here.key) >= 2 if self._can_repeat else False
        return here.is_repeated

    @property
    def _outcome(self) -> int | None:
        """The final score by the rules, for the player to move."""
        here = self.situation
        if here.outcome is None:
            here.outcome = (self.game.outcome(self.position),)
        return here.outcome[0]

    @property
    def score(self) -> int | None:
        """The final score for player 0, or None while the game goes on."""
        score = self._outcome
        if score is None:
            return DRAW if self.is_repeated else None
        return score if self.turn == 0 else -score

    @property
    def is_over(self) -> bool:
        return self.score is not None

    @property
    def ending(self) -> str:
        """Why the game is over, as `checkmate`; nothing while it goes on, or where there is nothing to say."""
        if self._outcome is None:
            return THREEFOLD if self.is_repeated else ""
        return self.game.ending(self.position)

    def legal_moves(self) -> list[int]:
        here = self.situation
        if here.legal is None:
            here.legal = [] if self.is_repeated else self.game.moves(self.position)
        return list(here.legal)

    def move_name(self, move: int) -> str:
        """A move that could be made here, in writing."""
        return self.game.move_name(self.position, move, self.turn)

    def parse_move(self, text: str) -> int:
        """The legal move that a person wrote."""
        return self.game.parse_move(self.position, text, self.turn)

    def play(self, move: int) -> None:
        """Make a legal move."""
        if move not in self.legal_moves():
            raise BadInput(f"{quoted(self.move_name(move))} is no legal move here")
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
        self.remake(Situation(child, self.turn if same else 1 - self.turn, self._key(child), move))

    def remake(self, situation: Situation) -> None:
        """Make a move that was made here before, and taken back: what is known of where it leads is not asked again."""
        self.turns.append(situation.turn)
        self.positions.append(situation.position)
        self.moves.append(situation.move)
        self._keys.append(situation.key)
        self._situations.append(situation)

    def _key(self, position: Any) -> int:
        return int(key(position)) if self._can_repeat else 0

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, as many as there are."""
        for _ in range(min(count, len(self.moves))):
            self.positions.pop()
            self.turns.pop()
            self.moves.pop()
            self._keys.pop()
            self._situations.pop()

    def undo_to_turn(self, player: int) -> None:
        """Take back moves until it is this player's turn again."""
        self.undo()
        while self.moves and self.turn != player:
            self.undo()

    def move_names(self) -> list[str]:
        """The moves in writing, each as it is named where it was made."""
        return [self._name(ply) for ply in range(len(self.moves))]

    @property
    def last_name(self) -> str:
        """The last move in writing."""
        return self._name(len(self.moves) - 1)

    def _name(self, ply: int) -> str:
        after = self._situations[ply + 1]
        if after.name is None:
            after.name = self.game.move_name(self.positions[ply], after.move, self.turns[ply])
        return after.name
