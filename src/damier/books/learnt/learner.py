"""What to do after a game (Buro): which games the book takes in, which alternatives are looked into, what is played out.

A game that was lost or drawn is taken in: the first will be played back at the opponent, with colours changed, and neither is
to be repeated. One that was won is clear for the most part, and left out, unless the opponent had a promising move that he did
not see: then it is a loss that did not happen yet. For every position of such a game that is not won, the best of the moves
that nobody has played there is searched, as deep as in play or deeper.

Only the last games are corrected so. Therefore now and then the whole book is gone through (`sweep`) for positions that are
suspicious, not won but with a good alternative, and the games that follow from it are played out, program against itself.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from damier.books.answer import answer
from damier.books.counsel import Books
from damier.books.learnt.book import LearntBook, from_worth
from damier.books.learnt.nodes import EVEN, NOT_IN_TREE, NOT_SEARCHED, Excerpt
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

    depth: int = 8  # of the searches for alternatives
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
class Lesson:
    """What became of a game."""

    is_kept: bool
    searched: int = 0  # positions whose alternatives were searched
    why: str = ""


class Learner:
    """A book and the player who searches alternatives for it."""

    def __init__(self, book: LearntBook, player: Player, lessons: Lessons | None = None, cancel: Cancel | None = None) -> None:
        self.book = book
        self.player = player
        self.lessons = lessons or Lessons()
        self._cancel = cancel or Cancel()

    def stop(self) -> None:
        """Let the work that is under way end; what was learnt stays."""
        self._cancel.cancel()

    @property
    def is_stopped(self) -> bool:
        return self._cancel.is_cancelled

    # ----------------------------------------------------------------------------------------------------------------
    # After a game

    def learn(self, session: Session, mine: int | None = None, result: int | None = None, **names: str) -> Lesson:
        """Learn from a game that was played. `mine` is the learner's side; None if it had none, or both.

        `result` is for player 0, where the board does not tell, as in a game that was given up.
        """
        found = session.score if result is None else result
        if found is None:
            raise BadInput("the game is not over, and nobody has said who won")
        sign = (found > 0) - (found < 0)
        is_won = mine is not None and (sign > 0 if mine == 0 else sign < 0)
        estimates: dict[int, tuple[dict[int, float], int]] = {}
        if is_won and not self.lessons.keeps_wins:
            estimates, is_suspicious = self._missed(session, 1 - (mine or 0))
            if not is_suspicious:
                return Lesson(False, len(estimates), "won, and the opponent missed nothing")
        self.book.add([played(session, sign, **names)])
        searched = self._examine(session, estimates)
        why = "" if mine is None else "won, but the opponent missed something" if is_won else "not won"
        return Lesson(True, searched, why)

    def _missed(self, session: Session, opponent: int) -> tuple[dict[int, tuple[dict[int, float], int]], bool]:
        """What the opponent could have played, by ply, and whether any of it is promising."""
        found: dict[int, tuple[dict[int, float], int]] = {}
        for ply in range(min(self.lessons.plies, len(session.moves))):
            if session.turns[ply] != opponent or self.is_stopped:
                continue
            others = [move for move in session.game.moves(session.positions[ply]) if move != session.moves[ply]]
            if others:
                best = self._best_of(session, ply, others)
                if self.is_stopped:  # it may have been cut short
                    break
                found[ply] = best
                if max(found[ply][0].values()) >= self.lessons.promising:
                    return found, True
        return found, False

    def look_into(self, session: Session) -> int:
        """Search the alternatives of a game that is in the book already, as far as that was not done; how many there were."""
        return self._examine(session, {})

    def _examine(self, session: Session, known: dict[int, tuple[dict[int, float], int]]) -> int:
        """Search the alternatives of a game in the book, last positions first: what comes later is known then."""
        searched = 0
        offset = len(session.before)
        for ply in reversed(range(min(self.lessons.plies, len(session.moves)))):
            if self.is_stopped:
                break
            page = self.book.look(session.positions[ply], ply + offset)
            if page is None or not page.wants_search:
                continue
            unplayed = [choice.move for choice in page.choices if choice.is_alternative]
            estimates, depth = known.get(ply, ({}, 0))
            if not any(move in unplayed for move in estimates):
                estimates, depth = self._best_of(session, ply, unplayed)
                if self.is_stopped:  # it may have been cut short, and would never be searched again
                    break
            self.book.examine(session.positions[ply], ply + offset, estimates, depth)
            searched += 1
        return searched

    def _best_of(self, session: Session, ply: int, moves: list[int]) -> tuple[dict[int, float], int]:
        """The best of some moves by a search, and what is expected of it; and how deep that was."""
        past = [*session.before, *session.positions[:ply]]
        position = session.positions[ply]
        thought = self.player.rank(Question(position, past, moves, depth=self.lessons.depth, cancel=self._cancel), 1)[0]
        return {thought.move: result_expected(self.book, position, thought)}, thought.depth

    # ----------------------------------------------------------------------------------------------------------------
    # The program against itself

    def play(self, session: Session) -> None:
        """Play a game to its end, both sides by the book and beyond it by the player."""
        while not session.is_over and not self.is_stopped:
            session.play(self.choose(session))

    def choose(self, session: Session) -> int:
        """The move to make: by the book, or found by the player among those that are not known to lose."""
        question = self.player.question(session.position, session.past, cancel=self._cancel)
        return answer(Books(self.book, aim=self.lessons.aim), self.player, question).move

    def self_play(self, games: int, on_game: Callable[[Session, Lesson], None] | None = None) -> int:
        """Play against itself and learn from every game; how many there were. The book says how to go on another time."""
        for number in range(games):
            self.player.forget()
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
