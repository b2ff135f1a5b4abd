"""What each technique of the player's search is worth in a game: it is switched off, and the same is done again.

Two things are done. Some positions are searched to a depth: how many nodes, how much time? That says nothing of the techniques
that look further or less far on purpose, so, if games are asked for, the player also plays them without each technique against
itself with all. A technique that is off as a rule is switched on instead; those that a game has no use for are left out.

The rooms of some games have positions of their own (`lab/GAME/techniques.py`); in others openings are searched. Many
games are better played by `damier rate GAME SETTING --turn all --out FILE`, which goes on where it was.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from damier.arena.openings import usual_openings
from damier.arena.rating_list import RatingList
from damier.arena.setting import read_setting
from damier.engine.acting import USUAL, as_setting, is_playable, read_switches, turned
from damier.engine.deepening import deepen
from damier.engine.kernel.pruning import SINGULAR_FROM
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load
from damier.games.catalogue import USUAL as USUAL_GAME
from damier.games.game import Game
from damier.games.rooms import room_of
from damier.lab.effort import SolveEffort
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import AtLeast, Column, Number, Panel, Report, Series
from damier.rules import INFINITY
from damier.search.table import Table
from damier.wording import quoted, whole_number


class SourcedPosition(NamedTuple):
    """A position and where it is from."""

    name: str
    text: str
    source: str


class Subject(NamedTuple):
    """A game, and what of it is searched."""

    game: str  # by name, or a file
    positions: Sequence[SourcedPosition]
    depth: int = 8
    resign: tuple[int, int] | None = None  # who has been lost by so many points for so many moves, as both see it, gives up


SIZE = 12  # positions
MOST_DEPTH = 30
NODES = 3_000_000  # after which the search of one position is stopped
LIMIT = "nodes=10000"  # what both sides have for a move in the games
HASH_MB = 16
MOST_GAMES = 100_000


@dataclass
class Variant:
    """The player's search with one switch turned, or with none: what the positions took, and how the games went."""

    switch: str
    efforts: list[SolveEffort]
    games: int | None = None
    score: float | None = None  # per cent of the points against all techniques
    elo: float | None = None  # all techniques: 0
    error: float | None = None

    @property
    def techniques(self) -> Techniques:
        return turned(self.switch) if self.switch else USUAL

    @property
    def name(self) -> str:
        """The technique; one that is switched on has a plus in front."""
        return self.switch if not self.switch or getattr(USUAL, self.switch) else f"+{self.switch}"

    @property
    def stopped(self) -> int:
        return sum(effort.score is None for effort in self.efforts)


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = USUAL_GAME,
    depth: str = "",
    nodes: str = str(NODES),
    games: str = "0",
    limit: str = LIMIT,
    only: str = "",
    halt: Halt | None = None,
) -> Report:
    """Search `size` positions of any `game` to a depth with each switch turned, and play so many games of each variant.

    A search is stopped after so many nodes. Both sides of a game have the limit, as nodes=10000 or seconds=0.05, for a move.
    `only` names the techniques to be tried, as killers,history; positions and openings are drawn by the seed.
    """
    subject = subject_of(game, size, seed)
    measured = experiment(subject)
    settings = {"nodes": nodes, "games": games, "limit": limit, "only": only, "halt": halt}
    return measured(min(size, len(subject.positions)), seed, progress, depth=depth or str(subject.depth), **settings)


def subject_of(name: str, size: int, seed: int) -> Subject:
    """What is searched of a game: the positions of its room, or else openings as matches begin with."""
    game = load(name)
    room = room_of(game, "lab", "techniques")
    if room is not None:
        subject: Subject = room.SUBJECT
        return subject
    texts = [game.text(opening.session(game).position) for opening in usual_openings(game, size, seed)]
    return Subject(name, [SourcedPosition(str(number), text, "an opening") for number, text in enumerate(texts, 1)])


