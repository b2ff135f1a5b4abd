"""The page of a game that is solved: every move with its verdict and how soon, in both languages."""

from collections.abc import Iterator

import pytest
from accessibility import serious_faults
from browsing import PHONE, open_pane, opened, served
from playwright.sync_api import Browser, Page, expect
from test_browser import begin

from damier.endgames.folders import folder_of
from damier.endgames.solved import solve_game
from damier.games import load

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, with noughts and crosses solved."""
    data = tmp_path_factory.mktemp("solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(data))
        game = load("tictactoe")
        solve_game(game, folder=folder_of(game))
    with served(data) as address:
        yield address


@pytest.fixture
def page(browser: Browser, solved: str) -> Iterator[Page]:
    with opened(browser, solved, viewport=PHONE) as page:
        yield page


def test_verdicts_with_distances(page: Page) -> None:
    begin(page, load("tictactoe").title, position="a1 b2 c3 b1")  # the first player must hold b3
    open_pane(page, "lines")
    page.locator("#scores").check()
    verdicts = page.locator("#verdicts")
    expect(verdicts.locator("dt")).to_have_text(["Draws", "Loses, in moves"])
    expect(verdicts.locator("dd").first).to_have_text("b3")
    losses = verdicts.locator("dd").last.locator(".verdict")
    expect(losses).to_have_count(4)
    expect(losses.first).to_have_attribute("title", "loses in 1 move (2 plies)")
    words = page.locator("#scores-words")
    expect(words).to_contain_text("Draws by repetition, or because nothing happens for so many moves, are left out.")
    assert not serious_faults(page)
    page.locator("#language").select_option("fr")
    expect(verdicts.locator("dt")).to_have_text(["Annule", "Perd, en coups"])
    expect(losses.first).to_have_attribute("title", "perd en 1 coup (2 demi-coups)")
    expect(words).to_contain_text("Les nulles par répétition")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
