"""Two ways for a program to find its own coefficients (Alliot-Schiex 15.6.4): how strong it becomes, by games played.

Both begin with all coefficients 0, so that they know only how a game ends, and play against themselves: Samuel's
correction moves coefficients where a later value contradicts an earlier one, the changed copy keeps what wins a match.
Now and then, what was learnt so far plays the two fixed evaluations of the books.
"""

from collections.abc import Callable

from damier.games.othello.terms import NAMES, WRITTEN
from damier.lab.measure import Progress
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.learning.othello import copies, samuel
from damier.learning.othello.curve import DEPTH, PAIRS, POINTS, Lesson

SIZE = PAIRS  # pairs of games of each match that measures
SAMUEL, COPIES = "Samuel's correction", "a changed copy"


def run(
    size: int, seed: int, progress: Progress, *, games: str = str(samuel.GAMES), copies_played: str = str(copies.COPIES)
) -> Report:
    """Learn in both ways; matches of `size` pairs of games measure how strong it has become."""
    total, tried = _number("games", games), _number("copies_played", copies_played)
    lessons = {
        SAMUEL: samuel.learn_samuel(total, seed=seed, pairs=size, progress=_part(progress, 0)),
        COPIES: copies.learn_copies(tried, seed=seed, pairs=size, progress=_part(progress, 1)),
    }
    return Report(
        name="othello-learning",
        title=f"Othello: coefficients that a program finds by itself, in matches at depth {DEPTH}",
        columns=[
            Column("method"),
            Column("games"),
            *(Column(f"{text}{name}", 1) for name in WRITTEN for text in ("% against ", "± against ")),
        ],
        rows=[[name, *row] for name, lesson in lessons.items() for row in _rows(lesson)],
        notes=_notes(lessons, size),
        panels=[_panel(name, lesson) for name, lesson in lessons.items()],
        published={"source": "Alliot-Schiex 15.6.4", "figures": None},
        settings={"pairs": size, "seed": seed, "games": total, "copies": tried, "match_pairs": copies.MATCH_PAIRS},
    )


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < POINTS:
        raise ValueError(f"{name} is {text!r}; it must be a whole number from {POINTS}")
    return int(text)


def _part(progress: Progress, part: int) -> Callable[[str, int, int], None]:
    """Tell how far one half of the experiment is."""
    return lambda what, done, total: progress(part * total + done, 2 * total)


def _rows(lesson: Lesson) -> list[list[Number]]:
    return [
        [point.games, *(100 * value for match in point.matches.values() for value in (match.score, match.error))]
        for point in lesson.points
    ]


def _notes(lessons: dict[str, Lesson], size: int) -> list[str]:
    notes = [
        f"Each figure is a match of {size} random openings, played from both sides at depth {DEPTH}; ± its standard error.",
    ]
    for name, lesson in lessons.items():
        last = lesson.points[-1]
        found = ", ".join(f"{term} {value}" for term, value in zip(NAMES, last.coefficients, strict=True))
        scores = " and ".join(f"{100 * match.score:.1f} % against {other}" for other, match in last.matches.items())
        notes.append(f"After {last.games:,} games, {name} scores {scores}. Its coefficients: {found}.")
    return notes


def _panel(title: str, lesson: Lesson) -> Panel:
    games: list[Number] = [point.games for point in lesson.points]
    series = [
        Series(
            f"against {name}",
            games,
            [100 * point.matches[name].score for point in lesson.points],
            [100 * point.matches[name].error for point in lesson.points],
        )
        for name in WRITTEN
    ]
    return Panel(title, "games played", "per cent of the points", [*series, Series("equal", [], [50.0], look="level")])
