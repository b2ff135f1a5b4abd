"""Weights of the evaluation set by hand: where learning begins, and what to play by without learning.

The books name the terms and say which are good and which bad (Alliot-Schiex 15.7.4, EFREI 3.2); the numbers here are a
player's guesses, in hundredths of a pawn, for the middle game and for the ending. Square tables show half the board, files
a to d, the first rank first; the other half mirrors it.
"""

from typing import Any

from damier.wording import quoted

MIDDLE, ENDING = 0, 1

Pair = tuple[int, int]

_SQUARES: dict[str, tuple[str, str]] = {
    "pawn square": (
        """  0   0   0   0    -8   2  -6 -12    -8   0   0   4    -8  -2   6  14
           -4   4   8  18     6  14  22  26    30  40  46  50     0   0   0   0 """,
        """  0   0   0   0     4   4   4   4     0   2   0   0     4   4   0  -4
           12  10   4   0    28  24  16  10    50  46  40  36     0   0   0   0 """,
    ),
    "knight square": (
        """-60 -28 -30 -22   -26 -22  -8  -4   -20  -6   2   8   -12   0  12  14
           -6  10  18  24   -10  18  26  32   -30 -14  18  16   -90 -50 -34 -24 """,
        """-44 -36 -26 -20   -32 -20 -14  -8   -24 -10   0  10   -16   0  12  20
          -16   2  14  22   -24  -6   8  14   -34 -22 -14   2   -60 -40 -28 -20 """,
    ),
    "bishop square": (
        """-18  -4 -12 -14    -2   8   6   0    -2   8   8   6    -4   2   4  16
           -8   2   8  18    -8   6  10   8   -22 -14  -8 -10   -26 -20 -26 -26 """,
        """-24 -14 -16  -8   -14 -10  -4   0    -8   0   4   6    -6   0   6  10
           -6   4   6  10    -4   2   4   4   -12  -4   0   0   -18 -14 -10  -8 """,
    ),
    "rook square": (
        """-10  -6   0   6   -18  -8  -4   0   -16  -6  -4  -2   -14  -8  -6  -4
          -10  -4   2   4    -4   6   8  10     4   6  14  18     6   8   6  10 """,
        """ -6  -2   0  -4    -8  -6  -4  -4    -4  -2  -4  -4     2   4   4   0
            6   6   6   2     8   6   4   2     8   8   6   4    12  12  12  10 """,
    ),
    "queen square": (
        """ -4  -8  -6   4    -6   0   6   4    -4   4   0   0    -4  -4  -4  -4
           -6  -6  -6  -6    -2  -4   0   2    -8 -24  -6 -10     0   4   6   8 """,
        """-36 -30 -26 -18   -28 -22 -18  -6   -18  -6   4   4   -10   6  12  22
           -4  12  18  28    -8   8  18  26    -8  10  16  24    -4   4  10  14 """,
    ),
    "king square": (
        """ 20  34   2 -14    22  18 -14 -30   -10 -14 -30 -42   -34 -30 -44 -60
          -34 -30 -44 -60   -24 -20 -36 -50   -14  -6 -24 -36   -20 -10 -20 -30 """,
        """-52 -36 -24 -22   -30 -14  -2   4   -18   0  10  16   -10  10  20  26
            0  20  28  32     2  24  28  28   -10  14  16  18   -40 -14  -8  -4 """,
    ),
}  # fmt: skip


def _lines(text: str) -> list[int]:
    """A whole board of 64 numbers from the half that is written."""
    numbers = [int(word) for word in text.split()]
    rows = [numbers[at : at + 4] for at in range(0, 32, 4)]
    return [number for row in rows for number in (*row, *reversed(row))]


def _both(middle: list[int], ending: list[int]) -> list[Pair]:
    return list(zip(middle, ending, strict=True))


def _curve(count: int, middle: tuple[float, float], ending: tuple[float, float]) -> list[Pair]:
    """Mobility: from the first number for no square to the second for all, rising less and less."""
    shares = [(place / (count - 1)) ** 0.55 for place in range(count)]
    return [
        (round(middle[0] + (middle[1] - middle[0]) * share), round(ending[0] + (ending[1] - ending[0]) * share))
        for share in shares
    ]


