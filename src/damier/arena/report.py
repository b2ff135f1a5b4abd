"""What a match has come to: points, pairs, the difference in rating and how sure it is, the verdict, the games."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from damier.arena.record import MatchGame
from damier.rating import NO_PAIRS, Pairs, Sprt, elo_of, error_of


@dataclass(frozen=True)
class Report:
    """A match as its first side sees it."""

    names: tuple[str, str]
    wins: int
    draws: int
    losses: int
    pairs: Pairs  # how many openings brought 0, ½, 1, 1½ and 2 points from both sides together
    forfeits: tuple[int, int]  # games that each side has lost by a failure or by time
    games: tuple[MatchGame, ...]  # in the order of their numbers
    sprt: Sprt | None = None
    is_interrupted: bool = False  # somebody ended the match before its time

    @property
    def score(self) -> float:
        """Points a game; one half before the first."""
        return (self.wins + self.draws / 2) / len(self.games) if self.games else 0.5

    @property
    def elo(self) -> float:
        """By how much the first side is better; infinite if it has won, or lost, all games."""
        return elo_of(self.score)

    @property
    def error(self) -> float:
        """The true difference is 19 times out of 20 within `elo` plus or minus this; infinite if little is known."""
        return error_of(self.pairs)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return self.sprt.llr(self.pairs) if self.sprt else None

    @property
    def verdict(self) -> str | None:
        """`H0`, `H1` or `open`, if there is a sequential test."""
        return self.sprt.verdict(self.pairs) if self.sprt else None

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test has an answer."""
        return self.verdict in ("H0", "H1")

    @property
    def rating(self) -> str:
        """The difference in rating and its error, in words."""
        beyond = "farther up than can be measured" if self.elo > 0 else "farther down than can be measured"
        elo = f"{self.elo:+.1f}" if math.isfinite(self.elo) else beyond
        return f"Elo {elo} ± {self.error:.1f}" if math.isfinite(self.error) else f"Elo {elo}, not enough games for an error"

    def __str__(self) -> str:
        """The match in a few lines."""
        counts = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        lines = [
            f"{self.names[0]}  against  {self.names[1]}",
            f"games     {len(self.games)}: {counts}, score {self.score:.1%}",
            f"pairs     {' '.join(map(str, self.pairs))} with 0, ½, 1, 1½, 2 points",
            f"rating    {self.rating}",
        ]
        if any(self.forfeits):
            lines.append(f"forfeits  {self.forfeits[0]} and {self.forfeits[1]}: failures and losses on time")
        if self.sprt and self.llr is not None:
            low, high = self.sprt.bounds
            test = f"test      LLR {self.llr:.2f}, bounds {low:.2f} and {high:.2f}"
            words = {"H0": f"{self.sprt.elo0:+g} Elo is likelier", "H1": f"{self.sprt.elo1:+g} Elo is likelier"}
            lines.append(f"{test}: {words.get(self.verdict or '', 'not decided')}")
        if self.is_interrupted:
            lines.append("ended before its time")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """All but the games; what is infinite is null."""
        answer: dict[str, Any] = {
            "names": list(self.names),
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 4),
            "pairs": list(self.pairs),
            "forfeits": list(self.forfeits),
            "elo": _finite(self.elo),
            "error": _finite(self.error),
            "interrupted": self.is_interrupted,
        }
        if self.sprt:
            low, high = self.sprt.bounds
            test = asdict(self.sprt) | {"llr": round(self.sprt.llr(self.pairs), 4), "bounds": [round(low, 4), round(high, 4)]}
            answer["sprt"] = test | {"verdict": self.verdict}
        return answer


def report_on(
    games: Sequence[MatchGame], names: tuple[str, str], sprt: Sprt | None = None, is_interrupted: bool = False
) -> Report:
    """What these games say; the pairs are those of which both games were played."""
    points = {game.number: game.points for game in games}
    pairs = list(NO_PAIRS)
    for number in points:
        if number % 2 == 0 and number + 1 in points:
            pairs[round(2 * (points[number] + points[number + 1]))] += 1
    scores = list(points.values())
    return Report(
        names=names,
        wins=scores.count(1.0),
        draws=scores.count(0.5),
        losses=scores.count(0.0),
        pairs=(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
        forfeits=(_forfeits(games, 0.0), _forfeits(games, 1.0)),
        games=tuple(sorted(games, key=lambda game: game.number)),
        sprt=sprt,
        is_interrupted=is_interrupted,
    )


def _forfeits(games: Sequence[MatchGame], points: float) -> int:
    return sum(game.is_forfeit and game.points == points for game in games)


def _finite(number: float) -> float | None:
    return round(number, 2) if math.isfinite(number) else None
