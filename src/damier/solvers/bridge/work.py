"""What the search of a deal carries along: one record, one pointer."""

import numpy as np

from damier.games.bridge.rules import CARDS, RANKS, SEATS

MOST = RANKS  # groups of equal cards in a hand

RECORD = np.dtype(
    [
        ("stop", np.int64),
        ("deadline", np.int64),  # see `search/clock.py`
        ("asked", np.int64),  # tricks begun: by them the clock is looked at
        ("nodes", np.int64),
        ("ideas", np.int64),  # bits of those that are on
        ("trumps", np.int64),
        ("table", np.int64),
        ("buckets", np.int64),
        ("hands", np.uint64, (SEATS,)),  # from north's on
        ("order", np.int64, (CARDS + 1, MOST)),  # by cards left: the highest card of each group of equals ...
        ("bottom", np.int64, (CARDS + 1, MOST)),  # ... the lowest of it ...
        ("worth", np.int64, (CARDS + 1, MOST)),  # ... and how promising it looks
    ],
    align=True,
)
