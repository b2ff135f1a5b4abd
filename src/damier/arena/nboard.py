"""An Othello program that speaks the NBoard protocol (C. Welty), version 2, as one side of a match.

We say                                  it answers
    nboard 2
    ping 1                              pong 1
    set depth 12
    set game (;GM[Othello]...;)         the opening as a board, and the moves after it (the format GGF)
    move F5/0.00/1.20                   each further move, its own too: evaluation and seconds
    go                                  === D6/1.5/0.31, or with spaces; PA is a pass

and it may say other things at any time (`status ...`, `nodestats ...`), which we pass over. The protocol knows no clock but
the game's field TI, the time for the game and what a move adds: a program that does not look at it is best given a depth.
"""

import time
from collections.abc import Sequence

from damier.arena.opponent import Forfeit, Limits, Reply, while_starting
from damier.arena.setting import Setting
from damier.games import declaring
from damier.games.game import BadInput, Game
from damier.processes.program import Program, ProgramEnded, Silent
from damier.records.openings import Opening
from damier.records.session import Session
from damier.wording import quoted

LEAST_START = 10.0  # seconds a program has until its first pong, whatever our patience
DEEPEST = 60  # said where no depth is wanted: the protocol demands one
PASS, PASS_NAME = "PA", "pass"


class NBoardEngine:
    """The program that a setting's command starts."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game = game
        self.setting = setting
        self._program: Program | None = None
        self._pings = 0
        self._session: Session | None = None
        self._told: list[str] | None = None  # the moves since the opening that it knows; None before it knows the opening
        self._seconds: list[float] = []  # for each of those moves that is its own, else 0

    def start(self, patience: float) -> None:
        """Start the program and wait until it answers."""
        within = max(patience, LEAST_START)
        with while_starting("pong", within):
            self._program = Program(self.setting.command)
            self._program.send("nboard 2")
            self._synchronise(self._program, within)

    def new_game(self, opening: Opening, seed: int) -> None:
        self._session = opening.session(self.game)
        self._told, self._seconds = None, []

    def move(self, moves: Sequence[str], limits: Limits, patience: float) -> Reply:
        """Its move; silence and the end of the program are lost games."""
        began = time.monotonic()
        program = self._program
        if program is None:
            raise Forfeit("is not running")
        within = limits.wait(patience)
        try:
            self._tell(program, moves, limits)
            self._synchronise(program, within)
            program.send("go")
            name = _answer(program, began + within)
        except Silent:
            raise Forfeit(f"no move within {within:.3g} s") from None
        except ProgramEnded as how:
            raise Forfeit(f"crashed: {how}") from None
        self._seconds += [0.0] * (len(moves) - len(self._seconds)) + [time.monotonic() - began]
        return Reply(name)

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _tell(self, program: Program, moves: Sequence[str], limits: Limits) -> None:
        """Let the program know the moves so far."""
        assert self._session is not None
        if self._told is None:
            program.send(f"set depth {limits.depth or DEEPEST}")
            program.send(f"set game {ggf(self._session, moves, limits)}")
        else:
            for name, seconds in zip(moves[len(self._told) :], self._since(moves), strict=True):
                program.send(f"move {_theirs(name)}/0.00/{seconds:.2f}")
        self._told = list(moves)

    def _since(self, moves: Sequence[str]) -> list[float]:
        """The seconds of the moves that the program does not know yet."""
        known = len(self._told or ())
        return (self._seconds + [0.0] * len(moves))[known : len(moves)]

    def _synchronise(self, program: Program, within: float) -> None:
        """Wait until the program has understood all we said."""
        self._pings += 1
        program.send(f"ping {self._pings}")
        deadline = time.monotonic() + within
        while program.read(deadline).split()[:2] != ["pong", str(self._pings)]:
            if time.monotonic() > deadline:  # it speaks without end, but does not answer
                raise Silent


def ggf(session: Session, moves: Sequence[str], limits: Limits) -> str:
    """A game as the protocol writes it: the board as the opening left it, and the moves since."""
    clock = limits.clock
    times = {"TI": f"{_minutes(clock.left)}/{_minutes(clock.increment)}"} if clock else {}
    game, position, made = session.game, session.position, list[int]()
    for name in moves:
        made.append(game.parse_move(position, name))
        position = game.play(position, made[-1])
    properties = {"PB": "black", "PW": "white", "RE": "?", **times}
    return str(game.module.nboard_game(session.position, session.turn, made, properties))


def _minutes(seconds: float) -> str:
    """`01:30` for 90 seconds; parts of a second follow a point."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes):02}:{rest:06.3f}".removesuffix(".000")


def _theirs(name: str) -> str:
    """A move as the protocol writes it."""
    return PASS if name == PASS_NAME else name.upper()


def _answer(program: Program, deadline: float) -> str:
    """The move after `===`, as damier writes it; what else the program says is passed over."""
    while True:
        line = program.read(deadline)
        if line.startswith("==="):
            words = line.removeprefix("===").replace("/", " ").split()
            written = words[0] if words else ""
            return PASS_NAME if written.upper() in (PASS, "PASS") else written.lower()
        if time.monotonic() > deadline:
            raise Silent


def check(game: Game, setting: Setting) -> None:
    """Refuse what an NBoard program cannot play, before a match begins."""
    if not hasattr(game.module, "nboard_game"):
        played = ", ".join(declaring("nboard_game"))
        raise BadInput(f"setting {quoted(setting.name)}: NBoard programs play {played}, not {game.name}")
    if setting.nodes is not None:
        raise BadInput(f"setting {quoted(setting.name)}: NBoard knows no limit of nodes; say depth")
