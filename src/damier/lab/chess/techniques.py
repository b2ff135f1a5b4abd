"""What each technique of the player's search is worth on chess: it is switched off, and the same is done again.

Two things are done. Some positions, from openings to endings, are searched to a depth: how many nodes, how much time? That
says nothing of the techniques that look further or less far on purpose, so, if games are asked for, the player also plays
them without each technique against itself with all. A technique that is off as a rule is switched on instead.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from damier.arena import Match
from damier.arena.setting import read_setting
from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load
from damier.games.chess import UNIT
from damier.lab.effort import SolveEffort
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import AtLeast, Column, Number, Panel, Report, Series
from damier.search.table import Table
from damier.wording import quoted, whole_number


class SourcedPosition(NamedTuple):
    """A position and where it is from."""

    name: str
    fen: str
    source: str


POSITIONS = (  # openings, middle games and endings by turns
    SourcedPosition("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the rules"),
    SourcedPosition(
        "two knights", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "P. McKenzie, Kiwipete"
    ),
    SourcedPosition("four rooks", "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1", "Bratko-Kopec test, 2"),
    SourcedPosition("Spanish", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", "1. e4 ... 5. O-O"),
    SourcedPosition("mirror", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "S. Edwards"),
    SourcedPosition("pawns", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "R. Fine, Basic Chess Endings, 70"),
    SourcedPosition("Sicilian", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6", "1. e4 ... 5. Nc3 a6"),
    SourcedPosition("king hunt", "b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24", "Kasparov - Topalov, 1999"),
    SourcedPosition("two rooks", "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", "F. Reinfeld, Win at Chess, 2"),
    SourcedPosition("Nimzo-Indian", "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4", "1. d4 ... 3. Nc3 Bb4"),
    SourcedPosition("closed", "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1", "Bratko-Kopec test, 3"),
    SourcedPosition("minor pieces", "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1", "Bratko-Kopec test, 8"),
)
SIZE = len(POSITIONS)
DEPTH, MOST_DEPTH = 12, 30
NODES = 3_000_000  # after which the search of one position is stopped
LIMIT = "nodes=10000"  # what both sides have for a move in the games
HASH_MB = 16
MOST_GAMES = 100_000
RESIGN = 1000, 3  # who has been lost by so many points for so many moves, as both see it, gives up

NEEDLESS = ("symmetry", "preview", "probcut", "outcome_first")  # which chess has no use for
USUAL = Techniques()
SWITCHES = tuple(each.name for each in fields(Techniques) if each.name not in NEEDLESS)


@dataclass
class Variant:
    """The player's search with one switch turned, or with none: what the positions took, and how the games went."""

    switch: str
    efforts: list[SolveEffort]
    score: float | None = None  # per cent of the points against all techniques
    elo: float | None = None  # all techniques: 0
    error: float | None = None

    @property
    def techniques(self) -> Techniques:
        return replace(USUAL, **{self.switch: not getattr(USUAL, self.switch)}) if self.switch else USUAL

    @property
    def name(self) -> str:
        """The technique; one that is switched on has a plus in front."""
        return self.switch if not self.switch or getattr(USUAL, self.switch) else f"+{self.switch}"

    @property
    def stopped(self) -> int:
        return sum(effort.score is None for effort in self.efforts)

    @property
    def is_playable(self) -> bool:
        """Whether it can play by nodes or time: who does not deepen has nothing when these end."""
        return self.techniques.deepening


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    depth: str = str(DEPTH),
    nodes: str = str(NODES),
    games: str = "0",
    limit: str = LIMIT,
    only: str = "",
    halt: Halt | None = None,
) -> Report:
    """Search the first `size` positions to a depth with each switch turned, and play so many games of each variant.

    A search is stopped after so many nodes. Both sides of a game have the limit, as nodes=10000 or seconds=0.05, for a move.
    `only` names the techniques to be tried, as killers,history; the openings of the games are drawn by the seed.
    """
    halt = halt or Halt()
    plies, most_nodes = _read("depth", depth, 1, MOST_DEPTH), _read("nodes", nodes, 1000, 1 << 40)
    count = _read("games", games, 0, MOST_GAMES)
    read_setting(limit)  # refuses what cannot be
    if not 1 <= size <= SIZE:
        raise ValueError(f"size is {size}; there are {SIZE} positions")
    variants = [Variant("", []), *(Variant(switch, []) for switch in _read_switches(only))]
    total = size + (len(variants) - 1 if count else 0)
    _search_all(variants, POSITIONS[:size], plies, most_nodes, lambda done: progress(done, total), halt)
    if count:
        _play_all(variants[1:], count, limit, seed, lambda done: progress(size + done, total), halt)
    return _report(variants, plies, most_nodes, count, limit, seed)


