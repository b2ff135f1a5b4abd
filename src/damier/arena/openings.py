"""Where the games of a match begin: lines of a file, or random play.

A line of a file is a position or moves from the start, as the game writes them; `moves 4 4 5` is always moves, `start` the
starting position, and what follows a `#` says nothing. Two random openings are never the same position, not even up to
symmetry.
"""

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from damier.engine.session import Session
from damier.games.game import BadInput, Game
from damier.rules import canonical, key

START = "start"
MOVES = "moves "
PLIES = 4  # of random openings, where nothing is said
MISSES = 500  # random games in a row without a new opening, before we believe that there are no more


@dataclass(frozen=True)
class Opening:
    """A position in writing, or else moves from the start by their names."""

    position: str = ""
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.position or (MOVES + " ".join(self.moves) if self.moves else START)

    def session(self, game: Game) -> Session:
        """The game with this opening on the board; BadInput if it cannot be, or if the game is over there."""
        session = Session.from_text(game, self.position)
        for move in self.moves:
            session.play(move_named(session, move))
        if session.is_over:
            raise BadInput(f"the game is over after the opening {str(self)!r}")
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
    written = text.strip()
    if written == START:
        return Opening()
    if written.startswith(MOVES):
        return _checked(game, Opening(moves=tuple(written.removeprefix(MOVES).split())))
    try:
        return _checked(game, Opening(written))
    except BadInput as no_position:
        try:
            return _checked(game, Opening(moves=tuple(written.split())))
        except BadInput as no_moves:
            raise BadInput(f"{written!r} is neither a position ({no_position}) nor moves ({no_moves})") from None


def _checked(game: Game, opening: Opening) -> Opening:
    opening.session(game)
    return opening


def read_openings(game: Game, file: Path) -> list[Opening]:
    """The openings of a file; a bad line is refused with its number."""
    openings = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text in UTF-8") from None
    for number, line in enumerate(lines, 1):
        written = line.partition("#")[0].strip()
        if written:
            try:
                openings.append(read_opening(game, written))
            except BadInput as error:
                raise BadInput(f"{file} line {number}: {error}") from None
    if not openings:
        raise BadInput(f"{file}: there is no opening in it")
    return openings


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
            found[alike] = _written(session)
            misses = 0
    if not found:
        raise BadInput(f"{game.name}: no game goes on after {plies} random moves")
    return list(found.values())


def usual_openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Random openings of PLIES moves, or of fewer in games that are over by then."""
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


def _written(session: Session) -> Opening:
    """The moves of a game; the position instead, if names of moves cannot be told apart in a line."""
    names = session.move_names()
    if all(name.split() == [name] for name in names):
        return Opening(moves=tuple(names))
    return Opening(session.game.text(session.position))


def spread_over(openings: Sequence[Opening], pairs: int) -> list[Opening]:
    """An opening for each pair of games; when they are used up they come again."""
    return [openings[pair % len(openings)] for pair in range(pairs)]
