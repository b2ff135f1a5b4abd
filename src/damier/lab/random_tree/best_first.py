"""Searches for a move and not for its value: what it takes B* to prove the best move, and how often BPIP chooses it
(Berliner; Baum and Smith; both named in Alliot-Schiex 15.5.6).

*Prove*: nodes until B* knows a best move, beside those until alpha-beta, SSS* and MTD(f) know the value: on uniform random
trees with independent leaves, on trees whose moves add up (`edge_trees.py`), and from positions of random games of small
games, searched to their ends.

*Choose*: on trees whose moves add up, where every evaluation but a leaf's is noisy, how often the move that is
chosen within so many nodes is a best one: BPIP, B*, and alpha-beta that deepens, with a table for the order of moves.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from damier.games.game import BadInput, Game
from damier.games.random_tree import start as uniform_tree
from damier.kernel import native
from damier.lab.halt import Halt
from damier.lab.measure import Progress, error, mean
from damier.lab.random_tree.edge_trees import edge_tree
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import game_with_options
from damier.lab.small_games import GAMES
from damier.rules import legal_moves, play
from damier.search.driver import Options, Result, search

SIZE = 40
SHAPES = ((2, 10), (4, 6), (8, 4))  # branching, depth
PROVERS = {"B*": "bstar", "alpha-beta": "alphabeta", "SSS*": "sss", "MTD(f)": "mtd"}
MOST_POSITIONS = 100_000  # of a small game that is taken from the list
TO_THE_END = 60  # plies
MOST_NODES = 20_000  # of alpha-beta in a position that is taken, so that all can do it
LEAST_NODES = 20
GIVEN_UP = 1_000_000
HASH = {"bstar": 64}  # megabytes; of the others USUAL_HASH, which are emptied for each search
USUAL_HASH = 8

CHOOSERS = {"BPIP": "bpip", "B*": "bstar", "alpha-beta": "memory-depth"}
BUDGETS = (100, 300, 1_000, 3_000)
BRANCHING, DEPTH = 5, 8  # of the trees in which a move is chosen


class Measured(NamedTuple):
    """What each search did on one set of trees or positions."""

    task: str
    on: str
    figures: dict[str, list[float]]  # by search: nodes, or 100 for each best move and 0 for each other

    @property
    def cases(self) -> int:
        return max(len(each) for each in self.figures.values())


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    games: str = "",
    budgets: str = ",".join(map(str, BUDGETS)),
    halt: Halt | None = None,
) -> Report:
    """Prove on `size` trees of each kind and as many positions of each of the small `games` (`nim:stones=30,./mygame.py`), and
    choose on as many trees within each of the `budgets`, in nodes."""
    halt = halt or Halt()
    wanted = [each.strip() for each in games.split(",") if each.strip()] or _listed()
    small = [(written, game_with_options(written)) for written in wanted]
    sets: list[tuple[str, Any]] = [
        *((f"uniform tree, {b} sons, depth {d}", _uniform(b, d, size, seed)) for b, d in SHAPES),
        *((f"adding tree, {b} sons, depth {d}", _adding(b, d, size, seed)) for b, d in SHAPES),
        *((written, _positions(game, size, f"{written} {seed}")) for written, game in small),
    ]
    limits = _budgets(budgets)
    found: list[Measured] = []
    for done, (on, positions) in enumerate(sets):
        progress(done, len(sets) + 1)
        found.append(_prove(on, positions, halt))
    found += _choose(limits, size, seed, halt)
    progress(len(sets) + 1, len(sets) + 1)
    found = [each for each in found if any(each.figures.values())]
    if not found:
        raise BadInput("the experiment was ended before anything was measured")
    return _report(found, size, seed)


def _listed() -> list[str]:
    return [small.written for small in GAMES if small.positions <= MOST_POSITIONS]


def _budgets(text: str) -> list[int]:
    numbers = text.split(",")
    if not all(number.strip().isdecimal() and 0 < int(number) <= GIVEN_UP for number in numbers):
        raise BadInput(f"budgets are {text!r}; they are numbers of nodes up to {GIVEN_UP:,}, as 100,1000")
    return [int(number) for number in numbers]


def _uniform(branching: int, depth: int, size: int, seed: int) -> Iterator[tuple[Any, int]]:
    return ((uniform_tree(branching, depth, seed * 1_000_003 + i, 1_000), depth) for i in range(size))


def _adding(branching: int, depth: int, size: int, seed: int) -> Iterator[tuple[Any, int]]:
    return ((edge_tree(branching, depth, seed * 1_000_003 + i), depth) for i in range(size))


def _positions(game: Game, size: int, seed: str) -> Iterator[tuple[Any, int]]:
    """Different positions of random games from which alpha-beta reaches all ends in a moderate number of nodes."""
    chance = random.Random(seed)
    seen: set[Any] = set()
    for _ in range(50 * size):
        position, way = game.start(), []
        while game.outcome(position) is None:
            way.append(position)
            position = native(play(position, chance.choice(legal_moves(position))))
        position = chance.choice(way)
        if game.text(position) in seen:
            continue
        seen.add(game.text(position))
        options = Options(nodes=MOST_NODES, whole_line=False, weights=game.weights(position))
        tried = search(position, "alphabeta", TO_THE_END, options)
        if tried.exact and tried.nodes >= LEAST_NODES:
            yield position, TO_THE_END
            size -= 1
        if size == 0:
            return


def _prove(on: str, positions: Any, halt: Halt) -> Measured:
    """Nodes of each search; a position that one of them does not get to the end of is left out."""
    figures: dict[str, list[float]] = {name: [] for name in PROVERS}
    for position, depth in positions:
        if halt.is_wanted:
            break
        try:
            results = {name: _to_the_end(position, algorithm, depth) for name, algorithm in PROVERS.items()}
        except ValueError:  # the list G is full
            continue
        if all(each.complete for each in results.values()):
            for name, each in results.items():
                figures[name].append(each.nodes)
    return Measured("nodes to prove", on, figures)


def _to_the_end(position: Any, algorithm: str, depth: int) -> Result:
    hash_mb = HASH.get(algorithm, USUAL_HASH)
    return search(position, algorithm, depth, Options(nodes=GIVEN_UP, hash_mb=hash_mb, whole_line=False))


def _choose(budgets: list[int], size: int, seed: int, halt: Halt) -> list[Measured]:
    """How often each search chooses a best move."""
    kind = f"adding tree, {BRANCHING} sons, depth {DEPTH}"
    figures: dict[int, dict[str, list[float]]] = {nodes: {name: [] for name in CHOOSERS} for nodes in budgets}
    for position, depth in _adding(BRANCHING, DEPTH, size, seed + 1_000):
        if halt.is_wanted:
            break
        best = best_moves(position, depth)
        for nodes in budgets:
            for name, algorithm in CHOOSERS.items():
                found = _chosen(position, algorithm, depth, nodes)
                figures[nodes][name].append(100.0 * (found.move in best))
    return [Measured(f"best in {nodes:,} nodes, %", kind, figures[nodes]) for nodes in budgets]


def best_moves(position: Any, depth: int) -> set[int]:
    """The moves whose minimax value is the best; turns alternate."""
    options = Options(whole_line=False)
    values = {move: -_score(native(play(position, move)), depth - 1, options) for move in legal_moves(position)}
    return {move for move, value in values.items() if value == max(values.values())}


def _score(position: Any, depth: int, options: Options) -> int:
    """The value for the player to move."""
    value = search(position, "alphabeta", depth, options).value
    return value if position.max_moves else -value


def _chosen(position: Any, algorithm: str, depth: int, nodes: int) -> Result:
    """A search that ends after so many nodes: the last move it thought best counts."""
    deepen = algorithm == "memory-depth"
    return search(position, algorithm, depth, Options(nodes=nodes, deepen=deepen, whole_line=False, hash_mb=USUAL_HASH))


# --------------------------------------------------------------------------------------------------------------------
# Telling


def _report(found: list[Measured], size: int, seed: int) -> Report:
    names = list(dict.fromkeys([*PROVERS, *CHOOSERS]))
    return Report(
        name="best-first",
        title="Searches for a move: B* and BPIP",
        columns=columns("task", "on", "count", *(part for name in names for part in ((name, 1), ("±", 1)))),
        rows=[[each.task, each.on, each.cases, *_cells(each, names)] for each in found],
        notes=_notes(found),
        panels=_panels(found),
        published={"source": "Berliner 1979; Baum and Smith 1997", "figures": None},
        settings={"size": size, "seed": seed, "branching": BRANCHING, "depth": DEPTH},
    )


def _cells(each: Measured, names: list[str]) -> list[Any]:
    cells: list[Any] = []
    for name in names:
        figures = each.figures.get(name)
        cells += [mean(figures), error(figures)] if figures else [None, None]
    return cells


def _notes(found: list[Measured]) -> list[str]:
    return [
        "Nodes to prove are those until B* knows a best move, whatever it is worth, and until the others know the value; "
        "positions that one of them does not finish are left out. B* bounds by the rules' limits; MTD(f) has a table.",
        "Best in so many nodes: in how many of a hundred trees the move chosen is a best one by minimax. Alpha-beta "
        "deepens, with a table. ± is the standard error.",
    ]


def _panels(found: list[Measured]) -> list[Panel]:
    proofs = [each for each in found if not each.task.startswith("best")]
    choices = [each for each in found if each.task.startswith("best")]
    panels = []
    if proofs:
        places = [each.on.replace("tree, ", "").replace(" sons, depth ", "^") for each in proofs]
        series = [
            Series(name, list(range(len(proofs))), _means(proofs, name), _errors(proofs, name), look="points")
            for name in PROVERS
        ]
        panels.append(Panel("Nodes to prove the best move, or the value", "", "nodes", series, log="y", places=places))
    if choices:
        budgets: list[Number] = [int(each.task.split()[2].replace(",", "")) for each in choices]
        lines = [Series(name, budgets, _means(choices, name), _errors(choices, name)) for name in CHOOSERS]
        panels.append(Panel("A best move is chosen", "nodes", "% of trees", lines, log="x"))
    return panels


def _means(sets: list[Measured], name: str) -> list[Number]:
    return [mean(each.figures[name]) for each in sets]


def _errors(sets: list[Measured], name: str) -> list[Number]:
    return [error(each.figures[name]) for each in sets]
