"""damier's own player as one side of a match."""

import contextlib
import functools
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from damier.arena.opponent import Forfeit, Limits, Reply
from damier.arena.setting import Setting
from damier.books.answer import answer
from damier.books.shelf import Shelf
from damier.engine.careful import CarefulSolver
from damier.engine.player import Player
from damier.games.game import BadInput, Game
from damier.records.openings import Opening, move_named
from damier.records.session import Session
from damier.rules import MOST_PLIES
from damier.solvers.registry import has_ending_solver, has_solver, solver_for
from damier.wording import quoted

LONGEST_REASON = 200  # letters: errors of the compiler may fill pages


class OwnPlayer:
    """The player with a setting. Each game begins with an empty table, so that it does not depend on those before it.

    What an exact solver has proved is kept: it stays true.
    """

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game = game
        self.setting = setting
        self._solver: CarefulSolver | None = None
        self._session: Session | None = None
        self._player: Player | None = None
        self._before = 0
        self._is_ready = False
        self._shelf: Shelf | None = None

    def start(self, patience: float) -> None:
        """Compile all that thinking at this level needs; no clock is to pay for it."""
        with _failing():
            self._is_ready = False
            self._warm()
            self._shelf = books_of(self.game, self.setting, self._complain)
            if self._shelf:
                self._shelf.warm()
            self._is_ready = True

    def _complain(self, words: str) -> None:
        """Before the first game what is wrong is refused, since a match is to be what it says; then play goes on without it."""
        if not self._is_ready:
            raise BadInput(f"setting {self.setting.name!r}: {words}")
        print(f"damier: setting {self.setting.name!r}: {words}", file=sys.stderr, flush=True)

    def _warm(self) -> None:
        level = self.setting.level
        if level.is_perfect or (has_ending_solver(self.game) and not level.is_fallible):
            make = functools.partial(solver_for, self.game, self.setting.hash_mb, self.setting.threads)
            self._solver = self._solver or CarefulSolver(self.game, make, self._complain)
            self._solver.warm(self.game.start())
        player = self._new_player(seed=0)
        player.warm()
        if not level.is_perfect:
            player.depth, player.seconds = 1, None
            player.think(self.game.start())

    def new_game(self, opening: Opening, seed: int) -> None:
        with _failing():
            self._session = opening.session(self.game)
            self._before = len(self._session.moves)
            self._player = self._new_player(seed)
            if self._shelf:
                self._shelf.chance = random.Random(seed)

    def move(self, moves: Sequence[str], limits: Limits, patience: float) -> Reply:
        """The player's move. Its patience is kept by whoever watches this process: Python cannot leave a search."""
        session, player = self._session, self._player
        assert session is not None
        assert player is not None
        with _failing():
            for name in moves[len(session.moves) - self._before :]:
                session.play(move_named(session, name))
            began = time.perf_counter()
            question = player.question(session.position, session.past, nodes=limits.nodes, clock=limits.clock)
            found = answer(self._shelf, player, question)
            seconds = time.perf_counter() - began
            name, thought = session.move_name(found.move), found.thought
            return Reply(name, seconds, thought.value, thought.depth, thought.nodes) if thought else Reply(name, seconds)

    def close(self) -> None:
        self._session = self._player = None
        if self._shelf:
            self._shelf.close()
            self._shelf = None

    def _new_player(self, seed: int) -> Player:
        setting = self.setting
        depth = setting.depth or MOST_PLIES
        techniques, solver = setting.techniques, self._solver
        player = Player(self.game, setting.seconds, depth, setting.hash_mb, setting.level, techniques, seed, solver)
        player.threads = setting.threads
        player.complain = self._complain
        return player


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    """Whatever goes wrong here, in damier or in the rules of somebody's game, loses the game."""
    try:
        yield
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
        raise Forfeit(f"crashed: {words[:LONGEST_REASON]}") from error


def books_of(game: Game, setting: Setting, complain: Callable[[str], None] | None = None) -> Shelf | None:
    """The books that a side plays by; whatever is wrong with them is raised, unless somebody wants to hear of it."""

    def refuse(words: str) -> None:
        raise BadInput(f"setting {quoted(setting.name)}: {words}")

    return None if setting.book is None else Shelf(game, complain or refuse, setting.book, aim=setting.aim)


def check(game: Game, setting: Setting) -> None:
    """Refuse what the player cannot do in this game, before a match begins."""
    if books := books_of(game, setting):
        books.close()
    if setting.level.is_perfect and not has_solver(game):
        raise BadInput(f"setting {quoted(setting.name)}: nobody plays {game.title} perfectly yet")
