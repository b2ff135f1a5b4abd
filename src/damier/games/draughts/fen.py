"""Positions in writing: the FEN of draughts, `B:W18,24,27,28,K10:B12,16,20,K22`.

Whose turn it is (B or W), then the squares of both sides, kings with a K; men that stand in a row may be written `W21-32`. How
many plies there were without a capture or a man's move follows as `:H12`, where there were any; the number of the move, `:F7`,
is read and not kept, since a position does not know it.
"""

import re
from typing import Any

import numpy as np

from damier.errors import BadInput
from damier.games.draughts.rules import MOST_QUIET, Draughts
from damier.games.draughts.squares import SQUARES, Bits
from damier.wording import quoted

COLOURS = "BW"  # by turn
NAMES = ("black", "white")
MOST_PIECES = 12  # of a side
LAST_ROWS = (range(28, 32), range(4))  # where the men of each colour are crowned, squares from 0

_BEGINNING = re.compile(r"\s*[BWbw]\s*:")
_SQUARES = re.compile(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", re.ASCII)
_EXAMPLE = "expected whose turn it is and the squares of both, as B:W18,24,K10:B12,K22"


def is_fen(text: str) -> bool:
    """Whether a text looks like a position, rather than moves."""
    return _BEGINNING.match(text) is not None


def seen_from(square: int, turn: int) -> int:
    """The bit of a square, from 0, as the player to move sees it; and the square of a bit."""
    return square if turn == 0 else SQUARES - 1 - square


def read(text: str) -> Draughts:
    """The position of a FEN."""
    refused = f"{quoted(text.strip())} is no position of draughts"
    side, *parts = re.sub(r"\s", "", text).rstrip(".").upper().split(":")
    if side not in COLOURS or not side:
        raise BadInput(f"{refused}: {_EXAMPLE}")
    men, kings, quiet = [0, 0], [0, 0], 0
    known = set()
    for part in parts:
        letter, rest = part[:1], part[1:]
        if not letter or letter not in "BWHF" or letter in known:
            raise BadInput(f"{refused}: {quoted(part)} is not understood; {_EXAMPLE}")
        known.add(letter)
        if letter in COLOURS:
            colour = COLOURS.index(letter)
            men[colour], kings[colour] = _pieces(rest, refused)
        elif not (rest.isascii() and rest.isdecimal() and len(rest) <= 4):
            raise BadInput(f"{refused}: {quoted(part)} has no number")
        elif letter == "H":
            quiet = int(rest)
    if not known >= set(COLOURS):
        raise BadInput(f"{refused}: {_EXAMPLE}")
    if fault := _fault(men, kings, quiet):
        raise BadInput(f"{refused}: {fault}")
    return of_colours(men, kings, COLOURS.index(side), quiet)


def _pieces(written: str, refused: str) -> tuple[int, int]:
    """The men and the kings of one side, a bit a square."""
    found = [0, 0]
    for word in filter(None, written.split(",")):
        match = _SQUARES.fullmatch(word)
        first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if not match or not 1 <= first <= last <= SQUARES:
            raise BadInput(f"{refused}: {quoted(word)} is no square; squares are 1 to {SQUARES}, with a K before a king's")
        for square in range(first - 1, last):
            if (found[0] | found[1]) >> square & 1:
                raise BadInput(f"{refused}: square {square + 1} stands there twice")
            found[bool(match[1])] |= 1 << square
    return found[0], found[1]


def _fault(men: list[int], kings: list[int], quiet: int) -> str:
    """What keeps pieces from being a position."""
    shared = (men[0] | kings[0]) & (men[1] | kings[1])
    if shared:
        return f"both sides have a piece on square {shared.bit_length()}"
    for colour, name in enumerate(NAMES):
        count = (men[colour] | kings[colour]).bit_count()
        if count > MOST_PIECES:
            return f"{name} has {count} pieces; there are at most {MOST_PIECES}"
        uncrowned = [square + 1 for square in LAST_ROWS[colour] if men[colour] >> square & 1]
        if uncrowned:
            return f"a man of {name}'s on {uncrowned[0]} would be a king"
    return f"{quiet} plies without progress; after {MOST_QUIET} the game is drawn" if quiet > MOST_QUIET else ""


def of_colours(men: list[int], kings: list[int], turn: int, quiet: int = 0) -> Draughts:
    """The position of boards by colour, a bit a square from 1 on."""

    def both(boards: list[int]) -> Any:
        own, other = boards[turn], boards[1 - turn]
        seen = [sum(1 << seen_from(square, turn) for square in range(SQUARES) if board >> square & 1) for board in (own, other)]
        return Bits(seen[0] | seen[1] << SQUARES)

    return Draughts(both(men), both(kings), np.int64(quiet), np.int64(turn))


def colours_of(p: Draughts) -> tuple[list[int], list[int]]:
    """The men and the kings by colour, a bit a square from 1 on."""
    turn = int(p.turn)
    found = []
    for number in (int(p.men), int(p.kings)):
        halves = (number & 0xFFFFFFFF, number >> SQUARES)
        seen = [sum(1 << seen_from(bit, turn) for bit in range(SQUARES) if half >> bit & 1) for half in halves]
        found.append([seen[turn], seen[1 - turn]])
    return found[0], found[1]


def write(p: Draughts) -> str:
    """The FEN of a position, White's squares first as is the custom, kings behind the men."""
    men, kings = colours_of(p)

    def listed(board: int, sign: str) -> list[str]:
        return [f"{sign}{square + 1}" for square in range(SQUARES) if board >> square & 1]

    sides = [f"{COLOURS[each]}{','.join(listed(men[each], '') + listed(kings[each], 'K'))}" for each in (1, 0)]
    return ":".join([COLOURS[int(p.turn)], *sides, *([f"H{int(p.quiet)}"] if p.quiet else [])])
