"""The games of a match on disk, a line each (`record.py`) and as PGN beside, both with the same games whoever was killed when.

The lines are what counts (`batches.py`). A game that has a line and is not whole in the PGN is written there again; what its
sides told of their moves is then lost, since the line does not have it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from damier.arena import pgn as pgn_out
from damier.arena.record import HEAD, MatchGame, read_line
from damier.arena.setting import Setting
from damier.batches import Journal
from damier.files import check_regular, open_bytes
from damier.games.game import Game

PGN_BEGINS = "pgn_begins"  # what the lines tell of the PGN beside: the byte where the games of this match begin
ROUND, GAP = b'[Round "', b"\n\n"

SidesOf = Callable[[MatchGame], Sequence[Setting]]  # the settings of a game, side 0 first


class KeptGames:
    """A file of lines and a file of PGN, of which either or both may be missing; open while the match is played."""

    def __init__(
        self, game: Game, what: Mapping[str, Any], sides_of: SidesOf, out: Path | None, pgn: Path | None, goes_on: bool = False
    ) -> None:
        """`what` is all that makes the match what it is; files that are not gone on with keep what they have."""
        self._game, self._sides_of = game, sides_of
        self._pgn = pgn
        beside = {PGN_BEGINS: _size(pgn)} if pgn is not None else {}
        self._lines: Journal[MatchGame] = Journal(
            out, what, write=_line, read=_game, title=HEAD, goes_on=goes_on, beside=beside
        )
        self._open = ExitStack()

    @property
    def games(self) -> list[MatchGame]:
        return list(self._lines.done.values())

    def __enter__(self) -> Self:
        with self._open as stack:
            stack.enter_context(self._lines)
            if self._pgn is not None:
                self._mend(self._pgn, int(self._lines.beside.get(PGN_BEGINS, _size(self._pgn))))
            self._open = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def keep(self, played: MatchGame) -> bool:
        """Keep a game; whether it was not there yet."""
        is_new = self._lines.keep(str(played.number), played)
        if is_new and self._pgn is not None:
            self._append(self._pgn, played)
        return is_new

    def _append(self, pgn: Path, played: MatchGame) -> None:
        with pgn.open("a", encoding="utf-8") as file:
            file.write(pgn_out.write(self._game, played, self._sides_of(played)))
            file.flush()
            os.fsync(file.fileno())

    def _mend(self, pgn: Path, begins: int) -> None:
        """Cut off a game that was not written to its end, and write those that are missing."""
        check_regular(pgn)
        rounds = set[str]()
        if pgn.exists():
            begins = min(begins, _size(pgn))  # somebody may have taken games away
            with open_bytes(pgn) as file:
                file.seek(begins)
                *parts, _ = file.read().split(GAP)
            whole = len(parts) // 2 * 2  # a game has two parts, its tags and its moves
            os.truncate(pgn, begins + sum(len(part) + len(GAP) for part in parts[:whole]))
            rounds = {tags.partition(ROUND)[2].partition(b'"')[0].decode() for tags in parts[:whole:2]}
        for played in sorted(self.games, key=lambda each: each.number):
            if str(played.number + 1) not in rounds:
                self._append(pgn, played)


def _size(path: Path | None) -> int:
    return path.stat().st_size if path is not None and path.exists() else 0


def _line(name: str, played: MatchGame) -> str:
    return played.line()


def _game(line: str) -> tuple[str, MatchGame]:
    played = read_line(line)
    return str(played.number), played
