"""Stepping and looking in the theatre: arrow keys after any click, a tree that follows, typed trees, listings, scenes."""

from typing import Any

import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PHONE
from playwright.sync_api import Browser, Page, ViewportSize, expect
from test_theatre_browser import moment, opened

from damier.games import load
from damier.search.catalogue import ALGORITHMS
from damier.trace import trace
from damier.trace.book import book
from damier.trace.code import lines

pytestmark = pytest.mark.browser

WIDE = "?tree=random&branching=3&depth=5&seed=1&values=100&algorithms=alphabeta"


def at(page: Page) -> int:
    return int(moment(page).split(" / ")[0])


def view(page: Page) -> list[float]:
    """The part of the drawing that is looked at, once it stands still."""
    drawing = page.locator(".performance svg.tree")
    before = None
    while (now := drawing.get_attribute("viewBox")) != before:
        before = now
        page.wait_for_timeout(350)
    return [float(number) for number in (now or "").split()]


def is_in_view(page: Page) -> bool:
    """Whether the node at which the search is lies within the drawing's place."""
    found: bool = page.locator(".performance svg.tree").evaluate(
        """(tree) => {
            const current = tree.querySelector(".node.current .shape");
            const [node, place] = [current, tree].map((each) => each.getBoundingClientRect());
            const [x, y] = [(node.left + node.right) / 2, (node.top + node.bottom) / 2];
            return x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
        }"""
    )
    return found


def test_arrow_keys_step_whatever_was_clicked_last(browser: Browser, address: str) -> None:
    """A node, a block, code, a button, the time line, a select after its choice, a radio button; text fields keep them."""
    where = "?tree=random&branching=3&depth=3&seed=1&values=100&algorithms=star&processors=2"
    with opened(browser, address, where) as page:
        clicks = [
            lambda: page.locator(".node").nth(3).click(),
            lambda: page.locator(".block").nth(2).click(),
            lambda: page.locator(".page").click(),
            lambda: page.get_by_role("tab", name="Python").click(),
            lambda: page.get_by_role("button", name="Enlarge").click(),
            lambda: page.locator(".counters").click(),
            lambda: page.get_by_role("button", name="Follow").click(),
            lambda: page.locator(".results pre").click(),
        ]
        for click in clicks:
            click()
            before = at(page)
            page.keyboard.press("ArrowRight")
            assert at(page) == before + 1
            page.keyboard.press("Shift+ArrowRight")
            assert at(page) == before + 11
            page.keyboard.press("ArrowLeft")
            assert at(page) == before + 10
        line = page.get_by_label("Time line")
        line.click()
        before = at(page)
        page.keyboard.press("Shift+ArrowLeft")
        assert at(page) == before - 10
        page.locator("#speed").click()  # as a person who then chooses with the mouse
        page.keyboard.press("Escape")
        page.locator("#speed").select_option("5")
        expect(page.locator(".stage")).to_be_focused()
        page.keyboard.press("ArrowRight")
        assert at(page) == before - 9
        page.locator("label[for=kind-book]").click()
        expect(page.locator("#book-tree")).to_be_visible()
        expect(page.locator("#kind-book")).to_be_checked()
        expect(page.locator(".stage")).not_to_have_attribute("aria-busy", "true")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#kind-book")).to_be_checked()
        assert at(page) == 1
        page.get_by_role("spinbutton", name="Processors").click()
        page.keyboard.press("ArrowLeft")
        assert at(page) == 1


def test_who_comes_by_tab_walks_with_the_arrow_keys(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=alphabeta") as page:
        page.get_by_role("button", name="SVG").focus()
        page.keyboard.press("Tab")
        expect(page.get_by_role("treeitem").first).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".inspected")).to_contain_text("Node 2, Min to move")
        assert at(page) == 0
        page.get_by_role("tab", name="Book").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Python")).to_be_focused()
        expect(page.get_by_role("tab", name="Python")).to_have_attribute("aria-selected", "true")
        assert at(page) == 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_an_enlarged_tree_follows_the_search(browser: Browser, address: str, motion: Any) -> None:
    """It stays where a person has dragged it until the next step that they choose, and for good if it is told so."""
    with opened(browser, address, WIDE, reduced_motion=motion) as page:
        for _ in range(5):
            page.get_by_role("button", name="Enlarge").click()
        page.get_by_label("Time line").fill("2")
        page.keyboard.press("ArrowRight")
        view(page)
        assert is_in_view(page)
        page.get_by_label("Time line").fill("300")
        view(page)
        assert is_in_view(page)
        box = page.locator(".performance svg.tree").bounding_box()
        assert box is not None
        page.locator("#speed").select_option("12")
        page.get_by_role("button", name="Play", exact=True).click()
        page.mouse.move(box["x"] + 60, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 560, box["y"] + 60, steps=4)
        page.mouse.move(box["x"] + 60, box["y"] + 60)
        page.mouse.move(box["x"] + 560, box["y"] + 60, steps=4)
        page.mouse.up()
        held = page.locator(".performance svg.tree").get_attribute("viewBox")
        before = at(page)
        expect(page.locator(".transport .count")).not_to_contain_text(f"{before} /")
        page.wait_for_timeout(500)
        assert page.locator(".performance svg.tree").get_attribute("viewBox") == held
        page.get_by_role("button", name="Pause").click()
        page.get_by_label("Time line").fill("20")
        view(page)
        assert is_in_view(page)
        page.get_by_role("button", name="Follow").click()
        stays = view(page)
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        assert view(page) == stays
        page.get_by_role("button", name="Copy link").click()
        assert "follow=0" in page.evaluate("location.href")
        page.reload()
        expect(page.get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "false")


