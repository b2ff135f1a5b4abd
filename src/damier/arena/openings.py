"""Openings for the games of a match where nobody says any: random play, or lines that damier knows.

Two of them are never the same position, not even up to symmetry.
"""

import contextlib
import random
from collections.abc import Sequence

from damier.books.openings import Openings, openings_of
from damier.games.game import BadInput, Game
from damier.records.openings import Opening, opening_of
from damier.records.session import Session
from damier.rules import canonical, key

PLIES = 4  # of random openings, where nothing is said ...
BOOK_PLIES = 10  # ... and at most of those that follow lines which damier knows
MISSES = 500  # random games in a row without a new opening, before we believe that there are no more


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
    """So many openings of moves drawn from good lines, or as many as were found; all different up to symmetry."""
    chance = random.Random(f"{known.game.name} book {seed}")
    found: dict[int, Opening] = {}
    misses = 0
    while len(found) < count and misses < MISSES:
        misses += 1
        position, moves = known.game.start(), list[int]()
        while len(moves) < BOOK_PLIES and (entries := known.good_moves(position)):
            moves += chance.choices([entry.move for entry in entries], [entry.weight for entry in entries])
            position = known.game.play(position, moves[-1])
        where = int(key(canonical(position)))
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
    Opening().session(game)  # or it is refused: there is nothing to play
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
