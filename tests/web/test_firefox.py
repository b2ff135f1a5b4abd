"""The page in Firefox, where it is installed: each part opens, is played by mouse and keyboard, and says nothing odd."""

from collections.abc import Iterator

import pytest
from firefox import Firefox, a_firefox, installed

pytestmark = [pytest.mark.browser, pytest.mark.skipif(installed() is None, reason="no Firefox is installed")]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with a_firefox(tmp_path_factory.mktemp("firefox") / "profile") as firefox:
        firefox.size(1366, 650)
        yield firefox


@pytest.fixture(autouse=True)
def _says_nothing(firefox: Firefox) -> Iterator[None]:
    yield
    said, firefox.said = firefox.said, []
    assert said == []


def text(selector: str) -> str:
    """What an element says, in JavaScript; nothing where it is not there."""
    return f"(document.querySelector({selector!r})?.textContent ?? '')"


def test_all_games_and_their_rules(firefox: Firefox, address: str) -> None:
    firefox.visit(f"{address}#/home")
    firefox.wait_for("document.querySelectorAll('main svg').length > 8")
    firefox.evaluate("document.querySelector('#language').value = 'fr'")
    firefox.evaluate("document.querySelector('#language').dispatchEvent(new Event('change')) && null")
    firefox.wait_for(f"{text('main')}.includes('Échecs')")
    firefox.evaluate("localStorage.clear()")


def test_a_game_played_and_analysed(firefox: Firefox, address: str) -> None:
    """By clicks against nobody; back by the keyboard; an arrow of a line; nothing lies outside the window."""
    firefox.visit("about:blank")
    firefox.visit(f"{address}#/play?game=connect4&as=analysis")
    firefox.wait_for(f"{text('#title')} === 'Connect 4'")
    for column, count in (("4", 1), ("4", 2), ("3", 3)):
        firefox.click(f".target[data-move='{column}']")
        firefox.wait_for(f"document.querySelectorAll('#moves .move').length === {count}")
    firefox.wait_for("document.querySelectorAll('#board .disc').length === 3")
    firefox.press("ArrowLeft")
    firefox.wait_for("document.querySelectorAll('#board .disc').length === 2")
    firefox.wait_for("document.querySelectorAll('#line-list li').length === 3")
    firefox.wait_for("document.querySelectorAll('#board .arrow').length === 3")
    assert firefox.evaluate("document.documentElement.scrollHeight <= innerHeight")
    firefox.press("?")
    firefox.wait_for("document.querySelector('#keys').open")
    firefox.press("Escape")
    firefox.wait_for("!document.querySelector('#keys').open")


def test_the_theatre_steps(firefox: Firefox, address: str) -> None:
    firefox.visit("about:blank")
    firefox.visit(f"{address}#/theatre?tree=sixteen&algorithms=alphabeta")
    firefox.wait_for("document.querySelector('.performance svg.tree .node')")
    for _ in range(3):
        firefox.press("ArrowRight")
    firefox.wait_for(r"/(^|\D)3 \/ \d+/.test(document.querySelector('main').textContent)")


def test_the_lab_opens(firefox: Firefox, address: str) -> None:
    firefox.visit("about:blank")
    firefox.visit(f"{address}#/lab")
    firefox.wait_for("document.querySelectorAll('main h1').length === 1")
