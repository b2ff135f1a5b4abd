"""The page in Firefox, where it is installed: every part of it, by mouse and keyboard; it says nothing odd in the console."""

import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import served
from firefox import RIGHT, Firefox, a_firefox, installed
from PIL import Image, ImageSequence
from test_layout import ASKING, OUTSIDE

from own_games import nim

pytestmark = [pytest.mark.browser, pytest.mark.skipif(installed() is None, reason="no Firefox is installed")]

LOW, HIGH, PHONE = (1366, 650), (1400, 900), (390, 844)
PROMOTING = "2q1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
PGN = """[White "Ada Lovelace"]
[Black "Bob"]
[Result "1-0"]

1. e4! e5 {dull} 2. Nf3 1-0

[White "Carla"]
[Black "Dan"]
[Result "0-1"]

1. d4 d5 0-1
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, with a game that no machine has ever compiled."""
    file = tmp_path_factory.mktemp("games") / "unheard.py"
    file.write_text(nim(most=f"3 + 0 * {time.time_ns()}"))
    with served(tmp_path_factory.mktemp("data"), (str(file),)) as address:
        yield address


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with a_firefox(tmp_path_factory.mktemp("firefox") / "profile") as window:
        if not window.is_governed:
            pytest.skip("this Firefox cannot be told how pages are to look: it is too old")
        yield window


@pytest.fixture
def firefox(window: Firefox, address: str) -> Iterator[Firefox]:
    """A low window in English, by day; at the end the page must have said nothing, and nothing is remembered."""
    window.size(*LOW)
    window.look(is_calm=True)
    window.locale("en-GB")
    yield window
    window.evaluate("localStorage.clear()")
    said, window.said = window.said, []
    assert said == []


def table(firefox: Firefox, address: str, where: str) -> None:
    """Open the play page, and wait until the game is there."""
    firefox.visit(f"{address}#/play?{where}")
    firefox.sees("#board[data-game] svg")


def open_pane(firefox: Firefox, name: str) -> None:
    """Open what stands beside the board: lines, review, explorer or files; in one step, as the page may do so by itself."""
    firefox.sees(f"#tab-{name}")
    firefox.evaluate(f"void document.querySelector('#tab-{name}[aria-expanded=false]')?.click()")
    firefox.sees(f"#pane-{name}")


def play(firefox: Firefox, *names: str) -> None:
    """Type moves, one after the other."""
    for name in names:
        made = firefox.count("#moves .move")
        firefox.write("#typed", name, "Enter")
        firefox.counts("#moves .move", made + 1)


def cell(name: str) -> str:
    """What lies in a cell of the board."""
    return f"#board .cell[aria-label^='{name}:']"


def nothing_is_outside(firefox: Firefox) -> None:
    """Nothing that asks for an answer, in any window, and no page scrolls."""
    for window in (LOW, HIGH):
        firefox.size(*window)
        assert firefox.value(f"({OUTSIDE})({ASKING!r})") == [], window
        assert firefox.evaluate("document.documentElement.scrollHeight <= innerHeight"), window
    firefox.size(*LOW)


def test_all_games_and_their_rules(firefox: Firefox, address: str) -> None:
    """A card for each, its rules with a picture; by night and on a phone nothing sticks out."""
    firefox.visit(f"{address}#/home")
    firefox.sees("[data-game=chess] svg")
    assert firefox.count(".card") > 8
    assert firefox.texts(".card.own h2 .mine") == ["your own"]
    firefox.click("[data-game=draughts] button", "Rules")
    firefox.sees("dialog[open] .picture svg")
    firefox.says("dialog[open]", "Men capture|capture")
    firefox.press("Escape")
    firefox.misses("dialog[open]")
    day = firefox.evaluate("getComputedStyle(document.body).backgroundColor")
    firefox.look(is_dark=True)
    firefox.size(*PHONE)
    firefox.wait_for(f"getComputedStyle(document.body).backgroundColor !== {day!r}")
    assert firefox.evaluate("document.documentElement.scrollWidth <= innerWidth")
    firefox.click("[data-game=tictactoe] a", "Play")
    firefox.says("#title", "^Tic-tac-toe$")
    firefox.sees("#board svg")
    assert firefox.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_layout_and_board(firefox: Firefox, address: str) -> None:
    """The board fills a low window; a game is begun; promotions are picked, lines that win shown, seeds sown."""
    table(firefox, address, f"game=chess&position={PROMOTING.replace(' ', '+')}")
    firefox.sees(cell("b7"))
    assert firefox.evaluate("document.querySelector('#board svg').getBoundingClientRect().height / innerHeight") > 0.7
    nothing_is_outside(firefox)
    firefox.drag(cell("b7"), cell("c8"))
    firefox.counts("#board .pick", 4)
    assert firefox.place("#board .pick")[0] == firefox.place(cell("c8"))[0]
    firefox.click("#board .pick[data-move='bxc8=N']")
    firefox.says("#moves .move", "bxc8=N")
    firefox.click("#open-new-game")
    firefox.sees("#begin")
    assert firefox.evaluate("document.querySelector('#begin').getBoundingClientRect().bottom <= innerHeight")
    firefox.choose("#game", "connect4")
    firefox.choose("#side-0", "person")
    firefox.choose("#side-1", "person")
    firefox.click("#begin")
    firefox.says("#title", "^Connect 4$")
    for made, column in enumerate("1212121", 1):
        firefox.click(f"#board .target[data-move='{column}']")
        firefox.counts("#moves .move", made)
    firefox.counts("#board .shown-line", 4)
    firefox.sees("#rematch")
    nothing_is_outside(firefox)
    table(firefox, address, "game=kalah&moves=")
    firefox.click("#board .target[data-move='3']")
    firefox.counts("#board .gain", 4)
    assert firefox.texts("#board .gain") == ["+1"] * 4


