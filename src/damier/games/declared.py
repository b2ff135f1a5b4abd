"""What a game brings that stands in another layer: it names it, "package.module:name", and whoever needs it imports it then.

So the games need not know the layers above them, and nothing heavy is imported before it is asked for. A file of one's own may
give the thing itself, as a class or a function that stands there.
"""

import functools
import importlib
from typing import Any

from damier.games.game import BadInput
from damier.wording import quoted


def brought(constant: str, declared: Any) -> Any:
    """The thing that a constant of a game's module names, or is."""
    if not isinstance(declared, str):
        return declared
    return _named(constant, declared)


@functools.cache
def _named(constant: str, declared: str) -> Any:
    module, _, name = declared.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadInput(f"{constant} names {quoted(declared)}, which cannot be had: {error}") from None
