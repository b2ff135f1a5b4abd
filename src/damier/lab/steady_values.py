"""How often does the value of a position hardly change? (Alliot-Schiex 15.5.4, EFREI 2.2.5.3.)

Both say that in 90 % of positions the value does not change much, EFREI that this has been shown, and that alpha-beta may
therefore begin with a window of ± epsilon around a value that is known. Neither says of which epsilon or depth that is
true. Here positions are searched to every depth, and the value of one depth is compared with that of the next, and of the
next but one: how many changes lie within epsilon, and which epsilon would hold 90 % of them.

Epsilon is counted in what people count in the game (a pawn, a disc) where the game says so; else in the spread of the
static evaluation over the positions. A win or loss that comes into sight is a change beyond any epsilon. Where a game tells
its noisy moves, all is done with quiescence too.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.games.game import BadInput, Game
from damier.kernel import has_rule, native
from damier.lab.halt import Halt
from damier.lab.measure import Progress, watched
from damier.lab.positions import played_positions, random_positions
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import GameToDepth, games_to_depths, numbers
from damier.network.estimate import estimate
from damier.rules import WIN
from damier.search.driver import Options, search
from damier.search.work import Work
from damier.wording import quoted

SIZE = 40  # positions of each game
EPSILONS = "0.25,0.5,1,2"
CLAIM = 90.0  # per cent
KINDS = {"played": played_positions, "random": random_positions}
PLAIN, QUIET = "alpha-beta", "with quiescence"
ALGORITHMS = {PLAIN: "alphabeta", QUIET: "quiescence"}


class Values(NamedTuple):
    """The values of one game's positions by one search: a row a position, a column a depth from 0; in units."""

    game: Game
    search: str
    unit: float
    rows: list[list[float]]

    def changes(self, depth: int, step: int) -> Any:
        """By how much each value changes from one depth to one that is deeper by a step."""
        values = np.array(self.rows)
        return np.abs(values[:, depth + step] - values[:, depth])


class Step(NamedTuple):
    """From one depth to another."""

    values: Values
    depth: int
    step: int

    def within(self, epsilon: float) -> float:
        """How many changes are no larger, in per cent."""
        return float(100 * np.mean(self.values.changes(self.depth, self.step) <= epsilon))

    @property
    def needed(self) -> float | None:
        """The epsilon that holds 90 % of the changes; None if more than 10 % are wins and losses that come into sight."""
        found = float(np.quantile(self.values.changes(self.depth, self.step), CLAIM / 100, method="inverted_cdf"))
        return found if found * self.values.unit < WIN / 2 else None


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = "",
    depth: str = "",
    epsilons: str = EPSILONS,
    positions: str = "played",
    halt: Halt | None = None,
) -> Report:
    """Search `size` positions of each game to every depth: `positions` of games that a shallow search played, or after
    random moves; `game` names other games, `depth` the last depth, `epsilons` half widths of the window."""
    halt = halt or Halt()
    widths = numbers("epsilons", epsilons)
    if positions not in KINDS:
        raise BadInput(f"positions is {quoted(positions)}; it must be {' or '.join(KINDS)}")
    chosen = games_to_depths(game, depth)
    found: list[Values] = []
    for values, deepest, position in watched(_todo(chosen, size, seed, positions, found), progress):
        row = _search(values, deepest, position, halt)
        if halt.is_wanted:
            break
        values.rows.append(row)
    steps = [
        Step(values, depth, step)
        for values in found
        if values.rows
        for step in (1, 2)
        for depth in range(len(values.rows[0]) - step)
    ]
    if not steps:
        raise BadInput("the experiment was ended before anything was found")
    return Report(
        name="steady-values",
        title=f"How often the value stays within ± epsilon, in per cent of {size} {positions} positions",
        columns=columns(
            *("game", "search", "from", "to", "positions"), *((f"± {width:g}", 0) for width in widths), ("ε for 90 %", 2)
        ),
        rows=[_row(step, widths) for step in steps],
        notes=_notes(steps, widths),
        panels=[_panel(values, steps, widths) for values in found if values.rows],
        published={"source": "Alliot-Schiex 15.5.4, EFREI 2.2.5.3", "positions_per_cent": CLAIM},
        settings={"positions": size, "kind": positions, "seed": seed, "epsilons": widths},
    )


def _todo(chosen: list[GameToDepth], size: int, seed: int, kind: str, found: list[Values]) -> list[tuple[Values, int, Any]]:
    """Every position with the values that it belongs to."""
    todo = []
    for game, depth in chosen:
        positions = [native(each) for each in KINDS[kind](game, size, seed)]
        unit = float(game.unit) if game.says_unit else _spread(game, positions)
        for name in ALGORITHMS:
            if name != QUIET or has_rule(positions[0], "noisy"):
                values = Values(game, name, unit, [])
                found.append(values)
                todo += [(values, depth, position) for position in positions]
    return todo


def _spread(game: Game, positions: list[Any]) -> float:
    """Half of the range of the static evaluation without the sixth of the positions at either end: the standard deviation,
    if it were normal, whatever threats count. 1 where that is nothing."""
    estimates = [int(estimate(each, np.asarray(game.weights(each), np.int32))) for each in positions]
    low, high = np.quantile(estimates, (1 / 6, 5 / 6))
    return float(high - low) / 2 or 1.0


def _search(values: Values, deepest: int, position: Any, halt: Halt) -> list[float]:
    """The value at every depth from 0; a search that is told to end gives what means nothing."""
    row = []
    for depth in range(deepest + 1):
        work = Work(weights=values.game.weights(position))
        halt.reaches(work.stop)
        found = search(position, ALGORITHMS[values.search], depth, Options(work=work, whole_line=False))
        row.append(found.value / values.unit)
    return row


def _row(step: Step, widths: list[float]) -> list[object]:
    values = step.values
    shares = [step.within(width) for width in widths]
    return [values.game.title, values.search, step.depth, step.depth + step.step, len(values.rows), *shares, step.needed]


def _notes(steps: list[Step], widths: list[float]) -> list[str]:
    notes = [
        'The book (15.5.4): "in 90 % of positions the value rarely changes much"; EFREI (2.2.5.3): "it has been shown".',
        "ε for 90 %: the epsilon that holds so many changes; empty where more than 10 % are wins or losses coming into sight. "
        "Depth 0 is the static evaluation.",
    ]
    for values in _every_values(steps):
        game = values.game
        unit = f"a {game.counted}" if game.says_unit else f"{values.unit:.1f} points, the spread of the estimates"
        last = [step for step in steps if step.values is values and step.depth + step.step == len(values.rows[0]) - 1]
        told = [
            f"from depth {step.depth} to {step.depth + step.step} {step.within(widths[-1]):.0f} % within ± {widths[-1]:g}"
            + (f", 90 % within ± {step.needed:.2f}" if step.needed is not None else "")
            for step in last
        ]
        notes.append(f"{game.title}, {values.search}: 1 is {unit}; {'; '.join(told)}.")
    return notes


def _every_values(steps: list[Step]) -> list[Values]:
    return list({id(step.values): step.values for step in steps}.values())


def _panel(values: Values, steps: list[Step], widths: list[float]) -> Panel:
    ours = [step for step in steps if step.values is values and step.step == 1]
    depths: list[Number] = [step.depth + 1 for step in ours]
    series = [Series(f"± {width:g}", depths, [step.within(width) for step in ours]) for width in widths]
    series.append(Series("book", [], [CLAIM], look="published level"))
    return Panel(f"{values.game.title}, {values.search}", "depth, from the one before", "within ± epsilon, %", series)
