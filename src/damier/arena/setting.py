"""How a side plays, written as one text: `level=7,seconds=0.1`, `depth=6,killers=off`, `clock=2+0.02,evaluation=table`.

seconds=0.1       for each move
clock=2+0.02      seconds for the whole game, plus so many a move
depth=6           plies
nodes=20000       nodes of the search
level=7           or its name: level=club; level=people:1500 errs as a player of that rating in Michie's model
style=traps       plays for traps, from level 7 on; rating=1500 is the other player's in Michie's model, and loss=0.5 what
                  a move may be worse than the best, in what people count in the game
hash=64           megabytes for the transposition table
book=mine.book    plays by a book: one that learns, or of Polyglot's; book=on is the user's own, and damier's openings
aim=win           of the book: a draw counts as lost; aim=draw: as won; aim=any: as it is
name=candidate    what it is called in the report
killers=off       any technique of the player (`engine/kernel/techniques.py`), on or off
evaluation=table  anything else is an option of the game
nboard:COMMAND    comes last: not damier but a program that speaks the NBoard protocol
uci:COMMAND       the same for UCI; options of the program may follow, as in uci:stockfish,Hash=64,Skill Level=5
"""

import dataclasses
import re
import shlex
from dataclasses import dataclass, field
from typing import Any

from damier.arena.opponent import Limits
from damier.books.aims import EVEN, aim_named
from damier.engine.clock import GameClock
from damier.engine.kernel.techniques import Techniques
from damier.engine.levels import SOUND, STRONGEST, Level, level_of, loss_of, rating_of, styled
from damier.games.game import BadInput
from damier.rules import MOST_PLIES
from damier.threads import MOST_THREADS
from damier.wording import quoted, whole_number

DEFAULT_SECONDS = 1.0  # a move, where nothing else is said
DEFAULT_HASH = 64
MOST_SECONDS = 1_000_000.0
MOST_HASH = 1 << 20
MOST_NODES = 1 << 60
PROTOCOLS = ("nboard", "uci")  # of other programs
TIMES = {"seconds", "clock", "depth", "nodes"}  # one of these says how long a side thinks
BETWEEN_COMMAS = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*'|["'])+""")  # commas in quotation marks do not separate
SWITCHES = {"on": True, "off": False}
TECHNIQUES = {each.name for each in dataclasses.fields(Techniques)}


@dataclass(frozen=True)
class Setting:
    """How one side plays: damier, or the program that `command` starts."""

    name: str
    seconds: float | None = None
    clock: GameClock | None = None
    depth: int | None = None
    nodes: int | None = None
    level: Level = STRONGEST
    hash_mb: int = DEFAULT_HASH
    threads: int = 1
    book: str | None = None  # a file, or empty for the user's own; None: it plays without
    aim: int = EVEN  # what a draw counts by the book
    techniques: Techniques = field(default_factory=Techniques)
    options: dict[str, Any] = field(default_factory=dict)
    protocol: str = ""  # empty for damier itself
    command: tuple[str, ...] = ()
    told: dict[str, str] = field(default_factory=dict)  # options of the program, where the protocol has such

    def limits(self, left: float | None, other: GameClock | None = None) -> Limits:
        """What it may use for a move; `left` is what its clock shows, if it has one, and `other` the other side's clock."""
        clock = None if self.clock is None or left is None else GameClock(left, self.clock.increment)
        return Limits(self.seconds, self.depth, clock, self.nodes, other)

    @property
    def time_control(self) -> str:
        """What it has to think, in a word."""
        if self.clock is not None:
            return f"{self.clock.left:g}+{self.clock.increment:g}"
        given = (f"{self.seconds:g} s a move" if self.seconds else "", f"depth {self.depth}" if self.depth else "")
        return ", ".join(filter(None, (*given, f"{self.nodes} nodes" if self.nodes else "")))


