"""Analysis in a real browser: lines that go into the game, signs, comments, positions, files, the editor, the explorer."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from accessibility import serious_faults
from browsing import opened, served
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

TITLES = {"tictactoe": "Tic-tac-toe", "connect4": "Connect 4", "chess": "Chess"}
GAMES = "12 1-0\n4z\n4453 0-1\n"
PGN = '[White "Ada Lovelace"]\n[Black "Bob"]\n[Event "Club"]\n[Result "1-0"]\n\n1. e4! e5 {dull} 2. Nf3 1-0\n'

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
}"""
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.querySelector("#position-text").dispatchEvent(paste);
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """One page for all tests here, at a window in which little has room; what is refused is said by the browser, too."""
    may_say = "400 \\(Bad Request\\)"
    where = "#/play?game=connect4&as=analysis"
    with opened(
        browser, address, where, {"width": 1366, "height": 650}, may_say, permissions=["clipboard-read", "clipboard-write"]
    ) as page:
        expect(page.locator("#mode")).to_have_text("Play on")
        yield page


def analyse(page: Page, game: str) -> None:
    """Begin a game of a kind, to analyse it."""
    page.evaluate("game => { location.hash = `#/play?game=${game}&as=analysis` }", game)
    expect(page.locator("#title")).to_have_text(TITLES[game])
    expect(page.locator("#moves")).to_contain_text("No moves yet.")
    expect(page.locator("#mode")).to_have_text("Play on")


def test_a_line_is_looked_at_and_goes_into_the_game(page: Page) -> None:
    analyse(page, "tictactoe")
    line = page.locator("#line-list li").first
    expect(line.locator(".step").nth(4)).to_be_attached()  # it is soon solved, and stays as it is
    expect(page.locator("#numbers")).to_contain_text("depth 9")
    texts = [" ".join(each.split()) for each in line.locator(".step").all_inner_texts()]
    numbers = [found[0] if (found := re.match(r"\d+\.", each)) else "" for each in texts]
    assert numbers == [f"{1 + i // 2}." if i % 2 == 0 else "" for i in range(len(texts))]
    line.locator(".step").nth(2).hover()
    expect(page.locator(".floating")).to_be_visible()
    expect(page.locator(".floating svg")).to_be_visible()
    line.locator(".step").nth(2).click()
    expect(page.locator("#moves .move")).to_have_count(3)
    expect(page.locator(".floating")).to_be_hidden()
    expect(page.locator("#line-list .step .number").first).to_have_text("2…")
    rest = len(texts) - 3
    expect(page.locator("#line-list li").first.locator(".step")).to_have_count(rest)  # searched anew, to the end
    page.locator("#line-list li").first.locator(".add-line").click()
    expect(page.locator("#moves .move")).to_have_count(3 + rest)
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-node", "3")  # one stays where one is
    page.locator("#line-list .step").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#line-list .step:focus")).to_have_attribute("data-step", "1")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-node", "3")  # the game does not walk with it
    assert serious_faults(page) == []


def test_signs_and_comments(page: Page) -> None:
    analyse(page, "connect4")
    expect(page.locator(".glyph").first).to_be_disabled()  # there is no move yet
    page.locator("#typed").fill("4")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="!? interesting move").click()
    expect(page.locator("#moves .mark")).to_have_text("!?")
    page.locator("#comment").fill("the middle")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .comment")).to_have_text("the middle")
    page.locator("#comment").fill("the middle, always")
    page.locator("#typed").fill("3")  # who goes on loses nothing
    page.keyboard.press("Enter")
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(page.locator("#moves .comment")).to_have_text("the middle, always")
    expect(page.locator("#comment")).to_have_value("")
    page.locator("#previous").click()
    expect(page.locator("#comment")).to_have_value("the middle, always")
    page.get_by_role("button", name="!? interesting move").click()  # once more takes it away
    expect(page.locator("#moves .mark")).to_have_count(0)


