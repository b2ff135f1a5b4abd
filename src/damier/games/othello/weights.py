"""The weights of the evaluations: which there are, and how their files are read and written."""

from typing import Any

import numpy as np


def weights(size: int = 8, evaluation: str = "") -> Any:
    """The weights of an evaluation, by its name; default: the best there is for a board of this size."""
    return np.zeros(0, np.int32)
