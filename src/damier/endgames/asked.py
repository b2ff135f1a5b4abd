"""What is known of a position by tables or by a solved game, in one form: the position's worth, and that of every move.

A game that numbers its positions has tables of endings (`store.py`); any other one is solved whole (`solved.py`). Both are kept
in the user's folder, and asked here in the same way.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from damier.endgames.folders import folder_of
from damier.endgames.keeping import is_solved
from damier.endgames.outside import reader_for
from damier.endgames.solved import Solved, open_solved, solve_game
from damier.endgames.store import TableStore
from damier.endgames.verdict import rank, values_of_moves
from damier.errors import BadInput
from damier.games.game import Game
from damier.games.outside import Reader
from damier.rules import WIN


class Worth(NamedTuple):
    """What a position is worth to the player to move, or a move to who makes it."""

    wdl: int  # 1 if he wins, -1 if he loses, 0 if neither does
    distance: int | None  # plies to the end with best play of both; None if there is none
    score: int | None = None  # what it ends with, where the game counts points
    to_zero: int | None = None  # where others' tables tell no distance: plies to a move that begins the count of moves anew
    leaning: int = 0  # there: who would win a draw if nothing were counted


class MoveWorth(NamedTuple):
    """A move and what it is worth; plies are counted from before it."""

    move: int
    worth: Worth


class Verdict(NamedTuple):
    """What is known of a position."""

    worth: Worth
    moves: list[MoveWorth]  # the best first
    counts_moves: bool = False  # whether a draw because nothing happens for so many moves is in it, as in tables of others


class Oracle(Protocol):
    """Whoever knows positions of a game."""

    def verdict(self, position: Any) -> Verdict | None:
        """What is known of a position; None if nothing is."""
        ...

    def knows(self, position: Any) -> bool:
        """Whether it probably knows a position, told at once."""
        ...

    def warm(self) -> None:
        """Have compiled what makes many questions quick."""
        ...


class TableOracle:
    """The tables of endings that are there."""

    def __init__(self, game: Game, store: TableStore) -> None:
        self._game = game
        self._values = store
        self.warm = store.warm

    def knows(self, position: Any) -> bool:
        return self._values.value(position) is not None

    def verdict(self, position: Any) -> Verdict | None:
        score = self._game.outcome(position)
        if score is not None:
            return Verdict(_of_value(int(np.sign(score))), [])
        moves = values_of_moves(self._game, self._values, position)
        if moves is None:
            return None
        order = sorted(moves, key=lambda move: rank(moves[move]), reverse=True)
        worths = [MoveWorth(move, _of_value(moves[move])) for move in order]
        return Verdict(worths[0].worth, worths)  # that of the best move: of positions that no table has, too


class SolvedOracle:
    """A game that is solved."""

    def __init__(self, game: Game, solved: Solved) -> None:
        self._game = game
        self._solved = solved

    def warm(self) -> None:
        pass

    def knows(self, position: Any) -> bool:
        return position in self._solved

    def verdict(self, position: Any) -> Verdict | None:
        if position not in self._solved:
            return None
        solved = self._solved
        moves = [MoveWorth(each.move, _of_score(each.value, each.distance)) for each in solved.moves(position)]
        return Verdict(_of_score(solved.value(position), solved.distance(position)), moves)


class OutsideOracle:
    """Tables that others have built: who wins as the position stands, and the soonest move that begins the count anew."""

    def __init__(self, game: Game, reader: Reader) -> None:
        self._game = game
        self._reader = reader

    def warm(self) -> None:
        pass

    def knows(self, position: Any) -> bool:
        return self._game.outcome(position) is None and self._reader.told(position) is not None

    def verdict(self, position: Any) -> Verdict | None:
        game = self._game
        score = game.outcome(position)
        if score is not None:
            return Verdict(_of_value(int(np.sign(score))), [], counts_moves=True)
        found = []
        for move in game.moves(position):
            child = game.play(position, move)
            worth = self._after(child, 1 if game.same_player(position, child) else -1)
            if worth is None:
                return None
            found.append(MoveWorth(move, worth))
        found.sort(key=lambda each: _rank_outside(each.worth), reverse=True)
        return Verdict(found[0].worth, found, counts_moves=True)

    def _after(self, child: Any, sign: int) -> Worth | None:
        """What a move is worth that leads to a position."""
        score = self._game.outcome(child)
        if score is not None:
            wdl = sign * int(np.sign(score))
            return Worth(wdl, 1 if wdl else None, to_zero=0, leaning=wdl)
        told = self._reader.told(child)
        if told is None:
            return None
        plies = 1 if told.is_fresh else told.plies + 1
        return Worth(sign * told.wdl, None, to_zero=plies if told.leaning else 0, leaning=sign * told.leaning)


def _rank_outside(worth: Worth) -> tuple[int, int, int]:
    """A win soon, a draw that would be won, a draw, one that would be lost, a loss late."""
    plies = worth.to_zero or 0
    return worth.wdl, worth.leaning, -plies if worth.leaning > 0 else plies


class Together:
    """Several who know positions: the first who knows one answers."""

    def __init__(self, oracles: Sequence[Oracle]) -> None:
        self._oracles = oracles

    def warm(self) -> None:
        for each in self._oracles:
            each.warm()

    def knows(self, position: Any) -> bool:
        return any(each.knows(position) for each in self._oracles)

    def verdict(self, position: Any) -> Verdict | None:
        return next((found for each in self._oracles if (found := each.verdict(position)) is not None), None)


def _of_value(value: int) -> Worth:
    return Worth(int(np.sign(value)), abs(value) - 1 if value else None)


def _of_score(score: int, distance: int | None) -> Worth:
    wdl = int(np.sign(score))
    return Worth(wdl, distance, None if score == wdl * WIN else score)


def starts_of(game: Game, late: int = 0) -> Game | Iterator[Any]:
    """What is solved: the game from its start, or its positions with so much left."""
    return game.late_positions(late) if late else game


def open_oracle(game: Game, folder: Path | None = None, late: int = 0) -> Oracle:
    """What is kept of a game; BadInput if nothing is."""
    folder, reader = folder or folder_of(game, late), reader_for(game)
    others = [OutsideOracle(game, reader)] if reader is not None else []
    if game.has_endings:
        return Together([TableOracle(game, TableStore(game, folder)), *others])
    if others and not is_solved(folder):
        return others[0]
    return Together([SolvedOracle(game, solution_of(game, folder, late)), *others])


def solution_of(game: Game, folder: Path | None = None, late: int = 0, threads: int = 0) -> Solved:
    """The solution that is kept of a game; BadInput if none is. What was damaged of it is made anew."""
    folder = folder or folder_of(game, late)
    if not is_solved(folder):
        wanted = f"{game.name} --late {late}" if late else game.name
        raise BadInput(f"{game.title} is not solved yet; `damier endgames build {wanted}` does it")
    return open_solved(game.start(), folder, threads) or solve_game(starts_of(game, late), threads=threads, folder=folder)
