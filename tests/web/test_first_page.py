"""What the page shows first, in a real browser: the last game, or the game whose file it was started with, and its engine."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browsing import PATIENCE, QUICK, open_new_game, opened, served
from playwright.sync_api import Browser, Page, expect

from conftest import NIM, WALK

pytestmark = pytest.mark.browser

WITH_OPTIONS = NIM.replace(
    "START = Nim(21)", 'OPTIONS = {"stones": 9}\n\ndef start(stones=9):\n    return Nim(np.int64(stones))'
).replace("Twenty-one stones", "Neuf pierres à moi")
FORGETS_ITS_WEIGHTS = """
from pathlib import Path

def weights():
    return [int(each) for each in Path(__file__).with_suffix(".txt").read_text().split()]
"""

IS_NEVER_COMPILED = """
import sys, time
if "damier.engine.compiling" in " ".join(sys.orig_argv):  # the process that compiles it
    time.sleep(600)
"""
IS_COMPILED_LATE = IS_NEVER_COMPILED.replace("600", "8")  # not before the page is there


@contextmanager
def started_with(browser: Browser, folder: Path, **sources: str) -> Iterator[Page]:
    """The page of `damier web FILES`."""
    files = []
    for name, source in sources.items():
        files.append(folder / f"{name}.py")
        files[-1].write_text(source, "utf-8")
    with served(folder / "data", tuple(map(str, files))) as address, opened(browser, address, "") as page:
        yield page


def is_on_the_board(page: Page, title: str, name: str) -> None:
    """A game is on the board, chosen for the next one, and can be played."""
    expect(page.locator("#title")).to_have_text(title)
    expect(page.locator("#game")).to_have_value(name)
    expect(page.locator("#game option").first).to_have_text(f"{title} (your own)")
    expect(page.locator("#notice")).to_be_hidden()


def test_the_game_of_a_file(browser: Browser, tmp_path: Path) -> None:
    """Named as a built-in one; the page says when its engine is ready, though nobody moves."""
    with started_with(browser, tmp_path, nim=NIM + IS_COMPILED_LATE) as page:
        is_on_the_board(page, "Twenty-one stones", "nim-2")
        expect(page.locator("#engine")).to_be_visible()
        expect(page.locator("#engine")).to_be_hidden(timeout=PATIENCE)
        page.locator("#choices button").first.click()
        expect(page.locator("#moves .move")).to_have_count(2, timeout=PATIENCE)


def test_the_program_answers_before_its_engine_is_compiled(browser: Browser, tmp_path: Path) -> None:
    with started_with(browser, tmp_path, nim=NIM + IS_NEVER_COMPILED) as page:
        is_on_the_board(page, "Twenty-one stones", "nim-2")
        expect(page.locator("#engine")).to_be_visible()
        for moves in (2, 4):
            page.locator("#choices button").first.click()
            expect(page.locator("#moves .move")).to_have_count(moves, timeout=PATIENCE)
        expect(page.locator("#engine")).to_be_visible()


def test_several_files_with_odd_names_and_options(browser: Browser, tmp_path: Path) -> None:
    with started_with(browser, tmp_path, **{"mon jeu à moi": WITH_OPTIONS, "walk": WALK}) as page:
        is_on_the_board(page, "Neuf pierres à moi", "mon jeu à moi")
        expect(page.locator("#option-stones")).to_have_value("9")
        expect(page.locator("#game option").nth(1)).to_have_text("Walk (your own)")
        open_new_game(page)
        page.locator("#side-1").select_option("person")
        page.locator("#option-stones").fill("2")
        before = page.url
        page.locator("#begin").click()
        expect(page).not_to_have_url(before)
        expect(page.locator("#choices button")).to_have_count(2)
        page.locator("#choices button").first.click()
        page.reload()
        expect(page.locator("#moves .move")).to_have_count(1)
        page.goto(re.sub("#.*", "", page.url))  # as in a new window: the game of one's own goes on
        expect(page.locator("#moves .move")).to_have_count(1)


def test_the_last_game_does_not_come_before_ones_own(browser: Browser, tmp_path: Path) -> None:
    """A browser remembers what was played at this address; the file that was given now is what is wanted now."""
    with served(tmp_path / "data") as address:
        port = int(re.findall(r":(\d+)/", address)[0])
        with browser.new_context(locale="en-GB") as context:
            page = context.new_page()
            page.set_default_timeout(QUICK)
            page.goto(f"{address}#/play")
            open_new_game(page)
            page.locator("#game").select_option(label="Tic-tac-toe")
            page.locator("#begin").click()
            expect(page.locator("#title")).to_have_text("Tic-tac-toe")
            state = context.storage_state()
    file = tmp_path / "walk.py"
    file.write_text(WALK)
    with (
        served(tmp_path / "data", (str(file),), port=port) as address,
        opened(browser, address, "", storage_state=state) as page,
    ):
        is_on_the_board(page, "Walk", "walk")
    with served(tmp_path / "data", port=port) as address, opened(browser, address, storage_state=state) as page:
        expect(page.locator("#title")).to_have_text("Tic-tac-toe")


def test_the_page_says_that_there_will_be_no_engine(browser: Browser, tmp_path: Path) -> None:
    """In one line, in place of the notice that it is being compiled; persons play on."""
    weights = tmp_path / "forgetful.txt"
    weights.write_text("1 2 3")
    file = tmp_path / "forgetful.py"
    file.write_text(NIM + FORGETS_ITS_WEIGHTS)
    with served(tmp_path / "data", (str(file),)) as address:
        weights.unlink()
        with opened(browser, address) as page:
            expect(page.locator("#engine")).to_have_class(re.compile("failed"), timeout=PATIENCE)
            expect(page.locator("#engine")).to_have_text(re.compile(r"^\S*forgetful\.txt: No such file or directory$"))
            page.locator("#choices button").first.click()
            expect(page.locator("#moves .move")).to_have_count(1)
