"""The lanes of the theatre in a real browser: who searches what along time, by mouse and by keyboard, for everybody."""

import re
from typing import Any

import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PHONE
from playwright.sync_api import Browser, Page, ViewportSize, expect
from test_theatre_browser import counters, moment, opened

from damier.games import load
from damier.search.driver import Options
from damier.trace import Trace, trace

pytestmark = pytest.mark.browser

WHERE = "?tree=random&branching=4&depth=3&seed=38&values=100&algorithms=star,pvsplit&processors=3&pace=time"

BLOCKS = """(lanes) => [...lanes.querySelectorAll(".lane")].map((lane) => [...lane.querySelectorAll(".block")].map((block) => [
    Number(block.dataset.time), block.classList.contains("thrown"), block.classList.contains("stopped"),
]))"""


def traced(algorithm: str) -> Trace:
    game = load("random-tree", branching=4, depth=3, seed=38, values=100)
    return trace(game, game.start(), algorithm, 3, Options(processors=3))


def lanes(page: Page, which: int = 0) -> Any:
    return page.locator(".performance").nth(which).locator("section.lanes")


def test_every_block_has_its_place(browser: Browser, address: str) -> None:
    """One lane a processor, its blocks where the trace has them; at each moment those that run are marked."""
    with opened(browser, address, WHERE) as page:
        for which, algorithm in enumerate(("star", "pvsplit")):
            found = traced(algorithm)
            wanted: list[list[Any]] = [[], [], []]
            for block in found.blocks:
                wanted[block.processor].append([block.start, block.is_thrown_away, block.is_stopped])
            assert lanes(page, which).evaluate(BLOCKS) == wanted
            assert found.result.timeline is not None
            whole = found.result.timeline.time
            for unit in (1, whole // 2, whole - 1):
                page.get_by_label("Time line").fill(str(unit))
                assert counters(page, which)["Time"] == f"{unit} / {whole}"
                running = [block for block in found.blocks if block.start < unit <= block.end]
                expect(lanes(page, which).locator(".block[aria-selected=true]")).to_have_count(len(running))
                coloured = page.locator(".performance").nth(which).locator(".node.at-work")
                expect(coloured).to_have_count(len({(block.processor, block.node) for block in running}))
        thrown = [block for block in traced("star").blocks if block.is_thrown_away]
        assert any(block.is_stopped for block in thrown)
        page.keyboard.press("End")
        expect(lanes(page).locator(".block[aria-selected=true]")).to_have_count(0)
        expect(page.locator(".results")).to_contain_text("Speed-up")


def test_blocks_by_mouse_and_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, WHERE) as page:
        words = lanes(page).locator(".lane-words")
        summary = words.inner_text()
        assert re.match(r"3 processors: time 35, speed-up 1\.77; 34 units idle, 19 nodes thrown away\.", summary)
        lanes(page).locator(".block").nth(3).hover()
        expect(words).to_contain_text("Processor 1 searches node 1 2, from 7 to 12 (5 nodes), window")
        page.mouse.move(0, 0)
        expect(words).to_have_text(summary)
        lanes(page).locator(".block").first.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)
        expect(words).to_contain_text("Processor 2 searches node 2 1, from 2 to 7")
        page.keyboard.press("Enter")
        assert moment(page).startswith("3 / ")
        expect(page.locator(".now").first).to_contain_text("Processor")
        page.keyboard.press("End")
        expect(words).to_contain_text("Processor 2 searches node 2 4")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        expect(words).to_contain_text("stopped: thrown away")


def test_a_link_restores_the_processors(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        expect(page.locator("#sharing-processors")).to_be_hidden()
        page.get_by_label("First algorithm").select_option("star")
        expect(page.locator("#sharing-processors")).to_be_visible()
        page.locator("#sharing-processors").fill("2")
        page.locator("#sharing-processors").press("Enter")
        expect(lanes(page).locator(".lane")).to_have_count(2)
        page.get_by_label("Star deals out").select_option("2")
        expect(page.locator(".results pre")).to_contain_text("--processors 2 --grain 2")
        page.get_by_role("button", name="Copy link").click()
        assert "processors=2&grain=2" in page.evaluate("location.href")
        page.reload()
        expect(lanes(page).locator(".lane")).to_have_count(2)
        expect(page.get_by_label("Star deals out")).to_have_value("2")


@pytest.mark.parametrize(("viewport", "light", "language"), [(DESKTOP, "dark", "en-GB"), (PHONE, "light", "fr-FR")])
def test_everybody_can_follow(browser: Browser, address: str, viewport: ViewportSize, light: Any, language: str) -> None:
    """axe-core finds no serious fault, nothing is wider than the screen, and French is French."""
    with opened(browser, address, f"{WHERE}&step=17&code=0", viewport, color_scheme=light, locale=language) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert serious_faults(page) == []
        lanes(page).locator(".block").nth(4).focus()
        assert serious_faults(page) == []
        if language == "fr-FR":
            text = page.locator(".stage").inner_text()
            assert "Qui cherche quoi" in text
            assert not re.search(r"\b(processors|idle|searches|thrown|Speed-up|Star)\b", text)
