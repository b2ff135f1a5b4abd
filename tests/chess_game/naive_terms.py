"""The terms of the evaluation counted plainly, square by square: the slow twin of `games/chess/evaluation.py`.

It is written without bit operations. The order and the names of the terms are those of `weights.py`.
"""

from typing import Any

import numpy as np

from damier.games.chess import evaluation as fast
from damier.games.chess.attacks import KING_STEPS, KNIGHT_STEPS
from damier.games.chess.evaluation import Counts, phase_of
from damier.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Bits
from damier.games.chess.weights import COUNT
from damier.kernel import helper

JUMPS = np.array([KNIGHT_STEPS, KING_STEPS], np.int64)  # of a knight, of a king
DIAGONAL = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)], np.int64)
STRAIGHT = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], np.int64)
ALL_KINDS = 0  # attacks by anything; other rows are attacks by one kind of piece


def naive_terms(position: Any) -> Counts:
    """The terms of a position."""
    counts = np.zeros((2, COUNT), np.int32)
    _count_terms(position, counts)
    return Counts(counts[0], counts[1], int(phase_of(position.material)))


@helper
def _count_terms(position: Any, counts: Any) -> None:
    """Write the terms of the player to move into the first row of `counts`, those of the other into the second."""
    counts[:] = 0
    board, turned = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for square in range(64):
        bit = Bits(1) << Bits(square)
        piece = 0
        if position.pawns & bit:
            piece = PAWN
        elif position.knights & bit:
            piece = KNIGHT
        elif position.kings & bit:
            piece = KING
        elif position.diagonals & position.straights & bit:
            piece = QUEEN
        elif position.diagonals & bit:
            piece = BISHOP
        elif position.straights & bit:
            piece = ROOK
        board[square] = piece if position.own & bit else -piece
        turned[square ^ 56] = -board[square]
    attacks, turned_attacks = np.zeros((7, 64), np.int64), np.zeros((7, 64), np.int64)
    danger = _count_pieces(board, attacks, counts[0])
    turned_danger = _count_pieces(turned, turned_attacks, counts[1])
    _count_material(board, counts[0])
    _count_material(turned, counts[1])
    _count_pawns(board, counts[0])
    _count_pawns(turned, counts[1])
    _count_shelter(board, counts[0])
    _count_shelter(turned, counts[1])
    _count_threats(board, attacks, turned_attacks, danger, counts[0])
    _count_threats(turned, turned_attacks, attacks, turned_danger, counts[1])
    _count_passed(board, attacks, turned_attacks, counts[0])
    _count_passed(turned, turned_attacks, attacks, counts[1])
    rights = np.int64(position.state) & 15
    for side in range(2):
        counts[side, fast.CASTLING] = (rights >> (2 * side)) & 1
        counts[side, fast.CASTLING + 1] = (rights >> (2 * side + 1)) & 1
    counts[0, fast.TEMPO] = 1


# --------------------------------------------------------------------------------------------------------------------
# The board: what stands on each square, own pieces positive, the other's negative; own pawns go up


@helper
def _find(board: Any, piece: Any) -> Any:
    """The first square on which a piece stands."""
    for square in range(64):
        if board[square] == piece:
            return square
    return -1


@helper
def _distance(one: Any, two: Any) -> Any:
    """How many steps of a king lie between two squares."""
    return max(abs((one >> 3) - (two >> 3)), abs((one & 7) - (two & 7)))


@helper
def _is_pawn(board: Any, rank: Any, file: Any, pawn: Any) -> Any:
    """Whether this pawn stands there; nothing stands beyond the edge."""
    return 0 <= rank < 8 and 0 <= file < 8 and board[rank * 8 + file] == pawn


@helper
def _can_attack_from_above(board: Any, square: Any) -> Any:
    """Whether a pawn of the other's could come to attack this square: it stands higher on a neighbouring file."""
    rank, file = square >> 3, square & 7
    for above in range(rank + 1, 8):
        if _is_pawn(board, above, file - 1, -PAWN) or _is_pawn(board, above, file + 1, -PAWN):
            return True
    return False


@helper
def _attacked_by_pawn(board: Any, square: Any, pawn: Any) -> Any:
    """Whether an own pawn (PAWN) or one of the other's (-PAWN) attacks a square."""
    rank = (square >> 3) - pawn
    file = square & 7
    return _is_pawn(board, rank, file - 1, pawn) or _is_pawn(board, rank, file + 1, pawn)


