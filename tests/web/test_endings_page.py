"""How games end in the page, and what comes after: each ending in words, and the same once more with all its settings."""

from typing import Any

import pytest
from browsing import QUICK, opened
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

PROGRAM = {"program": True, "level": "strong", "depth": 5}
BEGIN = """async (request) => {
  const answer = await fetch("/api/sittings", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  const { id } = await answer.json();
  location.hash = `#/play/${id}`;
  return id;
}"""
ENDINGS = {
    "win": (["a1", "b1", "a2", "b2"], {}, "a3", "You win"),
    "loss": (["a1", "b2", "c3", "b1"], {}, "a2", "Second player wins"),
    "draw": (["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1"], {}, "c3", "Draw"),
    "resigned": (["b2", "a1"], {}, None, "Second player wins"),
    "time": (["b2", "a1"], {"clock": {"base": 1, "increment": 0}}, "", "time"),
}


def begin(page: Page, **request: Any) -> None:
    """Put a game on the board."""
    id = page.evaluate(BEGIN, {"game": "tictactoe", "warns": False, **request})
    expect(page.locator("#board")).to_have_attribute("data-game", id, timeout=QUICK)


def test_every_ending_is_said_and_played_again(browser: Browser, address: str) -> None:
    """Who played damier has the other side then, and damier its depth, and both their clocks."""
    with opened(browser, address) as page:
        expect(page.locator("#board svg")).to_be_visible(timeout=QUICK)
        for moves, more, move, said in ENDINGS.values():
            begin(page, sides=[{}, PROGRAM], moves=moves, **more)
            before = page.locator("#board").get_attribute("data-game")
            if move:
                page.locator(f".target[data-move='{move}']").click()
            elif move is None:
                page.locator("#resign").click()
                page.locator("#resign").click()
            expect(page.locator("#status")).to_contain_text(said, timeout=QUICK)
            expect(page.locator("#status")).to_have_class("status result")
            expect(page.locator("#resign")).to_be_hidden()
            page.locator("#rematch").click()
            expect(page.locator("#board")).not_to_have_attribute("data-game", str(before))
            expect(page.locator("#plate-0 .role")).to_have_text("damier, depth 5")
            expect(page.locator("#plate-1 .role")).to_have_text("You")
            expect(page.locator("#plate-0 .clock")).to_have_count(1 if more else 0)
            expect(page.locator("#moves [data-node], #moves .move").first).to_be_visible(timeout=QUICK)  # damier begins


def test_damier_against_itself_with_a_depth_each(browser: Browser, address: str) -> None:
    """Chosen in the dialog; kept by who plays on otherwise, and by the rematch."""
    with opened(browser, address) as page:
        expect(page.locator("#board svg")).to_be_visible(timeout=QUICK)
        page.locator("#open-new-game").click()
        page.locator("#game").select_option("tictactoe")
        for player, depth in ((0, "2"), (1, "4")):
            page.locator(f"#side-{player}").select_option("program")
            page.get_by_label("Level, or a depth").nth(player).select_option("depth")
            page.locator(f"#depth-{player}").fill(depth)
        page.locator("#begin").click()
        for player, depth in ((0, "2"), (1, "4")):
            expect(page.locator(f"#plate-{player} .role")).to_have_text(f"damier, depth {depth}")
        page.locator("#open-new-game").click()
        expect(page.locator("#depth-1")).to_have_value("4")
        page.locator("#depth-1").fill("3")
        page.locator("#apply").click()
        expect(page.locator("#plate-1 .role")).to_have_text("damier, depth 3")
        expect(page.locator("#status")).to_have_class("status result", timeout=QUICK)
        before = page.locator("#board").get_attribute("data-game")
        page.locator("#rematch").click()
        expect(page.locator("#board")).not_to_have_attribute("data-game", str(before))
        for player, depth in ((0, "2"), (1, "3")):
            expect(page.locator(f"#plate-{player} .role")).to_have_text(f"damier, depth {depth}")


def test_the_keys_are_shown_by_a_button_and_by_a_key(browser: Browser, address: str) -> None:
    """And every one that is listed does something: those of the board aside, a letter each."""
    with opened(browser, address, "#/play?game=tictactoe&moves=b2+a1") as page:
        expect(page.locator("#moves [aria-current]")).to_have_text("a1", timeout=QUICK)
        page.locator("#open-keys").click()
        expect(page.locator("#keys")).to_be_visible()
        listed = page.locator("#keys kbd").all_inner_texts()
        page.keyboard.press("Escape")
        expect(page.locator("#keys")).to_be_hidden()
        page.locator("#title").click()
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        page.keyboard.press("Escape")
        for key, opens in (("n", "#new-game"), ("s", "#share")):
            assert key in listed
            page.keyboard.press(key)
            expect(page.locator(opens)).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator(opens)).to_be_hidden()
        page.keyboard.press("Home")
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        page.keyboard.press("End")
        expect(page.locator("#moves [aria-current]")).to_have_text("a1")
        page.keyboard.press("a")
        expect(page.locator("#mode")).to_have_attribute("aria-pressed", "false")
