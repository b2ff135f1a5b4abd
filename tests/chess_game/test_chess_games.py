"""Random games against python-chess, which serves as the naive twin: at each ply all that the rules say is compared.

Eighteen games are played, in `make soak` 3000, which take a quarter of an hour. In half of the games the players like to go
back where they came from, so that positions return.
"""

import random
from typing import Any, NamedTuple

import chess
import numpy as np
import pytest
from numba import njit

from damier.games import load
from damier.games.chess import fen, move_name, uci_name
from damier.games.chess.position import FIFTY, captured_by, promotion_of
from damier.games.chess.writing import move_of
from damier.kernel import FLAGS, native
from damier.records.session import Session
from damier.rules import DRAW, LOSS, MOST_MOVES, ONGOING, count, forced, moves, noisy, outcome, play
from lengths import times
from walks import same

GAME = load("chess")
GAMES = times(18, 3000)
BATCHES = 2
MOST_PLIES = 250
NAMED_EVERY = 8  # plies between two at which all moves are named


class Said(NamedTuple):
    """What damier's rules say about a position."""

    moves: list[int]
    noisy: list[int]
    count: int
    outcome: int
    check: bool


@njit(**FLAGS)
def _ask(position: Any, out: Any, loud: Any) -> Any:
    return moves(position, out), noisy(position, loud), count(position, out[:0]), outcome(position), forced(position)


@njit(**FLAGS)
def _step(position: Any, move: Any) -> Any:
    return play(position, move)


def ask(position: Any) -> Said:
    """What the compiled rules say."""
    out, loud = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64)
    listed, loud_listed, counted, score, check = _ask(position, out, loud)
    return Said(out[:listed].tolist(), loud[:loud_listed].tolist(), int(counted), int(score), bool(check))


def expected(board: chess.Board) -> int:
    """The score for the player to move, by python-chess."""
    if board.is_checkmate():
        return LOSS
    if board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= FIFTY:
        return DRAW
    return ONGOING


def choose(board: chess.Board, chance: random.Random, habit: float) -> chess.Move:
    """Any move; or, if the habit gets the better of the player, the last one taken back."""
    legal = list(board.legal_moves)
    if len(board.move_stack) >= 2 and chance.random() < habit:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in legal:
            return back
    return chance.choice(legal)


def compare(position: Any, board: chess.Board) -> Said:
    """Compare all that is said about one position."""
    written = board.fen(en_passant="legal")
    said = ask(position)
    assert fen.write(position) == written
    assert same(fen.read(written), position), written  # what is kept up move by move, made anew: keys, material
    names = {uci_name(position, move): move for move in said.moves}
    assert set(names) == {move.uci() for move in board.legal_moves}, written
    assert len(said.moves) == len(names) == said.count, written
    assert said.outcome == expected(board), written
    assert said.check == board.is_check(), written
    loud = {move for move in said.moves if said.check or captured_by(move) or promotion_of(move) == chess.QUEEN}
    assert set(said.noisy) - {move for move in said.moves if promotion_of(move)} == {
        move for move in loud if not promotion_of(move)
    }, written
    assert {move for move in loud if promotion_of(move) == chess.QUEEN} <= set(said.noisy) <= set(said.moves), written
    return said


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    """Legal moves, checks, results, repetitions, FENs, names of moves, and what positions keep up."""
    for seed in range(batch, GAMES, BATCHES):
        chance = random.Random(seed)
        habit = 0.35 if seed % 2 else 0.0
        board, session = chess.Board(), Session(GAME)
        for ply in range(MOST_PLIES):
            position = session.position
            said = compare(position, board)
            assert session.is_repeated == board.is_repetition(3), board.fen()
            assert session.is_over == (said.outcome != ONGOING or board.is_repetition(3)), board.fen()
            if session.is_over:
                assert session.legal_moves() == []
                break
            if ply % NAMED_EVERY == 0:
                for move in said.moves:
                    assert move_name(position, move) == board.san(chess.Move.from_uci(uci_name(position, move))), board.fen()
            made = choose(board, chance, habit)
            move = move_of(position, made.from_square, made.to_square, made.promotion or 0)
            assert move in said.moves
            assert move_name(position, move) == board.san(made), board.fen()
            session.play(move)
            board.push(made)
            assert same(session.position, native(_step(position, np.int64(move)))), board.fen()
