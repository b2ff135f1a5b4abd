"""How a game at the board is played: by whom, how long, with what help."""

from dataclasses import dataclass

from damier.books.aims import USUAL_AIM
from damier.books.learnt.pace import Pace
from damier.engine.levels import STRONGEST, level_of, levels_of
from damier.games.game import BadInput, Game
from damier.web.play.generations import judged_by
from damier.wording import quoted

PERFECT = level_of("perfect").name
LEAST_SECONDS, MOST_SECONDS = 0.05, 60.0  # that the program may be given for a move
MOST_DEPTH = 60  # that it may be told to look ahead
MOST_LINES = 5  # of analysis
CLOCK_MOVES = 40  # among which the time of a whole game is shared out, as far as anybody knows


@dataclass(frozen=True)
class Side:
    """Who plays one side."""

    is_program: bool
    level: str = STRONGEST.name
    depth: int | None = None  # plies that the program looks ahead, whatever time it takes; None: as time allows
    generation: int | None = None  # of what the game has taught itself, by whose network the program judges; None: as usual

    @property
    def manner(self) -> str:
        """How the program plays, in a word or two."""
        if self.generation is not None:
            return f"generation {self.generation}"
        return self.level if self.depth is None else f"depth {self.depth}"


@dataclass(frozen=True)
class Settings:
    """How a game is played."""

    sides: tuple[Side, Side] = (Side(False), Side(True))
    seconds: float = 1.0  # for a move of the program, where there are no clocks
    base: float | None = None  # seconds for each player's whole game; None: no clocks
    increment: float = 0.0
    book: bool = True  # whether the program plays by its books: of openings, and the one that learns
    warns: bool = True  # whether it tells a person of bad moves
    learn: bool = False  # whether its own book learns from the game, when it is over
    aim: str = USUAL_AIM  # of the book that learns: what a draw counts to the program
    threads: int = 1  # with which the program looks for its moves
    analysis: bool = False  # whether nobody answers: moves are only looked at

    def pace(self) -> Pace:
        """How long the program thinks about a move, of a game of which nothing else is known."""
        return Pace(self.seconds if self.base is None else self.base / CLOCK_MOVES + self.increment)

    def check(self, game: Game) -> None:
        """Refuse levels that the game has not."""
        known = [level.name for level in levels_of(game)]
        for side in self.sides:
            if level_of(side.level).is_perfect and PERFECT not in known:
                raise BadInput(f"{game.title} has no level {quoted(side.level)}; it has {', '.join(known)}")

    def check_generations(self, game: Game) -> None:
        """Refuse generations that the game has not learnt, or by other rules."""
        for side in self.sides:
            if side.is_program and side.generation is not None:
                judged_by(game, side.generation)
