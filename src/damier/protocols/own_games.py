"""What a conversation learns: the games in which damier has made moves, each once, as soon as they are known to be over."""

import datetime
from collections.abc import Callable
from pathlib import Path

from damier.books.learnt.background import BackgroundLearner
from damier.books.learnt.lesson import Lesson
from damier.books.learnt.pace import Pace
from damier.engine.question import Thought
from damier.games.game import Game
from damier.records.session import Session

NAME = "damier"


class OwnGames:
    """Knows which moves of the game that is being played were damier's own, and what they took.

    `complain` hears of trouble with the book, `tell` in a line what became of a game.
    """

    def __init__(self, event: str, complain: Callable[[str], None], tell: Callable[[str], None] | None = None) -> None:
        self._event = event
        self._complain = complain
        self._tell = tell or (lambda _: None)
        self._pace = Pace()
        self._answers: dict[int, int] = {}  # by ply
        self._learnt: list[int] | None = None  # the moves of the game that was learnt last
        self._learner: BackgroundLearner | None = None
        self._is_paused = False

    def answered(self, ply: int, move: int) -> None:
        """damier has said its move."""
        self._answers[ply] = move

    def thought(self, ply: int, thought: Thought, is_timed: bool) -> None:
        """damier has thought about a move, as long as there was time, or to a depth."""
        self._pace.note(ply, thought, is_timed)

    def new_game(self) -> None:
        self._answers.clear()
        self._pace.clear()
        self._learnt = None

    def learn(
        self,
        session: Session,
        path: Path,
        result: int | None = None,
        on_decided: Callable[[], None] | None = None,
        names: dict[str, str] | None = None,
    ) -> bool:
        """Learn a game that is over, or that has this result for player 0; False if it has none, or was learnt already.

        `on_decided` is called when it is in the book, or is not to be: it was won, and the opponent missed nothing.
        `names` are those of the players, as far as they are known, "first" and "second".
        """
        score = session.score if result is None else result
        if score is None or not session.moves or session.moves == self._learnt:
            return False
        self._learnt = list(session.moves)
        sides = self.own_sides(session)
        own = {("first", "second")[side]: NAME for side in sides}
        told = {"date": datetime.date.today().isoformat(), "event": self._event, **own, **(names or {})}
        mine = next(iter(sides)) if len(sides) == 1 else None
        sign = (score > 0) - (score < 0)
        self._student_for(session.game, path).learn(session, sign, on_decided, self._heard, mine, self._pace, **told)
        return True

    def _heard(self, lesson: Lesson) -> None:
        self._tell(f"book: {lesson.why}")

    def own_sides(self, session: Session) -> set[int]:
        """The sides that damier has played: those of which the game has a move that was its answer."""
        made = enumerate(session.moves)
        return {session.turns[ply] for ply, move in made if self._answers.get(ply) == move}

    def pause(self) -> None:
        """A move is wanted."""
        self._is_paused = True
        if self._learner:
            self._learner.pause()

    def resume(self) -> None:
        self._is_paused = False
        if self._learner:
            self._learner.resume()

    def close(self) -> None:
        """The end: all games are in the book, and nothing is searched any more."""
        if self._learner:
            self._learner.close()
            self._learner = None

    def _student_for(self, game: Game, path: Path) -> BackgroundLearner:
        learner = self._learner
        if learner is None or learner.path != path or learner.game.options != game.options:
            self.close()
            learner = self._learner = BackgroundLearner(game, path, self._complain)
            if self._is_paused:
                learner.pause()
        return learner
