"""Games as they stand in files, one after the other, each with the place where it stands: in whatever format they are.

    chess       PGN
    Othello     WTHOR (.wtb, with the names of players and tournaments in .jou and .trn beside it), GGF, transcripts
    Connect 4   columns
    any game    the names of moves

Transcripts, columns and names are a game a line, `f5d6c3`, with the result behind it (`1-0`: the first player won, `0-1`,
`1/2-1/2`) where the board does not tell. Lines that begin with # tell nothing. A game that has tags before it, as
`[Start "..."]`, goes on to the next empty line (`records/game_files.py`).

Nothing is judged here: a game comes with what is written of it, or with the fault for which it cannot be read.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from damier.files import open_bytes, open_text, read_bytes, read_head, read_text
from damier.games.game import BadInput, Game
from damier.games.game_text import MOST_FAULTS, MOST_GAME
from damier.records import game_files

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "½-½": 0}
WRITTEN = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
OTHELLO_8X8 = "Othello_8x8"

_HEAD = 1 << 16  # bytes by which a format is known
_BLOCK = 1 << 20
_SQUARES = re.compile(r"(?:[a-hA-H][1-8])+")
_NOTHING = re.compile(r"\?*(?:[.?]+)?")  # in place of a name or a date that nobody knows


class Written(NamedTuple):
    """A game of a file."""

    where: str
    moves: Any = ()
    result: int | None = None  # for the first player, as the file says
    start: str = ""
    first: str = ""
    second: str = ""
    date: str = ""
    event: str = ""
    lacks_passes: bool = False  # a game of Othello on 8x8 in which they are not written
    fault: str = ""


@dataclass(frozen=True)
class GameFile:
    """A file of games: what it is called, in which format it is, and the digest of its content."""

    path: Path
    format: str
    digest: str
    read: Callable[[int], Iterator[Written]]  # the games after so many

    @property
    def name(self) -> str:
        return self.path.name


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Files and, of folders, the files of WTHOR's games in them."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            if not path.exists():
                raise BadInput(f"there is no file {path}")
            found.append(path)
            continue
        inside = sorted(each for each in path.iterdir() if each.suffix.lower() == ".wtb")
        if not inside:
            raise BadInput(f"{path} is a folder without WTHOR's games, files that end in .wtb")
        found += inside
    return found


def open_file(game: Game, path: Path) -> GameFile:
    """A file of games of this kind, made ready to be read."""
    try:
        head = read_head(path, _HEAD)
        format_, read = _reader(game, path, head)
        return GameFile(path, format_, _digest(path), read)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def _reader(game: Game, path: Path, head: bytes) -> tuple[str, Callable[[int], Iterator[Written]]]:
    kind, ending = game.module.__name__, path.suffix.lower()
    text = head.decode("utf-8", "replace")
    if kind == game_files.CHESS:
        from damier.games.chess.pgn import is_pgn

        if ending == ".pgn" or is_pgn(text):
            return "PGN", lambda after: _from_pgn(path, after)
    if kind == game_files.OTHELLO and ending == ".wtb":
        return "WTHOR", lambda after: _from_wthor(game, path, after)
    if kind == game_files.OTHELLO and game_files.GGF_START in text:
        return "GGF", lambda after: _from_ggf(game, path, after)
    return game_files.formats_of(game)[0].name if kind != game_files.CHESS else "moves", lambda after: _later(
        _from_lines(game, path), after
    )


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with open_bytes(path) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _later(games: Iterator[Written], after: int) -> Iterator[Written]:
    for number, each in enumerate(games):
        if number >= after:
            yield each


def _known(text: str) -> str:
    """A name or a date; nothing where it says that nobody knows."""
    clean = " ".join(text.split())
    return "" if _NOTHING.fullmatch(clean) else clean


def _start_and(start: str, names: list[str]) -> tuple[str, str, str, str, str]:
    """Where a game began, who played, when and where."""
    first, second, date, event = names
    return start, first, second, date, event


# --------------------------------------------------------------------------------------------------------------------
# PGN


def _from_pgn(path: Path, after: int) -> Iterator[Written]:
    from damier.games.chess import fen, pgn

    faults: list[str] = []
    number = after
    for record in pgn.read_file(path, faults.append, after):
        yield from _told(faults, f"{path}: ")
        number += len(faults) + 1
        faults.clear()
        names = [_known(record.tags.get(name, "")) for name in ("White", "Black", "Date", "Event")]
        start = "" if record.start == fen.START else record.start
        yield Written(f"game {number}", record.moves, RESULTS.get(record.result), *_start_and(start, names))
    yield from _told(faults, f"{path}: ")


def _told(faults: Iterable[str], prefix: str) -> Iterator[Written]:
    """Games that could not be read, of which a reader of the format says where they are and why."""
    for fault in faults:
        where, _, what = fault.removeprefix(prefix).partition(": ")
        yield Written(where, fault=what)


# --------------------------------------------------------------------------------------------------------------------
# Othello: WTHOR and GGF


def _from_wthor(game: Game, path: Path, after: int) -> Iterator[Written]:
    from damier.games.othello import wthor
    from damier.games.othello.records import NONE

    if type(game.start()).__name__ != OTHELLO_8X8:
        raise BadInput("WTHOR's games were played on 8x8")
    data = read_bytes(path)
    games = wthor.parse_games(data, path.name, partly=True)
    players, tournaments = (_names_beside(path, ending) for ending in (".jou", ".trn"))
    squares = games.squares
    lengths = (squares != NONE).sum(axis=1).tolist()
    blacks, whites, events = (column.tolist() for column in (games.black, games.white, games.tournament))
    results = ((games.score > _HALF).astype(int) - (games.score < _HALF)).tolist()
    year = str(int(games.year[0])) if len(games) and games.year[0] else ""
    for index in range(after, len(games)):
        yield Written(
            f"game {index + 1}",
            squares[index, : lengths[index]],
            results[index],
            "",
            players.get(blacks[index], ""),
            players.get(whites[index], ""),
            year,
            tournaments.get(events[index], ""),
            True,
        )
    wthor.parse_games(data, path.name)  # says what is missing, if it is cut off


_HALF = 32  # black's discs in a draw


def _names_beside(path: Path, ending: str) -> dict[int, str]:
    """The names of players or tournaments: in a file of the same name beside the games, or in the only one that is there."""
    from damier.games.othello import wthor

    beside = [each for each in path.parent.iterdir() if each.suffix.lower() == ending]
    own = [each for each in beside if each.stem == path.stem]
    if len(own or beside) != 1:
        return {}
    return {number: _known(name) for number, name in enumerate(wthor.read_names((own or beside)[0]))}


def _from_ggf(game: Game, path: Path, after: int) -> Iterator[Written]:
    from damier.games.othello import ggf
    from damier.games.othello.rules import SIZE_OF

    usual = game.start()
    faults: list[str] = []
    number = told = 0
    for record in ggf.parse_games(read_text(path, errors="replace"), path.name, faults):
        number += len(faults) - told + 1
        yield from _later(_told(faults[told:], f"{path.name}, "), max(0, after - (number - 1 - (len(faults) - told))))
        told = len(faults)
        if number <= after:
            continue
        where = f"game {number}"
        if type(record.position) is not type(usual):
            size = SIZE_OF[type(record.position)]
            yield Written(where, fault=f"it was played on a board of {size}x{size}")
            continue
        names = [_known(record.properties.get(key, "")) for key in ("PB", "PW", "DT", "EV")]
        result = record.result
        won = None if result is None else (result > 0) - (result < 0)
        is_usual = record.turn == 0 and record.position == usual
        start = "" if is_usual else game.text_for(record.position, record.turn)
        yield Written(where, [each.move for each in record.moves], won, *_start_and(start, names))
    yield from _later(_told(faults[told:], f"{path.name}, "), max(0, after - number))


# --------------------------------------------------------------------------------------------------------------------
# A game a line


def _from_lines(game: Game, path: Path) -> Iterator[Written]:
    broken = 0
    with open_text(path, "utf-8-sig", "replace") as file:
        for line, text in _texts(file):
            found = game_of(game, text, f"line {line}")
            fault = found.fault or ("" if len(found.moves) else "there is no move in it")
            broken = broken + 1 if fault else 0
            if broken > MOST_FAULTS:
                raise BadInput(f"{path} line {line}: {fault}; nor were {MOST_FAULTS:,} games before it, the rest is left")
            yield found


def _texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a file in writing, with the line where each begins."""
    begins, held, has_moves = 0, "", False  # a game with tags
    for number, line in enumerate(lines, 1):
        is_tag, is_empty = line.startswith("["), not line.strip()
        if held and ((is_tag and has_moves) or (is_empty and has_moves)):
            yield begins, held
            held = ""
        if is_tag and not held:
            begins, held, has_moves = number, line, _has_moves(line)
        elif held:
            held += line
            has_moves = has_moves or not (is_tag or is_empty)
        elif not is_empty and not line.startswith("#"):
            yield number, line.strip()
    if held:
        yield begins, held


