"""A game, and all that damier can do with it: search, solve, analyse, draw, play, match.

What a game is stands further down (`games/game.py`), as do those who do the work, and none of them is imported before it is
asked for. A position is given as damier has it or in writing, as the game writes it; without one the start is meant. Ctrl-C
ends whatever is under way.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from damier.games import catalogue
from damier.games.game import BadInput
from damier.games.game import Game as KnownGame
from damier.interrupts import GRACE, interruptible
from damier.rules import MOST_PLIES
from damier.threads import checked_threads
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.api.duel import Duel
    from damier.arena import Opening, Report, Sprt
    from damier.books.openings import OpeningName
    from damier.engine.piece_values import Explained
    from damier.engine.question import Thought
    from damier.records.session import Session
    from damier.search.driver import Options, Result
    from damier.search.solve import Solution
    from damier.solvers.protocol import ExactSolver
    from damier.trace.nodes import Trace

SOLVE_SECONDS = 60.0  # after which a position that is not solved probably never will be
TREE_DEPTH = 3


def load(name: str | os.PathLike[str], **options: Any) -> "Game":
    """The game of this name, or of this file, with options for its starting position.

    >>> load("connect4", width=5, height=4).solve().value
    0
    >>> load("./mygame.py").play(level=3)
    """
    name = os.fspath(name)
    known = catalogue.load(name, **options)
    found_by = os.path.abspath(name) if catalogue.is_file(name) else name  # wherever one is by then
    return Game(known.name, known.module, known.options, found_by)


@dataclass(frozen=True)
class Game(KnownGame):
    """A game, ready to be played, searched, solved and analysed; `load` gives it.

    >>> game = load("connect4")
    >>> game.search("44534", "mtd", depth=12).value
    >>> [game.move_name(game.parse("44534"), thought.move) for thought in game.analyse("44534", seconds=0.5)]
    """

    def position(self, given: Any = None) -> Any:
        """A position: the one that is given, the one that is written so, or the start.

        >>> load("tictactoe").position("b2a1")
        """
        start = self.start()
        if given is None:
            return start
        if isinstance(given, str):
            return self.parse(given)
        found = self._position(given)
        if type(found) is not type(start):
            raise BadInput(f"{quoted(given)} is a position of another game, or of one with other options, than {self.name}")
        return found

    def search(
        self,
        position: Any = None,
        algorithm: str = "alphabeta",
        depth: int | None = None,
        options: "Options | None" = None,
        *,
        seconds: float | None = None,
    ) -> "Result":
        """Search a position with one of `damier.search.ALGORITHMS`, by the game's own evaluation unless `options` have weights.

        The depth is 6 if none is given, and to the leaves in trees. With `seconds` and no depth it deepens until time is up,
        and the last depth that was finished counts.

        >>> load("chess").search("e4 e5 Qh5 Nc6", depth=3).value
        >>> load("connect4").search("44534", "mtd", seconds=1).depth
        """
        from damier.search.driver import DEFAULT_DEPTH, Options, check, search
        from damier.search.work import Work

        root, options = self.position(position), options or Options()
        if seconds is not None:
            options = replace(options, seconds=seconds, deepen=options.deepen or depth is None)
        if depth is None:
            depth = self.full_depth(root) or (DEFAULT_DEPTH if seconds is None else MOST_PLIES)
        check(algorithm, depth, options)
        if options.weights is None and options.work is None:
            options = replace(options, weights=self.weights(root))
        work = options.work or Work(options.log, options.weights, options.nodes or 0)
        given = replace(options, work=work)
        return interruptible(lambda: search(root, algorithm, depth, given), work.stop, grace=GRACE)

    def solve(
        self,
        position: Any = None,
        *,
        seconds: float | None = SOLVE_SECONDS,
        hash_mb: int = 256,
        threads: int = 0,
        on_bounds: Callable[[int, int], None] | None = None,
    ) -> "Solution":
        """The value of a position under best play to the end: by the game's exact solver, or else by its rules alone.

        If time is up before, the solution has the bounds that were proved; with None for the seconds it goes on for ever.
        `on_bounds` hears of bounds as they are proved, where the game has no solver; solvers that can have several `threads`, 0
        being one for each core but one.

        >>> load("tictactoe").solve().value
        0
        """
        from damier.search.solve import solve
        from damier.search.work import Work
        from damier.solvers.registry import solver_for

        root = self.position(position)
        solver = solver_for(self, hash_mb, checked_threads(threads)) if self.outcome(root) is None else None
        if solver is not None:
            return self._ask_solver(solver, root, seconds)
        work = Work(weights=self.weights(root))
        return interruptible(lambda: solve(root, work, hash_mb, seconds, on_bounds), work.stop, grace=GRACE)

    def _ask_solver(self, solver: "ExactSolver", root: Any, seconds: float | None) -> "Solution":
        from damier.cancel import Cancel
        from damier.rules import limits
        from damier.search.solve import Solution
        from damier.solvers.registry import value_of

        cancel = Cancel()

        def work() -> Solution:
            solver.warm(root)
            began = time.perf_counter()
            best = solver.best(root, seconds, cancel)
            if best is None:
                low, high = (int(bound) for bound in limits(root))
                return Solution(low, high, [], solver.nodes, time.perf_counter() - began, 0)
            score, moves = best
            nodes, taken = solver.nodes, time.perf_counter() - began
            line = solver.line(root, None if seconds is None else max(0.0, seconds - taken), cancel) or moves[:1]
            value = value_of(self, score)
            return Solution(value, value, line, nodes, taken, 0)

        return interruptible(work, cancel.cancel, grace=GRACE)

    def analyse(
        self,
        position: Any = None,
        lines: int = 3,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        hash_mb: int = 64,
        threads: int = 0,
    ) -> "list[Thought]":
        """The best moves, each with its value for the player to move and the line that follows: the best first.

        In one second, or as long or as deep as is said, by so many threads (0: one for each core but one). Values are exact
        where the game's solver reaches.

        >>> game = load("othello")
        >>> best = game.analyse("f5d6c3", lines=2, seconds=0.5)[0]
        >>> game.score_text(best.value), game.names_of(game.position("f5d6c3"), best.line)
        """
        from damier.engine.judge import Judge

        session, judge = self._session(position), Judge(self, hash_mb, checked_threads(threads))
        if lines < 1:
            raise ValueError(f"lines is {lines}; it must be at least 1")
        if session.is_over:
            raise ValueError(f"the game is over in this position: {session.text}")
        seconds = 1.0 if seconds is None and depth is None else seconds
        return interruptible(lambda: judge.best(session.position, lines, seconds, depth, session.past), judge.stop, grace=GRACE)

    def piece_values(self, position: Any = None) -> "Explained":
        """What each piece on the board is worth to the network that judges the game: the estimate, less that without it.

        In points, for the player to move, those that matter most first. They need not add up to the estimate, and the game
        need not say anything: which features of the network lie on which square is found out by random games.

        >>> game = load("connect4", evaluation="c4.network")
        >>> [(piece.name, piece.points) for piece in game.piece_values("44534").pieces]
        """
        from damier.engine.piece_values import piece_values

        session = self._session(position)
        return piece_values(self, session.position, session.turn)

    def opening(self, position: Any = None, language: str = "") -> "OpeningName | None":
        """The opening that a game in writing, or a position, is named after, with its code; in a language that the game has.

        >>> str(load("chess").opening("1. e4 e6 2. Nf3 c5", language="fr"))
        'B40 Défense sicilienne, variante française'
        """
        from damier.books.translation import opening_said

        return opening_said(self._session(position), language)

    def tree(
        self, position: Any = None, algorithm: str = "alphabeta", depth: int | None = None, options: "Options | None" = None
    ) -> "Trace":
        """What a search visits, cuts and never sees; a notebook shows it drawn, `damier.trace.to_svg` gives the drawing.

        >>> load("tree").tree("[[3,12,8],[2,4,6],[14,5,2]]", "alphabeta")
        """
        from damier.trace import trace

        root = self.position(position)
        depth = (self.full_depth(root) or TREE_DEPTH) if depth is None else depth
        return interruptible(lambda: trace(self, root, algorithm, depth, options))

    @overload
    def play(self, position: Any, move: int | str) -> Any: ...

    @overload
    def play(
        self, position: Any = None, *, side: str = "first", level: int | str | None = None, seconds: float = 1.0
    ) -> "Duel": ...

    def play(
        self,
        position: Any = None,
        move: int | str | None = None,
        *,
        side: str = "first",
        level: int | str | None = None,
        seconds: float = 1.0,
    ) -> Any:
        """Without a move, a game against damier from this position on; with one, the position after it.

        You are the `first` player, the `second` or `none` (`side`), and damier plays at a level from 1 to 9 or its name. The
        `Duel` is played by its method `move`. For a game in the terminal or the browser: `damier play`, `damier web`.

        >>> duel = load("tictactoe").play(level="casual", seconds=0.1)
        >>> duel.move("b2")
        ['a1']
        >>> print(duel)
        """
        if move is not None:
            root = self.position(position) if position is None or isinstance(position, str) else position
            return super().play(root, self.parse_move(root, move) if isinstance(move, str) else move)
        from damier.api.duel import Duel

        return Duel(self._session(position), side, level, seconds)

    def match(
        self,
        one: str = "",
        two: str = "",
        *,
        games: int = 100,
        jobs: int = 0,
        seed: int = 1,
        clock: str = "",
        openings: "Sequence[Opening] | None" = None,
        sprt: "Sprt | None" = None,
        out: Path | None = None,
        on_game: "Callable[[Report], None]" = lambda report: None,
    ) -> "Report":
        """Many games between two settings of the player, or against another program, each opening from both sides.

        A setting is written as in `level=7,seconds=0.1` or `killers=off,depth=6` (`damier/arena/setting.py` has all of them).
        The report has the score of the first side, the difference in rating, `elo`, and how sure it is, `error`. Games are
        played in so many processes (`jobs`; 0: one a core); Ctrl-C ends the match with what was played.

        >>> print(load("connect4").match("level=7,seconds=0.05", "level=5,seconds=0.05", games=20))
        """
        from damier.arena import Match

        contest = Match(
            self.loaded_as or self.name,
            one,
            two,
            games=games,
            jobs=jobs,
            seed=seed,
            clock=clock,
            openings=openings,
            options=self.options,
            sprt=sprt,
            out=out,
            on_game=on_game,
        )
        return interruptible(contest.run, contest.stop)

    def _session(self, position: Any) -> "Session":
        """A game from a position on; a text may tell how it came about, and whose turn it is."""
        from damier.records.session import Session

        if isinstance(position, str):
            return Session.from_text(self, self.in_file(position))
        return Session(self, self.position(position))
