"""The clock of a whole game: shares that never come to more than there is, and a search that keeps to them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier.engine.clock import HARD, MOVES_LEFT, Allowance, GameClock, Overhead, Pace, allowance
from damier.engine.player import Player
from damier.games import load

SECONDS = st.floats(0.001, 1e6)


@given(left=SECONDS, increment=st.floats(0, 60), to_go=st.none() | st.integers(1, 200), plies=st.none() | st.integers(0, 300))
def test_a_move_never_gets_all_that_is_left(left: float, increment: float, to_go: int | None, plies: int | None) -> None:
    found = allowance(GameClock(left, increment, to_go), plies)
    assert found.soft is not None
    assert found.hard is not None
    assert 0 < found.soft <= found.hard < left
    assert found.hard <= HARD * found.soft


@given(left=SECONDS, increment=st.floats(0, 1), to_go=st.none() | st.integers(1, 40))
def test_the_clock_lasts_however_long_the_game(left: float, increment: float, to_go: int | None) -> None:
    """Every move takes all it may, and the game goes on longer than anyone has expected."""
    for move in range(200):
        found = allowance(GameClock(left, increment, to_go), max(0, 60 - move))
        assert found.hard is not None
        left += increment - found.hard
        assert left > 0


@pytest.mark.parametrize(
    ("clock", "plies", "low", "high"),
    [
        (GameClock(2.0, 0.02), 60, 0.07, 0.12),  # a blitz game of Othello, from the start
        (GameClock(7200.0), 60, 200, 400),
        (GameClock(3600.0), None, 3600 / MOVES_LEFT * 0.9, 3600 / MOVES_LEFT),
        (GameClock(0.1), 20, 0.01, 0.025),
        (GameClock(100.0, 0.0, moves_to_go=1), 60, 80, 100),
        (GameClock(100.0, 0.0, moves_to_go=10), 60, 8, 11),
        (GameClock(0.5, 10.0), 60, 0.1, 0.3),  # the increment comes only after the move
    ],
)
def test_shares_are_sensible(clock: GameClock, plies: int | None, low: float, high: float) -> None:
    soft = allowance(clock, plies).soft
    assert soft is not None
    assert low <= soft <= high


@given(left=st.floats(0.05, 1e4), increment=st.floats(0, 10), to_go=st.none() | st.integers(1, 40), overhead=st.floats(0, 0.5))
def test_what_is_lost_on_the_way_is_left_out(left: float, increment: float, to_go: int | None, overhead: float) -> None:
    """A move that loses time on its way gets less, and what it takes with that is not more than there is if that can be."""
    usual = allowance(GameClock(left, increment, to_go))
    found = allowance(GameClock(left, increment, to_go, overhead))
    assert usual.soft is not None
    assert usual.hard is not None
    assert found.soft is not None
    assert found.hard is not None
    assert 0 < found.soft <= usual.soft
    assert found.hard <= usual.hard
    if left > 2 * overhead + 0.3:
        assert found.hard + overhead < left


def test_games_of_chess_under_usual_clocks() -> None:
    """Nobody knows how long they last: after 40 moves more than half of the time is used, after 80 something is left."""
    for left, increment in [(5.0, 0.05), (60.0, 0.6), (180.0, 2.0)]:
        given, shown = left, []
        for _ in range(80):
            soft = allowance(GameClock(left, increment, overhead=0.03)).soft
            assert soft is not None
            left += increment - soft - 0.03
            shown.append(left)
        assert shown[39] < 0.5 * given
        assert shown[79] > 0.04 * given


@pytest.mark.parametrize(
    ("left", "increment", "lost"),
    [(1.0, 0.01, 0.002), (0.2, 0.002, 0.0015), (0.1, 0.004, 0.002), (6.0, 0.06, 0.03), (60.0, 0.6, 0.2), (0.5, 0.05, 0.04)],
)
def test_the_last_second_is_used_and_lasts(left: float, increment: float, lost: float) -> None:
    """What a clock loses beside is learnt: some half of the time is used within 60 moves, and after 300 something is left."""
    overhead, given, shown = Overhead(), left, []
    for move in range(300):
        clock = overhead.learn(GameClock(int(1000 * left) / 1000, increment), move)  # told in whole milliseconds
        soft = allowance(clock).soft
        assert soft is not None
        overhead.expect(clock, soft, move + 1)
        left -= soft + lost
        assert left > 0
        left += increment
        shown.append(left)
    assert shown[59] < 0.65 * given
    assert clock.overhead == pytest.approx(lost, abs=0.001)


def test_a_second_is_shared_as_a_minute_is() -> None:
    """A game of one second is no game of first moves: each has the share of the clock that it has in longer ones."""
    for left in (0.5, 1.0, 3.0, 6.0, 60.0):
        soft = allowance(GameClock(left, left / 100, overhead=0.001)).soft
        assert soft is not None
        assert 0.03 < soft / left < 0.05


def test_what_is_lost_on_the_way_is_learnt() -> None:
    overhead = Overhead()
    first = overhead.learn(GameClock(60.0), 10)
    assert 0 < first.overhead <= 0.01
    overhead.expect(first, 2.0, 12)
    assert overhead.learn(GameClock(57.9), 12).overhead == pytest.approx(0.1)
    overhead.expect(GameClock(57.9), 1.0, 14)
    learnt = overhead.learn(GameClock(56.6), 14)
    assert learnt.overhead == pytest.approx(0.2)  # on average
    assert learnt.delay == pytest.approx(0.3)  # which may come again


def test_a_clock_that_was_set_anew_teaches_nothing() -> None:
    overhead = Overhead()
    for before, after, reading in ((60.0, 120.0, 12), (60.0, 20.0, 12), (60.0, 58.5, 14)):
        clock = overhead.learn(GameClock(before), 10)
        overhead.expect(clock, 1.0, 12)
        assert overhead.learn(GameClock(after), reading).overhead == clock.overhead


def test_what_a_person_says_is_lost_counts_at_least() -> None:
    overhead = Overhead()
    clock = overhead.learn(GameClock(60.0, overhead=0.5), 1)
    assert clock.overhead == 0.5
    overhead.expect(clock, 1.0, 2)
    assert overhead.learn(GameClock(59.0, overhead=0.5), 2).overhead == 0.5


def test_a_single_move_is_made_at_once() -> None:
    assert allowance(GameClock(60.0), 60, choices=1).soft == 0.0


def test_no_depth_is_begun_that_cannot_be_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each depth takes three times as long as the one before: the search stops before the one that would be too long."""
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    pace = Pace(Allowance(soft=50.0, hard=30.0), 0.0)
    answers = []
    for seconds in (0.1, 0.3, 0.9, 2.7, 8.1):
        now += seconds
        answers.append(pace.goes_on(4, 10))
    assert answers == [True, True, True, True, False]