@helper
def _ring(king: Any, square: Any) -> Any:
    """Whether a square belongs to the nine around a king, brought inward at the edge."""
    inner = min(max(king >> 3, 1), 6) * 8 + min(max(king & 7, 1), 6)
    return _distance(inner, square) <= 1


# --------------------------------------------------------------------------------------------------------------------
# Pieces


@helper
def _reach(board: Any, square: Any, targets: Any) -> None:
    """Mark the squares that the own piece on a square attacks; bishops and rooks see through what moves as they do."""
    targets[:] = 0
    rank, file, piece = square >> 3, square & 7, board[square]
    if piece in (KNIGHT, KING):
        steps = JUMPS[0 if piece == KNIGHT else 1]
        for step in range(8):
            up, right = rank + steps[step, 0], file + steps[step, 1]
            if 0 <= up < 8 and 0 <= right < 8:
                targets[up * 8 + right] = 1
        return
    if piece == PAWN:
        for right in (file - 1, file + 1):
            if rank < 7 and 0 <= right < 8:
                targets[(rank + 1) * 8 + right] = 1
        return
    for kind in range(2):
        if piece == (ROOK if kind == 0 else BISHOP):
            continue
        directions = DIAGONAL if kind == 0 else STRAIGHT
        for direction in range(4):
            up, right = rank + directions[direction, 0], file + directions[direction, 1]
            while 0 <= up < 8 and 0 <= right < 8:
                at = up * 8 + right
                targets[at] = 1
                stands = board[at]
                is_clear = (piece != QUEEN and abs(stands) == QUEEN) or (piece == ROOK and stands == ROOK)
                if stands != 0 and not is_clear:
                    break
                up += directions[direction, 0]
                right += directions[direction, 1]


@helper
def _count_pieces(board: Any, attacks: Any, out: Any) -> Any:
    """The terms of each piece alone. Writes how often each square is attacked; returns the danger for the other king."""
    other_king = _find(board, -KING)
    targets = np.zeros(64, np.int64)
    attackers = heft = beside_king = held_centre = 0
    for square in range(64):
        if board[square] == PAWN and _is_pawn(board, (square >> 3) + 1, square & 7, -PAWN) and 2 <= square & 7 <= 5:
            held_centre += 1
    on_seventh_matters = other_king >> 3 == 7
    for square in range(48, 56):
        on_seventh_matters = on_seventh_matters or board[square] == -PAWN

    for square in range(64):
        piece = board[square]
        if piece <= 0:
            continue
        rank, file = square >> 3, square & 7
        _reach(board, square, targets)
        mobility = valuable = in_ring = reached_outposts = seen_centre = beside = 0
        for target in range(64):
            if targets[target] == 0:
                continue
            attacks[ALL_KINDS, target] += 1
            attacks[piece, target] += 1
            mobility += np.int64(_is_room(board, target))
            valuable += np.int64(board[target] in (-ROOK, -QUEEN, -KING))
            in_ring += np.int64(_ring(other_king, target))
            beside += np.int64(_distance(other_king, target) == 1)
            reached_outposts += np.int64(_is_outpost(board, target) and board[target] <= 0)
            seen_centre += np.int64(_is_centre(target))
        if piece == PAWN:
            attackers += in_ring - _shared_ring(board, square, other_king)
            continue
        if piece == KING:
            out[fast.KING_SQUARE + square] += 1
            continue
        beside_king += beside
        attackers += np.int64(in_ring > 0)
        out[fast.TROPISM + piece - KNIGHT] += 7 - _distance(square, other_king)
        if piece == KNIGHT:
            out[fast.KNIGHT_SQUARE + square] += 1
            out[fast.KNIGHT_MOBILITY + mobility] += 1
            out[fast.OUTPOST] += np.int64(_is_outpost(board, square))
            out[fast.OUTPOST_IN_REACH] += np.int64(reached_outposts > 0)
            heft += fast.ATTACKS_OF_KNIGHT * np.int64(in_ring > 0)
            out[fast.AT_HOME] += np.int64(square in (1, 6))
        elif piece == BISHOP:
            out[fast.BISHOP_SQUARE + square] += 1
            out[fast.BISHOP_MOBILITY + mobility] += 1
            out[fast.OUTPOST + 1] += np.int64(_is_outpost(board, square))
            seen_centre += np.int64(_is_centre(square))
            out[fast.OPEN_DIAGONAL] += np.int64(seen_centre >= 2)
            _count_colours(board, square, held_centre, out)
            heft += fast.ATTACKS_OF_BISHOP * np.int64(in_ring > 0)
            out[fast.AT_HOME] += np.int64(square in (2, 5))
        elif piece == ROOK:
            out[fast.ROOK_SQUARE + square] += 1
            out[fast.ROOK_MOBILITY + mobility] += 1
            _count_file(board, file, out)
            out[fast.SEVENTH] += np.int64(rank == 6 and on_seventh_matters)
            heft += fast.ATTACKS_OF_ROOK * np.int64(in_ring > 0)
        else:
            out[fast.QUEEN_SQUARE + square] += 1
            out[fast.QUEEN_MOBILITY + mobility] += 1
            out[fast.SEVENTH + 1] += np.int64(rank == 6 and on_seventh_matters)
            heft += fast.ATTACKS_OF_QUEEN * np.int64(in_ring > 0)
        if piece in (KNIGHT, BISHOP):
            out[fast.FORK] += np.int64(valuable >= 2)
            out[fast.BEHIND_PAWN] += np.int64(rank < 7 and abs(board[square + 8]) == PAWN)
        if piece >= BISHOP:
            _count_line(board, square, other_king, out)
    for square in range(64):
        out[fast.PROTECTED] += np.int64(KNIGHT <= board[square] <= QUEEN and attacks[ALL_KINDS, square] > 0)
    return attackers * heft + fast.ATTACK_BESIDE * beside_king


