"""A file of many games as a list: it is cut into its games without reading their moves, of which the rows that are looked at
are read, a page at a time; one of them then becomes a tree, with its variations and comments where the format has them.

A game that cannot be read is a row that says why; the others are as they were. What a row may hold is bounded, and so is how
many games are listed.
"""

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from damier.files import read_head, read_text
from damier.games import formats
from damier.games.formats import WRITTEN, GameFormat, WordFormat, WrittenGame, player_tags
from damier.games.game import BadInput, Game
from damier.games.game_text import MOST_GAME, Wanted, always, check_length
from damier.records.collections import HEAD, format_of, game_of
from damier.records.game_files import read, tree_of
from damier.records.variations import Variations
from damier.wording import beginning

MOST_LISTED = 200_000  # games of a file
MOST_SHOWN = 100  # rows that are read at once
FIRST_MOVES = 8  # that a row shows
_CONTINUED = re.compile(r"^(?!1\.)\d{1,3}\.", re.MULTILINE)  # a line that begins with the number of a later move


class Row(NamedTuple):
    """A game of the list: who played, how it ended, how it began; or why it cannot be read."""

    number: int  # from 0
    where: str
    first: str = ""
    second: str = ""
    result: str = ""  # as in PGN, for the first player
    date: str = ""
    event: str = ""
    moves: int = 0
    begins: tuple[str, ...] = ()  # the first moves
    fault: str = ""


@dataclass(frozen=True)
class _Entry:
    """A game of a file: where it stands, the text in which is looked for words, and what reads it."""

    where: str
    text: str
    written: Callable[[], WrittenGame]
    tree: Callable[[Wanted], Variations]


class GameList:
    """The games of one file."""

    def __init__(self, game: Game, path: Path) -> None:
        """Cut a file into its games; BadInput if there is none in it."""
        self.game, self.name = game, path.name
        try:
            found = format_of(game, path, read_head(path, HEAD).decode("utf-8", "replace"))
            self.format = found.name
            self.broken = ""  # why the file could not be read to its end
            self._entries = list(itertools.islice(self._of(found, path), MOST_LISTED))
        except OSError as error:
            raise BadInput(f"{path.name} cannot be read: {error.strerror}") from None
        if not self._entries:
            raise BadInput(self.broken or f"there is no game in {path.name}")

    def __len__(self) -> int:
        return len(self._entries)

    def matching(self, wanted: str) -> Sequence[int]:
        """The numbers of the games in whose writing all of some words occur, in capitals or not."""
        words = wanted.casefold().split()
        if not words:
            return range(len(self._entries))
        texts = ((number, each.text.casefold()) for number, each in enumerate(self._entries))
        return [number for number, text in texts if all(word in text for word in words)]

    def rows(self, numbers: Sequence[int], is_wanted: Wanted = always) -> list[Row]:
        """The rows of some games; fewer, if there is no more time."""
        rows: list[Row] = []
        for number in numbers[:MOST_SHOWN]:
            if rows and not is_wanted():
                break
            rows.append(self._row(number))
        return rows

    def tree(self, number: int, is_wanted: Wanted = always) -> Variations:
        """A game of the list with all its moves. BadInput if there is no such one, or it cannot be read."""
        if not 0 <= number < len(self._entries):
            raise BadInput(f"there is no game {number + 1} in {self.name}; there are {len(self._entries):,}")
        return self._entries[number].tree(is_wanted)

    def _row(self, number: int) -> Row:
        entry = self._entries[number]
        try:
            written = entry.written()
            if written.fault:
                return Row(number, entry.where, fault=beginning(written.fault))
            moves = self._with_passes(written)
            position = self.game.parse(written.start)
            turn = self.game.turn_written(written.start)
            begins = tuple(self.game.names_of(position, moves[:FIRST_MOVES], turn))
        except BadInput as error:
            return Row(number, entry.where, fault=beginning(str(error)))
        first, second, date, event = map(beginning, (written.first, written.second, written.date, written.event))
        result = "" if written.result is None else WRITTEN[written.result]
        return Row(number, entry.where, first, second, result, date, event, len(moves), begins)

    def _with_passes(self, written: WrittenGame) -> list[int]:
        moves = self.game.with_passes([written.moves])[0] if written.lacks_passes and len(written.moves) else written.moves
        return [int(move) for move in moves]

    # ----------------------------------------------------------------------------------------------------------------
    # The games of a file

    def _of(self, found: GameFormat, path: Path) -> Iterator[_Entry]:
        if found.starts is not None:
            yield from self._pieces(found, path)
        elif isinstance(found, WordFormat) and found.is_a_line:
            yield from self._lines(path)
        else:
            yield from self._records(found, path)

    def _text(self, path: Path, encoding: str = "") -> str:
        """A text in UTF-8, or in the format's own encoding."""
        try:
            text = read_text(path, "utf-8-sig")
        except BadInput:
            text = read_text(path, encoding or "utf-8", "replace")
        check_length(text)
        return text

    def _pieces(self, found: GameFormat, path: Path) -> Iterator[_Entry]:
        """Games whose beginnings show in the text."""
        text = self._text(path, found.encoding)
        assert found.starts is not None
        starts = list(found.starts(text))
        for number, (begins, ends) in enumerate(zip(starts, [*starts[1:], len(text)], strict=False), 1):
            piece = text[begins:ends]
            yield _Entry(f"game {number}", piece, self._reading(found, piece), self._growing(piece))

    def _lines(self, path: Path) -> Iterator[_Entry]:
        """A game a line, or with tags before it."""
        whole = self._text(path)
        if _CONTINUED.search(whole):  # one game, over several lines
            yield _Entry("game 1", whole, functools.partial(game_of, self.game, whole, "game 1"), self._growing(whole))
            return
        for line, text in formats.texts(whole.splitlines(keepends=True)):
            where = f"line {line}"
            yield _Entry(where, text, functools.partial(game_of, self.game, text, where), self._growing(text))

    def _records(self, found: GameFormat, path: Path) -> Iterator[_Entry]:
        """What only the format itself can read."""
        games = found.read_file(self.game, path)
        while True:
            try:
                each = self.game.asked(f"{found.name}.read_file()", lambda: next(games, None))
            except (ValueError, OSError) as error:
                self.broken = " ".join(str(error).split()).removeprefix(f"{path}: ")
                return
            if each is None:
                return
            told = " ".join((each.first, each.second, each.date, each.event))
            yield _Entry(each.where, told, functools.partial(_as_it_is, each), functools.partial(self._grown, each))

    def _reading(self, found: GameFormat, piece: str) -> Callable[[], WrittenGame]:
        def written() -> WrittenGame:
            if len(piece) > MOST_GAME:
                raise BadInput(f"a game has at most {MOST_GAME:,} letters")
            return found.read_checked(self.game, piece)

        return written

    def _growing(self, piece: str) -> Callable[[Wanted], Variations]:
        return lambda is_wanted: read(self.game, piece, is_wanted)

    def _grown(self, written: WrittenGame, is_wanted: Wanted) -> Variations:
        if written.fault:
            raise BadInput(written.fault)
        return tree_of(self.game, written._replace(moves=self._with_passes(written), lacks_passes=False))


def _as_it_is(written: WrittenGame) -> WrittenGame:
    return written


def players_in(game: Game, tags: dict[str, str]) -> tuple[str, str]:
    """Who played, by the tags of a game: by what it calls the two, or as in PGN; nothing where nobody knows."""
    own = player_tags(game)
    names = own if any(tag in tags for tag in own) else ("White", "Black")
    first, second = (formats.known(tags.get(tag, "")) for tag in names)
    return first, second
