"""Small games solved from their rules alone: how many positions can come up, what the first is worth, and how long it takes.

Which games, and with which options, the rooms of the games say (`SMALL` in `lab/GAME`), with the value where it is known from
elsewhere. Any other game is named with its options: `solve=./mygame.py,nim:stones=30`. Each solution is checked: every
position is worth the best of what its moves lead to.
"""

import time
from typing import Any, NamedTuple

from damier.cancel import Cancel
from damier.endgames.solved import Ended, Solved, TooLarge, solve_game
from damier.games import load
from damier.games.game import BadInput, Game
from damier.games.rooms import rooms
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Panel, Report, Series, columns
from damier.wording import quoted, whole_number

SIZE = 1_000_000  # positions at most that a game of the list has
MEMORY = 2000  # megabytes
SHORT = 10.0  # seconds, of which compiling may be a part


class Small(NamedTuple):
    """A small game: its name with options, how many positions it has, and its value where it is published."""

    written: str
    positions: int
    published: int | None = None


GAMES = [Small(*small) for room in rooms("lab").values() for small in getattr(room, "SMALL", ())]


class Row(NamedTuple):
    """A game that was solved."""

    small: Small
    solved: Solved
    game: Game
    seconds: float  # of the processor, all threads together


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    solve: str = "",
    memory: str = str(MEMORY),
    halt: Halt | None = None,
) -> Report:
    """Solve the games of the list that have at most `size` positions, or those that are named; `memory` is in megabytes."""
    bytes_ = 1_000_000 * _whole("memory", memory)
    wanted = [Small(each.strip(), 0) for each in solve.split(",") if each.strip()] if solve else _of_size(size)
    loaded = [(small, loaded(small.written)) for small in wanted]
    halt, rows = halt or Halt(), list[Row]()
    for done, (small, game) in enumerate(loaded):
        progress(done, len(loaded))
        row = _solve(small, game, bytes_, halt)
        if row is None:
            break
        rows.append(row)
    if not rows:
        raise BadInput("the experiment was ended before anything was solved")
    progress(len(loaded), len(loaded))
    return _report(rows, size)


def _of_size(size: int) -> list[Small]:
    found = [small for small in GAMES if small.positions <= size]
    if not found:
        raise BadInput(f"no game of the list has so few positions as {size:,}; the smallest has {_smallest():,}")
    return found


def _smallest() -> int:
    return min(small.positions for small in GAMES)


def _whole(name: str, text: str) -> int:
    number = whole_number(text)
    if number is None or number < 1:
        raise BadInput(f"{name} is {quoted(text)}; it must be a whole number from 1")
    return number


def loaded(written: str) -> Game:
    """A game with options, as `nim:stones=30`."""
    name, *options = written.split(":")
    settings: dict[str, Any] = {}
    for option in options:
        key, _, value = option.partition("=")
        settings[key] = _whole(key, value)
    game: Game = load(name, **settings)
    return game


def _solve(small: Small, game: Game, memory: int, halt: Halt) -> Row | None:
    """None if it was ended."""
    cancel = Cancel()
    halt.reaches(cancel.cancel)

    try:
        solved, seconds = _timed(game, memory, cancel)
        if seconds < SHORT:
            solved, seconds = _timed(game, memory, cancel)  # the first has compiled
        wrong = solved.check(cancel=cancel)
    except Ended:
        return None
    except TooLarge as error:
        raise BadInput(f"{small.written}: {error}") from None
    if wrong is not None:
        raise AssertionError(f"{small.written}: {game.text(wrong)} is not worth what its moves say")
    return Row(small, solved, game, seconds)


def _timed(game: Game, memory: int, cancel: Cancel) -> tuple[Solved, float]:
    began = time.process_time()
    return solve_game(game, memory, cancel=cancel), time.process_time() - began


def _report(rows: list[Row], size: int) -> Report:
    table, notes = [], list[str]()
    for row in rows:
        figures, start = row.solved.statistics(), row.game.start()
        value, distance = row.solved.value(start), row.solved.distance(start)
        table.append(
            [
                row.small.written,
                figures.positions,
                figures.moves,
                row.game.score_text(value),
                None if row.small.published is None else row.game.score_text(row.small.published),
                distance,
                figures.longest,
                "no" if row.solved.census.is_layered else "yes",
                row.seconds,
            ]
        )
        if row.small.published not in (None, value):
            notes.append(f"{row.small.written}: published is {row.small.published}, found {value}.")
    notes.append(
        "Positions are those that can come up, symmetric ones once. The value is that of the first position, for who moves "
        "first; plies are those to the end, with best play of both. Endless play is worth 0."
    )
    named = [row.small.written for row in rows]
    speed = [row.solved.statistics().positions / max(row.seconds, 1e-3) for row in rows]
    series = Series("positions a second", list(range(len(rows))), speed, look="points")
    return Report(
        name="small-games",
        title="Small games, solved from their rules alone",
        columns=columns(
            "game", "positions", "moves", "value", "published", "plies", "longest", "moves lead back", ("CPU s", 1)
        ),
        rows=table,
        notes=notes,
        panels=[Panel("Positions a second of the processor", "", "positions/s", [series], log="y", places=named)],
        published={
            "source": "Alliot-Schiex 15.7.3, and for each game where it stands in the room of the game",
            "figures": None,
        },
        settings={"size": size, "games": named},
    )
