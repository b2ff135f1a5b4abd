"""How well somebody tells good moves from bad ones, found out from his games: the rating C of Michie's model
(`engine/discernment.py`) under which the moves that he made are the likeliest.

In each position where he had a choice, all moves are valued by a shallow search. With theta = ln(C/1000 + 1) the logarithm of
the likelihood is a sum of

    v ln(d) - ln(sum of d^w over the values w of all moves),        ln(d) = theta + ln(3) / (n + 0.01)

of which the slope is what he got minus what was to be expected, and the curvature minus the spread of the values under the
model: there is one best theta, and Newton's steps find it. Its error comes from how the slopes of whole games spread, since
moves of one game are no witnesses of their own.

Michie's C was meant to be a chess rating. It is a figure of the model, in which the depth of the search and the game's own unit
count: two figures can be compared if these are the same.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.engine.discernment import BASE, EASE, HIGHEST_RATING, LOWEST_RATING, measure_of
from damier.engine.levels import PEOPLE
from damier.engine.player import Player
from damier.engine.question import Question
from damier.games.formats import WrittenGame
from damier.games.game import BadInput, Game
from damier.learning.results import Tell
from damier.records.collections import files_of, open_file, session_of
from damier.records.session import Session

FEWEST = 20  # choices
STEPS = 100
CLOSE = 1e-9
LOWEST, HIGHEST = math.log(0.1), math.log(HIGHEST_RATING / 1000 + 1)  # of theta: below 1000 * (0.1 - 1) bad moves are sought
LOSSES = (0.0, 0.1, 0.3, 1.0, 3.0)  # of what people count: from where on moves are taken together

OnFaults = Callable[[list[str]], None]


class Choice(NamedTuple):
    """A position in which somebody had a choice: what each move was worth to him, which one he made, and in which game."""

    values: Any
    made: int
    game: int


class Share(NamedTuple):
    """Moves that were worse than the best by so much and more: their share, as it was found and as the model has it."""

    loss: float
    found: float
    expected: float


class FittedDiscernment(NamedTuple):
    """What was found of a player."""

    rating: float
    error: float  # the true rating is 19 times out of 20 so near
    choices: int
    games: int
    log_loss: float  # of his moves under the model, and ...
    by_chance: float  # ... if he made any move as likely as any other
    shares: list[Share]
    is_bound: bool  # whether the rating is one of the bounds: nothing farther was looked at

    @property
    def level(self) -> str:
        """The level that errs as he does."""
        return f"{PEOPLE}:{max(LOWEST_RATING, min(HIGHEST_RATING, float(f'{self.rating:.3g}'))):g}"


# --------------------------------------------------------------------------------------------------------------------
# Games


def gather(
    game: Game,
    paths: Sequence[Path],
    player: str = "",
    count: int = 1000,
    depth: int = 4,
    progress: Tell = lambda what, done, total: None,
    on_faults: OnFaults = lambda faults: None,
) -> list[Choice]:
    """The first choices of games in files, at most so many: those of a player, by the name that the games tell, or of all."""
    searcher = Player(game, None, depth, hash_mb=8)
    found, faults, seen = list[Choice](), list[str](), set[str]()
    for number, (where, written) in enumerate(_games(game, paths)):
        if len(found) >= count:
            break
        seen |= {name for name in (written.first, written.second) if name}
        turns = [turn for turn, name in enumerate((written.first, written.second)) if not player or _is(name, player)]
        if not turns:
            continue
        try:
            if written.fault:
                raise BadInput(written.fault)
            session = session_of(game, written)
        except BadInput as error:
            faults.append(f"{where}: {error}")
            continue
        for choice in _choices(searcher, session, turns, number):
            found.append(choice)
            progress("choices", len(found), count)
            if len(found) >= count:
                break
    if faults:
        on_faults(faults)
    if player and not found and not any(_is(name, player) for name in seen):
        raise BadInput(f"nobody of the name {player!r} plays in these games; " + _who(seen))
    return found


def _games(game: Game, paths: Sequence[Path]) -> Iterator[tuple[str, WrittenGame]]:
    for path in files_of(game, paths):
        for written in open_file(game, path).read(0):
            yield f"{path.name}: {written.where}", written


def _is(name: str, wanted: str) -> bool:
    """Whether a player of a game is the one who is wanted, whatever the capitals."""
    return name.strip().lower() == wanted.strip().lower()


def _who(names: set[str]) -> str:
    listed = sorted(names)
    if not listed:
        return "they do not tell who plays"
    return f"there are {', '.join(listed[:5])}" + (f" and {len(listed) - 5} more" if len(listed) > 5 else "")


def _choices(searcher: Player, session: Session, turns: Sequence[int], number: int) -> Iterator[Choice]:
    """The choices of some players in a game. A move that the rules force tells nothing."""
    game = searcher.game
    places = zip(session.positions[:-1], session.turns[:-1], session.moves, strict=True)
    for ply, (position, turn, made) in enumerate(places):
        legal = game.moves(position) if turn in turns else []
        if len(legal) < 2:
            continue
        measure = measure_of(game, position)
        question = Question(position, session.positions[:ply], depth=searcher.depth)
        ranked = {thought.move: measure.value(thought.value, thought.plies) for thought in searcher.rank(question, len(legal))}
        if made in ranked:
            yield Choice(np.array(list(ranked.values())), list(ranked).index(made), number)


# --------------------------------------------------------------------------------------------------------------------
# The fit


def fit(choices: Sequence[Choice]) -> tuple[float, float]:
    """The likeliest theta, and its standard error."""
    theta = min(max(0.0, LOWEST), HIGHEST)
    for _ in range(STEPS):
        slopes, curvatures = _slopes(choices, theta)
        step = slopes.sum() / max(float(curvatures.sum()), CLOSE)
        before, theta = theta, min(max(theta + min(max(step, -1.0), 1.0), LOWEST), HIGHEST)
        if abs(theta - before) < CLOSE:
            break
    slopes, curvatures = _slopes(choices, theta)
    _, places = np.unique([choice.game for choice in choices], return_inverse=True)
    by_game = np.bincount(places, slopes)
    spread = float((by_game**2).sum()) if len(by_game) > 1 else float(curvatures.sum())
    return theta, math.sqrt(spread) / max(float(curvatures.sum()), CLOSE)


def learn(choices: Sequence[Choice]) -> FittedDiscernment:
    """The rating of whoever made these choices."""
    if len(choices) < FEWEST:
        raise BadInput(f"there are {len(choices)} choices; at least {FEWEST} are needed")
    if all(np.ptp(choice.values) == 0 for choice in choices):
        raise BadInput("all moves look alike: there is nothing to tell them by")
    theta, error = fit(choices)
    chances = [_chances(choice, theta) for choice in choices]
    return FittedDiscernment(
        rating=1000 * (math.exp(theta) - 1),
        error=1.96 * 1000 * math.exp(theta) * error,
        choices=len(choices),
        games=len({choice.game for choice in choices}),
        log_loss=-float(np.mean([np.log(chance[choice.made]) for chance, choice in zip(chances, choices, strict=True)])),
        by_chance=float(np.mean([math.log(len(choice.values)) for choice in choices])),
        shares=_shares(choices, chances),
        is_bound=theta in (LOWEST, HIGHEST),
    )


def _chances(choice: Choice, theta: float) -> Any:
    """How likely each move is: A * d^v."""
    logs = (choice.values - choice.values.max()) * (theta + math.log(BASE) / (len(choice.values) + EASE))
    weights = np.exp(np.maximum(logs, -700.0))  # or what was made against all odds would count as impossible
    return weights / weights.sum()


def _slopes(choices: Sequence[Choice], theta: float) -> tuple[Any, Any]:
    """Of each choice, what was got minus what was to be expected, and the variance of what was to be expected."""
    slopes, curvatures = np.zeros(len(choices)), np.zeros(len(choices))
    for place, choice in enumerate(choices):
        chances = _chances(choice, theta)
        expected = chances @ choice.values
        slopes[place] = choice.values[choice.made] - expected
        curvatures[place] = chances @ (choice.values - expected) ** 2
    return slopes, curvatures


def _shares(choices: Sequence[Choice], chances: Sequence[Any]) -> list[Share]:
    """How often moves were made that lose so much, and how often the model has them made."""
    found, expected = np.zeros(len(LOSSES)), np.zeros(len(LOSSES))
    for choice, chance in zip(choices, chances, strict=True):
        bins = np.searchsorted(LOSSES, choice.values.max() - choice.values + CLOSE, side="right") - 1
        found[bins[choice.made]] += 1
        expected += np.bincount(bins, chance, len(LOSSES))
    return [
        Share(loss, float(one), float(other))
        for loss, one, other in zip(LOSSES, found / len(choices), expected / len(choices), strict=True)
    ]


def as_json(lesson: FittedDiscernment) -> dict[str, Any]:
    """What was found, for programs."""
    return {
        **lesson._asdict(),
        "rating": round(lesson.rating, 1),
        "error": round(lesson.error, 1),
        "log_loss": round(lesson.log_loss, 4),
        "by_chance": round(lesson.by_chance, 4),
        "shares": [{name: round(value, 4) for name, value in share._asdict().items()} for share in lesson.shares],
        "level": lesson.level,
    }
