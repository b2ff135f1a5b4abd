"""What is found wrong with a game: where, what, in which position, and how it is mended."""

from pathlib import Path
from typing import Any

from damier.errors import BadInput
from damier.wording import beginning, in_one_line, quoted


class Fault(BadInput):
    """A fault of a game's author: one line for whoever loads the game, up to three for who looks for faults."""

    def __init__(self, where: str, what: str, position: str = "", mend: str = "") -> None:
        place = f"position {position}" if position else ""
        super().__init__("; ".join(filter(None, (f"{where}: {what}", place, mend))))
        self.lines = [in_one_line(line) for line in (f"{where}: {what}", place, mend) if line]


def line_of(code: Any, line: int | None = None) -> str:
    """A place in an author's file, as messages name it."""
    return f"{Path(code.co_filename).name} line {line or code.co_firstlineno}"


def shown(value: Any) -> str:
    """What a rule has given instead, without addresses of objects and without the names of NumPy's types."""
    if value is None:
        return "nothing (None)"
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()
    written = quoted(value)
    return f"a {type(value).__name__}" if " at 0x" in written or "<" in written else beginning(written)
