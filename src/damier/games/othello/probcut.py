"""How the scores of less deep searches tell those of deeper ones, for the patterns on the large board.

Found by `damier learn othello probcut` from 600 positions of tournament games. By the empty squares at least, for each depth:
the shallow depth, the slope and offset of the straight line between their scores, and the standard error (`Cut`).
"""

from typing import Any

from damier.games.game import Cut
from damier.games.othello.rules import SIZE_OF

PHASES = {
    48: (
        (3, 1, 0.851, 13.2, 295.3),
        (4, 2, 0.957, -39.6, 235.0),
        (5, 3, 0.984, -44.9, 216.2),
        (6, 2, 0.921, -39.3, 255.4),
        (7, 3, 0.916, -1.1, 264.2),
        (8, 4, 0.935, -11.2, 216.2),
        (9, 5, 0.892, 58.7, 181.5),
    ),
    40: (
        (3, 1, 0.861, 21.2, 295.3),
        (4, 2, 0.924, -22.0, 263.2),
        (5, 3, 0.924, 18.9, 243.9),
        (6, 2, 0.863, 10.1, 325.9),
        (7, 3, 0.879, 49.8, 295.2),
        (8, 4, 0.915, -11.7, 263.7),
        (9, 5, 0.926, 46.7, 217.3),
    ),
    32: (
        (3, 1, 0.968, -61.8, 394.2),
        (4, 2, 0.918, -22.4, 268.6),
        (5, 3, 0.927, 38.0, 231.0),
        (6, 2, 0.889, -6.3, 369.6),
        (7, 3, 0.935, 32.8, 320.0),
        (8, 4, 0.935, 22.7, 317.6),
        (9, 5, 0.991, 11.3, 275.0),
    ),
    24: (
        (3, 1, 0.941, -8.5, 330.5),
        (4, 2, 0.96, -58.3, 327.0),
        (5, 3, 0.985, 32.7, 310.8),
        (6, 2, 1.0, -36.7, 443.8),
        (7, 3, 1.042, 26.6, 394.1),
        (8, 4, 1.061, 43.1, 382.2),
        (9, 5, 1.054, 12.3, 272.1),
    ),
    16: (
        (3, 1, 0.997, -43.8, 396.7),
        (4, 2, 1.01, 57.4, 376.3),
        (5, 3, 1.017, 4.1, 325.6),
        (6, 2, 1.024, 26.9, 431.6),
        (7, 3, 1.002, -69.1, 394.5),
        (8, 4, 1.005, -42.1, 433.2),
        (9, 5, 0.965, -131.5, 407.2),
    ),
    8: (
        (3, 1, 1.024, -0.9, 477.7),
        (4, 2, 1.001, -42.8, 438.5),
        (5, 3, 1.019, -20.5, 431.8),
        (6, 2, 1.028, -84.7, 613.8),
        (7, 3, 1.028, 4.6, 516.5),
        (8, 4, 1.027, -6.9, 508.8),
        (9, 5, 0.998, 33.5, 501.0),
    ),
}


def probcut(position: Any, size: int = 8, evaluation: str = "") -> list[Cut]:
    """What is known of positions like this one; nothing on other boards, and of other evaluations, which err in other ways."""
    if SIZE_OF[type(position)] != 8 or evaluation not in ("", "patterns"):
        return []
    empty = 64 - (int(position.own) | int(position.other)).bit_count()
    phase = max((least for least in PHASES if least <= empty), default=min(PHASES))
    return [Cut(*row) for row in PHASES[phase]]
