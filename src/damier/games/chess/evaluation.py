"""What a chess position looks worth: a sum of weights times what is counted, tapered from the middle game to the ending.

The terms are those that the books name (Alliot-Schiex 15.7.4, EFREI 3.2 and 4.3); `weights.py` lists them with their
places. One body both sums them up, fast, for play (`estimate`), and counts them one by one for learning and explanation
(`terms`): every term goes through `term` or `difference`, which do the one or the other.

The same code serves both players: it sees a position from one side, whose pawns go up the board, and is called a second
time with all boards turned over. It runs in two steps, since threats and the safety of squares need the attacks of
both:

    activity    what one side's pieces and pawns are worth by where they stand; which squares they attack
    threats     what these attacks are worth against those of the other side: pieces, king, passed pawns

A weight carries two numbers, for the middle game and for the ending, in one: see `weights.py`. A pawn counts 100.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import byte_swap, lowest, popcount
from damier.games.chess.attacks import (
    BETWEEN,
    FALLING_LINES,
    FILE_LINES,
    FILES,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NOT_FILE_A,
    NOT_FILE_H,
    RANKS,
    RISING_LINES,
    bishop_attacks,
    pawns_attack_down,
    pawns_attack_up,
    rook_attacks,
)
from damier.games.chess.endings import MOST_PHASE, UNKNOWN, adjusted, known
from damier.games.chess.position import Bits
from damier.games.chess.weights import COUNT, PLACES
from damier.kernel import helper

ZERO, ONE = Bits(0), Bits(1)

# Places of the terms among the weights
MATERIAL = PLACES["material"]
BISHOP_PAIR, EIGHT_PAWNS = PLACES["bishop pair"], PLACES["eight pawns"]
KNIGHTS_WITH_PAWNS, ROOKS_WITH_PAWNS = PLACES["knights with pawns"], PLACES["rooks with pawns"]
PIECES_TRADED, PAWNS_TRADED = PLACES["pieces traded when ahead"], PLACES["pawns traded when ahead"]
TEMPO = PLACES["tempo"]
PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE = PLACES["pawn square"], PLACES["knight square"], PLACES["bishop square"]
ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE = PLACES["rook square"], PLACES["queen square"], PLACES["king square"]
KNIGHT_MOBILITY, BISHOP_MOBILITY = PLACES["knight mobility"], PLACES["bishop mobility"]
ROOK_MOBILITY, QUEEN_MOBILITY = PLACES["rook mobility"], PLACES["queen mobility"]
DOUBLED, ISOLATED, BACKWARD, BLOCKED = PLACES["doubled"], PLACES["isolated"], PLACES["backward"], PLACES["blocked pawn"]
SUPPORTED, SIDE_BY_SIDE = PLACES["supported pawn"], PLACES["pawns side by side"]
PASSED, CANDIDATE, PASSED_SUPPORTED = PLACES["passed pawn"], PLACES["candidate"], PLACES["passed supported"]
CAN_STEP, PATH_SAFE = PLACES["passed pawn can step"], PLACES["passed path safe"]
OWN_KING_FAR, OTHER_KING_FAR = PLACES["own king from passed pawn"], PLACES["other king from passed pawn"]
ROOK_BEHIND = PLACES["rook behind passed pawn"]
OUTPOST, OUTPOST_IN_REACH, BEHIND_PAWN = PLACES["outpost"], PLACES["outpost in reach"], PLACES["minor behind pawn"]
BAD_BISHOP, RIGHT_BISHOP, OPEN_DIAGONAL = PLACES["bad bishop"], PLACES["right bishop"], PLACES["open diagonal"]
ROOK_FILE, DOUBLED_ROOKS, SEVENTH = PLACES["rook file"], PLACES["doubled rooks"], PLACES["seventh rank"]
AT_HOME, CENTRE, SPACE = PLACES["at home"], PLACES["centre"], PLACES["space"]
CASTLING, SHELTER, STORM, STORM_HELD = PLACES["castling"], PLACES["shelter"], PLACES["storm"], PLACES["storm held"]
KING_ATTACK, KING_ATTACK_NO_QUEEN = PLACES["king attack"], PLACES["king attack without queen"]
TROPISM, LINE_TO_KING = PLACES["tropism"], PLACES["line to king"]
BY_PAWN, BY_PUSH, BY_MINOR = PLACES["attack by pawn"], PLACES["attack by pushed pawn"], PLACES["attack by minor"]
BY_ROOK, BY_KING = PLACES["attack by rook"], PLACES["attack by king"]
HANGING, FORK, PROTECTED, RESTRICTED = PLACES["hanging"], PLACES["fork"], PLACES["protected"], PLACES["restricted"]

# Parts of the board
CENTRE_FOUR = Bits(0x0000001818000000)  # d4, e4, d5, e5
CENTRE_FILES = Bits(0x3C3C3C3C3C3C3C3C)  # c to f
SPACE_AREA = Bits(0x000000003C3C3C00)  # c2 to f4
OUTPOST_RANKS = Bits(0x0000FFFFFF000000)  # the fourth to the sixth
SECOND_AND_THIRD, THIRD_RANK, SEVENTH_RANK = Bits(0x0000000000FFFF00), Bits(0xFF << 16), Bits(0xFF << 48)
HOME_KNIGHTS, HOME_BISHOPS = Bits(0x42), Bits(0x24)
LIGHT, DARK = Bits(0x55AA55AA55AA55AA), Bits(0xAA55AA55AA55AA55)

# What makes an attack on the king: all in one number, which chooses the weight
ATTACKS_OF_KNIGHT, ATTACKS_OF_BISHOP, ATTACKS_OF_ROOK, ATTACKS_OF_QUEEN = 5, 3, 3, 1
ATTACK_BESIDE, ATTACK_WEAK = 4, 11
CHECK_BY_KNIGHT, CHECK_BY_BISHOP, CHECK_BY_ROOK, CHECK_BY_QUEEN = 50, 40, 66, 46
ATTACK_STEP = 4  # points that make one place in the table
MOST_ATTACK = 47

FULL_PHASE = 24  # all pieces on the board: a minor piece counts 1, a rook 2, a queen 4
MOST_DISTANCE = 5  # of a king from a passed pawn
MOST_ESTIMATE = 9000  # endings that are known to be won lie above


def _rings() -> Any:
    """The nine squares around a king, which are brought inward at the edge."""
    found = np.zeros(64, np.uint64)
    for square in range(64):
        inner = min(max(square >> 3, 1), 6) * 8 + min(max(square & 7, 1), 6)
        found[square] = int(KING_ATTACKS[inner]) | 1 << inner
    return found


RINGS = _rings()
DISTANCES = np.array(
    [max(abs((one >> 3) - (two >> 3)), abs((one & 7) - (two & 7))) for one in range(64) for two in range(64)], np.int8
)
PHASES = np.array([(256 * phase + FULL_PHASE // 2) // FULL_PHASE for phase in range(FULL_PHASE + 1)], np.int64)


class Counts(NamedTuple):
    """What each weight is multiplied by for the player to move and for the other, and how much of the pieces is left."""

    own: Any
    other: Any
    phase: int


class Activity(NamedTuple):
    """What one side's pieces are worth where they stand, and the squares that they attack."""

    score: Any  # two numbers in one, as weights
    knights: Any
    bishops: Any
    rooks: Any
    queens: Any
    attacked: Any
    twice: Any  # attacked by two or more
    passed: Any  # own passed pawns
    danger: Any  # for the other king, as far as it is known yet


