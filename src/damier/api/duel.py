"""A game against damier, for a program or a notebook: one makes moves, damier answers."""

from damier.engine.levels import STRONGEST, level_of
from damier.engine.player import Player
from damier.interrupts import GRACE, interruptible
from damier.records.session import Session
from damier.wording import quoted

SIDES = {"first": (0,), "second": (1,), "none": ()}  # who the person is


class Duel:
    """One game against damier; `Game.play` begins it. What is printed of it is the board.

    >>> duel = load("connect4").play(level=4, seconds=0.2)
    >>> duel.move("4")
    ['4']
    """

    def __init__(self, session: Session, side: str = "first", level: int | str | None = None, seconds: float = 1.0) -> None:
        if side not in SIDES:
            raise ValueError(f"side is {quoted(side)}; it can be {', '.join(SIDES)}")
        if not seconds > 0:
            raise ValueError(f"seconds is {seconds}; it must be more than 0")
        self.session = session
        self.side = side
        chosen = STRONGEST if level is None else level_of(str(level))
        self.player = Player(session.game, seconds=seconds, level=chosen)
        self.answers = self._answer() if side == "second" else []

    @property
    def moves(self) -> list[str]:
        """The legal moves, by their names; none if the game is over."""
        return [self.session.move_name(move) for move in self.session.legal_moves()]

    @property
    def played(self) -> list[str]:
        """The moves that were made, of both sides."""
        return self.session.move_names()

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.session.is_over

    @property
    def result(self) -> str:
        """Who has won, or that it is a draw; nothing while the game goes on."""
        score = self.session.score
        if score is None:
            return ""
        return "draw" if score == 0 else f"{self.session.game.players[score < 0]} wins"

    def move(self, move: int | str) -> list[str]:
        """Make your move, by its name or number, and hear damier's answer: a move, several, or none if the game is over."""
        self._check_goes_on()
        self.session.play(self.session.parse_move(move) if isinstance(move, str) else move)
        self.answers = self._answer()
        return self.answers

    def go(self) -> str:
        """Let damier make the next move, whoever's turn it is; its name."""
        self._check_goes_on()
        self.session.play(self._best())
        return self.session.last_name

    def hint(self) -> str:
        """The move that damier would make in your place, at its strongest."""
        self._check_goes_on()
        return self.session.move_name(self._best(strongest=True))

    def undo(self) -> None:
        """Take back your last move, and what has followed it."""
        for player in SIDES[self.side]:
            self.session.undo_to_turn(player)
        if self.side == "none":
            self.session.undo()

    def _answer(self) -> list[str]:
        """damier's moves until it is the person's turn again."""
        before = len(self.session.moves)
        while not self.is_over and self.session.turn not in SIDES[self.side] and self.side != "none":
            self.session.play(self._best())
        return self.session.move_names()[before:]

    def _best(self, strongest: bool = False) -> int:
        session, level = self.session, STRONGEST if strongest else None
        thought = interruptible(
            lambda: self.player.think(session.position, level, past=session.past), self.player.stop, grace=GRACE
        )
        return thought.move

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise ValueError(f"the game is over: {self.result}")

    def __str__(self) -> str:
        """The board, and whose turn it is or who has won."""
        from damier.cli.board import draw

        session = self.session
        board = draw(session.game.board(session.position, session.turn)).plain
        return f"{board}{self.result or session.game.players[session.turn] + ' to move'}"

    __repr__ = __str__