@helper
def _shared_ring(board: Any, square: Any, other_king: Any) -> Any:
    """Squares of the ring that this pawn attacks and the pawn two files to the left too: they are counted with that one."""
    shared = square + 7
    if _is_pawn(board, square >> 3, (square & 7) - 2, PAWN) and square >> 3 < 7 and _ring(other_king, shared):
        return 1
    return 0


@helper
def _is_room(board: Any, square: Any) -> Any:
    """Whether a piece that can go to this square counts as mobile: not one of the own king, of a pawn that stays, or unsafe."""
    if board[square] == KING or _attacked_by_pawn(board, square, -PAWN):
        return False
    return board[square] != PAWN or not (square >> 3 <= 2 or board[square + 8] != 0)


@helper
def _is_outpost(board: Any, square: Any) -> Any:
    """On the fourth to sixth rank, covered by an own pawn, and no pawn of the other's can ever attack it."""
    if not 3 <= square >> 3 <= 5:
        return False
    return _attacked_by_pawn(board, square, PAWN) and not _can_attack_from_above(board, square)


@helper
def _is_centre(square: Any) -> Any:
    return 3 <= square >> 3 <= 4 and 3 <= square & 7 <= 4


@helper
def _count_colours(board: Any, bishop: Any, held_centre: Any, out: Any) -> None:
    """Good and bad bishops: pawns on squares of their colour."""
    colour = ((bishop >> 3) + bishop) & 1
    for square in range(64):
        if ((square >> 3) + square) & 1 != colour:
            continue
        if board[square] == PAWN:
            out[fast.BAD_BISHOP] += 1
            out[fast.BAD_BISHOP + 1] += held_centre
        if board[square] == -PAWN and board[square - 8] == PAWN:
            out[fast.RIGHT_BISHOP] += 1


@helper
def _count_file(board: Any, file: Any, out: Any) -> None:
    """A rook on an open or half-open file, with another one or not."""
    own_pawns = other_pawns = rooks = 0
    for rank in range(8):
        own_pawns += np.int64(board[rank * 8 + file] == PAWN)
        other_pawns += np.int64(board[rank * 8 + file] == -PAWN)
        rooks += np.int64(board[rank * 8 + file] == ROOK)
    if own_pawns == 0:
        out[fast.ROOK_FILE + np.int64(other_pawns == 0)] += 1
        out[fast.DOUBLED_ROOKS] += np.int64(rooks >= 2)


