"""What the search of an ending carries along: one record, one pointer."""

import numpy as np

MOST = 40  # moves listed in a position
COUNTS = 64  # of empty squares

RECORD = np.dtype(
    [
        ("stop", np.int64),
        ("deadline", np.int64),  # see `search/clock.py`
        ("asked", np.int64),  # positions with more than a few empty squares: by them the clock is looked at
        ("ideas", np.int64),  # bits of those that are on
        ("quarters", np.int64),  # all four, or none if parity does not count
        ("null_window", np.int64),  # all moves but the first are only asked whether they are better
        ("nodes", np.int64),
        ("area", np.int64),  # squares of the board
        ("board", np.uint64),
        ("outside", np.uint64),  # the squares of 8x8 that are not on the board
        ("corners", np.uint64),
        ("table", np.int64),
        ("buckets", np.int64),
        ("age", np.int64),
        ("weights", np.int64),
        ("weights_length", np.int64),
        ("notes", np.int64),  # what other threads look at, 0 if there are none: see `search/brothers.py`
        ("scheme", np.int64),
        ("ways", np.int64),  # nodes above this one whose moves threads share out ...
        ("way_key", np.uint64, (COUNTS,)),  # ... their keys ...
        ("way_alpha", np.int64, (COUNTS,)),  # ... and windows
        ("way_beta", np.int64, (COUNTS,)),
        ("given_up", np.int64),  # not 0: the search comes back to this one of them, which another thread has settled
        ("order", np.int64, (COUNTS, MOST)),  # by the number of empty squares: the moves, ranked ...
        ("turned", np.uint64, (COUNTS, MOST)),  # ... what each turns ...
        ("keys", np.uint64, (COUNTS, MOST)),  # ... and the keys of the positions after them
    ],
    align=True,
)
