"""Ways of writing games, which a game declares: `FORMATS`, the usual one first.

    FORMATS = [WordFormat("columns", glued=".")]        the names of moves, here without gaps: 44534

The names of moves, with tags, variations and comments in the manner of PGN (`game_text.py`), are a `WordFormat`: it says how
that game's differ from others. A game that says nothing is written by the names of its moves, with gaps between them. What is
written in another way is a `GameFormat` with two functions, to read a game and to write one:

    class Sums(GameFormat):
        def read(self, game, text):
            return WrittenGame(moves=[int(part) for part in text.split("+")])

        def write(self, game, written, score=None):
            return "+".join(str(move) for move in written.moves)

    FORMATS = [Sums("sums", endings=[".sum"])]

A file holds a game a line then; formats whose files are otherwise say how they are read and written (`read_file`,
`write_file`). Whether the moves are legal is not asked here: `records/` does, for all formats.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from damier.files import open_text
from damier.games import game_text
from damier.games.game import BadInput, Game
from damier.games.game_text import RESULTS, tagged
from damier.wording import quoted

WRITTEN = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
MOST_NUMBER = (1 << 31) - 1  # of a move
MOST_GLUED = 4 * game_text.MOST_MOVES  # letters of a word of moves

_PLAIN_NAME = re.compile(r"(?!%)(?!\d{1,3}\.)(?!\.)[^\s,(){}\[\]$\";]*[^\s,(){}\[\]$\";!?]")
_NOTHING = re.compile(r"\?*(?:[.?]+)?")  # in place of a name or a date that nobody knows


class WrittenGame(NamedTuple):
    """A game as it is written; or the fault for which it cannot be read."""

    where: str = ""  # it stands in its file
    moves: Any = ()
    result: int | None = None  # for the first player, as it is said
    start: str = ""  # in writing, with whose turn it is; nothing for the usual one
    first: str = ""  # the players, as far as they are known
    second: str = ""
    date: str = ""
    event: str = ""
    lacks_passes: bool = False  # passes are not among the moves (`with_passes` of the game adds them)
    fault: str = ""
    tags: Mapping[str, str] = MappingProxyType({})  # all that is told besides
    comments: Sequence[str] = ()  # on each of the moves, or on none


Numbered = tuple[int, WrittenGame, int | None]  # a game to be written: its number, itself, its final score if it is over
LeaveOut = Callable[[int, str], None]  # the number of a game that a format has no room for, and why


class GameFormat:
    """A way of writing games: its name, how such files end, and something that only texts of this format have in them."""

    in_folders = False  # whether a folder is read as all its files of this format
    encoding = ""  # of texts that are not in UTF-8
    starts: Callable[[str], Sequence[int]] | None = None  # where the games of a text begin, if that shows without reading them

    def __init__(self, name: str = "", endings: Sequence[str] = (".txt",), mark: str = "") -> None:
        self.name = name or type(self).__name__
        self.endings = tuple(endings)
        self.mark = mark

    @property
    def ending(self) -> str:
        """That of a new file."""
        return self.endings[0]

    def is_for(self, game: Game) -> bool:
        """Whether a game with these options can be written so."""
        return True

    def is_in(self, text: str) -> bool:
        """Whether a text is in this format."""
        return bool(self.mark) and self.mark in text

    @property
    def writes_games(self) -> bool:
        """Whether a game can be written by itself, not only in a file of many."""
        return type(self).write is not GameFormat.write

    def read(self, game: Game, text: str) -> WrittenGame:
        """The first game of a text."""
        raise BadInput(f"{self.name} is read from files")

    def read_checked(self, game: Game, text: str) -> WrittenGame:
        """The first game of a text; whatever the format's author did wrong is said in one line."""
        return game.asked(f"{self.name}.read()", lambda: _checked(self.read(game, text)))

    def count(self, text: str) -> int:
        """How many games a text holds."""
        return 1

    def write(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        """A game in writing; its final score for the first player, if it is over."""
        raise BadInput(f"{self.name} is written as a file")

    def read_file(self, game: Game, path: Path, after: int = 0) -> Iterator[WrittenGame]:
        """The games of a file, without the first ones, which are known already: one a line, if nothing else is said."""
        return later(read_lines(path, lambda text, where: self._line(game, text, where)), after)

    def _line(self, game: Game, text: str, where: str) -> WrittenGame:
        """The game of a line, with its result where one stands behind it."""
        moves, result = split_result(text)
        try:
            written = self.read_checked(game, moves)
        except BadInput as error:
            return WrittenGame(where, fault=str(error))
        return written._replace(where=where, result=written.result if result is None else result)

    def line(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        """A game as it stands in a file: if `write` does not end a line, with the result where the board does not tell."""
        text = game.asked(f"{self.name}.write()", lambda: str(self.write(game, written, score)))
        if text.endswith("\n"):
            return text
        result = WRITTEN[written.result] if score is None and written.result is not None else ""
        return f"{text} {result}".rstrip() + "\n"

    def write_file(self, game: Game, path: Path, games: Iterable[Numbered], leave_out: LeaveOut) -> dict[Path, bytes]:
        """The contents of the files, usually of one, that hold games."""
        texts = []
        for number, written, score in games:
            try:
                texts.append(self.line(game, written, score))
            except BadInput as error:
                leave_out(number, str(error))
        return {path: "".join(texts).encode("utf-8", "surrogatepass")}


def _checked(given: Any) -> WrittenGame:
    if not isinstance(given, WrittenGame):
        raise BadInput(f"read() of a format must return a WrittenGame, not {quoted(given)}")
    moves = [int(move) for move in given.moves]
    if any(abs(move) > MOST_NUMBER for move in moves):
        raise BadInput("a move has a number that is too large")
    return given._replace(moves=moves)


class WordFormat(GameFormat):
    """The names of moves, with tags, variations and comments; `glued` is a pattern of moves that stand in one word."""

    has_rests = False  # whether a semicolon begins a comment, to the end of the line
    is_a_line = True  # whether a file holds a game a line
    gives_legal = False  # whether `follow` gives legal moves only
    tags_of_start: tuple[str, ...] = ("Start",)  # that tell where a game begins, by a position in the first of them

    def __init__(self, name: str = "moves", endings: Sequence[str] = (".txt",), glued: str = "") -> None:
        super().__init__(name, endings)
        self.glued = re.compile(glued, re.IGNORECASE) if glued else None
        self.keeps_tags = not glued  # whether tags are written that do not tell where a game begins

    # ----------------------------------------------------------------------------------------------------------------
    # Reading

    def check_tags(self, tags: Mapping[str, str]) -> None:
        """Refuse games of another kind (BadInput)."""

    def is_position(self, text: str) -> bool:
        """Whether a text, which is not empty, is one position rather than moves."""
        first = text.split(maxsplit=1)[0]
        return first[0] not in '[{("' and "/" in first and not game_text.is_result(first)

    @property
    def most_letters(self) -> int:
        """Of a word."""
        return MOST_GLUED if self.glued else game_text.MOST_LETTERS

    def split(self, word: str) -> tuple[list[str], str]:
        """The names of the moves of a word, and the sign behind the last one."""
        moves = word.rstrip("!?")
        names = self.glued.findall(moves) if self.glued else [moves]
        return names if sum(map(len, names)) == len(moves) else [moves], word[len(moves) :]

    def is_nothing(self, word: str) -> bool:
        """Whether a word among the moves tells nothing."""
        return False

    def is_null(self, word: str) -> bool:
        """Whether a word is a move that nobody can make: the rest of its variation is no game."""
        return False

    def follow(self, game: Game, position: Any, name: str, turn: int | None = None) -> Iterator[int]:
        """The moves that a name stands for: more than one where moves that tell themselves may be left out."""
        yield game.parse_move(position, name, turn)

    def place(self, game: Game, position: Any, ply: int) -> str:
        """The number of the move that comes next, for messages."""
        return f"move {ply + 1}"

    def quick(self, game: Game, text: str) -> WrittenGame | None:
        """The game of plain moves, without asking the rules, for files of a million games; None if it takes more."""
        return None

    def opening(self, line: str) -> str:
        """The position, or the moves, of a line in a file of openings."""
        return line.partition("#")[0].strip()

    # ----------------------------------------------------------------------------------------------------------------
    # Writing

    def quoted(self, name: str) -> str:
        """A name as it can be read again; a game of one's own may give its moves any names."""
        return name if _PLAIN_NAME.fullmatch(name) and not game_text.is_result(name) else f'"{name}"'

    def numbers(self, start: str) -> Callable[[int, bool], str]:
        """What stands before the move of a ply, from 0, of a game with this beginning; and before the first that is shown."""
        return lambda ply, is_first: ""

    def head(self, game: Game, tags: Mapping[str, str], begins: Mapping[str, str], result: str) -> dict[str, str]:
        """The tags that are written; `begins` are those that tell an unusual start."""
        return dict(tags) | dict(begins) if self.keeps_tags else dict(begins)

    def text(self, head: Mapping[str, str], words: Iterable[str], result: str) -> str:
        """A whole game, of tags and words."""
        return tagged(head, words).rstrip("\n") + "\n"

    def in_one_word(self, game: Game, moves: Sequence[int]) -> str:
        """The moves of a game from the usual start without anything between them."""
        return "".join(names_of(game, "", moves))

    def write(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        """A game as one line; one with an unusual start has it in a tag above, and an empty line behind it."""
        if self.glued and not written.start:
            return self.in_one_word(game, written.moves)
        text = " ".join(map(self.quoted, names_of(game, written.start, written.moves)))
        if not written.start:
            return text
        result = WRITTEN[written.result] if score is None and written.result is not None else ""
        return tagged({self.tags_of_start[0]: written.start}, [f"{text} {result}".rstrip()])


MOVES = WordFormat()  # of games that say nothing else


def formats_of(game: Game) -> list[GameFormat]:
    """How games of this kind are written, the usual way first."""
    return [each for each in getattr(game.module, "FORMATS", ()) if each.is_for(game)] or [MOVES]


def words_of(game: Game) -> WordFormat:
    """How the names of moves are written in this game."""
    return next((each for each in getattr(game.module, "FORMATS", ()) if isinstance(each, WordFormat)), MOVES)


def player_tags(game: Game) -> tuple[str, str]:
    """The tags in which the players are named, who moves first first."""
    first, second = (name.title() for name in game.players)
    return (first, second) if first.isalpha() and second.isalpha() else ("First", "Second")


# --------------------------------------------------------------------------------------------------------------------
# What several formats need


def known(text: str) -> str:
    """A name or a date; nothing where it says that nobody knows."""
    clean = " ".join(text.split())
    return "" if _NOTHING.fullmatch(clean) else clean


def split_result(text: str) -> tuple[str, int | None]:
    """What stands before the result at the end of a text, and that result."""
    moves, _, last = text.strip().rpartition(" ")
    return (moves.strip(), RESULTS.get(last)) if game_text.is_result(last) else (text.strip(), None)


def names_of(game: Game, start: str, moves: Iterable[int]) -> Iterator[str]:
    """The names of moves, each where it is made."""
    yield from game.names_of(game.parse(start), list(moves), game.turn_written(start))


def later(games: Iterable[WrittenGame], after: int) -> Iterator[WrittenGame]:
    """The games without the first ones."""
    return (each for number, each in enumerate(games) if number >= after)


def told(faults: Iterable[str], prefix: str) -> Iterator[WrittenGame]:
    """Games that could not be read, of which a reader says where they are and why."""
    for fault in faults:
        where, _, what = fault.removeprefix(prefix).partition(": ")
        yield WrittenGame(where, fault=what)


def read_lines(path: Path, read: Callable[[str, str], WrittenGame]) -> Iterator[WrittenGame]:
    """The games of a file that holds one a line, by what reads one; so many broken ones in a row are no file of games."""
    broken = 0
    with open_text(path, "utf-8-sig", "replace") as file:
        for line, text in texts(file):
            if len(text) > game_text.MOST_GAME:
                found = WrittenGame(f"line {line}", fault=f"a game has at most {game_text.MOST_GAME:,} letters")
            else:
                found = read(text, f"line {line}")
            fault = found.fault or ("" if len(found.moves) else "there is no move in it")
            broken = broken + 1 if fault else 0
            if broken > game_text.MOST_FAULTS:
                left = f"nor were {game_text.MOST_FAULTS:,} games before it, the rest is left"
                raise BadInput(f"{path} line {line}: {fault}; {left}")
            yield found


def texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a file in writing, with the line where each begins; one with tags goes on to the next empty line."""
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
