"""Both players' plates: how long each has thought where there is no clock, and what their figures are worth."""

import time
from typing import Any

import httpx
import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PATIENCE, PHONE, QUICK, open_pane, opened
from conversation import Page, begin, talking
from playwright.sync_api import Browser, expect

WAIT = 0.4  # seconds that somebody thinks


def play(page: Page, move: str) -> list[float]:
    """Make a move, and tell how long both have thought then."""
    count = len(page.state["nodes"])
    page.say("move", move=move)
    state = page.until_state(lambda each: len(each["nodes"]) > count)
    found: list[float] = state["spent"]["seconds"]
    return found


def test_the_time_that_each_side_thinks_is_counted_and_given_back(client: httpx.Client) -> None:
    """Who moves first has all the time before that; from then on it is counted for whose turn it is."""
    state = begin(client, "tictactoe")
    assert state["spent"] == {"seconds": [0.0, 0.0], "running": None}
    with talking(client, state["id"]) as page:
        time.sleep(WAIT)
        assert play(page, "b2")[0] == 0.0
        assert page.state["spent"]["running"] == 1
        time.sleep(WAIT)
        first, second = play(page, "a1")
        assert first < WAIT <= second
        time.sleep(WAIT)
        assert play(page, "c3")[0] >= WAIT
        page.say("undo", count=1)
        page.until_state(lambda each: each["here"] == each["line"][2])
        given_back, other = page.state["spent"]["seconds"]
        assert given_back < WAIT
        assert other == second


def test_time_stands_while_nobody_looks_and_is_kept(client: httpx.Client) -> None:
    state = begin(client, "tictactoe")
    with talking(client, state["id"]) as page:
        play(page, "b2")
        time.sleep(WAIT)
        shown = play(page, "a1")
    time.sleep(WAIT)
    later = client.get(f"/api/sittings/{state['id']}").json()["spent"]
    assert later["running"] is None
    assert later["seconds"][1] == shown[1]
    assert later["seconds"][0] < WAIT


@pytest.mark.parametrize("wanted", [{"analysis": True}, {"clock": {"base": 60}}])
def test_no_time_is_counted_in_analysis_or_beside_clocks(client: httpx.Client, wanted: dict[str, Any]) -> None:
    assert begin(client, "tictactoe", **wanted)["spent"] is None


def test_the_page_hears_that_the_program_began_to_think(client: httpx.Client) -> None:
    state = begin(client, "connect4", sides=[{}, {"program": True, "level": "strong"}], seconds=1.0, book=False)
    with talking(client, state["id"]) as page:
        page.say("move", move="1")
        page.until_state(lambda each: each["spent"]["running"] == 1 and each["turn"] == 1)
        page.until_state(lambda each: len(each["nodes"]) == 2)
        assert page.state["spent"]["seconds"][1] > 0.0


def test_what_the_figures_of_both_are_worth(client: httpx.Client) -> None:
    """Kings count nothing; games without figures tell nothing."""
    state = begin(client, "chess", position="4k3/pp6/8/8/8/8/P7/R3K3 w Q - 0 1")
    assert (state["material"], state["balance"]) == ([6, 2], 4)
    assert begin(client, "tictactoe")["material"] is None


BEGIN = """async (request) => {
  const answer = await fetch("/api/sittings", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  location.hash = `#/play/${(await answer.json()).id}`;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
def test_plates_in_the_page(browser: Browser, address: str, light: Any) -> None:
    """The seconds go on by themselves; nothing of a plate is wider than the window."""
    with opened(browser, address, viewport=DESKTOP, color_scheme=light) as page:
        expect(page.locator("#board svg")).to_be_visible(timeout=QUICK)
        page.evaluate(BEGIN, {"game": "connect4", "sides": [{}, {}]})
        expect(page.locator("#plate-0 .spent")).to_have_text("0:00", timeout=QUICK)
        expect(page.locator("#board .hole")).to_have_count(42)
        page.locator(".target[data-move='4']").click()
        expect(page.locator("#plate-1 .spent")).to_have_text("0:02")
        expect(page.locator("#plate-0 .spent")).to_have_text("0:00")
        assert serious_faults(page) == []
        page.evaluate(BEGIN, {"game": "chess", "sides": [{}, {}], "position": "4k3/pp6/8/8/8/8/P7/R3K3 w Q - 0 1"})
        expect(page.locator("#plate-0 .material")).to_have_text("Material: 6 6", timeout=QUICK)
        expect(page.locator("#plate-0 .ahead")).to_have_text("+4")
        expect(page.locator("#plate-1 .material")).to_have_text("Material: 2 2")
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert serious_faults(page) == []


@pytest.mark.browser
def test_plates_follow_a_line_that_is_only_looked_at(browser: Browser, address: str) -> None:
    """What is taken along it is shown as it is on the board, and the game's own again afterwards."""
    wanted = {"game": "chess", "sides": [{}, {}], "position": "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "moves": ["Ke2"]}
    with opened(browser, address, viewport=DESKTOP, reduced_motion="reduce") as page:
        expect(page.locator("#board svg")).to_be_visible(timeout=QUICK)
        page.evaluate(BEGIN, {**wanted, "analysis": True})
        expect(page.locator("#moves [aria-current]")).to_have_text("Ke2", timeout=QUICK)
        open_pane(page, "review")
        page.locator("#check").click()
        expect(page.locator("#mistake h3")).to_contain_text("Ke2", timeout=PATIENCE)
        expect(page.locator("#plate-1 .material")).to_have_text("Material: 9 9")
        page.locator("#card-show-better").click()  # exd5
        expect(page.locator("#preview .steps [aria-current]")).to_have_text("exd5")
        expect(page.locator("#plate-1 .material")).to_have_text("Material: 0 0")
        expect(page.locator("#plate-0 .ahead")).to_have_text("+1")
        expect(page.locator("#plate-0 .taken")).to_contain_text("queen")
        page.locator("#preview-back").click()
        expect(page.locator("#plate-1 .material")).to_have_text("Material: 9 9")
        page.locator("#preview-on").click()
        page.locator("#preview-close").click()
        expect(page.locator("#plate-1 .ahead")).to_have_text("+8")
        expect(page.locator("#plate-0 .taken svg")).to_have_count(0)
