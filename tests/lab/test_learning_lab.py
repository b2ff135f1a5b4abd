"""The experiment with networks that teach themselves: a small game, few games, but the real thing."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from test_lab import check, column

from damier.games import load
from damier.games.game import BadInput
from damier.lab import can_halt, run
from damier.lab.halt import Halt
from damier.lab.learning import METHODS
from damier.lab.learning_report import Found
from damier.lab.understanding import random_walks, worth_by_cell
from damier.learning.network.generations import Learning, Settings
from damier.network.estimate import estimate
from damier.rating import elo_of

FEW = {"game": "tictactoe", "generations": "2", "positions": "3000", "nodes": "20", "sizes": "32,64"}


def test_learning(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = run("learning", 20, progress=lambda done, total: seen.append((done, total)), **FEW)
    data = check(report, tmp_path)
    assert seen[-1][0] == seen[-1][1]
    assert column(report, "way") == [way for way in METHODS.values() for _ in range(2)] + ["size"] * 2
    assert column(report, "generation") == [1, 2, 1, 2, None, None]
    assert column(report, "hidden") == [32] * 5 + [64]
    assert all(0 <= points <= 100 for points in column(report, "% of the points"))
    games = column(report, "games")
    assert 0 < games[0] < games[1] == games[4]
    assert [panel["title"] for panel in data["panels"]] == [
        "strength by games played",
        "strength by size of network",
        *(f"what a piece is worth, generation {number}" for number in (0, 1, 2)),
    ]
    boards = [panel["cells"] for panel in data["panels"][2:]]
    assert all(len(cells) == 3 and all(len(row) == 3 for row in cells) for cells in boards)
    assert boards[0] != boards[2]
    assert [note for note in report.notes if "GPU" in note]  # what it says hangs on the machine


def test_a_rating_is_that_of_the_points() -> None:
    even, won = Found("even", (1, 0, 8, 0, 1)), Found("won", (0, 0, 0, 0, 10))
    assert (even.score, even.elo) == (0.5, 0)
    assert won.elo == pytest.approx(elo_of(20.5 / 21))
    assert 0 < won.wrong < won.elo < 1000
    assert Found("lost", (10, 0, 0, 0, 0)).elo == pytest.approx(-won.elo)


def test_what_a_piece_is_worth_on_each_cell(tmp_path: Path) -> None:
    """The mean of what positions lose to a network when the piece is taken from the board, with a plain twin."""
    game = load(str(Path(__file__).parents[2] / "examples/breakthrough.py"))
    learning = Learning(game, tmp_path, Settings(hidden=32))
    learning.prepare()
    found = worth_by_cell(game, learning.file(0), 1)
    assert found is not None
    assert (found.piece, found.columns, found.rows) == ("P", list("abcde"), list("654321"))
    weights, worths = learning.network(0).weights, defaultdict(list)
    for position, turn in random_walks(game, 1):
        men, sign = ("own", 1) if turn == 0 else ("other", -1)
        for bit in range(30):
            if int(getattr(position, men)) >> bit & 1:
                taken = position._replace(**{men: np.uint64(int(getattr(position, men)) & ~(1 << bit))})
                row, file = divmod(bit if turn == 0 else 29 - bit, 5)
                worths[5 - row, file].append(sign * (estimate(position, weights) - estimate(taken, weights)))
    for row, cells in enumerate(found.cells):
        assert cells == [pytest.approx(np.mean(worths[row, file])) if worths[row, file] else None for file in range(5)]
    assert len({value for row in found.cells for value in row}) > 10


def test_it_can_be_stopped() -> None:
    halt = Halt()
    assert can_halt("learning")

    def stop(done: int, total: int) -> None:
        if done == 1:
            halt()

    report = run("learning", 5, progress=stop, halt=halt, **FEW)
    assert column(report, "generation") == [1]
    halt = Halt()
    halt()
    with pytest.raises(BadInput, match="ended before anything was measured"):
        run("learning", 5, halt=halt, **FEW)


@pytest.mark.parametrize(
    ("settings", "telling"),
    [
        ({"game": "./mygame.py"}, "there is no file ./mygame.py"),
        ({"generations": "0"}, "generations is '0'; it must be a whole number from 1"),
        ({"hidden": "33"}, "hidden is 33; a network has a multiple of 32 numbers"),
        ({"sizes": "32,x"}, "sizes is 'x'"),
        ({"jobs": "many"}, "jobs is 'many'"),
    ],
)
def test_bad_settings(settings: dict[str, str], telling: str) -> None:
    with pytest.raises(BadInput, match=telling):
        run("learning", 1, **settings)
