"""How the scores of less deep searches tell those of deeper ones, for the patterns on the large board.

Found by `damier learn othello probcut` from 3,000 positions of tournament games. By the empty squares at least, for each depth:
the shallow depth, the slope and offset of the straight line between their scores, and the standard error (`Cut`).
"""

from typing import Any

from damier.games.game import Cut
from damier.games.othello.rules import SIZE_OF

PHASES = {
    56: (
        (3, 1, 0.73, 78.3, 221.1),
        (4, 2, 0.602, 17.9, 94.3),
        (5, 3, 0.611, 11.1, 98.5),
        (6, 2, 0.494, -21.6, 142.3),
        (7, 3, 0.52, 46.3, 143.4),
        (8, 4, 0.912, -34.7, 123.1),
        (9, 5, 0.986, 48.9, 119.6),
    ),
    48: (
        (3, 1, 0.887, -10.3, 226.5),
        (4, 2, 0.889, -20.5, 202.3),
        (5, 3, 0.883, 20.5, 169.1),
        (6, 2, 0.831, -22.5, 215.3),
        (7, 3, 0.838, 25.5, 181.4),
        (8, 4, 0.894, -16.9, 151.3),
        (9, 5, 0.898, 3.7, 153.7),
    ),
    40: (
        (3, 1, 0.945, -5.9, 241.3),
        (4, 2, 0.958, -4.4, 211.7),
        (5, 3, 0.96, 2.2, 197.5),
        (6, 2, 0.935, -5.1, 255.5),
        (7, 3, 0.935, 10.1, 222.0),
        (8, 4, 0.96, -15.1, 192.3),
        (9, 5, 0.956, 11.1, 176.4),
    ),
    32: (
        (3, 1, 0.967, -29.3, 327.9),
        (4, 2, 0.986, -7.5, 261.9),
        (5, 3, 0.967, 1.7, 249.5),
        (6, 2, 0.978, 4.8, 329.1),
        (7, 3, 0.988, 18.8, 304.0),
        (8, 4, 1.006, 11.5, 262.2),
        (9, 5, 1.009, 11.7, 230.8),
    ),
    24: (
        (3, 1, 0.98, -22.8, 302.7),
        (4, 2, 0.995, -8.8, 311.4),
        (5, 3, 0.991, 20.4, 298.6),
        (6, 2, 0.991, 21.5, 388.2),
        (7, 3, 0.997, 11.6, 350.8),
        (8, 4, 1.001, 34.7, 273.1),
        (9, 5, 1.011, 5.3, 273.0),
    ),
    16: (
        (3, 1, 0.99, -48.1, 397.4),
        (4, 2, 0.992, -19.6, 358.1),
        (5, 3, 0.997, -48.4, 340.0),
        (6, 2, 0.998, -8.1, 448.9),
        (7, 3, 1.01, -87.0, 433.4),
        (8, 4, 1.022, 42.8, 414.4),
        (9, 5, 1.022, -49.9, 389.5),
    ),
    8: (
        (3, 1, 0.994, -53.0, 441.7),
        (4, 2, 0.992, -21.2, 408.2),
        (5, 3, 1.01, -43.7, 395.0),
        (6, 2, 0.996, -18.3, 547.4),
        (7, 3, 1.011, -35.2, 524.3),
        (8, 4, 1.01, 23.6, 482.5),
        (9, 5, 1.02, 39.6, 451.8),
    ),
    0: (
        (3, 1, 1.014, -45.8, 429.1),
        (4, 2, 1.002, 20.1, 345.1),
        (5, 3, 1.0, -62.0, 320.6),
        (6, 2, 0.982, -14.5, 516.4),
    ),
}


def probcut(position: Any, size: int = 8, evaluation: str = "") -> list[Cut]:
    """What is known of positions like this one; nothing on other boards, and of other evaluations, which err in other ways."""
    if SIZE_OF[type(position)] != 8 or evaluation not in ("", "patterns"):
        return []
    empty = 64 - (int(position.own) | int(position.other)).bit_count()
    phase = max((least for least in PHASES if least <= empty), default=min(PHASES))
    return [Cut(*row) for row in PHASES[phase]]
