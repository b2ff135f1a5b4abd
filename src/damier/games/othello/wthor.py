"""WTHOR: the database of tournament games that the French federation has kept since 1977, read and written whole.

A database is three kinds of files, all with a header of 16 bytes and then records of one length:

    .wtb    the games of a year, 68 bytes each: tournament, black, white (16 bits each), black's discs in the end, black's
            discs if both had played perfectly from `depth` empty squares on, and 60 moves, 10 * row + column or 0
    .jou    the names of the players, 20 bytes each
    .trn    the names of the tournaments, 26 bytes each

    header: century, year, month, day (of the file)    games (32 bits)    names (16 bits)    year of the games (16 bits)
            size of the board (0 or 8: 8x8)    1 for solitaires    depth    unused

Passes are not written. Nothing is judged here: `records.judge(games.squares)` replays the games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.errors import BadInput
from damier.files import read_bytes
from damier.games.othello.records import MOST_DISCS, NO_SQUARE, NONE, Judged
from damier.games.othello.writing import FILES, square_name

_HEADER = np.dtype(
    [
        ("written", "u1", 4),
        ("games", "<i4"),
        ("names", "<u2"),
        ("year", "<u2"),
        ("size", "u1"),
        ("solitaires", "u1"),
        ("depth", "u1"),
        ("unused", "u1"),
    ]
)
_GAME = np.dtype(
    [
        ("tournament", "<u2"),
        ("black", "<u2"),
        ("white", "<u2"),
        ("score", "u1"),
        ("perfect", "u1"),
        ("moves", "u1", MOST_DISCS),
    ]
)
PLAYER, TOURNAMENT = 20, 26  # bytes of a name
LAST_YEAR = 9999  # that a file may say
_ENCODING = "latin-1"


class Header(NamedTuple):
    """What a file says of itself."""

    written: date
    games: int
    names: int
    year: int
    size: int
    solitaires: bool
    depth: int


@dataclass(frozen=True)
class Games:
    """Games as they are in the files, all of them in arrays: one entry, and one row of moves, a game."""

    year: Any
    depth: Any  # empty squares from which `perfect` was computed
    tournament: Any  # numbers of names
    black: Any
    white: Any
    score: Any  # black's discs in the end
    perfect: Any  # black's discs if both had played perfectly
    moves: Any  # (games, 60): 10 * row + column, counted from 1; 0 after the last

    def __len__(self) -> int:
        return len(self.score)

    @property
    def squares(self) -> Any:
        """The moves as squares of damier's boards: an (n, 60) array for `records`."""
        return _SQUARES[self.moves]

    def transcript(self, game: int) -> str:
        """The moves of one game in writing, `f5d6c3`; what is no square as ??."""
        squares = [int(square) for square in _SQUARES[self.moves[game]]]
        return "".join(square_name(square) if square >= 0 else "??" for square in squares if square != NONE)


def _square_of_code() -> Any:
    squares = np.full(256, NO_SQUARE, np.int8)
    squares[0] = NONE
    for square in range(64):
        row, column = divmod(square, len(FILES))
        squares[10 * (row + 1) + column + 1] = square
    return squares


_SQUARES = _square_of_code()


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read(path: Path, partly: bool = False) -> Games:
    """The games of a file. One that is cut off is refused, or read as far as its games are whole (`partly`)."""
    return parse_games(read_bytes(path), path.name, partly)


def read_folder(folder: Path) -> Games:
    """The games of all files of a folder, in the order of their names."""
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".wtb")
    if not paths:
        raise BadInput(f"{folder} has no WTHOR games, files that end in .wtb")
    return joined([read(path) for path in paths])


def joined(several: Sequence[Games]) -> Games:
    """Games of several files as one."""
    columns = Games.__dataclass_fields__
    return Games(**{name: np.concatenate([getattr(games, name) for games in several]) for name in columns})


def parse_games(data: bytes, name: str, partly: bool = False) -> Games:
    """The games in the bytes of a file; its name is for error messages."""
    header = parse_header(data, name)
    if header.size not in (0, len(FILES)):
        raise BadInput(f"{name}: its games were played on a board of {header.size}x{header.size}; damier reads those on 8x8")
    whole, rest = divmod(len(data) - _HEADER.itemsize, _GAME.itemsize)
    if whole > header.games or (whole == header.games and rest):
        raise BadInput(f"{name}: its header tells of {header.games} games, but there are {whole} and {rest} more bytes")
    if whole < header.games and not partly:
        raise BadInput(
            f"{name} is cut off: its header tells of {header.games} games, {whole} are whole, "
            f"{_missing(header.games - whole, rest)}"
        )
    records = np.frombuffer(data, _GAME, whole, _HEADER.itemsize)
    return Games(
        year=np.full(whole, header.year, np.int16),
        depth=np.full(whole, header.depth, np.uint8),
        **{name: records[name].copy() for name in _GAME.names or ()},
    )


def _missing(games: int, rest: int) -> str:
    if rest:
        return f"the next has {rest} of its {_GAME.itemsize} bytes" + (f" and {games - 1} are missing" if games > 1 else "")
    return f"{games} {'are' if games > 1 else 'is'} missing"


