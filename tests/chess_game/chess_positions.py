"""Positions for tests of chess: from random games, and from random pieces put on the board."""

import functools

import numpy as np

from damier.games.chess import fen
from damier.games.game import BadInput
from damier.kernel import native
from damier.rules import MOST_MOVES, ONGOING, moves, outcome, play


@functools.cache
def from_random_games(games, seed, every=5, most=160):
    """Every fifth position of random games: wild ones, with all kinds of material."""
    random = np.random.default_rng(seed)
    found, out = [], np.zeros(MOST_MOVES, np.int64)
    for _ in range(games):
        position = native(fen.read(fen.START))
        for ply in range(most):
            if outcome(position) != ONGOING:
                break
            if ply % every == every - 1:
                found.append(position)
            count = moves(position, out)
            position = native(play(position, int(out[random.integers(count)])))
    return found


def random_pieces(pieces, count, seed, turn="w"):
    """Positions with these pieces (letters of a FEN) put anywhere that can be."""
    random = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        board = [""] * 64
        for square, letter in zip(random.choice(64, len(pieces), replace=False), pieces, strict=True):
            board[square] = letter
        ranks = ["".join(letter or "1" for letter in board[at : at + 8]) for at in range(56, -8, -8)]
        try:
            position = native(fen.read(f"{'/'.join(ranks)} {turn} - - 0 1"))
        except BadInput:
            continue
        if outcome(position) == ONGOING:
            found.append(position)
    return found


def colours_changed(text):
    """The FEN of the position with the colours of all pieces changed and the board turned over."""
    board, turn, rights, passed, *rest = text.split()
    ranks = "/".join(reversed(board.split("/"))).swapcase()
    rights = "".join(sorted(rights.swapcase())) if rights != "-" else "-"
    if passed != "-":
        passed = passed[0] + ("3" if passed[1] == "6" else "6")
    return " ".join([ranks, "b" if turn == "w" else "w", rights, passed, *rest])


def mirrored(text):
    """The FEN of the position with left and right changed; nobody may castle there."""
    board, turn, _, _, *rest = text.split()
    ranks = "/".join(rank[::-1] for rank in board.split("/"))
    return " ".join([ranks, turn, "-", "-", *rest])
