"""Ratings of many players: compared with a naive twin, with what is known of two, with simulated lists; and whole lists."""

import itertools
import math
import random
import time
from pathlib import Path

import pytest

from damier.arena.rating_list import RatingList, RatingReport
from damier.arena.ratings import ratings_of
from damier.arena.record import MatchGame, read_games
from damier.arena.report import Report, report_on
from damier.cli.rate import variants
from damier.games.game import BadInput
from damier.rating import elo_of, error_of, score_of
from lengths import times
from programs import DAMIER, running


def report(scores: list[float]) -> Report:
    """Of games with these points for the first player."""
    games = [
        MatchGame(number, number % 2, ("a", "b"), each if number % 2 == 0 else 1 - each, "end of the game", "start", (), (0, 0))
        for number, each in enumerate(scores)
    ]
    return report_on(games, ("a", "b"))


def naive_ratings(players: int, meetings: dict[tuple[int, int], Report]) -> list[float]:
    """Zermelo's own way: everybody's strength becomes his points by what he would have got with strength 1, again and again."""
    strength = [1.0] * players
    for _ in range(5000):
        for player in range(players):
            points = below = 0.0
            for (one, other), met in meetings.items():
                if player in (one, other):
                    won = met.wins + met.draws / 2
                    points += won if player == one else len(met.games) - won
                    below += len(met.games) / (strength[one] + strength[other])
            strength[player] = points / below
        mean = math.exp(sum(map(math.log, strength)) / players)
        strength = [each / mean for each in strength]
    return [400 * math.log10(each) for each in strength]


def played(elos: list[float], games: int, chance: random.Random, draws: float = 0.3) -> dict[tuple[int, int], Report]:
    """A list of players with these ratings that meet each other, a share of the games drawn."""
    meetings = {}
    for one, other in itertools.combinations(range(len(elos)), 2):
        expected = score_of(elos[one] - elos[other])
        share = draws * min(1.0, 2 * min(expected, 1 - expected))
        points = chance.choices([1.0, 0.5, 0.0], [expected - share / 2, share, 1 - expected - share / 2], k=games)
        meetings[one, other] = report(points)
    return meetings


def test_two_players_are_rated_as_in_a_match() -> None:
    match = report([1, 0.5, 0, 1, 1, 0, 1, 1, 0.5, 0.5, 1, 0] * 10)
    ratings = ratings_of(2, {(0, 1): match})
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(elo_of(match.score))
    assert ratings.error(0, 1) == pytest.approx(error_of(match.pairs), rel=0.03)
    assert not ratings.is_supposed


