"""The options of the UCI engine: what a chess interface may set, and what is set now.

Nothing heavy is imported here: the list is said before the engine is there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from damier.books.aims import AIMS, USUAL_AIM
from damier.engine.kernel.techniques import Techniques
from damier.protocols.chess.uci_go import Go
from damier.threads import MOST_THREADS
from damier.wording import quoted, whole_number

EMPTY = "<empty>"  # how the protocol writes a text without letters
TECHNIQUE = "Technique "  # in front of a technique's name
MOST_HASH = 1 << 16  # megabytes
MOST_LINES = 250
MOST_OVERHEAD = 10_000  # milliseconds
LOWEST_RATING, HIGHEST_RATING = 800, 2400  # the same as those of `engine/levels.py`
MOST_DISCERNING, MOST_LOSS = 1_000_000, 100_000  # the same as those of Michie's model, the second in hundredths of a pawn
SWITCHES = {"true": True, "false": False}


@dataclass(frozen=True)
class Settings:
    """What is set; each option is one field."""

    hash_mb: int = 64
    threads: int = 1
    lines: int = 1
    ponders: bool = False
    uses_book: bool = False
    book_file: str = ""
    learns: bool = False
    aim: str = USUAL_AIM  # of the book: what a draw counts
    endings_folder: str = ""
    syzygy_folders: str = ""
    is_limited: bool = False
    rating: int = 1600
    discernment: int = 0  # the rating in Michie's model by which it errs; 0: it does not
    for_traps: bool = False
    opponent: int = 1500  # the other player's rating in the model, for traps
    loss: int = 50  # hundredths of a pawn that a trap may cost
    is_analysis: bool = False
    is_960: bool = False
    overhead: int = 0  # milliseconds that a move loses on its way at least; what it loses is learnt from the clock
    techniques: Techniques = field(default_factory=Techniques)

    @property
    def errs(self) -> bool:
        """Whether it plays worse than it can."""
        return self.is_limited or self.discernment > 0

    def studies(self, go: Go) -> bool:
        """Whether a position is to be studied, not a move to be made: books and what is learnt are for games."""
        is_game = self.lines == 1 and not go.is_open and go.mate is None and go.perft is None and not go.searchmoves
        return self.is_analysis or not is_game


@dataclass(frozen=True)
class Option:
    """One option: its name, its kind and what it can be, as the protocol has them, and the field that it sets."""

    name: str
    kind: str  # "check", "spin", "combo", "string" or "button"
    field: str = ""
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()  # of a combo

    def line(self, settings: Settings) -> str:
        """The option with its default, as it is told after `uci`."""
        words = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return words
        value = self.value(settings)
        written = str(value).lower() if self.kind == "check" else str(value) or EMPTY
        room = f" min {self.least} max {self.most}" if self.kind == "spin" else "".join(f" var {each}" for each in self.values)
        return f"{words} default {written}{room}"

    def value(self, settings: Settings) -> Any:
        if self.name.startswith(TECHNIQUE):
            return getattr(settings.techniques, self.field)
        return getattr(settings, self.field)

    def read(self, written: str) -> Any:
        """The value that is written so; ValueError if it cannot be."""
        if self.kind == "check":
            if written.lower() not in SWITCHES:
                raise ValueError(f"{self.name} is {quoted(written)}; it can be true or false")
            return SWITCHES[written.lower()]
        if self.kind == "spin":
            number = whole_number(written)
            if number is None or not self.least <= number <= self.most:
                raise ValueError(f"{self.name} is {quoted(written)}; it can be {self.least} to {self.most}")
            return number
        if self.kind == "combo":
            if written.lower() not in self.values:
                raise ValueError(f"{self.name} is {quoted(written)}; it can be {', '.join(self.values)}")
            return written.lower()
        return "" if written == EMPTY else written


CLEAR_HASH = Option("Clear Hash", "button")
OPTIONS = (
    Option("Hash", "spin", "hash_mb", 1, MOST_HASH),
    CLEAR_HASH,
    Option("Threads", "spin", "threads", 1, MOST_THREADS),
    Option("MultiPV", "spin", "lines", 1, MOST_LINES),
    Option("Ponder", "check", "ponders"),
    Option("OwnBook", "check", "uses_book"),
    Option("Book File", "string", "book_file"),
    Option("Book Learning", "check", "learns"),
    Option("Book Aim", "combo", "aim", values=tuple(AIMS)),
    Option("EndgamePath", "string", "endings_folder"),
    Option("SyzygyPath", "string", "syzygy_folders"),
    Option("UCI_LimitStrength", "check", "is_limited"),
    Option("UCI_Elo", "spin", "rating", LOWEST_RATING, HIGHEST_RATING),
    Option("Discernment", "spin", "discernment", 0, MOST_DISCERNING),
    Option("Play For Traps", "check", "for_traps"),
    Option("Opponent Rating", "spin", "opponent", 0, MOST_DISCERNING),
    Option("Trap Loss", "spin", "loss", 0, MOST_LOSS),
    Option("UCI_AnalyseMode", "check", "is_analysis"),
    Option("UCI_Chess960", "check", "is_960"),
    Option("Move Overhead", "spin", "overhead", 0, MOST_OVERHEAD),
    *(Option(TECHNIQUE + each.name, "check", each.name) for each in fields(Techniques)),
)
_BY_NAME = {option.name.lower(): option for option in OPTIONS}


def lines(settings: Settings) -> Iterable[str]:
    """All options, as they are told after `uci`."""
    return [option.line(settings) for option in OPTIONS]


def option_named(name: str) -> Option:
    """The option of this name, whatever its capitals."""
    if name.lower() not in _BY_NAME:
        raise ValueError(f"there is no option {quoted(name)}")
    return _BY_NAME[name.lower()]


def set_option(settings: Settings, name: str, written: str) -> Settings:
    """The settings with one option changed; ValueError, in one line, if there is none or it cannot be that."""
    option = option_named(name)
    if option.kind == "button":
        return settings
    value = option.read(written)
    if option.name.startswith(TECHNIQUE):
        return replace(settings, techniques=replace(settings.techniques, **{option.field: value}))
    return replace(settings, **{option.field: value})


def read_setoption(rest: str) -> tuple[str, str]:
    """Name and value of `setoption name NAME value VALUE`; names and values may have spaces."""
    words = rest.split()
    if not words or words[0] != "name":
        raise ValueError("expected: setoption name NAME value VALUE")
    end = words.index("value") if "value" in words else len(words)
    name = " ".join(words[1:end])
    value = rest.partition(" value ")[2] if end < len(words) else ""
    return name, value.strip()
