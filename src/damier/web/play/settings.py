"""How a game at the board is played: by whom, how long, with what help."""

from dataclasses import dataclass

from damier.engine.levels import STRONGEST, level_of, levels_of
from damier.games.game import BadInput, Game
from damier.wording import quoted

PERFECT = level_of("perfect").name
LEAST_SECONDS, MOST_SECONDS = 0.05, 60.0  # that the program may be given for a move
MOST_LINES = 5  # of analysis


@dataclass(frozen=True)
class Side:
    """Who plays one side."""

    is_program: bool
    level: str = STRONGEST.name


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
    threads: int = 1  # with which the program looks for its moves

    def check(self, game: Game) -> None:
        """Refuse levels that the game has not."""
        known = [level.name for level in levels_of(game)]
        for side in self.sides:
            if level_of(side.level).is_perfect and PERFECT not in known:
                raise BadInput(f"{game.title} has no level {quoted(side.level)}; it has {', '.join(known)}")
