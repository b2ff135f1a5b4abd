"""Where a game of a match begins: a position or moves, as a person writes them.

An opening is a position or moves from the start, as the game writes them; `moves 4 4 5` is always moves, `start` the
starting position, and moves may follow a position. Files of them are read in `opening_files.py`.
"""

from dataclasses import dataclass

from damier.games.game import BadInput, Game
from damier.records.session import Session
from damier.wording import quoted

START = "start"
MOVES = "moves "


@dataclass(frozen=True)
class Opening:
    """A position in writing, or none for the start, and moves from there by their names."""

    position: str = ""
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        moves = MOVES + " ".join(self.moves) if self.moves else ""
        return f"{self.position} {moves}".strip() or START

    def session(self, game: Game) -> Session:
        """The game with this opening on the board; BadInput if it cannot be, or if the game is over there."""
        session = Session.from_text(game, self.position)
        for move in self.moves:
            session.play(move_named(session, move))
        if session.is_over:
            raise BadInput(f"the game is over after the opening {quoted(str(self))}")
        session.legal_moves()  # a position the rules cannot deal with is refused here
        return session


def move_named(session: Session, name: str) -> int:
    """The legal move of this name: as the game writes it, else as a person might."""
    for move in session.legal_moves():
        if session.move_name(move) == name:
            return move
    return session.parse_move(name)


def read_opening(game: Game, text: str) -> Opening:
    """The opening a person wrote."""
    position, separator, moves = f" {text.strip()}".partition(f" {MOVES}")
    position = position.strip()
    if separator:
        return _checked(game, Opening("" if position == START else position, tuple(moves.split())))
    if position == START:
        return Opening()
    if game.tells_past:  # how a position came about is not forgotten
        return _checked(game, opening_of(Session.from_record(game, position)))
    try:
        return _checked(game, Opening(position))
    except BadInput as no_position:
        try:
            return _checked(game, Opening(moves=tuple(position.split())))
        except BadInput as no_moves:
            raise BadInput(f"{quoted(position)} is neither a position ({no_position}) nor moves ({no_moves})") from None


def opening_of(session: Session) -> Opening:
    """The opening that leads to where a game now stands."""
    game, names = session.game, session.move_names()
    start = game.text_for(session.positions[0], session.turns[0])
    if any(name.split() != [name] for name in names):  # they could not be told apart in a line
        return Opening(game.text_for(session.position, session.turn))
    return Opening("" if start == game.text_for(game.start(), game.turn(game.start())) else start, tuple(names))


def _checked(game: Game, opening: Opening) -> Opening:
    opening.session(game)
    return opening
