"""Counts of move sequences against the tables beside this file; on failure, the divide beside the naive rules'.

A line of a table is: game, options (name=number, separated by commas, or -), depth, count; then "finished" if games that
end before the last move are counted too.
"""

from pathlib import Path

import pytest

import naive
from damier.games import catalogue
from damier.search.perft import divide, perft, reachable

TABLES = sorted(Path(__file__).parent.glob("*.txt"))
MOST_NAIVE = 200_000  # the naive rules take a while for more


def rows() -> list[tuple[str, str, int, int, bool]]:
    """All lines of all tables."""
    lines = [line.split() for table in TABLES for line in table.read_text().splitlines() if not line.startswith("#")]
    return [(name, options, int(depth), int(count), more == ["finished"]) for name, options, depth, count, *more in lines]


def read_options(text: str) -> dict[str, int]:
    return {} if text == "-" else {name: int(number) for name, number in (part.split("=") for part in text.split(","))}


@pytest.mark.parametrize(("name", "options", "depth", "count", "finished"), rows())
def test_perft(name: str, options: str, depth: int, count: int, finished: bool) -> None:
    game = catalogue.load(name, **read_options(options))
    counted = perft(game.start(), depth, finished=finished)
    if counted != count:
        pytest.fail(f"{name} {options} depth {depth}: {counted}, not {count}\n{divided(name, options, depth, count, finished)}")


def divided(name: str, options: str, depth: int, count: int, finished: bool = False) -> str:
    """The counts below each first move, by damier and by the naive rules, differences marked."""
    game = catalogue.load(name, **read_options(options))
    ours = divide(game.start(), depth, finished=finished)
    if count > MOST_NAIVE or name not in naive.GAMES:
        theirs = {}
        title = "move   damier"
    else:
        twin = naive.GAMES[name](**read_options(options))
        theirs = naive.divide(twin, twin.start(), depth, finished)
        title = "move   damier    naive"
    lines = [title]
    for move in sorted({*ours, *theirs}):
        shown = f"{game.move_name(game.start(), move):>4} {ours.get(move, '-'):>8}"
        if theirs:
            shown += f" {theirs.get(move, '-'):>8}{'' if ours.get(move) == theirs.get(move) else '  <--'}"
        lines.append(shown)
    return "\n".join(lines)


def test_every_divide_sums_to_its_count() -> None:
    for name, options, depth, count, finished in rows():
        if count <= MOST_NAIVE:
            start = catalogue.load(name, **read_options(options)).start()
            assert sum(divide(start, depth, finished=finished).values()) == count


def test_divide_is_shown_beside_the_naive_one() -> None:
    shown = divided("kalah", "-", 3, 185)
    assert shown.splitlines()[1].split() == ["1", "33", "33"]
    assert "<--" not in shown


@pytest.mark.parametrize(("width", "height", "positions"), [(4, 4, 161_029), (5, 4, 3_945_711)])
def test_all_positions_of_small_connect_4_boards(width: int, height: int, positions: int) -> None:
    """The numbers of positions that can come up are known."""
    assert reachable(catalogue.load("connect4", width=width, height=height).start()) == positions