@pytest.mark.parametrize("seed", range(5))
def test_ratings_are_zermelos(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(3, 7)
    meetings = played([chance.uniform(-200, 200) for _ in range(players)], 40, chance)
    for pair in list(meetings)[:: chance.randint(3, 5)]:  # not everybody has met
        if len(meetings) > players:
            del meetings[pair]
    ratings = ratings_of(players, meetings)
    assert not ratings.is_supposed
    assert list(ratings.elo) == pytest.approx(naive_ratings(players, meetings), abs=1e-3)


def test_errors_hold_what_they_promise() -> None:
    """In simulated lists 95 % of the true ratings are within; who is far better is said to be so."""
    chance = random.Random(5)
    elos = [-150.0, -40.0, 0.0, 10.0, 180.0]
    inside = total = 0
    for _ in range(times(60, 400)):
        ratings = ratings_of(5, played(elos, 30, chance))
        inside += sum(abs(ratings.elo[each] - elos[each]) <= ratings.error(each) for each in range(5))
        total += 5
        assert ratings.superiority(4, 0) > 0.99 > 0.01 > ratings.superiority(0, 4)
        assert ratings.superiority(3, 2) == pytest.approx(1 - ratings.superiority(2, 3))
    assert 0.92 < inside / total < 0.985


def test_somebody_has_lost_everything() -> None:
    meetings = {(0, 1): report([1, 0, 1, 0.5]), (0, 2): report([1, 1, 1, 1]), (1, 2): report([1, 1, 1, 1])}
    ratings = ratings_of(3, meetings)
    assert ratings.is_supposed
    assert -1500 < ratings.elo[2] < -200
    assert ratings.elo[0] > ratings.elo[1] > ratings.elo[2]
    assert all(map(math.isfinite, ratings.elo))
    nobody = ratings_of(3, {})
    assert list(nobody.elo) == [0, 0, 0]
    assert ratings_of(3, {(0, 1): report([1, 0])}).is_supposed  # nobody knows the third


SETTINGS = ["depth=1,hash=1", "depth=2,hash=1", "depth=1,hash=1", "level=1,hash=1,name=weak"]


def whole(out: Path | None = None, **terms) -> RatingReport:
    return RatingList("tictactoe", SETTINGS, **{"games": 4, "jobs": 1, "out": out, **terms}).run()


def told(games: tuple[MatchGame, ...] | list[MatchGame]) -> list[tuple]:
    return sorted((game.number, game.names, game.result, game.opening, game.moves) for game in games)


def test_a_list_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """Each with each, the same openings for all; the same whoever was killed when."""
    out, uninterrupted = tmp_path / "list.txt", whole()
    assert [each.games for each in uninterrupted.rated] == [12] * 4
    assert {each.name for each in uninterrupted.rated} == {"depth=1,hash=1", "depth=2,hash=1", "depth=1,hash=1 (2)", "weak"}
    meetings = {(game.names, game.opening) for game in uninterrupted.games}
    assert len(meetings) == 24
    chance = random.Random(1)
    command = ["rate", "tictactoe", *SETTINGS, "--games", "4", "--jobs", "2", "--out", str(out)]
    for _ in range(times(2, 15)):
        before = out.stat().st_size if out.exists() else 0
        with running(DAMIER, *command) as process:
            while process.poll() is None and (not out.exists() or out.stat().st_size == before):
                time.sleep(0.005)
            time.sleep(0.05 * chance.random())
            process.kill()
    found = whole(out)
    assert told(found.games) == told(uninterrupted.games) == told(read_games(out.read_text().splitlines()))
    assert found.to_json() == uninterrupted.to_json()
    longer = whole(out, games=5)
    assert longer.to_json()["games"] == 30
    with pytest.raises(BadInput, match="gauntlet is False there, and True here"):
        whole(out, gauntlet=True)


def test_a_gauntlet_and_its_variants() -> None:
    texts = ["name=base,hash=1", *variants("name=base,hash=1", ["depth=1,2", "killers=on,off"])]
    assert texts[1:] == [
        f"name=base depth={depth} killers={killers},hash=1,depth={depth},killers={killers}"
        for depth in (1, 2)
        for killers in ("on", "off")
    ]
    assert variants("seconds=0.1", ["depth=4, 6"]) == ["seconds=0.1,depth=4", "seconds=0.1,depth=6"]
    assert variants("uci:sf,Hash=4", ["Skill Level=5"]) == ["uci:sf,Hash=4,Skill Level=5"]
    found = RatingList("tictactoe", texts, games=2, jobs=1, gauntlet=True).run()
    assert {each.name: each.games for each in found.rated} == {"base": 8} | {
        f"base depth={depth} killers={killers}": 2 for depth in (1, 2) for killers in ("on", "off")
    }
    assert found.anchor == "base"
    base = next(each for each in found.rated if each.name == "base")
    assert (base.elo, base.error) == (0, 0)
    assert "Elo is the difference to base" in str(found)


@pytest.mark.parametrize("asked", ["depth", "depth=", "=4", "depth=4,,6"])
def test_what_cannot_be_varied(asked: str) -> None:
    with pytest.raises(ValueError, match="it must be written name=value,value"):
        variants("", [asked])


def test_what_is_no_list() -> None:
    with pytest.raises(BadInput, match="a list of 1 settings cannot be"):
        RatingList("nim", ["depth=1"])
    with pytest.raises(BadInput, match="play different games"):
        RatingList("kalah", ["depth=1", "depth=2", "seeds=3"])
    with pytest.raises(BadInput, match="0 games"):
        RatingList("nim", ["depth=1", "depth=2"], games=0)