@helper
def _count_line(board: Any, square: Any, other_king: Any, out: Any) -> None:
    """A bishop, rook or queen on a line with the other king, with one piece between them."""
    up, right = (other_king >> 3) - (square >> 3), (other_king & 7) - (square & 7)
    is_straight, is_diagonal = up == 0 or right == 0, abs(up) == abs(right)
    piece = board[square]
    if not ((is_straight and piece != BISHOP) or (is_diagonal and piece != ROOK)):
        return
    between, step = 0, np.sign(up) * 8 + np.sign(right)
    at = square + step
    while at != other_king:
        between += np.int64(board[at] != 0)
        at += step
    if between == 1:
        out[fast.LINE_TO_KING + np.int64(not is_straight)] += 1


# --------------------------------------------------------------------------------------------------------------------
# Material and pawns


@helper
def _count_material(board: Any, out: Any) -> None:
    """Material by numbers alone; trades count for who is ahead."""
    numbers = np.zeros((2, 7), np.int64)
    for square in range(64):
        numbers[np.int64(board[square] < 0), abs(board[square])] += 1
    for piece in range(PAWN, KING):
        out[fast.MATERIAL + piece - PAWN] = numbers[0, piece]
    out[fast.BISHOP_PAIR] = np.int64(numbers[0, BISHOP] >= 2)
    out[fast.EIGHT_PAWNS] = np.int64(numbers[0, PAWN] == 8)
    out[fast.KNIGHTS_WITH_PAWNS] = numbers[0, KNIGHT] * numbers[0, PAWN]
    out[fast.ROOKS_WITH_PAWNS] = numbers[0, ROOK] * numbers[0, PAWN]
    points, pieces, pawns = np.zeros(2, np.int64), 0, 0
    for side in range(2):
        points[side] = numbers[side, PAWN] + 3 * numbers[side, KNIGHT] + 3 * numbers[side, BISHOP]
        points[side] += 5 * numbers[side, ROOK] + 9 * numbers[side, QUEEN]
        pieces += numbers[side, KNIGHT] + numbers[side, BISHOP] + numbers[side, ROOK] + numbers[side, QUEEN]
        pawns += numbers[side, PAWN]
    if points[0] > points[1]:
        out[fast.PIECES_TRADED] = 14 - pieces
        out[fast.PAWNS_TRADED] = 16 - pawns


@helper
def _is_passed(board: Any, square: Any) -> Any:
    """Whether no pawn stands before this one on its file, and none of the other's on the next ones."""
    rank, file = square >> 3, square & 7
    for above in range(rank + 1, 8):
        if abs(board[above * 8 + file]) == PAWN:
            return False
    return not _can_attack_from_above(board, square)


@helper
def _count_pawns(board: Any, out: Any) -> None:
    """Formations of pawns, the pawns' part in the centre, and space behind them."""
    for square in range(64):
        rank, file = square >> 3, square & 7
        if _is_centre(square):
            out[fast.CENTRE] += np.int64(_attacked_by_pawn(board, square, PAWN))
        if 1 <= rank <= 3 and 2 <= file <= 5 and board[square] != PAWN and not _attacked_by_pawn(board, square, -PAWN):
            out[fast.SPACE] += 1
            for above in range(rank + 1, 8):
                if board[above * 8 + file] == PAWN:
                    out[fast.SPACE] += 1
                    break
        if board[square] != PAWN:
            continue
        below = beside_any = support_below = faced = False
        for other_rank in range(8):
            neighbour = _is_pawn(board, other_rank, file - 1, PAWN) or _is_pawn(board, other_rank, file + 1, PAWN)
            beside_any = beside_any or neighbour
            support_below = support_below or (neighbour and other_rank <= rank)
            below = below or (other_rank < rank and board[other_rank * 8 + file] == PAWN)
            faced = faced or (other_rank > rank and board[other_rank * 8 + file] == -PAWN)
        stop_attacked = _attacked_by_pawn(board, square + 8, -PAWN)
        supported = _attacked_by_pawn(board, square, PAWN)
        beside = _is_pawn(board, rank, file - 1, PAWN) or _is_pawn(board, rank, file + 1, PAWN)
        out[fast.PAWN_SQUARE + square] += 1
        out[fast.DOUBLED] += np.int64(below)
        out[fast.BLOCKED] += np.int64(board[square + 8] == -PAWN)
        out[fast.SUPPORTED + rank] += np.int64(supported)
        out[fast.SIDE_BY_SIDE + rank] += np.int64(beside)
        if not beside_any:
            out[fast.ISOLATED + np.int64(not faced)] += 1
        elif stop_attacked and not support_below:
            out[fast.BACKWARD + np.int64(not faced)] += 1
        held_back = stop_attacked and not _attacked_by_pawn(board, square + 8, PAWN)
        if (supported or beside) and not faced and not _is_passed(board, square) and not held_back:
            out[fast.CANDIDATE + rank] += 1


