"""Learning the weights of Othello's patterns: from made-up results, from games, and by the command."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))
from commands import answer, refusal

from damier.games.othello import records, start, wthor
from damier.games.othello.pattern_tables import Coefficients, count_weights, expand, numbered, squares
from damier.games.othello.weight_file import read
from damier.kernel import native
from damier.learning.carried import array_as_text
from damier.learning.othello.games import Samples, joined, read_games, samples
from damier.learning.othello.regression import errors, learn
from damier.learning.othello.selfplay import LEAST_RANDOM, _samples, play_games, play_solved, samples_of_play
from damier.processes.pool import Pool
from damier.rules import ONGOING, moves, outcome, play
from damier.solvers.othello import Solver

SHAPES = (squares("a4b4c4d4e4f4g4h4"), squares("a1b2c3d4e5f6g7h8"), squares("a1b1a2b2"))
SHARED_DATA = Path(__file__).parent.parent.parent.parent / "shared" / "data" / "othello" / "wthor"


def random_games(count, seed):
    """Rows of squares and black's discs in the end."""
    random = np.random.default_rng(seed)
    rows = np.full((count, 60), records.NONE, np.int8)
    out = np.zeros(64, np.int64)
    for row in rows:
        position, put = start(), 0
        while outcome(position) == ONGOING:
            move = int(random.choice(out[: moves(position, out)]))
            position = native(play(position, move))
            if move < 64:
                row[put] = move
                put += 1
    return rows, records.judge(rows).black


@pytest.fixture(scope="module")
def games():
    return random_games(60, 1)


@pytest.fixture(scope="module")
def folder(games, tmp_path_factory):
    """Two years of games: one to learn from, one to be tested on."""
    path = tmp_path_factory.mktemp("games")
    rows, black = games
    wthor.write(path / "WTH_2019.wtb", wthor.games_of(rows[:50], black[:50], 2019, 24))
    wthor.write(path / "WTH_2020.wtb", wthor.games_of(rows[50:], black[50:], 2020, 24))
    return path


def positions(games):
    found = records.positions(games[0])
    discs = np.bitwise_count(found.own | found.other).astype(np.int8)
    nothing = np.zeros(len(found.own), np.float32)
    return Samples(found.own, found.other, discs, nothing, nothing)


def test_known_weights_are_found_again(games):
    random = np.random.default_rng(2)
    known = Coefficients(SHAPES, (4, 34), np.full(65, 50), random.integers(-300, 300, (2, count_weights(SHAPES))))
    data = positions(games)
    results = errors(data, np.full(len(data), -1000.0), expand(known)) - 1000.0
    data = Samples(data.own, data.other, data.discs, results, results)
    learnt, rest = data.where(np.arange(len(data)) % 5 > 0), data.where(np.arange(len(data)) % 5 == 0)
    found = learn(learnt, SHAPES, (4, 34), epochs=300, pull=1e-3, overlap=0)
    assert errors(learnt, learnt.result, expand(found)).mean() < 0.05
    assert np.median(errors(rest, rest.result, expand(found))) < 0.1
    assert np.abs(rest.result).mean() > 2


def test_configurations_never_seen_keep_to_the_next_phase_and_all_to_none(games):
    data = positions(games)
    data = Samples(data.own, data.other, data.discs, np.where(data.discs > 40, 6.0, -6.0), data.played)
    found = learn(data, SHAPES, (4, 30, 50), epochs=20, pull=5.0)
    never = numbered(SHAPES)[1][3**8 + 3**8 - 1]  # the long diagonal wholly the other player's, early in a game
    assert found.values[0][never] == found.values[1][never]
    assert not learn(data.where(data.discs < 0), SHAPES, (4,)).values.any()


def test_learning_is_the_same_each_time(games):
    data = positions(games)
    data = Samples(data.own, data.other, data.discs, np.sin(np.arange(len(data))), data.played)
    one, two = (learn(data, SHAPES, (4, 34), epochs=5) for _ in range(2))
    assert np.array_equal(one.values, two.values)
    assert np.array_equal(one.base, two.base)


