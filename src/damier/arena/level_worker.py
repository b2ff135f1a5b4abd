"""A process that plays pairs of games between two manners of play, an opening of random moves from both sides."""

import math
import random
from typing import Any

from damier.engine.level_file import Manner
from damier.engine.levels import Level, mannered
from damier.engine.player import Player
from damier.games import load
from damier.games.game import Game
from damier.processes.serving import Say, Work, serve
from damier.records.session import Session

HASH_MB = 2
OPENING = (1, 6)  # moves at random, from so many up to so many
LONGEST = 300  # moves of a game; then it is a draw
TRIES = 50  # openings, for one in which the game goes on


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        game = load(terms["game"], **terms["options"])

        def play(task: list[Any]) -> list[float]:
            say({"seconds": math.inf})  # what it plays with may have to be compiled
            one, two, seed = Manner(*task[0]), Manner(*task[1]), int(task[2])
            return play_pair(game, one, two, seed)

        return play

    serve(begin)


def level_with(manner: Manner) -> Level:
    """The level that plays in a manner."""
    return Level(0, "measured", **mannered(manner))


def play_pair(game: Game, one: Manner, two: Manner, seed: int) -> list[float]:
    """What the first of two gets in two games from the same opening, in which each once moves first; nothing without one."""
    opening = _opening(game, random.Random(seed))
    if opening is None:
        return []
    points = []
    for first in (0, 1):
        levels = [level_with(each) for each in ((one, two) if first == 0 else (two, one))]
        players = [Player(game, None, hash_mb=HASH_MB, level=level, seed=2 * seed + first) for level in levels]
        result = _play(opening.copy(), players)
        points.append(result if first == 0 else 1 - result)
    return points


def _play(session: Session, players: list[Player]) -> float:
    """A game: what the first of two players gets, who is the one to move."""
    mover = session.turn
    for _ in range(LONGEST):
        if session.is_over:
            break
        player = players[0 if session.turn == mover else 1]
        session.make(player.think(session.position, past=session.past).move)
    score = session.score or 0  # for player 0
    own = score if mover == 0 else -score
    return 1.0 if own > 0 else 0.5 if own == 0 else 0.0


def _opening(game: Game, chance: random.Random) -> Session | None:
    """A game after some random moves; fewer where games are short."""
    for tried in range(TRIES):
        session = Session(game)
        for _ in range(max(0, chance.randint(*OPENING) - tried // 10)):
            if session.is_over:
                break
            session.make(chance.choice(session.legal_moves()))
        if not session.is_over:
            return session
    return None
