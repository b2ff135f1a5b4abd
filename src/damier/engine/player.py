"""The player of any game: the search of `search.py`, deepening under a clock, at one of the levels.

The clock starts when a move is asked for, after anything that is still to be compiled, and rings early by a margin in
which the search comes back. The table is kept from move to move. Where a game has an exact solver, strong levels ask it
as soon as the end is in its reach, which the outcome is before the score (`exact.py`). Who ponders (see `Ponder`) thinks
without a limit until the other player has moved.
With a memory (`Remembering`) it goes by what searches of other games and days have found. Whatever of these fails is said
(`complain`) and done without, and a search that fails itself is replaced by a plain one: no error ends in a blind move.
"""

import contextlib
import functools
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from damier.cancel import Cancel, OneAtATime
from damier.engine.analysis import best_moves
from damier.engine.careful import CarefulMemory, CarefulSolver, Complain, warn
from damier.engine.clock import Allowance, GameClock, Pace, Ponder, allowance
from damier.engine.compiling import Compiling, compile_aside, missing_parts
from damier.engine.crew import Crew
from damier.engine.deepening import Found, deepen, in_plies, score_moves
from damier.engine.discernment import measure_of
from damier.engine.endings import EndingTables, endings_for
from damier.engine.exact import GLANCE, Known, best_known, exactly
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import STRONGEST, Level, Traps, level_in
from damier.engine.question import Question, Thought
from damier.engine.rescue import SECONDS, Watch, last_finished, plain_search
from damier.engine.rote import Remembering, can_remember, lesson_of
from damier.engine.timing import Timing
from damier.engine.traps import search_traps, solved_trap
from damier.errors import in_a_line
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.rules import INFINITY, MOST_PLIES, WIN
from damier.search.table import BUCKET, Table
from damier.solvers.protocol import ExactSolver
from damier.solvers.registry import has_ending_solver, has_solver, knows_at_once, solver_for

__all__ = ["Player", "Thought"]

_Solve = Callable[[Any, list[int], Timing], Known]

ALL_MOVES = 6  # times as long as for the best move alone it takes to solve them all
HEAD_START = 4.0  # seconds, in which a plain search is compiled, and has a processor for that

_warm: set[type] = set()


class _Task(NamedTuple):
    """What a search is given."""

    question: Question
    legal: list[int]  # the moves to choose among
    memory: Workspace
    pace: Pace | None
    watch: Watch  # hears of each depth

    @property
    def position(self) -> Any:
        return native(self.question.position)

    @property
    def depth(self) -> int:
        return _depth(self.question)