def test_bar_and_values(firefox: Firefox, address: str) -> None:
    """What is known for sure stands in the bar and on the squares, not what a search has guessed before."""
    table(firefox, address, "game=tictactoe&moves=b2+b1")
    firefox.wait_for("document.querySelector('#bar')?.title === 'First player: win in 3 moves · exact'")
    assert firefox.text("#bar") == "+#3"
    open_pane(firefox, "lines")
    firefox.counts("#line-list .badge.exact", 3)
    firefox.counts("#board .arrow text", 3)
    badges = firefox.texts("#line-list .badge")
    assert badges[0] == firefox.text("#bar")
    assert firefox.texts("#board .arrow text") == badges
    firefox.press("ArrowLeft")
    firefox.wait_for("document.querySelector('#bar')?.title === 'level · exact'")


def test_analysis(firefox: Firefox, address: str, tmp_path: Path) -> None:
    """A line looked at and put in, signs and comments, one's own arrows, positions pasted and set up, the games of a file."""
    table(firefox, address, "game=tictactoe&as=analysis")
    firefox.says("#numbers", "depth 9")
    firefox.hover("#line-list li:first-child .step[data-step='2']")
    firefox.sees(".floating svg")
    firefox.click("#line-list li:first-child .step[data-step='2']")
    firefox.counts("#moves .move", 3)
    firefox.click(".glyph[aria-label^='!?'], .glyph", "!?")
    firefox.says("#moves .mark", r"^!\?$")
    firefox.write("#comment", "the middle", "Enter")
    firefox.says("#moves .comment", "^the middle$")
    firefox.drag(cell("a1"), cell("c3"), RIGHT)
    firefox.wait_for("document.querySelector('#board [aria-label=\"arrow from a1 to c3\"]') !== null")
    open_pane(firefox, "explorer")
    firefox.says("#book-words", "still empty")
    games = tmp_path / "games.txt"
    games.write_text("b2 a1 1-0\n")
    firefox.open_file("#book-file", games)
    firefox.sees("#book-import-words", "1 of 1 games are in the book now.")
    table(firefox, address, "game=chess&as=analysis")
    firefox.write("#position-text", PROMOTING, "Enter")
    firefox.wait_for("document.querySelectorAll('#board .figure').length === 4")
    firefox.click("#edit-position")
    firefox.write("#set-up-text", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Enter")
    firefox.click("#set-up button", "Analyse this")
    firefox.misses("#set-up")
    firefox.wait_for("document.querySelectorAll('#board .figure').length === 3")
    open_pane(firefox, "files")
    file = tmp_path / "games.pgn"
    file.write_text(PGN)
    firefox.open_file("#load-file", file)
    firefox.counts("#game-list li", 2)
    firefox.click("#game-list button", "Ada Lovelace")
    firefox.says("#plate-0", "Ada Lovelace")
    firefox.says("#moves .comment", "^dull$")


def test_review(firefox: Firefox, address: str) -> None:
    """A card for the mistake, why it is one, another try, and how well each has played."""
    table(firefox, address, "game=tictactoe&moves=b2+b1")
    open_pane(firefox, "review")
    firefox.click("#check")
    firefox.says("#mistake h3", r"b1\?\?")
    firefox.says("#accuracy", r"First player\s*\d+ ?%")
    better = re.findall(r"[abc][123]", firefox.text("#mistake .card-moves"))[0]  # whatever is written beside it
    firefox.click("#card-show-why")
    firefox.says("#preview", "Why b1 is bad")
    firefox.press("ArrowRight")
    firefox.sees("#preview .steps li:nth-child(2) [aria-current=true]")
    firefox.press("Escape")
    firefox.misses("#preview")
    firefox.click("#card-try")
    firefox.says("#feedback", "find something better than b1")
    firefox.click("#board .target[data-move='b3']")
    firefox.says("#feedback", "b3 is no better: from drawn to lost")
    firefox.click(f"#board .target[data-move='{better}']")
    firefox.says("#feedback", f"Right: {better} is the best move.")


def test_theatre(firefox: Firefox, address: str) -> None:
    """Steps by the keyboard with board and code, a question, lanes, a tree that is typed."""
    firefox.visit(f"{address}#/theatre?game=tictactoe&position=xo./.x./o..&depth=3&algorithms=alphabeta")
    firefox.sees(".performance svg.tree .node")
    firefox.press(*["ArrowRight"] * 3)
    firefox.says(".transport .count", r"^3 / \d+")
    firefox.counts(".position .cell", 9)
    firefox.wait_for("document.querySelector('.position').dataset.node !== '0'")
    firefox.sees(".page [aria-current]")
    firefox.visit(f"{address}#/theatre?algorithms=alphabeta&quiz=1")
    firefox.sees(".quiz")
    firefox.press("End")
    firefox.sees(".quiz .asked")
    firefox.click(".quiz button", "I do not know")
    firefox.says(".verdict", "^No: ")
    where = "tree=random&branching=4&depth=3&seed=38&values=100&algorithms=star&processors=3&pace=time"
    firefox.visit(f"{address}#/theatre?{where}")
    firefox.counts("section.lanes .lane", 3)
    firefox.hover(".block:nth-child(3)")
    firefox.says(".lane-words", r"^Processor 1 searches node \d")
    firefox.click(".setup summary, summary", "Tree and algorithms")
    firefox.click("label[for=kind-typed]")
    firefox.write("textarea", "[[1, 2], [3, 9]]")
    firefox.click("button", "Show this tree")
    firefox.counts(".performance .node.leaf", 4)


def test_french(firefox: Firefox, address: str) -> None:
    firefox.locale("fr-FR")
    table(firefox, address, "game=chess&as=analysis")
    firefox.says("#title", "^Échecs$")
    play(firefox, "e4", "e5", "Cf3", "Nc6")
    assert [re.sub(r"^\d+\.\s*", "", each) for each in firefox.texts("#moves .move")] == ["e4", "e5", "Cf3", "Cc6"]
    firefox.choose("#language", "en")
    firefox.wait_for("document.querySelector('#moves').textContent.includes('Nf3')")
    assert firefox.evaluate("document.documentElement.lang") == "en"


def test_sharing_and_keys(firefox: Firefox, address: str) -> None:
    table(firefox, address, "game=connect4&moves=4+4+3&at=2")
    firefox.counts("#board .disc", 2)
    firefox.click("#open-share")
    link = firefox.evaluate("document.querySelector('#share-link').value")
    firefox.wait_for("document.querySelector('.share-preview').naturalWidth > 0")
    firefox.click("#share-png")
    assert Image.open(io.BytesIO(firefox.file("connect4.png"))).size == (1200, 1090)
    firefox.click("#share-gif")
    firefox.says("#share-progress", "Saved")
    moving = Image.open(io.BytesIO(firefox.file("connect4.gif")))
    assert len(list(ImageSequence.Iterator(moving))) == 4
    firefox.visit(link)
    firefox.counts("#moves .move", 3)
    firefox.counts("#board .disc", 2)
    firefox.press("?")
    firefox.sees("#keys")
    firefox.press("Escape")
    firefox.misses("#keys")


def test_an_engine_that_is_being_compiled(firefox: Firefox, address: str) -> None:
    """The page says so, and hears by itself that it is ready."""
    table(firefox, address, "game=unheard")
    firefox.says("#engine", "being compiled")
    firefox.misses("#engine")
    firefox.says("#status", "^Your move.$")
    assert firefox.count("#moves .move") == 0


def test_lab(firefox: Firefox, address: str) -> None:
    firefox.visit(f"{address}#/lab")
    firefox.click(".gallery a", "SSS* is MTD(+∞)")
    firefox.says("h1", "SSS")
    firefox.write("input[type=number]", "1")
    firefox.click("button", "Start")
    firefox.counts("table tbody tr", 30)
    firefox.wait_for("document.querySelector('.plot .day').naturalWidth > 0")
