"""How well the player plays: from a beginner to perfect play, in any game.

A weak level does not play at random. It looks less far ahead; it does not see some of the moves; and among moves that
look nearly alike to it, it takes any. What is near enough to be seen by a person of that strength is never overlooked:
from the second level on a win at once, from the third on also that the other player has one.

Two more ways to choose come from Michie's model of a player who errs (`discernment.py`). `people:1500` makes each move with the
probability that the model gives it: `damier learn discernment` finds the rating at which it errs as somebody's games do. And a
level that does not err may have a style: to play **for traps**. In writing both are levels like the others, `people:1500` and
`strong+traps:1500:0.5`, so that whoever takes a level takes them.
"""

import random
import statistics
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from damier.engine.discernment import HIGHEST_RATING as MOST_DISCERNING
from damier.engine.discernment import LOWEST_RATING as LEAST_DISCERNING
from damier.engine.discernment import Measure, probabilities
from damier.engine.level_file import Manner, Measured, measured_levels
from damier.games.game import BadInput, Game
from damier.rules import MOST_PLIES, WIN
from damier.solvers.registry import has_solver
from damier.wording import quoted

PEOPLE = "people"  # before a rating: a level that errs as Michie's model says
PEOPLE_DEPTH = 4  # plies that such a level looks ahead, and those who learn its rating
SOUND, TRAPS = "sound", "traps"
STYLES = (SOUND, TRAPS)
MOST_LOSS = 1000.0


class Traps(NamedTuple):
    """Playing for traps: of moves that are not much worse than the best, the one after which the other player errs most."""

    rating: float = 1500.0  # of the other player, in Michie's model
    loss: float = 0.5  # of what people count, that a move may be worse than the best


@dataclass(frozen=True)
class Level:
    """One level of play."""

    number: int
    name: str
    depth: int = MOST_PLIES  # plies it looks ahead at most
    overlooks: float = 0.0  # the chance not to see a move
    careless: float = 0.0  # how much worse than the best a move may look, in usual steps from one move to the next, to be taken
    sees: int = MOST_PLIES  # wins and losses within so many plies are not overlooked
    is_perfect: bool = False  # asks the game's exact solver
    rating: float | None = None  # in Michie's model, by which it errs; None: as the fields above say
    traps: Traps | None = None  # the style; None: it makes its best move
    nodes: int = 0  # positions it looks at for a move at most; 0: as many as time allows
    elo: int | None = None  # above the first level, where that was measured for the game (`level_file.py`) ...
    elo_error: int = 0  # ... and how sure the step from the level below is

    @property
    def is_fallible(self) -> bool:
        return self.overlooks > 0 or self.careless > 0 or self.rating is not None

    def choose(self, scores: dict[int, int], chance: random.Random, measure: Measure | None = None) -> int:
        """A move among those with these scores, in which a win counts the more the sooner it comes.

        The measure is the game's: who errs by Michie's model counts as people do.
        """
        if self.rating is not None:
            values = [(measure or Measure()).value(score) for score in scores.values()]
            return chance.choices(list(scores), probabilities(values, self.rating))[0]
        winning = [move for move in scores if self._sees(scores[move]) > 0]
        if winning:
            return max(winning, key=lambda move: scores[move])
        sound = [move for move in scores if not self._sees(scores[move])] or list(scores)
        seen = [move for move in sound if chance.random() >= self.overlooks] or [chance.choice(sound)]
        best = max(scores[move] for move in seen)
        slack = self.careless * _usual_step(scores)
        return chance.choice([move for move in seen if scores[move] >= best - slack])

    def _sees(self, score: int) -> int:
        """1 for a win and -1 for a loss that is near enough to be seen, else 0."""
        if abs(score) < WIN + MOST_PLIES - self.sees:
            return 0
        return 1 if score > 0 else -1


def _usual_step(scores: dict[int, int]) -> float:
    """How much a move is usually worse than the next better one, where neither decides: games count in units of their own."""
    undecided = sorted(score for score in scores.values() if abs(score) < WIN)
    steps = [better - score for score, better in pairwise(undecided)]
    return statistics.median(steps) if steps else 0.0


