"""Every screen of the page in all windows, lights and languages, a sheet of small pictures each, to be looked at:

PYTHONPATH=tests python tests/web/screens.py FOLDER [SCREEN ...]

And those of `docs/screens.md`, one small picture a screen, a laptop's by day and a phone's at night, in French:

PYTHONPATH=tests python tests/web/screens.py --docs docs/images/screens [SCREEN ...]
"""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsing import a_browser, open_pane, served
from few_colours import few_colours
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

WINDOWS = [(1366, 650), (1400, 900), (390, 844)]
LIGHTS, LOCALES = ("light", "dark"), ("en-GB", "fr-FR")
HEIGHT, GAP = 220, 6  # of a picture on a sheet, and between them
COLOURS = 48
SHOWN = [((1366, 650), "light", "en-GB"), ((390, 844), "dark", "fr-FR")]  # in the documentation, side by side
SHOWN_HEIGHT = 400
MOST_BYTES = 48 * 1024  # of a picture of the documentation
MOVES = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7%2B Ke7 Nd5%23"  # Legal's mate
GAME = "#/play?game=tictactoe&moves=b2+b1+a1"  # b1 loses
LEARNT = 7  # points of the curve of a game that has taught itself
CHESS = "#/play?game=chess&as=analysis"


def _play(page: Page) -> None:
    page.locator("#board svg").wait_for()


def _opened(button: str) -> Callable[[Page], None]:
    def open_dialog(page: Page) -> None:
        _play(page)
        page.locator(button).first.click()

    return open_dialog


def _pane(name: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        _play(page)
        open_pane(page, name)

    return open_it


def _review(page: Page) -> None:
    _pane("review")(page)
    page.wait_for_timeout(500)
    if "accent" in (page.locator("#check").get_attribute("class") or ""):  # it does not begin by itself
        page.locator("#check").click()
    page.locator("#accuracy tbody tr").nth(1).wait_for()
    page.locator("#mistake").wait_for()


def _lines(page: Page) -> None:
    _pane("lines")(page)
    page.locator("#line-list li").nth(2).wait_for()


def _theatre(page: Page) -> None:
    page.locator(".performance svg.tree .node").first.wait_for()


def _question(page: Page) -> None:
    _theatre(page)
    page.keyboard.press("End")
    page.locator(".quiz .asked").wait_for()


def _result(page: Page) -> None:
    page.locator("main h1").wait_for()
    page.wait_for_load_state("networkidle")  # what ran before is shown
    page.locator("input[type=number]").first.fill("2")
    page.locator("form button").first.click()
    page.wait_for_url("**run=*")
    page.locator("section.progress button").first.wait_for()
    page.locator("section.progress button").first.wait_for(state="hidden")
    page.locator("table tbody tr").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")


def _learn(page: Page) -> None:
    """A game that has taught itself a little; whoever comes later sees what there is."""
    _opened("#open-learn")(page)
    page.locator("#learn-game").wait_for()
    if page.locator(".learn-curve .point").count() < LEARNT:
        page.locator("#learn-more > summary").click()
        for setting, value in (("positions", "4000"), ("nodes", "10")):
            page.locator(f"#learn-{setting}").fill(value)
        page.locator("#learn-size").select_option("32")
        page.locator("#learn-start").click()
        page.locator(".learn-curve .point").nth(LEARNT - 1).wait_for(timeout=600_000)
        page.locator("#learn-stop").click()
    page.locator("#learn-start").wait_for()


def _home(page: Page) -> None:
    page.locator("main svg").nth(8).wait_for()


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("#/home", _home),
    "rules": ("#/play?game=othello", _opened("#open-rules")),
    "play": ("#/play?game=othello", _play),
    "mancala": ("#/play?game=kalah", _play),
    "lines": (CHESS, _lines),
    "editor": (CHESS, _opened("#edit-position")),
    "review": (f"#/play?game=chess&moves={MOVES.replace(' ', '+')}", _review),
    "explorer": ("#/play?game=chess", _pane("explorer")),
    "games": (GAME, _pane("files")),
    "new-game": ("#/play?game=chess", _opened("#open-new-game")),
    "share": (GAME, _opened("#open-share")),
    "learn": ("#/play?game=kalah", _learn),
    "keys": (GAME, _opened("#open-keys")),
    "theatre": ("#/theatre?algorithms=alphabeta,sss&step=42", _theatre),
    "theatre-position": ("#/theatre?game=tictactoe&position=b2+b1&depth=2&algorithms=alphabeta&step=12", _theatre),
    "theatre-questions": ("#/theatre?algorithms=alphabeta&quiz=1", _question),
    "theatre-lanes": (
        "#/theatre?tree=random&branching=4&depth=3&seed=38&values=100&algorithms=star&processors=3&pace=time&step=20",
        _theatre,
    ),
    "lab": ("#/lab", lambda page: page.locator("main h1").wait_for()),
    "lab-result": ("#/lab/uniform-trees", _result),
}


def taken(browser: Browser, address: str, name: str, window: tuple[int, int], light: Any, locale: str) -> Image.Image:
    """One screen, as it is seen in a window."""
    where, prepare = SCREENS[name]
    size: ViewportSize = {"width": window[0], "height": window[1]}
    with browser.new_context(viewport=size, locale=locale, color_scheme=light, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{address}{where}")
        prepare(page)
        page.wait_for_timeout(500)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def beside(pictures: list[Image.Image], height: int) -> Image.Image:
    """Pictures in a row, each of this height."""
    row = [each.resize((each.width * height // each.height, height), Image.Resampling.LANCZOS) for each in pictures]
    whole = Image.new("RGB", (sum(each.width + GAP for each in row) - GAP, height), "grey")
    left = 0
    for picture in row:
        whole.paste(picture, (left, 0))
        left += picture.width + GAP
    return whole


def sheet(browser: Browser, address: str, name: str) -> Image.Image:
    """All pictures of one screen: a row for each language and light."""
    rows = [
        beside([taken(browser, address, name, window, light, locale) for window in WINDOWS], HEIGHT)
        for locale in LOCALES
        for light in LIGHTS
    ]
    whole = Image.new("RGB", (rows[0].width, len(rows) * (HEIGHT + GAP)), "grey")
    for line, row in enumerate(rows):
        whole.paste(row, (0, line * (HEIGHT + GAP)))
    return few_colours(whole, COLOURS)


def shown(browser: Browser, address: str, name: str) -> bytes:
    """The picture of one screen for the documentation: as good as fits into its bytes."""
    whole = beside([taken(browser, address, name, *how) for how in SHOWN], SHOWN_HEIGHT)
    for quality in range(84, 20, -8):
        file = io.BytesIO()
        whole.save(file, "webp", quality=quality, method=6)
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    is_shown = "--docs" in arguments
    where_to, *wanted = [each for each in arguments if each != "--docs"]
    folder = Path(where_to)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, a_browser() as browser:
        for name in wanted or SCREENS:
            if is_shown:
                (folder / f"{name}.webp").write_bytes(shown(browser, address, name))
            else:
                sheet(browser, address, name).save(folder / f"{name}.png", optimize=True)
