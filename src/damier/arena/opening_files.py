"""Files of openings: an opening in each line, or, for chess, a game of a PGN each; also inside a .zip.

What follows a `#` in a line says nothing. Large collections, of which a match needs a few, are not read whole: openings are
drawn first, and only those that were drawn are read and checked.
"""

import random
import re
import zipfile
from pathlib import Path
from typing import NamedTuple

from damier.arena.openings import Opening, opening_of, read_opening
from damier.engine.session import Session
from damier.files import check_regular, read_bytes
from damier.games.game import BadInput, Game

PGN_PLIES = 16  # of each game of a PGN, where nothing is said
MOST_BYTES = 1 << 28  # that a file in an archive may have
TAG = re.compile(r"\s*\[\s*\w+\s*\"")
BROKEN = re.compile(r"^PGN: game 1, line (\d+):")


class Piece(NamedTuple):
    """An opening as the file writes it, and in which line."""

    line: int
    text: str


def read_openings(game: Game, file: Path, count: int | None = None, seed: int = 1, plies: int = PGN_PLIES) -> list[Opening]:
    """The openings of a file in their order; or so many of them at random, if there are more.

    Of the games of a PGN, so many plies. A bad opening is refused with the number of its line.
    """
    name, text = _read(file)
    is_pgn = game.name == "chess" and name.lower().endswith(".pgn")
    pieces = _games(text) if is_pgn else _lines(text, is_epd=game.name == "chess")
    if not pieces:
        raise BadInput(f"{file}: there is no opening in it")
    if count is not None and count < len(pieces):
        pieces = random.Random(seed).sample(pieces, count)
    openings = []
    for piece in pieces:
        try:
            openings.append(_game(game, piece.text, plies) if is_pgn else read_opening(game, piece.text))
        except BadInput as error:
            raise BadInput(f"{file} line {piece.line}: {error}") from None
    return openings


def _read(file: Path) -> tuple[str, str]:
    """The name and the text of a file, or of the only one in an archive."""
    name, data = file.name, b""
    check_regular(file)
    if file.suffix.lower() == ".zip":
        try:
            with zipfile.ZipFile(file) as archive:
                inside = [each for each in archive.infolist() if not each.is_dir()]
                if len(inside) != 1 or inside[0].file_size > MOST_BYTES:
                    raise BadInput(f"{file}: expected one file of at most {MOST_BYTES >> 20} MB in it, not {len(inside)}")
                name, data = inside[0].filename, archive.read(inside[0])
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
            raise BadInput(f"{file} cannot be unpacked: {error}") from None
    else:
        data = read_bytes(file)
    try:
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if name.lower().endswith(".pgn"):  # whose standard is Latin-1
            return name, data.decode("latin-1")
        raise BadInput(f"{file} is no text in UTF-8") from None


def _lines(text: str, is_epd: bool) -> list[Piece]:
    """The lines that say something."""
    pieces = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].strip()
        if is_epd and "/" in written and " moves " not in written:
            written = _position(line)
        if written:
            pieces.append(Piece(number, written))
    return pieces


def _position(line: str) -> str:
    """The position of a line of an EPD, without what is to be found there."""
    words = line.split()
    numbers = [word for word in words[4:6] if word.isdecimal()]
    return " ".join((*words[:4], *numbers)) if len(words) >= 4 else line.strip()


def _games(text: str) -> list[Piece]:
    """The games of a PGN: each begins with the first of its tags; one without any is a file of its own."""
    starts, was_tag = list[int](), False
    lines = text.splitlines()
    for index, line in enumerate(lines):
        is_tag = TAG.match(line) is not None
        if is_tag and not was_tag:
            starts.append(index)
        if line.strip():
            was_tag = is_tag
    if not starts:
        return [Piece(1, text)] if text.strip() else []
    ends = [*starts[1:], len(lines)]
    return [Piece(start + 1, "\n".join(lines[start:end])) for start, end in zip(starts, ends, strict=True)]


def _game(game: Game, text: str, plies: int) -> Opening:
    """The first moves of a game, as many as are wanted and as leave something to play."""
    from damier.games.chess.pgn import read_games

    try:
        record = next(iter(read_games(text)))
    except BadInput as error:
        raise BadInput(BROKEN.sub(r"line \1 of this game:", str(error))) from None
    if not record.moves and TAG.search(text) is None:
        raise BadInput("there is no move in it")
    session = Session.from_text(game, record.start)
    for move in record.moves[:plies]:
        session.play(move)
    while session.is_over and session.moves:
        session.undo()
    return opening_of(session)