def experiment(subject: Subject) -> Callable[..., Report]:
    """The experiment on one game."""

    def run(
        size: int,
        seed: int,
        progress: Progress,
        *,
        depth: str = str(subject.depth),
        nodes: str = str(NODES),
        games: str = "0",
        limit: str = LIMIT,
        only: str = "",
        halt: Halt | None = None,
    ) -> Report:
        """Search the first `size` positions to a depth with each switch turned, and play so many games of each variant.

        A search is stopped after so many nodes. Both sides of a game have the limit, nodes=10000 or seconds=0.05, for a move.
        `only` names the techniques to be tried, as killers,history; the openings of the games are drawn by the seed.
        """
        halt = halt or Halt()
        plies, most_nodes = _read("depth", depth, 1, MOST_DEPTH), _read("nodes", nodes, 1000, 1 << 40)
        count = _read("games", games, 0, MOST_GAMES)
        read_setting(limit)  # refuses what cannot be
        if not 1 <= size <= len(subject.positions):
            raise ValueError(f"size is {size}; there are {len(subject.positions)} positions")
        game = load(subject.game)
        variants = [Variant("", []), *(Variant(switch, []) for switch in read_switches(game, only))]
        playing = [each for each in variants[1:] if is_playable(each.switch)]
        total = size + (count * len(playing))
        _search_all(game, variants, subject.positions[:size], plies, most_nodes, lambda done: progress(done, total), halt)
        if count and playing:
            _play_all(subject, playing, count, limit, seed, lambda done: progress(size + done, total), halt)
        return _report(game, subject, variants, plies, most_nodes, count, limit, seed)

    return run


def _read(name: str, text: str, least: int, most: int) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name} is {quoted(text)}; it must be from {least} to {most}")
    return number


# --------------------------------------------------------------------------------------------------------------------
# Positions


def _search_all(
    game: Game, variants: list[Variant], positions: Sequence[SourcedPosition], depth: int, nodes: int, tell: Any, halt: Halt
) -> None:
    """Search each position with all variants in turn: the computer's other work is then the same for all."""
    table = Table(HASH_MB)
    for done, each in enumerate(positions):
        position = game.parse(each.text)
        look(game, position, USUAL, depth, nodes, table, halt)  # compiles, and is slower than those that follow
        efforts = [look(game, position, variant.techniques, depth, nodes, table, halt) for variant in variants]
        if halt.is_wanted:
            break
        for variant, effort in zip(variants, efforts, strict=True):
            variant.efforts.append(effort)
        tell(done + 1)
    if not variants[0].efforts:
        raise ValueError("it was stopped before anything was measured")


def look(game: Game, position: Any, techniques: Techniques, depth: int, nodes: int, table: Table, halt: Halt) -> SolveEffort:
    """What a search to a depth takes, from an empty table; it has no score if it was stopped after so many nodes."""
    table.clear()
    unit = game.unit if game.says_unit else INFINITY
    cuts, left = game.cuts(position), game.plies_left(position)
    memory = Workspace(position, game.weights(position), table, techniques, cuts, left, node_limit=nodes, unit=unit)
    halt.reaches(memory.stop)
    began = time.thread_time()
    found = deepen(position, depth, memory, techniques)
    return SolveEffort(int(memory.record.nodes), time.thread_time() - began, None if memory.record.stop else found.score)


# --------------------------------------------------------------------------------------------------------------------
# Games


def _play_all(subject: Subject, variants: list[Variant], games: int, limit: str, seed: int, tell: Any, halt: Halt) -> None:
    """Each variant against the player with all its techniques, from the same openings, round by round."""
    if halt.is_wanted:
        return
    sides = [f"{limit},name=all", *(f"{limit},name={each.switch},{as_setting(each.switch)}" for each in variants)]
    contest = RatingList(
        subject.game,
        sides,
        games=games,
        gauntlet=True,
        seed=seed,
        resign=subject.resign,
        on_game=lambda played, done, total: tell(done),
    )
    halt.reaches(contest.stop)
    rated = {each.name: each for each in contest.run().rated}
    for variant in variants:
        found = rated[variant.switch]
        variant.games = found.games
        if found.games:
            variant.score, variant.elo, variant.error = 100 * found.score, found.elo, found.error


# --------------------------------------------------------------------------------------------------------------------
# Report


