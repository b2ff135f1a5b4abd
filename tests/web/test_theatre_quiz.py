"""Questions at a step: the replay waits for an answer, says whether it was right and why, and sums up."""

import re
from typing import Any

import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PHONE
from playwright.sync_api import Browser, Page, ViewportSize, expect
from test_theatre_browser import moment, opened

from damier.games import load
from damier.search.catalogue import ALGORITHMS
from damier.trace import Trace, trace

pytestmark = pytest.mark.browser

LOW: ViewportSize = {"width": 1366, "height": 650}


def traced(algorithm: str, tree: str = "sixteen") -> Trace:
    game = load("tree")
    position = game.parse(tree)
    return trace(game, position, algorithm, game.full_depth(position) or 1)


def question(page: Page) -> str:
    return page.locator(".quiz .asked").inner_text()


def true_answer(found: Trace, step: int, asked: str) -> str:
    """What the trace says of the next step, as the answer is written."""
    follows = found.steps[step]
    if "Cut?" in asked:
        return "Yes, cut" if follows.kind == "cut" else "No, the next move"
    if "turn to next" in asked:
        return str(found.nodes[follows.node].number)
    if "Which value" in asked or "merit" in asked:
        return str(follows.value)
    ends = [
        ("−∞" if end is not None and end < -9999 else "∞" if end is not None and end > 9999 else str(end))
        for end in follows[2:4]
    ]
    if "window" in asked:
        return f"≥{ends[1]}?" if follows.beta - follows.alpha == 1 else f"[{ends[0]}, {ends[1]}]"  # type: ignore[operator]
    assert "proved" in asked
    assert follows.value is not None
    assert follows.alpha is not None
    assert follows.beta is not None
    if follows.alpha < follows.value < follows.beta:
        return f"it is {follows.value}"
    return f"at {'most' if follows.value <= follows.alpha else 'least'} {follows.value}"


def offered(page: Page) -> list[str]:
    """The answers that can be chosen."""
    found: list[str] = page.locator(".quiz .answer").evaluate_all(
        "(all) => all.map((each) => each.lastChild.textContent.trim())"
    )
    return found


def answer(page: Page, text: str) -> None:
    """Give this answer, in whichever way it is asked for."""
    if page.locator("#quiz-answer").count():
        page.locator("#quiz-answer").fill(text)
        page.keyboard.press("Enter")
    else:
        page.locator(".quiz .answer").nth(offered(page).index(text)).click()


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "sss", "mtd", "pvs", "memory"])
def test_who_answers_rightly_hears_so(browser: Browser, address: str, algorithm: str) -> None:
    """Every question, answered as the trace says; the search then shows it, and never goes beyond a question."""
    found = traced(algorithm)
    kinds = set()
    with opened(browser, address, f"?algorithms={algorithm}&quiz=1", LOW) as page:
        for place in range(1, 9):
            page.keyboard.press("End")  # as far as the next question
            step = int(moment(page).split(" / ")[0])
            expect(page.locator(".standing")).to_contain_text(f"Question {place} of 8")
            asked = question(page)
            kinds.add(" ".join(asked.split()[:2]))
            expect(page.locator(".results")).to_be_hidden()
            if "Which value" in asked:  # which does not stand in the tree meanwhile
                expect(page.locator(".node.pointed .score")).to_be_hidden()
            box = page.locator(".quiz").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= LOW["height"]
            page.keyboard.press("ArrowRight")
            assert int(moment(page).split(" / ")[0]) == step
            answer(page, true_answer(found, step, asked))
            expect(page.locator(".verdict")).to_contain_text("Right.")
            assert len(page.locator(".verdict").inner_text()) > len("Right. ")
            assert int(moment(page).split(" / ")[0]) == step + 1
            expect(page.locator(".standing")).to_contain_text(f"{place} of {place} right")
            if place < 8:
                page.get_by_role("button", name="Next question").press("Enter")
        page.get_by_role("button", name="Summary").click()
        expect(page.locator(".final")).to_have_text("8 of 8 right. Nothing escapes you.")
        expect(page.locator(".answered li.right")).to_have_count(8)
        expect(page.locator(".results")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator(".now")).to_contain_text("The search is over")
    if algorithm == "minimax":
        assert kinds <= {"Max has", "Min has", "Which node"}  # values and nodes; there is nothing to cut
    else:
        assert len(kinds) >= 2


