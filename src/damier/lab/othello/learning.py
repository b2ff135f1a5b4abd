"""Two ways for a program to find its own coefficients (Alliot-Schiex 15.6.4): how strong it becomes, by games played.

Both begin with all coefficients 0, so that they know only how a game ends, and play against themselves: Samuel's
correction moves coefficients where a later value contradicts an earlier one, the changed copy keeps what wins a match.
Now and then, what was learnt so far plays the two fixed evaluations of the books. Where learning ends hangs on its chance:
it is repeated with several seeds, and the errors are those between such runs, which are larger than those of a match.
"""

from typing import NamedTuple

from damier.games.othello.terms import NAMES, WRITTEN
from damier.lab.measure import Progress, error, mean
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.learning.othello import copies, samuel
from damier.learning.othello.curve import DEPTH, PAIRS, POINTS, LearntCurve
from damier.wording import quoted, whole_number

SIZE = PAIRS  # pairs of games of each match that measures
RUNS = 5  # of each method, with seeds one after the other
SAMUEL, COPIES = "Samuel's correction", "a changed copy"


class Stage(NamedTuple):
    """What all runs of a method scored after so many games, in per cent, by the evaluation they played."""

    games: int
    scores: dict[str, list[float]]


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    games: str = str(samuel.GAMES),
    copies_played: str = str(copies.COPIES),
    runs: str = str(RUNS),
) -> Report:
    """Learn in both ways, several times; matches of `size` pairs of games measure how strong it has become."""
    total, tried = _number("games", games, POINTS), _number("copies_played", copies_played, POINTS)
    seeds = range(seed, seed + _number("runs", runs, 1))
    lessons: dict[str, list[LearntCurve]] = {SAMUEL: [], COPIES: []}
    for done, each in enumerate(seeds):
        lessons[SAMUEL].append(samuel.learn_samuel(total, seed=each, pairs=size))
        progress(2 * done + 1, 2 * len(seeds))
        lessons[COPIES].append(copies.learn_copies(tried, seed=each, pairs=size))
        progress(2 * done + 2, 2 * len(seeds))
    stages = {name: _stages(of_method) for name, of_method in lessons.items()}
    return Report(
        name="othello-learning",
        title=f"Othello: coefficients that a program finds by itself, in matches at depth {DEPTH}",
        columns=[
            Column("method"),
            Column("games"),
            *(Column(f"{text}{name}", 1) for name in WRITTEN for text in ("% against ", "± against ")),
        ],
        rows=[_row(name, stage) for name, of_method in stages.items() for stage in of_method],
        notes=_notes(stages, lessons, size),
        panels=[_panel(name, of_method) for name, of_method in stages.items()],
        published={"source": "Alliot-Schiex 15.6.4", "figures": None},
        settings={"pairs": size, "seeds": list(seeds), "games": total, "copies": tried, "match_pairs": copies.MATCH_PAIRS},
    )


def _number(name: str, text: str, least: int) -> int:
    number = whole_number(text)
    if number is None or number < least:
        raise ValueError(f"{name} is {quoted(text)}; it must be a whole number from {least}")
    return number


def _stages(lessons: list[LearntCurve]) -> list[Stage]:
    """The same point of all curves, for every point."""
    return [
        Stage(points[0].games, {name: [100 * point.matches[name].score for point in points] for name in WRITTEN})
        for points in zip(*(lesson.points for lesson in lessons), strict=True)
    ]


def _row(method: str, stage: Stage) -> list[object]:
    return [
        method,
        stage.games,
        *(value for name in WRITTEN for value in (mean(stage.scores[name]), error(stage.scores[name]))),
    ]


def _notes(stages: dict[str, list[Stage]], lessons: dict[str, list[LearntCurve]], size: int) -> list[str]:
    notes = [
        f"Means of {len(lessons[SAMUEL])} runs, ± their standard error. Each run is measured by matches of {size} random "
        f"openings, played from both sides at depth {DEPTH}.",
    ]
    for method, of_method in stages.items():
        last = of_method[-1]
        single = "; ".join(f"{', '.join(f'{score:.1f}' for score in last.scores[name])} % against {name}" for name in WRITTEN)
        found = lessons[method][0].points[-1].coefficients
        written = ", ".join(f"{term} {value}" for term, value in zip(NAMES, found, strict=True))
        notes.append(f"{method}, each run after {last.games:,} games: {single}. Coefficients of the first run: {written}.")
    return notes


def _panel(title: str, stages: list[Stage]) -> Panel:
    games: list[Number] = [stage.games for stage in stages]
    series = [
        Series(
            f"against {name}",
            games,
            [mean(stage.scores[name]) for stage in stages],
            [error(stage.scores[name]) for stage in stages],
        )
        for name in WRITTEN
    ]
    return Panel(title, "games played", "per cent of the points", [*series, Series("equal", [], [50.0], look="level")])
