"""What techniques are worth, in any game: which of them act there, and the experiment on a person's own."""

from pathlib import Path

import pytest
from test_lab import check, column

from damier.cli.rate import with_each_turned
from damier.engine.acting import acting, as_setting, read_switches
from damier.games import load
from damier.games.game import BadInput
from damier.lab import run
from damier.lab.othello.techniques import POSITIONS


def test_what_acts_in_a_game() -> None:
    kalah = acting(load("kalah"))
    assert {"deepening", "table", "killers", "secondary"} <= set(kalah)
    assert not {"hint", "symmetry", "quiescence", "interest", "probcut", "futility"} & set(kalah)
    assert {"hint", "symmetry"} <= set(acting(load("connect4")))
    assert {"probcut", "preview", "futility"} <= set(acting(load("othello")))
    assert {"quiescence", "interest", "singular", "frontier_futility", "futility"} <= set(acting(load("chess")))


def test_what_is_turned() -> None:
    game = load("kalah")
    assert (as_setting("killers"), as_setting("secondary")) == ("killers=off", "secondary=on")
    assert read_switches(game, "all") == read_switches(game, "") == acting(game)
    with pytest.raises(BadInput, match="'interest' is no technique of kalah; there are deepening, "):
        read_switches(game, "killers,interest")
    assert with_each_turned(game, "depth=3", "killers, secondary") == ["depth=3,killers=off", "depth=3,secondary=on"]
    assert with_each_turned(game, "name=all,depth=3", "table") == ["name=all table=off,depth=3,table=off"]
    assert not any("deepening" in each for each in with_each_turned(game, "depth=3", "all"))


def test_any_game(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = run(
        "techniques", 2, progress=lambda done, total: seen.append((done, total)), game="kalah", depth="4", only="killers,table"
    )
    check(report, tmp_path)
    assert (report.name, report.settings["game"]) == ("kalah-techniques", "kalah")
    assert column(report, "without") == ["", "killers", "table"]
    assert seen == [(1, 2), (2, 2)]


@pytest.mark.xdist_group("othello")
def test_othello() -> None:
    game = load("othello")
    assert len({game.parse(each.text) for each in POSITIONS}) == len(POSITIONS)
    report = run("othello-techniques", 1, depth="6", only="probcut,futility")
    assert column(report, "without") == ["", "probcut", "+futility"]
    assert report.rows[1][3] > 1  # without forward pruning there is more to visit
    assert run("techniques", 1, game="othello", depth="6", only="probcut").rows[1][1] == report.rows[1][1]
