"""Games in PGN (Steven J. Edwards, "Standard: Portable Game Notation specification", 1994).

A file is cut into games line by line (`pieces`), so that it may be of any size, and each game is read by `game_text.py`, within
its bounds. Of games in files moves are understood by python-chess, which is imported when a game is read, and become damier's;
side lines and comments are passed over. A game that breaks off is refused in a line that says which game it is, where, and
what was read before it. `Pgn` tells the rest of damier how it differs from the names of moves in other games.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from damier.files import open_text
from damier.games import game_text
from damier.games.chess import epd, fen
from damier.games.chess.position import is_black, number_of
from damier.games.chess.writing import move_name, move_of, read_move
from damier.games.formats import WRITTEN, WordFormat, WrittenGame, known, told
from damier.games.game import BadInput, Game
from damier.games.game_text import (
    RESULTS,
    UNDECIDED,
    BadText,
    GameReader,
    Token,
    Wanted,
    always,
    line_of,
    result_of,
    tagged,
    tagged_games,
)
from damier.kernel import native
from damier.rules import play
from damier.wording import quoted

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}  # always written
NULL_MOVES = ("--", "Z0", "0000", "@@@@")  # in the comments of chess players: what if it were the other one's turn
LONGEST_LINE = 1 << 20  # letters that are read at once
VARIANTS = ("standard", "chess", "from position")
_COMMENTS = re.compile(r"(?:[^{;]*+\{[^}]*+\})*+[^{;]*+")  # up to one that is not closed, or to a semicolon
_BROKEN = re.compile(r"^PGN: game 1, line (\d+):")
_MOVE = re.compile(  # whatever else a word says of it
    r"[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]|--|Z0|0000|@@@@|O-O(?:-O)?|0-0(?:-0)?"
)


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


def read_file(
    path: Path, on_fault: Callable[[str], None] | None = None, after: int = 0, is_wanted: Wanted = always
) -> Iterator[Record]:
    """The games of a file, one after the other; see `read_games`."""
    try:
        with open_text(path, "utf-8-sig", "replace") as file:
            yield from read_games(file, str(path), on_fault, after, is_wanted)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def read_games(
    text: str | TextIO,
    name: str = "PGN",
    on_fault: Callable[[str], None] | None = None,
    after: int = 0,
    is_wanted: Wanted = always,
) -> Iterator[Record]:
    """The games of a text, one after the other; the first ones, which are known already, are passed over (`after`).

    A broken one is refused (BadInput) with its number, line and move; or told to `on_fault`, if that is given, and passed
    over, unless too many are broken one after the other.
    """
    number = whole = broken = 0
    for number, piece in enumerate(pieces(io.StringIO(text) if isinstance(text, str) else text), 1):
        if number <= after:
            continue
        found = moves_of(piece, is_wanted)
        fault = found.fault
        record = None
        if fault is None:
            try:
                record = _record(found)
            except ValueError as error:
                fault = Fault(piece.line, str(error))
        if record is not None:
            whole, broken = whole + 1, 0
            yield record
            continue
        assert fault is not None
        moves, games = (f"{count} {noun}{'s' * (count != 1)}" for count, noun in ((len(found.moves), "move"), (whole, "game")))
        before = f"{moves} of it and {games} before it were read"
        message = f"{name}: game {number}, line {fault.line}: {fault.what}; {before}"
        broken += 1
        if on_fault is None:
            raise BadInput(message)
        if broken > game_text.MOST_FAULTS:
            raise BadInput(f"{message}; nor were {game_text.MOST_FAULTS:,} games before it, the rest is left")
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


class Piece(NamedTuple):
    """The text of one game as it stands in a file, and the line where it begins."""

    line: int
    text: str
    is_cut: bool = False  # it is too long, and not here


class Found(NamedTuple):
    """What a text tells of a game: its tags, its moves as from, to and promotion, its result; and what is wrong with it."""

    tags: dict[str, str]
    moves: list[tuple[int, int, int]]
    result: str = ""
    fault: Fault | None = None


def _record(found: Found) -> Record:
    """A game that was found, in damier's moves."""
    position = fen.read(found.tags.get("FEN", fen.START))
    start = fen.write(position)
    made = []
    for source, target, promotion in found.moves:
        made.append(move_of(position, source, target, promotion))
        position = native(play(position, made[-1]))
    result = found.result or found.tags.get("Result", UNDECIDED).replace("½", "1/2")
    return Record(start, made, result if result in RESULTS else UNDECIDED, found.tags)


