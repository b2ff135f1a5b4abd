"""The player of any game: the search of `search.py`, deepening under a clock, at one of the levels.

The clock starts when a move is asked for, after anything that is still to be compiled, and rings early by a margin in
which the search comes back. The table is kept from move to move.
"""

import random
import threading
import time
from dataclasses import dataclass
from typing import Any

from damier.engine.deepening import Found, deepen, in_plies, score_moves
from damier.engine.levels import STRONGEST, Level
from damier.engine.memory import Memory
from damier.engine.techniques import Techniques
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.rules import DRAW, LOSS, MOST_PLIES, WIN
from damier.search.driver import Clock, Stoppable
from damier.search.table import Table
from damier.solvers.registry import ExactSolver, solver_for

MARGIN = 0.015  # seconds the clock rings before time is up ...
MARGIN_SHARE = 0.15  # ... or this share of the time, if that is less
LEAST = 0.001  # seconds a search is given, however late it is
SOLVER_SHARE = 0.85  # of the time, which the exact solver gets before the search has to do

_warm: set[type] = set()


@dataclass(frozen=True)
class Thought:
    """What the player found: its move, and the value and line that it expects, for the player to move."""

    move: int
    value: int  # WIN or LOSS however far away; see `plies`
    line: list[int]
    depth: int
    nodes: int
    seconds: float
    exact: bool  # whether the value is that of the game, not an estimate
    plies: int | None = None  # in how many plies the game is won or lost, where that is known


class Player:
    """Plays a game at a level, with so much time a move, or to a depth; its chance can be given a seed."""

    def __init__(
        self,
        game: Game,
        seconds: float | None = 1.0,
        depth: int = MOST_PLIES,
        hash_mb: int = 64,
        level: Level = STRONGEST,
        techniques: Techniques | None = None,
        seed: int | None = None,
        solver: ExactSolver | None = None,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.depth = depth
        self.level = level
        self.techniques = techniques or Techniques()
        self._chance = random.Random(seed)
        self._solver = solver
        self._table = Table(hash_mb)
        self._hash_mb = hash_mb
        self._at_work: Stoppable | None = None
        self._is_hurried = False
        self._lock = threading.Lock()
        self._prepare_solver(level)

    def think(self, position: Any, level: Level | None = None) -> Thought:
        """The move to make, at the player's level or at another. Can be called from several threads; they wait."""
        legal = self.game.moves(position)
        if not legal:
            raise BadInput("the game is over")
        level = level or self.level
        with self._lock:
            self._is_hurried = False
            self._prepare_solver(level)
            self._compile(position)
            began = time.perf_counter()
            self._table.new_root()
            memory = Memory(position, self.game.weights(), self._table, self.techniques)
            found = self._ask_solver(position, began) if level.is_perfect else None
            found = found or self._search(native(position), legal, level, memory, began)
            self._table.held = int(memory.record.held)
            line = found.line or legal[:1]  # the time was not even enough to look one move ahead
            return Thought(
                move=line[0],
                value=found.value,
                line=line,
                depth=found.depth,
                nodes=int(memory.record.nodes),
                seconds=time.perf_counter() - began,
                exact=found.exact,
                plies=found.plies,
            )

    def warm(self, position: Any = None) -> None:
        """Compile what thinking needs, for positions like this one (default: the start), before the first question."""
        position = self.game.start() if position is None else position
        if self.game.moves(position):
            self._compile(position)

    def stop(self) -> None:
        """Let the thinking that is under way end with what it has."""
        self._is_hurried = True
        if self._at_work is not None:
            self._at_work.stop()

    def _search(self, position: Any, legal: list[int], level: Level, memory: Memory, began: float) -> Found:
        """Look ahead as far as depth, level and time allow."""
        depth = min(self.depth, level.depth)
        self._at_work = memory
        with Clock(memory, self._time_left(began)):
            if not level.is_fallible:
                return deepen(position, depth, memory, self.techniques)
            return self._choose(position, legal, level, depth, memory)

    def _choose(self, position: Any, legal: list[int], level: Level, depth: int, memory: Memory) -> Found:
        """A move such as the level makes, from what each of them looks worth."""
        scores, reached = dict[int, int](), 0
        while reached < depth and (deeper := score_moves(position, legal, reached + 1, memory)):
            scores, reached = deeper, reached + 1
        if not scores:
            return Found()
        move = level.choose(scores, self._chance)
        value, plies = in_plies(scores[move], memory)
        is_best = plies is not None and value == WIN  # anything less may be worse than the move it has overlooked
        return Found(scores[move], value, plies, [move], reached, is_best)

    def _ask_solver(self, position: Any, began: float) -> Found | None:
        """The best move of all, if the solver finds it in its time."""
        assert self._solver is not None
        self._at_work = self._solver
        found = self._solver.best(native(position), self._time_left(began, SOLVER_SHARE))
        if found is None:
            return None
        score, moves = found
        return Found(score, WIN if score > 0 else LOSS if score < 0 else DRAW, None, [self._chance.choice(moves)], exact=True)

    def _time_left(self, began: float, share: float = 1.0) -> float | None:
        """The seconds until the clock rings."""
        if self._is_hurried:  # the solver was stopped, and the search comes after it
            return LEAST
        if self.seconds is None:
            return None
        margin = min(MARGIN, MARGIN_SHARE * self.seconds)
        return max(LEAST, share * self.seconds - margin - (time.perf_counter() - began))

    def _prepare_solver(self, level: Level) -> None:
        """Have an exact solver, if the level is to ask one."""
        if level.is_perfect and self._solver is None:
            self._solver = solver_for(self.game, self._hash_mb)
            if self._solver is None:
                strongest = f"{STRONGEST.number} {STRONGEST.name}"
                raise BadInput(f"nobody plays {self.game.title} perfectly yet; its strongest level is {strongest}")

    def _compile(self, position: Any) -> None:
        if type(position) not in _warm:
            deepen(native(position), 1, Memory(position, self.game.weights(), Table(1), self.techniques), self.techniques)
            _warm.add(type(position))
        if self._solver is not None:
            self._solver.warm(position)
