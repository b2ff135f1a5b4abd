"""Games solved from their rules alone, beside the same on paper; figures that are known; the same whoever does the work."""

from dataclasses import replace
from operator import length_hint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mazes import MAZES, SIZE, written
from naive_solution import Worth, known_as, solve_naively, worths

import naive
from damier.cancel import Cancel
from damier.endgames.backward import solve_backwards
from damier.endgames.links import link
from damier.endgames.sampling import ENOUGH, _bound, at_least
from damier.endgames.solved import Ended, Solved, Told, TooLarge, _pool, solve_game
from damier.errors import BadInput
from damier.games import load
from damier.games.own_file import load_file
from lengths import SOAK, times
from walks import random_game

EXAMPLES = Path(__file__).parents[2] / "examples"


def all_of(solved: Solved) -> dict[tuple[int, ...], Worth]:
    """What every position is worth."""
    scores, plies = solved.values
    found = {}
    for number in range(len(solved.census)):
        position = solved.census.position(number)
        distance = int(plies[number]) if scores[number] else None
        found[tuple(int(each) for each in position)] = Worth(int(scores[number]), distance)
    return found


def compare(starts: list[Any], threads: int = 1) -> Solved:
    solved = solve_game(starts, threads=threads)
    assert all_of(solved) == solve_naively(starts)
    assert solved.check(threads) is None
    return solved


@pytest.mark.sanitize
def test_three_in_a_row() -> None:
    game = load("tictactoe")
    solved = compare([game.start()])
    assert (len(solved.census), solved.value(game.start()), solved.distance(game.start())) == (765, 0, None)
    assert solved.census.is_layered
    assert solved.statistics()[:6] == (765, 2270, 138, 390, 151, 224)  # up to symmetry


def test_layers_and_rounds_say_the_same() -> None:
    """What is solved level by level, and the same game as if it had cycles."""
    solved = solve_game(load("tictactoe"), threads=2)
    nothing: Any = lambda *told: None  # noqa: E731
    with _pool(2) as (pool, threads):
        links = link(solved.census, pool, threads, nothing, nothing)
        values = solve_backwards(links, pool, threads, nothing, nothing)
    assert np.array_equal(values.scores, solved.values.scores)
    assert np.array_equal(values.plies, solved.values.plies)


def test_a_chase_in_circles() -> None:
    game = load(str(EXAMPLES / "mouse.py"))
    solved = compare([game.start()])
    assert not solved.census.is_layered
    assert solved.value(game.start()) == 0
    line = solved.line(game.start())
    assert line  # which ends where a position comes again
    assert all(worth.value <= 0 for worth in solved.moves(game.start()))


def test_points_extra_turns_and_circles(tmp_path: Path) -> None:
    """Mazes at random, in which play may never end, and ends are worth all kinds of points."""
    file = tmp_path / "mazes.py"
    file.write_text(written(seed=1))
    kind = load_file(file).Place
    solved = compare([kind(np.int64(maze * SIZE)) for maze in range(MAZES)])
    assert not solved.census.is_layered
    assert len(np.unique(solved.values.scores)) == 7


def test_sown_games() -> None:
    """Few seeds; the count of moves without a capture, and who has moved last, are left out."""
    awale = load("awale")
    solved = compare([*awale.late_positions(2)])
    endless = awale.parse("1,0,0,0,0,0,23/1,0,0,0,0,0,23")
    assert solved.value(endless) == solved.value(endless._replace(quiet=np.int64(60)))
    with pytest.raises(BadInput, match="not 0"):
        awale.late_positions(0)
    kalah = load("kalah", pits=3, seeds=1)
    compare([kalah.start()])


def test_few_seeds_by_rules_written_twice() -> None:
    """Awale by the naive rules of `naive.py`, and sets that grow: nothing of the game's own but its list of positions."""
    game, twin, most = load("awale"), naive.Awale(), times(2, 4)
    children, ends = dict[str, list[tuple[str, bool]]](), dict[str, int]()
    for position in game.late_positions(most):
        own, other = ([*map(int, side.split(","))] for side in game.text(position).split("/"))
        waiting = [naive.Seeds([own[:6], other[:6]], [own[6], other[6]])]
        while waiting:
            state = waiting.pop()
            if (here := twin.text(state)) in children:
                continue
            children[here] = []
            if (result := twin.result(state)) is not None:
                ends[here] = result
            for pit in twin.legal(state):
                child = replace(twin.after(state, pit), quiet=0)
                children[here].append((twin.text(child), False))
                waiting.append(child)
    solved = solve_game(game.late_positions(most))
    assert len(solved.census) == len(children)
    for here, worth in worths(children, ends).items():
        assert (solved.value(game.parse(here)), solved.distance(game.parse(here))) == worth, here


def test_how_many_late_positions_there_are() -> None:
    """They are counted before the first one is made, and refused if there are too many."""
    late = load("awale").late_positions(3)
    assert length_hint(late) == len([*late]) == 364 * 4 + 78 * 3 + 12 * 2
    with pytest.raises(
        TooLarge, match=r"^there are 6,561,600,693,374 positions to begin with, which need 236,217.6 GB at least"
    ):
        solve_game(load("awale").late_positions(48))
    with pytest.raises(TooLarge, match=r"^there are more than [0-9,]+ positions to begin with, .*; 4 MB may be taken$"):
        solve_game((position for position in load("awale").late_positions(6)), memory=4_000_000)


