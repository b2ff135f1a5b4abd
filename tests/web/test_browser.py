"""The page in a real browser: games played with mouse, finger and keyboard. No console message, no error."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect, sync_playwright

from damier.games import catalogue

pytestmark = pytest.mark.browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run "
    "--disable-quic"
)
PATIENCE = 180_000  # milliseconds; an engine may have to be compiled first
PROGRAM = "import sys; from damier.web.server import serve; serve(sys.argv[1:], port=0, open_browser=False)"
DESKTOP: ViewportSize = {"width": 1200, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address(own_game: Path, walk: Path) -> Iterator[str]:
    """The page as a person starts it: a process of its own, which Ctrl-C ends without a word."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(own_game), str(walk)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found, server.stderr.read()
        yield found[0]
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE / 1000) == 0
        assert server.stderr.read() == ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if program is None:
        missing = f"no browser is installed: none of {', '.join(BROWSERS)}"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page just opened in a large window; at the end it must have said nothing, and asked nobody else."""
    with browser.new_context(viewport=DESKTOP, has_touch=True) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: said.append(asked.url) if not asked.url.startswith(address) else None)
        page.goto(address)
        expect(page.locator("#board svg")).to_be_visible()
        yield page
        assert said == []


def begin(page: Page, game: str, person: str = "first", slow: bool = False) -> None:
    """Start a game through the controls."""
    page.get_by_label("Time a move").fill("8" if slow else "0")
    page.locator(".segments label", has_text=person).click()
    page.get_by_label("Choose a game").select_option(label=game)
    expect(page.get_by_role("heading", level=1)).to_have_text(game)
    page.get_by_role("button", name="New game").click()
    wait_for(page, "person|over")
    expect(page.locator("#notice")).to_be_hidden()


def wait_for(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-state", re.compile(state), timeout=PATIENCE)


def move(page: Page, name: str) -> None:
    """Click where a move is made, and wait for the engine's answer."""
    page.locator(f".target[data-move='{name}']").click()
    wait_for(page, "person|over")


def test_tictactoe_to_its_end(page: Page) -> None:
    begin(page, "Tic-tac-toe")
    moves = 0
    while page.locator(".target").count():
        page.locator(".target").first.click()
        moves += 1
        wait_for(page, "person|over")
    assert moves >= 3
    expect(page.locator("#status")).to_have_text(re.compile("wins|Draw"))
    expect(page.get_by_role("status")).to_have_class(re.compile("result"))
    expect(page.locator("#history li")).to_have_count(page.locator(".stroke").count())
    expect(page.locator("#value")).not_to_be_empty()
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()


def test_connect4_with_take_back_and_hint(page: Page) -> None:
    begin(page, "Connect 4")
    expect(page.locator(".disc")).to_have_count(0)
    move(page, "4")
    expect(page.locator(".disc")).to_have_count(2)
    move(page, "4")
    expect(page.locator("#history li")).to_have_count(4)
    expect(page.locator(".last")).to_have_count(1)
    expect(page.locator("#value")).to_have_text(re.compile("Even|player"))
    expect(page.locator("#line li").first).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#history li")).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hinted")).to_have_count(1)
    expect(page.locator("#numbers")).to_contain_text("damier suggests")
    expect(page.locator("#history li")).to_have_count(2)
    page.reload()
    expect(page.locator("#history li")).to_have_count(2)
    wait_for(page, "person")


def test_keyboard(page: Page) -> None:
    """The board is played without a mouse: Tab to a column, Enter; the focus stays on it."""
    begin(page, "Connect 4")
    column = page.get_by_role("button", name="column 3: empty; play 3")
    column.focus()
    page.keyboard.press("Enter")
    wait_for(page, "person")
    expect(page.locator("#history li")).to_have_count(2)
    expect(page.get_by_role("button", name="column 3: empty; play 3")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    expect(page.locator("#history li").nth(2)).to_have_text("4")


def test_options_and_position(page: Page) -> None:
    begin(page, "Connect 4", person="both")
    page.get_by_label("Width").fill("5")
    page.get_by_label("Height").fill("4")
    page.get_by_text("Start from a position").click()
    page.get_by_label("In the game's own writing").fill("33")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".disc")).to_have_count(2)
    expect(page.locator(".hole")).to_have_count(20)
    expect(page.get_by_label("On the board now")).to_have_value("...../...../..o../..x..")


