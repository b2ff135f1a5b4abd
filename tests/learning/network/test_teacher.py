"""Learning goes on from a network that is there, the same one or a wider one that says the same; and remembers which it was."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learners import tiny

from damier.errors import BadInput
from damier.games import load
from damier.games.game import Game
from damier.kernel import native
from damier.learning.network.generations import AT_ONCE, Learning
from damier.learning.network.packed_games import from_text
from damier.learning.network.playing import Ring
from damier.learning.network.survey import survey
from damier.learning.network.teacher import TEACHER
from damier.learning.network.training import Numbers
from damier.network.estimate import estimate
from damier.network.file import NetworkFile, checksum_of, fingerprint, read_network, write_network
from damier.network.layout import layout_of, packed, unpacked
from damier.rules import ONGOING, legal_moves, outcome, play
from own_games import nim

NETWORK = '\nfrom pathlib import Path\nNETWORK = Path(__file__).with_name("given.network")\n'
SCALE = 77  # of the networks here, which no survey would find


def network_of(game: Game, hidden: int = 64, seed: int = 5) -> Any:
    """A network that judges loudly what it does not know."""
    found = survey(native(game.start()), hidden, SCALE)
    numbers = Numbers.random(found.layout, found.plan, seed)
    numbers.outputs *= 8
    numbers.output_biases += np.linspace(-3, 3, found.layout.outputs, dtype=np.float32)
    return numbers.network()


def written(path: Path, game: Game, **how: int) -> str:
    write_network(path, NetworkFile(network_of(game, **how), game.name, {}, fingerprint(game.start()), {}))
    return str(path)


def positions_of(game: Game, count: int) -> list[Any]:
    """Positions of random games."""
    chance, found = np.random.default_rng(1), []
    while len(found) < count:
        position = game.start()
        while outcome(position) == ONGOING and len(found) < count:
            found.append(position)
            position = play(position, int(chance.choice(legal_moves(position))))
    return found


# --------------------------------------------------------------------------------------------------------------------
# Numbers


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "awale", "othello"])
def test_real_numbers_make_the_same_whole_ones(name: str) -> None:
    weights = network_of(load(name))
    assert (Numbers.of_network(weights).network() == weights).all()


def test_the_largest_numbers_make_the_same_whole_ones() -> None:
    layout, parts = unpacked(network_of(load("tictactoe")))
    chance = np.random.default_rng(3)
    extreme = parts._replace(
        rows=chance.choice([-4095, -1, 0, 1, 4095], parts.rows.shape),
        biases=chance.integers(-4095, 4096, parts.biases.shape),
        output_weights=chance.integers(-127, 128, parts.output_weights.shape),
        output_biases=chance.integers(-(1 << 21), 1 << 21, parts.output_biases.shape),
    )
    weights = packed(layout, extreme)
    assert (Numbers.of_network(weights).network() == weights).all()


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "awale", "othello"])
def test_a_widened_network_says_exactly_the_same(name: str) -> None:
    """With one view and with two."""
    game = load(name)
    weights = network_of(game)
    wide = Numbers.of_network(weights).widened(160, seed=2).network()
    assert layout_of(wide) == layout_of(weights)._replace(hidden=160)
    assert unpacked(wide)[1].rows[:, 64:].any()  # which can learn
    estimates = [(estimate(position, weights), estimate(position, wide)) for position in positions_of(game, 500)]
    assert all(one == two for one, two in estimates)
    assert len({one for one, _ in estimates}) > 30 or name == "tictactoe"


# --------------------------------------------------------------------------------------------------------------------
# Learning


def test_the_first_network_is_the_teacher_and_plays_first(tmp_path: Path) -> None:
    game = load("connect4")
    file = written(tmp_path / "given.network", game)
    settings = tiny(hidden=0, teacher=file)
    learning = Learning(game, tmp_path / "mine", settings, jobs=2)
    learning.run(1)
    given = read_network(Path(file)).weights
    assert (learning.network(0).weights == given).all()
    assert layout_of(learning.network(1).weights) == layout_of(given)
    told = json.loads((tmp_path / "mine" / "games-0001.part").read_text().splitlines()[1])
    unit = game.unit if game.says_unit else SCALE
    ring = Ring(game.start(), given, given, unit, learning._terms(settings.opening))
    first = next(played for seed in range(int(told["unit"]), int(told["unit"]) + AT_ONCE) if (played := ring.play(seed)))
    kept = from_text(told["result"])[0]
    assert (kept.moves.tolist(), kept.scores.tolist()) == (first.moves.tolist(), first.scores.tolist())
    assert len(np.unique(learning.lesson(1)[1])) > 3  # what it thought of positions is learnt from at once


def test_what_is_learnt_is_near_the_teacher(tmp_path: Path) -> None:
    """A generation changes what it was taught a little; one that begins by itself knows nothing of it."""
    game = load("tictactoe")
    file = written(tmp_path / "given.network", game, hidden=32)
    taught, alone = (
        Learning(game, tmp_path / name, tiny(teacher=teacher, rounds=40), jobs=2)
        for name, teacher in (("taught", file), ("alone", "nobody"))
    )
    for learning in (taught, alone):
        learning.run(1)
    networks = read_network(Path(file)), taught.network(1), alone.network(1)
    rows = [unpacked(each.weights)[1].rows.astype(np.int64) for each in networks]
    assert 0 < np.abs(rows[1] - rows[0]).mean() < np.abs(rows[2] - rows[0]).mean() / 4


def test_it_is_widened_where_that_is_wanted(tmp_path: Path) -> None:
    game = load("tictactoe")
    file = written(tmp_path / "given.network", game, hidden=32)
    learning = Learning(game, tmp_path / "wide", tiny(hidden=64, teacher=file, rounds=40), jobs=1)
    learning.run(1)
    first, learnt = (learning.network(number).weights for number in (0, 1))
    given = read_network(Path(file)).weights
    assert layout_of(first) == layout_of(learnt) == layout_of(given)._replace(hidden=64)
    assert all(estimate(each, first) == estimate(each, given) for each in positions_of(game, 200))
    assert unpacked(learnt)[1].output_weights.reshape(-1, 2, 64)[:, :, 32:].any()  # the new numbers have come to count
    with pytest.raises(BadInput, match="hidden is 32; the network that teaches has 64, and cannot be made narrower"):
        Learning(game, tmp_path / "narrow", tiny(teacher=str(learning.file(0))))


def test_whoever_is_ended_goes_on_to_the_same_network(tmp_path: Path) -> None:
    """By the same seed, by however many processes; where the folder is called otherwise, and without the file."""
    game = load("tictactoe")
    file = Path(written(tmp_path / "given.network", game, hidden=32))
    whole = Learning(game, tmp_path / "whole", tiny(hidden=64, rounds=20, teacher=str(file)), jobs=1)
    whole.run(2)
    teacher, folder = str(file), tmp_path / "begun"
    for steps in range(2, 200, 9):
        learning = Learning(game, folder, tiny(hidden=64, rounds=20, teacher=teacher), jobs=2)
        learning._tell = stopping(learning, steps)
        if len(learning.run(2)) == 2:
            break
        folder = folder.rename(tmp_path / f"moved {steps}")
        teacher = json.loads((folder / "learning.json").read_text())["teacher"]  # as the page goes on
        file.unlink(missing_ok=True)
    assert steps > 2
    for name in ("network-0000.network", "numbers-0001.npz", "network-0001.network", "network-0002.network"):
        assert (learning.folder / name).read_bytes() == (whole.folder / name).read_bytes()
    assert (whole.network(1).weights != whole.network(0).weights).any()


def stopping(learning: Learning, steps: int) -> Callable[[object], None]:
    """Somebody who ends it after so many steps."""
    heard: list[object] = []

    def hear(progress: object) -> None:
        heard.append(progress)
        if len(heard) == steps:
            learning.stop()

    return hear


# --------------------------------------------------------------------------------------------------------------------
# Which it was


def test_a_teacher_is_remembered_by_what_it_holds(tmp_path: Path) -> None:
    game = load("tictactoe")
    file = Path(written(tmp_path / "given.network", game, hidden=32))
    Learning(game, tmp_path / "mine", tiny(teacher=str(file))).prepare()
    remembered = f"network {checksum_of(read_network(file).weights)[:32]}"
    assert json.loads((tmp_path / "mine" / "learning.json").read_text())["teacher"] == remembered
    assert read_network(tmp_path / "mine" / "network-0000.network").learnt == {TEACHER: remembered}
    moved = file.rename(tmp_path / "other.network")
    (tmp_path / "mine").rename(tmp_path / "yours")
    for same in (str(moved), remembered):
        Learning(game, tmp_path / "yours", tiny(teacher=same)).prepare()
    written(moved, game, hidden=32, seed=6)
    with pytest.raises(BadInput, match=rf"there teacher is '{remembered}', not 'network [0-9a-f]*'; say another file"):
        Learning(game, tmp_path / "yours", tiny(teacher=str(moved))).prepare()
    with pytest.raises(BadInput, match=f"there teacher is '{remembered}', not 'nobody'"):
        Learning(game, tmp_path / "yours", tiny()).prepare()
    with pytest.raises(BadInput, match="was not taught by network 0000"):
        Learning(game, tmp_path / "yours", tiny(teacher="network " + 32 * "0"))


def test_the_network_that_comes_with_a_game(tmp_path: Path) -> None:
    path = tmp_path / "heap.py"
    path.write_text(nim(60))
    with pytest.raises(BadInput, match="Nim comes with no network that could teach it"):
        Learning(load(str(path)), tmp_path / "mine", tiny(teacher="shipped"))
    file = written(tmp_path / "given.network", load(str(path)), hidden=32)
    path.write_text(nim(60) + NETWORK)
    learning = Learning(load(str(path)), tmp_path / "mine", tiny(teacher="shipped", nodes=10), jobs=1)
    learning.run(1)
    assert (learning.network(0).weights == read_network(Path(file)).weights).all()
    Learning(load(str(path)), tmp_path / "mine", tiny(teacher=file, nodes=10), jobs=1).run(1)  # which is the same
    shutil.copy(learning.file(1), file)  # another one comes with the game
    with pytest.raises(BadInput, match=r"there teacher is 'network [0-9a-f]*', not 'network [0-9a-f]*'"):
        Learning(load(str(path)), tmp_path / "mine", tiny(teacher="shipped", nodes=10), jobs=1).run(1)


def test_files_that_cannot_teach(tmp_path: Path) -> None:
    game = load("tictactoe")

    def refusal(teacher: Path | str) -> str:
        with pytest.raises(BadInput) as refused:
            Learning(game, tmp_path / "mine", tiny(teacher=str(teacher)))
        return str(refused.value)

    other = written(tmp_path / "other.network", load("connect4"))
    assert refusal(tmp_path / "none.network").endswith("none.network cannot be read: No such file or directory")
    assert "was learnt for 'connect4', not for Tic-tac-toe as its rules are now" in refusal(other)
    damaged = tmp_path / "damaged.network"
    damaged.write_bytes(Path(other).read_bytes()[:-9])
    assert "damaged.network is damaged" in refusal(damaged)
    (tmp_path / "words").write_text("nobody")
    assert refusal(tmp_path / "words") == "words is no network of damier's"
    assert refusal("you") == "there is no teacher 'you'; there are nobody, own, shipped and files of networks"
    assert refusal("n" * 5000).startswith("there is no teacher 'nnn")
    assert not (tmp_path / "mine").exists()
