"""Many kills, at full length (`make soak`): what a cluster finds and plays is what it finds and plays in peace.

What is printed (`-s`) are the seconds without and with kills.
"""

import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from at_work import DESK, WORKER, kill_one, marked
from two_nodes import TwoNodes, in_thread, two_nodes

from damier.arena import Match
from damier.arena.rating_list import RatingList
from damier.arena.record import read_games
from damier.endgames.sharing import build_by
from damier.endgames.store import TableStore
from damier.games import load
from damier.parallel.cluster import Cluster, opened
from damier.parallel.distributed import Distributed
from damier.parallel.question import Question
from damier.parallel.star import Star

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore::ResourceWarning")]

DEPTH = int(os.environ.get("DAMIER_SOAK_DEPTH", "17"))  # of the search that is disturbed
GAMES = int(os.environ.get("DAMIER_SOAK_GAMES", "400"))
PIECES = int(os.environ.get("DAMIER_SOAK_PIECES", "4"))  # of the endings whose tables are built
WORKERS, NODES = 50, 10  # that are killed


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    folder = Path(tempfile.mkdtemp(prefix="ray-"))
    with two_nodes(folder) as both:
        yield both
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def cluster(nodes: TwoNodes) -> Iterator[Cluster]:
    with opened(nodes.address) as joined:
        yield joined
    assert marked(nodes.mark, WORKER) == []


def disturbed(run: Callable[[], Any], nodes: TwoNodes, seconds: float, workers: int, machines: int) -> tuple[Any, float, int]:
    """What comes out while so many are killed, evenly over the time that it takes in peace; the time it took, and the kills."""
    chance = random.Random(1)
    kills = ["worker"] * workers + ["machine"] * machines
    chance.shuffle(kills)
    thread, found = in_thread(run)
    began, done = time.monotonic(), 0
    for number, kind in enumerate(kills):
        thread.join(max(0.0, began + (number + 0.5) * seconds / len(kills) - time.monotonic()))
        if not thread.is_alive():
            break
        if kind == "machine":
            nodes.kill_second()
            nodes.start_second()
        else:
            kill_one(nodes.mark, chance.choice([WORKER, DESK]))
        done += 1
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0], time.monotonic() - began, done


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    began = time.monotonic()
    return run(), time.monotonic() - began


@pytest.mark.parametrize(("workers", "machines"), [(WORKERS, 0), (0, NODES)])
@pytest.mark.parametrize("scheme", [Star, Distributed])
def test_a_search(scheme: Any, nodes: TwoNodes, cluster: Cluster, workers: int, machines: int) -> None:
    question = Question("connect4", "44534", DEPTH)
    peace, seconds = timed(lambda: scheme(question, cluster, 2).run())
    war, longer, kills = disturbed(lambda: scheme(question, cluster, 2).run(), nodes, seconds, workers, machines)
    print(f"\n{scheme.__name__}: {seconds:.1f} s, with {kills} kills {longer:.1f} s, {longer / seconds - 1:+.0%}")
    assert war.result.value == peace.result.value
    assert war.result.complete
    assert kills >= min(10, workers + machines)


@pytest.mark.parametrize(("workers", "machines"), [(WORKERS, 0), (0, NODES)])
def test_a_match(nodes: TwoNodes, cluster: Cluster, tmp_path: Path, workers: int, machines: int) -> None:
    def play(name: str) -> Any:
        terms: dict[str, Any] = {"games": GAMES, "jobs": 2, "workers": cluster.workers, "out": tmp_path / name}
        return Match("connect4", "depth=8,hash=1", "depth=7,hash=1", **terms).run()

    peace, seconds = timed(lambda: play("peace"))
    war, longer, kills = disturbed(lambda: play("war"), nodes, seconds, workers, machines)
    print(f"\nmatch: {seconds:.1f} s, {longer:.1f} s with {kills} kills, {longer / seconds - 1:+.0%}")
    assert [(game.number, game.moves, game.result) for game in war.games] == [
        (game.number, game.moves, game.result) for game in peace.games
    ]
    kept = read_games((tmp_path / "war").read_text().splitlines())
    assert sorted(game.number for game in kept) == list(range(GAMES))


@pytest.mark.parametrize(("workers", "machines"), [(WORKERS, 0), (0, NODES)])
def test_tables_of_endings(nodes: TwoNodes, cluster: Cluster, tmp_path: Path, workers: int, machines: int) -> None:
    """The same files, byte for byte, and nothing beside them."""
    game = load("draughts")
    names = game.endings.up_to(PIECES)

    def build(name: str) -> dict[str, bytes]:
        build_by(cluster.workers, TableStore(game, tmp_path / name), names, "draughts", jobs=2)
        return {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}

    build("compiled")
    peace, seconds = timed(lambda: build("peace"))
    war, longer, kills = disturbed(lambda: build("war"), nodes, seconds, workers, machines)
    print(f"\ntables: {seconds:.1f} s, {longer:.1f} s with {kills} kills, {longer / seconds - 1:+.0%}")
    assert war == peace
    assert len(war) == len(names) + 1  # the lock


def test_a_rating_list(nodes: TwoNodes, cluster: Cluster, tmp_path: Path) -> None:
    def rate(name: str) -> Any:
        terms: dict[str, Any] = {"games": GAMES // 6, "jobs": 2, "workers": cluster.workers, "out": tmp_path / name}
        return RatingList("connect4", ["depth=8,hash=1", "depth=7,hash=1", "depth=6,hash=1"], **terms).run()

    peace, seconds = timed(lambda: rate("peace"))
    war, longer, kills = disturbed(lambda: rate("war"), nodes, seconds, WORKERS // 2, NODES // 2)
    print(f"\nrating list: {seconds:.1f} s, {longer:.1f} s with {kills} kills, {longer / seconds - 1:+.0%}")
    assert war.to_json() == peace.to_json()
    kept = read_games((tmp_path / "war").read_text().splitlines())
    assert sorted(game.number for game in kept) == [game.number for game in peace.games]