def test_move_now_and_take_back_while_thinking(page: Page) -> None:
    begin(page, "Connect 4", slow=True)
    page.locator(".target[data-move='4']").click()
    page.get_by_role("button", name="Move now").click()
    expect(page.locator("#history li")).to_have_count(2)
    page.locator(".target[data-move='4']").click()
    expect(page.get_by_role("button", name="Move now")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#history li")).to_have_count(2)
    wait_for(page, "person")


def test_engine_plays_first_and_itself(page: Page) -> None:
    begin(page, "Tic-tac-toe", person="second")
    expect(page.locator("#history li")).to_have_count(1)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    begin(page, "Tree", person="neither")
    expect(page.locator("#status")).to_have_text(re.compile(r"^First player wins by \d+ points\.$"))
    expect(page.locator("#history li")).to_have_count(2)


@pytest.mark.skipif("kalah" not in catalogue.names(), reason="Kalah is not registered")
def test_kalah(page: Page) -> None:
    """A move that ends in the store is followed by another."""
    begin(page, "Kalah")
    expect(page.locator(".seed")).to_have_count(48)
    page.locator(".target[data-move='3']").click()
    expect(page.locator("#history li")).to_have_count(1)
    expect(page.locator("#status")).to_have_text("Your move.")
    move(page, "6")
    assert page.locator("#history li.p1").count() >= 1


def test_own_game(page: Page) -> None:
    """It is the one the page opens with, and its moves are buttons."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Twenty-one stones")
    page.get_by_label("Time a move").fill("0")
    page.get_by_role("button", name="play 1", exact=True).click()
    wait_for(page, "person")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".suggested")).to_have_count(1)
    while page.locator("#choices button").count():
        page.locator("#choices button").last.click()
        wait_for(page, "person|over")
    expect(page.locator("#status")).to_have_text(re.compile("wins"))


def test_moves_from_a_cell_to_another(page: Page) -> None:
    """The first click chooses, a second one on the same cell gives up, one on a cell that can be reached plays."""
    begin(page, "Walk", person="both")
    piece = page.get_by_role("button", name="column a")
    expect(page.locator(".target")).to_have_count(1)
    piece.click()
    expect(page.locator(".target.chosen")).to_have_count(1)
    expect(page.locator(".target")).to_have_count(3)
    piece.click()
    expect(page.locator(".target")).to_have_count(1)
    piece.click()
    page.get_by_role("button", name="column c: empty; play 2").click()
    expect(page.get_by_role("button", name="column c: First player, disc; choose")).to_be_visible()
    expect(page.locator("#history li")).to_have_text(["2"])


def test_scores(page: Page) -> None:
    """They stand above the columns of the position on the board, follow the moves, and go when nobody wants them."""
    begin(page, "Connect 4", person="both")
    page.get_by_text("Start from a position").click()
    page.get_by_label("In the game's own writing").fill("44444422777")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".disc")).to_have_count(11)
    height = page.locator("#board svg").get_attribute("viewBox")
    page.get_by_role("button", name="Show scores").click()
    score = page.locator(".score text")
    expect(score).to_have_count(6, timeout=PATIENCE)
    assert sorted(score.all_text_contents()) == ["0", "−1", "−14", "−14", "−14", "−14"]
    expect(page.get_by_role("img", name="play 3: score 0")).to_be_visible()
    expect(page.locator(".score:has(.best)")).to_have_text("0")
    expect(page.locator("#scores-line")).to_contain_text("Exact: + wins")
    page.locator(".target[data-move='3']").click()
    expect(page.locator(".disc")).to_have_count(12)
    expect(page.locator(".score:has(.best)").first).to_have_text("0")
    page.get_by_role("button", name="Hide scores").click()
    expect(page.locator(".score")).to_have_count(0)
    expect(page.locator("#board svg")).to_have_attribute("viewBox", height or "")
    begin(page, "Tic-tac-toe")
    expect(page.get_by_role("button", name="Show scores")).to_be_hidden()


def test_level(page: Page) -> None:
    """The level is chosen beside the board, where the game has it, and stays chosen."""
    begin(page, "Connect 4")
    level = page.get_by_label("Level of damier")
    expect(level).to_have_value("strong")
    level.select_option("perfect")
    with page.expect_request("**/think") as asked:
        page.locator(".target[data-move='4']").click()
    assert asked.value.post_data_json["level"] == "perfect"
    wait_for(page, "person")
    expect(page.locator("#value")).to_contain_text("Exact")
    begin(page, "Tic-tac-toe")
    expect(level).to_have_value("strong")
    expect(level.locator("option")).to_have_count(8)
    begin(page, "Connect 4")
    expect(level).to_have_value("perfect")


def test_scores_that_take_long(page: Page) -> None:
    """One sees that it is being solved, can leave it, and is told what is known when time is up."""
    begin(page, "Connect 4", person="both")
    asked: list[Route] = []
    page.route("**/scores", lambda route: asked.append(route) if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Show scores").click()
    expect(page.locator(".solving")).to_have_count(7)
    expect(page.locator("#engine-words")).to_have_text("solving…")
    page.get_by_role("button", name="Hide scores").click()
    expect(page.locator(".solving")).to_have_count(0)
    asked.pop().fulfill(json={"player": None, "scores": [], "complete": False})
    page.get_by_role("button", name="Show scores").click()
    expect(page.locator(".solving")).to_have_count(7)
    known = {"move": "4", "cells": [[5, 3]], "score": 1, "text": "+1", "best": False}
    asked.pop().fulfill(json={"player": 0, "scores": [known], "complete": False})
    expect(page.locator(".score")).to_have_text("+1")
    expect(page.locator(".solving")).to_have_count(0)
    expect(page.locator("#scores-words")).to_have_text("10 s were not enough: 1 of 7 moves are known.")
    page.get_by_role("button", name="Keep solving").click()
    expect(page.locator(".solving")).to_have_count(6)
    asked.pop().fulfill(json={"player": None, "scores": [], "complete": False})
    wait_for(page, "person")


# --------------------------------------------------------------------------------------------------------------------
# Othello

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"  # G8 +18, H1 +12, ... G2 -24
MUST_PASS = "-O-OOOOOXXXXXOOXOOXXOOOXOOXXOOXXXXOXXOXXXXXOXOOXXXXXOOXXXXXOOOXX X"
MAKES_PASS = "OOOO-O--OOOOOO-OOOOOOOOXOOOOOOXXOXOOOXXXOXOOOOXXOOOOOOXXOOOOOOOX X"  # after h1


def begin_from(page: Page, position: str, person: str = "first", game: str = "Othello") -> None:
    """Start a game from a position."""
    begin(page, game, person)
    if not page.get_by_label("In the game's own writing").is_visible():
        page.get_by_text("Start from a position").click()
    page.get_by_label("In the game's own writing").fill(position)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("On the board now")).to_have_value(position)
    wait_for(page, "person|over")


def test_othello_to_its_end(page: Page) -> None:
    """By mouse against a beginner: legal squares have dots, discs are counted, passes are made, the last move is marked."""
    begin(page, "Othello")
    page.get_by_label("Level of damier").select_option("beginner")
    expect(page.locator("#plate-0")).to_contain_text("Black")
    expect(page.locator("body")).to_have_attribute("data-theme", "felt")
    expect(page.locator(".target .dot")).to_have_count(4)
    expect(page.locator("#caption")).to_have_text("black 2, white 2")
    move(page, "f5")
    expect(page.locator(".disc")).to_have_count(6)
    expect(page.locator(".disc .last")).to_have_count(1)
    while page.locator("body").get_attribute("data-state") != "over":
        if page.locator("#choices button").count():
            page.get_by_role("button", name="play pass").click()
        else:
            page.locator(".target").last.click()
        wait_for(page, "person|over")
    expect(page.locator("#status")).to_have_text(re.compile(r"^(Black|White) wins by \d+ discs\.|^Draw\."))
    expect(page.locator("#caption")).to_have_text(re.compile(r"black \d+, white \d+"))


def test_othello_passes(page: Page) -> None:
    """Who has no move is told, and passes with a button; when damier passes it is said."""
    begin_from(page, MUST_PASS, "both")
    expect(page.locator("#status")).to_have_text("Black has no other move than: pass.")
    expect(page.locator(".target")).to_have_count(0)
    page.get_by_role("button", name="play pass").click()
    expect(page.locator("#status")).to_have_text("Black: pass. White to move.")
    begin_from(page, MAKES_PASS)
    move(page, "h1")
    expect(page.locator("#history li").nth(1)).to_have_text("pass")
    expect(page.locator("#status")).to_have_text("White: pass. Your move.")


def test_othello_scores(page: Page) -> None:
    """On the squares: estimates in the beginning, exact near the end, where it is said who wins."""
    begin(page, "Othello", person="both")
    page.get_by_role("button", name="Show scores").click()
    expect(page.locator(".score.estimate")).to_have_count(4, timeout=PATIENCE)
    expect(page.locator("#scores-words")).to_have_text(re.compile(r"^Estimates in discs, \d+ moves ahead"))
    expect(page.locator(".target .dot")).to_have_count(0)
    begin_from(page, ENDING, "both")
    expect(page.locator(".score.exact")).to_have_count(8, timeout=PATIENCE)
    words = page.locator(".score text").all_text_contents()
    assert sorted(words) == sorted(["+18", "+12", "+6", "+6", "+4", "−4", "−22", "−24"])
    expect(page.locator(".score:has(.best)")).to_have_text("+18")
    expect(page.locator("#scores-words")).to_contain_text("Solved: Black wins by 18 discs.")
    move(page, "g8")
    expect(page.locator("#scores-words")).to_contain_text("Solved: Black wins by 18 discs.")
    page.get_by_label("Time a move").fill("7")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#value")).to_have_text("Exact: Black +18", timeout=PATIENCE)


def test_othello_on_a_small_board(page: Page) -> None:
    begin(page, "Othello", person="both")
    page.get_by_label("Size").select_option("6")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".square")).to_have_count(36)
    page.locator(".target").first.click()
    expect(page.locator("#caption")).to_have_text("black 4, white 1")


# --------------------------------------------------------------------------------------------------------------------
# Chess


def move_piece(page: Page, squares: str) -> None:
    """Point at the two squares of a move, as e2e4."""
    for square in (squares[:2], squares[2:]):
        page.locator(f".target[aria-label^='{square}:']").click()


def test_chess_between_two(page: Page) -> None:
    """Figures on a chess board, White below: a piece is chosen, its squares are marked, and mate is announced."""
    begin(page, "Chess", person="both")
    expect(page.locator("body")).to_have_attribute("data-theme", "wood")
    expect(page.locator("#plate-0")).to_contain_text("White")
    expect(page.locator(".figure.p0")).to_have_count(16)
    expect(page.locator(".figure.p1")).to_have_count(16)
    expect(page.get_by_role("img", name="e1: White, king")).to_have_count(1)
    page.locator(".target[aria-label^='b1:']").click()
    expect(page.locator(".target:not(.other) .dot")).to_have_count(2)
    page.locator(".target[aria-label='g2: White, pawn; choose']").click()  # another piece instead
    page.locator(".target[aria-label='g4: empty; play g4']").click()
    expect(page.locator("#history li")).to_have_text(["g4"])
    expect(page.locator(".last.whole")).to_have_count(2)
    for squares in ("e7e5", "f2f3", "d8h4"):
        move_piece(page, squares)
    expect(page.locator("#history li")).to_have_text(["g4", "e5", "f3", "Qh4#"])
    expect(page.locator("#status")).to_have_text("Black wins: checkmate.")
    page.reload()
    expect(page.locator("#status")).to_have_text("Black wins: checkmate.")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#status")).to_have_text("Black to move.")


def test_chess_promotion(page: Page) -> None:
    """What a pawn becomes is chosen by name, a queen first."""
    begin_from(page, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "both", "Chess")
    move_piece(page, "a7b8")
    expect(page.locator("#choices button")).to_have_text(["axb8=Q+", "axb8=N", "axb8=R+", "axb8=B"])
    page.locator(".target[aria-label^='a7:']").click()  # taken back
    expect(page.locator("#choices")).to_be_hidden()
    move_piece(page, "a7a8")
    page.get_by_role("button", name="play a8=N").click()
    expect(page.locator("#history li")).to_have_text(["a8=N"])


def test_chess_scores(page: Page) -> None:
    """Each piece has the score of the best of its moves; once it is chosen, each of its squares has its own."""
    begin_from(page, "7k/8/8/8/8/8/P7/K7 w - - 0 1", "both", "Chess")
    known = {"Kb1": 90, "Kb2": 140, "a3": 120, "a4": 150}
    cells = {"Kb1": [[7, 0], [7, 1]], "Kb2": [[7, 0], [6, 1]], "a3": [[6, 0], [5, 0]], "a4": [[6, 0], [4, 0]]}
    scores = [
        {"move": move, "cells": cells[move], "score": score, "text": f"+{score / 100:.1f}", "best": move == "a4"}
        for move, score in known.items()
    ]
    told = {"player": 0, "scores": scores, "complete": True, "exact": False, "words": "Estimates."}
    page.route("**/scores", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Show scores").click()
    expect(page.locator(".score.badge text")).to_have_text(["+1.4", "+1.5"])
    expect(page.locator(".score:has(.best)")).to_have_text("+1.5")
    page.locator(".target[aria-label^='a1:']").click()
    expect(page.locator(".score.badge text")).to_have_text(["+0.9", "+1.4"])
    page.locator(".target[aria-label^='b2:']").click()
    expect(page.locator("#history li")).to_have_text(["Kb2"])


def test_phone(page: Page) -> None:
    """On a small screen everything is there, nothing sticks out, and a finger plays."""
    page.set_viewport_size(PHONE)
    for game, name in (("Connect 4", "4"), ("Othello", "f5"), ("Kalah", "1"), ("Tree", "1")):
        begin(page, game)
        target = page.locator(f".target[data-move='{name}']")
        target.tap()
        wait_for(page, "person|over")
        assert page.locator("#history li").count() >= 2
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        box = page.locator("#board svg").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_the_interface_is_described(page: Page) -> None:
    page.get_by_role("link", name="API").click()
    expect(page.get_by_text("/api/sessions/{id}/think")).to_be_visible()