@helper
def _count_passed(board: Any, attacks: Any, turned_attacks: Any, out: Any) -> None:
    """Passed pawns: how far, who stands by them, and what is before and behind them."""
    king, other_king = _find(board, KING), _find(board, -KING)
    for square in range(64):
        if board[square] != PAWN or not _is_passed(board, square):
            continue
        rank, file, stop = square >> 3, square & 7, square + 8
        out[fast.PASSED + rank] += 1
        is_supported = _attacked_by_pawn(board, square, PAWN) or _attacked_by_pawn(board, stop, PAWN)
        out[fast.PASSED_SUPPORTED + rank] += np.int64(is_supported)
        out[fast.OWN_KING_FAR + rank] += min(_distance(king, stop), fast.MOST_DISTANCE)
        out[fast.OTHER_KING_FAR + rank] += min(_distance(other_king, stop), fast.MOST_DISTANCE)
        if board[stop] == 0:
            can_step = turned_attacks[ALL_KINDS, stop ^ 56] == 0 or attacks[ALL_KINDS, stop] > 0
            out[fast.CAN_STEP + rank] += np.int64(can_step)
            is_safe = True
            for above in range(rank + 1, 8):
                at = above * 8 + file
                is_safe = is_safe and board[at] >= 0 and turned_attacks[ALL_KINDS, at ^ 56] == 0
            out[fast.PATH_SAFE + rank] += np.int64(is_safe)
        own_rook = other_rook = 0
        for below in range(rank):
            own_rook |= np.int64(board[below * 8 + file] == ROOK)
            other_rook |= np.int64(board[below * 8 + file] == -ROOK)
        out[fast.ROOK_BEHIND] += own_rook
        out[fast.ROOK_BEHIND + 1] += other_rook


# --------------------------------------------------------------------------------------------------------------------
# The king's shelter, and threats


@helper
def _count_shelter(board: Any, out: Any) -> None:
    """The pawns before the own king, on its file and the next ones."""
    king = _find(board, KING)
    middle = min(max(king & 7, 1), 6)
    for file in range(middle - 1, middle + 2):
        own_rank = other_rank = 0
        for rank in range(7, (king >> 3) - 1, -1):
            if board[rank * 8 + file] == PAWN:
                own_rank = rank
            if board[rank * 8 + file] == -PAWN:
                other_rank = rank
        from_edge = min(file, 7 - file)
        out[fast.SHELTER + from_edge * 8 + own_rank] += 1
        if own_rank != 0 and other_rank == own_rank + 1:
            out[fast.STORM_HELD + other_rank] += 1
        else:
            out[fast.STORM + from_edge * 8 + other_rank] += 1


