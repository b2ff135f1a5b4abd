"""Games as text in the manner of PGN: tags in brackets, then moves, variations in parentheses, comments.

    [Event "?"]
    1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 ; to the end of the line

Here they are cut into words, read word by word (`GameReader`, of which whoever reads such texts makes his own) and written.

Whoever sends a text may mean no good. No letter is looked at more than a few times, whatever the text is, and what one
game may hold is bounded, too: a text that goes beyond is refused (`BadText`, with the place). Now and then is asked whether
somebody still waits (`is_wanted`).
"""

import re
import textwrap
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from damier.games.game import BadInput

MOST_TEXT = 10 << 20  # letters of a text that is read whole
MOST_GAME = 2 << 20  # letters of one game
MOST_MOVES = 10_000  # of a game, with those of its variations, as often as they are written
MOST_COMMENTS = 20_000
MOST_SAID = 1_000_000  # letters of all comments of a game
MOST_NESTED = 2_000  # variations, one within the other
MOST_WORDS = 200_000  # of a game, whatever they are: numbers, signs, gaps between them
MOST_LETTERS = 200  # of a word
MOST_TAGS = 500
MOST_TOLD = 10_000  # letters of a tag
MOST_POSITION = 20_000  # letters of a position
MOST_FAULTS = 1_000  # broken games, one after the other: what has more is no file of games
ASKED_EVERY = 200  # words
LINE = 79  # letters of a line that is written

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "½-½": 0}  # for the first player
UNDECIDED = "*"

_NOTHING = re.compile(r"\s*+(?:^[%;][^\n]*+\s*+)*+", re.MULTILINE)  # before a tag: spaces, and lines for programs
_NAME = r"\[([A-Za-z0-9][\w+#=:-]{0,99})[ \t]{1,99}"
_TAG = re.compile(_NAME + rf'"((?:[^"\\\n]|\\.){{0,{MOST_TOLD}}}+)"[ \t]{{0,99}}\]')
_LOOSE_TAG = re.compile(
    _NAME + rf'"([^\n]{{0,{MOST_TOLD}}})"[ \t]{{0,99}}\][ \t]{{0,99}}(?=\r?$)', re.MULTILINE
)  # quotes in it
_ANY_TAG = re.compile(_NAME + '"')
TAG_LINE = re.compile(r"\s*\[\s*\w+\s*\"")  # a line that begins with one, written as it may be
FULL_LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)  # one that says something
_TOKEN = re.compile(
    r"""
    (?P<nothing> (?: [\s,]+ | \d{1,3}[ \t]*\.+ | \.+ ){1,5} | ^%[^\n]* )  # a line after % is for programs; numbers of moves
    | (?P<comment> \{ )  # where it ends is looked for
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<sign> \$\d+ )
    | (?P<quoted> "[^"]*" )
    | (?P<rest> ;[^\n]* )
    | (?P<tag> \[(?=[A-Za-z0-9]) )
    | (?P<word> [^\s,(){}\[\]$";]+ )
    | (?P<odd> . )
    """,
    re.VERBOSE | re.MULTILINE,
)

Wanted = Callable[[], bool]


class BadText(BadInput):
    """A text that cannot be read, and the place where that shows."""

    def __init__(self, place: int, what: str) -> None:
        super().__init__(what)
        self.place = place


class NotWanted(BadInput):
    """Nobody waits for what is read any more."""

    def __init__(self) -> None:
        super().__init__("the reading was ended before its time")


def always() -> bool:
    """Somebody waits."""
    return True


class Token(NamedTuple):
    """A word: its kind, what it says (of a comment what is inside), where it begins, and where it has ended."""

    kind: str  # nothing, comment, unclosed (a comment), open, close, sign, quoted, rest (of a line), tag, word or odd
    word: str
    place: int
    after: int


