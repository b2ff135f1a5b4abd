"""Syzygy tables (R. de Man, 2013), read with python-chess: files that the user has, of up to seven men.

They know who wins (.rtbw) and the plies to the next capture or pawn move (.rtbz, DTZ), under the rule of fifty moves. Such a
number may be one too low, so that a win counts as one only if a ply is left over. A board is made as the player to move sees
it: he is White.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from damier.errors import BadInput, in_a_line
from damier.games.chess.position import FIFTY, clock_of, en_passant_file
from damier.games.outside import Told

RIGHTS = 15  # to castle: no table has them
SIXTH_RANK = 40


class Syzygy:
    """The tables of some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        import chess
        import chess.syzygy

        self._tables = chess.syzygy.Tablebase()
        try:
            for folder in folders:
                self._tables.add_directory(str(folder))
        except OSError as error:
            raise BadInput(f"{folder} cannot be read: {error.strerror}") from None
        if not self._tables.wdl or not self._tables.dtz:
            what = "Syzygy tables need .rtbw and .rtbz files, as KQvK.rtbw"
            raise BadInput(f"{', '.join(map(str, folders))}: {what}")
        self._most = max(len(name.replace("v", "")) for name in self._tables.wdl)  # men
        self._new_board = chess.Board.empty

    def told(self, position: Any) -> Told | None:
        found = self._probe(position)
        if found is None:
            return None
        wdl, dtz = found
        clock, leaning = int(clock_of(position)), (wdl > 0) - (wdl < 0)
        is_in_time = abs(wdl) == 2 and (clock == 0 or abs(dtz) + clock < FIFTY)
        return Told(leaning if is_in_time else 0, leaning, abs(dtz), clock == 0)

    def result(self, position: Any) -> int | None:
        board = self._board(position)
        wdl = None if board is None else self._ask(lambda: self._tables.probe_wdl(board))
        return None if wdl is None else (wdl > 0) - (wdl < 0)

    def _probe(self, position: Any) -> tuple[int, int] | None:
        """WDL and DTZ of a position, as python-chess gives them."""
        board = self._board(position)
        return None if board is None else self._ask(lambda: (self._tables.probe_wdl(board), self._tables.probe_dtz(board)))

    @staticmethod
    def _ask(question: Any) -> Any:
        try:
            return question()
        except KeyError:  # there is no table for it, or for what it leads to
            return None
        except Exception as error:  # what is read of a damaged file may be anything
            raise BadInput(f"a Syzygy table is damaged: {in_a_line(error)}") from None

    def _board(self, position: Any) -> Any:
        """The board of python-chess; None if no table has such a position."""
        men = int(position.own | position.other).bit_count()
        if men > self._most or int(position.state) & RIGHTS:
            return None
        board = self._new_board()
        diagonals, straights = int(position.diagonals), int(position.straights)
        board.occupied_co = [int(position.other), int(position.own)]  # Black's, White's
        board.occupied = int(position.own | position.other)
        board.pawns, board.knights, board.kings = int(position.pawns), int(position.knights), int(position.kings)
        board.bishops, board.rooks, board.queens = diagonals & ~straights, straights & ~diagonals, diagonals & straights
        file = int(en_passant_file(position))
        board.ep_square = SIXTH_RANK + file - 1 if file else None
        return board
