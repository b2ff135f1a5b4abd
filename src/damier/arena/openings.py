"""Where the games of a match begin: what a person writes, or random play; files of openings are read in `opening_files.py`.

An opening is a position or moves from the start, as the game writes them; `moves 4 4 5` is always moves, `start` the
starting position, and moves may follow a position. Two random openings are never the same position, not even up to
symmetry.
"""

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from damier.books.openings import Openings, openings_of
from damier.games.game import BadInput, Game
from damier.records.session import Session
from damier.rules import canonical, key
from damier.wording import quoted

START = "start"
MOVES = "moves "
PLIES = 4  # of random openings, where nothing is said ...
BOOK_PLIES = 10  # ... and at most of those that follow lines which damier knows
MISSES = 500  # random games in a row without a new opening, before we believe that there are no more


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
        if session.game.move_name(session.position, move) == name:
            return move
    return session.game.parse_move(session.position, name)


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
    names = session.move_names()
    start = session.game.text(session.positions[0])
    if any(name.split() != [name] for name in names):  # they could not be told apart in a line
        return Opening(session.game.text(session.position))
    return Opening("" if start == session.game.text(session.game.start()) else start, tuple(names))


def _checked(game: Game, opening: Opening) -> Opening:
    opening.session(game)
    return opening


def random_openings(game: Game, count: int, plies: int, seed: int) -> list[Opening]:
    """So many openings of random moves, or as many as were found; all different up to symmetry, none a finished game."""
    chance = random.Random(f"{game.name} {plies} {seed}")
    found: dict[tuple[int, int], Opening] = {}
    misses = 0
    while len(found) < count and misses < MISSES:
        misses += 1
        session = _wander(game, plies, chance)
        alike = (int(key(canonical(session.position))), session.turn) if session else None
        if session and alike and alike not in found:
            found[alike] = opening_of(session)
            misses = 0
    if not found:
        raise BadInput(f"{game.name}: no game goes on after {plies} random moves")
    return list(found.values())


def book_openings(known: Openings, count: int, seed: int) -> list[Opening]:
    """So many openings of moves drawn from good lines, or as many as were found; no two are the same position."""
    chance = random.Random(f"{known.game.name} book {seed}")
    found: dict[int, Opening] = {}
    misses = 0
    while len(found) < count and misses < MISSES:
        misses += 1
        position, moves = known.game.start(), list[int]()
        while len(moves) < BOOK_PLIES and (entries := known.good_moves(position)):
            moves += chance.choices([entry.move for entry in entries], [entry.weight for entry in entries])
            position = known.game.play(position, moves[-1])
        where = int(key(position))
        if where not in found:
            session = Session(known.game)
            for move in moves:
                session.play(move)
            found[where] = opening_of(session)
            misses = 0
    return list(found.values())


def usual_openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Openings from the lines that damier knows of a game; else random ones of PLIES moves, or of fewer in short games."""
    known = openings_of(game)
    if known is not None:
        return book_openings(known, count, seed)
    for plies in range(PLIES, 0, -1):
        with contextlib.suppress(BadInput):
            return random_openings(game, count, plies, seed)
    return [Opening()]


def _wander(game: Game, plies: int, chance: random.Random) -> Session | None:
    """A game of so many random moves, if it goes on after them."""
    session = Session(game)
    for _ in range(plies):
        legal = session.legal_moves()
        if not legal:
            return None
        session.play(chance.choice(legal))
    return None if session.is_over else session


def spread_over(openings: Sequence[Opening], pairs: int) -> list[Opening]:
    """An opening for each pair of games; when they are used up they come again."""
    return [openings[pair % len(openings)] for pair in range(pairs)]
