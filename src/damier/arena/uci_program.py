"""A chess program that speaks UCI, the Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000): started, told, asked.

We say                                          it answers
    uci                                         id name X; option name Hash type spin default 16 min 1 max 1024; uciok
    setoption name Hash value 64
    ucinewgame
    isready                                     readyok
    position startpos moves e2e4 e7e5
    go wtime 5000 btime 4900 winc 50 binc 50    info depth 9 score cp 25 nodes 7000 pv g1f3; bestmove g1f3

and other things, which we pass over. Nothing is waited for without a limit.
"""

import contextlib
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from damier.arena.opponent import Forfeit, Limits, while_starting
from damier.processes.program import HeardLine, Program, ProgramEnded, Silent
from damier.wording import quoted, whole_number

LEAST_START = 10.0  # seconds a program has until `uciok`, whatever our patience ...
LEAST_READY = 120.0  # ... and until its first `readyok`: it may have to compile
LATE = 0.5  # seconds after the time for a move at which a program is told to stop
GAMES_FOLDERS = ("/usr/games", "/usr/local/games")  # where Debian has them; not on everybody's path
USUAL = {"threads": "1", "ownbook": "false", "ponder": "false"}  # by the names in small letters: told where they exist
KINDS = ("type", "default", "min", "max", "var")


@dataclass(frozen=True)
class ProgramOption:
    """An option that a program has told us of."""

    name: str
    type: str = "string"
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def refusal(self, value: str) -> str:
        """Why it cannot have this value; empty if it can."""
        if self.type == "check" and value.lower() not in ("true", "false"):
            return f"{self.name} is {quoted(value)}; it is true or false"
        if self.type == "combo" and value not in self.choices:
            return f"{self.name} is {quoted(value)}; it is one of {', '.join(self.choices)}"
        if self.type == "spin":
            least, most = self.least or 0, self.most or 0
            number = whole_number(value)
            if number is None or not least <= number <= most:
                return f"{self.name} is {quoted(value)}; it is a whole number from {least} to {most}"
        return ""


@dataclass(frozen=True)
class Said:
    """What a program has found: its move in coordinates, and what it told last on the way."""

    move: str = ""
    seconds: float = 0.0
    centipawns: int | None = None  # for the player to move, if it told so
    mate: int | None = None  # in so many moves; negative if it is the one who is mated
    depth: int | None = None
    nodes: int | None = None
    found: tuple[tuple[float, str], ...] = ()  # when which best move was told


@dataclass
class UciProgram:
    """A running program. Each method may raise Forfeit: it has then lost."""

    command: Sequence[str]
    told: Mapping[str, str] = field(default_factory=dict)  # options by their names
    name: str = ""
    options: dict[str, ProgramOption] = field(default_factory=dict)  # by their names in small letters
    _program: Program | None = None

    def start(self, patience: float) -> None:
        """Start it, hear what it can, tell it the options, and wait until it is ready."""
        self._greet(max(patience, LEAST_START))
        for name, value in self._settled().items():
            self._send(f"setoption name {name} value {value}")
        self.wait_ready(max(patience, LEAST_READY))

    def check(self) -> None:
        """Start it and end it again; Forfeit if that fails, or if it has no such options."""
        try:
            self._greet(LEAST_START)
            self._settled()
        finally:
            self.close()

    def new_game(self, patience: float) -> None:
        self._send("ucinewgame")
        self.wait_ready(max(patience, LEAST_START))

    def wait_ready(self, within: float) -> None:
        """Wait until it has done all that we said."""
        self._send("isready")
        try:
            self._read_until("readyok", time.monotonic() + within)
        except Silent:
            raise Forfeit(f"no readyok within {within:g} s") from None

    def search(self, where: str, limits: Limits, turn: int, patience: float) -> Said:
        """What it plays in a position, as the command `position` writes it; White's turn is 0, Black's 1."""
        within = limits.wait(patience)
        began = time.perf_counter()
        self._send(f"position {where}\ngo {go(limits, turn)}")
        said, is_told = Said(), False
        while True:
            try:
                line = self._read(time.monotonic() + self._next_look(limits, within, is_told) - (time.perf_counter() - began))
            except Silent:
                if is_told or time.perf_counter() - began >= within:
                    raise Forfeit(f"no move within {within:.3g} s") from None
                line = ""
            seconds = (line.came if isinstance(line, HeardLine) else time.perf_counter()) - began
            word, _, rest = line.strip().partition(" ")
            if word == "bestmove":
                return replace(said, move=(rest.split() or [""])[0], seconds=seconds)
            if seconds > within:  # it speaks without end, but does not move
                raise Forfeit(f"no move within {within:.3g} s")
            if word == "info":
                said = _heard(said, rest.split(), seconds)
            if not is_told and _is_enough(limits, said, seconds):
                self._send("stop")
                is_told = True

    def close(self) -> None:
        if self._program is not None:
            with contextlib.suppress(ProgramEnded):
                self._program.send("quit")
            self._program.close()
            self._program = None

    def _greet(self, within: float) -> None:
        """Start it, and hear its name and options."""
        program = which(self.command[0])
        with while_starting("uciok", within):
            self._program = Program([program or self.command[0], *self.command[1:]])
            self._program.send("uci")
            for line in self._read_until("uciok", time.monotonic() + within):
                words = line.split()
                if words[:2] == ["id", "name"]:
                    self.name = " ".join(words[2:])
                elif words[:2] == ["option", "name"]:
                    option = _option(words[2:])
                    self.options[option.name.lower()] = option

    def _settled(self) -> dict[str, str]:
        """The options to tell, as the program spells them: what is usual, then what was asked for."""
        settled = {self.options[name].name: value for name, value in USUAL.items() if name in self.options}
        for name, value in self.told.items():
            option = self.options.get(name.lower())
            if option is None:
                known = ", ".join(each.name for each in self.options.values()) or "none"
                raise Forfeit(f"{self.name or self.command[0]} has no option {quoted(name)}; it has {known}")
            if refusal := option.refusal(value):
                raise Forfeit(f"option {refusal}")
            settled[option.name] = value
        return settled

    def _next_look(self, limits: Limits, within: float, is_told: bool) -> float:
        """After how many seconds since its question a silent program is looked at again."""
        if limits.seconds is not None and not is_told:
            return min(within, limits.seconds + LATE)
        return within

    def _send(self, line: str) -> None:
        if self._program is None:
            raise Forfeit("is not running")
        try:
            self._program.send(line)
        except ProgramEnded as how:
            raise Forfeit(f"crashed: {how}") from None

    def _read(self, deadline: float) -> str:
        assert self._program is not None
        try:
            return self._program.read(deadline)
        except ProgramEnded as how:
            raise Forfeit(f"crashed: {how}") from None

    def _read_until(self, word: str, deadline: float) -> list[str]:
        """The lines before the one that begins with this word."""
        assert self._program is not None
        lines: list[str] = []
        while True:
            line = self._program.read(deadline)
            if line.split()[:1] == [word]:
                return lines
            lines.append(line)
            if time.monotonic() > deadline:
                raise Silent