def test_late_positions_are_labelled_with_their_exact_scores(folder):
    games = read_games(folder)
    assert len(games) == 60
    found, plain = samples(games, solved=7), samples(games)
    assert np.array_equal(found.played, plain.result)
    early = found.discs <= 40
    assert np.array_equal(found.result[early], plain.result[early])
    solver = Solver(1)
    kind = type(start())
    late = np.flatnonzero(found.discs >= 57)
    for i in late[:: len(late) // 40]:
        assert solver.solve(kind(found.own[i], found.other[i])).score == found.result[i]
    assert (found.result[late] >= found.played[late]).sum() < len(late)  # mistakes cost the other player as well


def test_games_against_itself_are_whole_and_the_same_for_the_same_seed():
    array = expand(Coefficients(SHAPES, (4,), np.zeros(65), np.ones((1, count_weights(SHAPES)))))
    one, two, other = (play_games(20, array, seed, depth=1)[0] for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    judged = records.judge(one)
    assert judged.is_over.all()
    assert not judged.illegal.any()
    found = samples_of_play(20, array, solved=4, seed=1, jobs=1)
    assert found.discs.min() >= 4 + LEAST_RANDOM
    assert set(np.abs(found.result).astype(int) % 2) == {0}


def test_games_against_itself_go_on_where_they_were(tmp_path, monkeypatch):
    """Whoever was ended in the middle, and however many processes play."""
    monkeypatch.setattr("damier.learning.othello.selfplay.AT_ONCE", 8)
    array = expand(Coefficients(SHAPES, (4,), np.zeros(65), np.ones((1, count_weights(SHAPES)))))
    parts = [play_solved(count, array, 4, seed) for seed, count in ((3, 8), (11, 8), (19, 4))]
    kept, seen = tmp_path / "mine.part", []

    def play(**terms):
        return samples_of_play(20, array, 4, 3, lambda done, total: seen.append((done, total)), kept, 1, **terms)

    class OneAlone(Pool):
        def run(self, tasks, on_end):
            super().run(iter([next(tasks)]), on_end)

    with pytest.raises(KeyError):
        play(workers=OneAlone)
    found = play()
    assert seen == [(8, 20), (16, 20), (20, 20)]
    assert sum((records.judge(part.rows).is_over.sum() for part in parts), 0) == 20
    assert np.array_equal(found.result, play().result)
    assert len(seen) == 3
    whole = joined([_samples({name: array_as_text(each) for name, each in part._asdict().items()}) for part in parts])
    for one, other in zip(vars(found).values(), vars(whole).values(), strict=True):
        assert np.array_equal(one, other)


def test_the_command_learns_and_says_how_well(folder, tmp_path):
    out = tmp_path / "mine.weights"
    arguments = ("learn", "othello", "patterns", "--games", str(folder), "--out", str(out), "--epochs", "2")
    told = answer(*arguments, "--solve", "4", "--self-play", "5")
    assert (told["games"], told["own_games"], told["test_games"], told["file"]) == (50, 5, 10, str(out))
    assert told["bytes"] == out.stat().st_size
    assert [phase["discs"][0] for phase in told["phases"]][:2] == [4, 8]
    assert "50 games of 2019" in read(out).note
    assert "is there already" in refusal(*arguments)
    shown = answer("search", "othello", "f5d6", "--depth", "2", "--set", f"evaluation={out}")
    assert abs(shown["value"]) < 6400


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "nowhere"), "nowhere"),
        (("--games", "."), "no WTHOR games"),
        (("--games", ".", "--epochs", "0"), "epochs is 0"),
        (("--games", ".", "--solve", "50"), "solve is 50"),
        (("--games", ".", "--pull", "-1"), "pull is -1"),
        (("--games", ".", "--self-play", "-1"), "self-play is -1"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path, arguments, message):
    assert message in refusal("learn", "othello", "patterns", "--out", "x.weights", *arguments, cwd=tmp_path)


def test_a_file_without_a_folder_is_refused_before_the_work(folder, tmp_path):
    out = tmp_path / "none" / "x.weights"
    assert "there is no folder" in refusal("learn", "othello", "patterns", "--games", str(folder), "--out", str(out))


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason="the tournament games are not here")
def test_the_shipped_weights_are_nearer_to_games_not_learnt_from_than_guessing():
    from damier.games.othello.weights import weights

    games = wthor.read(SHARED_DATA / "WTH_2021.wtb")
    data = samples(games)
    late = data.where((data.discs >= 30) & (data.discs < 41))
    assert errors(late, late.result, weights(8)).mean() < 0.65 * np.abs(late.result).mean()
