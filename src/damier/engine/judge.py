"""What each move is worth: exactly where the game's solver reaches, else as the player estimates it."""

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from damier.cancel import Cancel, OneAtATime
from damier.engine.careful import CarefulSolver, Complain, warn
from damier.engine.player import ALL_MOVES, Player
from damier.engine.question import Question, Thought
from damier.games.game import Game, score_text
from damier.rules import WIN
from damier.solvers.registry import has_solver, knows_at_once, plies_of, solver_for, value_of

TENTHS = 10  # points of one of what people count, from which on tenths are shown
MOST_PATIENCE = 60.0  # seconds for exact scores where no time is given
# What is to be known of scores that were looked up
BY_TABLE = "#14: in 14 moves, with best play. Draws by repetition, or because nothing happens for too long, are left out."
BY_OTHERS = "By tables of others, in which draws because nothing happens for too long count; they do not tell how soon it ends."


@dataclass(frozen=True)
class Judgement:
    """The scores of moves, as far as they are known, for the player to move; `unit` points make one of what people count."""

    scores: dict[int, int]
    exact: bool
    depth: int = 0  # of estimates
    unit: int = 1
    nodes: int = 0
    seconds: float = 0.0
    plies: dict[int, int] = field(default_factory=dict)  # in how many the game ends, of moves where that is known
    by_table: bool = False  # whether they were looked up, in tables or a solved game
    counts_moves: bool = False  # there: whether draws because nothing happens for too long are in them

    @property
    def beside(self) -> str:
        """What is to be known of scores that were looked up."""
        return "" if not self.by_table else BY_OTHERS if self.counts_moves else BY_TABLE

    def text(self, move: int) -> str:
        """The score of a move as people write it."""
        return short_text(self.scores[move], self.unit, self.exact, self.plies.get(move))

    def rank(self, move: int) -> tuple[int, int]:
        """Larger for better moves: among wins the sooner, among losses the later."""
        score, plies = self.scores[move], self.plies.get(move, 0)
        return score, -plies if score > 0 else plies

    def best_first(self) -> list[int]:
        """The moves, the best first."""
        return sorted(self.scores, key=self.rank, reverse=True)


