"""The first page in a real browser: all games with pictures and rules, one's own first, and the last game to go on with."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from accessibility import serious_faults
from browsing import PHONE, opened, served
from playwright.sync_api import Browser, Page, ViewportSize, expect

from conftest import WALK, running

pytestmark = pytest.mark.browser

LOW: ViewportSize = {"width": 1366, "height": 650}
OUTSIDE = """() => [...document.querySelectorAll("main .card, main .button, main .picture svg")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || !box.width || !box.height;
}).length"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of somebody who has no games of his own."""
    with served(tmp_path_factory.mktemp("data")) as address:
        yield address


def titles(page: Page) -> list[str]:
    expect(page.locator(".cards h2").first).to_be_visible()
    return page.locator(".cards h2").all_inner_texts()


def test_all_games_that_are_played(browser: Browser, home: str) -> None:
    """Each with the picture of its board, but no trees; a card leads to the game, and the brand back."""
    with opened(browser, home, "", viewport=LOW) as page:
        shown = titles(page)
        assert {"Chess", "Connect 4", "Othello", "Draughts", "Awale", "Kalah", "Nim", "Tic-tac-toe"} <= set(shown)
        assert not [title for title in shown if "ree" in title]
        expect(page.locator(".card .picture svg")).to_have_count(len(shown))
        expect(page.locator("[data-game=chess] .figure")).to_have_count(32)
        expect(page.locator("[data-game=othello] .picture")).to_have_attribute("data-theme", "felt")
        assert page.evaluate(OUTSIDE) == 0
        expect(page.locator(".cards .target")).to_have_count(0)  # nothing to play on
        page.locator("[data-game=tictactoe]").get_by_role("link", name="Play").click()
        expect(page.locator("#title")).to_have_text("Tic-tac-toe")
        page.get_by_role("link", name="damier", exact=True).click()
        expect(page.locator("[data-game=nim]")).to_be_visible()
        page.locator("[data-game=nim]").get_by_role("link", name="Analyse").click()
        expect(page.locator("#mode")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#title")).to_have_text("Nim")


def test_the_last_game_goes_on(browser: Browser, home: str) -> None:
    """What was only begun is nothing to go on with; a game with a move is, as it stands."""
    with opened(browser, home, "#/play?game=tictactoe&as=analysis") as page:
        page.locator(".target[data-move='b2']").click()
        expect(page.locator("#moves .move")).to_have_count(1)
        url = page.url
        page.goto(f"{home}#/play?game=kalah&as=analysis")
        expect(page.locator("#title")).to_have_text("Kalah")
        page.goto(f"{home}#/home")
        card = page.locator(".continue")
        expect(card).to_contain_text("Continue: Tic-tac-toe")
        expect(card).to_contain_text("1 move")
        expect(card.locator(".stroke.p0")).to_have_count(1)
        card.get_by_role("link").click()
        expect(page).to_have_url(url)
        expect(page.locator("#moves .move")).to_have_count(1)


def test_rules_in_both_languages(browser: Browser, home: str) -> None:
    """By keyboard, with the example on the board; the focus comes back to the button."""
    with opened(browser, home, "#/home", viewport=LOW) as page:
        button = page.locator("[data-game=draughts]").get_by_role("button", name="Rules")
        button.press("Enter")
        dialog = page.get_by_role("dialog", name="Rules")
        expect(dialog).to_contain_text("Men capture forward only.")
        expect(dialog.locator(".arrow")).to_have_count(2)  # a capture of two
        expect(dialog.locator("figcaption")).to_have_text(re.compile("^Black must capture"))
        box = dialog.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= LOW["height"]
        assert dialog.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")  # all of it on one screen
        assert serious_faults(page) == []
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()
        page.locator("#language").select_option("fr")
        expect(page.locator("[data-game=draughts] h2")).to_have_text("Dames anglaises")
        page.locator("[data-game=draughts]").get_by_role("button", name="Règles").click()
        expect(page.get_by_role("dialog", name="Règles")).to_contain_text("Les pions ne prennent que vers l'avant.")


def test_rules_beside_the_board(browser: Browser, home: str) -> None:
    with opened(browser, home, "#/play?game=kalah&as=analysis", locale="fr-FR") as page:
        expect(page.locator("#title")).to_have_text("Kalah")
        page.locator("#open-rules").click()
        expect(page.get_by_role("dialog", name="Règles")).to_contain_text("dans son grenier, il rejoue")


@pytest.mark.parametrize(("light", "language"), [("light", "en-GB"), ("dark", "fr-FR")])
def test_nothing_hinders_people_on_a_phone_either(browser: Browser, home: str, light: str, language: str) -> None:
    with opened(browser, home, "", viewport=PHONE, color_scheme=light, locale=language, has_touch=True) as page:
        titles(page)
        assert serious_faults(page) == []
        assert page.evaluate(OUTSIDE) == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("[data-game=chess] button").tap()
        expect(page.locator(".rules .picture svg")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_ones_own_games_come_first(browser: Browser, address: str) -> None:
    """Who comes with files finds the play page, and on the first page his games before the others, with their docstrings."""
    with opened(browser, address, "") as page:
        expect(page.locator("#board svg")).to_be_visible()
        page.get_by_role("link", name="Games", exact=True).click()
        own = page.locator(".card.own")
        expect(own).to_have_count(2)
        expect(page.locator(".card:not(.continue)").first).to_have_class(re.compile("own"))
        expect(own.first.locator(".mine")).to_have_text("your own")
        expect(own.nth(1)).to_contain_text("Walk: one piece, moved one or two steps")
        own.nth(1).get_by_role("button", name="Rules").click()
        expect(page.get_by_role("dialog", name="Rules")).to_contain_text("who brings it to the end wins")


def test_a_first_page_compiles_nothing_and_knows_its_games(tmp_path: Path) -> None:
    """The interface: cards and rules without an engine, trees only where somebody asks for them by name."""
    file = tmp_path / "walk.py"
    file.write_text(WALK)
    with running([str(file)], tmp_path / "games.db") as client:
        told = client.get("/api/home").json()
        assert [card["name"] for card in told["games"] if card["own"]] == ["walk"] == [told["games"][0]["name"]]
        assert told["last"] is None
        played = {game["name"]: game["played"] for game in client.get("/api/games").json()}
        assert {name for name, is_played in played.items() if not is_played} == {"tree", "random-tree"}
        assert {card["name"] for card in told["games"]} == {name for name, is_played in played.items() if is_played}
        assert all(card["picture"]["board"]["cells"] and set(card["about"]) >= {"en"} for card in told["games"])
        begun = {"game": "tree", "sides": [{"program": False}, {"program": False}]}
        assert client.post("/api/sittings", json=begun).status_code == 201
        rules = client.get("/api/games/chess/rules").json()
        assert set(rules["rules"]) >= {"en", "fr"}
        assert rules["picture"]["arrows"] == [[[7, 4], [7, 6]]]
        refused = client.get("/api/games/go/rules")
        assert (refused.status_code, refused.json()["error"].split(";")[0]) == (404, "there is no game 'go'")


def test_a_game_that_cannot_be_taken_up_leaves_its_place_empty(tmp_path: Path) -> None:
    with running([], tmp_path / "games.db") as client:
        moved(client)
        assert client.get("/api/home").json()["last"]["moves"] == 1
        client.delete(f"/api/sittings/{client.get('/api/home').json()['last']['id']}")
        assert client.get("/api/home").json()["last"] is None


def moved(client: httpx.Client) -> None:
    """Begin a game with a move in it."""
    sides = [{"program": False}, {"program": False}]
    answer = client.post("/api/sittings", json={"game": "tictactoe", "sides": sides, "moves": ["b2"]})
    assert answer.status_code == 201