def which(program: str) -> str | None:
    """Where a program is: on the path, or where games are."""
    return shutil.which(program) or next(filter(None, (shutil.which(program, path=path) for path in GAMES_FOLDERS)), None)


def go(limits: Limits, turn: int) -> str:
    """The limits of a search, as the command `go` writes them."""
    words = []
    if limits.clock is not None:
        clocks = (limits.clock, limits.other_clock or limits.clock)
        white, black = clocks if turn == 0 else clocks[::-1]
        words += [f"wtime {_milliseconds(white.left)} btime {_milliseconds(black.left)}"]
        words += [f"winc {round(white.increment * 1000)} binc {round(black.increment * 1000)}"]
    if limits.seconds is not None:
        words.append(f"movetime {_milliseconds(limits.seconds)}")
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    return " ".join(words) or "infinite"


def _milliseconds(seconds: float) -> int:
    """At least one: no time at all means to some that there is no limit."""
    return max(1, int(seconds * 1000))


def _is_enough(limits: Limits, said: Said, seconds: float) -> bool:
    """Whether a program goes on beyond its limits: some know no limit of nodes, or take their time."""
    if limits.nodes is not None and said.nodes is not None and said.nodes > limits.nodes:
        return True
    return limits.seconds is not None and seconds >= limits.seconds + LATE


def _heard(said: Said, words: Sequence[str], seconds: float) -> Said:
    """What is known after one more `info`; lines for other moves than the best, and text, are passed over."""
    told: dict[str, str] = {}
    for index, word in enumerate(words[:-1]):
        if word == "string":
            break
        if word in ("depth", "nodes", "cp", "mate", "multipv", "pv"):
            told.setdefault(word, words[index + 1])
        if word == "pv":
            break
    numbers = {word: int(value) for word, value in told.items() if word != "pv" and value.lstrip("-").isdecimal()}
    if numbers.get("multipv", 1) != 1:
        return said
    if "nodes" in numbers:
        said = replace(said, nodes=numbers["nodes"])
    if "cp" in numbers or "mate" in numbers:
        said = replace(said, centipawns=numbers.get("cp"), mate=numbers.get("mate"), depth=numbers.get("depth", said.depth))
    if "pv" in told and (not said.found or said.found[-1][1] != told["pv"]):
        said = replace(said, found=(*said.found, (seconds, told["pv"])))
    return said


def _option(words: Sequence[str]) -> ProgramOption:
    """An option from the words after `option name`; its name may have several."""
    parts: dict[str, list[str]] = {}
    choices, here = list[list[str]](), list[str]()
    parts["name"] = here
    for word in words:
        if word in KINDS and (word != "type" or "type" not in parts) and ("type" in parts or word == "type"):
            here = parts[word] = []
            if word == "var":
                choices.append(here)
        else:
            here.append(word)
    first = {name: " ".join(value) for name, value in parts.items()}
    least, most = (whole_number(first.get(end, "")) for end in ("min", "max"))
    kind = first.get("type", "string")
    return ProgramOption(first["name"], kind, least, most, tuple(" ".join(choice) for choice in choices))
