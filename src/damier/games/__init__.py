"""Games: each a module that gives its rules and says how it is read, written and drawn (see game.py)."""

from damier.games.catalogue import declaring, load, names

__all__ = ["declaring", "load", "names"]