# --------------------------------------------------------------------------------------------------------------------
# The whole


@helper
def estimate(position: Any, weights: Any) -> Any:
    """The position for the player to move, without looking ahead; a pawn counts 100."""
    if len(weights) == 0:
        return np.int64(0)
    phase = phase_of(position.material)
    if phase <= MOST_PHASE:
        score = known(position, weights)
        if score != UNKNOWN:
            return score
    found = tapered(sum_of_terms(position, weights, None, None), PHASES[phase])
    return adjusted(position, found) if phase <= MOST_PHASE else found


def terms(position: Any) -> Counts:
    """The terms of a position."""
    counts = np.zeros((2, COUNT), np.int32)
    count_terms(position, counts)
    return Counts(counts[0], counts[1], int(phase_of(position.material)))


@helper
def count_terms(position: Any, counts: Any) -> None:
    """Write the terms of the player to move into the first row of `counts`, those of the other into the second."""
    counts[:] = 0
    sum_of_terms(position, None, counts[0], counts[1])


@helper
def sum_of_terms(position: Any, weights: Any, own_counts: Any, other_counts: Any) -> Any:
    """The weights times the terms of the player to move, less those of the other: two numbers in one, as weights are.

    Either `weights` or the counts are None, which is a type of its own: the sum is compiled without what only counting needs,
    and the count without sums.
    """
    own, other, pawns, knights = position.own, position.other, position.pawns, position.knights
    diagonals, straights, kings = position.diagonals, position.straights, position.kings
    mine = activity(own, other, pawns, knights, diagonals, straights, kings, weights, own_counts)
    turned_own, turned_other, turned_pawns = byte_swap(other), byte_swap(own), byte_swap(pawns)
    turned_knights, turned_kings = byte_swap(knights), byte_swap(kings)
    turned_diagonals, turned_straights = byte_swap(diagonals), byte_swap(straights)
    theirs = activity(
        turned_own, turned_other, turned_pawns, turned_knights, turned_diagonals, turned_straights, turned_kings,
        weights, other_counts,
    )  # fmt: skip
    score = mine.score - theirs.score
    score += threats(
        own, other, pawns, knights, diagonals, straights, kings, mine,
        byte_swap(theirs.attacked), byte_swap(theirs.twice), byte_swap(theirs.queens), weights, own_counts,
    )  # fmt: skip
    score -= threats(
        turned_own, turned_other, turned_pawns, turned_knights, turned_diagonals, turned_straights, turned_kings, theirs,
        byte_swap(mine.attacked), byte_swap(mine.twice), byte_swap(mine.queens), weights, other_counts,
    )  # fmt: skip
    score += material_terms(position.material, weights, own_counts, other_counts)
    score += difference(TEMPO, 1, 0, weights, own_counts, other_counts)
    rights = np.int64(position.state) & 15
    score += difference(CASTLING, rights & 1, (rights >> 2) & 1, weights, own_counts, other_counts)
    return score + difference(CASTLING + 1, (rights >> 1) & 1, rights >> 3, weights, own_counts, other_counts)


