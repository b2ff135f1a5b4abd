"""Thinking on the other player's time: it has no limit, ends when it is told to, and its time begins when it is told to."""

import threading
import time

import pytest

from damier.cancel import Cancel
from damier.engine.clock import Allowance, GameClock, Pace, Ponder
from damier.engine.levels import LEVELS, STRONGEST
from damier.engine.player import Player, Thought
from damier.engine.pondering import Ponderer
from damier.games import load
from damier.records.session import Session

LATE = 2.0  # seconds: far more than anything here takes; machines are noisy


class Stopwatch:
    """A clock that tests set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)


# --------------------------------------------------------------------------------------------------------------------
# Time


def test_who_ponders_begins_every_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the other player has moved; then what was thought before counts for the soft limit, not for the hard one."""
    watch = Stopwatch(monkeypatch)
    pace = Pace(Allowance(soft=10.0, hard=40.0), 0.0, ponders=True)
    for watch.now in (1.0, 3.0, 4.0):
        assert pace.goes_on(1, 0)
    watch.now = 4.5
    assert pace.start()
    watch.now = 5.0
    assert pace.goes_on(1, 0)
    watch.now = 6.5
    assert not pace.goes_on(1, 0)


def test_who_has_pondered_long_enough_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Stopwatch(monkeypatch)
    pace = Pace(Allowance(soft=10.0, hard=40.0), 0.0, ponders=True)
    watch.now = 100.0
    assert pace.goes_on(1, 0)
    assert not pace.start()
    assert Pace(Allowance(hard=1.0), 0.0, ponders=True).start()  # a time for the move is to be used, whatever was before


def test_a_hit_is_heard_before_and_after_thinking_begins() -> None:
    heard = list[str]()
    early, late = Ponder(), Ponder()
    early.hit()
    early.then(lambda: heard.append("early"))
    late.then(lambda: heard.append("late"))
    assert heard == ["early"]
    late.hit()
    late.hit()
    assert heard == ["early", "late"]
    assert early.is_hit
    assert late.is_hit


# --------------------------------------------------------------------------------------------------------------------
# The player


@pytest.fixture(scope="module")
def player() -> Player:
    player = Player(load("connect4"), seconds=0.05, hash_mb=1)
    player.warm()
    return player


def finish(
    player: Player, ponder: Ponder, clock: GameClock | None = None, cancel: Cancel | None = None
) -> tuple[threading.Thread, list[Thought]]:
    """Ponder about the start of Connect 4 in a thread; what it finds comes into the list."""
    found = list[Thought]()
    question = player.question(player.game.start(), clock=clock, ponder=ponder, cancel=cancel or Cancel())
    thread = threading.Thread(target=lambda: found.append(player.ask(question)))
    thread.start()
    return thread, found


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize("clock", [None, GameClock(2.0)])
def test_a_hit_gives_the_search_its_time(player: Player, clock: GameClock | None) -> None:
    """It has no limit before, and after it answers by itself."""
    ponder = Ponder()
    thread, found = finish(player, ponder, clock)
    thread.join(0.3)
    assert thread.is_alive()
    ponder.hit()
    thread.join(LATE)
    assert not thread.is_alive()
    assert found[0].seconds >= 0.3


@pytest.mark.xdist_group("connect4")
def test_a_hit_that_comes_too_early_is_heard(player: Player) -> None:
    ponder = Ponder()
    ponder.hit()
    thread, found = finish(player, ponder)
    thread.join(LATE)
    assert not thread.is_alive()
    assert found


@pytest.mark.xdist_group("connect4")
def test_a_miss_is_stopped(player: Player) -> None:
    cancel = Cancel()
    thread, found = finish(player, Ponder(), cancel=cancel)
    thread.join(0.3)
    assert thread.is_alive()
    cancel.cancel()
    thread.join(LATE)
    assert not thread.is_alive()
    assert found[0].depth > 1


# --------------------------------------------------------------------------------------------------------------------
# damier's own games


@pytest.mark.xdist_group("connect4")
def test_on_a_persons_time(player: Player) -> None:
    """It thinks while the other one does, and is free as soon as that one has moved; what it found helps."""
    session, ponderer = Session(player.game), Ponderer()
    thought = player.think(session.position)
    session.play(thought.move)
    ponderer.begin(player, session, thought)
    time.sleep(0.1)
    began = time.perf_counter()
    assert threads("damier-ponder")
    ponderer.end(Player(player.game, hash_mb=1))  # somebody else's end is not this one's
    assert threads("damier-ponder")
    ponderer.end(player)
    assert time.perf_counter() - began < LATE
    assert not threads("damier-ponder")
    session.play(thought.line[1])
    assert player.think(session.position).move in session.legal_moves()
    ponderer.end()


@pytest.mark.xdist_group("connect4")
def test_one_at_a_time(player: Player) -> None:
    """A new one takes the place of the one before, and ends at once if nobody waits for it."""
    session, ponderer = Session(player.game), Ponderer()
    thought = player.think(session.position)
    session.play(thought.move)
    for _ in range(20):
        ponderer.begin(player, session, thought)
    assert len(threads("damier-ponder")) == 1
    ponderer.end()
    assert not threads("damier-ponder")


@pytest.mark.xdist_group("connect4")
@pytest.mark.parametrize(
    ("level", "line", "exact"),
    [(LEVELS[4], [3, 3], False), (STRONGEST, [3], False), (STRONGEST, [3, 3], True), (STRONGEST, [3, 99], False)],
)
def test_nothing_is_thought_in_vain(player: Player, level: object, line: list[int], exact: bool) -> None:
    """Not by a weak level, not if everything is known, not without a move to expect."""
    session, ponderer = Session(player.game), Ponderer()
    session.play(line[0])
    thought = Thought(line[0], 0, line, 5, 100, 0.1, exact)
    ponderer.begin(player, session, thought, level)  # type: ignore[arg-type]
    assert not threads("damier-ponder")


def threads(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]
