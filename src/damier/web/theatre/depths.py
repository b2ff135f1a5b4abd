"""How deep a position is searched where nobody says: as deep as its whole tree can still be read.

Games differ: two plies of one have as many nodes as four of another, and an ending may be over sooner. So moves are counted,
level by level, in the position at hand.
"""

from typing import Any

from damier.games.game import Game
from damier.games.game_text import NotWanted, Wanted
from damier.games.spoken import is_played
from damier.trace.tree import MOST_NODES
from damier.web.theatre.models import MOST_DEPTH

READABLE_NODES = 600  # what a person can still step through
LEAST_DEPTH = 2  # a move and the answers to it, as long as that can be drawn at all: a single ply shows no search


def usual_depth(game: Game, position: Any, is_wanted: Wanted) -> int:
    """The depth of a position where none was asked for: of a tree all of it, else what can be read."""
    whole = None if is_played(game) else game.full_depth(position)
    return whole or readable_depth(game, position, is_wanted)


def readable_depth(game: Game, position: Any, is_wanted: Wanted) -> int:
    """The largest depth at which a tree can be read, not beyond its last leaves; at least 1."""
    level, nodes = [position], 1
    for depth in range(1, MOST_DEPTH + 1):
        most = READABLE_NODES if depth > LEAST_DEPTH else MOST_NODES
        below = []
        for here in level:
            if not is_wanted():
                raise NotWanted
            below += [game.play(here, move) for move in game.moves(here)]
            if nodes + len(below) > most:
                return max(1, depth - 1)
        if not below:
            return max(1, depth - 1)
        level, nodes = below, nodes + len(below)
    return MOST_DEPTH
