"""Pictures of the documentation, from the real page: `PYTHONPATH=tests python tests/web/pictures.py FOLDER [NAME ...]`."""

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from browsing import PHONE, a_browser, open_pane, opened, served
from few_colours import few_colours, palette_of
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize
from test_browser import begin, moves, wait_for

from damier.books.learnt.book import LearntBook, default_path
from damier.books.learnt.learner import Learner, Lessons
from damier.engine.player import Player
from damier.games import catalogue
from damier.records.session import Session

WINDOW: ViewportSize = {"width": 1360, "height": 900}
OPENING = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "Nxe5", "Qd4"]
FRAME = 900  # milliseconds
GIF_WIDTH = 960
BOOK_GAMES = 16
COLOURS, GIF_COLOURS = 128, 96  # of a picture that is kept
MIDDLE_GAME = 46  # moves of Othello, after which an ending can be solved at once


def type_moves(page: Page, names: list[str]) -> None:
    for name in names:
        count = moves(page).count()
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
        moves(page).nth(count).wait_for()


def chess(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, viewport=WINDOW) as page:
        begin(page, "Chess")
        type_moves(page, OPENING[:6])
        open_pane(page, "lines")
        page.locator("#lines").select_option("3")
        time.sleep(4)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / "play-chess.png")


def phone(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, viewport=PHONE, has_touch=True, color_scheme="dark") as page:
        begin(page, "Othello", "pd", level="casual")
        for _ in range(5):
            page.locator("#board .target").first.tap()
            wait_for(page, "person")
        page.locator("#language").select_option("fr")
        page.evaluate("scrollTo(0, 0)")
        time.sleep(0.7)
        page.screenshot(path=folder / "play-phone.png")


def draughts(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, viewport=WINDOW) as page:
        begin(page, "Draughts", position="B:W18,21,22,24,30,32,K6:B3,5,12,13,16,20,K27")
        open_pane(page, "lines")
        page.locator("#lines").select_option("3")
        time.sleep(4)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / "draughts.png")


def connect4(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, viewport=WINDOW) as page:
        begin(page, "Connect 4", position="444325")
        open_pane(page, "lines")
        page.locator("#scores").check()
        page.locator("#board .score").nth(6).wait_for()
        time.sleep(0.5)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / "page.png")


def othello(browser: Browser, address: str, folder: Path) -> None:
    """An ending, solved: what each move is worth."""
    chance = random.Random(38)
    session = Session(catalogue.load("othello"))
    names: list[str] = []
    while len(names) < MIDDLE_GAME:
        move = chance.choice(session.legal_moves())
        names.append(session.move_name(move))
        session.play(move)
    with opened(browser, address, f"#/play?game=othello&moves={'+'.join(names)}", viewport=WINDOW) as page:
        moves(page).nth(MIDDLE_GAME - 1).wait_for()
        open_pane(page, "lines")
        page.locator("#scores").check()
        page.locator("#board .score").first.wait_for()
        time.sleep(4)
        page.screenshot(path=folder / "othello.png")


def theatre(browser: Browser, address: str, folder: Path) -> None:
    """Two algorithms; the code of one, at night; a question beside a board; on a phone."""
    low: ViewportSize = {"width": 1366, "height": 650}
    wanted: list[tuple[str, str, ViewportSize, dict[str, Any]]] = [
        ("theatre", "algorithms=alphabeta,sss&step=42", WINDOW, {}),
        ("theatre-code", "algorithms=scout&step=40&code=python", WINDOW, {"color_scheme": "dark"}),
        ("theatre-questions", "game=connect4&position=4433&depth=2&algorithms=alphabeta&quiz=1", low, {}),
        ("theatre-phone", "algorithms=sss&step=31", PHONE, {"locale": "fr-FR"}),
    ]
    for name, scene, window, look in wanted:
        with opened(browser, address, f"#/theatre?{scene}", viewport=window, **look) as page:
            page.locator(".performance svg.tree .node").first.wait_for()
            if "quiz" in scene:
                page.keyboard.press("End")
                page.locator(".asked").wait_for()
            if window == PHONE:
                page.locator(".transport").evaluate("(each) => each.scrollIntoView()")
            page.wait_for_timeout(800)
            page.screenshot(path=folder / f"{name}.png")


def lab(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, "#/lab/uniform-trees", viewport=WINDOW) as page:
        page.locator("input[type=number]").first.fill("20")
        page.get_by_role("button", name="Start").click()
        page.locator("table tbody tr").first.wait_for()
        page.wait_for_function("document.querySelector('.plot .day').naturalWidth > 0")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(800)
        page.screenshot(path=folder / "lab-page.png")