def parse_header(data: bytes, name: str) -> Header:
    """The header of any of the three kinds of files."""
    if len(data) < _HEADER.itemsize:
        raise BadInput(f"{name} is no WTHOR file: it has {len(data)} bytes, and the header alone {_HEADER.itemsize}")
    fields = np.frombuffer(data, _HEADER, 1)[0]
    century, year, month, day = (int(part) for part in fields["written"])
    try:
        written = date(100 * century + year, month, day)
    except ValueError:
        raise BadInput(f"{name} is no WTHOR file: its header is dated {century}, {year}, {month}, {day}") from None
    if fields["games"] < 0:
        raise BadInput(f"{name} is no WTHOR file: its header tells of {fields['games']} games")
    if fields["year"] > LAST_YEAR:
        raise BadInput(f"{name} is no WTHOR file: its games are said to be of the year {fields['year']}")
    games, names, year, size, depth = (int(fields[key]) for key in ("games", "names", "year", "size", "depth"))
    return Header(written, games, names, year, size, bool(fields["solitaires"]), depth)


def read_names(path: Path) -> list[str]:
    """The names of players (.jou) or tournaments (.trn), by number."""
    return parse_names(read_bytes(path), path.name, TOURNAMENT if path.suffix.lower() == ".trn" else PLAYER)


def parse_names(data: bytes, name: str, length: int = PLAYER) -> list[str]:
    """The names in the bytes of a file, each of which is so long."""
    header = parse_header(data, name)
    whole, rest = divmod(len(data) - _HEADER.itemsize, length)
    if whole != header.names or rest:
        raise BadInput(
            f"{name}: its header tells of {header.names} names of {length} bytes, but there are {whole} and {rest} more bytes"
        )
    names = np.frombuffer(data, f"S{length}", whole, _HEADER.itemsize)
    return [entry.split(b"\0")[0].decode(_ENCODING).strip() for entry in names.tolist()]


# --------------------------------------------------------------------------------------------------------------------
# Writing


def games_of(squares: Any, score: Any, year: int = 0, depth: int = 0) -> Games:
    """Games by unknown players, from rows of squares and black's discs in the end."""
    if np.any(squares < NONE):
        raise BadInput("games to be written have a move that is no square")
    moves = np.zeros((len(squares), MOST_DISCS), np.uint8)
    codes = np.zeros(256, np.uint8)
    for code in np.flatnonzero(_SQUARES >= 0):
        codes[_SQUARES[code]] = code
    moves[:, : squares.shape[1]] = codes[squares.astype(np.uint8)]
    if not 0 <= year <= LAST_YEAR:
        raise BadInput(f"games to be written are said to be of the year {year}")
    nobody = np.zeros(len(squares), np.uint16)
    years, depths = np.full(len(squares), year, np.int16), np.full(len(squares), depth, np.uint8)
    score = np.asarray(score, np.uint8)
    return Games(years, depths, nobody, nobody.copy(), nobody.copy(), score, score, moves)


def write(path: Path, games: Games, written: date | None = None) -> None:
    """Write games, which are of one year, to a file."""
    path.write_bytes(format_games(games, written))


def format_games(games: Games, written: date | None = None) -> bytes:
    """The bytes of a file of games, which are of one year."""
    years, depths = (np.unique(column) for column in (games.year, games.depth))
    if len(years) > 1 or len(depths) > 1:
        raise BadInput("a WTHOR file is of one year and one depth; write the games of each to a file of its own")
    day = written or date.today()
    header = np.zeros(1, _HEADER)
    header["written"] = [day.year // 100, day.year % 100, day.month, day.day]
    header["games"] = len(games)
    header["size"] = len(FILES)
    if len(games):
        header["year"], header["depth"] = years[0], depths[0]
    records = np.zeros(len(games), _GAME)
    for name in _GAME.names or ():
        records[name] = getattr(games, name)
    return header.tobytes() + records.tobytes()


def format_names(names: Sequence[str], length: int, written: date | None = None) -> bytes:
    """The bytes of a file of names, each of which is so long; what is longer is cut."""
    day = written or date.today()
    header = np.zeros(1, _HEADER)
    header["written"] = [day.year // 100, day.year % 100, day.month, day.day]
    header["names"] = len(names)
    entries = [name.encode(_ENCODING, "replace")[: length - 1].ljust(length, b"\0") for name in names]
    return header.tobytes() + b"".join(entries)


# --------------------------------------------------------------------------------------------------------------------
# What is wrong with the games


def faults(games: Games, judged: Judged) -> list[str]:
    """One line for each game that `records.judge` found fault with: an illegal move, or another score than the file's."""
    lines = []
    for game in np.flatnonzero(judged.illegal > 0):
        ply = int(judged.illegal[game])
        code = int(games.moves[game, ply - 1])
        square = int(_SQUARES[code])
        what = f"{square_name(square)} is not legal" if square >= 0 else f"{code} is no square"
        lines.append(f"game {game + 1} of {games.year[game]}: move {ply}, {what}")
    for game in np.flatnonzero(judged.is_over & (judged.black != games.score)):
        lines.append(
            f"game {game + 1} of {games.year[game]}: black has {judged.black[game]} discs in the end, not {games.score[game]}"
        )
    return lines