@helper
def _count_threats(board: Any, attacks: Any, turned_attacks: Any, danger: Any, out: Any) -> None:
    """Attacks on pieces of the other's and on its king; the other's attacks are given as it sees them."""
    for square in range(64):
        piece = board[square]
        attackers, defenders = attacks[ALL_KINDS, square], turned_attacks[ALL_KINDS, square ^ 56]
        by_minor = attacks[KNIGHT, square] + attacks[BISHOP, square] > 0
        by_rook = attacks[ROOK, square] > 0
        is_firm = turned_attacks[PAWN, square ^ 56] > 0 or (defenders >= 2 and attackers < 2)
        if attackers > 0 and defenders > 0 and not is_firm and piece >= 0:
            out[fast.RESTRICTED] += 1
        if _is_centre(square) and attackers > 0 and (defenders == 0 or (attackers >= 2 and defenders < 2)):
            out[fast.CENTRE + 1] += 1
        if piece >= 0 or piece == -KING:
            continue
        victim = -piece
        is_weak = attackers > 0 and not is_firm
        if victim != PAWN and attacks[PAWN, square] > 0:
            out[fast.BY_PAWN + victim - KNIGHT] += 1
        if by_minor and (is_weak or victim in (ROOK, QUEEN)):
            out[fast.BY_MINOR + victim - PAWN] += 1
        if by_rook and (is_weak or victim == QUEEN):
            out[fast.BY_ROOK + victim - PAWN] += 1
        if is_weak and attacks[KING, square] > 0:
            out[fast.BY_KING] += 1
        if is_weak and (defenders == 0 or (victim != PAWN and attackers >= 2)):
            out[fast.HANGING + np.int64(victim != PAWN)] += 1
        if victim != PAWN and attacks[PAWN, square] == 0 and _can_be_hit(board, square, attacks, turned_attacks):
            out[fast.BY_PUSH] += 1
    danger += _danger_of_squares(board, attacks, turned_attacks)
    place = min(danger // fast.ATTACK_STEP, fast.MOST_ATTACK)
    has_queen = False
    for square in range(64):
        has_queen = has_queen or board[square] == QUEEN
    out[(fast.KING_ATTACK if has_queen else fast.KING_ATTACK_NO_QUEEN) + place] += 1


@helper
def _can_be_hit(board: Any, square: Any, attacks: Any, turned_attacks: Any) -> Any:
    """Whether a pawn can step, safely, to where it attacks this square."""
    rank, file = (square >> 3) - 1, square & 7
    for beside in (file - 1, file + 1):
        if not (rank >= 1 and 0 <= beside < 8):
            continue
        at = rank * 8 + beside
        comes = board[at - 8] == PAWN or (rank == 3 and board[at - 8] == 0 and board[at - 16] == PAWN)
        is_safe = turned_attacks[PAWN, at ^ 56] == 0
        is_safe = is_safe and (attacks[ALL_KINDS, at] > 0 or turned_attacks[ALL_KINDS, at ^ 56] == 0)
        if board[at] == 0 and comes and is_safe:
            return True
    return False


@helper
def _danger_of_squares(board: Any, attacks: Any, turned_attacks: Any) -> Any:
    """What weak squares around the other king, and safe checks, add to its danger."""
    other_king = _find(board, -KING)
    danger = np.int64(0)
    straight, diagonal = np.zeros(64, np.int64), np.zeros(64, np.int64)
    _see(board, other_king, STRAIGHT, straight)
    _see(board, other_king, DIAGONAL, diagonal)
    knight = bishop = rook = queen = False
    for square in range(64):
        attackers, defenders = attacks[ALL_KINDS, square], turned_attacks[ALL_KINDS, square ^ 56]
        by_king_or_queen = _distance(other_king, square) == 1 or turned_attacks[QUEEN, square ^ 56] > 0
        is_soft = attackers > 0 and defenders < 2 and (defenders == 0 or by_king_or_queen)
        if is_soft and _ring(other_king, square):
            danger += fast.ATTACK_WEAK
        if board[square] > 0 or not (defenders == 0 or (is_soft and attackers >= 2)):
            continue
        up, right = abs((square >> 3) - (other_king >> 3)), abs((square & 7) - (other_king & 7))
        on_line = straight[square] == 1 or diagonal[square] == 1
        knight = knight or (up * right == 2 and attacks[KNIGHT, square] > 0)
        bishop = bishop or (diagonal[square] == 1 and attacks[BISHOP, square] > 0)
        rook = rook or (straight[square] == 1 and attacks[ROOK, square] > 0)
        queen = queen or (on_line and attacks[QUEEN, square] > 0 and turned_attacks[QUEEN, square ^ 56] == 0)
    danger += fast.CHECK_BY_KNIGHT * np.int64(knight) + fast.CHECK_BY_BISHOP * np.int64(bishop)
    return danger + fast.CHECK_BY_ROOK * np.int64(rook) + fast.CHECK_BY_QUEEN * np.int64(queen)


@helper
def _see(board: Any, square: Any, directions: Any, seen: Any) -> None:
    """Mark the squares that are seen from a square, as far as the first piece each way."""
    for direction in range(4):
        up, right = (square >> 3) + directions[direction, 0], (square & 7) + directions[direction, 1]
        while 0 <= up < 8 and 0 <= right < 8:
            seen[up * 8 + right] = 1
            if board[up * 8 + right] != 0:
                break
            up += directions[direction, 0]
            right += directions[direction, 1]
