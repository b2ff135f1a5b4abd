"""Weights found by playing (EFREI 3.6): a genetic search and SPSA from poor weights, beside those set by hand and learnt.

The source says that a program which breeds its weights soon moves its pieces but hardly becomes an opponent to fear, and
does not try. Here both searches begin with weights that know next to nothing, as the game declares them
(`games/adjustable.py`), and play the same number of games. Now and then what they have found plays the weights that were set
by hand; so do the evaluations that were learnt otherwise, as lines to be beaten. Any game with weights can be named,
`game=othello:size=8`, or a file, `file=./mygame.py`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from damier.games import load
from damier.games import names as registered
from damier.games.adjustable import OWN, Adjustable
from damier.games.catalogue import is_file
from damier.games.game import BadInput, Game
from damier.games.rooms import room_of, rooms
from damier.lab.halt import Halt
from damier.lab.measure import Progress, error, mean
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.learning.duels import DuelTerms
from damier.learning.genetic import RIVALS, Genetic
from damier.learning.spsa import Spsa
from damier.learning.weight_search import Measure, Way, WeightBatch, WeightPoint, WeightSearch
from damier.network.kept import EVALUATION
from damier.wording import quoted, whole_number

SIZE = 100  # pairs of games of each match that measures
GAMES = 12_000  # of each search
POINTS = 8  # of a curve, beside its first
POPULATION, GENETIC_PAIRS = 24, 2
DIRECTIONS, SPSA_PAIRS = 16, 3
USUAL = next(room.WEIGHTS_OF for room in rooms("lab").values() if hasattr(room, "WEIGHTS_OF"))  # a small game
TITLES = {"genetic": "genetic search", "spsa": "SPSA"}


class Line(NamedTuple):
    """What stands beside the curves: an evaluation, and what it scores against the one set by hand."""

    name: str
    score: float
    error: float


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = USUAL,
    file: str = "",
    games: str = str(GAMES),
    runs: str = "2",
    depth: str = "2",
    nodes: str = "0",
    start: str = "",
    only: str = "",
    plies: str = "8",
    jobs: str = "1",
    kept: str = "",
    halt: Halt | None = None,
) -> Report:
    """Search in both ways, several times; matches of `size` pairs of games measure how strong it has become."""
    played = load(file) if file else _loaded(game)
    seen = _whole("nodes", nodes, 0)
    thinking = (0, seen, 0) if seen else (_whole("depth", depth, 1), 0, 0)
    begins = tuple(each.strip() for each in only.split(",") if each.strip())
    terms = DuelTerms(played.loaded_as, played.options, thinking, _whole("plies", plies, 0), begins, start)
    known = terms.numbers(played)
    measure = Measure({OWN: known.start(OWN)}, size, POINTS)
    seeds = range(seed, seed + _whole("runs", runs, 1))
    searches = [
        WeightSearch(way, each, known, known.start(start), measure)
        for way in _ways(_whole("games", games, 1))
        for each in seeds
    ]
    others = _others(played)
    batch = WeightBatch(
        played,
        terms,
        searches,
        [duel for name in others for duel in measure.duels(_line(name), name)],
        Path(kept) if kept else None,
        _whole("jobs", jobs, 0),
        progress,
    )
    (halt or Halt()).reaches(batch.stop)
    if not batch.run():
        raise BadInput("the experiment was ended before all was measured" + (f"; {kept} goes on" if kept else ""))
    lines = [Line(name, *measure.scores(_line(name), batch.done)[OWN]) for name in others]
    curves = {way: [each.points(batch.done) for each in searches if each.way.name == way] for way in TITLES}
    return _report(played, known, terms, curves, lines, size, list(seeds))


def _ways(games: int) -> list[Way]:
    """Both ways, each of so many games."""
    return [
        Genetic(max(1, round(games / (2 * GENETIC_PAIRS * POPULATION * RIVALS))), POPULATION, GENETIC_PAIRS),
        Spsa(max(1, round(games / (2 * SPSA_PAIRS * DIRECTIONS))), DIRECTIONS, SPSA_PAIRS),
    ]


def _others(game: Game) -> list[str]:
    """The evaluations that were learnt otherwise, of those that this board has."""
    found = []
    for name in getattr(room_of(game, "lab"), "LEARNT", ()):
        try:
            replace(game, options={**game.options, EVALUATION: name}).weights()
        except ValueError:
            continue
        found.append(name)
    return found


def _line(name: str) -> str:
    return f"line {name}"


def _loaded(written: str) -> Game:
    """A registered game with options, as `othello:size=6`, or a file."""
    if is_file(written):
        own: Game = load(written)
        return own
    name, *options = written.split(":")
    if name not in registered():
        raise BadInput(f"game is {quoted(written)}; it must be one of {', '.join(registered())}, or file=./mygame.py")
    settings = {key: _whole(key, value, 0) for key, _, value in (option.partition("=") for option in options)}
    game: Game = load(name, **settings)
    game.check_options()
    return game


def _whole(name: str, text: str, least: int) -> int:
    number = whole_number(text)
    if number is None or number < least:
        raise BadInput(f"{name} is {quoted(text)}; it must be a whole number from {least}")
    return number


def _report(
    game: Game,
    known: Adjustable,
    terms: DuelTerms,
    curves: dict[str, list[list[WeightPoint]]],
    lines: list[Line],
    size: int,
    seeds: list[int],
) -> Report:
    rows: list[list[Any]] = []
    series = []
    for way, of_runs in curves.items():
        stages = [[100 * point.scores[OWN].score for point in points] for points in zip(*of_runs, strict=True)]
        played: list[Number] = [point.games for point in of_runs[0]]
        errors: list[Number] = [
            error(scores) if len(scores) > 1 else 100 * point.scores[OWN].error
            for scores, point in zip(stages, of_runs[0], strict=True)
        ]
        rows += [
            [TITLES[way], number, mean(scores), wrong] for number, scores, wrong in zip(played, stages, errors, strict=True)
        ]
        series.append(Series(TITLES[way], played, [mean(scores) for scores in stages], errors))
    rows += [[line.name, None, 100 * line.score, 100 * line.error] for line in lines]
    levels = [Series(line.name, [], [100 * line.score], look="published level") for line in lines]
    begun = terms.start or next(iter(known.starts))
    return Report(
        name="weights",
        title=f"{game.title}: weights found by playing",
        columns=[Column("weights"), Column("games"), Column("% against hand", 1), Column("±", 1)],
        rows=rows,
        notes=_notes(known, terms, curves, size, seeds, begun),
        panels=[
            Panel(
                f"from {begun} ones, against those set by hand",
                "games played",
                "per cent of the points",
                [*series, *levels, Series("equal", [], [50.0], look="level")],
            )
        ],
        published={"source": "EFREI 3.6", "figures": None},
        settings={
            "game": terms.game,
            "options": dict(terms.options),
            "pairs": size,
            "seeds": seeds,
            "thinking": list(terms.thinking),
            "numbers": len(known.names),
            "start": begun,
        },
    )


def _notes(
    known: Adjustable,
    terms: DuelTerms,
    curves: dict[str, list[list[WeightPoint]]],
    size: int,
    seeds: list[int],
    begun: str,
) -> list[str]:
    depth, nodes, _ = terms.thinking
    many = f"Means of {len(seeds)} runs, ± their standard error." if len(seeds) > 1 else "One run."
    limit = f"depth {depth}" if depth else f"{nodes} nodes a move"
    notes = [
        f"{many} {len(known.names)} numbers are searched for, from {begun} ones. Games are played at {limit}; each match that "
        f"measures has {size} random openings, played from both sides."
    ]
    shown = known.names[:12]
    for way, of_runs in curves.items():
        last = [points[-1] for points in of_runs]
        single = ", ".join(f"{100 * point.scores[OWN].score:.1f}" for point in last)
        found = ", ".join(f"{name} {number}" for name, number in zip(shown, last[0].numbers, strict=False))
        notes.append(
            f"{TITLES[way]}, each run at the end: {single} %. First run: {found}{', ...' if len(known.names) > 12 else ''}."
        )
    return notes
