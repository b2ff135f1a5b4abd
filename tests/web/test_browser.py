"""The page in a real browser: games played, analysed, saved and loaded by mouse, finger and keyboard.

No page says anything in its console, nor asks another host; `browsing.opened` sees to that.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PATIENCE, PHONE, QUICK, open_details, open_new_game, open_pane, opened, served
from playwright.sync_api import Browser, Locator, Page, Route, expect

from lengths import SOAK

pytestmark = pytest.mark.browser

LATE = {"Awale": "0,2,2,6,1,6,11/0,0,3,0,0,0,17/7"}  # from where a long game is over before long
SCHOLARS_MATE = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address) as page:
        expect(page.locator("#board svg")).to_be_visible()
        yield page


REFUSED = "responded with a status of 4"  # what a browser says itself of a request that is refused


@pytest.fixture
def refused(browser: Browser, address: str) -> Iterator[Page]:
    """A page for what the server refuses."""
    with opened(browser, address, may_say=REFUSED) as page:
        expect(page.locator("#board svg")).to_be_visible()
        yield page


def begin(
    page: Page, game: str, sides: str = "pp", position: str = "", level: str = "casual", seconds: float = 0.1, **options: Any
) -> None:
    """Start a game through the controls; `sides` says for each who plays: a person or a program (damier)."""
    open_new_game(page)
    own = " (your own)" if game in ("Twenty-one stones", "Walk") else ""
    page.locator("#game").select_option(label=f"{game}{own}")
    for player, kind in enumerate(sides):
        page.locator(f"#side-{player}").select_option("person" if kind == "p" else "program")
        if kind != "p":
            page.locator(f"#level-{player}").select_option(level)
    page.locator("#time-kind").select_option("move")
    page.locator("#seconds").fill(str(seconds))
    for option, value in options.items():
        page.locator(f"#option-{option}").fill(str(value))
    if position:
        open_details(page, "position-details")
        page.locator("#position").fill(position)
    before = page.evaluate("location.hash")  # the driver hears of another address only later
    page.locator("#begin").click()
    page.wait_for_function("before => location.hash !== before", arg=before, timeout=QUICK)
    expect(page.locator("#board")).to_have_attribute("data-game", page.evaluate("location.hash").rsplit("/", 1)[1])
    expect(page.locator("#title")).to_have_text(game)
    expect(page.locator("#notice")).to_be_hidden()


def wait_for(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-state", re.compile(state), timeout=PATIENCE)


def moves(page: Page) -> Locator:
    return page.locator("#moves .move")


def target(page: Page, square: str) -> Locator:
    """The target of a square of chess or Othello."""
    return page.locator(f".target[aria-label^='{square}:']")


def drag(page: Page, start: str, end: str) -> None:
    boxes = [target(page, start).bounding_box(), page.locator(f".cell[aria-label^='{end}:']").bounding_box()]
    (x1, y1), (x2, y2) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, steps=4)
    page.mouse.move(x2, y2, steps=4)
    page.mouse.up()


# --------------------------------------------------------------------------------------------------------------------
# Whole games


@pytest.mark.parametrize(
    ("game", "options"),
    [("Tic-tac-toe", {}), ("Connect 4", {"width": 4, "height": 4}), ("Kalah", {}), ("Awale", {})],
)
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_whole_game(page: Page, game: str, options: dict[str, int], by: str) -> None:
    """By mouse against damier, by keyboard for both sides: the first move there is, until the end is announced."""
    open_new_game(page)
    page.locator("#warns").uncheck()
    late = "" if SOAK else LATE.get(game, "")
    begin(page, game, "pd" if by == "mouse" else "pp", late, level="beginner", seconds=0.05, **options)
    wait_for(page, "person|over")
    made = 0
    while page.locator("body").get_attribute("data-state") != "over" and made < 60:
        before = moves(page).count()
        choice = page.locator("#board .target, #choices button").first
        if by == "mouse":
            choice.click()
        else:
            choice.focus()
            page.keyboard.press("Enter")
        expect(moves(page).nth(before)).to_be_attached()
        wait_for(page, "person|over")
        made += 1
    if made < 60:  # some games may go round in circles
        expect(page.locator("#status")).to_have_text(re.compile("win|Draw"))
        expect(page.locator("#status")).to_have_class(re.compile("result"))
        expect(page.locator("#hint")).to_be_disabled()


def test_draughts_by_clicks_and_drags(page: Page) -> None:
    """A capture is pointed at until only one is meant; numbers stand on the squares, and a king has a crown."""
    begin(page, "Draughts", position="B:W15,16,23,24:BK11,1")
    expect(page.locator(".cell-name")).to_have_count(32)
    expect(page.locator(".crown")).to_have_count(1)
    expect(page.locator(".cell[aria-label='11: Black, king']")).to_have_count(1)
    target(page, "11").click()
    expect(page.locator(".target.goal")).to_have_count(2)
    target(page, "20").click()
    expect(moves(page)).to_contain_text(["11x20x27x18x11"])
    expect(page.locator("#status")).to_have_text(re.compile("Black wins.*no piece left"))
    begin(page, "Draughts", position="W:W26,32:B3,7,14,22")
    drag(page, "26", "17")
    expect(moves(page)).to_contain_text(["26x10"])
    drag(page, "7", "14")
    expect(moves(page)).to_contain_text(["26x10", "7x14"])


def test_chess_by_clicks_and_drags(page: Page) -> None:
    begin(page, "Chess")
    target(page, "e2").click()
    expect(page.locator(".target.chosen .frame")).to_have_css("stroke", "rgb(255, 59, 48)")
    expect(page.locator(".target.goal")).to_have_count(2)
    expect(target(page, "e4").locator("title")).to_contain_text("King's Pawn")
    expect(target(page, "e4").locator(".frame")).to_have_css("stroke", "rgb(47, 125, 240)")
    target(page, "e4").click()
    expect(moves(page)).to_have_text(["1.e4"])
    drag(page, "e7", "e5")
    expect(moves(page)).to_have_text(["1.e4", "e5"])
    drag(page, "d1", "h5")
    for name in ("Nc6", "Bc4", "Nf6"):
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(6)
    drag(page, "h5", "f7")
    expect(page.locator("#status")).to_have_text("White wins: checkmate.")
    expect(page.locator("#opening")).to_contain_text("King's Pawn")
    expect(page.locator("#plate-0 .taken")).to_contain_text("Taken by White: pawn")
    expect(page.locator("#plate-0 .ahead")).to_have_text("+1")
    drag_back = page.locator("#moves button", has_text="Qxf7#")
    expect(drag_back).to_have_attribute("aria-current", "true")


def test_a_drag_that_ends_nowhere_changes_nothing(page: Page) -> None:
    begin(page, "Chess")
    drag(page, "e2", "e5")
    expect(moves(page)).to_have_count(0)
    expect(page.locator(".held")).to_have_count(0)
    drag(page, "g1", "f3")
    expect(moves(page)).to_have_text(["1.Nf3"])


def test_chess_by_keyboard_alone(page: Page) -> None:
    """Arrow keys lead over the board, Enter chooses and moves, Escape lets go; a promotion is chosen by name."""
    begin(page, "Chess", position="4k3/P7/8/8/8/8/7p/4K3 w - - 0 1")
    target(page, "e1").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(target(page, "e1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(target(page, "a7")).to_be_focused()
    page.keyboard.press("Enter")
    expect(target(page, "a8")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".target.chosen")).to_have_count(0)
    target(page, "a7").focus()
    page.keyboard.press("Enter")
    target(page, "a8").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .pick")).to_have_count(4)
    page.locator("#board .pick[data-move='a8=Q+']").press("Enter")
    expect(moves(page)).to_have_text(["1.a8=Q+"])
    page.locator("#typed").fill("Ke7")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(2)
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#moves [aria-current]")).to_have_text("Ke7")


def test_othello_to_its_end_with_passes(page: Page) -> None:
    """Programs play each other: pause, one step, and on to the end; passes are moves by name."""
    begin(page, "Othello", "dd", position="f5d6", level="novice", seconds=0.05)
    expect(moves(page).nth(0)).to_be_attached()
    page.locator("#pause").click()
    wait_for(page, "paused")
    count = moves(page).count()
    page.locator("#step").click()
    expect(moves(page)).to_have_count(count + 1)
    wait_for(page, "paused")
    page.locator("#pause").click()
    wait_for(page, "program|over")


def test_the_users_own_games(page: Page) -> None:
    begin(page, "Twenty-one stones", "pd")
    page.locator("#choices button", has_text="1").click()
    wait_for(page, "person")
    expect(moves(page)).to_have_count(2)
    begin(page, "Walk", "pp")
    page.locator(".target").first.click()
    page.locator(".target.goal").last.click()
    expect(moves(page)).to_have_count(1)


# --------------------------------------------------------------------------------------------------------------------
# Back and forth


def test_take_back_redo_and_variations(page: Page) -> None:
    begin(page, "Connect 4")
    for column in ["4", "4", "3"]:
        page.locator(f".target[data-move='{column}']").click()
        expect(page.locator("#moves [aria-current]")).to_have_text(column)
    page.keyboard.press("ArrowLeft")  # after a click on the board the arrow keys walk through the game
    expect(page.locator(".disc")).to_have_count(2)
    page.locator("#previous").click()
    expect(page.locator(".disc")).to_have_count(1)
    page.locator("#next").click()
    expect(page.locator(".disc")).to_have_count(2)
    page.locator(".target[data-move='1']").click()
    expect(page.locator("#moves .branch")).to_have_count(1)
    expect(page.locator("#moves .branch .move")).to_have_text(["2.1"])
    page.locator("#promote").click()
    expect(page.locator("#moves .branch .move")).to_have_text(["2.3"])
    page.locator("#moves .branch button").click()
    page.locator("#delete").click()
    expect(page.locator("#moves .branch")).to_have_count(0)
    expect(moves(page)).to_have_count(3)
    page.locator("#first").click()
    expect(page.locator(".disc")).to_have_count(0)
    expect(page.locator("#previous")).to_be_disabled()
    page.locator("#last").click()
    expect(page.locator("#next")).to_be_disabled()


def test_against_damier_take_back_and_move_now(page: Page) -> None:
    begin(page, "Connect 4", "pd", level="strong", seconds=30)
    wait_for(page, "person")
    page.locator(".target[data-move='4']").click()
    expect(page.locator("#now")).to_be_visible()
    page.locator("#now").click()
    expect(moves(page)).to_have_count(2)
    wait_for(page, "person")
    page.locator(".target[data-move='4']").click()
    expect(page.locator("#now")).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(1)
    expect(page.locator(".disc")).to_have_count(2)
    wait_for(page, "person")


def test_reload_and_restart(browser: Browser, tmp_path: Path) -> None:
    """A game survives a reload of the page, and a restart of the server while the page stays open."""
    with served(tmp_path) as address, opened(browser, address) as page:
        begin(page, "Tic-tac-toe")
        page.locator(".target[data-move='b2']").click()
        expect(moves(page)).to_have_count(1)
        page.reload()
        expect(moves(page)).to_have_text(["1.b2"])
    port = int(re.findall(r":(\d+)/", address)[0])
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        with served(tmp_path, port=port):
            page.goto(f"{address}#/play")
            expect(page.locator("#board svg")).to_be_visible()
            begin(page, "Tic-tac-toe")
            page.locator(".target[data-move='a1']").click()
            expect(moves(page)).to_have_text(["1.a1"])
        expect(page.locator("#notice")).to_contain_text("connection is lost")
        with served(tmp_path, port=port):
            expect(page.locator("#notice")).to_be_hidden(timeout=30_000)
            page.locator(".target[data-move='b2']").click()
            expect(moves(page)).to_have_text(["1.a1", "b2"])


def test_clocks_run_out(page: Page) -> None:
    open_new_game(page)
    page.locator("#game").select_option(label="Tic-tac-toe")
    page.locator("#side-1").select_option("person")
    page.locator("#time-kind").select_option("clock")
    page.locator("#minutes").fill("0.05")
    page.locator("#increment").fill("0")
    page.locator("#begin").click()
    expect(page.locator("#plate-1 .clock")).to_have_text("0:03.0")
    page.locator(".target[data-move='b2']").click()
    expect(page.locator("#plate-1 .clock")).to_have_class(re.compile("running"))
    expect(page.locator("#status")).to_have_text("First player wins: time is up.", timeout=20_000)
    expect(page.locator("#plate-1 .clock")).to_have_text("0:00.0")


# --------------------------------------------------------------------------------------------------------------------
# Saving, loading, setting up


def test_save_and_load_round_trip(refused: Page, tmp_path: Path) -> None:
    page = refused
    begin(page, "Chess")
    for name in SCHOLARS_MATE:
        page.locator("#typed").fill(name)
        page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(7)
    open_pane(page, "files")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as PGN").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".pgn"
    assert "4. Qxf7# 1-0" in " ".join(file.read_text().split())
    begin(page, "Chess")
    expect(moves(page)).to_have_count(0)
    page.locator("#load-file").set_input_files(file)
    expect(moves(page)).to_have_count(7)
    expect(page.locator("#status")).to_have_text("White wins: checkmate.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_pane(page, "files")  # a game that was read is analysed: lines stood there
    page.get_by_role("button", name="Copy as PGN").click()
    expect(page.locator("#notice")).to_contain_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.locator("#pasted").fill(copied.replace("Nf6", "g6"))
    page.locator("#load-pasted").click()
    expect(page.locator("#notice")).to_contain_text("g6")  # not legal after that: said, and the game is as it was
    expect(moves(page)).to_have_count(7)
    page.locator("#kept button").first.click()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_board_set_up_by_hand(refused: Page) -> None:
    page = refused
    begin(page, "Chess")
    page.locator("#edit-position").click()
    editor = page.locator("#set-up")
    editor.get_by_role("button", name="Clear").click()
    for piece, square in [("White, king", "e1"), ("Black, king", "e8"), ("White, queen", "d1")]:
        put(editor, piece, square)
    editor.get_by_role("button", name="Play from here").click()
    expect(page.locator("#board .figure")).to_have_count(3)
    page.locator("#typed").fill("Qd8")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_be_hidden()
    open_new_game(page)
    page.locator("#open-set-up").click()
    editor.get_by_role("button", name="Clear").click()
    editor.get_by_role("button", name="Play from here").click()
    expect(editor.locator("#set-up-wrong")).to_contain_text("king")
    page.keyboard.press("Escape")


def put(editor: Locator, piece: str, square: str) -> None:
    """Put a piece on a square of the editor's board."""
    editor.get_by_role("button", name=piece, exact=True).click()
    editor.locator(f".target[aria-label^='{square}:']").click()


