"""Moves in the player's language, in a real browser: typed, listed, offered and refused; the server hears English."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from browsing import opened, served
from playwright.sync_api import Browser, Page, expect

from own_games import steps

pytestmark = pytest.mark.browser

BEFORE_PROMOTION = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"

STEPS = steps("KR", {"K": "R", "R": "T"})  # a game of one's own with figures: a king or a rook steps on


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("steps")
    file: Path = folder / "steps.py"
    file.write_text(STEPS)
    with served(folder / "data", (str(file),)) as address:
        yield address


def write(page: Page, *names: str) -> None:
    """Type moves, one after the other."""
    for name in names:
        before = page.locator("#moves .move").count()
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(before + 1)


def listed(page: Page) -> list[str]:
    return [each.text_content() or "" for each in page.locator("#moves .move button").all()]


def told(address: str, page: Page) -> list[str]:
    """The moves as the server has them."""
    id = page.url.rpartition("/")[2]
    with httpx.Client(base_url=address) as client:
        client.get("/")  # whoever asks has opened the page
        return [node["move"] for node in client.get(f"/api/sittings/{id}").json()["nodes"]]


def test_chess_in_french(browser: Browser, board: str) -> None:
    """Typed in French, in small letters or in English; the list, the book and what is refused are in French."""
    with opened(browser, board, "#/play?game=chess&as=analysis", locale="fr-FR") as page:
        expect(page.locator("#title")).to_have_text("Échecs")
        write(page, "e4", "e5", "Cf3", "Nc6", "fc4", "Cf6")
        assert listed(page) == ["e4", "e5", "Cf3", "Cc6", "Fc4", "Cf6"]
        assert told(board, page) == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"]
        expect(page.locator("#book-moves button", has_text="Cg5")).to_have_count(1)
        page.locator("#book-moves button", has_text="Cg5").click()
        expect(page.locator("#moves .move")).to_have_count(7)
        assert told(board, page)[-1] == "Ng5"
        page.locator("#typed").fill("Dh9")
        page.keyboard.press("Enter")
        notice = page.locator("#notice")
        expect(notice).to_contain_text("'Dh9' n’est pas un coup légal ici ; coups légaux : ")
        expect(notice).to_contain_text("Cxe4")
        page.locator("#language").select_option("en")
        expect(page.locator("#moves .move button").nth(2)).to_have_text("Nf3")
        write(page, "Nxe4")
        assert listed(page)[2:8] == ["Nf3", "Nc6", "Bc4", "Nf6", "Ng5", "Nxe4"]


def test_king_and_rook_share_a_letter(browser: Browser, board: str) -> None:
    """R is the king in French; where the king cannot go so, it is the rook of who writes English."""
    where = "#/play?game=chess&as=analysis"
    with opened(browser, board, where, locale="fr-FR") as page:
        expect(page.locator("#title")).to_have_text("Échecs")
        page.locator("#open-new-game").click()
        page.locator("#position-details").evaluate("(each) => { each.open = true; }")
        page.locator("#position").fill(BEFORE_PROMOTION)
        for side in (0, 1):
            page.locator(f"#side-{side}").select_option("person")
        page.locator("#begin").click()
        expect(page.locator("#board .figure")).to_have_count(5)
        write(page, "a8D+", "Re7")
        write(page, "Rb1")  # no king can: a rook
        assert told(board, page) == ["a8=Q+", "Ke7", "Rb1"]
        assert listed(page) == ["a8=D+", "Re7", "Tb1"]


def test_a_game_of_ones_own_and_moves_that_are_buttons(browser: Browser, board: str) -> None:
    with opened(browser, board, "#/play?game=steps&as=analysis", locale="fr-FR") as page:
        choices = page.locator("#choices button")
        expect(choices).to_have_text(["R1", "T1"])
        choices.nth(1).click()
        expect(choices).to_have_text(["R2", "T2"])
        choices.first.click()
        expect(page.locator("#moves .move")).to_have_count(2)
        assert listed(page) == ["T1", "R2"]
        assert told(board, page) == ["R1", "K2"]
        page.locator("#open-share").click()
        expect(page.locator("#share-link")).to_have_value(re.compile("moves=R1\\+K2$"))  # the same in all languages