def _report(
    game: Game, subject: Subject, variants: list[Variant], depth: int, nodes: int, games: int, limit: str, seed: int
) -> Report:
    columns = [
        Column("without"),
        Column("nodes"),
        Column("seconds", 2),
        Column("nodes, all = 1", 2),
        Column("time, all = 1", 2),
        Column("stopped"),
    ]
    panels = [_ratios(variants)]
    if games:
        columns += [Column("games"), Column("% of the points", 1), Column("Elo, all = 0", 0), Column("±", 0)]
        panels.append(_ratings(variants))
    searched = subject.positions[: len(variants[0].efforts)]
    return Report(
        name=f"{game.name}-techniques",
        title=f"{game.title}: the player's search to depth {depth} without each of its techniques",
        columns=columns,
        rows=[_row(variant, variants[0])[: len(columns)] for variant in variants],
        notes=_notes(variants, depth, nodes, games, limit),
        panels=panels,
        published={
            "source": "Alliot-Schiex 15.5 and 15.7.4, EFREI 2.3 (the techniques)",
            "positions": [each._asdict() for each in searched],
        },
        settings={
            "game": subject.game,
            "positions": len(searched),
            "depth": depth,
            "nodes": nodes,
            "hash_mb": HASH_MB,
            "games": games,
            "limit": limit,
            "seed": seed,
        },
    )


def ratio(variant: Variant, base: Variant, what: str) -> float:
    """How many times the nodes or seconds of all techniques: the geometric mean of the positions."""
    pairs = [(getattr(one, what), getattr(all_, what)) for one, all_ in zip(variant.efforts, base.efforts, strict=True)]
    mean = math.exp(sum(math.log(max(one, 1e-6) / max(all_, 1e-6)) for one, all_ in pairs) / len(pairs))
    return AtLeast(mean) if variant.stopped else mean


def _row(variant: Variant, base: Variant) -> list[object]:
    nodes, seconds = (sum(getattr(effort, what) for effort in variant.efforts) for what in ("nodes", "seconds"))
    return [
        variant.name,
        AtLeast(nodes) if variant.stopped else nodes,
        AtLeast(seconds) if variant.stopped else seconds,
        ratio(variant, base, "nodes"),
        ratio(variant, base, "seconds"),
        variant.stopped,
        variant.games,
        variant.score,
        variant.elo,
        variant.error,
    ]


def _notes(variants: list[Variant], depth: int, nodes: int, games: int, limit: str) -> list[str]:
    notes = [
        f"{len(variants[0].efforts)} positions, each with an empty table of {HASH_MB} MB. Nodes and seconds (of the processor) "
        "are those of all positions together, ratios the geometric means of the positions. A plus: off as a rule, and here "
        "switched on.",
        f"A search is stopped after {nodes:,} nodes; it counts as far as it went, and > says that the true number is larger.",
        "A search that visits fewer nodes is not better for it where a technique leaves out moves or looks further on "
        "purpose: what such a technique is worth, only games tell.",
    ]
    if depth < SINGULAR_FROM and any(each.switch == "singular" for each in variants):
        notes.append(f"Singular extensions are looked for from depth {SINGULAR_FROM} on: at depth {depth} there are none.")
    if games:
        notes.append(
            f"Games: {games} from both sides of the same openings, {limit} a move; the rating is that of the player "
            "with the switch turned, against all techniques, ± what holds 19 times out of 20. Without deepening nobody can "
            "play by nodes or time."
        )
    return notes


def _ratios(variants: list[Variant]) -> Panel:
    """Bars for each technique; open triangles where searches were stopped."""
    base, others = variants[0], variants[1:]
    places: list[Number] = list(range(len(others)))
    series = [
        Series(label, places, [float(ratio(variant, base, what)) for variant in others], look="ratios")
        for label, what in (("nodes", "nodes"), ("time", "seconds"))
    ]
    stopped = [place for place, variant in enumerate(others) if variant.stopped]
    if stopped:
        heights = [max(each.y[place] for each in series) for place in stopped]
        series.append(Series("nodes, stopped", list(stopped), heights, look="stopped"))
    title = "nodes and time to the depth" + (" (triangle: larger, since searches were stopped)" if stopped else "")
    return Panel(title, "without (+: with)", "all = 1", series, log="y", places=[each.name for each in others])


def _ratings(variants: list[Variant]) -> Panel:
    """The rating of each variant of which it is known how sure it is."""
    names = [variant.name for variant in variants[1:]]
    known = [(place, each.elo, each.error) for place, each in enumerate(variants[1:]) if each.elo is not None and each.error]
    places, ratings, errors = ([each[part] for each in known] for part in range(3))
    series = [
        Series("rating", places, ratings, errors, look="points"),
        Series("all techniques", [], [0.0], look="level"),
    ]
    return Panel("rating", "without (+: with)", "Elo, all = 0", series, places=names)