def a_queen_that_is_still_being_written(page: Page) -> list[Route]:
    """Two kings and then a queen in the editor: what the server is asked from the queen on, and nobody answers yet."""
    begin(page, "Chess")
    page.locator("#edit-position").click()
    editor = page.locator("#set-up")
    editor.get_by_role("button", name="Clear").click()
    put(editor, "White, king", "e1")
    put(editor, "Black, king", "e8")
    expect(page.locator("#set-up-text")).to_have_value(re.compile("^4k3/8/8/8/8/8/8/4K3 w"))
    held: list[Route] = []
    page.route("**/api/position", lambda route: held.append(route))
    put(editor, "White, queen", "d1")
    page.wait_for_timeout(500)
    assert held
    return held


def test_a_board_is_played_as_it_stands_while_it_is_still_being_written(refused: Page) -> None:
    """What a slow server has not told yet counts, not what it told before."""
    page, editor = refused, refused.locator("#set-up")
    held = a_queen_that_is_still_being_written(page)
    editor.get_by_role("button", name="Play from here").click()
    page.wait_for_timeout(200)
    for route in held:
        route.continue_()
    page.unroute("**/api/position")
    expect(page.locator("#board .figure")).to_have_count(3)


def test_what_was_told_of_the_board_before_a_change_does_not_count(refused: Page) -> None:
    """An answer that comes after the next piece was put, and before that is written, is of the board without it."""
    page, editor = refused, refused.locator("#set-up")
    held = a_queen_that_is_still_being_written(page)
    put(editor, "White, rook", "a1")
    held.pop(0).continue_()
    page.wait_for_timeout(60)
    editor.get_by_role("button", name="Play from here").click()
    page.wait_for_timeout(200)
    for route in held:
        route.continue_()
    page.unroute("**/api/position")
    expect(page.locator("#board .figure")).to_have_count(4)