@helper
def term(place: Any, times: Any, weights: Any, counts: Any) -> Any:
    """A term of one side: its weight so many times, or nothing where it is counted."""
    if counts is not None:
        counts[place] += times
    if weights is not None:
        return np.int64(weights[place]) * times
    return np.int64(0)


@helper
def difference(place: Any, own: Any, other: Any, weights: Any, own_counts: Any, other_counts: Any) -> Any:
    """A term of both sides."""
    if own_counts is not None:
        own_counts[place] += own
    if other_counts is not None:
        other_counts[place] += other
    if weights is not None:
        return np.int64(weights[place]) * (own - other)
    return np.int64(0)


@helper
def tapered(score: Any, phase: Any) -> Any:
    """One number of the two in a sum of weights: the middle game's for a phase of 256, the ending's for 0."""
    middle = ((score + 32768) & 65535) - 32768
    ending = (score - middle) >> 16
    found = (middle * phase + ending * (256 - phase)) >> 8
    return min(max(found, -MOST_ESTIMATE), MOST_ESTIMATE)


@helper
def phase_of(material: Any) -> Any:
    """How much of the pieces is left: 24 at the start, 0 with kings and pawns alone."""
    both = (material & Bits(0xFFFFFFFF), material >> Bits(32))
    phase = np.int64(0)
    for side in both:
        numbers = np.int64(side)
        phase += ((numbers >> 4) & 15) + ((numbers >> 8) & 15) + 2 * ((numbers >> 12) & 15) + 4 * ((numbers >> 16) & 15)
    return min(phase, FULL_PHASE)


