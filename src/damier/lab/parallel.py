"""What several threads gain, and what they do twice (Alliot-Schiex 15.5.5), by scheme (`search/brothers.py`) and their number.

The same answer is looked for by one thread and by several: how many times as fast, and with how many times as many nodes. Which
questions, the rooms of the games say (`WORK` in `lab/GAME/parallel.py`); any other game is named, `game=./mygame.py`, and its
player looks to a `depth`. Times are those of the clock on the wall: nothing else should run beside.

The book remarks that the first move of the root takes about half of the time, so that sharing out the moves of the root alone
makes N processors at most 1 / (0.5 + 0.5 / N) times as fast as one: that curve stands beside the others. What star and
PVSplit would gain on more processors than there are is simulated (`search/simulate.py`), on the trees of plain alpha-beta.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from damier.engine.crew import Crew
from damier.engine.deepening import deepen
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.games import load
from damier.games.game import BadInput, Game
from damier.games.rooms import rooms
from damier.kernel import native
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Number, Panel, Report, Series, columns
from damier.lab.settings import whole
from damier.rules import INFINITY
from damier.search.brothers import SCHEMES
from damier.search.catalogue import ON_PROCESSORS
from damier.search.driver import Options
from damier.search.simulate import simulate
from damier.search.table import Table
from damier.threads import MOST_THREADS, cores
from damier.wording import quoted

SIZE = 2  # positions of each game
MOST_SIMULATED = 1024  # processors
OWN_DEPTH = 8  # of a game that is named
HASH_MB = 256
BOUND = "root splitting, at most"


class Answered(NamedTuple):
    """What one question took."""

    value: Any
    nodes: int  # of all threads
    seconds: float  # on the wall


Ask = Callable[[str, int, int, Halt], Answered]  # a position in writing, threads, scheme


class SharedWork(NamedTuple):
    """Questions that threads answer together."""

    title: str
    game: str
    positions: Sequence[str]  # in writing, those that take longer last
    ask: Ask
    is_exact: bool  # whether everybody must find the same value
    simulated_depth: int  # of plain alpha-beta from the first of the positions
    schemes: tuple[str, ...] = SCHEMES  # those that mean something there


class Row(NamedTuple):
    """What so many threads took for all positions, against one."""

    title: str
    scheme: str
    threads: int
    seconds: float | None
    speed_up: float
    nodes: float  # times as many


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    threads: str = "",
    schemes: str = "",
    game: str = "",
    position: str = "",
    depth: str = "",
    simulated: str = str(MOST_SIMULATED),
    halt: Halt | None = None,
) -> Report:
    """Ask `size` positions of each game, or a `position` of one `game` to a `depth`, by each of the `schemes` (`all,root`) on
    each number of `threads` (`1,2,4`); simulate up to so many processors."""
    halt = halt or Halt()
    counts = _counts(threads)
    wanted = _schemes(schemes)
    most = whole("simulated", simulated, 1 << 20)
    works = [by_player(game, [position], whole("depth", depth or str(OWN_DEPTH), 200))] if game else _works()
    rows: list[Row] = []
    steps = sum(len(counts) * len([each for each in wanted if each in work.schemes]) + len(ON_PROCESSORS) for work in works)
    done = 0
    for work in works:
        base: list[Answered] = []
        for scheme in (each for each in wanted if each in work.schemes):
            for count in counts:
                progress(done, steps)
                done += 1
                answers = base if count == 1 and base else _answers(work, size, count, scheme, halt)
                if halt.is_wanted:
                    break
                base = base or answers
                rows.append(_row(work, scheme, count, answers, base))
        for algorithm in ON_PROCESSORS:
            progress(done, steps)
            done += 1
            rows += [] if halt.is_wanted else _simulated(work, algorithm, most)
    if not rows:
        raise BadInput("the experiment was ended before anything was found")
    progress(steps, steps)
    return _report(rows, size, counts)


def root_splitting(processors: int) -> float:
    """How many times as fast so many processors are at most, if the first move takes half of the time and is one's."""
    return 1 / (0.5 + 0.5 / processors)


def by_player(
    name: str, positions: Sequence[str], depth: int | Sequence[int], simulated_depth: int = 4, title: str = ""
) -> SharedWork:
    """The player's search of positions of any game, to a depth, or each to its own."""
    game: Game = load(name)
    depths = dict(zip(positions, [depth] * len(positions) if isinstance(depth, int) else depth, strict=True))

    def ask(text: str, threads: int, scheme: int, halt: Halt) -> Answered:
        return ask_player(game, text, depths[text], threads, scheme, halt)

    found = title or f"{game.title} to depth {depth if isinstance(depth, int) else f'{min(depth)} to {max(depth)}'}"
    return SharedWork(found, name, positions, ask, False, simulated_depth)


