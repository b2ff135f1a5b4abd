"""What has been learnt plays what the game comes with, and its file tells whom it has met."""

from dataclasses import asdict
from pathlib import Path

import pytest
from learners import tiny

from damier.games import load
from damier.games.game import Game
from damier.learning.network.generations import Learning
from damier.network.file import head_of
from damier.network.kept import rival_of
from damier.network.match import AUTHOR, Match, match_in
from damier.web.play import teaching_worker
from own_games import nim

SETTINGS = tiny(nodes=10, positions=2000)
EVALUATE = "\n@rule\ndef evaluate(p: Nim, weights):\n    return 1\n"
NETWORK = '\nfrom pathlib import Path\nNETWORK = Path(__file__).with_name("given.network")\n'


def game_of(folder: Path, *more: str) -> Game:
    path = folder / "game.py"
    path.write_text(nim(60) + "".join(more))
    return load(str(path))


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A network that a game may come with."""
    learning = Learning(game_of(tmp_path), tmp_path / "given", SETTINGS, jobs=1)
    learning.prepare()
    return learning.file(0).rename(tmp_path / "given.network")


def test_each_rival_is_met_in_a_match_of_its_own(tmp_path: Path, given: Path) -> None:
    """A learning that is gone on with when the game comes with something else plays that."""

    heard: set[str] = set()

    def match_of(*more: str) -> Match | None:
        learning = Learning(game_of(tmp_path, *more), tmp_path / "mine", SETTINGS, jobs=1)
        learning.run(1)
        learning._tell = lambda progress: heard.add(progress.doing)
        return learning.against_rival()

    assert match_of() is None
    against_author = match_of(EVALUATE)
    assert against_author is not None
    assert against_author.rival == AUTHOR
    assert heard == {"own"}
    against_given = match_of(EVALUATE, NETWORK)
    assert against_given is not None
    assert against_given.rival == head_of(given)["checksum"]
    assert heard == {"own", "shipped"}
    journals = {path.name for path in (tmp_path / "mine").glob("*.part")} - {"games-0001.part", "match-0001.part"}
    assert {name.rpartition("-")[0] for name in journals} == {"own", f"shipped-{against_given.rival[:16]}"}
    assert match_of(EVALUATE) == against_author
    assert match_of(EVALUATE, NETWORK) == against_given


def test_the_page_keeps_whom_it_has_met(tmp_path: Path, given: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A better network has the match of the one before, until it has played its own."""
    game, network = game_of(tmp_path, EVALUATE), tmp_path / "game.network"
    thorough = tiny(nodes=10, positions=2000, match_pairs=40, rounds=8)
    monkeypatch.setattr(teaching_worker, "MOST_GENERATIONS", 1)
    wanted = {
        "game": game.loaded_as,
        "options": {},
        "folder": str(tmp_path / "mine"),
        "network": str(network),
        "settings": asdict(thorough),
        "seconds": 1000,
        "jobs": 1,
    }
    said: list[dict[str, object]] = []
    teaching_worker._learn(wanted, said.append)
    first = match_in(head_of(network)["learnt"])
    assert first is not None
    assert first.rival == AUTHOR
    assert {"playing", "learning", "match", "own"} == {each["doing"] for each in said if "doing" in each}
    game = game_of(tmp_path, EVALUATE, NETWORK)
    learning = Learning(game, tmp_path / "mine", thorough, jobs=1)
    learning.run(1)
    teller = teaching_worker._Teller(said.append, network)
    teller.learning = learning
    teller.keep(teller._match_before())
    assert match_in(head_of(network)["learnt"]) == first
    teller.keep(Match(rival_of(game) or "", 0.75))
    assert match_in(head_of(network)["learnt"]) == Match(str(head_of(given)["checksum"]), 0.75)
