"""Learning the weights of chess: reading games, quiet positions, regression on made-up results, and the command."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))
sys.path.append(str(Path(__file__).parent.parent / "chess_game"))
from chess_positions import from_random_games
from commands import answer, refusal

from damier.games.chess import fen
from damier.games.chess.endings import MOST_PHASE
from damier.games.chess.evaluation import estimate, terms
from damier.games.chess.position import Chess
from damier.games.chess.weights import COUNT, PLACES, by_hand, load, middle_of, weights
from damier.games.game import BadInput
from damier.kernel import native
from damier.learning.chess.features import UNKNOWNS, features_of
from damier.learning.chess.lesson import learn
from damier.learning.chess.linear import fit_linear, points_of
from damier.learning.chess.positions import SKIPPED_LAST, SKIPPED_PLIES, UNSCORED, Samples, joined, read
from damier.learning.chess.quiet import quiet
from damier.learning.chess.regression import estimates, expected, fit, fit_scale, start_of, weights_of
from damier.learning.chess.scoring import all_scored
from damier.learning.chess.selfplay import TABLE_MB, as_lines, play_game
from damier.learning.chess.selfplay_games import SelfPlay
from damier.rules import forced, noisy
from damier.search.table import Table

MORPHY = """[Event "Paris"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
PLIES = 33
SECRETS = {"bishop pair": 120, "tempo": 90, "fork": 150, "backward": -100}  # weights that no other ones can stand for


def position_of(row):
    return native(Chess(*(int(value) for value in row)))


def samples_of(found, result=0.5):
    rows = np.array([tuple(position) for position in found], np.uint64)
    count = len(found)
    return Samples(rows, np.full(count, result, np.float32), np.full(count, UNSCORED), np.arange(count) // 20)


# --------------------------------------------------------------------------------------------------------------------
# Reading


def test_a_game_in_pgn(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(MORPHY + "\n" + MORPHY.replace('"1-0"', '"*"').replace("1-0", "*"))
    found = read(path)
    assert len(found) == PLIES - SKIPPED_PLIES - SKIPPED_LAST  # the game without a result is left out
    assert set(found.game.tolist()) == {0}
    first = position_of(found.rows[0])
    assert fen.write(first) == "rn1qkbnr/ppp2ppp/8/4p3/4P3/5Q2/PPP2PPP/RNB1KB1R w KQkq - 0 6"
    assert found.result.tolist()[:2] == [1.0, 0.0]  # for the player to move
    assert np.isnan(found.score).all()


def test_a_broken_game_is_told_and_left_out(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(MORPHY.replace("3. d4", "3. d5") + "\n" + MORPHY)
    faults = []
    assert len(read(path, faults.extend)) == PLIES - SKIPPED_PLIES - SKIPPED_LAST
    assert len(faults) == 1
    assert "game 1" in faults[0]


def test_plain_lines(tmp_path):
    """Each line gives the position that its FEN does; results and scores are turned to the player to move."""
    found = from_random_games(6, seed=9)
    results = ["1-0", "0-1", "1/2-1/2"]
    path = tmp_path / "games.txt"
    path.write_text("".join(f"{fen.write(p)};{results[i % 3]};{i * 10 - 300}\n" for i, p in enumerate(found)))
    back = read(path)
    assert len(back) == len(found)
    fields = [name for name in Chess._fields if not name.endswith(("key", "state"))]
    for i, position in enumerate(found):
        same = position_of(back.rows[i])
        assert [getattr(same, name) for name in fields] == [getattr(position, name) for name in fields]
        assert int(same.state) & 0x1000F == int(position.state) & 0x1000F  # castling rights and colour
        black = fen.write(position).split()[1] == "b"
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[results[i % 3]]
        assert back.result[i] == (1 - white if black else white)
        assert back.score[i] == (300 - i * 10 if black else i * 10 - 300)


def test_epd_and_lines_without_scores(tmp_path):
    path = tmp_path / "games.epd"
    path.write_text(
        'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - c9 "0-1";\n'
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2;1/2-1/2\n\n"
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2;1/2-1/2\n"
    )
    found = read(path)
    assert found.result.tolist() == [0.0, 0.5, 0.5]
    assert found.game.tolist() == [0, 1, 2]
    assert np.isnan(found.score).all()


def test_lines_that_cannot_be_are_told(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(
        "8/8/8/8/8/8/8/8 w - - 0 1;1-0\n"
        "k7/8/8/8/8/8/8/K6 w - - 0 1;1-0\n"
        "k7/8/8/8/8/8/8/K7 x - - 0 1;1-0\n"
        "k7/8/8/8/8/8/8/K7 w - - 0 1\n"
        "k6P/8/8/8/8/8/8/K7 w - - 0 1;1-0\n"
        "k7/p7/8/8/8/8/8/K7 w - - 0 1;1-0\n"
    )
    faults = []
    assert len(read(path, faults.extend)) == 1
    assert [fault.split(": ")[1] for fault in faults] == ["line 1", "line 2", "line 3", "line 4", "line 5"]
    assert "one king" in faults[0]
    assert "eight ranks" in faults[1]
    assert "whose turn" in faults[2]
    assert "no result" in faults[3]
    assert "a pawn stands" in faults[4]


def test_collections_are_joined_with_games_of_their_own():
    one, two = samples_of(from_random_games(6, seed=9)[:30]), samples_of(from_random_games(6, seed=9)[:10])
    assert joined([one, two]).game.tolist() == [*one.game.tolist(), *(number + 2 for number in two.game.tolist())]


# --------------------------------------------------------------------------------------------------------------------
# Quiet positions and features


def test_positions_become_quiet():
    """No capture that wins something is left, nobody is in check, and the result is that of the player to move."""
    before = samples_of(from_random_games(25, seed=1), result=1.0)
    after = quiet(before, by_hand())
    assert 0.5 * len(before) < len(after) <= len(before)
    assert set(after.result.tolist()) == {0.0, 1.0}
    out = np.zeros(256, np.int64)
    changed = 0
    for row in after.rows:
        position = position_of(row)
        assert not forced(position)
        changed += int(noisy(position, out)) > 0
    assert changed > 0  # captures that only lose are no reason to play on


def test_features_give_the_estimate():
    """Unknowns times features are what the evaluation says, up to rounding."""
    numbers = weights_of(start_of(by_hand()))
    found = [p for p in from_random_games(25, seed=1) if terms(p).phase > MOST_PHASE][:150]
    features = features_of(np.array([tuple(p) for p in found], np.uint64), numbers)
    points = estimates(features, start_of(numbers))
    exact = [int(estimate(position, numbers)) for position in found]
    assert np.abs(points - exact).max() <= 1.0


def test_mirrored_squares_share_an_unknown():
    assert UNKNOWNS[PLACES["rook square"] + 7] == PLACES["rook square"]
    assert UNKNOWNS[PLACES["king square"] + 7] == PLACES["king square"] + 7
    assert weights_of(start_of(by_hand())).tolist() == by_hand().tolist()


# --------------------------------------------------------------------------------------------------------------------
# Regression


@pytest.fixture(scope="module")
def made_up():
    """Positions of random games, with the results that secret weights expect."""
    found = [p for p in from_random_games(120, seed=3, every=3) if terms(p).phase > MOST_PHASE]
    secret = start_of(by_hand())
    for name, value in SECRETS.items():
        secret[PLACES[name]] = value
    features = features_of(np.array([tuple(p) for p in found], np.uint64), by_hand())
    return features, expected(estimates(features, secret), 400.0), secret


def test_regression_finds_secret_weights(made_up):
    features, wanted, _ = made_up
    found = fit(features, wanted, features, wanted, by_hand(), scale=400.0, rounds=150, pull=0.0, step=4.0)
    assert found.errors[-1][0] < 0.1 * found.errors[0][0]
    for name, value in SECRETS.items():
        assert middle_of(found.weights)[PLACES[name]] == pytest.approx(value, abs=0.25 * abs(value))


def test_a_strong_pull_changes_nothing(made_up):
    features, wanted, _ = made_up
    found = fit(features, wanted, features, wanted, by_hand(), scale=400.0, rounds=5, pull=1e9)
    assert np.abs(start_of(found.weights) - start_of(by_hand())).max() <= 3


def test_linear_regression_is_least_squares():
    """As NumPy solves it with the whole matrix, the pull being rows of its own."""
    found = [p for p in from_random_games(5, seed=3, every=3) if terms(p).phase > MOST_PHASE]
    features = features_of(np.array([tuple(p) for p in found], np.uint64), by_hand())
    points, pull = np.linspace(-300, 300, len(found)), 7.0
    whole = np.zeros((len(features), COUNT, 2))
    for place in range(len(features)):
        share = features.part[place] * np.array([features.phase[place], 1 - features.phase[place]])
        for at in range(features.start[place], features.start[place + 1]):
            whole[place, features.which[at]] += features.times[at] * share
    rows = np.vstack([whole.reshape(len(features), -1), pull**0.5 * np.eye(2 * COUNT)])
    right = np.concatenate([points, pull**0.5 * start_of(by_hand()).reshape(-1)])
    best = np.linalg.solve(rows.T @ rows, rows.T @ right).reshape(COUNT, 2)
    learnt = fit_linear(features, points, points > 0, features, points > 0, by_hand(), pull).weights
    assert np.abs(start_of(learnt) - start_of(weights_of(best))).max() <= 1  # rounded


def test_a_result_in_points():
    """The tangent of the logistic curve: near the middle both say the same."""
    assert points_of([0.0, 0.5, 1.0], 400.0).tolist() == pytest.approx([-347.4, 0, 347.4], abs=0.1)
    assert points_of(expected([1.0], 400.0), 400.0) == pytest.approx([1.0], abs=0.001)


def test_both_regressions_learn_the_same_way_in():
    samples = samples_of(from_random_games(25, seed=1))
    samples.result[::3] = 1.0
    lesson = learn(samples, by_hand(), method="linear")
    assert lesson.rounds == 1
    samples.score[:] = 100
    assert learn(samples, by_hand(), scored=1.0, method="linear").weights.tolist() != lesson.weights.tolist()


def test_the_scale_is_found(made_up):
    features, _, secret = made_up
    points = estimates(features, secret)
    assert fit_scale(points, expected(points, 317.0)) == pytest.approx(317, abs=2)


def test_learning_is_the_same_every_time_and_can_be_stopped():
    samples = samples_of(from_random_games(25, seed=1))
    samples.result[::3] = 1.0
    first, second = (learn(samples, by_hand(), rounds=3) for _ in range(2))
    assert first.weights.tolist() == second.weights.tolist()
    assert len(first.errors) == 4
    stopped = learn(samples, by_hand(), rounds=50, is_stopped=lambda: True)
    assert stopped.rounds == 0
    assert stopped.weights.tolist() == by_hand().tolist()


def test_scores_are_learnt_where_there_are_any():
    """With scores alone, results do not matter."""
    samples = samples_of(from_random_games(25, seed=1))
    samples.score[:] = 100
    other = Samples(samples.rows, samples.result, samples.score, samples.game)
    ours = learn(samples, by_hand(), rounds=2, scored=1.0)
    assert ours.weights.tolist() == learn(other, by_hand(), rounds=2, scored=1.0).weights.tolist()
    assert ours.weights.tolist() != learn(other, by_hand(), rounds=2, scored=0.0).weights.tolist()


# --------------------------------------------------------------------------------------------------------------------
# Games against itself, and the command


def test_a_game_against_itself(tmp_path):
    game = play_game(weights(), Table(1), nodes=300, seed=5)
    assert game.result in (0.0, 0.5, 1.0)
    assert len(game.positions) == len(game.scores) > 5
    path = tmp_path / "games.txt"
    path.write_text(as_lines(game))
    back = read(path)
    assert len(back) == len(game.positions)
    assert back.score.tolist() == game.scores
    assert all(not forced(position) for position in game.positions)


def test_games_hang_on_the_seed_alone(tmp_path):
    """Not on those before them, nor on how many processes play, nor on whoever was ended in the middle."""
    alone = [as_lines(play_game(weights(), Table(TABLE_MB), nodes=200, seed=seed)) for seed in (7, 8, 9)]
    assert SelfPlay(3, weights(), 200, seed=7, jobs=1).run() == alone
    kept = tmp_path / "games.part"
    first = SelfPlay(2, weights(), 200, 8, kept, jobs=1, tell=lambda done, total: first.stop())
    assert first.run() == alone[1:2]
    with kept.open("a") as file:
        file.write('{"unit": "9", "resu')  # somebody was killed here
    seen = []
    assert SelfPlay(3, weights(), 200, 7, kept, jobs=2, tell=lambda done, total: seen.append((done, total))).run() == alone
    assert seen == [(2, 3), (3, 3)]
    with pytest.raises(BadInput, match="of something else: nodes is 200 there, and 300 here"):
        SelfPlay(3, weights(), 300, 7, kept, jobs=1).run()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("chess") / "games.txt"
    path.write_text("".join(SelfPlay(12, weights(), nodes=200, seed=11, jobs=1).run()))
    return path


def test_games_are_recorded_when_all_are_played(tmp_path):
    out, record = tmp_path / "mine.weights", tmp_path / "games.txt"
    command = ("learn", "chess", "--self-play", "3", "--nodes", "200", "--record", str(record), "--out", str(out))
    told = answer(*command, "--rounds", "1", "--jobs", "1")
    assert told["games"] == 3
    assert record.read_text().count("\n\n") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.txt", "mine.weights"]
    out.unlink()
    assert "is there already" in refusal(*command)


def test_the_command(played, tmp_path):
    out = tmp_path / "mine.weights"
    told = answer("learn", "chess", "--games", str(played), "--out", str(out), "--rounds", "2", "--json")
    assert told["file"] == str(out)
    assert told["games"] == 12
    assert told["rounds"] == 2
    assert {phase["phase"] for phase in told["phases"]} == {"opening", "middle game", "late", "ending"}
    assert len(load(out)) == COUNT
    assert "12 games (games.txt)" in out.read_text()


def test_the_command_refuses(played, tmp_path):
    out = str(tmp_path / "mine.weights")
    assert "--games FILE or --self-play" in refusal("learn", "chess", "--out", out)
    assert "cannot be read" in refusal("learn", "chess", "--games", str(tmp_path / "none.txt"), "--out", out)
    assert "rounds is 0" in refusal("learn", "chess", "--games", str(played), "--out", out, "--rounds", "0")
    assert "scored is 2" in refusal("learn", "chess", "--games", str(played), "--out", out, "--scored", "2")
    assert "there is no evaluation" in refusal("learn", "chess", "--games", str(played), "--out", out, "--from", "nothing")
    Path(out).write_text("something")
    assert "is there already" in refusal("learn", "chess", "--games", str(played), "--out", out)


def test_positions_are_scored_by_a_search():
    samples = samples_of(from_random_games(6, seed=9)[:30])
    samples.score[:10] = 77
    found = all_scored(samples, weights(), nodes=200)
    assert len(found) == 30
    assert found.score[:10].tolist() == [77] * 10
    assert not np.isnan(found.score).any()
    assert len(all_scored(samples, weights(), nodes=200, is_stopped=lambda: True)) == 10
