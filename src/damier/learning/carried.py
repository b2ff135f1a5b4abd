"""Arrays as they travel to workers and back, and stand in journals: NumPy's own format, compressed, as text."""

import io
import zlib
from typing import Any

import numpy as np

from damier.processes.carried import as_text, from_text


def array_as_text(array: Any) -> dict[str, Any]:
    """An array of numbers as something that fits into JSON."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return as_text(zlib.compress(file.getvalue(), 1))


def array_from_text(said: dict[str, Any]) -> Any:
    """The array that was written so."""
    return np.load(io.BytesIO(zlib.decompress(from_text(said))), allow_pickle=False)