def check_length(text: str) -> None:
    """Refuse a text that is too long to be read whole."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"the text has {len(text):,} letters; at most {MOST_TEXT:,} are read")


def tokens(text: str, place: int = 0, has_rests: bool = True) -> Iterator[Token]:
    """The words of a text from a place on; without rests a semicolon tells nothing, as where it stands between moves."""
    match_at, end = _TOKEN.match, len(text)
    while place < end:
        if not has_rests and text.startswith(";", place):
            place += 1
            yield Token("nothing", ";", place - 1, place)
            continue
        match = match_at(text, place)
        assert match is not None  # whatever it is, it is odd at least
        kind, begins, place = str(match.lastgroup), place, match.end()
        if kind == "comment":
            closed = text.find("}", place)
            if closed < 0:
                yield Token("unclosed", "", begins, end)
                return
            yield Token(kind, text[place:closed], begins, closed + 1)
            place = closed + 1
        else:
            yield Token(kind, match[0], begins, place)


class Words:
    """The words of one game, within the bounds; nothing is said of gaps and numbers."""

    def __init__(self, text: str, place: int = 0, has_rests: bool = True, is_wanted: Wanted = always) -> None:
        self._tokens = tokens(text, place, has_rests)
        self._begins = place
        self._is_wanted = is_wanted
        self.depth = 0  # variations that are open

    def __iter__(self) -> Iterator[Token]:
        comments = said = 0
        for count, token in enumerate(self._tokens, 1):
            kind, place = token.kind, token.place
            if count % ASKED_EVERY == 0 and not self._is_wanted():
                raise NotWanted
            if kind == "unclosed":
                raise BadText(place, "a comment is not closed: } is missing")
            if count > MOST_WORDS or token.after - self._begins > MOST_GAME:
                raise BadText(place, f"a game has at most {MOST_WORDS:,} words and {MOST_GAME:,} letters")
            if kind == "nothing":
                continue
            if kind in ("comment", "rest"):
                comments, said = comments + 1, said + len(token.word)
                if comments > MOST_COMMENTS or said > MOST_SAID:
                    raise BadText(place, f"a game has at most {MOST_COMMENTS:,} comments of {MOST_SAID:,} letters in all")
            elif kind == "open":
                self.depth += 1
                if self.depth > MOST_NESTED:
                    raise BadText(place, f"at most {MOST_NESTED:,} variations stand one within the other")
            elif kind == "close":
                self.depth = max(0, self.depth - 1)
            yield token


def long_word(token: Token, most: int = MOST_LETTERS) -> None:
    """Refuse a word that is too long to be a move."""
    if len(token.word) > most:
        raise BadText(token.place, f"a word of {len(token.word):,} letters is no move; at most {most:,}")


def read_tags(text: str, place: int, found: dict[str, str] | None = None) -> int:
    """The place after the tags that begin at a place; given a dictionary, they are put there."""
    count = 0
    while True:
        begins = skip_nothing(text, place)
        match = _TAG.match(text, begins) or _LOOSE_TAG.match(text, begins)
        if match is None:
            if is_tag(text, begins) and text.find("\n", begins, begins + MOST_TOLD) < 0 and len(text) > begins + MOST_TOLD:
                raise BadText(begins, f"a tag has at most {MOST_TOLD:,} letters")
            return place
        count += 1
        if count > MOST_TAGS:
            raise BadText(begins, f"a game has at most {MOST_TAGS} tags")
        place = match.end()
        if found is not None:
            found[match[1]] = re.sub(r"\\(.)", r"\1", match[2])


def skip_nothing(text: str, place: int) -> int:
    """The place after gaps, and after lines that are for programs."""
    match = _NOTHING.match(text, place)
    assert match is not None  # it may be empty
    return match.end()


def is_tag(text: str, place: int = 0) -> bool:
    """Whether a tag begins at a place."""
    return _ANY_TAG.match(text, place) is not None


def tagged_games(text: str) -> "array[int]":
    """Where the games of a text begin: each with the first of its tags; one without any is a text of its own."""
    starts, was_tag = array("q"), False
    for match in FULL_LINE.finditer(text):
        is_tag = TAG_LINE.match(match[0]) is not None
        if is_tag and not was_tag:
            starts.append(match.start())
        was_tag = is_tag
    return starts or array("q", [0] if text.strip() else [])


def line_of(text: str, place: int, first: int = 1) -> int:
    """The number of the line in which a place is, if the text begins in this one."""
    return first + text.count("\n", 0, place)


# --------------------------------------------------------------------------------------------------------------------
# Reading


class GameReader:
    """Reads one game word by word, as far as the first fault (BadText); what the words mean is told by those made from this.

    A text of one game is read to its result, and must be in order. Where `is_lenient`, as for files from many hands, what
    stands among the tags and is none is passed over, and so is what follows the result.
    """

    has_rests = True
    is_lenient = False

    def __init__(self, text: str, is_wanted: Wanted = always) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.result = ""
        self.place = 0  # of the word that is read
        self._is_wanted = is_wanted

    def begin(self) -> bool:
        """Make ready for the moves, the tags being known; False if these are not wanted."""
        raise NotImplementedError

    def take(self, token: Token, depth: int) -> None:
        """Take a word in; `depth` is how many variations are open after it."""
        raise NotImplementedError

    def end(self, depth: int) -> None:
        """The text has ended, without a result if none is known."""

    def read(self) -> None:
        """Read the game."""
        self.place = self._read_tags()
        if not self.begin():
            return
        words = Words(self.text, self.place, self.has_rests, self._is_wanted)
        is_first = True
        for token in words:
            self.place = token.place
            if self.result:
                continue
            if token.kind == "tag" and not words.depth and not is_first and not self.is_lenient:
                return  # the next game
            if token.kind == "word" and not words.depth and is_result(token.word):
                self.result = token.word.replace("½", "1/2")
                if not self.is_lenient:
                    return
            else:
                self.take(token, words.depth)
            is_first = False
        self.end(words.depth)

    def _read_tags(self) -> int:
        """The place after the tags."""
        place = read_tags(self.text, 0, self.tags)
        if not self.is_lenient:
            return place
        for _ in range(MOST_TAGS):
            place = skip_nothing(self.text, place)
            if not self.text.startswith("[", place):
                return place
            place = read_tags(self.text, self.text.find("\n", place) + 1 or len(self.text), self.tags)
        raise BadText(place, f"a game has at most {MOST_TAGS} tags")


def is_result(word: str) -> bool:
    """Whether a word is the result of a game."""
    return word in RESULTS or word == UNDECIDED


def result_of(score: int | None) -> str:
    """The result that a final score for the first player is, `*` if there is none."""
    return UNDECIDED if score is None else "1/2-1/2" if score == 0 else "1-0" if score > 0 else "0-1"


# --------------------------------------------------------------------------------------------------------------------
# Writing


def tagged(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """Tags, one a line, then words in lines of about the same length, and an empty line."""
    text = textwrap.fill(" ".join(words), LINE, break_long_words=False, break_on_hyphens=False)
    text = re.sub(r"\n(?=[%\[])", " ", text)  # at the beginning of a line they would not be words
    return "".join(_tag(name, value) + "\n" for name, value in tags.items()) + ("\n" if tags else "") + text + "\n\n"


def _tag(name: str, value: str) -> str:
    clean = " ".join(str(value).split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{clean}"]'