def lanes(browser: Browser, address: str, folder: Path) -> None:
    tree = "tree=random&branching=4&depth=4&seed=2&values=100"
    where = f"#/theatre?{tree}&algorithms=star,pvsplit&processors=3&pace=time&step=50&code=0"
    with opened(browser, address, where, viewport=WINDOW) as page:
        page.locator(".performance").nth(1).wait_for()
        page.wait_for_timeout(800)
        page.locator(".stage").screenshot(path=folder / "theatre-lanes.png")


def othello_book(data: Path) -> None:
    """A book of Othello that a few games have gone into."""
    game = catalogue.load("othello")
    path = data / "books" / default_path(game).name
    chance = random.Random(2)
    with LearntBook.open(path, game, is_writable=True, is_made=True) as book:
        learner = Learner(book, Player(game, depth=4), Lessons(depth=5, plies=8, keeps_wins=True))
        for _ in range(BOOK_GAMES):
            session = Session(game)
            while not session.is_over:
                is_bold = chance.random() < 0.3
                session.play(chance.choice(session.legal_moves()) if is_bold else learner.choose(session))
            learner.learn(session)


def book(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, viewport=WINDOW) as page:
        begin(page, "Othello")
        open_pane(page, "explorer")
        time.sleep(6)  # in which the engine is made ready
        page.locator("#book-table tbody button").first.click()
        moves(page).wait_for()
        time.sleep(1)
        page.evaluate("scrollTo(0, 0)")
        page.locator("#book-table tbody tr").nth(1).hover()
        time.sleep(0.5)
        page.screenshot(path=folder / "book.png")


def film(browser: Browser, address: str, folder: Path) -> None:
    """A game of chess and its analysis, then the theatre, as a small moving picture."""
    frames: list[Path] = []

    def take(page: Page) -> None:
        frames.append(folder / f"frame-{len(frames)}.png")
        page.screenshot(path=frames[-1])

    with opened(browser, address, viewport=WINDOW) as page:
        begin(page, "Chess", "pd", level="strong", seconds=0.4)
        page.evaluate("scrollTo(0, 0)")
        for square, goal in [("e2", "e4"), ("g1", "f3"), ("f1", "c4")]:
            page.locator(f".target[aria-label^='{square}:']").click()
            time.sleep(0.2)
            take(page)
            page.locator(f".target[aria-label^='{goal}:']").click()
            wait_for(page, "person")
            time.sleep(0.5)
            take(page)
        open_pane(page, "lines")
        page.locator("#lines").select_option("3")
        for _ in range(3):
            time.sleep(1)
            page.evaluate("scrollTo(0, 0)")
            take(page)
        page.goto(f"{address}#/theatre?algorithms=alphabeta,sss&step=4")
        page.reload()
        for step in (10, 20, 30, 40, 50, 60, 75, 96):
            page.evaluate(f"location.hash = '#/theatre?algorithms=alphabeta,sss&step={step}'")
            page.locator(".performance svg.tree").nth(1).wait_for()
            time.sleep(0.5)
            take(page)
    pictures = [Image.open(frame).convert("RGB") for frame in frames]
    height = GIF_WIDTH * WINDOW["height"] // WINDOW["width"]
    small = [each.resize((GIF_WIDTH, height), Image.Resampling.LANCZOS) for each in pictures]
    palette = palette_of(small, GIF_COLOURS)  # one for all, or the page would change its colour
    small = [few_colours(each, GIF_COLOURS, palette) for each in small]
    small[0].save(folder / "damier.gif", save_all=True, append_images=small[1:], duration=FRAME, loop=0, optimize=True)
    for frame in frames:
        frame.unlink()


if __name__ == "__main__":
    pictures = [chess, phone, draughts, connect4, othello, theatre, lanes, lab, book, film]
    folder = Path(sys.argv[1])
    wanted = [each for each in pictures if each.__name__ in sys.argv[2:]] or pictures
    before = {file: file.stat().st_mtime_ns for file in folder.glob("*.png")}
    with tempfile.TemporaryDirectory() as data:
        if book in wanted:
            othello_book(Path(data))
        with served(Path(data)) as address, a_browser() as browser:
            for picture in wanted:
                picture(browser, address, folder)
    for file in folder.glob("*.png"):
        if before.get(file) != file.stat().st_mtime_ns:
            few_colours(Image.open(file).convert("RGB"), COLOURS).save(file, optimize=True)
