"""What a move has cost, from what the positions before and after it are worth: its sign, and how accurately a player played.

A move is bad if the result that may be expected gets worse, or, where the points are the result, if it loses points. A win that
takes longer, or a lead that is smaller and wins all the same, is no mistake.
"""

import math
from collections.abc import Iterable

from damier.engine.expectation import counts
from damier.games.game import Game
from damier.rules import LOSS, WIN, limits
from damier.web.play.worth import Worth, share

SIGNS = ("??", "?", "?!")  # of a blunder, a mistake, an inaccuracy
FALLS = (0.15, 0.1, 0.05)  # of the expected share of the result, from 0 to 1, from which on these are given
UNSURE = 2.0  # times as much where estimates count nothing: they waver
STEEPNESS = 4.0  # of accuracy: a move that loses a quarter of the result has e^-1, 37 %


def fall(before: Worth, after: Worth, player: int, game: Game) -> float:
    """The share of the result, from 0 to 1, that a player's move has lost, if it led from the one to the other."""
    if before.result is not None or after.result is not None:  # proved, though not by how much: who wins is compared
        then, now = (_result_share(each, game) for each in (before, after))
    else:
        then, now = share(before, game), share(after, game)
    return max(0.0, then - now if player == 0 else now - then)


def _result_share(worth: Worth, game: Game) -> float:
    """The expected result where only who wins counts."""
    if worth.result is None and worth.exact:
        return 0.5 + 0.5 * ((worth.points > 0) - (worth.points < 0))
    return share(worth, game)


def cost(before: Worth, after: Worth, player: int, game: Game) -> int:
    """How many points a player's move has lost; 0 where nobody counts them, or it is known who wins, but not by how much."""
    is_counted = counts(game, before.position) and not any(
        each.result is not None or abs(each.points) >= WIN for each in (before, after)
    )
    lost = before.points - after.points
    return max(0, lost if player == 0 else -lost) if is_counted else 0


def mark_of(before: Worth, after: Worth, player: int, game: Game) -> str:
    """The sign for a move that led from the one to the other; nothing for a good one."""
    is_unsure = not counts(game, before.position) and not (before.is_settled and after.is_settled)
    by_result = _sign(fall(before, after, player, game), FALLS, UNSURE if is_unsure else 1.0)
    lost = cost(before, after, player, game)
    if not lost:
        return by_result
    blunder, mistake = game.marks
    by_points = _sign(lost, (blunder, mistake, mistake / 2), game.unit)
    if _points_are_result(before) and before.exact and after.exact:
        return by_points
    return min(by_points, by_result, key=_severity)


def _sign(lost: float, least: tuple[float, ...], unit: float) -> str:
    return next((sign for each, sign in zip(least, SIGNS, strict=True) if lost >= each * unit - 1e-9), "")


def _severity(sign: str) -> int:
    return len(SIGNS) - SIGNS.index(sign) if sign else 0


def _points_are_result(worth: Worth) -> bool:
    """Whether a game is played for points, and not only to win."""
    return tuple(int(bound) for bound in limits(worth.position)) != (LOSS, WIN)


def accuracy(falls: Iterable[float]) -> float | None:
    """How accurately a player played, in per cent, from what each of his moves has lost; None if he made none."""
    each = [100 * math.exp(-STEEPNESS * lost) for lost in falls]
    return sum(each) / len(each) if each else None
