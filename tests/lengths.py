"""How long tests last that could go on for ever: a short part in every change, the whole in `make soak`."""

import os

SOAK = os.environ.get("DAMIER_SOAK") == "1"


def times(short: int, full: int) -> int:
    """How many times something is tried."""
    return full if SOAK else short