def pieces(file: TextIO) -> Iterator[Piece]:
    """The games of a file, each as it is written: an empty line ends the moves of one, unless it is within a comment.

    One that is too long is told of as soon as that is known.
    """
    piece = _Gathering()
    for number, line, is_fresh in _lines(file):
        is_empty = is_fresh and line.isspace()
        is_skipped = is_fresh and line[0] in "%;"
        if piece.has_begun and is_fresh and not is_skipped and piece.ends_before(line, is_empty):
            if not piece.is_cut:
                yield piece.finished()
            piece = _Gathering()
        if piece.is_cut and is_skipped:
            continue
        if piece.has_begun or not (is_empty or is_skipped):
            was_cut = piece.is_cut
            piece.add(line, number, is_fresh, is_empty)
            if piece.is_cut and not was_cut:
                yield piece.finished()
    if piece.has_begun and not piece.is_cut:
        yield piece.finished()


def _lines(file: TextIO) -> Iterator[tuple[int, str, bool]]:
    """The lines of a file with their numbers; a very long one comes in parts, of which the first is fresh."""
    number, is_fresh = 1, True
    while line := file.readline(LONGEST_LINE):
        yield number, line.removeprefix("\ufeff") if number == 1 else line, is_fresh
        is_fresh = line.endswith("\n")
        number += is_fresh


class _Gathering:
    """The lines of one game, as they come."""

    def __init__(self) -> None:
        self.has_begun = False
        self.is_cut = False  # it is too long
        self._line = 0
        self._held: list[str] = []
        self._length = 0
        self._has_moves = self._is_in_comment = False
        self._empty = 0  # lines, one after the other, among the tags

    def ends_before(self, line: str, is_empty: bool) -> bool:
        """Whether a line does not belong to this game any more."""
        if self._is_in_comment:
            return False
        if not self._has_moves:
            return is_empty and self._empty > 0
        return is_empty or (line[0] == "[" and game_text.is_tag(line))

    def add(self, line: str, number: int, is_fresh: bool, is_empty: bool) -> None:
        if not self.has_begun:
            self.has_begun, self._line = True, number
        if not self.is_cut:
            self._held.append(line)
            self._length += len(line)
            self.is_cut = self._length > game_text.MOST_GAME
        if is_fresh and not self._is_in_comment and line.startswith(("%", ";")):
            return
        if not self._has_moves:
            self._empty = self._empty + 1 if is_empty else 0
            self._has_moves = is_fresh and not is_empty and not line.startswith("[")
        if self._has_moves and (self._is_in_comment or "{" in line):
            self._is_in_comment = _ends_in_comment(line, self._is_in_comment)

    def finished(self) -> Piece:
        """The game; of one that is too long the rest is not kept."""
        return Piece(self._line, "" if self.is_cut else "".join(self._held), self.is_cut)


def _ends_in_comment(line: str, is_within: bool) -> bool:
    """Whether a comment is open at the end of a line; what stands after a semicolon opens none."""
    place = 0
    if is_within:
        place = line.find("}") + 1
        if place == 0:
            return True
    match = _COMMENTS.match(line, place)
    assert match is not None  # it may be empty
    return line.startswith("{", match.end())


