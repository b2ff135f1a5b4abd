"""Deep Thought's linear regression beside the logistic one (Hsu's letter, Alliot-Schiex 15.7.4).

Hsu writes that Deep Thought does not learn: an evaluation that is linear in nearly all of its 100 to 150 terms is
optimised "by a mechanism of linear regression", and "it is not clear that this always has the effects that one wants".
Here the same terms of the same positions are fitted both ways to the results of games (`learning/chess/linear.py`,
`regression.py`), and both are asked to foretell games that they have not seen. The games are damier's own, of so
many nodes a move, or those of a file.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from damier.games.chess.weights import by_hand
from damier.games.game import BadInput
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import whole
from damier.learning.chess.lesson import METHODS, LearntWeights, learn
from damier.learning.chess.positions import Samples, read
from damier.learning.chess.selfplay import TABLE_MB, as_lines, play_game
from damier.search.table import Table

SIZE = 60  # games that are played
NODES = 300  # a move
SETS = {"results": 0.0, "results and scores": 0.7}  # what is learnt, by the part of a search's score in it
ALL = "all"


class Fitted(NamedTuple):
    method: str
    learnt_from: str
    lesson: LearntWeights


def run(
    size: int, seed: int, progress: Progress, *, file: str = "", nodes: str = str(NODES), halt: Halt | None = None
) -> Report:
    """Fit both ways to `size` games of damier against itself, `nodes` a move; or to the games of a `file`, PGN or lines."""
    halt = halt or Halt()
    samples = read(Path(file)) if file else _played(size, seed, whole("nodes", nodes), progress, halt)
    if not len(samples):
        raise BadInput("there are no positions to learn from")
    found = [
        Fitted(method, name, learn(samples, by_hand(), scored=scored, seed=seed, method=method))
        for name, scored in SETS.items()
        if name == "results" or not _has_no_scores(samples)
        for method in METHODS
        if not halt.is_wanted
    ]
    if not found:
        raise BadInput("the experiment was ended before anything was found")
    phases = [phase.name for phase in found[0].lesson.phases]
    first = found[0].lesson
    return Report(
        name="chess-regression",
        title="Linear and logistic regression of chess weights: error on games that were held out, a game counting 1",
        columns=columns("phase", "learnt from", "regression", "positions", ("by hand", 4), ("learnt", 4), ("a mean guess", 4)),
        rows=[_row(each, phase) for phase in [*phases, ALL] for each in found],
        notes=_notes(found, first),
        panels=[_panel(name, [each for each in found if each.learnt_from == name], phases) for name in _learnt_from(found)],
        published={
            "source": "Alliot-Schiex 15.7.4 (Hsu's letter)",
            "claim": "a mechanism of linear regression, 100 to 150 terms",
        },
        settings={"games": first.games, "positions": first.positions, "file": file or None, "seed": seed},
    )


def _played(size: int, seed: int, nodes: int, progress: Progress, halt: Halt) -> Samples:
    """Games of damier against itself, as many as were played when it was ended."""
    table, lines = Table(TABLE_MB), []
    for number in range(size):
        if halt.is_wanted:
            break
        lines.append(as_lines(play_game(by_hand(), table, nodes, seed * 1_000_003 + number)))
        progress(number + 1, size)
    with tempfile.TemporaryDirectory(prefix="damier-") as folder:
        path = Path(folder) / "games.txt"
        path.write_text("".join(lines))
        return read(path)


def _has_no_scores(samples: Samples) -> bool:
    return bool((samples.score != samples.score).all())  # not a number


def _row(each: Fitted, phase: str) -> list[object]:
    lesson = each.lesson
    for known in lesson.phases:
        if known.name == phase:
            return [phase, each.learnt_from, each.method, known.positions, known.before, known.after, known.of_nothing]
    return [phase, each.learnt_from, each.method, lesson.test_positions, lesson.errors[0][1], lesson.errors[-1][1], None]


def _notes(found: list[Fitted], first: LearntWeights) -> list[str]:
    notes = [
        'Hsu (letter in 15.7.4): Deep Thought\'s coefficients come from "a mechanism of linear regression", whose effects are '
        '"not always those that one wants".',
        f"{first.games:,} games, {first.positions:,} quiet positions, and {first.test_positions:,} of games held out. Errors "
        "are the root of the mean square between the expected and the true result, each on the scale that suits it best.",
    ]
    for name in _learnt_from(found):
        told = [f"{each.method} {each.lesson.errors[-1][1]:.4f}" for each in found if each.learnt_from == name]
        notes.append(f"Learnt from {name}, all phases: {', '.join(told)}; by hand {first.errors[0][1]:.4f}.")
    return notes


def _learnt_from(found: list[Fitted]) -> list[str]:
    return list(dict.fromkeys(each.learnt_from for each in found))


def _panel(name: str, found: list[Fitted], phases: list[str]) -> Panel:
    places: list[Number] = list(range(len(phases)))
    series = [Series(each.method, places, [phase.after for phase in each.lesson.phases]) for each in found]
    lesson = found[0].lesson
    series.append(Series("by hand", places, [phase.before for phase in lesson.phases]))
    series.append(Series("a mean guess", places, [phase.of_nothing for phase in lesson.phases]))
    return Panel(f"learnt from {name}", "phase", "error on games held out", series, places=phases)