class Judge(OneAtATime):
    """Judges the moves of positions of one game, one position at a time; keeps what it learns from one to the next."""

    def __init__(self, game: Game, hash_mb: int = 32, threads: int = 1) -> None:
        super().__init__()
        self.game = game
        self._threads = threads
        self._hash_mb = hash_mb
        self.complain: Complain = warn  # hears, in a line, of what has failed and is done without
        make = functools.partial(solver_for, game, hash_mb, threads)
        self._solver = CarefulSolver(game, make, self._tell_of)
        self._player: Player | None = None

    def _tell_of(self, words: str) -> None:
        self.complain(words)

    def judge(
        self,
        position: Any,
        seconds: float,
        glance: float,
        on_score: Callable[[int, int], None] | None = None,
        past: Sequence[Any] = (),
        cancel: Cancel | None = None,
    ) -> Judgement:
        """The scores of all moves: exact if the solver is likely to know them in so many seconds, else after a `glance`.

        `on_score` hears of exact scores as they are found, and when time is up they may not be all. `past` are the
        positions of the game before this one, where one that returns is a draw. Who cancels it gets what is known.
        """
        with self._answering(cancel) as under_way:
            return self._judged(position, seconds, glance, on_score, past, under_way)

    def _judged(
        self,
        position: Any,
        seconds: float,
        glance: float,
        on_score: Callable[[int, int], None] | None,
        past: Sequence[Any],
        cancel: Cancel,
    ) -> Judgement:
        if not self._reaches(position, seconds):
            return self._estimate(position, glance, past, cancel)
        solver = self._solver
        scores, plies = dict[int, int](), dict[int, int]()
        by_table = knows_at_once(self.game)
        began = time.perf_counter()

        def hear(move: int, score: int) -> None:
            scores[move] = value_of(self.game, score) if self.game.unit > 1 or by_table else score
            if (left := plies_of(self.game, score)) is not None:
                plies[move] = left
            if on_score:
                on_score(move, scores[move])

        found = solver.scores(position, seconds, hear, cancel)
        if solver.has_failed:
            return self._estimate(position, glance, past, cancel)
        for move, score in (found or {}).items():
            if move not in scores:  # of a solver that tells all at once
                hear(move, score)
        taken = time.perf_counter() - began
        return Judgement(scores, True, 0, self.game.unit, solver.nodes, taken, plies, by_table, solver.counts_moves)

    def _reaches(self, position: Any, seconds: float | None) -> bool:
        """Whether there is a solver, and it is likely to know all moves in so many seconds."""
        return self._solver.in_reach(position, None if seconds is None else seconds / ALL_MOVES)

    def _estimate(self, position: Any, seconds: float, past: Sequence[Any], cancel: Cancel) -> Judgement:
        question = Question(position, past, seconds=seconds, cancel=cancel)
        thoughts = self._searcher().rank(question, len(self.game.moves(position)))
        scores = {thought.move: thought.value for thought in thoughts}
        is_exact = all(thought.exact for thought in thoughts)
        first = thoughts[0]
        plies = {thought.move: thought.plies for thought in thoughts if thought.plies is not None}
        return Judgement(scores, is_exact, first.depth, self.game.unit, first.nodes, first.seconds, plies)

    def _searcher(self) -> Player:
        """The player who looks where the solver does not reach."""
        if self._player is None:
            self._player = Player(self.game, hash_mb=self._hash_mb, threads=self._threads)
            self._player.complain = self._tell_of
        return self._player

    def forget(self) -> None:
        """Give back the memory of solver and player, of which nothing is in use."""
        self._solver.forget()
        self._player = None

    def look_for_endings(self) -> None:
        """Look again, at the next question, which tables there are."""
        if self._player is not None:
            self._player.look_for_endings()

    def best(
        self,
        position: Any,
        count: int,
        seconds: float | None = None,
        depth: int | None = None,
        past: Sequence[Any] = (),
        cancel: Cancel | None = None,
    ) -> list[Thought]:
        """The best moves with their lines, the best first: exact where the solver is likely to know them all in time.

        With a depth it is the player who looks, so far and no further.
        """
        with self._answering(cancel) as under_way:
            if depth is None and self._reaches(position, seconds):
                found = self._judged(position, seconds or MOST_PATIENCE, 0.0, None, (), under_way)
                if found.exact and len(found.scores) == len(self.game.moves(position)):
                    return self._with_lines(position, found, count, under_way)
            player = self._searcher()
            usual = player.seconds if seconds is None and depth is None else seconds
            return player.rank(Question(position, past, seconds=usual, depth=depth, cancel=under_way), count)

    def _with_lines(self, position: Any, found: Judgement, count: int, cancel: Cancel) -> list[Thought]:
        """The best of exact moves, each with the play that follows, where the solver tells it."""
        thoughts = []
        for move in found.best_first()[:count]:
            line = [move, *self._solver.line(self.game.play(position, move), cancel=cancel)]
            plies, taken = found.plies.get(move), (found.nodes, found.seconds)
            thoughts.append(Thought(move, found.scores[move], line, len(line), *taken, exact=True, plies=plies))
        return thoughts


def short_text(score: int, unit: int, exact: bool, plies: int | None = None) -> str:
    """A score as people write it; an estimate to a tenth of what they count, without false precision.

    A win or loss in so many plies is told with the moves that it takes: `+#3`.
    """
    if abs(score) >= WIN and plies:
        return f"{'+' if score > 0 else '-'}#{(plies + 1) // 2}"
    if exact or unit < TENTHS or abs(score) >= WIN:
        return score_text(score, unit)
    return f"{score / unit + 0.0:+.1f}"


def can_judge(game: Game) -> bool:
    """Whether the scores of moves tell people something: they are exact, or count what people count."""
    return has_solver(game) or game.unit > 1