class _MainLine(GameReader):
    """Reads the moves of a game of a file; a word may say more than its move."""

    is_lenient = True

    def __init__(self, piece: Piece, is_wanted: Wanted, is_needed: Callable[[dict[str, str]], bool] | None) -> None:
        super().__init__(piece.text, is_wanted)
        self._is_needed = is_needed
        self.moves: list[tuple[int, int, int]] = []
        self._board: Any = None

    def begin(self) -> bool:
        if self._is_needed is not None and not self._is_needed(self.tags):
            return False
        self._board = _board(self.tags, self.place)
        return True

    def take(self, token: Token, depth: int) -> None:
        if token.kind != "word" or depth:
            return
        game_text.long_word(token)
        for name in _MOVE.findall(token.word):
            self._play(name)

    def end(self, depth: int) -> None:
        if not (self.tags or self.moves or self.result):
            raise BadText(0, "this is no game: neither tags nor moves nor a result")

    def _play(self, name: str) -> None:
        board = self._board
        try:
            move = board.parse_san(name)
        except ValueError:
            raise BadText(self.place, f"{_numbered_move(board, name)} is not legal there") from None
        if not move:
            raise BadText(self.place, f"{_numbered_move(board, name)} is a pass, which chess has not")
        if len(self.moves) >= game_text.MOST_MOVES:
            raise BadText(self.place, f"a game has at most {game_text.MOST_MOVES:,} moves")
        self.moves.append((move.from_square, move.to_square, move.promotion or 0))
        board.push(move)


def moves_of(piece: Piece, is_wanted: Wanted = always, is_needed: Callable[[dict[str, str]], bool] | None = None) -> Found:
    """What a text tells of its game, as far as it can be read; only the tags, where these are not what is needed."""
    reader = _MainLine(piece, is_wanted, is_needed)
    fault = None
    try:
        if piece.is_cut:
            raise BadText(0, f"a game has at most {game_text.MOST_GAME:,} letters")
        reader.read()
    except BadText as error:
        fault = Fault(line_of(piece.text, error.place, piece.line), str(error))
    return Found(reader.tags, reader.moves, reader.result, fault)


def _board(tags: dict[str, str], place: int) -> Any:
    """The position that the tags before a place tell, for python-chess."""
    try:
        import chess
    except ImportError:
        raise BadInput("to read PGN damier needs python-chess: pip install chess") from None
    if not _is_chess(tags):
        raise BadText(place, f"{tags['Variant'][:40]} is another game than chess")
    try:
        fen.read(tags.get("FEN", fen.START))
        board = chess.Board(tags.get("FEN", fen.START))
    except ValueError as error:
        raise BadText(place, str(error)) from None
    board.chess960 = board.has_chess960_castling_rights()
    return board


def _is_chess(tags: Mapping[str, str]) -> bool:
    return tags.get("Variant", "Standard").lower() in VARIANTS


def _numbered_move(board: Any, name: str) -> str:
    return f"move {board.fullmove_number}{'.' if board.turn else '...'} {name}"


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write_game(record: Record) -> str:
    """A game in PGN, with an empty line at its end."""
    return tagged(_head(record), [*_numbered(record.start, record.moves), record.result])


def write_games(records: Iterable[Record]) -> str:
    """Games in PGN, one after the other."""
    return "".join(write_game(record) for record in records)


def record_of(session: Any, tags: dict[str, str] | None = None, result: str = "") -> Record:
    """The game of a session as far as it went; its result unless another is given, as for a game lost on time."""
    return Record(fen.write(session.positions[0]), list(session.moves), result or result_of(session.score), dict(tags or {}))


def _head(record: Record) -> dict[str, str]:
    """The tags of a game, those that every game has first."""
    tags = {**ROSTER, **record.tags, "Result": record.result}
    tags.pop("FEN", None)
    tags.pop("SetUp", None)
    if record.start != fen.START:
        tags |= {"SetUp": "1", "FEN": record.start}
    first = [*ROSTER, "Result"]
    return {name: tags[name] for name in (*first, *(name for name in tags if name not in first))}


