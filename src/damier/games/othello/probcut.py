"""How the scores of less deep searches tell those of deeper ones, for the patterns on the large board.

Found by `damier learn othello probcut` from 3,000 positions of tournament games. By the empty squares at least, for each depth:
the shallow depth, the slope and offset of the straight line between their scores, and the standard error (`Cut`).
"""

from typing import Any

from damier.games.game import Cut
from damier.games.othello.rules import SIZE_OF

PHASES = {
    56: (
        (3, 1, 0.731, 60.7, 212.7),
        (4, 2, 0.631, 13.3, 117.0),
        (5, 3, 0.57, 9.1, 102.5),
        (6, 2, 0.543, -17.0, 170.3),
        (7, 3, 0.54, 36.9, 154.0),
        (8, 4, 0.934, -20.5, 111.0),
        (9, 5, 1.086, 49.0, 124.7),
    ),
    48: (
        (3, 1, 0.923, 19.8, 231.1),
        (4, 2, 0.918, -1.8, 228.7),
        (5, 3, 0.9, 9.4, 184.3),
        (6, 2, 0.875, -7.3, 251.0),
        (7, 3, 0.884, 10.2, 209.4),
        (8, 4, 0.94, -22.0, 160.5),
        (9, 5, 0.956, -1.6, 164.8),
    ),
    40: (
        (3, 1, 0.928, -2.5, 244.2),
        (4, 2, 0.97, -27.2, 173.4),
        (5, 3, 0.926, 6.2, 184.6),
        (6, 2, 0.915, -24.2, 229.5),
        (7, 3, 0.912, 15.1, 223.5),
        (8, 4, 0.937, -5.3, 180.4),
        (9, 5, 0.941, 27.2, 168.9),
    ),
    32: (
        (3, 1, 0.943, -54.6, 267.7),
        (4, 2, 1.009, 2.7, 248.1),
        (5, 3, 0.985, 2.8, 247.5),
        (6, 2, 0.963, 13.1, 311.4),
        (7, 3, 1.009, 19.8, 281.1),
        (8, 4, 0.993, 1.5, 218.6),
        (9, 5, 1.036, 9.4, 183.0),
    ),
    24: (
        (3, 1, 0.978, -38.9, 303.5),
        (4, 2, 0.989, 4.5, 309.3),
        (5, 3, 0.996, 46.2, 278.5),
        (6, 2, 0.975, 35.7, 392.2),
        (7, 3, 0.987, 21.4, 308.8),
        (8, 4, 0.983, 37.1, 263.0),
        (9, 5, 0.996, 8.1, 240.4),
    ),
    16: (
        (3, 1, 1.028, -46.8, 330.0),
        (4, 2, 0.988, -5.0, 311.7),
        (5, 3, 1.008, 6.2, 320.0),
        (6, 2, 0.995, 33.8, 416.2),
        (7, 3, 1.02, -15.0, 389.9),
        (8, 4, 1.033, 82.3, 430.0),
        (9, 5, 1.021, -12.6, 364.3),
    ),
    8: (
        (3, 1, 0.989, -111.6, 423.6),
        (4, 2, 0.997, -61.0, 378.1),
        (5, 3, 1.013, -47.6, 407.3),
        (6, 2, 1.009, -57.1, 478.9),
        (7, 3, 1.017, -74.1, 524.1),
        (8, 4, 0.994, 29.7, 451.7),
        (9, 5, 1.005, -42.1, 434.2),
    ),
    0: ((3, 1, 1.027, -110.3, 339.8),),
}


def probcut(position: Any, size: int = 8, evaluation: str = "") -> list[Cut]:
    """What is known of positions like this one; nothing on other boards, and of other evaluations, which err in other ways."""
    if SIZE_OF[type(position)] != 8 or evaluation not in ("", "patterns"):
        return []
    empty = 64 - (int(position.own) | int(position.other)).bit_count()
    phase = max((least for least in PHASES if least <= empty), default=min(PHASES))
    return [Cut(*row) for row in PHASES[phase]]
