"""All positions that can come up: known numbers, the slow count, games that return and go on for long, and what is too many."""

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from damier.games import load
from damier.games.game import Game
from damier.rules import key
from damier.search import positions
from damier.search.perft import reachable

RING = """
from typing import NamedTuple
from damier.kernel import rule
from damier.rules import ONGOING

class Ring(NamedTuple):
    place: int

LENGTH = 3000
START = Ring(0)

@rule
def moves(p: Ring, out):
    out[0] = 1
    out[1] = LENGTH - 1
    return 2

@rule
def play(p: Ring, move):
    return Ring((p.place + move) % LENGTH)

@rule
def outcome(p: Ring):
    return ONGOING

@rule
def reversible(p: Ring):
    return 100
"""


def slowly(game: Game, position: Any) -> int:
    """The same number, by the rules in plain Python."""
    seen, waiting = {int(key(position))}, deque([position])
    while waiting:
        here = waiting.popleft()
        for move in game.moves(here):
            child = game.play(here, move)
            if int(key(child)) not in seen:
                seen.add(int(key(child)))
                waiting.append(child)
    return len(seen)


@pytest.mark.sanitize
@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        pytest.param("tictactoe", {}, 5478, marks=pytest.mark.xdist_group("tictactoe")),
        pytest.param("nim", {"stones": 200}, 201, marks=pytest.mark.xdist_group("nim")),
        pytest.param("tree", {"tree": "[[3, 12, 8], [2, [4, 5]], 14]"}, 11, marks=pytest.mark.xdist_group("tree")),
        pytest.param("random-tree", {"branching": 2, "depth": 9}, 1023, marks=pytest.mark.xdist_group("random-tree")),
        pytest.param("connect4", {"width": 4, "height": 2}, 741, marks=pytest.mark.xdist_group("connect4")),
    ],
)
def test_known_numbers(name: str, options: dict[str, Any], expected: int) -> None:
    assert reachable(load(name, **options).start()) == expected


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize(("width", "height", "expected"), [(4, 4, 161_029), (5, 4, 3_945_711)])
def test_small_connect_4_boards(width: int, height: int, expected: int) -> None:
    """These are known too."""
    assert reachable(load("connect4", width=width, height=height).start()) == expected


@pytest.mark.sanitize
@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        pytest.param("tictactoe", {}, "", marks=pytest.mark.xdist_group("tictactoe")),
        pytest.param("kalah", {"pits": 3, "seeds": 2}, "", marks=pytest.mark.xdist_group("kalah")),
        pytest.param("othello", {"size": 4}, "O-OXXOX-XXO-X--- X", marks=pytest.mark.xdist_group("othello")),
        pytest.param("awale", {}, "0,0,0,0,0,2,22/1,0,0,0,0,1,22/80", marks=pytest.mark.xdist_group("awale")),
        pytest.param("chess", {}, "k7/8/8/8/8/8/8/K6R w - - 96 70", marks=pytest.mark.xdist_group("chess")),
    ],
)
def test_the_slow_count(name: str, options: dict[str, Any], text: str) -> None:
    """As many as plain Python finds by the rules, also where positions come again and only a count of moves ends the game."""
    game = load(name, **options)
    position = game.parse(text)
    assert reachable(position) == slowly(game, position) > 100


def test_longer_than_any_search_looks_ahead(tmp_path: Path) -> None:
    """From the start of a ring to its other side and on, for ever: each of its places once."""
    (tmp_path / "ring.py").write_text(RING)
    game = load(str(tmp_path / "ring.py"))
    assert reachable(game.start()) == 3000


@pytest.mark.sanitize
@pytest.mark.xdist_group("tictactoe")
def test_the_set_of_keys_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """From room for no more than one position, and with blocks as small."""
    monkeypatch.setattr(positions, "FIRST_SIZE", 1 << 10)
    monkeypatch.setattr(positions, "BLOCK", 1 << 8)
    assert reachable(load("tictactoe").start()) == 5478


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("chess", {}, marks=pytest.mark.xdist_group("chess")),
        pytest.param("awale", {}, marks=pytest.mark.xdist_group("awale")),
        pytest.param("tree", {"tree": str([[1, 2]] * 100)}, marks=pytest.mark.xdist_group("tree")),
    ],
)
def test_too_many(name: str, options: dict[str, Any]) -> None:
    position = load(name, **options).start()
    with pytest.raises(ValueError, match=r"^more than 100 positions can come up$"):
        reachable(position, most=100)


@pytest.mark.xdist_group("awale")
def test_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are still to be looked at have a limit of their own, and so has the set of keys."""
    position = load("awale").start()
    with monkeypatch.context() as patch:
        patch.setattr(positions, "MOST_WAITING", 1 << 20)
        with pytest.raises(ValueError, match=r"^more than \d+ positions can come up, too many to look at all of them$"):
            reachable(position)
    monkeypatch.setattr(positions, "memory_size", lambda: 1 << 22)
    with pytest.raises(ValueError, match=r"^more than \d+ positions can come up, too many for the memory of this machine$"):
        reachable(position)


def test_as_many_as_may_be() -> None:
    start = load("tictactoe").start()
    assert reachable(start, most=5478) == 5478
    with pytest.raises(ValueError, match="more than 5477 positions"):
        reachable(start, most=5477)
