"""Searches for weights by playing: they find what is known, go on where they were, and refuse what is not theirs."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.errors import BadInput
from damier.games import load
from damier.games.adjustable import Adjustable, adjustable_of, narrowed, read_numbers, write_numbers
from damier.games.game import Game
from damier.learning.duels import Duel, DuelScore, DuelTerms, Ring
from damier.learning.genetic import Genetic, crossed, middle
from damier.learning.matches import Thinking, play_match, some_openings
from damier.learning.spsa import CHANGE, FIRST_STEP, Spsa
from damier.learning.weight_search import AT_ONCE, Measure, Way, WeightBatch, WeightSearch
from own_games import HEAPS, NIM

pytestmark = pytest.mark.xdist_group("weight search")


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("heaps") / "heaps.py"
    path.write_text(HEAPS)
    game: Game = load(str(path))
    return game


def terms_of(game: Game, **other: Any) -> DuelTerms:
    return DuelTerms(game.loaded_as, {}, other.pop("thinking", (1, 0, 0)), 10, **other)


def search_of(game: Game, way: Way, seed: int = 1, pairs: int = 30) -> WeightSearch:
    known = adjustable_of(game)
    return WeightSearch(way, seed, known, known.start(), Measure({"own": known.start()}, pairs, 2))


def numbers(wished: dict[str, int], steps: int = 10) -> Adjustable:
    return Adjustable(list(wished), {"own": list(wished.values())}, np.asarray, [steps] * len(wished))


# --- the ways, told by a formula who wins


def climb(way: Way, wished: list[int], seed: int = 1) -> tuple[list[int], int]:
    """What a search finds if whoever is nearer to what is wished wins the more surely, and how many duels it has asked for."""
    known = numbers({str(place): 0 for place in range(len(wished))})
    rounds = way.rounds(known, known.start(), random.Random(seed))
    here, asked = next(rounds), 0
    while True:
        asked += len(here.pairings)
        far = [
            [sum((number - wish) ** 2 for number, wish in zip(side, wished, strict=True)) for side in pair]
            for pair in here.pairings
        ]
        try:
            here = rounds.send([1 / (1 + np.exp((one - two) / 2000)) for one, two in far])
        except StopIteration as end:
            return end.value, asked


@pytest.mark.parametrize("way", [Genetic(80, 24, 1), Spsa(80, 16, 1)], ids=["genetic", "spsa"])
def test_both_ways_find_what_wins(way: Way) -> None:
    wished = [100, -60, 30, 0, 10]
    found, asked = climb(way, wished)
    assert asked == way.duels
    assert max(abs(number - wish) for number, wish in zip(found, wished, strict=True)) < 12
    assert climb(way, wished)[0] == found


def test_a_step_of_spsa_by_hand() -> None:
    known = numbers({"a": 100, "b": 0})
    rounds = Spsa(1, 2, 1).rounds(known, known.start(), random.Random(5))
    duels = next(rounds).pairings
    for one, two in duels:
        assert [abs(number - start) for number, start in zip(one, (100, 0), strict=True)] == [10 * CHANGE] * 2
        assert [up + down for up, down in zip(one, two, strict=True)] == [200, 0]
    with pytest.raises(StopIteration) as end:
        rounds.send([1.0, 0.5])  # the first is won, which is one half of the slope; the second is even
    signs = [(number - start) / 10 for number, start in zip(duels[0].one, (100, 0), strict=True)]
    assert end.value.value == [round(start + FIRST_STEP * sign / 2 * 10) for start, sign in zip((100, 0), signs, strict=True)]


def test_children_and_their_middle() -> None:
    chance = random.Random(1)
    mother, father = [1] * 200, [2] * 200
    child = crossed(mother, father, chance)
    assert set(child) == {1, 2}
    assert 70 < child.count(1) < 130
    assert middle([[1, 10], [2, 20], [3, 60]]) == [2, 30]


# --- games


@pytest.mark.parametrize("way", [Genetic(40, 16, 4), Spsa(120, 8, 3)], ids=["genetic", "spsa"])
def test_what_gold_and_lead_are_worth_is_found(heaps: Game, way: Way) -> None:
    search = search_of(heaps, way, pairs=60)
    batch = WeightBatch(heaps, terms_of(heaps), [search])
    assert batch.run()
    gold, lead = search.numbers
    assert -4 < gold / lead < -1  # -2 would be the truth
    first, *_, last = search.points(batch.done)
    assert (first.games, first.numbers) == (0, [40, 40])
    assert last.games == search.games == 2 * way.pairs * way.duels
    assert first.scores["own"] == (0.5, 0.0)
    assert last.scores["own"].score > 0.7


def test_a_search_goes_on_wherever_it_was_killed(heaps: Game, tmp_path: Path) -> None:
    way, kept = Spsa(6, 4, 2), tmp_path / "kept"
    search = search_of(heaps, way)
    batch = WeightBatch(heaps, terms_of(heaps), [search], kept=kept)
    assert batch.run()
    whole = kept.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (len(lines[0]), len(b"".join(lines[:9])), len(b"".join(lines[:20])) + 5, len(whole) - 3):
        kept.write_bytes(whole[:cut])
        again = search_of(heaps, way)
        second = WeightBatch(heaps, terms_of(heaps), [again], kept=kept)
        assert second.run()
        assert (again.numbers, again.games) == (search.numbers, search.games)
        assert again.points(second.done) == search.points(batch.done)
        assert sorted(kept.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_it_can_be_stopped_and_goes_on_in_other_processes(heaps: Game, tmp_path: Path) -> None:
    way, kept = Genetic(3, 4, 2), tmp_path / "kept"
    search = search_of(heaps, way)
    WeightBatch(heaps, terms_of(heaps), [search]).run()
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done == 7:
            first.stop()

    first = WeightBatch(heaps, terms_of(heaps), [search_of(heaps, way)], kept=kept, tell=stop)
    assert not first.run()
    assert told == [(done, 24 + 3 * -(-30 // AT_ONCE)) for done in range(1, 8)]
    again = search_of(heaps, way)
    assert WeightBatch(heaps, terms_of(heaps), [again], kept=kept, jobs=2).run()
    assert again.numbers == search.numbers
    names = [line.split('"')[3] for line in kept.read_text().splitlines()[1:]]
    assert len(names) == len(set(names)) == told[0][1]


def test_a_journal_of_something_else_is_refused(heaps: Game, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    WeightBatch(heaps, terms_of(heaps), [search_of(heaps, Spsa(1, 1, 1))], kept=kept).run()
    for way, seed, terms, telling in (
        (Spsa(1, 1, 1), 2, terms_of(heaps), "searches is .*'seed': 1"),
        (Spsa(1, 2, 1), 1, terms_of(heaps), "searches is .*'directions': 1"),
        (Genetic(1, 4, 1), 1, terms_of(heaps), "searches is .*'spsa'"),
        (Spsa(1, 1, 1), 1, terms_of(heaps, thinking=(2, 0, 0)), "thinking is"),
        (Spsa(1, 1, 1), 1, terms_of(heaps, start="zero"), "numbers is"),
    ):
        with pytest.raises(BadInput, match=f"is of something else: {telling}"):
            WeightBatch(heaps, terms, [search_of(heaps, way, seed)], kept=kept).run()


def test_searches_share_the_work_and_find_what_each_finds_alone(heaps: Game) -> None:
    ways: list[Way] = [Genetic(2, 4, 1), Spsa(3, 2, 1)]
    alone = [search_of(heaps, way) for way in ways]
    for search in alone:
        WeightBatch(heaps, terms_of(heaps), [search]).run()
    together = [search_of(heaps, way) for way in ways]
    beside = Duel("beside", [3, 1], [1, 1], 20, 7)
    batch = WeightBatch(heaps, terms_of(heaps), together, [beside])
    assert batch.run()
    assert [search.numbers for search in together] == [search.numbers for search in alone]
    assert DuelScore(*batch.done["beside"]) == Ring(terms_of(heaps), heaps).play(beside)


def test_a_move_can_be_limited_by_nodes_or_time(heaps: Game) -> None:
    openings = some_openings(heaps.start(), 40, 1, plies=16)
    known, unknown = np.array([2, -1], np.int32), np.array([0, 0], np.int32)
    deep, shallow = (play_match(openings, known, unknown, Thinking(*each)) for each in ((0, 100_000, 0), (8, 0, 0)))
    assert deep.pairs.tolist() == shallow.pairs.tolist()  # eight moves are left, and all of them are seen
    assert play_match(openings, known, unknown, Thinking(0, 8)).score > 0.6
    assert play_match(openings[:2], known, unknown, Thinking(0, 0, 100_000)).games == 4


def test_openings_of_small_games() -> None:
    tictactoe = load("tictactoe")
    assert len(some_openings(tictactoe.start(), 50, 1, plies=3)) == 50
    assert len(set(some_openings(tictactoe.start(), 2_000, 1, plies=1))) <= 10
    assert some_openings(load("nim", stones=1).start(), 5, 1, plies=8) == [load("nim", stones=1).start()]


# --- which numbers


def test_numbers_of_a_game_of_ones_own(heaps: Game, tmp_path: Path) -> None:
    known = adjustable_of(heaps)
    assert list(known.names) == ["weight 1", "weight 2"]
    assert known.start() == known.start("own") == [40, 40]
    assert known.start("zero") == [0, 0]
    second = narrowed(known, ["weight 2"], known.start())
    assert second.weights([7]).tolist() == [40, 7]
    assert second.save is not None
    second.save(tmp_path / "two.weights", [7], "a note")
    assert (tmp_path / "two.weights").read_text().splitlines()[1:] == ["# a note", "weight 1: 40", "weight 2: 7"]
    judged = load(heaps.loaded_as, evaluation=str(tmp_path / "two.weights"))
    assert judged.weights().tolist() == [40, 7]
    assert judged.start() == heaps.start()
    with pytest.raises(BadInput, match="no weights 'poor' to begin with; there are own, zero"):
        known.start("poor")
    with pytest.raises(BadInput, match="no weight has a name that begins with 'gold'; there are weight 1, weight 2"):
        narrowed(known, ["gold"], known.start())


@pytest.mark.parametrize(("evaluation", "count"), [("hand", 156), ("learnt", 156)])
def test_numbers_of_chess(evaluation: str, count: int) -> None:
    game = load("chess", evaluation=evaluation)
    known = adjustable_of(game)
    assert len(known.names) == len(set(known.names)) == count
    assert known.weights(known.start("own")).tolist() == game.weights().tolist()
    poor = known.weights(known.start())
    assert np.count_nonzero(poor) == 5
    assert len(set(poor[:5].tolist())) == 1


@pytest.mark.parametrize(("name", "evaluation"), [("draughts", "hand"), ("othello", "table")])
def test_numbers_of_other_games(name: str, evaluation: str, tmp_path: Path) -> None:
    game, known = load(name), adjustable_of(load(name))
    assert known.weights(known.start("own")).tolist() == load(name, evaluation=evaluation).weights().tolist()
    assert known.save is not None
    known.save(tmp_path / "found.weights", known.start("poor"), "")
    found = load(game.name, evaluation=str(tmp_path / "found.weights"))
    assert found.weights().tolist() == known.weights(known.start("poor")).tolist()


def test_games_without_weights(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(NIM)
    with pytest.raises(BadInput, match="has no weights to search for"):
        adjustable_of(load(str(path)))
    (tmp_path / "some.weights").write_text("weight 1 = 3\n")
    with pytest.raises(BadInput, match=r"some\.weights is no network of damier's"):
        load(str(path), evaluation=str(tmp_path / "some.weights")).weights()
    with pytest.raises(ValueError, match="'patterns' has no coefficients to search for"):
        adjustable_of(load("othello", evaluation="patterns"))


@pytest.mark.parametrize(
    ("told", "telling"),
    [
        ("return 3", "must give an Adjustable, not 3"),
        ('return Adjustable(["a"], {"own": [1, 2]}, list, [1])', "'own' has 2 numbers; expected 1"),
        ('return Adjustable(["a"], {"own": [1]}, list, [])', "'steps' has 0 numbers; expected 1"),
        ('return Adjustable(["a"], {"zero": [1]}, list, [1])', "must say where 'own' is"),
        ('return Adjustable([], {"own": []}, list, [])', "names 0 numbers"),
    ],
)
def test_declarations_that_cannot_be(tmp_path: Path, told: str, telling: str) -> None:
    path = tmp_path / "heaps.py"
    path.write_text(f"{HEAPS}\nfrom damier.games.adjustable import Adjustable\ndef adjustable():\n    {told}\n")
    with pytest.raises(BadInput, match=telling):
        adjustable_of(load(str(path)))


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("a: 1", "has no number for 'b'"),
        ("a: 1\na: 2", "line 2: 'a' is no weight of this game, or stands there twice"),
        ("c: 1", "'c' is no weight of this game"),
        ("a: x\nb: 2", "'x' is no weight; expected a whole number"),
        ("a: 99999999999\nb: 2", "is no weight"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, telling: str) -> None:
    path = tmp_path / "some.weights"
    path.write_text(text)
    with pytest.raises(BadInput, match=telling):
        read_numbers(path, ["a", "b"])
    write_numbers(path, "mygame", ["a", "b"], [5, -3])
    assert read_numbers(path, ["a", "b"]) == [5, -3]
