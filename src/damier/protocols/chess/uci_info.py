"""What the UCI engine tells of its thinking: `info` lines."""

import threading
import time
from collections.abc import Callable
from typing import Any

from damier.engine.player import Thought
from damier.protocols.chess.uci_position import name_of
from damier.rules import WIN, null

TICK = 1.0  # seconds between words on how far the search is, while no depth is finished


def line_names(position: Any, line: list[int], is_960: bool) -> list[str]:
    """The moves of a line in coordinates: to name one it is enough to know whose it is, and where rooks may castle."""
    sides = (position, null(position))
    return [name_of(sides[ply % 2], move, is_960) for ply, move in enumerate(line)]


def info_line(thought: Thought, number: int, position: Any, is_960: bool) -> str:
    """One line of what was found, the best being number 1."""
    return (
        f"info depth {thought.depth} multipv {number} score {score_words(thought)} "
        f"{effort_words(thought.nodes, thought.seconds)} hashfull {round(1000 * thought.full)} tbhits {thought.looked_up} "
        f"pv {' '.join(line_names(position, thought.line, is_960))}"
    )


def score_words(thought: Thought) -> str:
    """`cp 35` for the player to move, or `mate 3`, `mate -2`: in moves, not plies."""
    if thought.plies is None:
        return f"cp {thought.value}"
    moves = (thought.plies + 1) // 2
    return f"mate {moves if thought.value == WIN else -moves}"


def effort_words(nodes: int, seconds: float) -> str:
    speed = round(nodes / seconds) if seconds > 0 else 0
    return f"nodes {nodes} nps {speed} time {round(1000 * seconds)}"


class Ticker:
    """Says now and then how far a search is, so that nobody thinks the engine has died.

    One thread serves all searches: to start one for each would take longer than a search on a fast clock.
    """

    def __init__(self, nodes: Callable[[], int], say: Callable[[str], None]) -> None:
        self._nodes = nodes
        self._say = say
        self._lock = threading.Lock()
        self._began: float | None = None  # when the search under way did
        self._thread: threading.Thread | None = None

    def __enter__(self) -> None:
        self._began = time.perf_counter()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="damier-ticker", daemon=True)
            self._thread.start()

    def __exit__(self, *exception: object) -> None:
        with self._lock:  # nothing is said after this
            self._began = None

    def _run(self) -> None:
        while True:
            time.sleep(TICK)
            with self._lock:
                taken = 0.0 if self._began is None else time.perf_counter() - self._began
                if taken >= TICK:
                    try:
                        self._say(f"info {effort_words(self._nodes(), taken)}")
                    except OSError:
                        return  # nobody listens any more