def _has_moves(line: str) -> bool:
    """Whether there is more in a line than tags."""
    return not line.rstrip().endswith('"]')


def game_of(game: Game, text: str, where: str = "") -> Written:
    """The game of a text, or what is wrong with it."""
    if len(text) > MOST_GAME:
        return Written(where, fault=f"a game has at most {MOST_GAME:,} letters")
    moves, _, last = text.strip().rpartition(" ")
    result = RESULTS.get(last)
    plain = moves.strip() if last in RESULTS or last == "*" else text.strip()
    kind = game.module.__name__
    if kind == game_files.CONNECT4 and plain.isalnum() and plain.isascii():
        from damier.games.connect4 import COLUMNS

        columns = [COLUMNS.find(letter) for letter in plain.lower()]
        if min(columns) >= 0:
            return Written(where, columns, result)
    if kind == game_files.OTHELLO and _SQUARES.fullmatch(plain) and type(game.start()).__name__ == OTHELLO_8X8:
        return Written(
            where, [_square(plain[at : at + 2].lower()) for at in range(0, len(plain), 2)], result, lacks_passes=True
        )
    return _by_words(game, text, where)


def _square(name: str) -> int:
    return ord(name[0]) - ord("a") + 8 * (ord(name[1]) - ord("1"))


def _by_words(game: Game, text: str, where: str) -> Written:
    """A game with tags, variations, comments or spaces: its main line."""
    try:
        tree = game_files.read(game, text)
    except BadInput as error:
        return Written(where, fault=re.sub(r"^line 1, ", "", str(error)))
    line = [tree.nodes[each].move for each in tree.main_line()[1:]]
    position, turn = tree.session.positions[0], tree.session.turns[0]
    usual = game.start()
    is_usual = game.text(position) == game.text(usual) and turn == game.turn(usual)
    start = "" if is_usual else game.text_for(position, turn)
    if start and game.turn_written(start) != turn:
        return Written(where, fault="it begins with a position that does not tell whose turn it is")
    names = [_known(tree.tags.get(tag, "")) for tag in (*tags_of(game), "Date", "Event")]
    return Written(where, line, RESULTS.get(tree.tags.get("Result", "")), *_start_and(start, names))


def tags_of(game: Game) -> tuple[str, str]:
    """The tags in which the players are named, who moves first first."""
    first, second = (name.title() for name in game.players)
    return (first, second) if first.isalpha() and second.isalpha() else ("First", "Second")