def _read(name: str, text: str, least: int, most: int) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise ValueError(f"{name} is {quoted(text)}; it must be from {least} to {most}")
    return number


def _read_switches(text: str) -> Sequence[str]:
    names = [name.strip() for name in text.split(",")] if text.strip() else SWITCHES
    for name in names:
        if name not in SWITCHES:
            raise ValueError(f"{quoted(name)} is no technique of chess; there are {', '.join(SWITCHES)}")
    return names


# --------------------------------------------------------------------------------------------------------------------
# Positions


def _search_all(
    variants: list[Variant], positions: Sequence[SourcedPosition], depth: int, nodes: int, tell: Any, halt: Halt
) -> None:
    """Search each position with all variants in turn: the computer's other work is then the same for all."""
    game, table = load("chess"), Table(HASH_MB)
    for done, each in enumerate(positions):
        position = game.parse(each.fen)
        look(position, USUAL, depth, nodes, game.weights(), table, halt)  # compiles, and is slower than those that follow
        efforts = [look(position, variant.techniques, depth, nodes, game.weights(), table, halt) for variant in variants]
        if halt.is_wanted:
            break
        for variant, effort in zip(variants, efforts, strict=True):
            variant.efforts.append(effort)
        tell(done + 1)
    if not variants[0].efforts:
        raise ValueError("it was stopped before anything was measured")


def look(position: Any, techniques: Techniques, depth: int, nodes: int, weights: Any, table: Table, halt: Halt) -> SolveEffort:
    """What a search to a depth takes, from an empty table; it has no score if it was stopped after so many nodes."""
    table.clear()
    memory = Workspace(position, weights, table, techniques, node_limit=nodes, unit=UNIT)
    halt.reaches(memory.stop)
    began = time.thread_time()
    found = deepen(position, depth, memory, techniques)
    return SolveEffort(int(memory.record.nodes), time.thread_time() - began, None if memory.record.stop else found.score)


# --------------------------------------------------------------------------------------------------------------------
# Games


def _play_all(variants: list[Variant], games: int, limit: str, seed: int, tell: Any, halt: Halt) -> None:
    """Each variant against the player with all its techniques, from the same openings."""
    for done, variant in enumerate(variants):
        if halt.is_wanted:
            break
        if variant.is_playable:
            side = f"{limit},{variant.switch}={'on' if getattr(variant.techniques, variant.switch) else 'off'}"
            contest = Match("chess", f"{side},name=variant", f"{limit},name=all", games=games, seed=seed, resign=RESIGN)
            halt.reaches(contest.stop)
            played = contest.run()
            if played.games:
                variant.score, variant.elo, variant.error = 100 * played.score, _finite(played.elo), _finite(played.error)
        tell(done + 1)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


# --------------------------------------------------------------------------------------------------------------------
# Report


def _report(variants: list[Variant], depth: int, nodes: int, games: int, limit: str, seed: int) -> Report:
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
        columns += [Column("% of the points", 1), Column("Elo, all = 0", 0), Column("±", 0)]
        panels.append(_ratings(variants))
    return Report(
        name="chess-techniques",
        title=f"Chess: the player's search to depth {depth} without each of its techniques",
        columns=columns,
        rows=[_row(variant, variants[0])[: len(columns)] for variant in variants],
        notes=_notes(len(variants[0].efforts), nodes, games, limit),
        panels=panels,
        published={
            "source": "Alliot-Schiex 15.5 and 15.7.4, EFREI 2.3 (the techniques)",
            "positions": [each._asdict() for each in POSITIONS[: len(variants[0].efforts)]],
        },
        settings={
            "positions": len(variants[0].efforts),
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
        variant.score,
        variant.elo,
        variant.error,
    ]


def _notes(positions: int, nodes: int, games: int, limit: str) -> list[str]:
    notes = [
        f"{positions} positions, each with an empty table of {HASH_MB} MB. Nodes and seconds (of the processor) are those of "
        "all positions together, ratios the geometric means of the positions. A plus: off as a rule, and here switched on.",
        f"A search is stopped after {nodes:,} nodes; it counts as far as it went, and > says that the true number is larger.",
        "A search that visits fewer nodes is not better for it where a technique leaves out moves or looks further on "
        "purpose: what such a technique is worth, only games tell.",
    ]
    if games:
        notes.append(
            f"Games: {games} from openings of the book, each from both sides, {limit} a move; the rating is that of the player "
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
