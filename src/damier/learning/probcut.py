"""How well a less deep search tells the score of a deeper one: what the player's forward pruning goes by
(Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).

Positions of sensible games are searched to every depth up to one. For each depth the scores are set against those of a
shallow one, of the same parity since who has the last word makes a difference: a straight line is laid through them, and
what remains is the error. All this apart for each phase of the game, where the game tells how long it still lasts.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from damier.engine.deepening import Found, deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games.game import Cut, Game
from damier.kernel import native
from damier.rules import WIN
from damier.search.table import Table

SHALLOWEST = 3  # depth at which pruning is worth a search of its own
PHASE = 8  # plies of the game that are taken together
FEWEST = 40  # positions that a phase needs
CHANCE = 0.2  # of a random move in a game that is otherwise sensible
OPENING = 6  # random plies before
_TO_THE_DEPTH = Techniques(deeper=False, probcut=False)

Phases = list[tuple[int, list[Cut]]]  # from so many plies left on, the highest first


class DepthScores(NamedTuple):
    """The scores of one position at depth 1, 2, ..."""

    plies_left: int
    scores: list[int]


def shallow_for(depth: int) -> int:
    """The depth of the search that is asked first: about half, and of the same parity."""
    return 2 * (depth // 4) + depth % 2


def sensible_positions(game: Game, count: int, seed: int = 1) -> list[Any]:
    """Positions of games that begin at random and go on by looking two plies ahead, with a random move now and then."""
    chance = random.Random(seed)
    table = Table(1)
    found = list[Any]()
    while len(found) < count:
        position, ply, game_positions = game.start(), 0, list[Any]()
        while legal := game.moves(position):
            if ply < OPENING or chance.random() < CHANCE:
                move = chance.choice(legal)
            else:
                move = _search(game, position, 2, table).line[0]
                game_positions.append(position)
            position, ply = game.play(position, move), ply + 1
        found += chance.sample(game_positions, min(len(game_positions), 6))
    return found[:count]


def gather(
    game: Game, positions: Sequence[Any], depth: int, progress: Callable[[str, int, int], None] | None = None
) -> list[DepthScores]:
    """The scores of positions at every depth, as far as the end of the game is not in sight."""
    samples = []
    for number, position in enumerate(positions, 1):
        left = game.plies_left(position)
        deepest = depth if left is None else min(depth, left - 1)
        if deepest > 0:
            found = list[Found]()
            _search(game, position, deepest, Table(16), found.append)
            samples.append(DepthScores(left or 0, [each.score for each in found]))
        if progress:
            progress("positions", number, len(positions))
    return samples


def fit(samples: Iterable[DepthScores], depth: int) -> Cut | None:
    """The straight line through the scores at a depth over those at the shallow one; None if too little is known."""
    shallow = shallow_for(depth)
    pairs = [(each.scores[shallow - 1], each.scores[depth - 1]) for each in samples if len(each.scores) >= depth]
    pairs = [pair for pair in pairs if max(abs(pair[0]), abs(pair[1])) < WIN]
    if len(pairs) < FEWEST:
        return None
    first, second = np.array(pairs, float).T
    if np.ptp(first) == 0:
        return None
    slope, offset = np.polyfit(first, second, 1)
    if slope <= 0.1:
        return None
    error = float(np.sqrt(np.mean((second - slope * first - offset) ** 2)))
    return Cut(depth, shallow, round(float(slope), 3), round(float(offset), 1), round(error, 1))


def fit_phases(samples: Sequence[DepthScores], depth: int, phase: int = PHASE) -> Phases:
    """What was found for each phase of the game that has enough positions."""
    phases = []
    for first in sorted({each.plies_left // phase * phase for each in samples}, reverse=True):
        ours = [each for each in samples if first <= each.plies_left < first + phase]
        cuts = [cut for each in range(SHALLOWEST, depth + 1) if (cut := fit(ours, each))]
        if cuts:
            phases.append((first, cuts))
    return phases


def as_python(phases: Phases) -> str:
    """The figures as the source of a table: by the plies left at least, a row of numbers for each depth."""
    lines = ["PHASES = {"]
    for first, cuts in phases:
        lines += [f"    {first}: (", *(f"        {tuple(cut)}," for cut in cuts), "    ),"]
    return "\n".join([*lines, "}"])


def _search(game: Game, position: Any, depth: int, table: Table, on_depth: Callable[[Found], None] | None = None) -> Found:
    memory = Workspace(position, game.weights(), table, _TO_THE_DEPTH, unit=game.unit)
    return deepen(native(position), depth, memory, _TO_THE_DEPTH, on_depth=on_depth)