def read_setting(text: str, clock: str = "") -> Setting:
    """The setting a person wrote; a clock such as `5+0.05` counts for a side that does not say how long it thinks."""
    parts, protocol, command, told = _divide(text)
    wanted: dict[str, Any] = {"name": text.strip() or "damier"}
    switches: dict[str, bool] = {}
    options: dict[str, Any] = {}
    for part in parts:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise BadInput(
                f"{quoted(part.strip())} in setting {quoted(text)} is not written name=value, as in level=7,seconds=0.1"
            )
        if name in _READERS:
            wanted["hash_mb" if name == "hash" else name] = _READERS[name](name, value)
        elif name in TECHNIQUES:
            switches[name] = _switch(name, value)
        else:
            number = whole_number(value)
            options[name] = value if number is None else number
    style = {name: wanted.pop(name) for name in ("style", "rating", "loss") if name in wanted}
    if protocol and (switches or options or style or {"level", "hash_mb", "threads", "book", "aim"} & set(wanted)):
        raise BadInput(
            f"setting {quoted(text)}: another program is told seconds, clock, depth or nodes only; the rest is its command's"
            + (", after which its options can follow, as in uci:stockfish,Hash=64" if protocol == "uci" else "")
        )
    if "aim" in wanted and wanted.get("book") is None:
        raise BadInput(f"setting {quoted(text)}: aim is the book's, and there is none; name one, as in book=on,aim=win")
    if not TIMES & set(wanted):
        if clock:
            wanted["clock"] = _clock("clock", clock)
        elif protocol != "nboard":  # which may go by what its command says
            wanted["seconds"] = DEFAULT_SECONDS
    if "clock" in wanted and "seconds" in wanted:
        raise BadInput(f"setting {quoted(text)}: a side has seconds for each move or a clock for the game, not both")
    if style:
        wanted["level"] = styled(wanted.get("level", STRONGEST), **{"style": SOUND, **style})
    techniques = Techniques(**switches)
    return Setting(**wanted, techniques=techniques, options=options, protocol=protocol, command=command, told=told)


def _divide(text: str) -> tuple[list[str], str, tuple[str, ...], dict[str, str]]:
    """The parts name=value of a setting; the protocol and command at its end, if there are; what the program is told."""
    for protocol in PROTOCOLS:
        before, colon, after = text.partition(f"{protocol}:")
        if colon and (not before.strip() or before.rstrip().endswith(",")):
            pieces = BETWEEN_COMMAS.findall(after) if protocol == "uci" else [after]
            try:
                command = tuple(shlex.split(pieces[0])) if pieces else ()
            except ValueError as error:
                raise BadInput(f"the command in setting {quoted(text)} cannot be read: {error}") from None
            if not command:
                raise BadInput(f"setting {quoted(text)} names no program after {protocol}:")
            return [part for part in before.split(",") if part.strip()], protocol, command, _told(text, pieces[1:])
    return [part for part in text.split(",") if part.strip()], "", (), {}


def _told(text: str, pieces: list[str]) -> dict[str, str]:
    """Options of a program, of which the names may have spaces."""
    told = {}
    for piece in pieces:
        name, equals, value = (each.strip() for each in piece.partition("="))
        if not equals or not name:
            raise BadInput(
                f"{quoted(piece.strip())} in setting {quoted(text)} is not written name=value, as in uci:stockfish,Hash=64"
            )
        told[name] = value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
    return told


def _number(name: str, value: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise BadInput(f"{name} is {quoted(value)}; it must be a number from {least:g} to {most:g}")
    return number


def _whole(name: str, value: str, most: int) -> int:
    number = whole_number(value)
    if number is None or not 1 <= number <= most:
        raise BadInput(f"{name} is {quoted(value)}; it must be a whole number from 1 to {most}")
    return number


def _clock(name: str, value: str) -> GameClock:
    base, _, increment = value.partition("+")
    return GameClock(_number(name, base, 1e-3, MOST_SECONDS), _number(name, increment or "0", 0, MOST_SECONDS))


def _switch(name: str, value: str) -> bool:
    if value not in SWITCHES:
        raise BadInput(f"{name} is {quoted(value)}; a technique is on or off")
    return SWITCHES[value]


_READERS: dict[str, Any] = {
    "seconds": lambda name, value: _number(name, value, 1e-6, MOST_SECONDS),
    "clock": _clock,
    "depth": lambda name, value: _whole(name, value, MOST_PLIES),
    "nodes": lambda name, value: _whole(name, value, MOST_NODES),
    "hash": lambda name, value: _whole(name, value, MOST_HASH),
    "threads": lambda name, value: _whole(name, value, MOST_THREADS),
    "level": lambda name, value: level_of(value),
    "style": lambda name, value: value,
    "rating": lambda name, value: rating_of(value),
    "loss": lambda name, value: loss_of(value),
    "book": lambda name, value: {"on": "", "off": None}.get(value, value),
    "aim": lambda name, value: aim_named(value),
    "name": lambda name, value: value,
}
