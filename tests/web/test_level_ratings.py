"""Levels that were measured for a game stand in the page with their ratings, and the program plays at them."""

from pathlib import Path

import pytest
from browsing import open_new_game, opened, served
from playwright.sync_api import Browser, expect

from damier.engine.level_file import LevelFile, Manner, Measured, levels_path, write_levels
from damier.games import load
from damier.kernel import native
from damier.learning.network.survey import survey
from damier.learning.network.training import Numbers
from damier.network.file import NetworkFile, fingerprint, head_of, write_network
from damier.network.match import OWN_SHARE

pytestmark = pytest.mark.browser


def test_levels_are_offered_with_their_ratings(browser: Browser, tmp_path: Path) -> None:
    """Only for the game as it was measured: with other options they are the usual levels."""
    game = load("connect4")
    network = tmp_path / "networks" / "connect4.network"
    network.parent.mkdir()
    start = native(game.start())
    found = survey(start)
    numbers = Numbers.random(found.layout, found.plan, 1).network()
    write_network(network, NetworkFile(numbers, game.name, {}, fingerprint(start), {OWN_SHARE: 1.0}))
    levels = tuple(
        Measured(i + 1, Manner(1, 0.5, 2.0, 0) if i == 0 else Manner(nodes=50 << i), 1100 * i // 7, 30) for i in range(8)
    )
    head = head_of(network)
    write_levels(levels_path(network), LevelFile("connect4", head["rules"], head["checksum"], 10_000, 500, levels))
    with served(tmp_path) as address, opened(browser, address, "#/play?game=connect4") as page:
        open_new_game(page)
        options = page.locator("#level-1 option")
        expect(options.nth(0)).to_have_text("beginner")
        expect(options.nth(4)).to_have_text("club player (+628 Elo)")
        expect(options.nth(7)).to_have_text("as strong as it can (+1,100 Elo)")
        page.locator("#options [name='width']").fill("6")
        page.locator("#options [name='height']").focus()
        expect(options.nth(4)).to_have_text("club player")
