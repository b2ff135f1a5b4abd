"""What each piece is worth to a network, on the board of the page: as the engine says, for the first player."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from accessibility import serious_faults
from board_page import begin
from browsing import PHONE, open_pane, opened, served
from playwright.sync_api import Browser, Page, expect

from damier.engine.piece_values import piece_values
from damier.games import load
from damier.kernel import native
from damier.learning.network.survey import survey
from damier.learning.network.training import Numbers
from damier.network.file import NetworkFile, fingerprint, write_network
from damier.network.match import OWN_SHARE

pytestmark = pytest.mark.browser

GAME = load("connect4")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of random numbers, where damier looks for that of the game."""
    data = tmp_path_factory.mktemp("data")
    path = data / "networks" / "connect4.network"
    path.parent.mkdir()
    start = native(GAME.start())
    found = survey(start)
    numbers = Numbers.random(found.layout, found.plan, 1)
    numbers.output_biases += 0.1
    write_network(path, NetworkFile(numbers.network(), GAME.name, {}, fingerprint(start), {OWN_SHARE: 1.0}))
    return path


@pytest.fixture(scope="module")
def judged(network: Path) -> Iterator[str]:
    """A server of a person whose game has learnt."""
    with served(network.parents[1]) as address:
        yield address


def expected(network: Path, moves: tuple[str, ...]) -> dict[str, int]:
    """What the engine says of each cell, for the first player."""
    game = load("connect4", evaluation=str(network))
    turn = len(moves) % 2
    found = piece_values(game, game.parse("".join(moves)), turn)
    return {piece.name: piece.points if turn == 0 else -piece.points for piece in found.pieces}


def shown(page: Page, count: int) -> dict[str, int]:
    """What stands on the squares, once there is as much."""
    worths = page.locator("#board .worth")
    expect(worths).to_have_count(count)
    told = worths.evaluate_all("(all) => all.map((each) => [each.getAttribute('aria-label').split(' ')[0], each.textContent])")
    return {name: int(text.replace("−", "-")) for name, text in told}


def test_the_board_shows_what_the_network_says(browser: Browser, judged: str, network: Path) -> None:
    """It follows the game, and goes when the scores of moves come, which stand on the same squares."""
    with opened(browser, judged, "#/play") as page:
        begin(page, "connect4", moves=("4", "4"), analysis=True)
        open_pane(page, "lines")
        page.get_by_label("Worth of pieces").check()
        assert shown(page, 2) == expected(network, ("4", "4"))
        expect(page.locator("#pieces-words")).to_contain_text("need not add up to its estimate of the position")
        page.locator("#typed").fill("3")
        page.keyboard.press("Enter")
        assert shown(page, 3) == expected(network, ("4", "4", "3"))
        assert serious_faults(page) == []
        page.get_by_label("Scores of moves").check()
        expect(page.get_by_label("Worth of pieces")).not_to_be_checked()
        expect(page.locator("#board .worth")).to_have_count(0)
        expect(page.locator("#board .score").first).to_be_visible()
        page.get_by_label("Worth of pieces").check()
        expect(page.get_by_label("Scores of moves")).not_to_be_checked()
        assert shown(page, 3) == expected(network, ("4", "4", "3"))


def test_it_is_told_in_french(browser: Browser, judged: str) -> None:
    with opened(browser, judged, "#/play", PHONE, locale="fr-FR") as page:
        begin(page, "connect4", moves=("4",), analysis=True)
        open_pane(page, "lines")
        page.get_by_label("Valeur des pièces").check()
        expect(page.locator("#board .worth")).to_have_attribute("aria-label", re.compile("^4/1 vaut .* pour le réseau$"))
        expect(page.locator("#pieces-words")).to_contain_text("Leur somme n'est pas forcément")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_is_offered_where_no_network_judges(browser: Browser, judged: str) -> None:
    with opened(browser, judged, "#/play") as page:
        begin(page, "tictactoe", analysis=True)
        open_pane(page, "lines")
        expect(page.locator("#lines")).to_be_visible()
        expect(page.locator("#pieces")).to_be_hidden()
