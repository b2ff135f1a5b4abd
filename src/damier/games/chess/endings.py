"""Endings that a search does not see through: recognisers, each with its rule or its plan (Alliot-Schiex 15.7.3).

    known       won or drawn whatever the pieces seem worth: king and pawn against king, two knights, the wrong bishop
                with a rook's pawn, and lone kings that are to be mated, for which the score says the plan: drive the king
                to the edge and bring the own king near, or, with bishop and knight, go the shortest way to the mate
    adjusted    an estimate corrected: brought nearer to a draw where little can be won (bishops of opposite colours, no
                pawns and a minor piece ahead), and by races of pawns, of which one cannot be caught (the square of the pawn)

Both look first whether few pieces are left. A won ending counts WON and something for progress, more than any material.
"""

from typing import Any

import numpy as np

from damier.bits import byte_swap, highest, lowest, popcount
from damier.games.chess.attacks import FILES, pawns_attack_down
from damier.games.chess.kbnk import NEVER as NO_MATE
from damier.games.chess.kbnk import has_table, plies_to_mate
from damier.games.chess.kpk import is_won
from damier.games.chess.position import FIFTY, Bits, clock_of
from damier.kernel import helper

ZERO, ONE = Bits(0), Bits(1)
UNKNOWN = 1 << 20  # no score: the ending is none of these
WON = 10_000
FULL = 64  # of an estimate; parts of it are left in drawish endings

LIGHT, DARK = Bits(0x55AA55AA55AA55AA), Bits(0xAA55AA55AA55AA55)
FILE_A, FILE_H = Bits(0x0101010101010101), Bits(0x8080808080808080)
LEFT_WING, RIGHT_WING = Bits(0x0F0F0F0F0F0F0F0F), Bits(0xF0F0F0F0F0F0F0F0)

BISHOP_AND_KNIGHT = Bits(0x110)  # as `material` counts them
TO_EDGE, TO_KING = 20, 10  # what each step towards mate counts
TO_MATE, LONGEST = 3, 66  # bishop and knight: what a ply counts, and how many the mate takes at most
MINORS = 600  # the two of them, as `_worth` counts them
QUEENING, EACH_STEP = 550, 15  # a pawn that cannot be caught, less so much for each step that it needs
ONE_MINOR_AHEAD, MINOR_AGAINST_NOTHING, TWO_KNIGHTS = 14, 4, 4  # parts of 64 that are left
OPPOSITE_ALONE, OPPOSITE_EACH_PASSED, OPPOSITE_WITH_OTHERS = 16, 6, 44
ROOKS_ONE_WING = 40
MOST_PHASE = 10  # with more pieces than that no ending is looked for
NEVER = 99


@helper
def known(position: Any, weights: Any) -> Any:
    """The score of an ending that is known, for the player to move, or UNKNOWN."""
    own, other = position.own, position.other
    if counts_clock(position) and has_table(weights):
        return bishop_and_knight(position, weights)
    if other & (other - ONE) == ZERO:
        return against_lone_king(
            own, other, position.pawns, position.knights, position.diagonals, position.straights, position.kings, 0
        )
    if own & (own - ONE) == ZERO:
        score = against_lone_king(
            byte_swap(other),
            byte_swap(own),
            byte_swap(position.pawns),
            byte_swap(position.knights),
            byte_swap(position.diagonals),
            byte_swap(position.straights),
            byte_swap(position.kings),
            1,
        )
        return UNKNOWN if score == UNKNOWN else -score
    return UNKNOWN


@helper
def counts_clock(position: Any) -> Any:
    """Whether the score counts the plies since the last capture: bishop and knight against a lone king."""
    return position.material == BISHOP_AND_KNIGHT or position.material == BISHOP_AND_KNIGHT << Bits(32)