@helper
def material_terms(material: Any, weights: Any, own_counts: Any, other_counts: Any) -> Any:
    """What the pieces are worth by their numbers alone; trades count for who is ahead."""
    own, other = np.int64(material & Bits(0xFFFFFFFF)), np.int64(material >> Bits(32))
    pawns, other_pawns = own & 15, other & 15
    knights, other_knights = (own >> 4) & 15, (other >> 4) & 15
    bishops, other_bishops = (own >> 8) & 15, (other >> 8) & 15
    rooks, other_rooks = (own >> 12) & 15, (other >> 12) & 15
    queens, other_queens = (own >> 16) & 15, (other >> 16) & 15
    score = difference(MATERIAL, pawns, other_pawns, weights, own_counts, other_counts)
    score += difference(MATERIAL + 1, knights, other_knights, weights, own_counts, other_counts)
    score += difference(MATERIAL + 2, bishops, other_bishops, weights, own_counts, other_counts)
    score += difference(MATERIAL + 3, rooks, other_rooks, weights, own_counts, other_counts)
    score += difference(MATERIAL + 4, queens, other_queens, weights, own_counts, other_counts)
    score += difference(BISHOP_PAIR, np.int64(bishops >= 2), np.int64(other_bishops >= 2), weights, own_counts, other_counts)
    score += difference(EIGHT_PAWNS, np.int64(pawns == 8), np.int64(other_pawns == 8), weights, own_counts, other_counts)
    score += difference(KNIGHTS_WITH_PAWNS, knights * pawns, other_knights * other_pawns, weights, own_counts, other_counts)
    score += difference(ROOKS_WITH_PAWNS, rooks * pawns, other_rooks * other_pawns, weights, own_counts, other_counts)
    ahead = pawns - other_pawns + 3 * (knights + bishops - other_knights - other_bishops)
    ahead += 5 * (rooks - other_rooks) + 9 * (queens - other_queens)
    leads, trails = np.int64(ahead > 0), np.int64(ahead < 0)
    traded = 14 - (knights + other_knights + bishops + other_bishops + rooks + other_rooks + queens + other_queens)
    score += difference(PIECES_TRADED, leads * traded, trails * traded, weights, own_counts, other_counts)
    pawns_traded = 16 - pawns - other_pawns
    return score + difference(PAWNS_TRADED, leads * pawns_traded, trails * pawns_traded, weights, own_counts, other_counts)


# --------------------------------------------------------------------------------------------------------------------
# One side


@helper
def fill_up(board: Any) -> Any:
    """All squares of a board and those above them."""
    board |= board << Bits(8)
    board |= board << Bits(16)
    return board | (board << Bits(32))


@helper
def fill_down(board: Any) -> Any:
    """All squares of a board and those below them."""
    board |= board >> Bits(8)
    board |= board >> Bits(16)
    return board | (board >> Bits(32))


