"""Many games at once: replayed by compiled code, judged, and turned into positions.

A game is a row of squares (`discs.py`: bit 0 is a1) in the order in which discs were put, NONE after the last one.
Passes are not written, as in WTHOR's databases: who has no move is passed over. The boards are 8x8.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.bits import popcount
from damier.games.othello.discs import SQUARES, flips, moves_of
from damier.games.othello.rules import PASS
from damier.kernel import compiled, part

MOST_DISCS = SQUARES - 4  # put in a game
NONE, NO_SQUARE = -1, -2  # after the last move; what is written there is no square
_BLACK, _WHITE = np.uint64(1 << 28 | 1 << 35), np.uint64(1 << 27 | 1 << 36)  # e4, d5 and d4, e5
_ZERO, _ONE = np.uint64(0), np.uint64(1)


class Judged(NamedTuple):
    """What became of each game when it was replayed: arrays with one entry a game."""

    discs: Any  # how many moves were legal, up to the first that was not
    illegal: Any  # which move was the first illegal one, counted from 1; 0 if none was
    is_over: Any  # whether neither player could move after the last one
    black: Any  # black's discs in the end; in a game that is over with the empty squares, if he won


class Positions(NamedTuple):
    """The positions in which discs were put, seen from the player who put one: arrays with one entry a position."""

    own: Any
    other: Any
    move: Any  # the square that was played
    is_black: Any  # whether black played it
    game: Any  # the row of its game


def judge(squares: Any) -> Judged:
    """Replay games, an (n, 60) array of squares, and say which move is illegal and how each game ended."""
    squares = _rows(squares)
    judged = Judged(*(np.zeros(len(squares), kind) for kind in (np.int8, np.int8, np.bool_, np.uint8)))
    _judge(squares, *judged)
    return judged


def positions(squares: Any) -> Positions:
    """All positions of the games up to the first illegal move, game after game; none in which the mover must pass."""
    squares = _rows(squares)
    room = np.count_nonzero(squares != NONE)
    found = Positions(*(np.zeros(room, kind) for kind in (np.uint64, np.uint64, np.int8, np.bool_, np.int32)))
    count = int(_positions(squares, *found))
    return Positions(*(column[:count] for column in found))


def with_passes(squares: Any) -> tuple[Any, Any]:
    """The moves of games with the passes that are left out, joined, and where those of each end.

    Passes are told as far as the moves are legal; what comes after the first illegal one stays as it is.
    """
    squares = _rows(squares)
    ends = np.zeros(len(squares), np.int64)
    made = np.zeros(2 * np.count_nonzero(squares != NONE), np.int8)
    count = int(_with_passes(squares, made, ends))
    return made[:count], ends


def _rows(squares: Any) -> Any:
    rows = np.ascontiguousarray(squares, np.int8)
    if rows.ndim != 2:
        raise ValueError(f"games are the rows of an array of squares, which has two dimensions, not {rows.ndim}")
    return rows


@compiled
def _judge(squares: Any, discs: Any, illegal: Any, is_over: Any, black: Any) -> None:
    for game in range(len(squares)):
        own, other, is_black = _BLACK, _WHITE, True
        for i in range(squares.shape[1]):
            square = squares[game, i]
            if square == NONE:
                break
            own, other, is_black = _after_pass(own, other, is_black)
            turned = _turned(own, other, square)
            if turned == _ZERO:
                illegal[game] = i + 1
                break
            own, other = other ^ turned, own | turned | _ONE << np.uint64(square)
            is_black = not is_black
            discs[game] += 1
        is_over[game] = illegal[game] == 0 and moves_of(own, other) | moves_of(other, own) == _ZERO
        black[game] = _score(own, other, is_over[game]) if is_black else _score(other, own, is_over[game])


@compiled
def _positions(squares: Any, own_out: Any, other_out: Any, move_out: Any, is_black_out: Any, game_out: Any) -> Any:
    count = 0
    for game in range(len(squares)):
        own, other, is_black = _BLACK, _WHITE, True
        for i in range(squares.shape[1]):
            square = squares[game, i]
            if square == NONE:
                break
            own, other, is_black = _after_pass(own, other, is_black)
            turned = _turned(own, other, square)
            if turned == _ZERO:
                break
            own_out[count], other_out[count], move_out[count] = own, other, square
            is_black_out[count], game_out[count] = is_black, game
            count += 1
            own, other = other ^ turned, own | turned | _ONE << np.uint64(square)
            is_black = not is_black
    return count


@compiled
def _with_passes(squares: Any, made: Any, ends: Any) -> Any:
    count = 0
    for game in range(len(squares)):
        own, other, is_legal = _BLACK, _WHITE, True
        for i in range(squares.shape[1]):
            square = squares[game, i]
            if square == NONE:
                break
            if is_legal:
                own, other, is_same = _after_pass(own, other, True)
                if not is_same:
                    made[count] = PASS
                    count += 1
                turned = _turned(own, other, square)
                is_legal = turned != _ZERO
                own, other = other ^ turned, own | turned | _ONE << np.uint64(square)
            made[count] = square
            count += 1
        ends[game] = count
    return count


@part
def _after_pass(own: Any, other: Any, is_black: Any) -> Any:
    """The board as the player who can move sees it (if nobody can, as it was)."""
    if moves_of(own, other) == _ZERO and moves_of(other, own) != _ZERO:
        return other, own, not is_black
    return own, other, is_black


@part
def _turned(own: Any, other: Any, square: Any) -> Any:
    """The discs a move turns; none if it is illegal."""
    if square < 0 or square >= SQUARES or (own | other) >> np.uint64(square) & _ONE:
        return _ZERO
    return flips(own, other, square)


@part
def _score(own: Any, other: Any, is_over: Any) -> Any:
    """A player's discs, and in a game that is over what is due to him of the empty squares."""
    mine, yours = popcount(own), popcount(other)
    if not is_over:
        return mine
    empty = SQUARES - mine - yours
    return mine + (empty if mine > yours else 0 if mine < yours else empty // 2)