def _attack(count: int, most: int) -> list[Pair]:
    """An attack on the king: it grows faster and faster, to a limit."""
    return [(min(most, round(0.55 * place * place)), min(most // 6, 2 * place)) for place in range(count)]


VALUES: dict[str, list[Pair]] = {
    "material": [(82, 105), (330, 315), (350, 330), (475, 550), (1000, 1000)],
    "bishop pair": [(24, 50)],
    "eight pawns": [(-6, 0)],
    "knights with pawns": [(3, 4)],
    "rooks with pawns": [(-3, 0)],
    "pieces traded when ahead": [(3, 4)],
    "pawns traded when ahead": [(0, -6)],
    "tempo": [(20, 14)],
    **{name: _both(_lines(middle), _lines(ending)) for name, (middle, ending) in _SQUARES.items()},
    "knight mobility": _curve(9, (-45, 22), (-60, 20)),
    "bishop mobility": _curve(14, (-36, 36), (-50, 50)),
    "rook mobility": _curve(15, (-36, 26), (-60, 80)),
    "queen mobility": _curve(28, (-22, 26), (-40, 70)),
    "doubled": [(-8, -18)],
    "isolated": [(-6, -8), (-16, -18)],
    "backward": [(-6, -8), (-18, -18)],
    "blocked pawn": [(-4, -2)],
    "supported pawn": _both([0, 0, 9, 8, 12, 24, 60, 0], [0, 0, 4, 5, 10, 26, 60, 0]),
    "pawns side by side": _both([0, 4, 8, 10, 20, 40, 60, 0], [0, 0, 2, 6, 16, 40, 70, 0]),
    "passed pawn": _both([0, 0, 0, -4, 10, 30, 60, 0], [0, 8, 12, 28, 46, 80, 130, 0]),
    "candidate": _both([0, 0, 2, 4, 12, 20, 0, 0], [0, 2, 6, 12, 24, 36, 0, 0]),
    "passed supported": _both([0, 0, 4, 8, 14, 22, 30, 0], [0, 0, 4, 8, 12, 20, 24, 0]),
    "passed pawn can step": _both([0, 0, 0, 0, 4, 10, 20, 0], [0, 0, 2, 6, 14, 24, 40, 0]),
    "passed path safe": _both([0, 0, 0, 0, 4, 16, 40, 0], [0, 0, 0, 6, 16, 40, 70, 0]),
    "own king from passed pawn": _both([0] * 8, [0, 0, 0, -4, -8, -12, -16, 0]),
    "other king from passed pawn": _both([0] * 8, [0, 0, 2, 6, 12, 20, 26, 0]),
    "rook behind passed pawn": [(6, 16), (-6, -16)],
    "outpost": [(26, 18), (22, 8)],
    "outpost in reach": [(10, 8)],
    "minor behind pawn": [(10, 4)],
    "bad bishop": [(-2, -4), (-1, -2)],
    "right bishop": [(0, 4)],
    "open diagonal": [(16, 8)],
    "rook file": [(14, 6), (34, 10)],
    "doubled rooks": [(10, 6)],
    "seventh rank": [(8, 20), (0, 16)],
    "at home": [(-8, 0)],
    "centre": [(6, 0), (3, 0)],
    "space": [(2, 0)],
    "castling": [(24, 0), (14, 0)],
    "shelter": [
        (number, 0)
        for row in (
            [-6, 26, 28, 10, 6, 4, 0, 0],
            [-26, 28, 20, -10, -8, -4, 0, 0],
            [-10, 22, 4, -4, -6, -4, 0, 0],
            [-18, 14, 4, -8, -10, -6, 0, 0],
        )
        for number in row
    ],
    "storm": [
        (number, 0)
        for row in (
            [0, 0, -34, -22, -10, -6, 0, 0],
            [0, 0, -32, -26, -8, -2, 0, 0],
            [0, 0, -30, -30, -12, -4, 0, 0],
            [0, 0, -20, -18, -10, -4, 0, 0],
        )
        for number in row
    ],
    "storm held": _both([0, 0, -20, -4, 0, 0, 0, 0], [0, 0, -10, -4, -2, 0, 0, 0]),
    "king attack": _attack(48, 600),
    "king attack without queen": _attack(48, 300),
    "tropism": [(3, 0), (2, 0), (2, 0), (2, 4)],
    "line to king": [(8, 2), (6, 2)],
    "attack by pawn": [(54, 40), (56, 46), (72, 40), (66, 30)],
    "attack by pushed pawn": [(16, 12)],
    "attack by minor": [(2, 10), (30, 20), (34, 26), (48, 36), (44, 48)],
    "attack by rook": [(0, 10), (22, 24), (22, 30), (6, 10), (46, 40)],
    "attack by king": [(14, 34)],
    "hanging": [(8, 12), (28, 18)],
    "fork": [(20, 20)],
    "protected": [(4, 3)],
    "restricted": [(3, 3)],
}


def pairs(name: str, count: int) -> list[Pair]:
    """The values of a term; nothing for one that has none here."""
    found: Any = VALUES.get(name, [(0, 0)] * count)
    if len(found) != count:
        raise ValueError(f"{quoted(name)} has {len(found)} values by hand, but {count} weights")
    return list(found)
