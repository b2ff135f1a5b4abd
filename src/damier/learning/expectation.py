"""The curve from the engine's values to expected results (`engine/expectation.py`), fitted to games.

Positions of games are searched to a small depth, and the scale is the one under which the results are likeliest; a draw
counts as half a win and half a loss. Who has the last word in a search is favoured (in Connect 4 by 20 points, half a
scale), so that one half of the positions is searched a ply deeper than the other.

Where a game tells how far it has come there may be several scales, at equal distances from its start to its end: they are
taken if they foretell games that they were not fitted to clearly better than one does. All figures are of such games: each
fifth of them is told by the curve that the others give.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from damier.engine.expectation import FARTHEST, MOST, scale_of
from damier.engine.player import Player
from damier.games.game import BadInput, Game
from damier.learning.results import Sample
from damier.rules import WIN

PHASES = 5  # scales, from the start of a game to its end
FOLDS = 5
BINS = 8
FEWEST = 50  # positions
PULL = 2.0  # how strongly scales keep to the next: where a game hardly ever is, nothing else tells them
CLEARLY = 2.0  # standard errors
WIDEST = 1000.0  # times the usual value, or as small a part of it: scales are looked for between the two
STEPS = 100
TINY = 1e-6

Tell = Callable[[str, int, int], None]


class Values(NamedTuple):
    """Searched positions: arrays with one entry each."""

    value: Any  # the engine's, for the player to move
    progress: Any  # of the game
    result: Any  # 1, ½ or 0
    game: Any  # its number
    shipped: Any  # the scale that damier has for it now

    def where(self, chosen: Any) -> "Values":
        return Values(*(column[chosen] for column in self))


class Bin(NamedTuple):
    """Positions of about the same expected result: how many, what was expected and found on average, and its error."""

    positions: int
    expected: float
    found: float
    error: float


class FittedScales(NamedTuple):
    """Fitted scales, what errors they have, and how well they foretell results."""

    positions: int
    games: int
    scales: tuple[float, ...]
    errors: tuple[float, ...]
    losses: dict[str, float]  # mean log loss of the ways to foretell a result
    gain: tuple[float, float]  # in log loss, of several scales over one, and its error
    bins: list[Bin]


def gather(game: Game, samples: Sequence[Sample], depth: int, progress: Tell = lambda what, done, total: None) -> Values:
    """The values of positions at a depth, and of every other one a ply deeper; those that are proved are left out."""
    players = [Player(game, None, each, hash_mb=1) for each in (depth, depth + 1)]
    rows = []
    for number, sample in enumerate(samples, 1):
        position = sample.position
        progress("positions", number, len(samples))
        if game.outcome(position) is not None:  # people may have gone on where a rule ends the game
            continue
        thought = players[number % 2].think(position)
        if not thought.exact and abs(thought.value) < WIN:
            rows.append((thought.value, game.progress(position), sample.result, sample.game, scale_of(game, position)))
    return Values(*np.array(rows, float).reshape(-1, len(Values._fields)).T)


def learn(values: Values, phases: int = PHASES) -> FittedScales:
    """Fit one scale and several, and take the several if they are clearly better."""
    if len(values.value) < FEWEST:
        raise BadInput(f"there are {len(values.value)} positions with an estimate; at least {FEWEST} are needed")
    if not values.value.any():
        raise BadInput("all values are 0: there is no evaluation to fit a curve to")
    phases = phases if np.ptp(values.progress) > 0 else 1
    one, several = foretold(values, 1), foretold(values, phases)
    gain, gain_error = mean_of(log_loss(one, values.result) - log_loss(several, values.result), values.game)
    is_by_phase = gain > CLEARLY * gain_error
    scales, errors = fit(values, phases if is_by_phase else 1)
    ways = {
        "a constant": np.full(len(one), values.result.mean()),
        "as damier has it": chance_of(values.value / values.shipped),
        "one scale": one,
        "scales by phase": several,
    }
    losses = {name: float(log_loss(chances, values.result).mean()) for name, chances in ways.items()}
    bins = calibration(several if is_by_phase else one, values.result, values.game)
    games = len(np.unique(values.game))
    return FittedScales(len(values.value), games, scales, errors, losses, (gain, gain_error), bins)


def fit(values: Values, phases: int = 1) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The likeliest scales, and their errors, by Fisher's scoring: steps that the expected curvature tells.

    What is varied is the logarithms of the scales. Positions of one game are taken for witnesses of their own here.
    """
    shares = shares_of(values.progress, phases)
    middle = float(np.log(np.abs(values.value).mean()))
    widest = float(np.log(WIDEST))
    steps = np.diff(np.eye(phases), axis=0)
    pull = PULL * steps.T @ steps

    def cost(logs: Any) -> float:
        chances = chance_of(values.value / (shares @ np.exp(logs)))
        return float(log_loss(chances, values.result).sum() + logs @ pull @ logs / 2)

    def slopes(logs: Any) -> tuple[Any, Any]:
        """The gradient of the cost, and its expected curvature."""
        scales = shares @ np.exp(logs)
        far = np.clip(values.value / scales, -FARTHEST, FARTHEST)
        chances = chance_of(far)
        by_log = (MOST / 4 * (1 - np.tanh(far / 2) ** 2) * -far / scales)[:, None] * shares * np.exp(logs)
        spread = chances * (1 - chances)
        gradient = by_log.T @ ((chances - values.result) / spread) + pull @ logs
        return gradient, by_log.T @ (by_log / spread[:, None]) + pull + TINY * np.eye(phases)

    start = min(np.linspace(middle - widest, middle + widest, 50), key=lambda log: cost(np.full(phases, log)))
    logs = np.full(phases, start)
    for _ in range(STEPS):
        gradient, curvature = slopes(logs)
        step, before = -np.linalg.solve(curvature, gradient), cost(logs)
        while cost(np.clip(logs + step, middle - widest, middle + widest)) > before and np.abs(step).max() > TINY:
            step /= 2
        logs = np.clip(logs + step, middle - widest, middle + widest)
        if np.abs(step).max() < TINY:
            break
    errors = np.exp(logs) * np.sqrt(np.diag(np.linalg.inv(slopes(logs)[1])))
    return tuple(np.exp(logs).tolist()), tuple(errors.tolist())


