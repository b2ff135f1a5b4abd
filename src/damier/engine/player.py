"""The player of any game: the search of `search.py`, deepening under a clock, at one of the levels.

The clock starts when a move is asked for, after anything that is still to be compiled, and rings early by a margin in
which the search comes back. The table is kept from move to move. Where a game has an exact solver, strong levels ask it
as soon as the end is in its reach. Who ponders (see `Ponder`) thinks without a limit until the other player has moved.
With a memory (`Remembering`) it goes by what searches of other games and days have found. Whatever of these fails is said
(`complain`) and done without, and a search that fails itself is replaced by a plain one: no error ends in a blind move.
"""

import contextlib
import functools
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from damier.engine.analysis import best_moves
from damier.engine.careful import CarefulMemory, CarefulSolver, Complain, warn
from damier.engine.clock import Allowance, GameClock, Pace, Ponder, allowance
from damier.engine.deepening import Found, deepen, in_plies, score_moves
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import STRONGEST, Level
from damier.engine.rescue import SECONDS, Watch, last_finished, plain_search
from damier.engine.rote import Remembering, can_remember, lesson_of
from damier.errors import in_a_line
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.rules import MOST_PLIES, WIN
from damier.search.clock import KERNELS_SEE_TIME, Countdown, Stoppable
from damier.search.table import BUCKET, Table
from damier.solvers.registry import ExactSolver, has_ending_solver, has_solver, solver_for, value_of