@helper
def activity(
    own: Any, other: Any, pawns: Any, knights: Any, diagonals: Any, straights: Any, kings: Any, weights: Any, counts: Any
) -> Any:
    """The side of `own`, which plays up the board: its pawns, its pieces by kind, its king's shelter."""
    occupied = own | other
    own_pawns, other_pawns = pawns & own, pawns & other
    own_knights = knights & own
    queens = diagonals & straights & own
    own_bishops, own_rooks = diagonals & own & ~queens, straights & own & ~queens
    king, other_king = lowest(kings & own), lowest(kings & other)

    # 1. Pawns
    left, right = (own_pawns << Bits(7)) & NOT_FILE_H, (own_pawns << Bits(9)) & NOT_FILE_A
    pawn_attacks, by_two_pawns = left | right, left & right
    above_others, below_others = fill_up(own_pawns << Bits(8)), fill_down(other_pawns >> Bits(8))
    other_pawn_attacks = pawns_attack_down(other_pawns)
    other_span = other_pawn_attacks | pawns_attack_down(below_others)  # what the other's pawns can ever attack
    files = above_others | fill_down(own_pawns)
    beside_files = ((files << ONE) & NOT_FILE_A) | ((files >> ONE) & NOT_FILE_H)
    span = pawn_attacks | pawns_attack_up(above_others)
    faced = own_pawns & below_others
    passed = own_pawns & ~(below_others | other_span | fill_down(own_pawns >> Bits(8)))
    isolated = own_pawns & ~beside_files
    backward = own_pawns & ~isolated & ((other_pawn_attacks & ~span) >> Bits(8))
    supported = own_pawns & pawn_attacks
    beside = own_pawns & (((own_pawns << ONE) & NOT_FILE_A) | ((own_pawns >> ONE) & NOT_FILE_H))
    held = own_pawns & (other_pawns >> Bits(8))
    score = term(KING_SQUARE + king, 1, weights, counts)
    score += term(DOUBLED, popcount(own_pawns & above_others), weights, counts)
    score += term(ISOLATED, popcount(isolated & faced), weights, counts)
    score += term(ISOLATED + 1, popcount(isolated & ~faced), weights, counts)
    score += term(BACKWARD, popcount(backward & faced), weights, counts)
    score += term(BACKWARD + 1, popcount(backward & ~faced), weights, counts)
    score += term(BLOCKED, popcount(held), weights, counts)
    left_over = own_pawns
    while left_over:
        square = lowest(left_over)
        left_over &= left_over - ONE
        rank = square >> 3
        score += term(PAWN_SQUARE + square, 1, weights, counts)
        score += term(SUPPORTED + rank, np.int64((supported >> Bits(square)) & ONE), weights, counts)
        score += term(SIDE_BY_SIDE + rank, np.int64((beside >> Bits(square)) & ONE), weights, counts)
    left_over = (supported | beside) & ~(faced | passed) & ~((other_pawn_attacks & ~pawn_attacks) >> Bits(8))
    while left_over:
        score += term(CANDIDATE + (lowest(left_over) >> 3), 1, weights, counts)
        left_over &= left_over - ONE
    score += term(CENTRE, popcount(pawn_attacks & CENTRE_FOUR), weights, counts)
    behind = fill_down(own_pawns >> Bits(8))
    room = SPACE_AREA & ~(own_pawns | other_pawn_attacks)
    score += term(SPACE, popcount(room) + popcount(room & behind), weights, counts)

    # 2. What all pieces share
    ring, beside_king = RINGS[other_king], KING_ATTACKS[other_king]
    attacked = pawn_attacks | KING_ATTACKS[king]
    twice = by_two_pawns | (pawn_attacks & KING_ATTACKS[king])
    area = ~((own_pawns & ((occupied >> Bits(8)) | SECOND_AND_THIRD)) | (kings & own) | other_pawn_attacks)
    outposts = OUTPOST_RANKS & pawn_attacks & ~other_span
    valuable = (straights | kings) & other  # what is worth more than a minor piece
    attackers, heft, beside_attacks = popcount(ring & pawn_attacks), np.int64(0), np.int64(0)
    forks = np.int64(0)
    to_king = other_king * 64
    minors = own_knights | own_bishops
    score += term(OUTPOST, popcount(own_knights & outposts), weights, counts)
    score += term(OUTPOST + 1, popcount(own_bishops & outposts), weights, counts)
    score += term(BEHIND_PAWN, popcount(minors & (pawns >> Bits(8))), weights, counts)
    score += term(AT_HOME, popcount((own_knights & HOME_KNIGHTS) | (own_bishops & HOME_BISHOPS)), weights, counts)

    # 3. Knights
    by_knights = ZERO
    left_over = own_knights
    while left_over:
        square = lowest(left_over)
        left_over &= left_over - ONE
        targets = KNIGHT_ATTACKS[square]
        twice |= attacked & targets
        attacked |= targets
        by_knights |= targets
        score += term(KNIGHT_SQUARE + square, 1, weights, counts)
        score += term(KNIGHT_MOBILITY + popcount(targets & area), 1, weights, counts)
        score += term(TROPISM, 7 - DISTANCES[to_king + square], weights, counts)
        score += term(OUTPOST_IN_REACH, np.int64(targets & outposts & ~own != ZERO), weights, counts)
        forks += np.int64(popcount(targets & valuable) >= 2)
        near = np.int64(targets & ring != ZERO)
        attackers += near
        heft += ATTACKS_OF_KNIGHT * near
        beside_attacks += popcount(targets & beside_king)

    # 4. Bishops: they see through queens
    by_bishops = ZERO
    see_through = occupied & ~(diagonals & straights)
    held_centre = popcount(held & CENTRE_FILES)
    other_held = other_pawns & (own_pawns << Bits(8))
    left_over = own_bishops
    while left_over:
        square = lowest(left_over)
        left_over &= left_over - ONE
        targets = bishop_attacks(square, see_through)
        twice |= attacked & targets
        attacked |= targets
        by_bishops |= targets
        score += term(BISHOP_SQUARE + square, 1, weights, counts)
        score += term(BISHOP_MOBILITY + popcount(targets & area), 1, weights, counts)
        score += term(TROPISM + 1, 7 - DISTANCES[to_king + square], weights, counts)
        colour = LIGHT if (LIGHT >> Bits(square)) & ONE else DARK
        on_colour = popcount(own_pawns & colour)
        score += term(BAD_BISHOP, on_colour, weights, counts)
        score += term(BAD_BISHOP + 1, on_colour * held_centre, weights, counts)
        score += term(RIGHT_BISHOP, popcount(other_held & colour), weights, counts)
        score += term(OPEN_DIAGONAL, np.int64(popcount((targets | (ONE << Bits(square))) & CENTRE_FOUR) >= 2), weights, counts)
        forks += np.int64(popcount(targets & valuable) >= 2)
        near = np.int64(targets & ring != ZERO)
        attackers += near
        heft += ATTACKS_OF_BISHOP * near
        beside_attacks += popcount(targets & beside_king)

    # 5. Rooks: they see through queens and their own rooks
    by_rooks = ZERO
    see_through &= ~own_rooks
    to_eat_on_seventh = np.int64((other_pawns & SEVENTH_RANK) | (kings & other & RANKS[7]) != ZERO)
    left_over = own_rooks
    while left_over:
        square = lowest(left_over)
        left_over &= left_over - ONE
        targets = rook_attacks(square, see_through)
        twice |= attacked & targets
        attacked |= targets
        by_rooks |= targets
        score += term(ROOK_SQUARE + square, 1, weights, counts)
        score += term(ROOK_MOBILITY + popcount(targets & area), 1, weights, counts)
        score += term(TROPISM + 2, 7 - DISTANCES[to_king + square], weights, counts)
        file = FILES[square & 7]
        if file & own_pawns == ZERO:
            score += term(ROOK_FILE + np.int64(file & other_pawns == ZERO), 1, weights, counts)
            score += term(DOUBLED_ROOKS, np.int64(popcount(file & own_rooks) >= 2), weights, counts)
        near = np.int64(targets & ring != ZERO)
        attackers += near
        heft += ATTACKS_OF_ROOK * near
        beside_attacks += popcount(targets & beside_king)
    score += term(SEVENTH, to_eat_on_seventh * popcount(own_rooks & SEVENTH_RANK), weights, counts)
    score += term(SEVENTH + 1, to_eat_on_seventh * popcount(queens & SEVENTH_RANK), weights, counts)

    # 6. Queens
    by_queens = ZERO
    left_over = queens
    while left_over:
        square = lowest(left_over)
        left_over &= left_over - ONE
        targets = bishop_attacks(square, occupied) | rook_attacks(square, occupied)
        twice |= attacked & targets
        attacked |= targets
        by_queens |= targets
        score += term(QUEEN_SQUARE + square, 1, weights, counts)
        score += term(QUEEN_MOBILITY + popcount(targets & area), 1, weights, counts)
        score += term(TROPISM + 3, 7 - DISTANCES[to_king + square], weights, counts)
        near = np.int64(targets & ring != ZERO)
        attackers += near
        heft += ATTACKS_OF_QUEEN * near
        beside_attacks += popcount(targets & beside_king)
    score += term(FORK, forks, weights, counts)
    score += term(PROTECTED, popcount(own & attacked & ~pawns & ~kings), weights, counts)

    # 7. Pieces on a line with the king that one other piece holds up (EFREI: tropism)
    straight_lines = FILE_LINES[other_king] | RANKS[other_king >> 3]
    snipers = (straight_lines & straights & own) | ((RISING_LINES[other_king] | FALLING_LINES[other_king]) & diagonals & own)
    while snipers:
        square = lowest(snipers)
        snipers &= snipers - ONE
        if popcount(BETWEEN[other_king, square] & occupied) == 1:
            score += term(LINE_TO_KING + 1 - np.int64((straight_lines >> Bits(square)) & ONE), 1, weights, counts)

    # 8. The king's shelter
    middle_file = min(max(king & 7, 1), 6)
    above = ~ZERO << Bits(king & 56)
    for file in range(middle_file - 1, middle_file + 2):
        from_edge = min(file, 7 - file) * 8
        ours, against = FILES[file] & above & own_pawns, FILES[file] & above & other_pawns
        own_rank = lowest(ours) >> 3 if ours else np.int64(0)
        other_rank = lowest(against) >> 3 if against else np.int64(0)
        score += term(SHELTER + from_edge + own_rank, 1, weights, counts)
        if own_rank != 0 and own_rank + 1 == other_rank:
            score += term(STORM_HELD + other_rank, 1, weights, counts)
        else:
            score += term(STORM + from_edge + other_rank, 1, weights, counts)

    danger = attackers * heft + ATTACK_BESIDE * beside_attacks
    return Activity(score, by_knights, by_bishops, by_rooks, by_queens, attacked, twice, passed, danger)