def foretold(values: Values, phases: int) -> Any:
    """The chance of each position, by the curve that the other games give."""
    chances = np.zeros(len(values.value))
    for fold in range(FOLDS):
        here = values.game % FOLDS == fold
        if here.any() and values.value[~here].any():
            scales, _ = fit(values.where(~here), phases)
            chances[here] = chance_of(values.value[here] / (shares_of(values.progress[here], phases) @ scales))
        else:
            chances[here] = 0.5
    return chances


def shares_of(progress: Any, phases: int) -> Any:
    """How much each of several scales counts at a point of the game: a row for each position, as `between` has it."""
    places = np.clip(progress, 0, 1)[:, None] * (phases - 1)
    return np.clip(1 - np.abs(places - np.arange(phases)), 0, 1)


def chance_of(scales: Any) -> Any:
    """The share of the points to expect where values are so many scales, from 0 to 1: `expected` for arrays."""
    return 0.5 + 0.5 * MOST * np.tanh(np.clip(scales, -FARTHEST, FARTHEST) / 2)


def log_loss(chances: Any, results: Any) -> Any:
    """What each foretelling costs: less, the surer it was of what came."""
    return -(results * np.log(chances) + (1 - results) * np.log(1 - chances))


def mean_of(numbers: Any, games: Any) -> tuple[float, float]:
    """The mean of what was found in positions, and its standard error, for which those of one game are one witness."""
    mean = float(numbers.mean())
    _, places = np.unique(games, return_inverse=True)
    return mean, float(np.sqrt((np.bincount(places, numbers - mean) ** 2).sum()) / len(numbers))


def calibration(chances: Any, results: Any, games: Any, bins: int = BINS) -> list[Bin]:
    """Positions by what was expected of them, from -1 to 1 in equal steps, and what became of them."""
    found = []
    places = np.minimum((chances * bins).astype(int), bins - 1)
    for place in range(bins):
        here = places == place
        if here.any():
            off, error = mean_of(2 * (results - chances)[here], games[here])
            expected = float(2 * chances[here].mean() - 1)
            found.append(Bin(int(here.sum()), expected, expected + off, error))
    return found


def as_python(lesson: FittedScales) -> str:
    """The scales as a line of the game's module, as precise as they are known."""
    scales, errors = (
        ", ".join(f"{float(f'{number:.3g}'):g}" for number in numbers) for numbers in (lesson.scales, lesson.errors)
    )
    return f"EXPECTATION = ({scales}{',' if len(lesson.scales) == 1 else ''})  # ± {errors}"


def as_json(lesson: FittedScales) -> dict[str, Any]:
    """What was found, for programs."""
    return {
        **lesson._asdict(),
        "scales": [round(scale, 3) for scale in lesson.scales],
        "errors": [round(error, 3) for error in lesson.errors],
        "losses": {name: round(loss, 5) for name, loss in lesson.losses.items()},
        "gain": [round(number, 5) for number in lesson.gain],
        "bins": [{name: round(number, 4) for name, number in each._asdict().items()} for each in lesson.bins],
    }
