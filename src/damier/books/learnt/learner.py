"""What to do after a game (Buro): which games the book takes in, which alternatives are looked into, what is played out.

A game that was lost or drawn is taken in: the first will be played back at the opponent, with colours changed, and neither is
to be repeated. One that was won is clear for the most part, and left out, unless the opponent had a promising move that he did
not see: then it is a loss that did not happen yet. For every position of such a game that is not won, the best of the moves
that nobody has played there is searched, at least as deep and as long as the game was played (`pace.py`). Terminal, page and
protocols all learn here; what became of a game, and why, is a `Lesson`.

Only the last games are corrected so. Therefore now and then the whole book is gone through (`sweep`) for positions that are
suspicious, not won but with a good alternative, and the games that follow from it are played out, program against itself.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from damier.books.aims import EVEN
from damier.books.answer import answer
from damier.books.counsel import Books
from damier.books.learnt.book import LearntBook, from_worth
from damier.books.learnt.lesson import Check, Ground, Lesson
from damier.books.learnt.nodes import NOT_IN_TREE, NOT_SEARCHED, Excerpt
from damier.books.learnt.pace import Pace
from damier.books.learnt.store import BookGame
from damier.cancel import Cancel
from damier.engine.expectation import expected
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games.game import BadInput
from damier.records.session import Session


@dataclass(frozen=True)
class Lessons:
    """How a book learns."""

    depth: int = 8  # of the searches for alternatives, at least
    plies: int = 40  # from the start of a game, in which alternatives are looked for
    promising: float = 0.2  # an expected result from which an alternative is worth while
    aim: int = EVEN  # what a draw is to the learner
    keeps_wins: bool = False  # take in games that were won, however clear

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadInput(f"alternatives are searched at least 1 ply deep, not {self.depth}")
        if self.plies < 0:
            raise BadInput(f"alternatives are looked for in 0 plies or more, not {self.plies}")


@dataclass(frozen=True)
class Finished:
    """A game that is over, or was given up: whose side the learner had (None: neither, or both), and how it was played."""

    session: Session
    result: int  # for player 0: 1 won, 0 drawn, -1 lost
    mine: int | None = None
    pace: Pace = field(default_factory=Pace)
    names: dict[str, str] = field(default_factory=dict)  # of the players, "first" and "second"; "date", "event"

    @property
    def is_won(self) -> bool:
        """Whether the learner has won it."""
        return self.mine is not None and (self.result > 0 if self.mine == 0 else self.result < 0)

    @property
    def ground(self) -> Ground:
        """Why it is taken in, if it was not won."""
        return "taken" if self.mine is None else "lost" if self.result else "drawn"


@dataclass(frozen=True)
class Searched:
    """The best of some moves, as a search sees it."""

    move: int
    expected: float
    depth: int
    check: Check


class Learner:
    """A book and the player who searches alternatives for it."""

    def __init__(self, book: LearntBook, player: Player, lessons: Lessons | None = None, cancel: Cancel | None = None) -> None:
        self.book = book
        self.player = player
        self.lessons = lessons or Lessons()
        self.pace = Pace()  # of the game that it plays itself
        self._cancel = cancel or Cancel()

    def stop(self) -> None:
        """Let the work that is under way end; what was learnt stays."""
        self._cancel.cancel()

    @property
    def is_stopped(self) -> bool:
        return self._cancel.is_cancelled

    # ----------------------------------------------------------------------------------------------------------------
    # After a game

    def learn(
        self, session: Session, mine: int | None = None, result: int | None = None, pace: Pace | None = None, **names: str
    ) -> Lesson:
        """Learn from a game that was played. `mine` is the learner's side; None if it had none, or both.

        `result` is for player 0, where the board does not tell, as in a game that was given up. `pace` tells how the game was
        played, else it is that of the learner's own moves.
        """
        found = session.score if result is None else result
        if found is None:
            raise BadInput("the game is not over, and nobody has said who won")
        game = Finished(session, (found > 0) - (found < 0), mine, (pace or self.pace).copy(), names)
        self.pace.clear()
        return self.take(game)

    def take(self, game: Finished, known: dict[int, "Searched"] | None = None) -> Lesson:
        """Take a game in, or leave it out, and search what else could have been played; what is `known` of that, by ply, is
        added to, so that who was stopped can go on."""
        known = {} if known is None else known
        if not self.is_to_be_checked(game):
            self.keep(game)
            return self._lesson(game.ground if not game.is_won else "kept", True, self._examine(game, known))
        missed = self._missed(game, known)
        checks = [each.check for _, each in sorted(known.items())]
        if missed is None:
            return self._lesson("unchecked" if self.is_stopped else "clear", False, checks)
        self.keep(game)
        return self._lesson("missed", True, [*checks, *self._examine(game, known)], missed)

    def is_to_be_checked(self, game: Finished) -> bool:
        """Whether a game is only taken in if the opponent missed something."""
        return game.is_won and not self.lessons.keeps_wins

    def keep(self, game: Finished) -> None:
        """Put a game into the book."""
        self.book.add([played(game.session, game.result, **game.names)])

    def look_into(self, game: Finished) -> Lesson:
        """Search the alternatives of a game that is in the book already, as far as that was not done."""
        return self._lesson(game.ground if not game.is_won else "kept", True, self._examine(game, {}))

    def _lesson(self, ground: Ground, is_kept: bool, checks: list[Check], missed: Check | None = None) -> Lesson:
        return Lesson(is_kept, len(checks), ground, tuple(checks), self.lessons.promising, missed)

    def _missed(self, game: Finished, known: dict[int, "Searched"]) -> Check | None:
        """A promising move that the opponent did not make, the first that is found; also where he gave up."""
        session, opponent = game.session, 1 - (game.mine or 0)
        for ply in range(min(self.lessons.plies, len(session.positions))):
            if session.turns[ply] != opponent or self.is_stopped:
                continue
            made = session.moves[ply] if ply < len(session.moves) else None
            others = [move for move in session.game.moves(session.positions[ply]) if move != made]
            if ply not in known and others:
                best = self._best_of(game, ply, others)
                if self.is_stopped:  # it may have been cut short
                    break
                known[ply] = best
            if ply in known and known[ply].expected >= self.lessons.promising:
                return known[ply].check
        return None

    def _examine(self, game: Finished, known: dict[int, "Searched"]) -> list[Check]:
        """Search the alternatives of a game in the book, last positions first: what comes later is known then."""
        session, checks = game.session, list[Check]()
        offset = len(session.before)
        for ply in reversed(range(min(self.lessons.plies, len(session.moves)))):
            if self.is_stopped:
                break
            page = self.book.look(session.positions[ply], ply + offset)
            if page is None or not page.wants_search:
                continue
            unplayed = [choice.move for choice in page.choices if choice.is_alternative]
            best = known.get(ply)
            if best is None or best.move not in unplayed:
                best = self._best_of(game, ply, unplayed)
                if self.is_stopped:  # it may have been cut short, and would never be searched again
                    break
                checks.append(best.check)
            self.book.examine(session.positions[ply], ply + offset, {best.move: best.expected}, best.depth)
        return checks

    def _best_of(self, game: Finished, ply: int, moves: list[int]) -> Searched:
        """The best of some moves by a search: as deep as the lessons want, and as deep and as long as the game was played, at
        least."""
        session, effort = game.session, game.pace.at(ply)
        past, position = [*session.before, *session.positions[:ply]], session.positions[ply]
        question = Question(position, past, moves, depth=max(self.lessons.depth, effort.depth), cancel=self._cancel)
        began = time.perf_counter()
        thought = self.player.rank(question, 1)[0]
        left = effort.seconds - (time.perf_counter() - began)
        if left > 0 and not thought.exact and not self.is_stopped:
            longer = Question(position, past, moves, seconds=left, cancel=self._cancel)
            thought = max(thought, self.player.rank(longer, 1)[0], key=lambda each: (each.exact, each.depth))
        worth = result_expected(self.book, position, thought)
        name = session.game.move_name(position, thought.move, session.turns[ply])
        depth = 0 if thought.exact else thought.depth
        check = Check(ply + len(session.before), name, worth, depth, time.perf_counter() - began)
        return Searched(thought.move, worth, thought.depth, check)

    # ----------------------------------------------------------------------------------------------------------------
    # The program against itself

    def play(self, session: Session) -> None:
        """Play a game to its end, both sides by the book and beyond it by the player."""
        while not session.is_over and not self.is_stopped:
            session.play(self.choose(session))

    def choose(self, session: Session) -> int:
        """The move to make: by the book, or found by the player among those that are not known to lose."""
        question = self.player.question(session.position, session.past, cancel=self._cancel)
        found = answer(Books(self.book, aim=self.lessons.aim), self.player, question)
        if found.thought:
            self.pace.note(len(session.moves), found.thought, self.player.seconds is not None)
        return found.move

    def self_play(self, games: int, on_game: Callable[[Session, Lesson], None] | None = None) -> int:
        """Play against itself and learn from every game; how many there were. The book says how to go on another time."""
        for number in range(games):
            self.player.forget()
            self.pace.clear()
            session = Session(self.book.game)
            self.play(session)
            if self.is_stopped:
                return number
            lesson = self.learn(session, first="damier", second="damier", event="self-play")
            if on_game:
                on_game(session, lesson)
        return games

    # ----------------------------------------------------------------------------------------------------------------
    # The sweep

    def sweep(self, most: int, on_game: Callable[[Session, Lesson], None] | None = None) -> int:
        """Play out the most promising alternatives of positions that are not won, at most so many; how many there were."""
        done = 0
        for number, _ in self.suspicious()[:most]:
            session = self._way_to(number)
            page = self.book.look(session.position, len(session.moves)) if session else None
            if session is None or page is None:
                continue
            untried = [each for each in page.choices if each.is_alternative and not each.is_avoided and each.worth is not None]
            promising = [each for each in untried if (each.worth or 0.0) >= self.lessons.promising]
            if not promising:
                continue  # an earlier game of this sweep went there
            session.play(promising[0].move)
            self.player.forget()
            self.pace.clear()
            self.play(session)
            if self.is_stopped:
                break
            lesson = self.learn(session, first="damier", second="damier", event="correction")
            done += 1
            if on_game:
                on_game(session, lesson)
        return done

    def suspicious(self) -> list[tuple[int, float]]:
        """Positions that are not won and have a promising alternative, by number, with what is expected of it: best first."""
        found: list[tuple[int, float]] = []
        self.book.store.check(lambda excerpt: found.extend(self._suspicious_in(excerpt)))
        return sorted(found, key=lambda each: -each[1])

    def _suspicious_in(self, excerpt: Excerpt) -> Iterator[tuple[int, float]]:
        nodes = excerpt.nodes
        for index in np.flatnonzero((nodes["value"] < 1) & (nodes["searched"] > 0)).tolist():
            links = excerpt.links_of(index)
            is_open = (links["value"] == NOT_IN_TREE) & (links["worth"][:, 0] != NOT_SEARCHED) & (links["avoided"] == 0)
            if is_open.any():
                best = from_worth(int(links["worth"][is_open, 0].max()))
                if best >= self.lessons.promising:
                    yield int(nodes["number"][index]), best

    def _way_to(self, number: int) -> Session | None:
        """A game that leads from the start to a position of the book; None if it only comes up in games from elsewhere."""
        way = self.book.way_to(number)
        if way is None:
            return None
        session = Session(self.book.game)
        for move in way:
            session.play(move)
        return session


def played(session: Session, result: int, **names: str) -> BookGame:
    """A game as the book takes it in. Where the text of its first position does not tell whose turn it is, the one who
    moves first there is the first player."""
    game, start = session.game, session.positions[0]
    if not session.before and game.text(start) == game.text(game.start()) and session.turns[0] == game.turn(start):
        return BookGame(session.moves, result, **names)
    written = game.text_for(start, session.turns[0])
    if game.turn_written(written) != session.turns[0]:
        result = -result
        names = {**names, "first": names.get("second", ""), "second": names.get("first", "")}
    return BookGame(session.moves, result, written, **names)


def result_expected(book: LearntBook, position: Any, thought: Thought) -> float:
    """What is expected of a move that was searched, from -1 to 1, for who makes it."""
    if thought.result is not None:
        return float(thought.result)
    if thought.exact:
        return float((thought.value > 0) - (thought.value < 0))
    return expected(book.game, position, thought.value)