def test_positions_and_moves_that_cannot_be(refused: Page) -> None:
    page = refused
    begin(page, "Connect 4")
    page.locator("#typed").fill("9")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("no legal move")
    expect(moves(page)).to_have_count(0)
    open_new_game(page)
    open_details(page, "position-details")
    page.locator("#position").fill("44444444")
    page.locator("#begin").click()
    expect(page.locator("#notice")).to_contain_text("column 4 is full")
    page.keyboard.press("Escape")
    page.locator(".target[data-move='4']").click()
    expect(page.locator("#notice")).to_be_hidden()
    expect(moves(page)).to_have_count(1)


# --------------------------------------------------------------------------------------------------------------------
# Analysis, hints, warnings


def test_analysis(page: Page) -> None:
    """Lines while it thinks, arrows on the board, the bar; a click plays a line out on a small board."""
    begin(page, "Connect 4", position="444")
    open_pane(page, "lines")
    page.locator("#lines").select_option("3")
    expect(page.locator("#line-list li")).to_have_count(3)
    expect(page.locator(".arrow")).to_have_count(3)
    expect(page.locator("#bar")).not_to_have_class(re.compile("unknown"))
    page.locator("#line-list button").first.click()
    expect(page.locator("#look .board svg")).to_be_visible()
    expect(page.locator("#look .disc").nth(4)).to_be_attached()  # it plays on by itself
    page.locator("#look").get_by_role("button", name="Close").click()
    expect(page.locator("#look")).to_be_hidden()
    page.locator("#scores").check()
    expect(page.locator("#board .score")).to_have_count(7)
    expect(page.locator("#scores-words")).to_contain_text("Exact")
    page.locator("#lines").select_option("0")
    page.locator("#scores").uncheck()
    expect(page.locator("#board .score")).to_have_count(0)


