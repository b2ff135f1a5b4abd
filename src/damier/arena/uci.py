"""A chess program that speaks UCI as one side of a match: `uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000`."""

from collections.abc import Sequence

from damier.arena.opponent import Forfeit, Limits, Reply
from damier.arena.setting import Setting
from damier.arena.uci_program import Said, UciProgram, which
from damier.games import declaring
from damier.games.game import BadInput, Game
from damier.records.openings import Opening, move_named
from damier.records.session import Session
from damier.rules import LOSS, WIN
from damier.wording import quoted

READY = 30.0  # seconds a program has to get ready for the next game


class UciEngine:
    """The program that a setting's command starts."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game = game
        self.program = UciProgram(setting.command, setting.told)
        self._session: Session | None = None
        self._before = 0  # moves of the opening
        self._is_from_start = True

    def start(self, patience: float) -> None:
        self.program.start(patience)

    def new_game(self, opening: Opening, seed: int) -> None:
        self._session = opening.session(self.game)
        self._before = len(self._session.moves)
        self._is_from_start = not opening.position
        self.program.new_game(READY)

    def move(self, moves: Sequence[str], limits: Limits, patience: float) -> Reply:
        """Its move; silence, nonsense and the end of the program are lost games."""
        session = self._session
        assert session is not None
        for name in moves[len(session.moves) - self._before :]:
            session.play(move_named(session, name))
        said = self.program.search(self._where(session), limits, session.turn, patience)
        for move in session.legal_moves():
            if self.game.uci_name(session.position, move) == said.move:
                name = session.move_name(move)
                return Reply(name, said.seconds, points(said), said.depth, said.nodes)
        raise Forfeit(f"illegal move {quoted(said.move)}")

    def close(self) -> None:
        self.program.close()

    def _where(self, session: Session) -> str:
        """The game so far, as the command `position` has it: programs want to see repetitions."""
        start = "startpos" if self._is_from_start else f"fen {self.game.text(session.positions[0])}"
        names = [self.game.uci_name(position, move) for position, move in zip(session.positions, session.moves, strict=False)]
        return f"{start} moves {' '.join(names)}" if names else start


def points(said: Said) -> int | None:
    """What a program expects, in damier's points."""
    if said.mate is not None:
        return WIN if said.mate > 0 else LOSS
    return said.centipawns


def check(game: Game, setting: Setting) -> None:
    """Refuse what a UCI program cannot play, a program that does not start, and options it does not have."""
    if not hasattr(game.module, "uci_name"):
        played = ", ".join(declaring("uci_name"))
        raise BadInput(f"setting {quoted(setting.name)}: UCI programs play {played}, not {game.name}")
    if which(setting.command[0]) is None:
        raise BadInput(f"setting {quoted(setting.name)}: there is no program {quoted(setting.command[0])}")
    try:
        UciProgram(setting.command, setting.told).check()
    except Forfeit as reason:
        raise BadInput(f"setting {quoted(setting.name)}: {reason}") from None
