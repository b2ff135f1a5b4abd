"""The page teaches a game, as a person has it done: begun, watched, left to rest, gone on with, and played against."""

import re
from pathlib import Path

import pytest
from accessibility import serious_faults
from browsing import PATIENCE, PHONE, open_new_game, opened, served
from playwright.sync_api import Browser, Page, expect

from own_games import nim


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """A game of one's own that is soon learnt."""
    file = tmp_path / "heap.py"
    file.write_text(nim(21, docstring="Heap: take one, two or three stones; who takes the last one wins."))
    return file


def begin_learning(page: Page) -> None:
    """Begin with so little that a generation is soon finished."""
    page.locator("#open-learn").click()
    expect(page.locator("#learn-game")).to_be_visible()
    page.locator("#learn-more > summary").click()
    page.locator("#learn-positions").fill("2000")
    page.locator("#learn-nodes").fill("10")
    page.locator("#learn-size").select_option("32")
    page.locator("#learn-start").click()


@pytest.mark.browser
def test_a_game_of_ones_own_is_taught_and_played_against(browser: Browser, heap: Path, tmp_path: Path) -> None:
    with (
        served(tmp_path / "data", (str(heap),)) as address,
        opened(browser, address, patience=PATIENCE) as page,
    ):
        expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))
        begin_learning(page)
        expect(page.locator("#learn-status")).to_contain_text("Generation 1")
        expect(page.locator("#learn-more")).not_to_have_attribute("open", "")
        assert serious_faults(page) == []
        page.reload()  # nothing is lost by that
        expect(page.locator("#open-learn")).to_contain_text("Learning")
        page.locator("#open-learn").click()
        expect(page.locator(".learn-curve .point").nth(2)).to_be_attached()  # the first, and two generations, or more
        page.locator("#learn-stop").click()
        expect(page.locator("#learn-status")).to_contain_text("It rests.")
        expect(page.locator("#learn-start")).to_be_focused()
        expect(page.locator("#learn-start")).to_have_text("Go on learning")
        page.locator("#learn-all > summary").click()
        rows = page.locator("#learn-table tbody tr")
        assert rows.count() == page.locator(".learn-curve .point").count() - 1
        assert re.fullmatch(r"\d+ % of \d+", rows.last.locator("td").nth(1).inner_text().replace("\u202f", " "))
        assert serious_faults(page) == []
        page.locator("label[for=learn-by-time]").click()
        expect(page.locator(".learn-curve text.title")).to_have_text(re.compile("seconds|minutes"))
        page.locator(".learn-curve .point").nth(1).click()
        expect(page.locator("#learn-generation")).to_have_value("1")
        page.locator("#learn-play").click()
        expect(page.locator("#learn-game")).to_be_hidden()
        expect(page.locator("#plate-1 .role")).to_have_text("damier, generation 1")
        page.locator("#typed").fill("1")
        page.keyboard.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(2)
        open_new_game(page)  # where the same can be chosen
        expect(page.locator("#level-1")).to_have_value("generation")
        expect(page.locator("#generation-1")).to_have_value("1")
        page.locator("#generation-1").select_option("0")
        page.locator("#begin").click()
        expect(page.locator("#plate-1 .role")).to_have_text("damier, generation 0")
        page.locator("#open-learn").click()
        page.locator("#learn-generation").select_option("2")
        page.locator("#learn-watch").click()
        expect(page.locator("#plate-0 .role")).to_have_text("damier, generation 2")
        expect(page.locator("#plate-1 .role")).to_have_text("damier, generation 0")
        expect(page.locator("body")).to_have_attribute("data-state", "over")
    assert (heap.parent / "heap.network.learning" / "generation-0002.json").exists()


@pytest.mark.browser
def test_what_cannot_be_gone_on_with_says_why_and_can_begin_anew(browser: Browser, heap: Path, tmp_path: Path) -> None:
    folder = heap.parent / "heap.network.learning"
    folder.mkdir()
    (folder / "learning.json").write_text('{"game": "heap", "rules": "of another day", "hidden": 32}')
    with (
        served(tmp_path / "data", (str(heap),)) as address,
        opened(browser, address, patience=PATIENCE, may_say="400") as page,
    ):
        expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))
        page.locator("#open-learn").click()
        page.locator("#learn-start").click()
        expect(page.locator("#learn-notice")).to_have_text("the rules of Heap have changed since it was learnt; begin anew")
        expect(page.locator("#learn-anew")).to_be_visible()  # the settings open by themselves
        assert serious_faults(page) == []
        page.locator("#learn-anew").dblclick()
        expect(page.locator("#learn-stop")).to_be_visible()
        expect(page.locator("#learn-notice")).to_be_hidden()
    assert "another day" in (heap.parent / "heap.network.learning-1" / "learning.json").read_text()


@pytest.mark.browser
def test_one_game_is_learnt_at_a_time_and_who_begins_anew_is_sure(browser: Browser, heap: Path, tmp_path: Path) -> None:
    with (
        served(tmp_path / "data", (str(heap),)) as address,
        opened(browser, address, viewport=PHONE, locale="fr-FR", patience=PATIENCE) as page,
    ):
        expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))
        begin_learning(page)
        expect(page.locator("#learn-stop")).to_be_visible()
        page.keyboard.press("Escape")
        page.goto(f"{address}#/play?game=tictactoe")
        expect(page.locator("#title")).to_have_text("Morpion")
        page.locator("#open-learn").click()
        expect(page.locator("#learn-status")).to_contain_text("est en cours d'apprentissage : un jeu à la fois")
        expect(page.locator("#learn-form")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#learn-stop").click()
        expect(page.locator("#learn-form")).to_be_visible()
        expect(page.locator("#learn-start")).to_have_text("Commencer")
        page.keyboard.press("Escape")
        page.goto(f"{address}#/play?game=heap")
        expect(page.locator("#title")).to_have_text("Heap")
        page.locator("#open-learn").click()
        page.locator("#learn-more > summary").click()
        page.locator("#learn-anew").click()
        expect(page.locator("#learn-anew")).to_have_text("Recommencer : vraiment ?")
        assert not (heap.parent / "heap.network.learning-1").exists()
        page.locator("#learn-anew").click()
        expect(page.locator("#learn-stop")).to_be_visible()
        assert (heap.parent / "heap.network.learning-1").is_dir()
        assert serious_faults(page) == []
