"""From a game at the board to the theatre by the menu: the position is offered there; a direct visit is as it was."""

import pytest
from accessibility import serious_faults
from browsing import opened
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


def to_theatre(page: Page) -> None:
    page.locator("nav a[data-part=theatre]").click()
    expect(page.locator(".performance")).to_have_count(2)


def test_the_position_on_the_board_is_one_click_away(browser: Browser, address: str) -> None:
    """With its options, in the language of the page; and it is what stands in the fields when a position is chosen there."""
    with opened(browser, address, "#/play?game=connect4&set=width:4,height:4&moves=2+3&as=analysis") as page:
        expect(page.locator("#moves .move")).to_have_count(2)
        to_theatre(page)
        offered = page.locator(".from-board")
        expect(offered).to_have_text("On the board: Connect 4")
        expect(page.locator("#kind-book")).to_be_checked()  # nothing is searched that nobody has asked for
        assert serious_faults(page) == []
        page.locator("#language").select_option("fr")
        expect(offered).to_have_text("Sur le plateau : Puissance 4")
        page.locator("label[for=kind-game]").click()
        expect(page.locator("#theatre-game")).to_have_value("connect4")
        expect(page.locator("#option-width")).to_have_value("4")
        chosen = page.locator("#theatre-position").input_value()
        expect(page.locator(".position")).to_have_count(2)
        page.locator("label[for=kind-book]").click()
        expect(page.locator(".position")).to_have_count(0)
        offered.click()
        expect(page.locator("#kind-game")).to_be_checked()
        expect(page.locator("#theatre-position")).to_have_value(chosen)
        expect(page.locator(".position").first.locator(".disc")).to_have_count(2)


def test_a_direct_visit_offers_no_board(browser: Browser, address: str) -> None:
    """Nor does whoever has seen only the first page, or a game that is over."""
    with opened(browser, address, "#/theatre") as page:
        expect(page.locator(".performance")).to_have_count(2)
        expect(page.locator(".from-board")).to_be_hidden()
        page.locator("label[for=kind-game]").click()
        expect(page.locator("#theatre-game")).to_have_value("tictactoe")
        page.goto(f"{address}#/play?game=tictactoe&moves=a1+b1+a2+b2+a3&as=analysis")
        expect(page.locator("#moves .move")).to_have_count(5)
        to_theatre(page)
        expect(page.locator(".from-board")).to_be_hidden()
