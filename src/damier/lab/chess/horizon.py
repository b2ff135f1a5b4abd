"""The horizon effect: Berliner's example as Alliot-Schiex tell it (15.7.4, fig. 15.17), by depth and by technique.

The book gives the line of play; its diagram is not known to us. In this position that line happens:

    8   . . r . . . k .      The bishop on a4 is lost: it is attacked by b5, and after Bb3 comes c4. A program that looks
    7   . . . b b p p .      five plies ahead plays 1. e5 dxe5 2. Nd5 Nxd5 3. Rxd5 and believes it to be saved, since
    6   p . . p . n . p      3... bxa4 4. Rxd7 wins the other bishop. But Black plays 3... Be6 first: now 4. Bb3 c4, and
    5   . p p . . . . .      the bishop is lost all the same. Black has to play so: without 1... dxe5 the knight falls,
    4   B . . . P . . .      and 2... bxa4 3. Nxe7+ gives the bishop back.
    3   . . N . B P . .
    2   P P P . . K P P      The best is to give the bishop for pawns at once: 1. Bf4 bxa4 2. Bxd6.
    1   . . . R . . . .
        a b c d e f g h

Only material and squares are evaluated here, with the weights set by hand. The player's own evaluation sees by itself that a
bishop is attacked by a pawn, and its figures would change whenever weights are learnt anew.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from damier.engine.deepening import Found, deepen
from damier.engine.kernel.techniques import TO_THE_DEPTH, Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load
from damier.games.chess import UNIT
from damier.games.chess.weights import PLACES, TERMS, by_hand
from damier.games.game import Game
from damier.lab.halt import Halt
from damier.lab.measure import Progress, watched
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.search.table import Table
from damier.wording import quoted, whole_number

FEN = "2r3k1/3bbpp1/p2p1n1p/1pp5/B3P3/2N1BP2/PPP2KPP/3R4 w - - 0 1"
LINE = ("e5", "dxe5", "Nd5", "Nxd5", "Rxd5", "Be6", "Bb3", "c4")
LOST = -150  # points: at such a score it is seen that the bishop is lost, be it for a pawn or two
DEPTH, MOST_DEPTH = 11, 30  # singular extensions are looked for from depth 9 on (`SINGULAR_FROM`)
NODES = 3_000_000  # after which a search is stopped
HASH_MB = 64
SHOWN = 8  # moves of a line
APART = 0.08  # of a depth: curves that would lie upon each other

_QUIET = replace(TO_THE_DEPTH, quiescence=True, exchange=True)
SEARCHES: dict[str, Techniques] = {
    "plain": TO_THE_DEPTH,
    "quiescence": _QUIET,
    "with check extensions": replace(_QUIET, extensions=True),
    "with singular extensions": replace(_QUIET, singular=True),
    "with SEX": replace(_QUIET, interest=True),
    "with secondary search": replace(_QUIET, secondary=True),
    "player": Techniques(),
    "player without singular extensions": Techniques(singular=False),
    "player with secondary search": Techniques(secondary=True),
}
BY_ONE = tuple(SEARCHES)[:-3]  # that add one technique to quiescence, or lack it
SIZE = len(SEARCHES)


class Belief(NamedTuple):
    """What a search believes after one depth."""

    search: str
    depth: int
    score: int
    line: list[str]
    nodes: int


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    depth: str = str(DEPTH),
    nodes: str = str(NODES),
    halt: Halt | None = None,
) -> Report:
    """Search the position with the first `size` of the searches, up to a depth or until so many nodes are visited."""
    halt = halt or Halt()
    deepest, most_nodes = _read("depth", depth, MOST_DEPTH), _read("nodes", nodes, 1 << 40)
    game = load("chess")
    beliefs: list[Belief] = []
    for name, techniques in watched(list(SEARCHES.items())[:size], progress):
        found = believe(game, name, techniques, deepest, most_nodes, halt)
        if halt.is_wanted:
            break
        beliefs += found
    if not beliefs:
        raise ValueError("it was stopped before anything was measured")
    return Report(
        name="horizon",
        title="The horizon effect: when is it seen that the bishop is lost?",
        columns=columns("search", "depth", ("pawns", 2), "plays", "expects", "nodes"),
        rows=[
            [each.search, each.depth, each.score / game.unit, each.line[0], " ".join(each.line), each.nodes] for each in beliefs
        ],
        notes=_notes(beliefs, most_nodes, game),
        panels=[
            _panel("by one technique", BY_ONE, beliefs, game),
            _panel("all together", [name for name in SEARCHES if name not in BY_ONE], beliefs, game),
        ],
        published={"source": "Alliot-Schiex 15.7.4 (fig. 15.17, an example by H. Berliner)", "line": list(LINE), "sees": 7},
        settings={"position": FEN, "depth": deepest, "nodes": most_nodes, "hash_mb": HASH_MB},
    )


def _read(name: str, text: str, most: int) -> int:
    number = whole_number(text)
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name} is {quoted(text)}; it must be from 1 to {most}")
    return number


def material_and_squares() -> Any:
    """The weights of the evaluation set by hand, but nothing for all that is neither a piece nor where it stands."""
    hand = by_hand()
    weights = np.zeros_like(hand)
    for name, count in TERMS.items():
        if name == "material" or name.endswith(" square"):
            weights[PLACES[name] : PLACES[name] + count] = hand[PLACES[name] : PLACES[name] + count]
    return weights


def believe(game: Game, search: str, techniques: Techniques, depth: int, nodes: int, halt: Halt) -> list[Belief]:
    """What a search believes after each depth that it finishes.

    Secondary search comes once, when the last depth is over: then each depth is a search of its own, as if it were the last.
    """
    beliefs: list[Belief] = []
    for last in range(1, depth + 1) if techniques.secondary else [depth]:
        found = _search(game, search, techniques, last, nodes, halt)
        if techniques.secondary and (not found or found[-1].depth < last):
            break
        beliefs += found[-1:] if techniques.secondary else found
    return beliefs


def _search(game: Game, search: str, techniques: Techniques, depth: int, nodes: int, halt: Halt) -> list[Belief]:
    """What one search, from an empty table, believes after each depth, and what has become of that when it is over."""
    position = game.parse(FEN)
    memory = Workspace(position, material_and_squares(), Table(HASH_MB), techniques, node_limit=nodes, unit=UNIT)
    halt.reaches(memory.stop)
    beliefs: dict[int, Belief] = {}

    def hear(found: Found) -> None:
        line = names(game, position, found.line)
        beliefs[found.depth] = Belief(search, found.depth, found.score, line, int(memory.record.nodes))

    found = deepen(position, depth, memory, techniques, on_depth=hear)
    if techniques.secondary and found.depth == depth:
        hear(found)
    return list(beliefs.values())


def names(game: Game, position: Any, line: list[int]) -> list[str]:
    """The first moves of a line in writing."""
    written = []
    for move in line[:SHOWN]:
        written.append(game.move_name(position, move))
        position = game.play(position, move)
    return written


def sees_from(beliefs: list[Belief]) -> int | None:
    """The depth from which on a search sees that the bishop is lost."""
    depth = None
    for belief in beliefs:
        depth = None if belief.score > LOST else depth or belief.depth
    return depth


def _notes(beliefs: list[Belief], nodes: int, game: Game) -> list[str]:
    notes = [
        f"Position: {FEN}. The book's line: {' '.join(LINE)}. Scores are White's, in pawns, by material and squares only. A "
        f"search ends after {nodes:,} nodes.",
        f"Seen is the loss of the bishop at {LOST / game.unit:g} pawns. The book says that it takes a depth of 7.",
    ]
    for name in dict.fromkeys(belief.search for belief in beliefs):
        of_search = [belief for belief in beliefs if belief.search == name]
        depth = sees_from(of_search)
        fooled = [belief.depth for belief in of_search if belief.line[0] == LINE[0]]
        last = of_search[-1].depth
        seen = f"does not see it for good up to depth {last}" if depth is None else f"sees it from depth {depth} on"
        if depth == last:
            seen = f"sees it at depth {last}, the last that it reaches"
        played = f"plays {LINE[0]} at depth {', '.join(map(str, fooled))}" if fooled else f"never plays {LINE[0]}"
        notes.append(f"{name[0].upper()}{name[1:]}: {seen}; {played}.")
    return notes


def _panel(title: str, wanted: Sequence[str], beliefs: list[Belief], game: Game) -> Panel:
    """The score by depth, a curve for each search; beside each other where they believe the same."""
    series = [Series("the bishop is lost", [], [LOST / game.unit], look="published level")]
    for place, name in enumerate(wanted):
        of_search = [belief for belief in beliefs if belief.search == name]
        aside = APART * (place - (len(wanted) - 1) / 2)
        depths: list[Number] = [belief.depth + aside for belief in of_search]
        scores: list[Number] = [belief.score / game.unit for belief in of_search]
        if of_search:
            series.append(Series(name, depths, scores))
    return Panel(title, "depth", "pawns, for White", series)
