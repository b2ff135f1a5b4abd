"""Games in PGN (Steven J. Edwards, "Standard: Portable Game Notation specification", 1994).

Reading is python-chess' work, which is imported when a game is read; moves become damier's. Side lines and comments are
passed over. A game that breaks off is refused in a line that says which game it is, where, and what was read before it.
"""

import functools
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from damier.files import open_text
from damier.games.chess import fen
from damier.games.chess.position import is_black, number_of
from damier.games.chess.writing import RESULTS, move_name, move_of
from damier.games.game import BadInput
from damier.kernel import native
from damier.rules import play

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}  # always written
LINE = 79  # letters


class Record(NamedTuple):
    """A game: the FEN of its first position, its moves, its result (`1-0`, `0-1`, `1/2-1/2` or `*`) and its tags."""

    start: str
    moves: list[int]
    result: str
    tags: dict[str, str]


class Fault(NamedTuple):
    """What is wrong with a game, and in which line."""

    line: int
    what: str


# --------------------------------------------------------------------------------------------------------------------
# Reading


def is_pgn(text: str) -> bool:
    """Whether a text has tags or comments, as PGN has and a list of moves has not."""
    return text.lstrip().startswith("[") or "{" in text or "(" in text or bool(re.search(r"\$\d", text))


def read_file(path: Path, on_fault: Callable[[str], None] | None = None, after: int = 0) -> Iterator[Record]:
    """The games of a file, one after the other; see `read_games`."""
    try:
        with open_text(path, "utf-8-sig", "replace") as file:
            yield from read_games(file, str(path), on_fault, after)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def read_games(
    text: str | TextIO, name: str = "PGN", on_fault: Callable[[str], None] | None = None, after: int = 0
) -> Iterator[Record]:
    """The games of a text, one after the other; the first ones, which are known already, are passed over (`after`).

    A broken one is refused (BadInput) with its number, line and move; or told to `on_fault`, if that is given, and passed over.
    """
    lines = _Lines(io.StringIO(text) if isinstance(text, str) else text)
    collector = _collector()
    number = whole = 0
    import chess.pgn

    while number < after and chess.pgn.skip_game(lines):  # type: ignore[arg-type]
        number += 1
    while True:
        found = chess.pgn.read_game(lines, Visitor=functools.partial(collector, lines))
        if found is None:
            break
        number += 1
        fault = found.fault
        record = None
        if fault is None:
            try:
                record = _record(found)
            except ValueError as error:
                fault = Fault(found.first_line, str(error))
        if record is not None:
            whole += 1
            yield record
            continue
        moves, games = (f"{count} {noun}{'s' * (count != 1)}" for count, noun in ((len(found.moves), "move"), (whole, "game")))
        before = f"{moves} of it and {games} before it were read"
        message = f"{name}: game {number}, line {fault.line}: {fault.what}; {before}"
        if on_fault is None:
            raise BadInput(message)
        on_fault(message)
    if number == 0:
        raise BadInput(f"{name}: there is no game")


def game_of(path: Path, number: int) -> Record:
    """One game of a file, numbered from 1."""
    if number < 1:
        raise BadInput(f"{path}: games are numbered from 1, not {number}")
    count = 0
    for count, record in enumerate(read_file(path), start=1):
        if count == number:
            return record
    raise BadInput(f"{path}: there is no game {number}; the last one is {count}")


def file_game(path: Path, number: int) -> str:
    """One game of a file in writing, numbered from 1."""
    return write_game(game_of(path, number))


def _record(found: Any) -> Record:
    """The game a collector has collected, in damier's moves."""
    position = fen.read(found.tags.get("FEN", fen.START))
    start = fen.write(position)
    made = []
    for source, target, promotion in found.moves:
        made.append(move_of(position, source, target, promotion))
        position = native(play(position, made[-1]))
    result = found.result_written or found.tags.get("Result", "*")
    return Record(start, made, result if result in RESULTS else "*", found.tags)


