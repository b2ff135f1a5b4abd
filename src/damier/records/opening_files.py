"""Files of openings: an opening in each line, or, where a file has games in a format of the game (as PGN), the beginning of
each; also inside a .zip.

What follows a `#` in a line says nothing. Large collections, of which a match needs a few, are not read whole: openings are
drawn first, and only those that were drawn are read and checked.
"""

import random
import zipfile
from array import array
from collections.abc import Sequence
from pathlib import Path

from damier.files import check_regular, read_bytes
from damier.games.formats import GameFormat, words_of
from damier.games.game import BadInput, Game
from damier.games.game_text import FULL_LINE, TAG_LINE, line_of
from damier.records.game_files import formats_of
from damier.records.openings import Opening, opening_of, read_opening
from damier.records.session import Session

GAME_PLIES = 16  # of each game of a file, where nothing is said
MOST_BYTES = 1 << 28  # that a file in an archive may have
MOST_LINE = 100_000  # letters of an opening in a line


def read_openings(game: Game, file: Path, count: int | None = None, seed: int = 1, plies: int = GAME_PLIES) -> list[Opening]:
    """The openings of a file in their order; or so many of them at random, if there are more.

    Of games, so many plies. A bad opening is refused with the number of its line.
    """
    name, data = _unpacked(file)
    games = next((each for each in formats_of(game) if Path(name).suffix.lower() in each.endings and each.starts), None)
    text = _decoded(file, data, games.encoding if games else "")
    places = games.starts(text) if games and games.starts else _lines(text)
    if not places:
        raise BadInput(f"{file}: there is no opening in it")
    chosen: Sequence[int] = range(len(places))
    if count is not None and count < len(places):
        chosen = random.Random(seed).sample(chosen, count)
    openings = []
    for each in chosen:
        start = places[each]
        try:
            if games:
                end = places[each + 1] if each + 1 < len(places) else len(text)
                openings.append(_beginning(game, games, text[start:end], plies))
            else:
                openings.append(read_opening(game, _written(game, text, start)))
        except BadInput as error:
            raise BadInput(f"{file} line {line_of(text, start)}: {error}") from None
    return openings


def _decoded(file: Path, data: bytes, encoding: str) -> str:
    """The text of a file, in UTF-8 or in what its format has besides; its lines end as they should."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if not encoding:
            raise BadInput(f"{file} is no text in UTF-8") from None
        text = data.decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
    return array("q", (match.start() for match in FULL_LINE.finditer(text) if not match[0].lstrip().startswith("#")))


def _written(game: Game, text: str, start: int) -> str:
    """The opening of a line."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if end - start > MOST_LINE:
        raise BadInput(f"a line of {end - start:,} letters is no opening; at most {MOST_LINE:,}")
    line, words = text[start:end], words_of(game)
    if words.starts and TAG_LINE.match(line):
        raise BadInput(f"this is a tag of a {words.name}, not an opening; the names of such files end in {words.ending}")
    return words.opening(line)


def _beginning(game: Game, games: GameFormat, text: str, plies: int) -> Opening:
    """The first moves of a game, as many as are wanted and as leave something to play."""
    written = games.read_checked(game, text)
    if not written.moves and not written.tags:
        raise BadInput("there is no move in it")
    session = Session.from_text(game, written.start)
    for move in written.moves[:plies]:
        session.play(move)
    while session.is_over and session.moves:
        session.undo()
    return opening_of(session)
