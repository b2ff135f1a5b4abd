"""All algorithms on one position of any game, a person's own included: what each visits, remembers and takes.

All give the minimax value but those that the catalogue names (`NOT_MINIMAX`), as quiescence, which looks beyond the horizon
where the game says what is noisy, and B* and BPIP, which look for a move and tell an interval of its value. They are given one
depth, or one time in which each deepens, or grows its tree, as far as it comes.
"""

from collections.abc import Callable
from typing import Any

from damier.games.game import Game
from damier.lab.halt import Halt
from damier.lab.report import Panel, Report, Series, columns
from damier.rules import MOST_PLIES
from damier.search.catalogue import ALGORITHMS, CHOOSERS, NOT_MINIMAX
from damier.search.driver import DEFAULT_DEPTH, Options, Result, search
from damier.search.work import Work

SECONDS = 10.0  # for each algorithm where a depth is given and no time


def compare(
    game: Game,
    position: Any,
    depth: int | None = None,
    seconds: float | None = None,
    hash_mb: int = 64,
    progress: Callable[[int, int], None] = lambda done, total: None,
    halt: Halt | None = None,
) -> Report:
    """A table of all algorithms; with a time and no depth each deepens until it is over."""
    deepen = depth is None and seconds is not None
    if depth is None:
        depth = MOST_PLIES if deepen else game.full_depth(position) or DEFAULT_DEPTH
    found: dict[str, Result | str] = {}
    for done, algorithm in enumerate(ALGORITHMS):
        if halt and halt.is_wanted:
            break
        progress(done, len(ALGORITHMS))
        work = Work(weights=game.weights(position))
        if halt:
            halt.reaches(work.stop)
        options = Options(hash_mb=hash_mb, seconds=seconds or SECONDS, deepen=deepen and algorithm not in CHOOSERS, work=work)
        try:
            found[algorithm] = search(position, algorithm, depth, options)
        except ValueError as error:  # its list of states is full
            found[algorithm] = str(error).partition(";")[0]
    return _report(game, position, found, depth, seconds, deepen)


def _report(
    game: Game, position: Any, found: dict[str, Result | str], depth: int, seconds: float | None, deepen: bool
) -> Report:
    results = {name: each for name, each in found.items() if isinstance(each, Result)}
    finished = {name: each for name, each in results.items() if each.complete or (deepen and each.depth)}
    how = f"{seconds:g} s each" if deepen else f"depth {depth}"
    return Report(
        name="compare",
        title=f"All algorithms on {game.title}, {how}: {game.text(position)}",
        columns=columns("algorithm", "depth", "value", "move", "leaves", "nodes", ("seconds", 3), "memory"),
        rows=[_row(game, position, name, each, name in finished) for name, each in found.items()],
        notes=_notes(found, finished, deepen),
        panels=[_panel(finished, "leaves"), _panel(finished, "nodes")],
        published={},
        settings={"game": game.name, "position": game.text(position), "depth": None if deepen else depth, "seconds": seconds},
    )


def _row(game: Game, position: Any, name: str, found: Result | str, is_finished: bool) -> list[Any]:
    if isinstance(found, str):
        return [name, None, "-", "-", None, None, None, None]
    value = _value(game, found) if is_finished else "-"
    move = "-" if found.move is None or not is_finished else game.move_name(position, found.move)
    depth = found.depth if is_finished else None
    return [name, depth, value, move, found.leaves, found.nodes, found.seconds, found.memory or None]


def _value(game: Game, found: Result) -> str:
    """The value, or the interval in which a search for a move sees it."""
    if found.interval and found.interval[0] < found.interval[1]:
        return " to ".join(game.score_text(bound) for bound in found.interval)
    return game.score_text(found.value)


def _notes(found: dict[str, Result | str], finished: dict[str, Result], deepen: bool) -> list[str]:
    notes = [f"{name}: {each}" for name, each in found.items() if isinstance(each, str)]
    stopped = [name for name, each in found.items() if isinstance(each, Result) and name not in finished]
    if stopped:
        notes.append(f"stopped before there was a value: {', '.join(stopped)}")
    values = {each.value for name, each in finished.items() if name not in NOT_MINIMAX and not deepen}
    if len(values) == 1:
        others = [f"{name} {why}" for name, why in NOT_MINIMAX.items() if name in finished and name not in CHOOSERS]
        notes.append("; ".join(["all values agree", *others]))
    if set(CHOOSERS) & set(finished):
        notes.append("bstar and bpip look for a move: an interval is what they know of its value (bounds; one deviation)")
    notes.append("memory: the most table entries, states of the list G, or nodes of a tree that is grown, at once")
    return notes


def _panel(finished: dict[str, Result], what: str) -> Panel:
    numbers: list[int | float] = [max(1, getattr(each, what)) for each in finished.values()]
    series = Series(what, list(range(len(finished))), numbers, look="points")
    return Panel(what, "", what, [series], log="y", places=list(finished))