def test_what_delays_the_first_depths_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program has taken the processor for a moment: the next depth will not take as long."""
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    pace = Pace(Allowance(soft=1.0, hard=1.5), 0.0)
    now = 0.001
    assert pace.goes_on(4, 10)
    now = 0.19
    assert pace.goes_on(4, 10)


def test_more_time_for_a_change_of_mind_and_for_bad_news(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)

    def goes_on(moves: list[int], scores: list[int]) -> bool:
        nonlocal now
        now = 0.0
        pace = Pace(Allowance(soft=1.0, hard=100.0), 0.0)
        for each in zip(moves[:-1], scores[:-1], strict=True):
            now += 0.001
            assert pace.goes_on(*each)
        now = 0.7
        return pace.goes_on(moves[-1], scores[-1])

    calm = [0, 10, 0, 10, 0]
    assert not goes_on([1, 1, 1, 1, 1], calm)
    assert goes_on([1, 1, 1, 1, 2], calm)
    assert goes_on([1, 1, 1, 1, 1], [0, 10, 2, 11, -50])
    assert not goes_on([1, 1, 1, 1, 1], [0, 10, 2, 11, 50])


def test_less_time_where_one_move_took_all_the_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """... than where the others were as hard to refute; who tells nothing has what lies between."""
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)

    def longest(effort: float | None) -> float:
        """When the last depth is begun, of a search that finishes one every hundredth of a second."""
        nonlocal now
        now = 0.0
        pace = Pace(Allowance(soft=1.0, hard=100.0), 0.0)
        while now < 10:
            now += 0.01
            if not pace.goes_on(1, 0, effort):
                break
        return now

    assert longest(0.98) < longest(None) < longest(0.5) < longest(0.1) < 2


def test_a_search_tells_the_effort_of_its_best_move() -> None:
    """A recapture that is plain takes nearly all of it; where moves are told apart by nothing, nobody says."""
    chess, connect4 = load("chess"), load("connect4")
    plain = Player(chess, seconds=None, depth=10, hash_mb=4)
    plain.think(chess.parse("r1bqkbnr/ppp2ppp/2np4/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 4"))  # a knight can be taken
    assert plain._last is not None
    effort = plain._last.effort
    assert effort is not None
    assert 0.6 < effort <= 1
    solid = Player(connect4, seconds=None, depth=6, hash_mb=1)
    solid.think(connect4.start())
    assert solid._last is None or solid._last.effort is None


@pytest.mark.xdist_group("connect4")
def test_a_game_under_one_clock() -> None:
    """Every move is legal, and the time is not used up before the end."""
    game = load("connect4")
    player = Player(game, hash_mb=1)
    player.warm()
    position, left = game.start(), [3.0, 3.0]
    turn = 0
    while legal := game.moves(position):
        thought = player.think(position, clock=GameClock(left[turn]))
        left[turn] -= thought.seconds
        assert thought.move in legal
        position, turn = game.play(position, thought.move), 1 - turn
    assert min(left) > 0
