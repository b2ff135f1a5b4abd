"""The techniques of the player's search, each a switch: turn one off and measure what it was worth.

Some only change how much a search visits: deepening, aspiration, null window, table, symmetry, and the order of moves.
The others can change the value that a search to a fixed depth finds: they look further where something happens, or less far
where nothing does. Those of the second group need rules of the game's own (`rules.py` says which) and are silent in
games that have none.
"""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Techniques:
    """What the search uses; everything that pays, unless it is switched off."""

    deepening: bool = True  # depth 1, 2, ...: each finds the moves the next tries first (Alliot-Schiex 15.5.1)
    aspiration: bool = True  # a window around the value of the depth before (Alliot-Schiex 15.5.4)
    null_window: bool = True  # all moves but the first are only asked whether they are better (principal variation search)
    table: bool = True  # positions are remembered (Alliot-Schiex 15.5.2)
    deeper: bool = True  # what the table knows from a deeper search, or for certain, counts too
    symmetry: bool = True  # from symmetric positions, those that are the same up to symmetry are one (the rule `canonical`)
    hint: bool = True  # moves are ordered by the rule `hint` ...
    killers: bool = True  # ... then those that cut elsewhere at the same ply first ...
    history: bool = True  # ... then those that cut often and high up in the tree
    history_powers: bool = False  # ... counted 2^depth (EFREI 2.3.2), with no blame for those that did not cut
    replies: bool = True  # ... and those that cut often after the last moves (the rule `role`)
    preview: bool = True  # far from the horizon moves are ordered by what the position after them looks worth
    probcut: bool = True  # a less deep search decides where it is far outside the window, if the game knows how far (Buro)
    sooner: bool = True  # among wins the soonest counts most, among losses the latest
    repetition: bool = True  # a position that was there before is a draw
    mate_distance: bool = True  # where a win is known, longer ones are not looked for

    quiescence: bool = True  # beyond the horizon captures are played out before anything is evaluated (Alliot-Schiex 15.7.4)
    checks: bool = False  # ... and so are checks, for one ply
    exchange: bool = True  # captures that lose material come last, and beyond the horizon are not looked at
    corrections: bool = True  # estimates are put right where those of such positions were wrong (the rule `structure`)
    null_move: bool = True  # who could even pass and be too well off need not look further (Alliot-Schiex 15.7.4)
    reverse_futility: bool = True  # near the horizon, who is far too well off need not look further
    frontier_futility: bool = True  # near the horizon, moves that cannot make up for what is missing are left out
    late_pruning: bool = True  # ... and so are those that come late in the order
    reductions: bool = True  # moves that come late in the order are first looked at less deep
    extensions: bool = True  # who is forced (in check) is looked at a ply deeper
    singular: bool = True  # a move that is much better than all others is looked at a ply deeper (Anantharaman)
    endings: bool = True  # positions that a table of endings knows are not searched (Alliot-Schiex 15.7.3)
    outcome_first: bool = True  # near the end first whether the game is won, drawn or lost, later by how much (Alliot, 2020)
    futility: bool = False  # what would be better by next to nothing is cut too (Alliot-Schiex 15.7.4: 3.01 against 3)
    interest: bool = False  # depth is counted by how interesting the moves are (Levy's SEX, Alliot-Schiex 15.7.4)
    secondary: bool = False  # the move that was chosen is verified once: the end of its line is searched (Alliot-Schiex 15.7.4)


def only(*switches: str) -> Techniques:
    """These techniques and no others; none at all is plain alpha-beta to a fixed depth."""
    return Techniques(**{each.name: each.name in switches for each in fields(Techniques)})


NOTHING = only()
# What changes how much is visited, but not the value at a depth
TO_THE_DEPTH = only(
    "deepening",
    "aspiration",
    "null_window",
    "table",
    "symmetry",
    "hint",
    "killers",
    "history",
    "preview",
    "sooner",
    "mate_distance",
)
