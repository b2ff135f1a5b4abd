"""Files of many games: in which of the formats that a game declares (`games/formats.py`) they are, and their games one after
the other, each with the place where it stands.

Where a format says nothing else, a game is a line, `f5d6c3`, with the result behind it (`1-0`: the first player won, `0-1`,
`1/2-1/2`) where the board does not tell. Lines that begin with # tell nothing. A game that has tags before it, as
`[Start "..."]`, goes on to the next empty line (`game_files.py`).

Nothing is judged here: a game comes with what is written of it, or with the fault for which it cannot be read.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from damier.files import open_bytes, read_head
from damier.games.formats import (
    MOVES,
    GameFormat,
    WordFormat,
    WrittenGame,
    formats_of,
    known,
    later,
    player_tags,
    read_lines,
    split_result,
    words_of,
)
from damier.games.game import BadInput, Game
from damier.games.game_text import MOST_GAME, RESULTS
from damier.records import game_files
from damier.records.session import Session

ANYBODYS = ".txt"  # the ending of files in many formats
HEAD = 1 << 16  # bytes by which a format is known
_BLOCK = 1 << 20


@dataclass(frozen=True)
class GameFile:
    """A file of games: what it is called, in which format it is, and the digest of its content."""

    path: Path
    format: str
    digest: str
    read: Callable[[int], Iterator[WrittenGame]]  # the games after so many

    @property
    def name(self) -> str:
        return self.path.name


def files_of(game: Game, paths: Iterable[Path]) -> list[Path]:
    """Files and, of folders, the files in them of a format that comes in folders."""
    in_folders = [each for each in getattr(game.module, "FORMATS", ()) if each.in_folders]
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            if not path.exists():
                raise BadInput(f"there is no file {path}")
            found.append(path)
            continue
        endings = {ending for each in in_folders for ending in each.endings}
        inside = sorted(each for each in path.iterdir() if each.suffix.lower() in endings)
        if not inside and in_folders:
            names = " or ".join(f"{each.name}'s games, files that end in {each.ending}" for each in in_folders)
            raise BadInput(f"{path} is a folder without {names}")
        if not inside:
            raise BadInput(f"{path} is a folder; games of {game.title} are read from files")
        found += inside
    return found


def open_file(game: Game, path: Path) -> GameFile:
    """A file of games of this kind, made ready to be read."""
    try:
        head = read_head(path, HEAD).decode("utf-8", "replace")
        found = format_of(game, path, head)
        return GameFile(path, found.name, _digest(path), lambda after: _games(game, found, path, after))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def format_of(game: Game, path: Path, head: str) -> GameFormat:
    """The format of a file: by its ending, unless that is anybody's, then by how it begins; else the names of moves."""
    declared = getattr(game.module, "FORMATS", (MOVES,))  # also those that are not for a board of this size: they say so
    ending, words = path.suffix.lower(), words_of(game)
    of_ending = next((each for each in declared if ending in each.endings), None)
    if of_ending and ending != ANYBODYS:
        return of_ending
    usual = words if words.is_a_line else MOVES
    return next((each for each in declared if each.is_in(head)), of_ending or usual)


def _games(game: Game, found: GameFormat, path: Path, after: int) -> Iterator[WrittenGame]:
    if isinstance(found, WordFormat) and found.is_a_line:
        yield from later(read_lines(path, lambda text, where: game_of(game, text, where)), after)
        return
    games = found.read_file(game, path, after)
    while (each := game.asked(f"{found.name}.read_file()", lambda: next(games, None))) is not None:
        yield each


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with open_bytes(path) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def game_of(game: Game, text: str, where: str = "") -> WrittenGame:
    """The game of a text, or what is wrong with it."""
    if len(text) > MOST_GAME:
        return WrittenGame(where, fault=f"a game has at most {MOST_GAME:,} letters")
    plain, result = split_result(text)
    quick = words_of(game).quick(game, plain)
    return quick._replace(where=where, result=result) if quick else _by_words(game, text, where)


def _by_words(game: Game, text: str, where: str) -> WrittenGame:
    """A game with tags, variations, comments or spaces: its main line."""
    try:
        tree = game_files.read(game, text)
    except BadInput as error:
        return WrittenGame(where, fault=re.sub(r"^line 1, ", "", str(error)))
    line = [tree.nodes[each].move for each in tree.main_line()[1:]]
    position, turn = tree.session.positions[0], tree.session.turns[0]
    usual = game.start()
    is_usual = game.text(position) == game.text(usual) and turn == game.turn(usual)
    start = "" if is_usual else game.text_for(position, turn)
    if start and game.turn_written(start) != turn:
        return WrittenGame(where, fault="it begins with a position that does not tell whose turn it is")
    first, second, date, event = (known(tree.tags.get(tag, "")) for tag in (*player_tags(game), "Date", "Event"))
    return WrittenGame(where, line, RESULTS.get(tree.tags.get("Result", "")), start, first, second, date, event)


def session_of(game: Game, written: WrittenGame) -> Session:
    """A game that was played, move by move; BadInput if one of them is not legal."""
    moves = [int(move) for move in (game.with_passes([written.moves])[0] if written.lacks_passes else written.moves)]
    session = Session.from_text(game, written.start)
    for move in moves:
        session.follow(move)
    return session


def format_for(game: Game, path: Path, wanted: str = "") -> GameFormat:
    """The format that is asked for, by its name or by the ending of a file to be written; the usual one if neither tells."""
    named = {each.name.lower(): each for each in formats_of(game)}
    if wanted:
        if wanted.lower() not in named:
            listed = ", ".join(each.name for each in named.values())
            raise BadInput(f"games of {game.title} are not written as {wanted}; they are as {listed}")
        return named[wanted.lower()]
    usual = next(iter(named.values()))
    return next((each for each in named.values() if path.suffix.lower() in each.endings), usual)
