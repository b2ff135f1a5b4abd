"""Positions with the results of their games: from collections of games, and from games that damier plays against itself.

Positions of one game share its result, so that ten of them tell hardly more than one. As long as there are games enough,
each gives a single position.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.engine.levels import level_of
from damier.engine.player import Player
from damier.games.declared import brought
from damier.games.game import BadInput, Game
from damier.records.collections import files_of, open_file, session_of
from damier.records.session import Session

LEVEL = level_of("club")  # of games against itself: who sees less does not win what is won
OPENING = (2, 8)  # random plies that such a game begins with, at least and at most
LONGEST = 400  # plies, after which a game is a draw
FROM_EACH = 4  # positions of a game against itself

Tell = Callable[[str, int, int], None]


class Sample(NamedTuple):
    """A position, what the player to move got in the game (1, ½ or 0), and the number of the game."""

    position: Any
    result: float
    game: int


def from_files(
    game: Game, paths: Sequence[Path], count: int, seed: int, on_faults: Callable[[list[str]], None] = lambda faults: None
) -> list[Sample]:
    """Positions of games that were played, of files in any of the game's formats; faster where the game says how (SAMPLES)."""
    chance = np.random.default_rng(seed)
    if hasattr(game.module, "SAMPLES"):
        sampled: list[Sample] = brought("SAMPLES", game.module.SAMPLES)(game, paths, count, chance, on_faults)
        return sampled
    sessions = list[Session]()
    for path in files_of(game, paths):
        sessions += _finished(game, path, on_faults)
    return _chosen(sessions, count, chance)


def from_play(game: Game, count: int, seed: int, progress: Tell = lambda what, done, total: None) -> list[Sample]:
    """Positions of games against itself, each from a random opening."""
    chance = random.Random(seed)
    player = Player(game, None, hash_mb=1, level=LEVEL, seed=seed)
    games = -(-count // FROM_EACH)
    sessions = list[Session]()
    for number in range(games):
        sessions.append(_play(game, player, chance))
        progress("games", number + 1, games)
    return _chosen(sessions, count, np.random.default_rng(seed))


def spread(games: Any, count: int, chance: Any) -> Any:
    """The places of so many positions, given the games they are from: one of each game, then a second, and so on."""
    order = chance.permutation(len(games))
    by_game = order[np.argsort(games[order], kind="stable")]
    numbers = games[by_game]
    first = np.searchsorted(numbers, numbers)  # where the positions of its game begin
    turn = np.arange(len(games)) - first
    chosen = by_game[np.lexsort((chance.permutation(len(games)), turn))]
    return chosen[:count]


def _play(game: Game, player: Player, chance: random.Random) -> Session:
    """One game against itself; its opening is not kept."""
    session = Session(game)
    for _ in range(chance.randint(*OPENING)):
        if not session.is_over:
            session.play(chance.choice(session.legal_moves()))
    session = Session(game, session.position, session.turn, session.past)
    while not session.is_over and len(session.moves) < LONGEST:
        session.play(player.think(session.position, past=session.past).move)
    return session


def _chosen(sessions: Sequence[Session], count: int, chance: Any) -> list[Sample]:
    """Some of the positions of games, from each about as many."""
    samples = [
        Sample(position, _result(session.score or 0, turn), number)
        for number, session in enumerate(sessions)
        for position, turn in zip(session.positions[:-1], session.turns[:-1], strict=True)
    ]
    return [samples[place] for place in spread(np.array([each.game for each in samples], int), count, chance)]


def _result(score: int, turn: int) -> float:
    """What a player got where player 0 has this score in the end."""
    won = (score > 0) - (score < 0)
    return 0.5 + 0.5 * (won if turn == 0 else -won)


def _finished(game: Game, path: Path, on_faults: Callable[[list[str]], None]) -> list[Session]:
    """The games of a file that were played to their end."""
    found, faults = list[Session](), list[str]()
    for written in open_file(game, path).read(0):
        try:
            if written.fault:
                raise BadInput(written.fault)
            session = session_of(game, written)
            if not session.is_over:
                raise BadInput("the game is not over")
            found.append(session)
        except BadInput as error:
            faults.append(f"{path.name}: {written.where}: {error}")
    if faults:
        on_faults(faults)
    return found