class Player(OneAtATime):
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
        threads: int = 1,
    ) -> None:
        super().__init__()
        if threads < 1:
            raise BadInput(f"a player has at least one thread, not {threads}")
        self.game = game
        self.threads = threads  # that search; may be set between questions
        self._crew: Crew | None = None
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
        self._last: Workspace | None = None  # of the last search, to be used again
        self._looks_again = False  # for tables, before the next question
        self._lock = threading.Lock()
        self.compiling: Compiling | None = None  # what is compiled behind, if anything
        self._levels: dict[Level, Level] = {}
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
        """The move to make, at the player's level or at another, with the player's own limits: see `Question`.

        `on_depth` hears, while the search goes on, of each depth that was finished, and may call `stop`. With `moves` no others
        are thought of, but by a solver, which knows better.
        """
        tell = None if on_depth is None else (lambda found: on_depth(found[0]))
        limits = self.seconds, self.depth, nodes, clock
        return self.ask(Question(position, past, moves, *limits, level, ponder, on_depth=tell))

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
        nodes and seconds those of the whole analysis. With `moves` no others are looked at, by whomever.
        """
        is_limited = seconds is not None or depth is not None or nodes is not None
        seconds, depth = seconds if is_limited else self.seconds, self.depth if depth is None else depth
        question = Question(position, past, moves, seconds, depth, nodes, clock, ponder=ponder, on_depth=on_depth)
        return self.rank(question, count)

    def question(self, position: Any, past: Sequence[Any] = (), **others: Any) -> Question:
        """A question with the player's own limits, and what else is given."""
        return Question(position, past, **{"seconds": self.seconds, "depth": self.depth, **others})

    def ask(self, question: Question) -> Thought:
        """The move to make. Can be called from several threads; they wait."""
        level = self._in_game(question.level or self.level)
        solve = functools.partial(self._trap_solved, level.traps) if level.traps else self._best_solved
        return self._answer(question, level, solve, functools.partial(self._search, level))[0]

    def rank(self, question: Question, count: int) -> list[Thought]:
        """The best moves, at most so many: best first. Levels do not matter."""
        count = max(1, count)

        def search(task: _Task) -> list[Found]:
            return self._search_among(min(count, len(task.legal)), task.depth, task)

        return self._answer(question, STRONGEST, self._all_solved, search)[:count]

    def _answer(self, question: Question, level: Level, solve: _Solve, search: Callable[[_Task], list[Found]]) -> list[Thought]:
        """What a solver knows, if it is asked and knows in time, or else what a search finds: the best first, one at least."""
        asked = time.perf_counter()
        position, legal = question.position, self._among(question)
        with self._lock, self._answering(question.cancel) as cancel:
            self._look_again()
            if at_once := self._looked_up(question, level, legal, solve, cancel):
                return at_once
            if self.compiling is not None and self.is_compiling:
                if not level.is_perfect:
                    return self._answer_soon(question, level, legal, cancel)
                self.compiling.wait(cancel)
            asks = self._asks_solver(position, level, _depth(question)) and question.ponder is None
            self._make_ready(position, asks)
            began = time.perf_counter() if question.clock is None else asked
            timing = Timing(question, self._allowed(question, len(legal)), began, cancel)
            nodes = min(filter(None, (question.nodes, level.nodes)), default=None)
            memory = self._memory(position, question.past, nodes)
            known = solve(position, legal, timing) if asks else Known()
            memory.record.nodes += known.nodes if has_ending_solver(self.game) else 0  # others mostly look their answers up
            found, among = list(known.found), list(known.keeping) or legal
            if not found:
                pace = None if known.is_asked else timing.pace()  # a solver in vain has left too little to share
                watch = Watch(_telling(question.on_depth, memory, began, known), self._bring_endings)
                task = _Task(_keeping(question, known), among, memory, pace, watch)
                try:
                    with timing.limits(memory, pace):
                        found = search(task)
                except Exception as error:
                    found = self._rescued(error, task)
            self.table.held = int(memory.record.held)
            return [_thought(known.mark(each), memory, began) for each in found or [Found(line=among[:1])]]

    def can_look_up(self, position: Any, level: Level | None = None) -> bool:
        """Whether a table, or a solved game, knows the position at once, and the level goes by it: nothing is compiled then."""
        level = self._in_game(level or self.level)
        asks = level.is_perfect or (self.techniques.endings and self._knows_endings(level))
        return asks and knows_at_once(self.game) and self._exact.in_reach(position, None)

    def _looked_up(self, question: Question, level: Level, legal: list[int], solve: _Solve, cancel: Cancel) -> list[Thought]:
        """What tables say, if they know the position: whatever else is still to be compiled, or has failed."""
        if question.ponder is not None or not self.can_look_up(question.position, level):
            return []
        began = time.perf_counter()
        found = solve(question.position, legal, Timing(question, Allowance(), began, cancel)).found
        seconds = time.perf_counter() - began
        return [
            Thought(each.line[0], each.value, each.line, each.depth, 0, seconds, each.exact, each.plies, looked_up=1)
            for each in found
        ]

    def warm(self, position: Any = None, with_solver: bool = True) -> None:
        """Make ready for the first question: compile, for positions like this one (default: the start), and have the table."""
        position = self.game.start() if position is None else position
        if self.game.moves(position):
            self._compile(position, with_solver and self._will_ask_solver)

    @property
    def _will_ask_solver(self) -> bool:
        return self.level.is_perfect or (self.depth == MOST_PLIES and self._knows_endings(self.level))

    # ----------------------------------------------------------------------------------------------------------------
    # The first time

    def compile_behind(self, position: Any) -> None:
        """Let other processes compile what was never compiled on this machine, for positions like this one.

        Until they have, questions are answered by a plain search, which is compiled soon; at the perfect level they wait.
        """
        parts = missing_parts(self.game, position, self._will_ask_solver)
        self.compiling = Compiling(self.game, parts, HEAD_START) if parts else None

    def warm_aside(self, position: Any = None) -> None:
        """Make ready as `warm` does, but let other processes compile: this one has its time for others meanwhile."""
        position = self.game.start() if position is None else position
        if self.game.moves(position):
            compile_aside(self.game, position, self._will_ask_solver)
        self.warm(position)

    @property
    def is_compiling(self) -> bool:
        return self.compiling is not None and not self.compiling.is_done

    def _answer_soon(self, question: Question, level: Level, legal: list[int], cancel: Cancel) -> list[Thought]:
        """What a plain search finds, the best first, or the move of a level that may err."""
        began = time.perf_counter()
        allowed = self._allowed(question, len(legal)).hard
        plies = min(_depth(question), level.depth)
        found = plain_search(
            self.game, question.position, legal, SECONDS if allowed is None else allowed, plies, lambda: cancel.is_cancelled
        )
        if level.is_fallible:
            scores = {each.line[0]: each.score for each in found}
            move = level.choose(scores, self._chance, measure_of(self.game, question.position))
            found = [each for each in found if each.line[0] == move]
        seconds = min(time.perf_counter() - began, SECONDS if allowed is None else allowed)  # to compile is not to think
        return [Thought(each.line[0], each.value, each.line, each.depth, 0, seconds, each.exact) for each in found]

    def forget(self, hash_mb: int | None = None) -> None:
        """Empty the table, or take one of another size in its place; waits for thinking to end."""
        with self._lock:
            if hash_mb is not None and hash_mb != self._hash_mb:
                self.table = Table(hash_mb)
                self._hash_mb = hash_mb
                if self._last is not None:
                    self._last.use_table(self.table)  # and holds the other one no more
            self._empty_table()

    def _empty_table(self) -> None:
        """Memory that was never touched is only promised by the system: it is to be there before the clock starts."""
        self.table.clear()
        if self._last is not None:
            self._last.forget()
        self._has_table = True

    @property
    def nodes(self) -> int:
        """How many nodes the search that is under way, or was last, has visited."""
        return self._last.all_nodes if self._last is not None else 0

    def _among(self, question: Question) -> list[int]:
        """The legal moves, or those of them that are asked for."""
        legal = self.game.moves(question.position)
        if not legal:
            raise BadInput("the game is over")
        found = legal if question.moves is None else [move for move in legal if move in question.moves]
        if not found:
            raise BadInput("none of these moves is legal here")
        return found

    def _memory(self, position: Any, past: Sequence[Any], nodes: int | None) -> Workspace:
        """What a search of this position starts with: the table of the ones before, and threads that help.

        Who counts nodes searches alone.
        """
        self.table.new_root()
        game = self.game
        cuts, plies_left, weights = game.cuts(position), game.plies_left(position), self._weights(position)

        def make(before: Workspace | None) -> Workspace:
            memory = Workspace(
                position, weights, self.table, self.techniques, cuts, plies_left, past, nodes or 0, before, unit=self._unit
            )
            if self._endings is not None:
                memory.use_endings(self._endings.directory, self._endings.wanted)
            return memory

        before, self._last = self._last, None  # if anything goes wrong, nobody knows what it holds
        self._last = make(before)
        if self.threads > 1 and not nodes:
            if self._crew is None or self._crew.threads != self.threads:
                self._crew = Crew(self.threads)
            self._crew.gather(self._last, make)
        return self._last

    def _in_game(self, level: Level) -> Level:
        """A level as this game has it."""
        if level not in self._levels:
            self._levels[level] = level_in(self.game, level)
        return self._levels[level]

    @functools.cached_property
    def _endings(self) -> EndingTables | None:
        return endings_for(self.game) if self.techniques.endings else None

    def look_for_endings(self) -> None:
        """Look again, at the next question, which tables there are: a search that is under way needs those that it has."""
        self._looks_again = True

    def _look_again(self) -> None:
        if self._looks_again:
            self._looks_again = False
            self.__dict__.pop("_endings", None)
            self._solver = None if knows_at_once(self.game) else self._solver

    def _bring_endings(self) -> None:
        if self._endings is not None:
            self._endings.bring_wanted()

    @property
    def _unit(self) -> int:
        """What margins of pruning are counted in; where nobody knows how much a piece counts, nothing is within one."""
        return self.game.unit if self.game.says_unit else INFINITY

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

    def _rescued(self, error: Exception, task: _Task) -> list[Found]:
        """What was found before the search failed, or else what a plain one finds; it is not the table that fails twice."""
        if error is task.watch.error:
            raise error
        self._empty_table()
        task.memory.record.held = 0
        best = last_finished(task.position, task.watch, task.memory)
        if not best:
            try:
                best = plain_search(self.game, task.question.position, task.legal, task.question.seconds or SECONDS)
            except Exception:
                raise error from None
        self.complain(f"the search has failed, and what was found at depth {best[0].depth} counts: {in_a_line(error)}")
        return best

    # ----------------------------------------------------------------------------------------------------------------
    # The search

    def _search(self, level: Level, task: _Task) -> list[Found]:
        """The move of a level, which looks ahead as far as depth and time allow."""
        position, depth, memory = task.position, min(task.depth, level.depth), task.memory
        if level.is_fallible:
            found = self._choose(level, depth, task)
        elif level.traps is not None:
            return search_traps(self.game, position, task.legal, depth, level.traps, memory, task.pace, task.watch)
        elif task.question.moves is not None:
            return self._search_among(1, depth, task)
        else:
            is_heard = task.question.on_depth or self._endings is not None  # tables are brought after each depth
            hear = (lambda each: task.watch([each])) if is_heard else None
            with self._recalling(memory):
                found = deepen(position, depth, memory, self.techniques, task.pace, hear)
            if self.rote is not None and can_remember(memory) and (lesson := lesson_of(position, memory)):
                self.rote.remember(lesson)
        return [found] if found.line else []

    def _search_among(self, count: int, depth: int, task: _Task) -> list[Found]:
        """The best of some moves, as many as are asked for."""
        with self._recalling(task.memory):
            return best_moves(task.position, task.legal, count, depth, task.memory, task.pace, task.watch)

    @contextlib.contextmanager
    def _recalling(self, memory: Workspace) -> Iterator[None]:
        """Within this a search goes by what is remembered, if somebody does. Not for levels that are to overlook things."""
        rote = self.rote if can_remember(memory) else None
        if rote is not None:
            rote.seed(memory)
        yield
        if rote is not None:
            rote.refresh(memory)

    def _choose(self, level: Level, depth: int, task: _Task) -> Found:
        """A move such as the level makes, from what each of them looks worth."""
        scores, reached = dict[int, int](), 0
        while reached < depth and (deeper := score_moves(task.position, task.legal, reached + 1, task.memory)):
            scores, reached = deeper, reached + 1
            best = max(scores, key=lambda move: scores[move])
            if task.pace and not task.pace.goes_on(best, scores[best]):
                break
        if not scores:
            return Found()
        move = level.choose(scores, self._chance, measure_of(self.game, task.question.position))
        value, plies = in_plies(scores[move], task.memory)
        is_best = plies is not None and value == WIN  # anything less may be worse than the move it has overlooked
        return Found(scores[move], value, plies, [move], reached, is_best)

    # ----------------------------------------------------------------------------------------------------------------
    # The exact solver

    def _knows_endings(self, level: Level) -> bool:
        """Whether a level plays endings as the game's solver of endings does."""
        return not level.is_fallible and not level.nodes and has_ending_solver(self.game)

    @property
    def _exact(self) -> CarefulSolver:
        """The exact solver, made when it is first asked."""
        if self._solver is None:
            self._solver = CarefulSolver(
                self.game, functools.partial(solver_for, self.game, self._hash_mb, self.threads), self._tell_of
            )
        return self._solver

    def _asks_solver(self, position: Any, level: Level, depth: int) -> bool:
        """Whether the solver is asked: at the perfect level, and for endings that are not longer than the level looks ahead."""
        self._check(level)
        if level.is_perfect:
            return True
        left = self.game.plies_left(position)
        return self._knows_endings(level) and left is not None and left <= min(depth, level.depth)

    def _best_solved(self, position: Any, legal: list[int], timing: Timing) -> Known:
        """The best move of all, if the solver finds it in its time: it knows better than who has named moves."""
        return best_known(self._exact, self.game, position, timing, self._chance, self.techniques.outcome_first)

    def _all_solved(self, position: Any, legal: list[int], timing: Timing) -> Known:
        """These moves with what they are really worth, best first; none if the solver does not find it out in its time."""
        solver, position = self._exact, native(position)
        if not solver.in_reach(position, timing.left_for_solver()):
            return Known()
        scores = solver.scores(position, timing.left_for_solver(), None, timing.cancel) or {}
        ranked = sorted(((move, score) for move, score in scores.items() if move in legal), key=lambda scored: -scored[1])
        return Known([exactly(self.game, score, move) for move, score in ranked], is_asked=True, nodes=solver.nodes)

    def _trap_solved(self, traps: Traps, position: Any, legal: list[int], timing: Timing) -> Known:
        """A move that costs little and after which who errs loses most, as far as the solver knows all answers in its time."""
        best = self._best_solved(position, legal, timing)
        if not best.found or best.found[0].value >= WIN or not self._can_solve_all(position, timing):
            return best

        def scores(child: Any) -> dict[int, int]:
            if not self._can_solve_all(child, timing):
                return {}
            return self._exact.scores(native(child), timing.left_for_solver(), None, timing.cancel) or {}

        valued = self._all_solved(position, legal, timing)
        return best._replace(found=solved_trap(self.game, position, valued.found, traps, scores) or best.found)

    def _can_solve_all(self, position: Any, timing: Timing) -> bool:
        """Whether the solver is likely to know what all moves are worth, in the time that it has left."""
        left = timing.left_for_solver()
        return self._exact.in_reach(native(position), None if left is None else left / ALL_MOVES)

    def _check(self, level: Level) -> None:
        """Raise BadInput if nobody knows the whole game and the level would have to."""
        if level.is_perfect and self._solver is None and not has_solver(self.game):
            strongest = f"{STRONGEST.number} {STRONGEST.name}"
            raise BadInput(f"nobody plays {self.game.title} perfectly yet; its strongest level is {strongest}")

    # ----------------------------------------------------------------------------------------------------------------
    # Time

    def _allowed(self, question: Question, choices: int) -> Allowance:
        """The time for this move."""
        if question.clock is None:
            return Allowance(hard=question.seconds)
        return allowance(question.clock, self.game.plies_left(question.position), choices)

    def _make_ready(self, position: Any, asks_solver: bool) -> None:
        """Compile what is still to be compiled; an error comes again in the search, whose failure is said and made good."""
        with contextlib.suppress(Exception):
            self._compile(position, asks_solver)
        if not self._has_table:
            self._empty_table()

    def _compile(self, position: Any, asks_solver: bool) -> None:
        if type(position) not in _warm:
            memory = Workspace(position, self._weights(), Table(1), self.techniques, unit=self._unit)
            deepen(native(position), 1, memory, self.techniques)
            _warm.add(type(position))
        if not self._has_table:
            self._empty_table()
        if asks_solver:
            self._exact.warm(position)


def _thought(found: Found, memory: Workspace, began: float) -> Thought:
    """What was found, and what it took until now."""
    return Thought(
        move=found.line[0],
        value=found.value,
        line=found.line,
        depth=found.depth,
        nodes=memory.all_nodes,
        seconds=time.perf_counter() - began,
        exact=found.exact,
        plies=found.plies,
        result=found.result,
        looked_up=int(memory.record.endings_known),
        full=int(memory.record.held) / max(1, int(memory.record.table_buckets) * BUCKET),
    )


def _telling(
    on_depth: Callable[[list[Thought]], None] | None, memory: Workspace, began: float, known: Known
) -> Callable[[list[Found]], None] | None:
    """What a search calls so that `on_depth` hears of thoughts, if there is somebody who listens."""
    if on_depth is None:
        return None
    return lambda found: on_depth([_thought(known.mark(each), memory, began) for each in found])


def _keeping(question: Question, known: Known) -> Question:
    """The same question, but where a win is known only of moves that keep it, at a glance."""
    if not known.keeping:
        return question
    return replace(question, moves=known.keeping, depth=min(GLANCE, _depth(question)))


def _depth(question: Question) -> int:
    return MOST_PLIES if question.depth is None else question.depth
