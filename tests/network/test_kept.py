"""A game that has learnt is played by its network by itself, where that is better; and refused where the rules have changed."""

from pathlib import Path

import numpy as np
import pytest

from damier.errors import BadInput
from damier.games import load
from damier.kernel import native
from damier.learning.network.survey import survey
from damier.learning.network.training import Numbers
from damier.network.file import NetworkFile, fingerprint, head_of, read_network, write_network
from damier.network.kept import network_path, rival_of, trouble
from damier.network.match import AUTHOR, OWN_SHARE, Match, match_in, with_match
from damier.network.reckoning import is_network

RULES = """
from typing import NamedTuple
import numpy as np
from damier import LOSS, ONGOING, rule

OPTIONS = {"heap": 9}


class Heap(NamedTuple):
    left: np.int64


def start(heap=9):
    return Heap(np.int64(heap))


@rule
def moves(p: Heap, out):
    count = min(MOST, p.left)
    for i in range(count):
        out[i] = i + 1
    return count


@rule
def play(p: Heap, move):
    return Heap(p.left - move)


@rule
def outcome(p: Heap):
    return LOSS if p.left == 0 else ONGOING
"""


def written(folder: Path, most: int = 3, more: str = "") -> Path:
    path = folder / "heap.py"
    path.write_text(RULES.replace("MOST", str(most)) + more)
    return path


def learnt(game: object, match: Match | None = None, **told: float) -> None:
    """A network that knows nothing, where that of the game belongs."""
    start = native(game.start())  # type: ignore[attr-defined]
    found = survey(start, hidden=32)
    numbers = Numbers.random(found.layout, found.plan, seed=1 + len(told))
    path = network_path(game)  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_network(path, with_match(NetworkFile(numbers.network(), "heap", {}, fingerprint(start), told), match))


def test_beside_the_file_and_by_options(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert network_path(load(str(path))) == tmp_path / "heap.network"
    assert network_path(load(str(path), heap=12)) == tmp_path / "heap-heap12.network"
    assert network_path(load("tictactoe")).parts[-2:] == ("networks", "tictactoe.network")


def test_it_plays_by_itself(tmp_path: Path) -> None:
    game = load(str(written(tmp_path)))
    assert not is_network(np.asarray(game.weights()))
    with pytest.raises(BadInput, match="has not learnt a network yet"):
        load(str(tmp_path / "heap.py"), evaluation="network").check_options()
    learnt(game)
    assert is_network(game.weights())
    assert is_network(load(str(tmp_path / "heap.py"), evaluation="network").weights())
    assert not is_network(np.asarray(load(str(tmp_path / "heap.py"), evaluation="own").weights()))


def test_what_the_author_wrote_stays_where_it_is_better(tmp_path: Path) -> None:
    own = "\n\nfrom damier import rule\n\n@rule\ndef evaluate(p: Heap, weights):\n    return 1\n"
    game = load(str(written(tmp_path, more=own)))
    assert rival_of(game) == AUTHOR
    for match, plays in ((Match(AUTHOR, 0.3), False), (Match(AUTHOR, 0.7), True), (Match("a network", 0.9), False)):
        learnt(game, match)
        assert is_network(np.asarray(game.weights())) == plays
        assert is_network(load(str(tmp_path / "heap.py"), evaluation="network").weights())


def test_files_that_do_not_tell_whom_they_have_met(tmp_path: Path) -> None:
    """It was the evaluation that the author wrote."""
    own = "\n\nfrom damier import rule\n\n@rule\ndef evaluate(p: Heap, weights):\n    return 1\n"
    game = load(str(written(tmp_path, more=own)))
    for share, plays in ((0.3, False), (0.7, True)):
        learnt(game, **{OWN_SHARE: share})
        assert is_network(np.asarray(game.weights())) == plays
    assert match_in(read_network(tmp_path / "heap.network").learnt) == Match(AUTHOR, 0.7)


def test_a_game_that_comes_with_nothing_has_no_rival(tmp_path: Path) -> None:
    game = load(str(written(tmp_path)))
    assert rival_of(game) is None
    learnt(game)
    assert match_in(read_network(tmp_path / "heap.network").learnt) is None


def test_other_rules_are_played_without(tmp_path: Path) -> None:
    game = load(str(written(tmp_path)))
    learnt(game)
    changed = load(str(written(tmp_path, most=4)))
    assert not is_network(np.asarray(changed.weights()))
    assert "as its rules are now" in trouble(changed)
    with pytest.raises(BadInput, match="as its rules are now"):
        load(str(tmp_path / "heap.py"), evaluation="network").check_options()


def test_a_file_is_read_once_and_anew_when_it_changes(tmp_path: Path) -> None:
    game = load(str(written(tmp_path)))
    learnt(game)
    first = game.weights()
    assert game.weights() is first
    assert load(str(tmp_path / "heap.py"), evaluation=str(tmp_path / "heap.network")).weights() is not None
    learnt(game, more=1.0)
    assert game.weights() is not first


def test_a_network_that_comes_with_a_game(tmp_path: Path) -> None:
    """A file may declare one: it plays until another has beaten it, and it judges `as_shipped` whatever was learnt since."""
    learnt(load(str(written(tmp_path))))
    (tmp_path / "heap.network").rename(tmp_path / "given.network")
    own = '\n\nfrom pathlib import Path\n\nNETWORK = Path(__file__).with_name("given.network")\n'
    game = load(str(written(tmp_path, more=own)))
    assert is_network(shipped := game.weights())
    rival = rival_of(game)
    assert rival == head_of(tmp_path / "given.network")["checksum"]
    for match, stays in (
        (Match(rival, 0.3), True),
        (Match(AUTHOR, 0.9), True),
        (Match("of another one", 0.9), True),
        (None, True),
        (Match(rival, 0.7), False),
    ):
        learnt(game, match, more=1.0)
        assert np.array_equal(game.weights(), shipped) == stays
    learnt(game, more=1.0, **{OWN_SHARE: 0.9})  # as it was written before files told whom they had met
    assert np.array_equal(game.weights(), shipped)
    assert np.array_equal(game.as_shipped.weights(), shipped)
    assert not is_network(np.asarray(game.with_own_evaluation.weights()))
    assert game.as_shipped.options["evaluation"].endswith("given.network")
    with pytest.raises(BadInput, match=r"NETWORK.* a file"):
        load(str(written(tmp_path, more='\n\nNETWORK = "none.network"\n')))
