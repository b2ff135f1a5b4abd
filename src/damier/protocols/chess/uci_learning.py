"""What is learnt over UCI: the games that damier has played, as far as the interface tells of them.

The protocol does not tell how games end. One is known to be over when its last position, or the one after damier's own move,
is: mate and stalemate at once; repetition, fifty moves and too little to mate with as soon as something else begins, since
they may be played on. What ends otherwise, by a last move that nobody tells or by a word among people, is not learnt.
"""

import threading
from collections.abc import Callable
from typing import Any

from damier.engine.question import Thought
from damier.games.game import Game
from damier.protocols.chess.uci_position import Line, legal_moves, move_named
from damier.protocols.own_games import OwnGames
from damier.records.session import Session


class Learning:
    """The game that is being played, as it was told last, with damier's own move. Any thread may call."""

    def __init__(self, game: Game, complain: Callable[[str], None], tell: Callable[[str], None] | None = None) -> None:
        self._game = game
        self._own_games = OwnGames("UCI", complain, tell)
        self._lock = threading.Lock()
        self._start: Any = None  # the position that the game begins with
        self._moves: list[int] = []
        self.path: Any = None  # the book to learn in; None: nothing is learnt

    def told(self, line: Line) -> None:
        """A `position`: the game has gone on, or it is another one."""
        with self._lock:
            moves = line.moves
            goes_on = line.positions[0] == self._start and moves[: len(self._moves)] == self._moves
            if not goes_on:
                self._end()
            self._start, self._moves = line.positions[0], moves
            if self.path is not None and not legal_moves(line.position):
                self._learn()

    def answered(self, line: Line, name: str) -> None:
        """damier says its move at the end of a line; the game is taken to go on with it."""
        if self.path is None:  # the clock still runs: nothing is done that nobody wants
            return
        moves, move = line.moves, move_named(line.position, name)
        with self._lock:
            if move is None or self._start != line.positions[0] or self._moves[: len(moves)] != moves:
                return
            self._own_games.answered(len(moves), move)
            if self._moves == moves:  # nothing later was told meanwhile
                self._moves = [*moves, move]
                if not legal_moves(self._game.play(line.position, move)):
                    self._learn()

    def thought(self, ply: int, thought: Thought, is_timed: bool) -> None:
        """damier has thought about the move after so many, as long as there was time, or to a depth."""
        with self._lock:
            self._own_games.thought(ply, thought, is_timed)

    def new_game(self) -> None:
        with self._lock:
            self._end()

    def pause(self) -> None:
        self._own_games.pause()

    def resume(self) -> None:
        self._own_games.resume()

    def close(self) -> None:
        with self._lock:
            self._end()
            self._own_games.close()

    def _end(self) -> None:
        """The game does not go on."""
        if self._moves:
            self._learn()
        self._start, self._moves = None, []
        self._own_games.new_game()

    def _learn(self) -> None:
        """Learn the game, if it is over and damier has played in it."""
        if self.path is None:
            return
        session = Session(self._game, self._start)
        for move in self._moves:
            session.follow(move)
        if self._own_games.own_sides(session):
            self._own_games.learn(session, self.path)
