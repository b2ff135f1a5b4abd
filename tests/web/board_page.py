"""What tests do on the board of the play page: begin a game by the server, find cells, drag, and see what moves."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

BEGIN = """async (wanted) => {
    const answer = await fetch("/api/sittings", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted),
    });
    const state = await answer.json();
    if (!answer.ok) throw new Error(state.error);
    location.hash = `#/play/${state.id}`;
    return state.id;
}"""
# What the board is seen to do from now on, however short it is
WATCH = """() => {
    window.seenMoving = [];
    window.watcher?.disconnect();
    window.watcher = new MutationObserver((records) => {
        for (const { target } of records) if (target.dataset.moving) window.seenMoving.push(target.dataset.moving);
    });
    const wanted = { subtree: true, attributes: true, attributeFilter: ["data-moving"] };
    window.watcher.observe(document.querySelector("#board"), wanted);
}"""


def begin(page: Page, game: str, position: str = "", moves: tuple[str, ...] = (), **more: Any) -> None:
    """Show a new game between two people."""
    expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))  # the first game is there
    people = [{"program": False}] * 2
    number = page.evaluate(BEGIN, {"game": game, "position": position, "moves": list(moves), "sides": people, **more})
    expect(page.locator("#board")).to_have_attribute("data-game", number)


def cell(page: Page, row: int, column: int) -> Locator:
    """What can be pointed at in a cell."""
    return page.locator(f"#board .target[data-cell='{row},{column}']")


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a cell lies on the screen."""
    box = page.locator(f"#board .cell[aria-label^='{name}:']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str, button: str = "left", keys: tuple[str, ...] = ()) -> None:
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(*middle(page, start))
    page.mouse.down(button=button)  # type: ignore[arg-type]
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up(button=button)  # type: ignore[arg-type]
    for key in keys:
        page.keyboard.up(key)


def watch(page: Page) -> None:
    """Note from now on what the board is seen to do."""
    page.evaluate(WATCH)


def seen(page: Page) -> list[str]:
    """What it was seen to do."""
    found: list[str] = page.evaluate("() => window.seenMoving")
    return found


def made(page: Page) -> Locator:
    return page.locator("#moves .move")