@helper
def against_lone_king(
    own: Any, other: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any, kings: Any, lone_to_move: Any
) -> Any:
    """The score for the side of `own`, all boards as it sees them, when the other one has a king alone."""
    king, lone = lowest(kings & own), lowest(other)
    bishops = diagonals & ~straights
    near_edge = np.int64(max(abs(2 * (lone >> 3) - 7), abs(2 * (lone & 7) - 7)))
    plan = TO_EDGE * near_edge + TO_EDGE * (abs(2 * (lone >> 3) - 7) + abs(2 * (lone & 7) - 7)) // 2
    plan += TO_KING * (7 - king_steps(king, lone))
    material = _worth(own, pawns, knights, diagonals, straights)
    if straights or (bishops & LIGHT and bishops & DARK) or popcount(knights) >= 3:
        return WON + material + plan
    if pawns == ZERO:
        if bishops and knights:
            return WON + material + plan
        return np.int64(0)  # two knights, or less
    if knights == ZERO and bishops == ZERO and pawns & (pawns - ONE) == ZERO:
        pawn = lowest(pawns)
        if is_won(pawn, king, lone, lone_to_move):
            return WON + material + 20 * (pawn >> 3) - king_steps(king, pawn) + king_steps(lone, pawn)
        return np.int64(0)
    if knights == ZERO and is_held_corner(pawns, bishops, lone):
        return np.int64(0)
    return UNKNOWN


@helper
def bishop_and_knight(position: Any, weights: Any) -> Any:
    """The score where the other has a lone king: the more, the sooner it is mate, counted from the last capture on.

    Without the plies that have gone by, every score would grow with the depth, and a move that is looked at less deep
    than the others would seem worse for that alone.
    """
    lone_to_move = position.own & (position.own - ONE) == ZERO
    strong = position.other if lone_to_move else position.own
    king, lone = lowest(position.kings & strong), lowest(position.kings & ~strong)
    plies = plies_to_mate(king, lone, lowest(position.knights), lowest(position.diagonals), lone_to_move, weights)
    if plies == NO_MATE:
        return np.int64(0)
    score = WON + MINORS + TO_MATE * (LONGEST + FIFTY - clock_of(position) - plies)
    return -score if lone_to_move else score


@helper
def is_held_corner(pawns: Any, bishops: Any, lone: Any) -> Any:
    """Whether all pawns are on one edge, no bishop covers the corner where they queen, and the lone king holds it."""
    if pawns & ~FILE_A == ZERO:
        corner = np.int64(56)
    elif pawns & ~FILE_H == ZERO:
        corner = np.int64(63)
    else:
        return False
    covered = bishops & (LIGHT if (LIGHT >> Bits(corner)) & ONE else DARK)
    foremost = highest(pawns) >> 3
    return covered == ZERO and king_steps(lone, corner) <= 1 and (bishops != ZERO or lone >> 3 > foremost)


@helper
def king_steps(one: Any, two: Any) -> Any:
    """How many moves a king needs between two squares."""
    return max(abs((one >> 3) - (two >> 3)), abs((one & 7) - (two & 7)))


@helper
def _worth(own: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any) -> Any:
    """Material in the simplest way."""
    queens = diagonals & straights & own
    worth = 100 * popcount(pawns & own) + 300 * popcount(knights & own) + 900 * popcount(queens)
    return worth + 300 * popcount(diagonals & own & ~queens) + 500 * popcount(straights & own & ~queens)


# --------------------------------------------------------------------------------------------------------------------
# Estimates that are corrected


@helper
def adjusted(position: Any, score: Any) -> Any:
    """An estimate for the player to move, corrected by what is known of the ending."""
    if position.straights | position.diagonals | position.knights == ZERO:
        return score + race(position)
    if score >= 0:
        part = winnable(position.own, position.other, position.material, position)
        return (score * part) >> 6
    swapped = (position.material >> Bits(32)) | (position.material << Bits(32))
    part = winnable(position.other, position.own, swapped, position)
    return -((-score * part) >> 6)