@helper
def threats(
    own: Any,
    other: Any,
    pawns: Any,
    knights: Any,
    diagonals: Any,
    straights: Any,
    kings: Any,
    mine: Any,
    other_attacked: Any,
    other_twice: Any,
    other_queens: Any,
    weights: Any,
    counts: Any,
) -> Any:
    """What one side's attacks are worth against the other's, whose attacked squares are given as this side sees them."""
    occupied = own | other
    own_pawns, other_pawns = pawns & own, pawns & other
    king, other_king = lowest(kings & own), lowest(kings & other)
    other_pawn_attacks, pawn_attacks = pawns_attack_down(other_pawns), pawns_attack_up(own_pawns)
    their_knights, their_queens = knights & other, diagonals & straights & other
    their_bishops, their_rooks = diagonals & other & ~their_queens, straights & other & ~their_queens

    # 1. Threatened pieces
    pieces = other & ~(pawns | kings)
    firm = other_pawn_attacks | (other_twice & ~mine.twice)  # protected well enough
    weak = other & mine.attacked & ~(firm | kings)
    score = term(BY_PAWN, popcount(pawn_attacks & their_knights), weights, counts)
    score += term(BY_PAWN + 1, popcount(pawn_attacks & their_bishops), weights, counts)
    score += term(BY_PAWN + 2, popcount(pawn_attacks & their_rooks), weights, counts)
    score += term(BY_PAWN + 3, popcount(pawn_attacks & their_queens), weights, counts)
    by_minors = mine.knights | mine.bishops
    score += term(BY_MINOR, popcount(by_minors & weak & pawns), weights, counts)
    score += term(BY_MINOR + 1, popcount(by_minors & weak & their_knights), weights, counts)
    score += term(BY_MINOR + 2, popcount(by_minors & weak & their_bishops), weights, counts)
    score += term(BY_MINOR + 3, popcount(by_minors & their_rooks), weights, counts)
    score += term(BY_MINOR + 4, popcount(by_minors & their_queens), weights, counts)
    score += term(BY_ROOK, popcount(mine.rooks & weak & pawns), weights, counts)
    score += term(BY_ROOK + 1, popcount(mine.rooks & weak & their_knights), weights, counts)
    score += term(BY_ROOK + 2, popcount(mine.rooks & weak & their_bishops), weights, counts)
    score += term(BY_ROOK + 3, popcount(mine.rooks & weak & their_rooks), weights, counts)
    score += term(BY_ROOK + 4, popcount(mine.rooks & their_queens), weights, counts)
    score += term(BY_KING, popcount(KING_ATTACKS[king] & weak), weights, counts)
    hanging = weak & (~other_attacked | (pieces & mine.twice))
    score += term(HANGING, popcount(hanging & pawns), weights, counts)
    score += term(HANGING + 1, popcount(hanging & ~pawns), weights, counts)
    steps = (own_pawns << Bits(8)) & ~occupied
    steps |= ((steps & THIRD_RANK) << Bits(8)) & ~occupied
    steps &= ~other_pawn_attacks & (mine.attacked | ~other_attacked)
    score += term(BY_PUSH, popcount(pawns_attack_up(steps) & pieces & ~pawn_attacks), weights, counts)
    score += term(RESTRICTED, popcount(other_attacked & ~firm & mine.attacked & ~other), weights, counts)
    held_centre = CENTRE_FOUR & mine.attacked & (~other_attacked | (mine.twice & ~other_twice))
    score += term(CENTRE + 1, popcount(held_centre), weights, counts)

    # 2. The other king
    soft = mine.attacked & ~other_twice & (~other_attacked | KING_ATTACKS[other_king] | other_queens)
    safe = ~own & (~other_attacked | (soft & mine.twice))
    danger = mine.danger + ATTACK_WEAK * popcount(RINGS[other_king] & soft)
    straight_checks, diagonal_checks = rook_attacks(other_king, occupied) & safe, bishop_attacks(other_king, occupied) & safe
    danger += CHECK_BY_KNIGHT * np.int64(KNIGHT_ATTACKS[other_king] & safe & mine.knights != ZERO)
    danger += CHECK_BY_BISHOP * np.int64(diagonal_checks & mine.bishops != ZERO)
    danger += CHECK_BY_ROOK * np.int64(straight_checks & mine.rooks != ZERO)
    danger += CHECK_BY_QUEEN * np.int64((diagonal_checks | straight_checks) & mine.queens & ~other_queens != ZERO)
    place = min(danger // ATTACK_STEP, MOST_ATTACK)
    score += term((KING_ATTACK if mine.queens else KING_ATTACK_NO_QUEEN) + place, 1, weights, counts)

    # 3. Passed pawns
    passed = mine.passed
    own_rooks, their_rooks_and_queens = straights & own & ~diagonals, straights & other & ~diagonals
    while passed:
        square = lowest(passed)
        passed &= passed - ONE
        rank, pawn = square >> 3, ONE << Bits(square)
        stop, file = pawn << Bits(8), FILES[square & 7]
        path = file & (~ZERO << Bits(square)) & ~pawn
        score += term(PASSED + rank, 1, weights, counts)
        score += term(PASSED_SUPPORTED + rank, np.int64((pawn | stop) & pawn_attacks != ZERO), weights, counts)
        own_steps, other_steps = DISTANCES[(king << 6) + square + 8], DISTANCES[(other_king << 6) + square + 8]
        score += term(OWN_KING_FAR + rank, min(np.int64(own_steps), MOST_DISTANCE), weights, counts)
        score += term(OTHER_KING_FAR + rank, min(np.int64(other_steps), MOST_DISTANCE), weights, counts)
        if stop & occupied == ZERO:
            score += term(CAN_STEP + rank, np.int64(stop & other_attacked & ~mine.attacked == ZERO), weights, counts)
            score += term(PATH_SAFE + rank, np.int64(path & (other | other_attacked) == ZERO), weights, counts)
        behind = file & ~path & ~pawn
        score += term(ROOK_BEHIND, np.int64(behind & own_rooks != ZERO), weights, counts)
        score += term(ROOK_BEHIND + 1, np.int64(behind & their_rooks_and_queens != ZERO), weights, counts)
    return score
