"""A game that is being played: its positions, moves and turns, with undo."""

from typing import Any

from damier.games.game import BadInput, Game


class Session:
    """One game from a starting position on; players are 0 (who moves first) and 1."""

    def __init__(self, game: Game, position: Any = None, turn: int | None = None) -> None:
        self.game = game
        position = game.start() if position is None else position
        self.positions: list[Any] = [position]
        self.turns: list[int] = [game.turn(position) if turn is None else turn]
        self.moves: list[int] = []

    @classmethod
    def from_text(cls, game: Game, text: str) -> "Session":
        """A game from a written position on; the text may tell whose turn it is where the position does not."""
        return cls(game, game.parse(text), game.turn_written(text))

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.turns[-1]

    @property
    def text(self) -> str:
        """The position in writing, with true colours."""
        return self.game.text_for(self.position, self.turn)

    @property
    def score(self) -> int | None:
        """The final score for player 0, or None while the game goes on."""
        score = self.game.outcome(self.position)
        return None if score is None else score if self.turn == 0 else -score

    @property
    def is_over(self) -> bool:
        return self.score is not None

    def legal_moves(self) -> list[int]:
        return self.game.moves(self.position)

    def play(self, move: int) -> None:
        """Make a legal move."""
        if move not in self.legal_moves():
            raise BadInput(f"{self.game.move_name(self.position, move)!r} is no legal move here")
        child = self.game.play(self.position, move)
        same = self.game.same_player(self.position, child)
        self.turns.append(self.turn if same else 1 - self.turn)
        self.positions.append(child)
        self.moves.append(move)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, as many as there are."""
        for _ in range(min(count, len(self.moves))):
            self.positions.pop()
            self.turns.pop()
            self.moves.pop()

    def undo_to_turn(self, player: int) -> None:
        """Take back moves until it is this player's turn again."""
        self.undo()
        while self.moves and self.turn != player:
            self.undo()

    def move_names(self) -> list[str]:
        """The moves in writing, each as it is named where it was made."""
        return [self.game.move_name(position, move) for position, move in zip(self.positions, self.moves, strict=False)]