def ask_player(game: Game, text: str, depth: int, threads: int, scheme: int, halt: Halt) -> Answered:
    """What the player's search of a position to a depth takes so many threads."""
    position = native(game.parse(text) if text else game.start())
    techniques, table = Techniques(), Table(HASH_MB)
    table.touch()

    def make(before: Workspace | None) -> Workspace:
        weights, cuts = game.weights(position), game.cuts(position)
        unit = game.unit if game.says_unit else INFINITY
        return Workspace(position, weights, table, techniques, cuts, game.plies_left(position), before=before, unit=unit)

    lead = make(None)
    deepen(position, 1, make(None), techniques)  # compiles
    if threads > 1:
        Crew(threads, scheme).gather(lead, make)
    halt.reaches(lead.stop)
    began = time.perf_counter()
    found = deepen(position, depth, lead, techniques)
    return Answered(found.value, lead.all_nodes, time.perf_counter() - began)


def _works() -> list[SharedWork]:
    """Those that the rooms of the games have."""
    return [room.WORK for room in rooms("lab", "parallel").values()]


def _answers(work: SharedWork, size: int, threads: int, scheme: str, halt: Halt) -> list[Answered]:
    """What so many positions take; as far as it came."""
    found: list[Answered] = []
    for text in work.positions[:size]:
        if not halt.is_wanted:
            found.append(work.ask(text, threads, SCHEMES.index(scheme), halt))
    return found


def _row(work: SharedWork, scheme: str, threads: int, answers: list[Answered], base: list[Answered]) -> Row:
    for one, several, text in zip(base, answers, work.positions, strict=False):
        if work.is_exact and one.value != several.value:
            raise AssertionError(f"{work.title}: {text} is worth {one.value} to one thread, {several.value} to {threads}")
    seconds, nodes = sum(each.seconds for each in answers), sum(each.nodes for each in answers)
    alone, nodes_alone = sum(each.seconds for each in base), sum(each.nodes for each in base)
    return Row(work.title, scheme, threads, seconds, alone / max(seconds, 1e-9), nodes / max(1, nodes_alone))


def _simulated(work: SharedWork, algorithm: str, most: int) -> list[Row]:
    """What an algorithm of the textbook would gain on 1, 2, 4, ... processors, to so many."""
    game: Game = load(work.game)
    position = native(game.parse(work.positions[0]) if work.positions[0] else game.start())
    options = Options(weights=game.weights(position))
    rows = []
    for processors in [count for count in _POWERS if count <= most]:
        figures = simulate(position, algorithm, processors, work.simulated_depth, options)
        if figures.speed_up is not None and figures.overhead is not None:
            rows.append(Row(game.title, algorithm, processors, None, figures.speed_up, figures.overhead))
    return rows


_POWERS = [1 << power for power in range(21)]


def _counts(text: str) -> list[int]:
    """Numbers of threads; by default 1, 2, 4, ... to as many as there are cores. One is always among them."""
    if not text:
        return [count for count in _POWERS if count <= cores()]
    return sorted({1, *(whole("threads", each.strip(), MOST_THREADS) for each in text.split(","))})


def _schemes(text: str) -> list[str]:
    wanted = [each.strip() for each in text.split(",")] if text else list(reversed(SCHEMES))
    for each in wanted:
        if each not in SCHEMES:
            raise BadInput(f"there is no scheme {quoted(each)}; there are {', '.join(SCHEMES)}")
    return wanted


def _report(rows: list[Row], size: int, counts: list[int]) -> Report:
    measured = [row for row in rows if row.seconds is not None]
    panels = [_panel(title, "threads", _curves([row for row in measured if row.title == title])) for title in _titles(measured)]
    beyond = [row for row in rows if row.seconds is None]
    if beyond:
        panels.append(
            _panel("simulated", "processors", _curves([row._replace(scheme=f"{row.title} {row.scheme}") for row in beyond]))
        )
    best = [max((row for row in measured if row.title == title), key=lambda row: row.speed_up) for title in _titles(measured)]
    notes = [
        f"{row.title}: at best {row.speed_up:.2f} times as fast, by {row.scheme} on {row.threads} threads." for row in best
    ]
    if max(counts) > cores():
        notes.append(f"This machine has {cores()} cores: more threads than that cannot make it faster.")
    notes.append("all, pv, root: where threads put off what others look at; lazy: they only share the table.")
    return Report(
        "parallel",
        "What several threads gain, and processors that are simulated",
        columns("work", "scheme", "threads", ("seconds", 2), ("times as fast", 2), (BOUND, 2), ("times the nodes", 2)),
        [[*row[:5], root_splitting(row.threads), row.nodes] for row in rows],
        notes,
        panels,
        {"bound": "1 / (0.5 + 0.5 / N)", "source": "Alliot and Schiex 15.5.5, note 22"},
        {"size": size, "threads": counts},
    )


def _curves(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of each scheme."""
    return {scheme: [row for row in rows if row.scheme == scheme] for scheme in dict.fromkeys(row.scheme for row in rows)}


def _panel(title: str, what: str, curves: dict[str, list[Row]]) -> Panel:
    """Curves of speed-up by their labels, beside the bound of root splitting."""
    series = [
        Series(label, [row.threads for row in points], [row.speed_up for row in points]) for label, points in curves.items()
    ]
    counts: list[Number] = sorted({count for each in series for count in each.x})
    series.append(Series(BOUND, counts, [root_splitting(int(each)) for each in counts], look="published"))
    return Panel(title, what, "times as fast as one", series, log="x" if counts[-1] > 64 else "")


def _titles(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(row.title for row in rows))