@pytest.mark.parametrize(("seeds", "value"), [(1, 2), (2, 6), *([(3, 6), (4, 2)] if SOAK else [])])
def test_kalah_with_four_pits(seeds: int, value: int) -> None:
    """Nothing is captured if the opposite pit is empty; the last seeds go to their owner."""
    game = load("kalah", pits=4, seeds=seeds)
    solved = solve_game(game)
    assert solved.value(game.start()) == value
    line = solved.line(game.start())
    assert len(line) == solved.distance(game.start())


def test_lines_keep_the_value() -> None:
    """Best play from positions of random games ends as soon, and with so much, as was said."""
    game = load("kalah", pits=4, seeds=1)
    solved = solve_game(game)
    for seed in range(5):
        for position, _ in random_game(game, seed):
            value, distance, here = solved.value(position), solved.distance(position), position
            line, sign = solved.line(position), 1
            for move in line:
                child = game.play(here, move)
                sign, here = sign if game.same_player(here, child) else -sign, child
            assert game.outcome(here) == sign * value
            assert distance in (len(line), None)
            if worths := solved.moves(position):
                assert (worths[0].value, worths[0].distance) == (value, distance)


def test_without_room_for_moves(tmp_path: Path) -> None:
    """All positions are looked at again and again, and what is found is the same: points, extra turns, circles."""
    file = tmp_path / "mazes.py"
    file.write_text(written(seed=2))
    kind = load_file(file).Place
    starts = [kind(np.int64(maze * SIZE)) for maze in range(MAZES)]
    fast = solve_game(starts)
    slow = solve_game(starts, threads=2, slowly=True)
    assert np.array_equal(fast.values.scores, slow.values.scores)
    assert np.array_equal(fast.values.plies, slow.values.plies)
    kalah = load("kalah", pits=4, seeds=1)
    solved = solve_game(kalah, slowly=True)
    assert (solved.value(kalah.start()), solved.distance(kalah.start())) == (2, 7)
    assert solved.check() is None


@pytest.mark.soak
def test_king_and_rook() -> None:
    """Chess: 16 moves at most until the lone king is mated, and 32 plies if it is to move; the fifty moves are left out."""
    game = load("chess")
    solved = solve_game([game.parse("8/8/8/8/8/2k5/8/R3K3 w - - 0 1")])
    assert solved.statistics().longest == 32
    assert solved.check() is None


def test_the_same_numbers_whoever_does_the_work() -> None:
    game = load("kalah", pits=4, seeds=2)
    one, two = solve_game(game, threads=1), solve_game(game, threads=3)
    assert np.array_equal(one.census.rows, two.census.rows)
    assert np.array_equal(one.values.scores, two.values.scores)
    assert np.array_equal(one.values.plies, two.values.plies)
    assert one.statistics() == two.statistics()


def test_a_wrong_value_is_found() -> None:
    solved = solve_game(load("tictactoe"))
    solved.values.scores[solved.census.number(load("tictactoe").start())] = 1
    assert known_as(solved.check()) == known_as(load("tictactoe").start())


def test_what_is_too_large_is_said() -> None:
    game = load("kalah", pits=6, seeds=4)
    with pytest.raises(TooLarge, match=r"^8 MB are not enough: [0-9,]+ positions were found within \d+ moves, and"):
        solve_game(game, memory=8_000_000)


def test_what_is_far_too_large_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By random games, when few positions were found; nothing is left behind."""
    monkeypatch.setattr("damier.endgames.sampling.LONGER", 60.0)  # seconds: the machine may be busy
    with pytest.raises(TooLarge, match=r"^there are at least [0-9,]+00,000 positions \([0-9,]+ random games, .* alike after "):
        solve_game(load("kalah", pits=6, seeds=4), memory=100_000_000, folder=tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_no_more_is_said_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games at random, of a game whose positions are counted."""
    monkeypatch.setattr("damier.endgames.sampling.LONGER", 60.0)
    solved = solve_game(load("kalah", pits=4, seeds=2))
    with _pool(2) as (pool, _):
        told = at_least(solved.census, pool, too_many=1 << 40)
    assert len(solved.census) // 10_000 < told.positions <= len(solved.census)
    assert told.pairs >= ENOUGH
    assert str(told).startswith("at least ")


def test_pairs_alike_tell_how_many_there_are() -> None:
    """Drawn from many, evenly, and one of them so often that it comes so many times as a rule."""
    chance, count, games = np.random.default_rng(1), 10**7, 20_000
    for often in range(40):
        drawn = chance.integers(1, count, games)
        drawn[: chance.poisson(often)] = 7
        told = _bound(drawn, 5)
        share = often / games
        assert told.positions <= 1 / (share**2 + (1 - share) ** 2 / count), often
        assert told.games == games
    assert _bound(np.zeros(5, np.int64), 5).positions == 0
    assert _bound(np.arange(1, 100_001), 5).positions > 5 * 10**7


def test_it_can_be_ended() -> None:
    cancel, told = Cancel(), list[Told]()

    def hear(news: Told) -> None:
        told.append(news)
        if news.step == 5:
            cancel.cancel()

    with pytest.raises(Ended):
        solve_game(load("kalah", pits=4, seeds=2), on_progress=hear, cancel=cancel)
    assert told[-1].phase == "exploring"


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(BadInput, match="arrays"):
        solve_game(load("tree"))
    with pytest.raises(BadInput, match="no position"):
        solve_game([])
    game = load("tictactoe")
    solved = solve_game([game.play(game.start(), 0)])
    assert game.start() not in solved
    with pytest.raises(BadInput, match="cannot come up"):
        solved.value(game.start())
