"""A clock for a whole game: how much of what is left a move may take.

Two limits for each move. Past the **soft** one no depth is begun: it is an equal share of the time that is left, more if
the search has just changed its mind or its hopes have sunk. At the **hard** one the search is stopped, whatever it is
doing. What a move does not use is there for those that come after it.

A search on the other player's time has no limit until that player moves as was expected. From then on its own time runs;
but what it has thought before counts too, so that after long enough it answers at once.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

MOST_RESERVE = 0.25  # seconds that are not planned for, since other programs may take them from us ...
RESERVE_SHARE = 0.1  # ... or this share of what is left, if that is less ...
LEAST_RESERVE = 0.04  # ... but so many seconds at least, or the longest delay that was seen ...
INSTANT = 0.001  # seconds of a move that is made at once: what such moves take beyond what they add is kept back as well ...
LONG = 100  # ... for so many of them, where the game does not tell how long it lasts ...
LAST_SHARE = 0.1  # ... and never more than to leave this share of what is left
INCREMENT_SHARE = 0.9  # of what a move adds, which it may use
HARD = 4.0  # times the soft limit is the hard one ...
MOST_OF_LEFT = 0.35  # ... or this share of the time left, if that is less
MOVES_LEFT = 27  # a player still has to make, where the game does not tell
ENDING = 12  # plies before the end from which everything is seen in no time
START = 0.6  # of the soft limit: a depth begun later would hardly be finished by then, as each takes longer than the last
TELLING = 0.2  # of the soft limit, after which the time of a depth tells that of the next
CHANGED = 1.7  # times the soft limit when the best move has just changed ...
SUNK = 1.5  # ... and when its score has fallen by much more than it usually moves:
MUCH = 2.0  # times as much
MOST_EFFORT, DOUBT = 1.5, 1.75  # the less of the effort the best move took, the longer: by so much times what is missing
SEEN = 16  # moves whose loss of time on the way is remembered
FIRST_LOST, FIRST_LOST_SHARE = 0.01, 0.002  # seconds, or of the clock, that a move is taken to lose before anything was seen
ROUNDED = 0.0015  # seconds: clocks are told in whole milliseconds
MOST_LOST = 2.0  # seconds; more is no loss on the way
SLOWEST, FASTEST = 8.0, 1.5  # how many times as long as the last depth the next one may be expected to take


@dataclass(frozen=True)
class GameClock:
    """What the clock of the player to move shows."""

    left: float  # seconds for all moves that are still to be made, or for the next `moves_to_go`
    increment: float = 0.0  # seconds that each move adds once it is made
    moves_to_go: int | None = None  # moves until more time is added; None if the time is for the rest of the game
    overhead: float = 0.0  # seconds that each move takes from the clock beyond those of the player: on its way, by the board
    delay: float = 0.0  # the most that a move has taken so: it may come again


@dataclass(frozen=True)
class Allowance:
    """The seconds a move may take: past the first no depth is begun, at the second the search stops. None: no limit."""

    soft: float | None = None
    hard: float | None = None


def allowance(clock: GameClock, plies_left: int | None = None, choices: int = 2) -> Allowance:
    """What a move may take of a clock, when the game lasts about so many plies more.

    With a single move to choose from there is nothing to think about.
    """
    longest = min(LONG if plies_left is None else plies_left // 2 + 1, clock.moves_to_go or LONG)
    usable = max(clock.left - _reserve(clock, longest) - clock.overhead, LAST_SHARE * clock.left)
    moves = MOVES_LEFT if plies_left is None else max(2, (plies_left - ENDING + 1) // 2)
    if clock.moves_to_go is not None:
        moves = max(1, min(moves, clock.moves_to_go))
    share = usable / moves + INCREMENT_SHARE * clock.increment  # which comes only after the move
    most = usable * max(1 / moves, MOST_OF_LEFT)
    share = min(most, max(share - clock.overhead, LAST_SHARE * share))
    return Allowance(share if choices > 1 else 0.0, min(HARD * share, most))


def _reserve(clock: GameClock, moves: int) -> float:
    """The seconds of a clock that are not planned for, with so many moves to be made at most."""
    drain = max(0.0, clock.overhead + INSTANT - clock.increment)  # even of moves that are made at once
    return min(MOST_RESERVE, max(LEAST_RESERVE, clock.delay, RESERVE_SHARE * clock.left)) + moves * drain


class Overhead:
    """What a clock loses beyond what the player takes, learnt from what it shows when the player is asked again.

    Who keeps the clock starts it before the player hears of that and stops it after the player has answered. What lies between,
    reading the question and writing the answer included, differs a thousandfold between interfaces, and nobody tells.
    """

    def __init__(self) -> None:
        self._seen = deque[float](maxlen=SEEN)
        self._expected: dict[Any, float] = {}  # what a clock should show when it is read again, if nothing is lost

    def learn(self, clock: GameClock, reading: Any) -> GameClock:
        """A clock that is now read, with what it is known to lose; `reading` says which one it is, and when."""
        expected = self._expected.pop(reading, None)
        if expected is not None and -ROUNDED <= expected - clock.left <= MOST_LOST:  # else it was set anew
            self._seen.append(max(0.0, expected - clock.left))
        if self._seen:
            usual, delay = sum(self._seen) / len(self._seen), max(self._seen)
        else:
            usual, delay = min(FIRST_LOST, FIRST_LOST_SHARE * clock.left), 0.0
        return replace(clock, overhead=max(clock.overhead, usual), delay=delay)

    def expect(self, clock: GameClock, seconds: float, next_reading: Any) -> None:
        """The player has thought for so many seconds."""
        self._expected = {next_reading: clock.left - seconds + clock.increment}


class Pace:
    """Tells a search, which has `began` then, after each depth whether to begin the next. Who ponders begins all of them."""

    def __init__(self, allowed: Allowance, began: float, ponders: bool = False) -> None:
        self._allowed = allowed
        self._began = began
        self._started: float | None = None if ponders else began  # when its own time began
        self._urgency_now = 1.0
        self._last = began  # when the depth before was finished
        self._took = 0.0
        self._move: int | None = None
        self._scores = list[int]()

    def goes_on(self, move: int, score: int, effort: float | None = None) -> bool:
        """A depth is finished, with this best move, which took so much of its effort, and score: is there time for the next?"""
        now = time.perf_counter()
        took = now - self._last
        growth = took / self._took if self._took > 0 else SLOWEST
        expected = took * min(SLOWEST, max(FASTEST, growth))
        self._urgency_now = self._urgency(move, score, effort)
        self._last, self._took, self._move = now, took, move
        self._scores.append(score)
        if self._started is None:
            return True
        elapsed = now - self._started
        is_told = elapsed > TELLING * (self._allowed.soft or 0.0)  # the first depths say little: another program may delay them
        if is_told and self._allowed.hard is not None and elapsed + expected > self._allowed.hard:
            return False
        return self._is_early(now)

    def start(self) -> bool:
        """The other player has moved as was expected, and time runs: is there anything left to think about?"""
        self._started = time.perf_counter()
        return self._is_early(self._started)

    def _is_early(self, now: float) -> bool:
        """Whether less has been thought than the soft limit asks for, as the search looks now."""
        return self._allowed.soft is None or now - self._began < START * self._allowed.soft * self._urgency_now

    def _urgency(self, move: int, score: int, effort: float | None) -> float:
        """How many times its share this move deserves, as the search looks now.

        A score is compared with that of two depths before: who has the last word makes a difference of its own.
        """
        urgency = CHANGED if self._move is not None and move != self._move else 1.0
        steps = [abs(later - earlier) for earlier, later in zip(self._scores, self._scores[2:], strict=False)]
        if steps and self._scores[-2] - score > MUCH * sum(steps) / len(steps):
            urgency *= SUNK
        if effort is not None:
            urgency *= DOUBT * (MOST_EFFORT - effort)
        return urgency


class Ponder:
    """What one who thinks on the other player's time shares with one who sees that player move."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_hit = False
        self._begin: Callable[[], None] | None = None

    @property
    def is_hit(self) -> bool:
        """Whether the other player has moved as was expected."""
        return self._is_hit

    def hit(self) -> None:
        """The other player has moved as was expected: time begins to run."""
        with self._lock:
            if not self._is_hit:
                self._is_hit = True
                if self._begin:
                    self._begin()

    def then(self, begin: Callable[[], None]) -> None:
        """What is to be done when time begins to run; if it already does, at once."""
        with self._lock:
            self._begin = begin
            if self._is_hit:
                begin()