def numbers(start: str) -> Callable[[int, bool], str]:
    """What stands before the move of a ply, from 0: its number, before Black's only if it is the first that is shown."""
    side, number = start.split()[1], int(start.split()[5])
    first = 2 * number + (side == "b")

    def number_of_ply(ply: int, is_first: bool) -> str:
        half_moves = first + ply
        return f"{half_moves // 2}. " if half_moves % 2 == 0 else f"{half_moves // 2}... " if is_first else ""

    return number_of_ply


def _numbered(start: str, moves: Iterable[int]) -> Iterator[str]:
    """The moves in SAN, numbers before White's and before the first."""
    position, number = fen.read(start), numbers(start)
    for ply, move in enumerate(moves):
        yield number(ply, ply == 0) + move_name(position, move)
        position = native(play(position, move))


# --------------------------------------------------------------------------------------------------------------------
# The format


class Pgn(WordFormat):
    """PGN, as it differs from the names of moves in other games."""

    has_rests = True
    is_a_line = False
    gives_legal = True
    tags_of_start = ("FEN", "SetUp")
    encoding = "latin-1"  # the standard's
    starts = staticmethod(tagged_games)

    def is_in(self, text: str) -> bool:
        return is_pgn(text)

    def check_tags(self, tags: Mapping[str, str]) -> None:
        if not _is_chess(tags):
            raise BadInput(f"{quoted(tags['Variant'])} is another game than chess")

    def is_nothing(self, word: str) -> bool:
        """What stands behind a pawn that was taken in passing, and the results of variations."""
        return word in ("e.p.", "ep") or game_text.is_result(word)

    def is_null(self, word: str) -> bool:
        return word in NULL_MOVES

    def follow(self, game: Game, position: Any, name: str, turn: int | None = None) -> Iterator[int]:
        """A game may have gone on after the rules have ended it."""
        found = read_move(position, name)
        yield game.parse_move(position, name) if found is None else found

    def place(self, game: Game, position: Any, ply: int) -> str:
        return f"move {int(number_of(position))}{'...' if is_black(position) else '.'}"

    def quoted(self, name: str) -> str:
        return name

    def numbers(self, start: str) -> Callable[[int, bool], str]:
        return numbers(start)

    def head(self, game: Game, tags: Mapping[str, str], begins: Mapping[str, str], result: str) -> dict[str, str]:
        return _head(Record(begins.get(self.tags_of_start[0], fen.START), [], result, dict(tags)))

    def text(self, head: Mapping[str, str], words: Iterable[str], result: str) -> str:
        return tagged(head, [*words, result])

    def opening(self, line: str) -> str:
        """Positions may have operations behind them, as in EPD."""
        written = super().opening(line)
        return epd.position_of(line) if "/" in written and " moves " not in written else written

    def read(self, game: Game, text: str) -> WrittenGame:
        """The main line of the first game of a text, which may be one of many: a fault is told with its line there."""
        try:
            record = next(read_games(text))
        except BadInput as error:
            raise BadInput(_BROKEN.sub(r"line \1 of this game:", str(error))) from None
        return _written(record, "")

    def read_file(self, game: Game, path: Path, after: int = 0) -> Iterator[WrittenGame]:
        faults: list[str] = []
        number = after
        for record in read_file(path, faults.append, after):
            yield from told(faults, f"{path}: ")
            number += len(faults) + 1
            faults.clear()
            yield _written(record, f"game {number}")
        yield from told(faults, f"{path}: ")

    def write(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        named = {"White": written.first, "Black": written.second, "Date": written.date, "Event": written.event}
        tags = {name: value for name, value in named.items() if value}
        result = UNDECIDED if written.result is None else WRITTEN[written.result]
        return write_game(Record(written.start or fen.START, [int(move) for move in written.moves], result, tags))


def _written(record: Record, where: str) -> WrittenGame:
    first, second, date, event = (known(record.tags.get(name, "")) for name in ("White", "Black", "Date", "Event"))
    start = "" if record.start == fen.START else record.start
    written = WrittenGame(where, record.moves, RESULTS.get(record.result), start, first, second, date, event)
    return written._replace(tags=record.tags)


PGN = Pgn("PGN", (".pgn",))
