"""What cannot be learnt, and what goes wrong while something is: one clear line, and nothing is lost."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learners import TINY, WALK, tiny, written

from damier.errors import BadInput
from damier.games import load
from damier.learning.network.bounds import check_memory, check_settings
from damier.learning.network.generations import Learning
from damier.learning.network.keeping import alone_in
from damier.network.file import words_of
from own_games import NIM, WAYS

FEATURES = {
    "return 0": "gives 0; expected 1 to 256",
    "return 3": "gives word 0, which it has not written",
    "out[0] += p.steps\n    return 1": "gives word 0, which it has not written",
    "out[256] = 1\n    return 1": "asks for place 256 of 256",
    "out[0] = 1\n    return 300": "gives 300: 1, ",
    "out[0] = p.steps\n    return -1": "gives -1; expected 1 to 256",
    "out[0] = p.steps\n    out[1] = 0\n    return 1 + p.steps % 2": "expected: as many words in every position",
    "out[0] = p.steps\n    return 1.5": "must return a whole number, how many words there are, not 1.5",
    "out[0] = p.steps": "must return a whole number, how many words there are, not nothing",
}
OPPOSITES = {
    "return Way(p.steps + 1)": "which has other features",
    "return 5": "must return a Way, not 5",
    "return Way(p.steps // 0)": "divides",
}


@pytest.mark.parametrize("body", FEATURES)
def test_features_that_are_none(body: str, tmp_path: Path) -> None:
    rule = f"@rule\ndef features(p: Way, out):\n    {body}\n"
    with pytest.raises(BadInput, match=r"game\.py line [0-9]+: rule 'features'") as refused:
        load(written(tmp_path, WAYS + rule))
    assert FEATURES[body] in str(refused.value)


@pytest.mark.parametrize("body", OPPOSITES)
def test_opposites_that_are_none(body: str, tmp_path: Path) -> None:
    rule = f"@rule\ndef opposite(p: Way):\n    {body}\n"
    with pytest.raises(BadInput, match=r"game\.py line [0-9]+: rule 'opposite'") as refused:
        load(written(tmp_path, WAYS + rule))
    assert OPPOSITES[body] in str(refused.value)


def test_words_that_are_alike_are_none_the_worse(tmp_path: Path) -> None:
    """Boards may be empty, and the highest bit makes a number less than 0."""
    rule = "@rule\ndef features(p: Way, out):\n    out[0], out[1], out[2] = 0, 0, -p.steps\n    return 3\n"
    assert words_of(load(written(tmp_path, WAYS + rule)).start()).tolist() == [0, 0, -1]


def test_features_that_change_their_number_where_nobody_looks(tmp_path: Path) -> None:
    """Seen by random games before anything is learnt."""
    rule = "@rule\ndef features(p: Way, out):\n    out[0], out[1] = p.steps, 1\n    return 2 if p.steps == 0b1011010 else 1\n"
    with pytest.raises(BadInput, match="rule 'features' gives 1 words at the start, 2 after 6 random moves"):
        Learning(load(written(tmp_path, WAYS + rule)), tmp_path / "mine", TINY)


def test_a_position_too_large_to_be_seen() -> None:
    with pytest.raises(BadInput, match="more than 256 words for a network to see"):
        words_of(load("random-tree").start()._replace(path=np.zeros(300, np.uint64)))


@pytest.mark.parametrize(
    ("setting", "value", "telling"),
    [
        ("seed", -1, "seed is -1; it must be from 0 to 1,000,000"),
        ("seed", 1 << 50, "seed is 1,125,899,906,842,624"),
        ("nodes", 0, "nodes is 0; it must be from 1 to"),
        ("positions", 0, "positions is 0; it must be from 1 to"),
        ("positions", -5, "positions is -5"),
        ("hidden", -32, "hidden is -32; it must be from 0 to 1,024"),
        ("hidden", 33, "hidden is 33; it must be a multiple of 32"),
        ("hidden", 1 << 20, "hidden is 1,048,576"),
        ("window", 0, "window is 0"),
        ("rounds", 0, "rounds is 0"),
        ("match_pairs", 1, "match pairs is 1; it must be from 5 to"),
        ("opening", (3, 2), "openings of 3 up to 2 moves cannot be"),
    ],
)
def test_settings_that_cannot_be(setting: str, value: Any, telling: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_settings(tiny(**{setting: value}))
    assert telling in str(refused.value)


def test_more_than_there_is_memory_for(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"1,000,000,000 positions in each of 5 generations take about .* GB to learn from, and"):
        Learning(load("tictactoe"), tmp_path / "mine", tiny(positions=10**9))
    found = Learning(load("tictactoe"), tmp_path / "mine", TINY).survey
    check_memory(TINY, found, 1_000_000)
    with pytest.raises(BadInput, match=r"0\.0 GB; say fewer --positions"):
        check_memory(TINY, found, 100_000)
    assert not (tmp_path / "mine").exists()


def test_games_that_never_end_or_are_always_drawn(tmp_path: Path) -> None:
    """Moves are limited, and nothing is won: no network is better than another, and none is an error."""
    path = written(tmp_path, WALK)
    for last, endless, longest in ((0, 1.0, 500), (12, 0.0, 12)):
        learning = Learning(load(path, last=last), tmp_path / str(last), tiny(positions=1, nodes=5, match_pairs=5), jobs=1)
        assert (learning.survey.endless, learning.survey.longest, learning.survey.decided) == (endless, longest, 0.0)
        (told,) = learning.run(1)
        assert told.pairs == (0, 0, 5, 0, 0)
        assert not told.is_better
        assert learning.best == 0


def test_games_that_a_search_sees_through(tmp_path: Path) -> None:
    learning = Learning(load("nim"), tmp_path / "mine", tiny(positions=1, nodes=5000), jobs=1)
    with pytest.raises(BadInput, match=r"there is nothing to learn of .*: 5,000 nodes a move see the end of all its games"):
        learning.run(1)


def test_openings_of_short_games_are_short(tmp_path: Path) -> None:
    learning = Learning(load("tictactoe"), tmp_path / "mine", TINY)
    assert learning.survey.plies < 9
    assert learning._terms((2, 8)).opening == (2, 3)


def test_rules_that_change_meanwhile(tmp_path: Path) -> None:
    path = written(tmp_path, NIM)
    learning = Learning(load(path), tmp_path / "nim", TINY, jobs=1)
    Path(path).write_text(NIM.replace("min(3,", "min(4,"))
    with pytest.raises(BadInput, match=r"the rules of .*game\.py have changed while it learnt"):
        learning.run(1)


def test_two_that_learn_in_the_same_folder(tmp_path: Path) -> None:
    learning = Learning(load("tictactoe"), tmp_path / "mine", TINY, jobs=1)
    with alone_in(tmp_path / "mine"), pytest.raises(BadInput, match="mine is being learnt in already, by another damier"):
        learning.run(1)
    assert len(learning.run(1)) == 1


def test_files_that_are_damaged(tmp_path: Path) -> None:
    """What cannot be found out again is named; what can is, and is as it was."""
    folder = tmp_path / "mine"

    def run(generations: int) -> Learning:
        learning = Learning(load("tictactoe"), folder, TINY, jobs=1)
        learning.run(generations)
        return learning

    past = [each._replace(seconds=0) for each in run(2).past]
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    for content in (b"", b"[]", b"{}", kept["generation-0002.json"][:20], b"[" * 100_000):
        (folder / "generation-0002.json").write_bytes(content)
        assert [each._replace(seconds=0) for each in run(2).past] == past
    for name, telling in (
        ("numbers-0002.npz", "numbers-0002.npz is damaged; without it and the network beside it"),
        ("network-0000.network", "network-0000.network is damaged"),
        ("learning.json", "learning.json is damaged: .* cannot be gone on with"),
        ("games-0002.part", "games-0002.part is damaged in line 2"),
    ):
        damaged = kept[name][:-90] if name != "games-0002.part" else kept[name].replace(b'"result"', b'"resolt"')
        (folder / name).write_bytes(damaged)
        with pytest.raises(BadInput, match=telling):
            run(3)
        (folder / name).write_bytes(kept[name])
    for name in ("network-0002.network", "numbers-0002.npz", "generation-0002.json", "match-0002.part"):
        (folder / name).unlink()
    (folder / "network-0002.network.newabc").touch()  # of somebody who was killed
    assert [each._replace(seconds=0) for each in run(2).past] == past
    again = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(again) == {*kept, "games-0003.part"}
    assert [name for name in kept if again[name] != kept[name]] in ([], ["generation-0002.json"])
