"""The textbook: every classical search, exact, counted and traceable, on every game.

    >>> from damier.games import load
    >>> from damier.search import search
    >>> search(load("tree").parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"), "alphabeta")
    Result(value=3, ...)

Each algorithm is one file in the shape of the page it comes from. All return the minimax value; they differ in what
they visit. Nothing heavy is imported before a search is asked for.
"""

from damier.search.catalogue import ALGORITHMS

__all__ = ["ALGORITHMS", "Options", "Result", "search"]


def __getattr__(name: str) -> object:
    if name in ("Options", "Result", "search"):
        from damier.search import driver

        return getattr(driver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
