"""The techniques of the player's search, each a switch: turn one off and measure what it was worth.

Most only change how much a search visits. Two can change the value that a search to a fixed depth finds: `deeper`, which
takes more than was asked for, and `probcut`, which takes the word of a less deep search.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Techniques:
    """What the search uses; everything, unless it is switched off."""

    deepening: bool = True  # depth 1, 2, ...: each finds the moves the next tries first (Alliot-Schiex 15.5.1)
    aspiration: bool = True  # a window around the value of the depth before (Alliot-Schiex 15.4.2)
    null_window: bool = True  # all moves but the first are only asked whether they are better (principal variation search)
    table: bool = True  # positions are remembered (Alliot-Schiex 15.5.2)
    deeper: bool = True  # what the table knows from a deeper search, or for certain, counts too
    symmetry: bool = True  # from symmetric positions, those that are the same up to symmetry are one (the rule `canonical`)
    hint: bool = True  # moves are ordered by the rule `hint` ...
    killers: bool = True  # ... then those that cut elsewhere at the same ply first ...
    history: bool = True  # ... then those that cut often and high up in the tree
    preview: bool = True  # far from the horizon moves are ordered by what the position after them looks worth
    probcut: bool = True  # a less deep search decides where it is far outside the window, if the game knows how far (Buro)
    sooner: bool = True  # among wins the soonest counts most, among losses the latest
