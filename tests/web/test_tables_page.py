"""The page of a game that is solved: every move with its verdict and how soon, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from accessibility import serious_faults
from board_page import begin as begin_by_server
from browsing import PHONE, open_pane, opened, served
from playwright.sync_api import Browser, Page, expect
from test_browser import begin

from damier.endgames.folders import folder_of
from damier.endgames.making import build_into
from damier.endgames.solved import solve_game
from damier.endgames.store import TableStore
from damier.games import load

pytestmark = pytest.mark.browser

CORNER = Path(__file__).parents[1] / "endgames" / "corner.py"  # king and rook against king on a small board


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, with noughts and crosses solved, and a game of one's own with the table of its ending."""
    data = tmp_path_factory.mktemp("solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAMIER_DATA", str(data))
        game = load("tictactoe")
        solve_game(game, folder=folder_of(game))
        corner = load(str(CORNER))
        build_into(TableStore(corner, folder_of(corner)), ["KRK"])
    with served(data, (str(CORNER),)) as address:
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


@pytest.mark.parametrize("wanted", ["1", "3"])
def test_lines_follow_the_table_to_the_end(page: Page, wanted: str) -> None:
    """Of each line as many moves as the table says that the win takes, and the last of them ends the game."""
    begin_by_server(page, "corner", analysis=True)
    open_pane(page, "lines")
    page.locator("#lines").select_option(wanted)
    lines = page.locator("#line-list li")
    expect(lines).to_have_count(int(wanted))
    for place in range(int(wanted)):
        line = lines.nth(place)
        expect(line.locator(".badge")).to_have_text(re.compile(r"^\+#\d+$"))
        moves = int(line.locator(".badge").inner_text()[2:])
        expect(line.locator(".step")).to_have_count(min(20, 2 * moves - 1))
    if 2 * moves - 1 <= 20:
        lines.last.locator(".step").last.click()
        expect(page.locator("#status")).to_contain_text("wins")
