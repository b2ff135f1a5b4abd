"""What is found wrong with a game: where, what, in which position, and how it is mended."""

from pathlib import Path
from typing import Any

from damier.errors import BadInput
from damier.games.faults import without_marks
from damier.wording import beginning, in_one_line, quoted


class Fault(BadInput):
    """A fault of a game's author: one line for whoever loads the game, up to three for who looks for faults."""

    def __init__(self, where: str, what: str, position: str = "", mend: str = "") -> None:
        place = f"position {position}" if position else ""
        said = [line for line in (without_marks(f"{where}: {what}"), place, mend) if line]
        super().__init__("; ".join(said))
        self.lines = [in_one_line(line) for line in said]


def line_of(code: Any, line: int | None = None) -> str:
    """A place in an author's file, as messages name it."""
    return f"{Path(code.co_filename).name} line {line or code.co_firstlineno}"


def shown(value: Any) -> str:
    """What a rule has given instead, without addresses of objects and without the names of NumPy's types."""
    if value is None:
        return "nothing (None)"
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()
    if isinstance(value, type):
        return f"the class {value.__qualname__}"
    written = without_marks(quoted(value))
    return f"a {type(value).__name__}" if " at 0x" in written or "<" in written else beginning(written)