def test_the_position_is_in_sight_and_another_can_be_pasted(page: Page) -> None:
    analyse(page, "connect4")
    field = page.locator("#position-text")
    before = field.input_value()
    page.locator("#typed").fill("4")
    page.keyboard.press("Enter")
    expect(field).not_to_have_value(before)
    here = field.input_value()
    page.locator("#copy-position").click()
    expect(page.locator("#notice")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == here
    field.fill("4453")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .move")).to_have_count(4)
    field.fill("44z")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("'z' is no legal move")
    expect(page.locator("#moves .move")).to_have_count(4)  # the game is as it was
    page.locator("#notice .dismiss").click()
    page.locator("#tab-files").click()
    expect(page.locator("#kept li").first).to_contain_text("1 move")  # and the one before is kept
    page.locator("#tab-lines").click()


def test_the_games_of_a_file(page: Page, tmp_path: Path) -> None:
    analyse(page, "connect4")
    file = tmp_path / "games.txt"
    file.write_text(GAMES)
    page.locator("#tab-files").click()
    page.locator("#load-file").set_input_files(file)
    expect(page.locator("#game-list li")).to_have_count(3)
    expect(page.locator("#list-count")).to_have_text("3 games.")
    expect(page.locator("#game-list .fault")).to_contain_text("line 2")
    assert serious_faults(page) == []
    page.locator("#list-words").fill("445")
    expect(page.locator("#game-list li")).to_have_count(1)
    expect(page.locator("#list-count")).to_have_text("1 of 3 games.")
    page.locator("#game-list button").click()
    expect(page.locator("#moves .move")).to_have_count(4)
    expect(page.locator("#moves .told-result")).to_have_text("0–1")
    expect(page.locator("#tab-lines")).to_have_attribute("aria-expanded", "true")
    page.evaluate(DROP, ["dropped.txt", "777\n12\n"])
    expect(page.locator("#game-list li")).to_have_count(2)
    page.evaluate(DROP, ["one.txt", "777\n"])
    expect(page.locator("#moves .move")).to_have_count(3)  # a single game is opened at once


def test_who_played_is_shown(page: Page) -> None:
    analyse(page, "chess")
    page.evaluate(PASTE, PGN)
    expect(page.locator("#plate-0")).to_contain_text("Ada Lovelace")
    expect(page.locator("#plate-1")).to_contain_text("Bob")
    expect(page.locator("#event")).to_have_text("Club")
    expect(page.locator("#moves .mark")).to_have_text("!")
    expect(page.locator("#moves .comment")).to_have_text("dull")
    page.locator("#tab-files").click()
    analyse(page, "connect4")
    page.locator("#tab-files").click()
    expect(page.locator("#kept li").first).to_contain_text("Ada Lovelace – Bob, 1–0, Club")
    page.locator("#tab-lines").click()


def test_a_board_is_set_up_and_nothing_is_thrown_away(page: Page) -> None:
    analyse(page, "chess")
    page.locator("#edit-position").click()
    editor = page.locator("#set-up")
    text = editor.locator("#set-up-text")
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    editor.get_by_label("White, O-O", exact=True).uncheck()
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1")
    editor.get_by_label("To move").select_option("Black")
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Qkq - 0 1")
    assert serious_faults(page) == []
    foot = editor.locator("#set-up-play").bounding_box()
    assert foot
    assert foot["y"] + foot["height"] < 650  # all of it is in the window
    page.keyboard.press("Escape")
    page.locator("#edit-position").click()
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Qkq - 0 1")  # as it was left
    editor.get_by_role("button", name="nothing").click()
    editor.locator(".target[aria-label^='e1:']").click()
    expect(editor.locator("#set-up-wrong")).to_contain_text("no king")
    editor.get_by_role("button", name="Analyse this").click()
    expect(editor).to_be_visible()
    text.fill("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 30")
    page.keyboard.press("Enter")
    expect(editor.locator("#set-up-wrong")).to_be_empty()
    expect(editor.locator("#set-up-en_passant")).to_have_value("d6")
    editor.get_by_role("button", name="Analyse this").click()
    expect(editor).to_be_hidden()
    expect(page.locator("#position-text")).to_have_value("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 30")
    expect(page.locator("#mode")).to_have_text("Play on")


def test_games_go_into_the_book_in_the_page(page: Page, tmp_path: Path) -> None:
    analyse(page, "tictactoe")
    page.locator("#tab-explorer").click()
    expect(page.locator("#book-words")).to_contain_text("still empty")
    file = tmp_path / "games.txt"
    file.write_text("a1 b1 a2 b2 a3\nb2 zz\nb2 a1 1-0\n")
    page.locator("#book-file").set_input_files(file)
    expect(page.locator("#book-import-words")).to_contain_text("2 of 3 games are in the book now.")
    expect(page.locator("#book-import-words")).to_contain_text("line 2")
    expect(page.locator("#book-table tr[data-move='b2']")).to_be_visible()
    page.locator("#explorer-legend summary").click()
    expect(page.locator("#explorer-legend")).to_contain_text("games drawn")
    assert serious_faults(page) == []
    page.locator("#book-table tr[data-move='b2'] button").click()
    expect(page.locator("#moves .move")).to_have_count(1)
