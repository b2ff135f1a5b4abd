"""A board that speaks the NBoard protocol with a program in a process of its own, as NBoard does."""

from program import Program

from damier.games import load
from damier.games.othello.ggf import Move, Record, format_game
from damier.records.session import Session


class Board(Program):
    """Sends lines and reads those that come back."""

    def __init__(self, *options, **environment):
        super().__init__("nboard", *options, **environment)
        self.pings = 0

    def ping(self):
        """What was said before the answer to a ping."""
        self.pings += 1
        self.send(f"ping {self.pings}")
        *before, pong = self.until("pong")
        assert pong == f"pong {self.pings}"
        return before

    def go(self):
        """The move after `===`, in capitals."""
        self.send("go")
        return self.until("===")[-1].split()[1].partition("/")[0]


def played(*moves, size=8):
    """A game from the start with these moves."""
    session = Session(load("othello", size=size))
    for move in moves:
        session.play(session.game.parse_move(session.position, move))
    return session


def in_ggf(session, clock=""):
    """A game as `set game` wants it."""
    properties = {"TI": clock} if clock else {}
    return format_game(Record(properties, session.positions[0], session.turns[0], [Move(move) for move in session.moves]))


def name(session, move):
    return "PA" if session.game.move_name(session.position, move) == "pass" else session.game.move_name(session.position, move)
