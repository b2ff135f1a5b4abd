"""What `go` asks for, read from its line.

    go wtime 60000 btime 58000 winc 600 binc 600     a move, with these clocks (milliseconds)
    go movestogo 12 wtime 60000 btime 58000          ... for so many moves
    go movetime 100, go depth 12, go nodes 50000     a move, with so much time, so deep, with so many nodes
    go mate 3                                        a mate in so many moves
    go infinite                                      analysis until `stop`
    go ponder wtime ...                              a search on the other player's time until `ponderhit` or `stop`
    go searchmoves e2e4 d2d4 depth 10                among these moves only
    go perft 5                                       how many games of so many moves there are

Limits can be combined. Nothing heavy is imported here.
"""

from collections import deque
from dataclasses import dataclass, fields, replace

from damier.wording import quoted, whole_number

MOST = 1 << 62
LEAST_LEFT = 1  # milliseconds, on a clock that has run out: whoever keeps it decides what that means


@dataclass(frozen=True)
class Go:
    """What is asked for; times are in milliseconds, and what is None is not limited."""

    searchmoves: tuple[str, ...] = ()
    ponder: bool = False
    infinite: bool = False
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    perft: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing ends the search but `stop`."""
        limits = (self.wtime, self.btime, self.depth, self.nodes, self.mate, self.movetime, self.perft)
        return self.infinite or (not self.ponder and all(limit is None for limit in limits))

    def clock_of(self, is_black: bool) -> tuple[int, int] | None:
        """What the clock of a player shows and what a move adds to it, or None if there is none."""
        left, added = (self.btime, self.binc) if is_black else (self.wtime, self.winc)
        return None if left is None else (max(LEAST_LEFT, left), max(0, added or 0))


FLAGS = ("ponder", "infinite")
TIMES = ("wtime", "btime", "winc", "binc")  # which may be less than nothing, when a clock has run out
WORDS = {each.name for each in fields(Go)}


def read_go(rest: str) -> tuple[Go, list[str]]:
    """What the words after `go` ask for, and those that are not understood; ValueError for a number that is none."""
    go, unknown = Go(), list[str]()
    words = deque(rest.split())
    while words:
        word = words.popleft()
        if word == "searchmoves":
            named = list[str]()
            while words and words[0] not in WORDS:
                named.append(words.popleft())
            if not named:
                raise ValueError("searchmoves names no moves")
            go = replace(go, searchmoves=(*go.searchmoves, *named))
        elif word in FLAGS:
            go = replace(go, **{word: True})  # type: ignore[arg-type]
        elif word in WORDS:
            go = replace(go, **{word: _number(word, words.popleft() if words else "")})  # type: ignore[arg-type]
        else:
            unknown.append(word)
    return go, unknown


def _number(name: str, written: str) -> int:
    least = -MOST if name in TIMES else 0
    number = whole_number(written)
    if number is None or not least <= number <= MOST:
        raise ValueError(f"{name} is {quoted(written)}; it must be a whole number{'' if least < 0 else f' from {least} on'}")
    return number