def test_a_typed_tree_has_a_button_an_example_and_one_error(browser: Browser, address: str) -> None:
    refused = "Failed to load resource: the server responded with a status of 4"
    with opened(browser, address, "?algorithms=alphabeta", may_say=refused) as page:
        page.locator("label[for=kind-typed]").click()
        typed = page.get_by_label("Nested lists")
        typed.fill("[[1, 2], [3")
        page.get_by_role("button", name="Show this tree").click()
        expect(page.get_by_role("alert")).to_have_count(1)
        expect(page.get_by_role("alert")).to_have_text(
            "This is no tree: write nested lists of whole numbers, as in [[3, 12], [2, 4]]."
        )
        expect(typed).to_have_value("[[1, 2], [3")
        expect(typed).to_have_attribute("aria-invalid", "true")
        assert serious_faults(page) == []
        typed.fill("[[1, 2], [3, 9]]")
        page.get_by_role("button", name="Show this tree").click()
        expect(page.locator(".performance .node.leaf")).to_have_count(4)
        expect(page.get_by_role("alert")).to_have_count(0)
        typed.fill("[[1, 2, 5], [3, 9]]")
        typed.press("Enter")
        expect(page.locator(".performance .node.leaf")).to_have_count(5)
        page.get_by_role("button", name="An example").click()
        expect(page.locator(".performance .node.leaf")).to_have_count(9)
        page.keyboard.press("ArrowRight")
        assert at(page) == 1


def test_the_page_of_the_book_marks_the_line_of_every_step(browser: Browser, address: str) -> None:
    """In both texts, and in French; which of the two is shown a link keeps."""
    game = load("tree")
    found = trace(game, game.parse("nine"), "alphabeta", 2)
    wanted = book("alphabeta")
    with opened(browser, address, "?tree=nine&algorithms=alphabeta") as page:
        expect(page.get_by_role("tab", name="Book")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".page")).to_be_visible()
        expect(page.locator(".listing")).to_be_hidden()
        assert page.locator(".page li").all_text_contents() == [line.strip() for line in wanted.text["en"]]
        marked = "(list) => [...list.children].findIndex((each) => each.hasAttribute('aria-current'))"
        for line in lines(found):
            page.keyboard.press("ArrowRight")
            assert page.locator(".page").evaluate(marked) == wanted.marks[line]
            assert page.locator(".listing").evaluate(marked) == line
        page.get_by_label("Language").select_option("fr")
        expect(page.locator(".page li").first).to_have_text("fonction AlphaBeta(n, α, β)")
        assert page.locator(".page").evaluate(marked) == wanted.marks[lines(found)[-1]]
        page.get_by_role("tab", name="Python").click()
        expect(page.locator(".listing")).to_be_visible()
        page.get_by_role("button", name="Copier le lien").click()
        assert "code=python" in page.evaluate("location.href")
        page.reload()
        expect(page.locator(".listing")).to_be_visible()
        expect(page.locator(".page")).to_be_hidden()


def test_every_algorithm_shows_its_page(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        first = page.get_by_label("First algorithm")
        page.get_by_label("Second", exact=True).select_option("")
        for algorithm in ALGORITHMS:
            first.select_option(algorithm)
            lines_of = [line.strip() for line in book(algorithm).text["en"]]
            expect(page.locator(".page li").first).to_have_text(lines_of[0])
            expect(page.locator(".page li")).to_have_count(len(lines_of))
            expect(page.locator(".source")).to_contain_text(book(algorithm).source)


@pytest.mark.parametrize(("viewport", "language"), [(DESKTOP, "en-GB"), (PHONE, "fr-FR")])
def test_scenes_to_begin_with(browser: Browser, address: str, viewport: ViewportSize, language: str) -> None:
    """Each of them is there; the lanes are among them, and the algorithms of several processors stand together."""
    with opened(browser, address, "", viewport, locale=language) as page:
        scenes = page.locator(".scenes")
        for scene in ("lanes", "mtd", "board", "quiz", "first"):
            page.evaluate("document.querySelector('.stage').replaceChildren()")
            scenes.select_option(scene)
            expect(page.locator(".performance").first).to_be_visible()
            if scene == "lanes":
                expect(page.locator("section.lanes")).to_have_count(2)
            if scene == "board":
                expect(page.locator(".position")).to_have_count(2)
            if scene == "quiz":
                expect(page.locator(".quiz")).to_be_visible()
        expect(page.locator(".quiz")).to_be_hidden()
        several = page.locator("#first-algorithm optgroup").nth(1).locator("option")
        assert several.evaluate_all("(all) => all.map((each) => each.value)") == ["star", "pvsplit"]
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
