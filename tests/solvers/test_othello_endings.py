"""Endings of Othello: every answer against the textbook's alpha-beta, and the FFO test as far as it is quick."""

import itertools
import threading
from typing import Any

import numpy as np
import pytest
from numba import njit

from damier.bits import popcount
from damier.games import load
from damier.games.othello.rules import DISC
from damier.kernel import native
from damier.rules import ONGOING, moves, outcome, play
from damier.search.driver import Options, search
from damier.solvers.othello import IDEAS, METHODS, Solver
from damier.solvers.othello.settle import settle
from damier.solvers.othello.stability import stable_discs
from damier.solvers.othello.table import key_of
from lengths import times

# Endgame tests of the Fédération française d'Othello ("FFO"): number, position, score, the moves that reach it
FFO = [
    (1, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, ["g8"]),
    (2, "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10, ["a4"]),
    (20, "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", 6, ["h5"]),
    (22, "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2, ["g8"]),
    (23, "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X", 4, ["a2"]),
    (24, "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0, ["c3"]),
]


@njit
def _play_randomly(position, empty, area, seed):  # type: ignore[no-untyped-def]
    """A random game until so many squares are empty, or it is over."""
    np.random.seed(seed)
    out = np.zeros(64, np.int64)
    while outcome(position) == ONGOING and area - popcount(position.own | position.other) > empty:
        position = play(position, out[np.random.randint(moves(position, out))])
    return position


def random_endings(size: int, empty: int, count: int, first_seed: int = 0) -> list[Any]:
    """Positions of random games with so many empty squares, whose games go on."""
    start = load("othello", size=size).start()
    games = (native(_play_randomly(start, empty, size * size, seed)) for seed in itertools.count(first_seed))
    return list(itertools.islice((position for position in games if outcome(position) == ONGOING), count))


def by_the_book(position: Any) -> int:
    """The score by the textbook's alpha-beta, in discs."""
    return search(position, "alphabeta", 60, Options(whole_line=False)).value // DISC


@pytest.mark.parametrize("size", [6, 8])
def test_the_outcome_is_the_sign_of_the_score_and_is_kept(size: int) -> None:
    """Won, drawn or lost by the window [-1, 1], a bound of the score on its side, and a move after which it is the same."""
    asked, exact, results = Solver(16), Solver(16), set()
    for position in random_endings(size, 9, times(150, 1000)):
        score, keeping = asked.outcome(position)
        best = exact.solve(position).score
        assert (score > 0, score < 0) == (best > 0, best < 0)
        assert abs(score) <= abs(best)
        for move in keeping:
            child = native(play(position, move))
            after = -exact.solve(child).score if outcome(child) == ONGOING else -int(outcome(child)) // DISC
            assert (after > 0, after < 0) == (best > 0, best < 0)
        results.add((best > 0) - (best < 0))
    assert results == {-1, 0, 1}


def test_the_outcome_is_in_reach_before_the_score() -> None:
    game, solver = load("othello"), Solver(1)
    reached = {}
    for empty in range(30, 10, -1):
        position = random_endings(8, empty, 1)[0]
        for seconds in (0.1, 1.0, 5.0):
            for reach in (solver.outcome_in_reach, solver.in_reach):
                if reach(position, seconds):
                    reached.setdefault((reach.__name__, seconds), empty)
    for seconds in (0.1, 1.0, 5.0):
        assert reached["outcome_in_reach", seconds] - reached["in_reach", seconds] in (2, 3)
    assert not solver.outcome_in_reach(game.start(), None)


def test_random_endings() -> None:
    """Many positions with ten empty squares."""
    solver = Solver(16)
    found = random_endings(8, 10, times(600, 2000))
    assert [position for position in found if solver.solve(position).score != by_the_book(position)] == []


@pytest.mark.parametrize(
    ("size", "empty", "count"), [(8, n, 100) for n in range(1, 10)] + [(6, 9, 200), (6, 6, 100), (4, 8, 200)]
)
def test_few_empty_squares_and_small_boards(size: int, empty: int, count: int) -> None:
    solver = Solver(1)
    for position in random_endings(size, empty, count, 7):
        assert solver.solve(position).score == by_the_book(position), position


@pytest.mark.parametrize("method", METHODS)
def test_methods_agree(method: str) -> None:
    solver = Solver(4, method)
    for position in random_endings(8, 11, 60, 99):
        score = by_the_book(position)
        assert solver.solve(position).score == score
        assert solver.wdl(position) == (score > 0) - (score < 0)


@pytest.mark.parametrize("without", [*IDEAS, tuple(IDEAS)])
def test_an_idea_switched_off_changes_no_score(without: str | tuple[str, ...]) -> None:
    solver = Solver(4, without=without)
    for position in random_endings(8, 13 if without == "estimate" else 10, 30, 4):
        assert solver.solve(position).score == by_the_book(position)


@pytest.mark.parametrize(("number", "text", "score", "best"), FFO)
def test_ffo(number: int, text: str, score: int, best: list[str]) -> None:
    game = load("othello")
    position = game.parse(text)
    found, moves_ = Solver(64).best(position)
    assert (found, sorted(game.move_name(position, move) for move in moves_)) == (score, best)


def test_small_board_from_the_start() -> None:
    """4x4: the second player wins by ten (11-3 and two empty squares)."""
    assert Solver(4).solve(load("othello", size=4).start()).score == -10


def test_line_is_legal_and_ends_with_the_score() -> None:
    game = load("othello")
    for position in random_endings(8, 9, 30, 5):
        solved = Solver(4).solve(position)
        sign, score = 1, None
        for move in solved.line:
            assert move in game.moves(position)
            position, sign = game.play(position, move), -sign
        score = game.outcome(position)
        assert score is not None
        assert sign * score == DISC * solved.score


def test_scores_of_all_moves() -> None:
    game = load("othello")
    for position in random_endings(8, 8, 20, 3):
        heard: dict[int, int] = {}
        scores = Solver(4).scores(position, on_score=heard.__setitem__)
        assert scores == heard == {move: -_value(game.play(position, move)) for move in game.moves(position)}
        best, moves_ = Solver(4).best(position)
        assert best == max(scores.values())
        assert sorted(moves_) == sorted(move for move in scores if scores[move] == best)


def _value(position: Any) -> int:
    return int(outcome(position)) // DISC if outcome(position) != ONGOING else by_the_book(position)


def test_several_threads() -> None:
    game = load("othello")
    _, text, score, _ = FFO[-1]
    assert Solver(16, threads=2).solve(game.parse(text)).score == score


def test_time_over_and_stop() -> None:
    """A question that is ended early has no answer, and the next one is answered."""
    solver = Solver(4, threads=2)
    start = load("othello").start()
    assert solver.solve(start, seconds=0.05) is None
    assert solver.scores(start, seconds=0.05) is None
    threading.Timer(0.1, solver.stop).start()
    assert solver.wdl(start) is None
    position = random_endings(8, 8, 1)[0]
    assert solver.solve(position).score == by_the_book(position)


def test_boards_of_two_sizes_do_not_mix() -> None:
    """The same discs are another position on a larger board: one solver may be asked about both."""
    solver = Solver(4)
    for small, large in zip(random_endings(4, 7, 30), random_endings(6, 9, 30), strict=True):
        for position in (small, large):
            assert solver.solve(position).score == by_the_book(position)


def test_finished_games() -> None:
    solver = Solver(1)
    game = load("othello", size=4)
    position = game.start()
    for move in solver.solve(position).line:
        position = game.play(position, move)
    solved = solver.solve(position)
    assert (solved.score, solved.line) == (game.outcome(position) // DISC, [])
    assert solved.move is None


def test_nobody_reaches_beyond_stable_discs() -> None:
    """The bound they put on a score holds."""
    for position in random_endings(8, 9, 200, 1):
        mine = stable(position.own, position.other)
        others = stable(position.other, position.own)
        assert 2 * mine - 64 <= by_the_book(position) <= 64 - 2 * others


@njit
def _stable(own, other):  # type: ignore[no-untyped-def]
    return stable_discs(own, other, np.uint64(0))


def stable(own: Any, other: Any) -> int:
    return int(_stable(np.uint64(own), np.uint64(other)))


def test_settling_asks_until_the_interval_is_closed() -> None:
    """All methods find every score from every guess, asking an oracle that only says on which side it lies."""
    for method in METHODS:
        for score in range(-64, 65, 2):
            for guess in (-64, -10, 0, 4, 64):

                def ask(alpha: int, beta: int, score: int = score) -> int:
                    return score if alpha < score < beta else alpha if score <= alpha else beta

                def even(alpha: int, beta: int, ask: Any = ask) -> int:
                    found = ask(alpha, beta)
                    return found if found % 2 == 0 else found - 1 if found <= alpha else found + 1

                assert settle(method, even, 64, guess) == score


@njit
def _key(own, other):  # type: ignore[no-untyped-def]
    return key_of(own, other)


def test_keys_tell_positions_apart() -> None:
    """A few discs here or there: no two positions have one key."""
    boards = [np.uint64(1 << square) for square in range(64)] + [np.uint64(1 << 63 | 1 << square) for square in range(63)]
    keys = {_key(own, other) for own in boards for other in boards}
    assert len(keys) == len(boards) ** 2


def test_unknown_method_is_refused() -> None:
    with pytest.raises(ValueError, match="no method 'best'; there are negac"):
        Solver(1, "best")
    with pytest.raises(ValueError, match="unknown idea 'luck'; there are parity"):
        Solver(1, without="luck")