LEVELS = (
    Level(1, "beginner", depth=1, overlooks=0.45, careless=4, sees=0),
    Level(2, "novice", depth=2, overlooks=0.25, careless=2, sees=1),
    Level(3, "casual", depth=3, overlooks=0.15, careless=1.5, sees=2),
    Level(4, "amateur", depth=4, overlooks=0.1, careless=1, sees=3),
    Level(5, "club", depth=6, overlooks=0.02, careless=0.5, sees=6),
    Level(6, "experienced", depth=9, careless=0.2),
    Level(7, "expert", depth=14),
    Level(8, "strong"),
    Level(9, "perfect", is_perfect=True),
)
STRONGEST = LEVELS[7]  # of those every game has


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels at which this game can be played: as they were measured for it, where it has learnt, or as in any game."""
    measured = {each.number: each for each in measured_levels(game)}
    offered = [level for level in LEVELS if not level.is_perfect or has_solver(game)]
    return tuple(_as_measured(level, measured[level.number]) if level.number in measured else level for level in offered)


def _as_measured(level: Level, measured: Measured) -> Level:
    told = replace(level, elo=measured.rating, elo_error=measured.error)
    if level.number >= STRONGEST.number:
        return told  # it plays as well as it can
    return replace(told, **mannered(measured.manner))


def mannered(manner: Manner) -> dict[str, Any]:
    """The fields of a level that plays in this manner."""
    is_fallible = manner.overlooks > 0 or manner.careless > 0
    return {
        "depth": manner.depth or MOST_PLIES,
        "overlooks": manner.overlooks,
        "careless": manner.careless,
        "sees": manner.sees if is_fallible else MOST_PLIES,
        "nodes": manner.nodes,
    }


def level_in(game: Game, level: Level) -> Level:
    """A level as it is in a game: those below full strength play as was measured for it."""
    if not 0 < level.number < STRONGEST.number:
        return level
    return next((each for each in levels_of(game) if each.number == level.number and each.elo is not None), level)


def sound_levels(game: Game) -> tuple[Level, ...]:
    """Those of them that do not err: they can play for traps."""
    return tuple(level for level in levels_of(game) if not LEVELS[level.number - 1].is_fallible)


def level_of(text: str) -> Level:
    """The level a person names, by its number or its name."""
    wanted, plus, style = text.strip().lower().partition("+")
    if plus:
        name, *numbers = style.split(":")
        if len(numbers) > 2:
            raise BadInput(f"{quoted(text.strip())} is no level; a style is written as in {STRONGEST.name}+{TRAPS}:RATING:LOSS")
        rating = rating_of(numbers[0]) if numbers else None
        return styled(level_of(wanted), name, rating, loss_of(numbers[1]) if len(numbers) > 1 else None)
    for level in LEVELS:
        if wanted in (str(level.number), level.name):
            return level
    if wanted.startswith(f"{PEOPLE}:"):
        return people(rating_of(wanted.partition(":")[2]))
    listed = ", ".join(f"{level.number} {level.name}" for level in LEVELS)
    raise BadInput(f"there is no level {quoted(text.strip())}; levels: {listed}, {PEOPLE}:RATING, {STRONGEST.name}+{TRAPS}")


# --------------------------------------------------------------------------------------------------------------------
# By Michie's model


def people(rating: float) -> Level:
    """The level that errs as a player of this rating does in Michie's model."""
    return Level(0, f"{PEOPLE}:{rating:g}", depth=PEOPLE_DEPTH, rating=rating)


def rating_of(text: str) -> float:
    """A rating of Michie's model that a person wrote."""
    return _number("a rating", text, LEAST_DISCERNING, MOST_DISCERNING)


def loss_of(text: str) -> float:
    """How much worse than the best a move may be for a trap, as a person wrote it."""
    return _number("a loss", text, 0.0, MOST_LOSS)


def styled(level: Level, style: str, rating: float | None = None, loss: float | None = None) -> Level:
    """A level in a style: against whom it sets traps, and what that may cost; what is None is as usual."""
    if style not in STYLES:
        raise BadInput(f"there is no style {quoted(style)}; styles: {', '.join(STYLES)}")
    if style == SOUND:
        if rating is not None or loss is not None:
            raise BadInput(f"a rating of the other player, and a loss, are for the style {TRAPS}")
        return level
    if level.is_fallible:
        soundest = ", ".join(f"{each.number} {each.name}" for each in LEVELS if not each.is_fallible)
        raise BadInput(f"level {quoted(level.name)} errs itself; the style {TRAPS} is for the levels {soundest}")
    usual = Traps()
    traps = Traps(usual.rating if rating is None else rating, usual.loss if loss is None else loss)
    return replace(level, name=f"{level.name}+{TRAPS}:{traps.rating:g}:{traps.loss:g}", traps=traps)


def _number(what: str, text: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise BadInput(f"{what} is {quoted(text.strip())}; it must be a number from {least:g} to {most:g}")
    return number


# --------------------------------------------------------------------------------------------------------------------
# Levels by rating


class Rated(NamedTuple):
    """How one of a rating plays: the fields of a level, of which the depth may lie between two."""

    rating: int
    depth: float
    overlooks: float
    careless: float
    sees: float


# Found in games against Stockfish 15.1 with UCI_LimitStrength from 1400 to 2400, some 15 for each: the errors are about 100
# points. Below 1350, where Stockfish has no level, nothing was measured.
RATED = (
    Rated(800, 1.0, 0.45, 4.0, 1.0),
    Rated(1200, 2.0, 0.25, 2.2, 1.0),
    Rated(1500, 3.0, 0.12, 1.4, 2.0),
    Rated(1800, 5.0, 0.05, 0.8, 4.0),
    Rated(2000, 8.0, 0.0, 0.0, 8.0),
    Rated(2400, 13.0, 0.0, 0.0, 13.0),
)
LOWEST_RATING, HIGHEST_RATING = RATED[0].rating, RATED[-1].rating


def level_for_rating(rating: int) -> Level:
    """The level that plays chess about as well as people of this rating: between the nearest two of the table."""
    rating = max(LOWEST_RATING, min(rating, HIGHEST_RATING))
    below, above = next((low, high) for low, high in pairwise(RATED) if rating <= high.rating)
    share = (rating - below.rating) / (above.rating - below.rating)
    depth, overlooks, careless, sees = (low + share * (high - low) for low, high in zip(below[1:], above[1:], strict=True))
    return Level(0, f"rated {rating}", round(depth), round(overlooks, 4), round(careless, 4), round(sees))
