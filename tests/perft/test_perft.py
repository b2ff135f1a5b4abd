"""Counts of move sequences against the tables beside this file; on failure, the divide beside the naive rules'.

A line of a table is: game, options (name=number, separated by commas, or -), depth, count; then "finished" if games that
end before the last move are counted too, or the position to count from, if it is not the starting position.
"""

import os
from pathlib import Path
from typing import Any

import chess
import pytest

import naive
from damier.games import catalogue
from damier.search.perft import divide, perft

TABLES = sorted(Path(__file__).parent.glob("*.txt"))
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
MOST_PLAIN = 3_000  # with the compiler off
MOST_NAIVE = MOST_PLAIN if PLAIN else 200_000  # the naive rules take a while for more


def rows() -> list[Any]:
    """All lines of all tables; small ones are counted with the compiler off too."""
    lines = [line.split() for table in TABLES for line in table.read_text().splitlines() if not line.startswith("#")]
    found = []
    for name, options, depth, count, *more in lines:
        finished = more == ["finished"]
        values = name, options, int(depth), int(count), finished, "" if finished else " ".join(more)
        found.append(pytest.param(*values, marks=pytest.mark.sanitize if int(count) <= MOST_PLAIN else ()))
    return found


def read_options(text: str) -> dict[str, int]:
    return {} if text == "-" else {name: int(number) for name, number in (part.split("=") for part in text.split(","))}


@pytest.mark.parametrize(("name", "options", "depth", "count", "finished", "position"), rows())
def test_perft(name: str, options: str, depth: int, count: int, finished: bool, position: str) -> None:
    game = catalogue.load(name, **read_options(options))
    counted = perft(game.parse(position), depth, finished=finished)
    if counted != count:
        shown = divided(name, options, depth, count, finished, position)
        pytest.fail(f"{name} {options} depth {depth} {position}: {counted}, not {count}\n{shown}")


def divided(name: str, options: str, depth: int, count: int, finished: bool = False, position: str = "") -> str:
    """The counts below each first move, by damier and by the naive rules, differences marked."""
    game = catalogue.load(name, **read_options(options))
    root = game.parse(position)
    ours = {game.move_name(root, move): below for move, below in divide(root, depth, finished=finished).items()}
    theirs = {}
    if count <= MOST_NAIVE and name == "chess":
        theirs = divided_by_python_chess(game.text(root), depth)
    elif count <= MOST_NAIVE and name in naive.GAMES:
        twin = naive.GAMES[name](**read_options(options))
        found = naive.divide(twin, twin.start(), depth, finished)
        theirs = {game.move_name(root, move): below for move, below in found.items()}
    lines = ["move   damier" + ("    naive" if theirs else "")]
    for move in sorted({*ours, *theirs}):
        shown = f"{move:>4} {ours.get(move, '-'):>8}"
        if theirs:
            shown += f" {theirs.get(move, '-'):>8}{'' if ours.get(move) == theirs.get(move) else '  <--'}"
        lines.append(shown)
    return "\n".join(lines)


def divided_by_python_chess(position: str, depth: int) -> dict[str, int]:
    """The counts below each first move, by python-chess."""
    board = chess.Board(position)

    def below(depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in list(board.legal_moves):
            board.push(move)
            total += below(depth - 1)
            board.pop()
        return total

    counts = {}
    for move in list(board.legal_moves):
        name = board.san(move)
        board.push(move)
        counts[name] = below(depth - 1)
        board.pop()
    return counts


@pytest.mark.sanitize
def test_every_divide_sums_to_its_count() -> None:
    for name, options, depth, count, finished, position in (row.values for row in rows()):
        if count <= MOST_NAIVE:
            root = catalogue.load(name, **read_options(options)).parse(position)
            assert sum(divide(root, depth, finished=finished).values()) == count


def test_divide_is_shown_beside_the_naive_one() -> None:
    shown = divided("kalah", "-", 3, 185)
    assert shown.splitlines()[1].split() == ["1", "33", "33"]
    assert "<--" not in shown
    shown = divided("chess", "-", 2, 24, position="3k4/8/8/8/8/8/6R1/K7 b - -")
    assert shown.splitlines()[1].split() == ["Kc7", "17", "17"]
    assert "<--" not in shown
