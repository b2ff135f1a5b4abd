"""The book that learns in a real browser: its statistics, a walk through it by mouse and keyboard, a game learnt."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from accessibility import serious_faults
from browsing import PATIENCE, PHONE, open_details, open_new_game, open_pane, opened, served
from playwright.sync_api import Browser, Page, expect
from test_browser import begin, moves, wait_for

from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.store import BookGame
from damier.games import catalogue

pytestmark = pytest.mark.browser

CONNECT4 = catalogue.load("connect4")
GAMES = [([3, 0, 3, 0, 3, 0, 3], 1), ([3, 3, 2, 0, 1, 6, 0, 4], -1), ([2, 0, 2, 0, 2, 0, 2], 1)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with a small book of Connect 4."""
    data = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(data))
        path = default_path(CONNECT4)
    with LearntBook.open(path, CONNECT4, is_writable=True, is_made=True) as book:
        book.add([BookGame(made, result) for made, result in GAMES])
        after = CONNECT4.play(CONNECT4.start(), 3)
        book.examine(after, 1, {2: 0.2}, 4)
    return data


@pytest.fixture(scope="module")
def address(data: Path) -> Iterator[str]:
    with served(data) as address:
        yield address


def rows(page: Page, node: int) -> list[str]:
    """The rows of the table for a position, as they read."""
    expect(page.locator(f"#pane-explorer[data-status=known][data-node='{node}']")).to_be_visible()
    return [" ".join(each.split()) for each in page.locator("#book-table tbody tr").all_inner_texts()]


def test_one_walks_through_the_book(browser: Browser, address: str) -> None:
    """By a click, by Enter, and back by the arrow key; a row that is pointed at shows on the board."""
    with opened(browser, address) as page:
        begin(page, "Connect 4")
        open_pane(page, "explorer")
        best, _, other = rows(page, 0)
        assert best.startswith("3 book’s choice 1–0–0 First player won 1")
        assert other.startswith("4 1–0–1")
        assert "Second player has won" in other
        expect(page.locator("#book-count")).to_have_text("3 games")
        expect(page.locator("#book-moves button")).to_have_text(["3", "5"])
        page.locator("#book-table tr[data-move='4']").hover()
        expect(page.locator("#board .arrow")).to_have_count(1)
        page.locator("#book-table tr[data-move='4'] button").click()
        expect(moves(page)).to_have_count(1)
        assert any("not played yet" in row and "40 %" in row for row in rows(page, 1))
        page.locator("#book-table tr[data-move='1'] button").focus()
        expect(page.locator("#board .arrow")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(moves(page)).to_have_count(2)
        assert len(rows(page, 2)) == 1
        expect(page.locator("#book-table button").first).to_be_focused()
        page.keyboard.press("ArrowLeft")
        rows(page, 1)
        page.emulate_media(reduced_motion="reduce")  # colours in between are not looked at
        for light in ("light", "dark"):
            page.locator("#theme").select_option(light)
            assert serious_faults(page) == []
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_learnt_from(browser: Browser, address: str) -> None:
    """First there is no book, and it says how to get one; a clear win makes none; then there is one, in French too."""
    with opened(browser, address) as page:
        open_new_game(page)
        open_details(page, "more-settings")
        page.locator("#learn").check()
        begin(page, "Tic-tac-toe", "pd", level="strong")  # a weaker one may err, and then something was missed
        panel = page.locator("#pane-explorer")
        expect(panel).to_have_attribute("data-status", "none")
        open_pane(page, "explorer")
        expect(page.locator("#book-words")).to_contain_text("damier book import")
        expect(page.locator("#learning")).to_have_text("damier learns from this game when it is over.")
        expect(page.locator("#engine")).to_be_hidden(timeout=PATIENCE)  # until it is compiled it may err too
        page.locator("#typed").fill("b2")
        page.keyboard.press("Enter")
        wait_for(page, "person")
        page.locator("#resign").click()
        page.locator("#resign").click()
        expect(page.locator("#learning")).to_contain_text(
            "leaves this game out of its book. It was won, and the opponent missed"
        )
        expect(page.locator("#learn-now")).to_be_hidden()
        open_new_game(page)
        page.locator("#aim").select_option("win")
        begin(page, "Tic-tac-toe", "dd")
        expect(page.locator("#learning")).to_contain_text("damier has learnt from this game. Such games are all taken in.")
        page.keyboard.press("Home")
        expect(panel).to_have_attribute("data-status", "known")
        page.locator("#language").select_option("fr")
        expect(page.locator("#pane-explorer h2")).to_contain_text("Bibliothèque")
        assert serious_faults(page) == []