# Seconds the clock rings before time is up: what comes after the search, and, where a thread has to say stop, its delay
MARGIN = 0.002 if KERNELS_SEE_TIME else 0.015
MARGIN_SHARE = 0.15  # ... or this share of the time, if that is less
LEAST = 0.0005  # seconds a search is given, however late it is
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
    full: float = 0.0  # the share of the table that is in use


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
        rote: Remembering | None = None,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.depth = depth
        self.level = level
        self.techniques = techniques or Techniques()
        self.complain: Complain = warn  # hears, in a line, of what has failed and is done without
        self._chance = random.Random(seed)
        self._solver = CarefulSolver(game, lambda: solver, self._tell_of) if solver else None
        self._rote: CarefulMemory | None = None
        self.rote = rote
        self.table = Table(hash_mb)
        self._hash_mb = hash_mb
        self._has_table = False
        self._at_work: Stoppable | None = None
        self._last: Workspace | None = None  # of the last search, to be used again
        self._is_hurried = False
        self._lock = threading.Lock()
        self._check(level)

    def think(
        self,
        position: Any,
        level: Level | None = None,
        clock: GameClock | None = None,
        on_depth: Callable[[Thought], None] | None = None,
        past: Sequence[Any] = (),
        nodes: int | None = None,
        ponder: Ponder | None = None,
        moves: Sequence[int] | None = None,
    ) -> Thought:
        """The move to make, at the player's level or at another. Can be called from several threads; they wait.

        With the clock of a whole game the player shares out its time by itself, and `seconds` does not count.
        `on_depth` hears, while the search goes on, of each depth that was finished, and may call `stop`. `past` are the
        earlier positions of the game, oldest first, to which play may come back. With `ponder` there is no limit before
        it is hit, nor is a solver asked. With `moves` no others are thought of, but by a solver, which knows better.
        """
        asked = time.perf_counter()
        legal = self._among(position, moves)
        level = level or self.level
        with self._lock:
            self._is_hurried = False
            asks = self._asks_solver(position, level, self.depth) and ponder is None
            self._make_ready(position, asks)
            began = time.perf_counter() if clock is None else asked
            allowed = self._allowed(position, clock, len(legal))
            memory = self._memory(position, past, nodes)
            asks = asks and self._is_in_reach(position, allowed, began)
            found = self._ask_solver(position, allowed, began) if asks else None
            memory.record.nodes += self._nodes_of_solver() if asks else 0
            pace = None if asks else self._pace(allowed, began, clock, ponder)  # a solver in vain has left too little to share
            if not found:
                watch = Watch(_telling(on_depth, lambda each: _thought(each, memory, began)))
                try:
                    with self._timed(memory, allowed, began, pace, ponder):
                        if moves is None or level.is_fallible:
                            found = self._search(native(position), legal, level, memory, pace, watch if on_depth else None)
                        else:
                            found = self._search_among(native(position), legal, level, memory, pace, watch)
                except Exception as error:
                    found = self._rescued(error, position, legal, watch, memory)[0]
            self.table.held = int(memory.record.held)
            return _thought(found if found.line else Found(line=legal[:1]), memory, began)

    def analyse(
        self,
        position: Any,
        count: int,
        seconds: float | None = None,
        depth: int | None = None,
        on_depth: Callable[[list[Thought]], None] | None = None,
        past: Sequence[Any] = (),
        moves: Sequence[int] | None = None,
        nodes: int | None = None,
        clock: GameClock | None = None,
        ponder: Ponder | None = None,
    ) -> list[Thought]:
        """The best moves, as many as are asked for and there are, each with its value and line: best first.

        Levels do not matter here. Without any limit the player's own count. The values are for the player to move,
        nodes and seconds those of the whole analysis. `on_depth` hears of each depth that was finished. With `moves`
        no others are looked at; `past`, `clock` and `ponder` are those of `think`.
        """
        asked = time.perf_counter()
        legal = self._among(position, moves)
        count = max(1, min(count, len(legal)))
        deepest = self.depth if depth is None else depth
        with self._lock:
            self._is_hurried = False
            asks = self._asks_solver(position, STRONGEST, deepest) and ponder is None
            self._make_ready(position, asks)
            began = time.perf_counter() if clock is None else asked
            is_limited = seconds is not None or depth is not None or nodes is not None
            allowed = Allowance(hard=seconds) if is_limited and clock is None else self._allowed(position, clock, len(legal))
            memory = self._memory(position, past, nodes)
            asks = asks and self._is_in_reach(position, allowed, began)
            scored = self._ask_for_scores(position, allowed, began) if asks else []
            best = [each for each in scored if each.line[0] in legal][:count]
            memory.record.nodes += self._nodes_of_solver() if asks else 0
            if not best:
                pace = None if asks else self._pace(allowed, began, clock, ponder)
                watch = Watch(_telling(on_depth, lambda found: [_thought(each, memory, began) for each in found]))
                try:
                    with self._timed(memory, allowed, began, pace, ponder), self._recalling(memory):
                        best = best_moves(native(position), legal, count, deepest, memory, pace, watch)
                except Exception as error:
                    best = self._rescued(error, position, legal, watch, memory)[:count]
            self.table.held = int(memory.record.held)
            return [_thought(each, memory, began) for each in best or [Found(line=legal[:1])]]

    def warm(self, position: Any = None) -> None:
        """Make ready for the first question: compile, for positions like this one (default: the start), and have the table."""
        position = self.game.start() if position is None else position
        if self.game.moves(position):
            self._compile(position, self.level.is_perfect or (self.depth == MOST_PLIES and self._knows_endings(self.level)))

    def stop(self) -> None:
        """Let the thinking that is under way end with what it has."""
        self._is_hurried = True
        if self._at_work is not None:
            self._at_work.stop()

    def forget(self, hash_mb: int | None = None) -> None:
        """Empty the table, or take one of another size in its place; waits for thinking to end."""
        with self._lock:
            self._at_work = None  # which holds the table too
            if hash_mb is not None and hash_mb != self._hash_mb:
                self.table = Table(hash_mb)
                self._hash_mb = hash_mb
            self._empty_table()

    def _empty_table(self) -> None:
        """Workspace that was never touched is only promised by the system: it is to be there before the clock starts."""
        self.table.clear()
        self._has_table = True

    @property
    def nodes(self) -> int:
        """How many nodes the search that is under way, or was last, has visited."""
        return int(self._at_work.record.nodes) if isinstance(self._at_work, Workspace) else 0

    def _legal(self, position: Any) -> list[int]:
        legal = self.game.moves(position)
        if not legal:
            raise BadInput("the game is over")
        return legal

    def _among(self, position: Any, moves: Sequence[int] | None) -> list[int]:
        """The legal moves, or those of them that are asked for."""
        legal = self._legal(position)
        found = legal if moves is None else [move for move in legal if move in moves]
        if not found:
            raise BadInput("none of these moves is legal here")
        return found

    def _memory(self, position: Any, past: Sequence[Any], nodes: int | None) -> Workspace:
        """What a search of this position starts with: the table of the ones before."""
        self.table.new_root()
        game = self.game
        cuts, plies_left = game.cuts(position), game.plies_left(position)
        weights, before = self._weights(position), self._last
        self._last = None  # if anything goes wrong, nobody knows what it holds
        memory = Workspace(
            position, weights, self.table, self.techniques, cuts, plies_left, past, nodes or 0, before, unit=game.unit
        )
        self._last = memory
        return memory

    # ----------------------------------------------------------------------------------------------------------------
    # What fails

    def _tell_of(self, words: str) -> None:
        self.complain(words)

    @property
    def rote(self) -> Remembering | None:
        """What is remembered of other games."""
        return self._rote

    @rote.setter
    def rote(self, rote: Remembering | None) -> None:
        if self._rote is None or rote is not self._rote.memory:  # one that has failed stays aside
            self._rote = None if rote is None else CarefulMemory(rote, self._tell_of)

    def _weights(self, position: Any = None) -> Any:
        """The weights of the evaluation; the usual ones where those that were chosen cannot be had."""
        try:
            return self.game.weights(position)
        except Exception as error:
            usual = self.game.with_usual_evaluation
            if usual == self.game:
                raise
            self.complain(f"the evaluation has failed, and the usual one takes its place: {in_a_line(error)}")
            self.game = usual
            return usual.weights(position)

    def _rescued(self, error: Exception, position: Any, legal: list[int], watch: Watch, memory: Workspace) -> list[Found]:
        """What was found before the search failed, or else what a plain one finds; it is not the table that fails twice."""
        if error is watch.error:
            raise error
        self._empty_table()
        memory.record.held = 0
        best = last_finished(native(position), watch, memory)
        if not best:
            try:
                best = plain_search(self.game, position, legal, self.seconds or SECONDS)
            except Exception:
                raise error from None
        self.complain(f"the search has failed, and what was found at depth {best[0].depth} counts: {in_a_line(error)}")
        return best

    def _search(
        self,
        position: Any,
        legal: list[int],
        level: Level,
        memory: Workspace,
        pace: Pace | None,
        on_depth: Callable[[Found], None] | None,
    ) -> Found:
        """Look ahead as far as depth, level and time allow."""
        depth = min(self.depth, level.depth)
        if level.is_fallible:
            return self._choose(position, legal, level, depth, memory, pace)
        if self.rote is None or not can_remember(memory):
            return deepen(position, depth, memory, self.techniques, pace, on_depth)
        with self._recalling(memory):
            found = deepen(position, depth, memory, self.techniques, pace, on_depth)
        if lesson := lesson_of(position, memory):
            self.rote.remember(lesson)
        return found

    @contextlib.contextmanager
    def _recalling(self, memory: Workspace) -> Iterator[None]:
        """Within this a search goes by what is remembered, if somebody does. Not for levels that are to overlook things."""
        rote = self.rote if can_remember(memory) else None
        if rote is not None:
            rote.seed(memory)
        yield
        if rote is not None:
            rote.refresh(memory)

    def _search_among(
        self,
        position: Any,
        moves: list[int],
        level: Level,
        memory: Workspace,
        pace: Pace | None,
        on_depth: Callable[[Found], None] | None,
    ) -> Found:
        """The same where only some moves count."""
        tell = (lambda found: on_depth(found[0])) if on_depth else None
        with self._recalling(memory):
            best = best_moves(position, moves, 1, min(self.depth, level.depth), memory, pace, tell)
        return best[0] if best else Found()

    def _choose(self, position: Any, legal: list[int], level: Level, depth: int, memory: Workspace, pace: Pace | None) -> Found:
        """A move such as the level makes, from what each of them looks worth."""
        scores, reached = dict[int, int](), 0
        while reached < depth and (deeper := score_moves(position, legal, reached + 1, memory)):
            scores, reached = deeper, reached + 1
            best = max(scores, key=lambda move: scores[move])
            if pace and not pace.goes_on(best, scores[best]):
                break
        if not scores:
            return Found()
        move = level.choose(scores, self._chance)
        value, plies = in_plies(scores[move], memory)
        is_best = plies is not None and value == WIN  # anything less may be worse than the move it has overlooked
        return Found(scores[move], value, plies, [move], reached, is_best)

    # ----------------------------------------------------------------------------------------------------------------
    # The exact solver

    def _knows_endings(self, level: Level) -> bool:
        """Whether a level plays endings as the game's solver of endings does."""
        return not level.is_fallible and has_ending_solver(self.game)

    def _asks_solver(self, position: Any, level: Level, depth: int) -> bool:
        """Whether the solver is asked: at the perfect level, and for endings that are not longer than the level looks ahead."""
        self._check(level)
        if level.is_perfect:
            return True
        left = self.game.plies_left(position)
        return self._knows_endings(level) and left is not None and left <= min(depth, level.depth)

    def _ask_solver(self, position: Any, allowed: Allowance, began: float) -> Found | None:
        """The best move of all, if the solver finds it in its time."""
        solver = self._ready_solver()
        found = solver.best(native(position), self._time_left(allowed, began, SOLVER_SHARE))
        if found is None or not found[1]:
            return None
        score, moves = found
        return Found(score, value_of(self.game, score), None, [self._chance.choice(moves)], exact=True)

    def _ask_for_scores(self, position: Any, allowed: Allowance, began: float) -> list[Found]:
        """All moves with what they are really worth, best first; none if the solver does not find it out in its time."""
        solver = self._ready_solver()
        scores = solver.scores(native(position), self._time_left(allowed, began, SOLVER_SHARE))
        ranked = sorted((scores or {}).items(), key=lambda scored: -scored[1])
        return [Found(score, value_of(self.game, score), None, [move], exact=True) for move, score in ranked]

    def _is_in_reach(self, position: Any, allowed: Allowance, began: float) -> bool:
        return self._ready_solver().in_reach(native(position), self._time_left(allowed, began, SOLVER_SHARE))

    def _nodes_of_solver(self) -> int:
        """What an ending took; a solver of the whole game mostly looks its answers up."""
        return self._solver.nodes if self._solver and has_ending_solver(self.game) else 0

    def _ready_solver(self) -> ExactSolver:
        """The solver, which can be stopped from now on."""
        assert self._solver is not None
        self._at_work = self._solver
        return self._solver

    def _check(self, level: Level) -> None:
        """Raise BadInput if nobody knows the whole game and the level would have to."""
        if level.is_perfect and self._solver is None and not has_solver(self.game):
            strongest = f"{STRONGEST.number} {STRONGEST.name}"
            raise BadInput(f"nobody plays {self.game.title} perfectly yet; its strongest level is {strongest}")

    # ----------------------------------------------------------------------------------------------------------------
    # Time

    def _allowed(self, position: Any, clock: GameClock | None, choices: int) -> Allowance:
        """The time for this move."""
        if clock is None:
            return Allowance(hard=self.seconds)
        return allowance(clock, self.game.plies_left(position), choices)

    def _pace(self, allowed: Allowance, began: float, clock: GameClock | None, ponder: Ponder | None) -> Pace | None:
        """Who decides after each depth whether there is time for the next; nobody, where all of it is to be used."""
        return Pace(allowed, began, ponder is not None) if clock or ponder else None

    @contextlib.contextmanager
    def _timed(
        self, memory: Workspace, allowed: Allowance, began: float, pace: Pace | None, ponder: Ponder | None
    ) -> Iterator[None]:
        """Within this a search is stopped when its time is up; who ponders has no limit before the other player moves."""
        self._at_work = memory

        def begin() -> None:
            if pace and pace.start():
                countdown.start(self._time_left(allowed, time.perf_counter()))
            else:
                memory.stop()

        with Countdown(memory) as countdown:
            if ponder is None or self._is_hurried:
                countdown.start(self._time_left(allowed, began))
            else:
                ponder.then(begin)
            yield

    def _time_left(self, allowed: Allowance, began: float, share: float = 1.0) -> float | None:
        """The seconds until the clock rings."""
        if self._is_hurried:  # the solver was stopped, and the search comes after it
            return LEAST
        if allowed.hard is None:
            return None
        margin = min(MARGIN, MARGIN_SHARE * allowed.hard)
        return max(LEAST, share * allowed.hard - margin - (time.perf_counter() - began))

    def _make_ready(self, position: Any, asks_solver: bool) -> None:
        """Compile what is still to be compiled; an error comes again in the search, whose failure is said and made good."""
        with contextlib.suppress(Exception):
            self._compile(position, asks_solver)
        if not self._has_table:
            self._empty_table()

    def _compile(self, position: Any, asks_solver: bool) -> None:
        if type(position) not in _warm:
            memory = Workspace(position, self._weights(), Table(1), self.techniques, unit=self.game.unit)
            deepen(native(position), 1, memory, self.techniques)
            _warm.add(type(position))
        if not self._has_table:
            self._empty_table()
        if asks_solver:
            make = functools.partial(solver_for, self.game, self._hash_mb)
            self._solver = self._solver or CarefulSolver(self.game, make, self._tell_of)
            self._solver.warm(position)


def _thought(found: Found, memory: Workspace, began: float) -> Thought:
    """What was found, and what it took until now."""
    return Thought(
        move=found.line[0],
        value=found.value,
        line=found.line,
        depth=found.depth,
        nodes=int(memory.record.nodes),
        seconds=time.perf_counter() - began,
        exact=found.exact,
        plies=found.plies,
        full=int(memory.record.held) / max(1, int(memory.record.table_buckets) * BUCKET),
    )


def _telling(on_depth: Callable[[Any], None] | None, convert: Callable[[Any], Any]) -> Callable[[Any], None] | None:
    """What a search calls so that `on_depth` hears of thoughts, if there is somebody who listens."""
    if on_depth is None:
        return None
    return lambda found: on_depth(convert(found))
