"""Files of openings: an opening in each line, or, for chess, a game of a PGN each; also inside a .zip.

What follows a `#` in a line says nothing. Large collections, of which a match needs a few, are not read whole: openings are
drawn first, and only those that were drawn are read and checked.
"""

import random
import re
import zipfile
from array import array
from collections.abc import Sequence
from pathlib import Path

from damier.arena.openings import Opening, opening_of, read_opening
from damier.files import check_regular, read_bytes
from damier.games.game import BadInput, Game
from damier.games.game_text import line_of
from damier.records.session import Session

PGN_PLIES = 16  # of each game of a PGN, where nothing is said
MOST_BYTES = 1 << 28  # that a file in an archive may have
MOST_LINE = 100_000  # letters of an opening in a line
LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)  # one that says something
TAG = re.compile(r"\s*\[\s*\w+\s*\"")
BROKEN = re.compile(r"^PGN: game 1, line (\d+):")


def read_openings(game: Game, file: Path, count: int | None = None, seed: int = 1, plies: int = PGN_PLIES) -> list[Opening]:
    """The openings of a file in their order; or so many of them at random, if there are more.

    Of the games of a PGN, so many plies. A bad opening is refused with the number of its line.
    """
    name, text = _read(file)
    is_pgn = game.name == "chess" and name.lower().endswith(".pgn")
    places = _games(text) if is_pgn else _lines(text)
    if not places:
        raise BadInput(f"{file}: there is no opening in it")
    chosen: Sequence[int] = range(len(places))
    if count is not None and count < len(places):
        chosen = random.Random(seed).sample(chosen, count)
    openings = []
    for each in chosen:
        start = places[each]
        try:
            if is_pgn:
                end = places[each + 1] if each + 1 < len(places) else len(text)
                openings.append(_game(game, text[start:end], plies))
            else:
                openings.append(read_opening(game, _written(text, start, is_epd=game.name == "chess")))
        except BadInput as error:
            raise BadInput(f"{file} line {line_of(text, start)}: {error}") from None
    return openings


def _read(file: Path) -> tuple[str, str]:
    """The name and the text of a file, or of the only one in an archive; its lines end as they should."""
    name, data = _unpacked(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if not name.lower().endswith(".pgn"):
            raise BadInput(f"{file} is no text in UTF-8") from None
        text = data.decode("latin-1")  # which is that standard's
    return name, text.replace("\r\n", "\n").replace("\r", "\n")


def _unpacked(file: Path) -> tuple[str, bytes]:
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
    return name, data


def _lines(text: str) -> "array[int]":
    """Where the lines begin that say something."""
    return array("q", (match.start() for match in LINE.finditer(text) if not match[0].lstrip().startswith("#")))


def _written(text: str, start: int, is_epd: bool) -> str:
    """The opening of a line."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if end - start > MOST_LINE:
        raise BadInput(f"a line of {end - start:,} letters is no opening; at most {MOST_LINE:,}")
    line = text[start:end]
    if is_epd and TAG.match(line):
        raise BadInput("this is a tag of a PGN, not an opening; the names of such files end in .pgn")
    written = line.partition("#")[0].strip()
    return _position(line) if is_epd and "/" in written and " moves " not in written else written


def _position(line: str) -> str:
    """The position of a line of an EPD, without what is to be found there."""
    words = line.split()
    numbers = [word for word in words[4:6] if word.isdecimal()]
    return " ".join((*words[:4], *numbers)) if len(words) >= 4 else line.strip()


def _games(text: str) -> "array[int]":
    """Where the games of a PGN begin: each with the first of its tags; one without any is a file of its own."""
    starts, was_tag = array("q"), False
    for match in LINE.finditer(text):
        is_tag = TAG.match(match[0]) is not None
        if is_tag and not was_tag:
            starts.append(match.start())
        was_tag = is_tag
    return starts or array("q", [0] if text.strip() else [])


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
