"""Arrows and circles that a person draws on the board: kept with the position, written with the game, and bounded."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from accessibility import serious_faults
from board_page import begin, drag, made, middle
from browsing import opened
from conversation import begin as begin_talk
from conversation import talking
from playwright.sync_api import Browser, Page, expect

SHAPES = "#board .shapes .shape"
TOUCH = """async ([start, end]) => {
    const picture = document.querySelector("#board svg");
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const send = (type, [clientX, clientY]) => document.elementFromPoint(clientX, clientY).dispatchEvent(
        new PointerEvent(type, { clientX, clientY, pointerType: "touch", isPrimary: true, bubbles: true, pointerId: 9 }));
    send("pointerdown", start);
    await pause(600);
    send("pointermove", end);
    send("pointerup", end);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, "#/play?game=tictactoe") as page:
        yield page


def labels(page: Page) -> list[str]:
    return [str(each.get_attribute("aria-label")) for each in page.locator(SHAPES).all()]


@pytest.mark.browser
def test_strokes_of_the_right_button_are_kept_with_the_position(page: Page) -> None:
    begin(page, "tictactoe", moves=("b2",))
    drag(page, "a1", "c3", "right")
    expect(page.locator(SHAPES)).to_have_count(1)
    drag(page, "c1", "c1", "right", ("Shift",))
    expect(page.locator(SHAPES)).to_have_count(2)
    assert labels(page) == ["arrow from a1 to c3", "circle around c1"]
    expect(page.locator(f"{SHAPES}.red .around")).to_have_count(1)
    assert serious_faults(page) == []
    page.keyboard.press("ArrowLeft")  # another position has its own
    expect(page.locator(SHAPES)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(SHAPES)).to_have_count(2)
    page.reload()
    expect(page.locator(SHAPES)).to_have_count(2)
    drag(page, "a1", "c3", "right", ("Alt",))  # the same in another colour
    expect(page.locator(f"{SHAPES}.blue")).to_have_count(1)
    expect(page.locator(SHAPES)).to_have_count(2)
    drag(page, "a1", "c3", "right", ("Alt",))  # and once more
    expect(page.locator(SHAPES)).to_have_count(1)
    page.mouse.click(*middle(page, "b2"))  # nothing can be played there
    expect(page.locator(SHAPES)).to_have_count(0)
    expect(made(page)).to_have_count(1)


@pytest.mark.browser
def test_a_long_press_of_a_finger_draws(page: Page) -> None:
    begin(page, "tictactoe")
    page.evaluate(TOUCH, [middle(page, "a1"), middle(page, "a3")])
    expect(page.locator(SHAPES)).to_have_count(1)
    assert labels(page) == ["arrow from a1 to a3"]
    expect(made(page)).to_have_count(0)


@pytest.mark.browser
def test_the_keyboard_draws(page: Page) -> None:
    begin(page, "tictactoe")
    page.locator("#board .target").first.focus()
    page.keyboard.press("d")
    cursor = page.locator("#board .cursor")
    expect(cursor).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(f"{SHAPES}.red")).to_have_count(1)
    assert labels(page) == ["arrow from a3 to b2"]
    expect(page.locator("#board [role=status]")).to_contain_text("b2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(SHAPES)).to_have_count(2)
    page.keyboard.press("Escape")
    expect(cursor).to_have_count(0)
    expect(made(page)).to_have_count(0)


@pytest.fixture
def game(client: httpx.Client) -> dict[str, Any]:
    return begin_talk(client, "tictactoe", sides=[{"program": False}] * 2)


def test_drawings_are_checked_and_written_with_the_game(client: httpx.Client, game: dict[str, Any]) -> None:
    shape = {"colour": "blue", "start": [2, 0], "end": [0, 2]}
    with talking(client, game["id"]) as talk:
        talk.say("move", move="b2")
        here = talk.until_state(lambda state: len(state["nodes"]) == 1)["here"]
        talk.say("draw", node=here, shapes=[shape, shape])
        assert talk.until_state(lambda state: bool(state["shapes"]))["shapes"] == [shape]
        for wrong, said in (
            ({"node": here, "shapes": [{**shape, "end": [3, 0]}]}, "row 3, column 0"),
            ({"node": here, "shapes": [{**shape, "end": [-1, 0]}]}, "end"),
            ({"node": here, "shapes": [{**shape, "colour": "pink"}]}, "colour"),
            ({"node": here, "shapes": [shape] * 65}, "shapes"),
            ({"node": 77, "shapes": []}, "no move 77"),
        ):
            talk.say("draw", **wrong)
            assert said in talk.until_error()
        talk.say("state")
        assert talk.until_state(lambda state: True)["shapes"] == [shape]
    text = client.get(f"/api/sittings/{game['id']}/file").json()["text"]
    assert "b2 {[%cal Ba1c3]}" in text
