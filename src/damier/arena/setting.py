"""How a side plays, written as one text: `level=7,seconds=0.1`, `depth=6,killers=off`, `clock=2+0.02,evaluation=table`.

seconds=0.1       for each move
clock=2+0.02      seconds for the whole game, plus so many a move
depth=6           plies
level=7           or its name: level=club
hash=64           megabytes for the transposition table
name=candidate    what it is called in the report
killers=off       any technique of the player (`engine/techniques.py`), on or off
evaluation=table  anything else is an option of the game
nboard:COMMAND    comes last: not damier but a program that speaks the NBoard protocol
"""

import dataclasses
import shlex
from dataclasses import dataclass, field
from typing import Any

from damier.arena.opponent import Limits
from damier.engine.clock import GameClock
from damier.engine.levels import STRONGEST, Level, level_of
from damier.engine.techniques import Techniques
from damier.games.game import BadInput
from damier.rules import MOST_PLIES

DEFAULT_SECONDS = 1.0  # a move, where nothing else is said
DEFAULT_HASH = 64
MOST_SECONDS = 1_000_000.0
MOST_HASH = 1 << 20
PROTOCOLS = ("nboard",)  # of other programs
SWITCHES = {"on": True, "off": False}
TECHNIQUES = {each.name for each in dataclasses.fields(Techniques)}


@dataclass(frozen=True)
class Setting:
    """How one side plays: damier, or the program that `command` starts."""

    name: str
    seconds: float | None = None
    clock: GameClock | None = None
    depth: int | None = None
    level: Level = STRONGEST
    hash_mb: int = DEFAULT_HASH
    techniques: Techniques = field(default_factory=Techniques)
    options: dict[str, Any] = field(default_factory=dict)
    protocol: str = ""  # empty for damier itself
    command: tuple[str, ...] = ()

    def limits(self, left: float | None) -> Limits:
        """What it may use for a move; `left` is what its clock shows, if it has one."""
        if self.clock is None or left is None:
            return Limits(self.seconds, self.depth)
        return Limits(self.seconds, self.depth, GameClock(left, self.clock.increment))


def read_setting(text: str) -> Setting:
    """The setting a person wrote."""
    parts, protocol, command = _divide(text)
    wanted: dict[str, Any] = {"name": text.strip() or "damier"}
    switches: dict[str, bool] = {}
    options: dict[str, Any] = {}
    for part in parts:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise BadInput(f"{part.strip()!r} in setting {text!r} is not written name=value, as in level=7,seconds=0.1")
        if name in _READERS:
            wanted["hash_mb" if name == "hash" else name] = _READERS[name](name, value)
        elif name in TECHNIQUES:
            switches[name] = _switch(name, value)
        else:
            options[name] = int(value) if value.lstrip("-").isdecimal() and value.isascii() else value
    if protocol and (switches or options or "level" in wanted or "hash_mb" in wanted):
        raise BadInput(f"setting {text!r}: another program is told seconds, clock or depth only; the rest is up to its command")
    if not protocol and not {"seconds", "clock", "depth"} & set(wanted):
        wanted["seconds"] = DEFAULT_SECONDS
    if "clock" in wanted and "seconds" in wanted:
        raise BadInput(f"setting {text!r}: a side has seconds for each move or a clock for the game, not both")
    return Setting(**wanted, techniques=Techniques(**switches), options=options, protocol=protocol, command=command)


def _divide(text: str) -> tuple[list[str], str, tuple[str, ...]]:
    """The parts name=value of a setting, and the protocol and command at its end, if there are."""
    for protocol in PROTOCOLS:
        before, colon, after = text.partition(f"{protocol}:")
        if colon and (not before.strip() or before.rstrip().endswith(",")):
            try:
                command = tuple(shlex.split(after))
            except ValueError as error:
                raise BadInput(f"the command in setting {text!r} cannot be read: {error}") from None
            if not command:
                raise BadInput(f"setting {text!r} names no program after {protocol}:")
            return [part for part in before.split(",") if part.strip()], protocol, command
    return [part for part in text.split(",") if part.strip()], "", ()


def _number(name: str, value: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise BadInput(f"{name} is {value!r}; it must be a number from {least:g} to {most:g}")
    return number


def _whole(name: str, value: str, most: int) -> int:
    if not (value.isascii() and value.isdecimal() and 1 <= int(value) <= most):
        raise BadInput(f"{name} is {value!r}; it must be a whole number from 1 to {most}")
    return int(value)


def _clock(name: str, value: str) -> GameClock:
    base, _, increment = value.partition("+")
    return GameClock(_number(name, base, 1e-3, MOST_SECONDS), _number(name, increment or "0", 0, MOST_SECONDS))


def _switch(name: str, value: str) -> bool:
    if value not in SWITCHES:
        raise BadInput(f"{name} is {value!r}; a technique is on or off")
    return SWITCHES[value]


_READERS: dict[str, Any] = {
    "seconds": lambda name, value: _number(name, value, 1e-6, MOST_SECONDS),
    "clock": _clock,
    "depth": lambda name, value: _whole(name, value, MOST_PLIES),
    "hash": lambda name, value: _whole(name, value, MOST_HASH),
    "level": lambda name, value: level_of(value),
    "name": lambda name, value: value,
}