@helper
def winnable(own: Any, other: Any, material: Any, position: Any) -> Any:
    """How much of an advantage the side of `own` can keep, in parts of 64; `material` counts its pieces in the lower half."""
    strong, weak = np.int64(material & Bits(0xFFFFFFFF)), np.int64(material >> Bits(32))
    pieces = 3 * (((strong >> 4) & 15) + ((strong >> 8) & 15)) + 5 * ((strong >> 12) & 15) + 9 * ((strong >> 16) & 15)
    against = 3 * (((weak >> 4) & 15) + ((weak >> 8) & 15)) + 5 * ((weak >> 12) & 15) + 9 * ((weak >> 16) & 15)
    pawns = strong & 15
    if pawns == 0:
        if strong == 0x20:
            return TWO_KNIGHTS
        bishops = own & position.diagonals & ~position.straights
        if strong & ~0xF00 == 0 and (bishops & LIGHT == ZERO or bishops & DARK == ZERO):
            return 0  # bishops of one colour
        if pieces - against <= 3:
            if pieces < 5:
                return 0
            return MINOR_AGAINST_NOTHING if against <= 3 else ONE_MINOR_AHEAD
        return FULL
    bishops = position.diagonals & ~position.straights
    if (strong >> 8) & 15 == 1 and (weak >> 8) & 15 == 1 and bishops & LIGHT and bishops & DARK:
        if pieces == 3 and against == 3:
            return min(OPPOSITE_ALONE + OPPOSITE_EACH_PASSED * pawns, FULL)
        return OPPOSITE_WITH_OTHERS
    is_rooks = strong & ~15 == 0x1000 and weak & ~15 == 0x1000
    is_one_wing = position.pawns & LEFT_WING == ZERO or position.pawns & RIGHT_WING == ZERO
    return ROOKS_ONE_WING if is_rooks and is_one_wing and pawns - (weak & 15) <= 1 else FULL


@helper
def race(position: Any) -> Any:
    """Kings and pawns alone: what a passed pawn is worth that cannot be caught, for the player to move."""
    own_steps = steps_to_queen(position.own, position.other, position.pawns, position.kings, 0)
    other_steps = steps_to_queen(
        byte_swap(position.other), byte_swap(position.own), byte_swap(position.pawns), byte_swap(position.kings), 1
    )
    if own_steps == NEVER and other_steps == NEVER:
        return 0
    own_plies, other_plies = 2 * own_steps - 1, 2 * other_steps
    if own_plies + 2 < other_plies:  # one that queens right after the other is no worse
        return QUEENING - EACH_STEP * own_steps
    if other_plies + 2 < own_plies:
        return EACH_STEP * other_steps - QUEENING
    return 0


@helper
def steps_to_queen(own: Any, other: Any, pawns: Any, kings: Any, waits: Any) -> Any:
    """In how many moves a passed pawn queens that the other king cannot catch; NEVER if there is none.

    The side of `own` is to move, or `waits` a move.
    """
    own_pawns, other_pawns = pawns & own, pawns & other
    king, other_king = lowest(kings & own), lowest(kings & other)
    below = other_pawns >> Bits(8)
    below |= below >> Bits(8)
    below |= below >> Bits(16)
    below |= below >> Bits(32)
    free = own_pawns & ~(below | pawns_attack_down(below) | pawns_attack_down(other_pawns))
    best = np.int64(NEVER)
    while free:
        square = lowest(free)
        free &= free - ONE
        file = square & 7
        above = FILES[file] & ~((ONE << Bits(square)) | ((ONE << Bits(square)) - ONE))
        if above & own_pawns:
            continue
        rank, goal = square >> 3, 56 + file
        steps = 7 - max(rank, 2)  # a pawn on its first square can go two
        if above & (own | other):
            steps += 1
            if above & other:
                continue
        is_led = abs((king & 7) - file) == 1 and (king >> 3) >= 6 and rank >= (king >> 3) - 1  # the own king covers its way
        if is_led or king_steps(other_king, goal) > steps + waits:
            best = min(best, steps)
    return best