def test_wrong_answers_are_explained_and_summed_up(browser: Browser, address: str) -> None:
    found = traced("alphabeta", "nine")
    with opened(browser, address, "?tree=nine&algorithms=alphabeta&quiz=3") as page:
        right = 0
        for place in range(8):
            page.get_by_role("button", name=re.compile("To the question|Next question")).click()
            step = int(moment(page).split(" / ")[0])
            truth = true_answer(found, step, question(page))
            if place % 2:
                answer(page, truth)
                right += 1
            elif page.locator("#quiz-answer").count():
                answer(page, "what")
                expect(page.locator(".quiz .fault")).to_have_text("Type a number, as in -3.")
                answer(page, "-77")
            elif place == 2:
                page.get_by_role("button", name="I do not know").click()
            else:
                answer(page, next(text for text in offered(page) if text != truth))
            if not place % 2:
                expect(page.locator(".verdict")).to_contain_text(f"No: {truth}.")
        page.get_by_role("button", name="Summary").click()
        expect(page.locator(".final")).to_have_text(f"{right} of 8 right.")
        expect(page.locator(".answered li.wrong")).to_have_count(8 - right)
        assert serious_faults(page) == []
        page.locator(".answered .link").first.click()
        expect(page.locator(".final")).to_be_visible()
        page.get_by_role("button", name="Other questions").click()
        expect(page.locator(".standing")).to_contain_text("Question 1 of 8")
        page.get_by_role("button", name="Copy link").click()
        assert "quiz=4" in page.evaluate("location.href")
        page.get_by_role("button", name="End the questions").click()
        expect(page.locator(".quiz")).to_be_hidden()
        page.keyboard.press("End")
        expect(page.locator(".now")).to_contain_text("The search is over")


def steps_of(page: Page) -> list[Any]:
    """All that is asked, with its step: nobody knows the answers."""
    asked = []
    expect(page.locator(".quiz")).to_be_visible()
    while page.locator(".final").count() == 0:
        page.keyboard.press("End")
        asked.append((moment(page), question(page), page.locator(".quiz .answers").inner_text()))
        page.get_by_role("button", name=re.compile("I do not know|Je ne sais pas")).click()
        page.locator(".go-on").click()
    return asked


def test_the_same_link_asks_the_same(browser: Browser, address: str) -> None:
    where = "?tree=random&branching=3&depth=3&seed=5&values=50&algorithms=alphabeta,sss&quiz="
    with opened(browser, address, f"{where}7") as page:
        first = steps_of(page)
        page.reload()
        assert steps_of(page) == first
    with opened(browser, address, f"{where}8") as page:
        assert steps_of(page) != first


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_can_be_asked_about(browser: Browser, address: str, algorithm: str) -> None:
    with opened(browser, address, f"?algorithms={algorithm}&quiz=2") as page:
        assert len(steps_of(page)) >= 2


def test_nodes_can_be_clicked_and_keys_choose(browser: Browser, address: str) -> None:
    found = traced("minimax", "nine")
    with opened(browser, address, "?tree=nine&algorithms=minimax&quiz=1") as page:
        clicked = typed = False
        while page.locator(".final").count() == 0:
            page.keyboard.press("End")
            step = int(moment(page).split(" / ")[0])
            if "turn to next" in question(page):
                if not clicked:
                    page.locator(".performance .node").nth(found.steps[step].node).click()
                    clicked = True
                else:
                    page.keyboard.press(str(1 + offered(page).index(str(found.nodes[found.steps[step].node].number))))
                    typed = True
                expect(page.locator(".verdict")).to_contain_text("Right.")
            else:
                page.get_by_role("button", name="I do not know").click()
            page.locator(".go-on").click()
        assert clicked
        assert typed


def test_a_game_with_wins_has_answers_to_choose(browser: Browser, address: str) -> None:
    where = "?game=tictactoe&position=xo./.x./o..&depth=3&algorithms=alphabeta&quiz=1"
    with opened(browser, address, where, PHONE, locale="fr-FR", color_scheme="dark") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        seen = set()
        while page.locator(".final").count() == 0:
            page.keyboard.press("End")
            seen.add(question(page).split()[0])
            assert serious_faults(page) == []
            page.get_by_role("button", name="Je ne sais pas").click()
            expect(page.locator(".verdict")).to_contain_text("Non :")
            assert page.locator("#quiz-answer").count() == 0
            page.locator(".go-on").click()
        expect(page.locator(".final")).to_have_text("0 bonne réponse sur 8.")
        assert len(seen) >= 3


def test_the_mode_begins_and_ends_with_its_button(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=alphabeta&step=20&pace=leaves&speed=40", DESKTOP) as page:
        page.get_by_role("button", name="Questions").click()
        expect(page.locator(".quiz")).to_be_visible()
        assert moment(page).startswith("0 / ")
        expect(page.get_by_label("Count")).to_be_disabled()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".asked")).to_be_visible()
        expect(page.locator(".asked")).to_be_focused()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.get_by_role("button", name="Questions", exact=True).click()
        expect(page.locator(".quiz")).to_be_hidden()
        expect(page.get_by_label("Count")).to_be_enabled()
