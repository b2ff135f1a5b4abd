"""Tables of endings by number, for a small game of one's own: both ways to build one, and the naive twin."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.cancel import Cancel
from damier.endgames.numbered import Stopped, build, wrong_place
from damier.endgames.table import UNUSED, Tables, new_table, probe
from damier.endgames.verdict import best_line, statistics, value_of, values_of_moves
from damier.games import load
from damier.games.game import BadInput, Game
from damier.kernel import array_at, compiled
from damier.rules import ONGOING, index, legal_moves, outcome, placed, play

CORNER = Path(__file__).with_name("corner.py")


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(CORNER))


def whole_board(game: Game) -> Iterator[Any]:
    """All positions that can be, symmetric ones too."""
    kind, like = type(game.start()), game.start()
    for family in range(2):
        for number in range(16**3):
            numbers = number >> 8, number >> 4 & 15, number & 15, 1 - family
            position = kind(*map(np.int64, numbers))
            if placed(like, family, number) == position:
                yield position


@pytest.fixture(scope="module")
def expected(game: Game) -> dict[Any, int]:
    """The value of every position, without symmetries, numbers or moves taken back: one ply more in each pass."""
    children = {p: [play(p, m) for m in legal_moves(p)] for p in whole_board(game) if outcome(p) == ONGOING}
    values = {p: int(np.sign(outcome(p))) for p in whole_board(game) if outcome(p) != ONGOING}
    known = {p: value for p, value in values.items() if value}
    for plies in range(1, 100):
        found = {}
        for p, after in children.items():
            if p in known:
                continue
            worth = [known.get(child, 0) for child in after]
            if min(worth) < 0:
                found[p] = plies + 1
            elif min(worth) > 0:
                found[p] = -(plies + 1)
        known |= found
    return {p: known.get(p, 0) for p in children} | values


@pytest.mark.parametrize("by_passes", [False, True])
@pytest.mark.parametrize("threads", [1, 3])
def test_both_ways_give_what_the_naive_twin_finds(game: Game, expected: dict[Any, int], by_passes: bool, threads: int) -> None:
    tables = Tables(game.endings)
    rounds: list[tuple[int, int]] = []
    table = build(game, "krk", tables, threads, lambda *told: rounds.append(told), by_passes=by_passes)
    tables.add(table)
    assert len(expected) > 2000
    used = {index(position) for position in expected}
    assert {(f, n) for f in range(2) for n in range(16**3) if table.of(f)[n] != UNUSED} == used
    for position, value in expected.items():
        assert tables.value(position) == value, position
    assert [plies for plies, _ in rounds] == list(range(max(map(abs, expected.values()))))
    assert rounds[-1][1] == np.count_nonzero(table.values) - np.count_nonzero(table.values == UNUSED)
    assert wrong_place(game, table, tables) is None


@pytest.fixture(scope="module")
def tables(game: Game) -> Tables:
    tables = Tables(game.endings)
    tables.add(build(game, "KRK", tables))
    return tables


def test_a_wrong_number_is_found(game: Game, tables: Tables) -> None:
    right = tables.by_name["KRK"]
    for place in (7 * 256 + 1, 16**3 + 5 * 256, int(np.argmax(right.values)), int(np.argmin(right.values == UNUSED))):
        values = right.values.copy()
        values[place] = 3 if values[place] != 3 else 5
        wrong = new_table(game.endings, right.ending, values)
        others = Tables(game.endings)
        others.add(wrong)
        assert wrong_place(game, wrong, others) is not None


def test_lines_and_statistics(game: Game, tables: Tables) -> None:
    own, other = statistics(game, tables.by_name["KRK"], tables)
    assert own.won == own.positions
    assert own.lost == own.drawn == other.won == 0
    assert other.positions == other.drawn + other.lost
    assert other.drawn
    assert other.longest_win is None
    for longest in (own.longest_win, other.longest_loss):
        assert longest is not None
        position, line = longest.position, longest.line
        assert len(line) == longest.plies == tables.distance(position)
        for left, move in zip(range(longest.plies, 0, -1), line, strict=True):
            assert tables.distance(position) == left
            position = game.play(position, move)
        assert game.outcome(position) is not None
    drawn = next(p for p in whole_board(game) if tables.wdl(p) == 0)
    assert best_line(game, tables, drawn) == []
    for position in list(whole_board(game))[::50]:
        worth = values_of_moves(game, tables, position)
        assert worth is not None
        assert set(worth) == set(game.moves(position))
        if worth:
            best = max(worth.values(), key=lambda value: (np.sign(value), -value))
            assert best == value_of(game, tables, position)


def test_positions_without_a_place_have_no_value(game: Game, tables: Tables) -> None:
    bare = game.start()._replace(rook=np.int64(16))
    assert tables.value(bare) is None
    assert tables.wdl(bare) is None
    assert value_of(game, tables, bare) == 0
    assert Tables(game.endings).value(game.start()) is None


@compiled
def asked_by_address(position: Any, address: Any, length: Any) -> Any:
    return probe(position, array_at(address, length, np.int64))


def test_kernels_ask_by_an_address(game: Game, tables: Tables) -> None:
    directory = tables.directory
    for position in list(whole_board(game))[::100]:
        assert asked_by_address(position, directory.ctypes.data, len(directory)) == tables.value(position)
    bare = game.start()._replace(rook=np.int64(16))
    assert asked_by_address(bare, directory.ctypes.data, len(directory)) == UNUSED


def test_what_is_cancelled_stops(game: Game) -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Stopped, match="KRK"):
        build(game, "KRK", Tables(game.endings), cancel=cancel)


def test_what_cannot_be_is_refused(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no ending 'KQK'; there are KRK"):
        game.endings.find("KQK")
    with pytest.raises(BadInput, match="Nim has no tables of endings"):
        _ = load("nim").endings
    with pytest.raises(ValueError, match="8,192 numbers of 16 bits"):
        new_table(game.endings, game.endings.find("KRK"), np.zeros(5, np.int16))
    file = tmp_path / "told.py"
    file.write_text(CORNER.read_text().replace('listed([Ending("KRK", (0, 1))], [16**3, 16**3])', "['KRK']"))
    with pytest.raises(BadInput, match=r"ENDINGS is \['KRK'\]; it must be Endings"):
        load(str(file))


BROKEN = {
    ("(king * 16 + other) * 16 + rook)", "(king * 16 + other) * 16)"): "rule 'placed' gives",
    ("        if is_near(p.other, to):\n", "        if True:\n"): "rule 'unmoves' gives .* from where no move leads here",
}


@pytest.mark.parametrize("change", BROKEN)
def test_wrong_rules_are_found(tmp_path: Path, change: tuple[str, str]) -> None:
    source = CORNER.read_text()
    assert change[0] in source
    file = tmp_path / "broken.py"
    file.write_text(source.replace(*change))
    with pytest.raises(BadInput, match=BROKEN[change]):
        load(str(file))
