"""Every screen of the page in all windows, lights and languages, a sheet of small pictures each, to be looked at:

PYTHONPATH=tests python tests/web/screens.py FOLDER [SCREEN ...]
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from browsing import a_browser, open_pane, served
from PIL import Image
from playwright.sync_api import Browser, Page

WINDOWS = [(1366, 650), (1400, 900), (390, 844)]
LIGHTS, LOCALES = ("light", "dark"), ("en-GB", "fr-FR")
HEIGHT = 220  # of a picture on a sheet
COLOURS = 48
GAME = "#/play?game=tictactoe&moves=b2+b1+a1"  # b1 loses
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
    page.locator("#check").click()
    page.locator("#mistake").wait_for()


def _lines(page: Page) -> None:
    _pane("lines")(page)
    page.locator("#line-list li").nth(2).wait_for()


def _theatre(page: Page) -> None:
    page.locator(".performance svg.tree .node").first.wait_for()


def _home(page: Page) -> None:
    page.locator("main svg").nth(8).wait_for()


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("#/home", _home),
    "rules": ("#/play?game=othello", _opened("#open-rules")),
    "play": ("#/play?game=othello", _play),
    "mancala": ("#/play?game=kalah", _play),
    "lines": (CHESS, _lines),
    "review": (GAME, _review),
    "explorer": ("#/play?game=chess", _pane("explorer")),
    "games": (GAME, _pane("files")),
    "new-game": ("#/play?game=chess", _opened("#open-new-game")),
    "share": (GAME, _opened("#open-share")),
    "keys": (GAME, _opened("#open-keys")),
    "theatre": ("#/theatre?algorithms=alphabeta,sss&step=42", _theatre),
    "theatre-position": ("#/theatre?game=tictactoe&position=b2+b1&depth=2&algorithms=alphabeta&step=12", _theatre),
    "theatre-questions": ("#/theatre?algorithms=alphabeta&quiz=1", _theatre),
    "lab": ("#/lab", lambda page: page.locator("main h1").wait_for()),
}


def sheet(browser: Browser, address: str, name: str) -> Image.Image:
    """All pictures of one screen: a row for each language and light."""
    where, prepare = SCREENS[name]
    rows = []
    for locale in LOCALES:
        for light in LIGHTS:
            row = []
            for width, height in WINDOWS:
                size = {"width": width, "height": height}
                with browser.new_context(viewport=size, locale=locale, color_scheme=light, reduced_motion="reduce") as context:
                    page = context.new_page()
                    page.goto(f"{address}{where}")
                    prepare(page)
                    page.wait_for_timeout(500)
                    with tempfile.NamedTemporaryFile(suffix=".png") as file:
                        page.screenshot(path=file.name)
                        picture = Image.open(file.name).convert("RGB")
                        row.append(picture.resize((width * HEIGHT // height, HEIGHT), Image.Resampling.LANCZOS))
            rows.append(row)
    whole = Image.new("RGB", (sum(each.width + 6 for each in rows[0]), len(rows) * (HEIGHT + 6)), "grey")
    for line, row in enumerate(rows):
        left = 0
        for picture in row:
            whole.paste(picture, (left, line * (HEIGHT + 6)))
            left += picture.width + 6
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    folder, wanted = Path(sys.argv[1]), sys.argv[2:] or list(SCREENS)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as address, a_browser() as browser:
        for name in wanted:
            sheet(browser, address, name).save(folder / f"{name}.png", optimize=True)
