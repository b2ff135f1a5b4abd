"""Levels that are measured for a game that has learnt: of equal steps, rising, resumable, and played wherever levels are."""

import json
import random
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.arena.calibration import COUNT, Calibration, Effort, between, equal_steps, ladders, measured, rungs_of
from damier.arena.level_worker import play_pair
from damier.arena.ratings import Ratings
from damier.engine.level_file import LevelFile, Manner, Measured, levels_path, measured_levels, read_levels, write_levels
from damier.engine.levels import LEVELS, level_in, level_of, levels_of, sound_levels
from damier.engine.player import Player
from damier.errors import BadInput
from damier.games import load
from damier.games.game import Game
from damier.learning.network.generations import Learning, Settings
from damier.network.file import head_of, write_network
from damier.network.kept import network_shipped
from programs import COMMAND

EFFORT = Effort(nodes=300, rung_pairs=8, level_pairs=16)


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A small game that has learnt for some seconds."""
    folder = tmp_path_factory.mktemp("learnt")
    game = load("tictactoe")
    learning = Learning(game, folder / "learning", Settings(nodes=60, positions=4000, hidden=32, match_pairs=10, rounds=3))
    learning.run(1)
    write_network(folder / "small.network", learning.network(1))
    return replace(game, options={**game.options, "evaluation": str(folder / "small.network")})


@pytest.fixture(scope="module")
def found(learnt: Game) -> LevelFile:
    """Its levels, found without being ended."""
    calibration = Calibration(learnt, EFFORT)
    told = calibration.run(600)
    assert told is not None
    calibration.journal.unlink()
    return told


def test_steps_are_equal_where_ratings_are_known() -> None:
    """Between manners of known ratings those are found that lie at equal distances, by the logarithm of positions."""
    way = [Manner(nodes=nodes) for nodes in (64, 512, 1024)]
    chosen = equal_steps([way], dict(zip(way, (0.0, 300.0, 400.0), strict=True)), 5)
    assert [each.nodes for each in chosen] == [64, 128, 256, 512, 1024]
    errs = [Manner(1, 0.6, 4.0, 0), Manner(1, 0.0, 0.0, 1)]
    chosen = equal_steps([errs, way], dict(zip([*errs, *way], (0.0, 200.0, 250.0, 450.0, 800.0), strict=True)), 9)
    assert chosen[1:3] == [Manner(1, 0.3, 2.0, 0), Manner(1, 0.0, 0.0, 1)]
    assert [each.nodes for each in chosen[3:]] == [round(64 * 8 ** (i / 4)) for i in (1, 3)] + [
        round(512 * 2 ** ((500 + 100 * i - 450) / 350)) for i in range(3)
    ] + [1024]
    assert between(errs[0], errs[1], 0.25) == Manner(1, 0.45, 3.0, 0)


def test_what_is_found_in_little_noise_rises() -> None:
    """Of a way whose middle came out too strong the rest is not left out."""
    way = [Manner(nodes=nodes) for nodes in (64, 128, 256, 512)]
    chosen = equal_steps([way], dict(zip(way, (0.0, 220.0, 180.0, 400.0), strict=True)), 5)
    nodes = [each.nodes for each in chosen]
    assert nodes == sorted(set(nodes))


def test_a_level_that_came_out_weaker_plays_as_the_one_below() -> None:
    manners = [Manner(nodes=1 << i) for i in range(4)]
    ratings = Ratings(np.array([0.0, 300.0, 200.0, 500.0]), np.eye(4) * 100, False)
    levels = measured(manners, ratings, range(4))
    assert [each.manner for each in levels] == [manners[0], manners[1], manners[1], manners[3]]
    assert [each.rating for each in levels] == [0, 250, 250, 500]
    assert levels[0].error == 0
    assert all(each.error > 0 for each in levels[1:])


def test_rungs_go_from_a_beginner_to_full_strength() -> None:
    rungs = rungs_of(ladders(5000))
    assert rungs[0].overlooks == max(each.overlooks for each in rungs)
    assert rungs[-1] == Manner(nodes=5000)
    assert len(set(rungs)) == len(rungs)


def test_levels_rise_as_measured(learnt: Game, found: LevelFile) -> None:
    assert [each.number for each in found.levels] == list(range(1, COUNT + 1))
    ratings = [each.rating for each in found.levels]
    assert ratings == sorted(ratings)
    assert ratings[0] == 0
    assert ratings[-1] > 50
    assert found.games > 100
    assert all(each.error >= 0 for each in found.levels)


def test_a_higher_level_is_not_weaker_in_new_games(learnt: Game, found: LevelFile) -> None:
    """From other openings than those it was measured by, who was measured to be better by far is better."""

    def points(one: Manner, two: Manner) -> float:
        games = [each for seed in range(20) for each in play_pair(learnt, one, two, 7_000_000 + seed)]
        return sum(games) / len(games)

    low, high = found.levels[0], found.levels[-1]
    assert points(high.manner, low.manner) > 0.6
    middle = [each for each in found.levels if each.rating > 120 and high.rating - each.rating > 120]
    for each in middle[:2]:
        assert points(each.manner, low.manner) > 0.5
        assert points(high.manner, each.manner) > 0.45


def test_who_is_ended_goes_on(learnt: Game, found: LevelFile) -> None:
    """Stopped again and again, it comes to what it would have come to; with other words it is refused."""
    chance, told = random.Random(1), None
    for _ in range(100):
        calibration = Calibration(learnt, EFFORT)
        left = chance.randint(80, 250)

        def hear(progress: Any, calibration: Calibration = calibration) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                calibration.stop()

        calibration._tell = hear
        told = calibration.run(600)
        if told is not None:
            break
        assert calibration.journal.exists()
    assert told == found
    with pytest.raises(BadInput, match="seed"):
        Calibration(learnt, replace(EFFORT, seed=2)).run(600)
    calibration.journal.unlink()


def test_little_time_is_enough(learnt: Game) -> None:
    """Everybody plays everybody beside him once; the errors tell how little is known."""
    calibration = Calibration(learnt, replace(EFFORT, rung_pairs=1000, level_pairs=1000, nodes=100))
    told = calibration.run(0)
    calibration.journal.unlink()
    assert told is not None
    assert max(each.error for each in told.levels) > 100


def test_the_game_is_played_at_its_levels(learnt: Game, found: LevelFile) -> None:
    """Wherever a level is named, its number or its name means that of the game; with another evaluation the usual one."""
    manners = [Manner(1, 0.5, 3.0, 0), *(Manner(nodes=20 << i) for i in range(COUNT - 1))]
    found = found._replace(levels=tuple(Measured(i + 1, manner, 100 * i, 20) for i, manner in enumerate(manners)))
    path = levels_path(Path(learnt.options["evaluation"]))
    assert [level.elo for level in levels_of(learnt)] == [None] * len(levels_of(learnt))
    write_levels(path, found)
    try:
        assert read_levels(path) == found
        offered = levels_of(learnt)
        assert [level.elo for level in offered[:COUNT]] == [each.rating for each in found.levels]
        assert [level.name for level in offered] == [level.name for level in levels_of(load("tictactoe"))]
        for number in range(1, COUNT):
            mine, manner = level_in(learnt, level_of(str(number))), found.levels[number - 1].manner
            assert (mine.overlooks, mine.careless, mine.nodes) == (manner.overlooks, manner.careless, manner.nodes)
        assert level_in(learnt, level_of("strong")) == level_of("strong")
        assert level_in(learnt, level_of("people:1500")) == level_of("people:1500")
        assert [level.name for level in sound_levels(learnt)] == [level.name for level in sound_levels(load("tictactoe"))]
        looked = [Player(learnt, None, hash_mb=1, level=level_of(name)).think(learnt.start()).nodes for name in ("novice", "8")]
        assert looked[0] < 60 < looked[1]
        own = replace(learnt, options={**learnt.options, "evaluation": ""})
        assert measured_levels(own) == ()
        assert level_in(own, level_of("club")) == level_of("club")
        write_levels(path, found._replace(network="of another one"))
        assert measured_levels(learnt) == ()
        path.write_text("no levels")
        assert measured_levels(learnt) == ()
    finally:
        path.unlink()


def test_levels_of_a_network_that_comes_with_the_game_lie_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: LevelFile
) -> None:
    """The package may not be written to; levels that come with it count where nobody has measured others."""
    monkeypatch.setenv("DAMIER_DATA", str(tmp_path / "data"))
    chess = load("chess")
    path = Calibration(chess, EFFORT).path
    assert path == tmp_path / "data" / "networks" / "chess.levels"
    shipped = network_shipped(chess)
    assert shipped is not None
    usual = measured_levels(chess)
    own = found._replace(network=str(head_of(shipped)["checksum"]))
    write_levels(path, own)
    assert measured_levels(chess) == own.levels != usual
    path.write_text("no levels")
    assert measured_levels(chess) == usual


@pytest.mark.parametrize(
    "change",
    [{"number": 3}, {"rating": -50}, {"overlooks": 2}, {"nodes": -1}, {"depth": "many"}, {"careless": float("nan")}],
)
def test_damaged_files_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    levels = tuple(Measured(i + 1, Manner(1, 0.1, 1.0, 1), 100 * i, 20) for i in range(3))
    path = tmp_path / "game.levels"
    write_levels(path, LevelFile("game", "rules", "network", 1000, 10, levels))
    told = json.loads(path.read_text())
    assert read_levels(path).levels == levels
    told["levels"][1] |= change
    path.write_text(json.dumps(told))
    with pytest.raises(BadInput, match=r"game\.levels is no file of levels, or damaged"):
        read_levels(path)


def test_a_game_without_a_network_is_refused() -> None:
    with pytest.raises(BadInput, match="Nim is not judged by a network"):
        Calibration(load("nim"), EFFORT)


def test_the_command(learnt: Game) -> None:
    """It measures, writes and shows; what is shown again is what was written."""
    path = str(learnt.options["evaluation"])
    arguments = [*COMMAND, "learn", "levels", "tictactoe", "--set", f"evaluation={path}"]
    few = ["--pairs", "1", "--nodes", "100", "--minutes", "0.01"]
    done = subprocess.run([*arguments, *few], check=True, capture_output=True, text=True)
    assert "1 beginner" in done.stdout
    assert "8 strong" in done.stdout
    assert "small.levels" in done.stderr
    told = json.loads(subprocess.run([*arguments, "--show", "--json"], check=True, capture_output=True, text=True).stdout)
    kept = read_levels(levels_path(Path(path)))
    assert [each["rating"] for each in told["levels"]][:COUNT] == [each.rating for each in kept.levels]
    levels_path(Path(path)).unlink()
    usual = json.loads(subprocess.run([*arguments, "--show", "--json"], check=True, capture_output=True, text=True).stdout)
    assert [each["rating"] for each in usual["levels"]] == [None] * len(usual["levels"])
    assert [each["depth"] for each in usual["levels"]][:COUNT] == [level.depth for level in LEVELS[:COUNT]]
