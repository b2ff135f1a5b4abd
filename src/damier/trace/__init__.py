"""Searches made visible: a search is run with a log, and the tree it walked is rebuilt, drawn and exported.

    >>> from damier.games import load
    >>> from damier.trace import to_svg, trace
    >>> game = load("tree")
    >>> picture = to_svg(trace(game, game.start(), "alphabeta"))

`nodes.py` holds what a trace is made of, `tree.py` runs the search and lays out the tree, `replay.py` reads the log,
`layout.py` and `svg.py` draw, `export.py` writes JSON, `paths.py` reads logs too large to draw.
"""

from damier.trace.export import to_json
from damier.trace.nodes import Node, Pass, State, Step, Trace, Visit
from damier.trace.svg import to_svg
from damier.trace.tree import trace

__all__ = ["Node", "Pass", "State", "Step", "Trace", "Visit", "to_json", "to_svg", "trace"]
