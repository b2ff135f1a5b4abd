"""What the other player threatens, in analysis: for games in which a player may pass in thought."""

import pytest
from browsing import PATIENCE, open_pane, opened
from playwright.sync_api import Browser, expect
from test_browser import begin

from damier.games import load
from damier.records.session import Session
from damier.web.play.threat import after_passing


def test_who_may_pass() -> None:
    """Not who is in check, nor anybody in a game without passing, nor at the end of a game."""
    chess = load("chess")
    quiet = Session.from_text(chess, "")
    passed = after_passing(quiet.situation)
    assert passed is not None
    assert passed.turn == 1
    assert after_passing(Session.from_text(chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").situation) is None  # in check
    assert after_passing(Session.from_text(chess, "R3k3/8/4K3/8/8/8/8/8 b - - 0 1").situation) is None  # and mated
    assert after_passing(Session.from_text(load("connect4"), "444").situation) is None


@pytest.mark.browser
def test_a_threat_is_shown(browser: Browser, address: str) -> None:
    """The scholar's mate is threatened: an arrow says so, by the key and the box; another game has no such box."""
    with opened(browser, address) as page:
        begin(page, "Chess", position="r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
        page.locator("#mode").click()
        open_pane(page, "lines")
        page.locator("#board svg").click(position={"x": 3, "y": 3})
        page.keyboard.press("x")
        expect(page.locator("#threat")).to_be_checked()
        expect(page.locator("#board .arrow.threat")).to_have_count(1, timeout=PATIENCE)
        expect(page.locator("#board .arrow.threat text")).to_contain_text("#1")
        page.locator("#threat").uncheck()
        expect(page.locator("#board .arrow.threat")).to_have_count(0)
        begin(page, "Connect 4")
        open_pane(page, "lines")
        expect(page.locator("#threat")).to_be_hidden()