class _Lines:
    """A file that knows which line it has come to."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.number = 0
        self.is_at_end = False

    def readline(self) -> str:
        line = self.file.readline()
        self.number += bool(line)
        self.is_at_end = not line
        return line


@functools.cache
def _collector() -> Any:
    """What python-chess tells of a game while it reads one: the class, made when the first game is read."""
    try:
        import chess.pgn
    except ImportError:
        raise BadInput("to read PGN damier needs python-chess: pip install chess") from None

    class Collector(chess.pgn.BaseVisitor[Any]):
        def __init__(self, lines: _Lines) -> None:
            self.lines = lines
            self.tags: dict[str, str] = {}
            self.moves: list[tuple[int, int, int]] = []
            self.result_written = ""
            self.fault: Fault | None = None
            self.first_line = max(1, lines.number)
            self.place = ""

        def blame(self, what: str) -> None:
            self.fault = self.fault or Fault(self.lines.number, what)

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.tags[tagname] = re.sub(r"\\(.)", r"\1", tagvalue)

        def end_headers(self) -> Any:
            if self.tags.get("Variant", "Standard").lower() not in ("standard", "chess", "from position"):
                self.blame(f"{self.tags['Variant']} is another game than chess")
            if "FEN" in self.tags:
                try:
                    fen.read(self.tags["FEN"])
                except BadInput as error:
                    self.blame(str(error))
            return chess.pgn.SKIP if self.fault else None

        def begin_variation(self) -> Any:
            return chess.pgn.SKIP

        def begin_parse_san(self, board: chess.Board, san: str) -> Any:
            self.place = f"move {board.fullmove_number}{'.' if board.turn else '...'} {san}"
            return chess.pgn.SKIP if self.fault or self.result_written else None

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            if not move:
                self.blame(f"{self.place} is a pass, which chess has not")
            else:
                self.moves.append((move.from_square, move.to_square, move.promotion or 0))

        def visit_comment(self, comment: str) -> None:
            if self.lines.is_at_end:
                self.blame("a comment is not closed: } is missing")

        def visit_result(self, result: str) -> None:
            self.result_written = result

        def handle_error(self, error: Exception) -> None:
            self.blame(f"{self.place} is not legal there" if self.place else str(error))

        def end_game(self) -> None:
            if not (self.tags or self.moves or self.result_written):
                self.blame("this is no game: neither tags nor moves nor a result")

        def result(self) -> Any:
            return self

    return Collector


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write_game(record: Record) -> str:
    """A game in PGN, with an empty line at its end."""
    return write_text(record, [*_numbered(record.start, record.moves), record.result])


def write_text(record: Record, words: Iterable[str]) -> str:
    """The tags of a game and then these words, which are its moves."""
    tags = {**ROSTER, **record.tags, "Result": record.result}
    tags.pop("FEN", None)
    tags.pop("SetUp", None)
    if record.start != fen.START:
        tags |= {"SetUp": "1", "FEN": record.start}
    first = [*ROSTER, "Result"]
    return tagged({name: tags[name] for name in (*first, *(name for name in tags if name not in first))}, words)


def tagged(tags: dict[str, str], words: Iterable[str]) -> str:
    """Tags, one a line, then words in lines of about the same length, and an empty line."""
    text = textwrap.fill(" ".join(words), LINE, break_long_words=False, break_on_hyphens=False)
    text = re.sub(r"\n(?=[%\[])", " ", text)  # at the beginning of a line they would not be words
    return "".join(_tag(name, value) + "\n" for name, value in tags.items()) + ("\n" if tags else "") + text + "\n\n"


def write_games(records: Iterable[Record]) -> str:
    """Games in PGN, one after the other."""
    return "".join(write_game(record) for record in records)


def record_of(session: Any, tags: dict[str, str] | None = None, result: str = "") -> Record:
    """The game of a session as far as it went; its result unless another is given, as for a game lost on time."""
    return Record(fen.write(session.positions[0]), list(session.moves), result or result_of(session.score), dict(tags or {}))


def result_of(score: int | None) -> str:
    """The result that a final score for White is, `*` if there is none."""
    return "*" if score is None else "1/2-1/2" if score == 0 else "1-0" if score > 0 else "0-1"


def _tag(name: str, value: str) -> str:
    clean = " ".join(str(value).split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{clean}"]'


def _numbered(start: str, moves: Sequence[int]) -> list[str]:
    """The moves in SAN, numbers before White's and before the first."""
    position = fen.read(start)
    words = []
    for index, move in enumerate(moves):
        if not is_black(position):
            words.append(f"{int(number_of(position))}.")
        elif index == 0:
            words.append(f"{int(number_of(position))}...")
        words.append(move_name(position, move))
        position = native(play(position, move))
    return words