def test_the_whole_game_is_checked(page: Page) -> None:
    begin(page, "Tic-tac-toe", position="")
    for square in ("b2", "b1", "a1"):  # b1 loses
        page.locator(f".target[data-move='{square}']").click()
        expect(page.locator("#moves [aria-current]")).to_have_text(square)
    open_pane(page, "review")
    page.locator("#check").click()
    expect(page.locator("#check-words")).to_contain_text("One mistake")
    blunder = page.locator("#moves button.blunder")
    expect(blunder).to_have_text("b1??")
    expect(blunder).to_have_attribute("title", re.compile("was better"))
    expect(page.locator("#graph svg")).to_be_visible()
    page.locator("#graph svg").click(position={"x": 2, "y": 10})
    expect(page.locator("#moves [aria-current]")).to_have_count(0)


def test_hint_in_two_steps(page: Page) -> None:
    begin(page, "Walk")
    page.locator("#hint").click()
    expect(page.locator(".hinted")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Ask again")
    page.locator("#hint").click()
    expect(page.locator(".hinted")).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("damier would play")
    expect(moves(page)).to_have_count(0)


def test_a_bad_move_can_be_taken_back(page: Page) -> None:
    begin(page, "Tic-tac-toe", "dp", position="", level="strong")
    expect(moves(page)).to_have_count(1)
    first = page.locator("#moves button").inner_text()
    wait_for(page, "person")
    bad = "b1" if first == "b2" else ("c2" if first in ("a1", "a3") else "b1")
    page.locator(f".target[data-move='{bad}']").click()
    expect(page.locator("#warning")).to_be_visible()
    expect(page.locator("#warning")).to_contain_text("changes the result")
    page.locator("#warn-why").click()
    expect(page.locator("#preview")).to_be_visible()
    page.locator("#warn-back").click()
    expect(page.locator("#warning")).to_be_hidden()
    expect(page.locator("#moves [aria-current]")).to_have_text(first)


def test_who_errs_and_who_sets_traps(page: Page) -> None:
    """A level that errs as people do has a rating, one that does not err has a style; both are there again after a reload."""
    open_new_game(page)
    page.locator("#side-0").select_option("program")
    page.locator("#level-0").select_option("people")
    page.locator("#rating-0").fill("700")
    expect(page.locator("#style-0")).to_be_hidden()
    page.locator("#side-1").select_option("program")
    page.locator("#level-1").select_option("club")
    expect(page.locator("#style-1")).to_be_hidden()
    page.locator("#level-1").select_option("strong")
    page.locator("#style-1").select_option("traps")
    page.locator("#rating-1").fill("700")
    page.locator("#loss-1").fill("1")
    page.locator("#game").select_option(label="Tic-tac-toe")
    page.locator("#seconds").fill("0.05")
    page.locator("#begin").click()
    expect(page.locator("#plate-0 .role")).to_have_text("damier, errs as people of 700 do")
    expect(page.locator("#plate-1 .role")).to_have_text("damier, as strong as it can, for traps")
    wait_for(page, "over")
    page.reload()
    expect(page.locator("#plate-1 .role")).to_have_text("damier, as strong as it can, for traps")
    expect(page.locator("#loss-1")).to_have_value("1")


# --------------------------------------------------------------------------------------------------------------------
# Languages, lights, screens


def test_both_languages_and_lights(page: Page) -> None:
    begin(page, "Othello")
    page.locator("#language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("nav")).to_contain_text("Théâtre")
    expect(page.locator("#undo")).to_have_text("Reprendre")
    expect(page.locator("#caption")).to_have_text("Noirs 2, Blancs 2")
    expect(page.locator("#status")).to_have_text("Au tour de : Noirs.")
    page.locator("#theme").select_option("dark")
    dark = page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    page.locator("#theme").select_option("light")
    light = page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    assert dark != light
    page.reload()
    expect(page.locator("#undo")).to_have_text("Reprendre")
    for square in ("d3", "c3"):
        page.locator("#typed").fill(square)
        page.keyboard.press("Enter")
    expect(page.locator("#opening")).to_have_text("f5f6 Ouverture diagonale")
    page.locator("#language").select_option("en")
    expect(page.locator("#undo")).to_have_text("Take back")
    expect(page.locator("#opening")).to_have_text("f5f6 Diagonal Opening")


def test_program_against_program_with_a_depth_each(page: Page) -> None:
    begin(page, "Tic-tac-toe")
    open_new_game(page)
    expect(page.locator("#depth-0")).to_be_hidden()
    for player, depth in enumerate((1, 9)):
        page.locator(f"#side-{player}").select_option("program")
        page.locator(f"#level-{player}").select_option("depth")
        page.locator(f"#depth-{player}").fill(str(depth))
    page.locator("#begin").click()
    expect(page.locator("#plate-0 .role")).to_have_text("damier, depth 1")
    expect(page.locator("#plate-1 .role")).to_have_text("damier, depth 9")
    expect(page.locator("#status")).to_contain_text(re.compile("win|Draw"), timeout=60_000)


@pytest.mark.parametrize("game", ["Chess", "Othello", "Connect 4", "Kalah"])
def test_a_phone(browser: Browser, address: str, game: str) -> None:
    """Nothing is wider than the screen, and a finger plays."""
    with opened(browser, address, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        begin(page, game)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.locator("#board .target").first.tap()
        if game == "Chess":
            page.locator("#board .target.goal").first.tap()
        expect(moves(page)).to_have_count(1)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_nothing_hinders_people(browser: Browser, address: str, light: str) -> None:
    with opened(browser, address, color_scheme=light) as page:
        for game in ("Chess", "Kalah"):
            begin(page, game)
            page.locator("#board .target").first.click()
            open_pane(page, "files")
            assert serious_faults(page) == []
            open_pane(page, "lines")
            page.locator("#lines").select_option("1")
            expect(page.locator("#line-list li")).to_have_count(1)
            assert serious_faults(page) == []
            page.locator("#lines").select_option("0")


def test_the_page_shows_before_the_engine_is_compiled(browser: Browser, tmp_path: Path) -> None:
    """With an empty compile cache the board is there, says what goes on, and takes moves.

    Beside it another page, on which nobody moves, says when the engine is ready, without a reload.
    """
    with (
        served(tmp_path / "data", DAMIER_CACHE=str(tmp_path / "cache")) as address,
        opened(browser, address, "#/lab") as watching,
        opened(browser, address) as page,
    ):
        settings = "JSON.stringify({game: 'connect4', sides: [{}, {}], seconds: 1})"
        watching.evaluate(f"() => localStorage.setItem('damier-settings', {settings})")
        begin(page, "Connect 4", "pd")
        expect(page.locator("#engine")).to_contain_text("compiled")
        watching.goto(f"{address}#/play")
        expect(watching.locator("#engine")).to_be_visible()
        page.locator(".target[data-move='4']").click()
        expect(page.locator(".disc").first).to_be_attached()
        expect(page.locator("#engine")).to_be_hidden(timeout=PATIENCE)
        expect(moves(page)).to_have_count(2)
        expect(watching.locator("#title")).to_have_text("Connect 4")
        expect(watching.locator("#engine")).to_be_hidden(timeout=PATIENCE)
        assert moves(watching).count() == 0
