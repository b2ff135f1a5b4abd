"""What a worker of a cluster must have in common with who asks it: the very same damier."""

import hashlib
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def identity() -> dict[str, str]:
    """The version of this damier, and what its sources amount to."""
    package = sys.modules[__name__.partition(".")[0]]  # to import it here would be to know of all layers
    return {"version": str(package.__version__), "sources": _sources()}


@cache
def _sources() -> str:
    total = hashlib.sha256()
    for file in sorted(_PACKAGE.rglob("*.py")):
        content = file.read_bytes()
        total.update(f"{file.relative_to(_PACKAGE).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def difference(other: object) -> str:
    """Why a worker that says this of itself is refused; empty if it is not."""
    own = identity()
    if other == own:
        return ""
    version = other.get("version") if isinstance(other, dict) else None
    if version != own["version"]:
        return f"it has damier {version}, not {own['version']}"
    return f"its damier {version} has other sources than this one"
