"""The lab in a real browser: experiments started, followed, cancelled and shown, by mouse, finger and keyboard."""

import csv
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import browsing
import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PATIENCE, PHONE
from playwright.sync_api import Browser, Page, ViewportSize, expect

from damier.lab import EXPERIMENTS

pytestmark = pytest.mark.browser

CANCEL_ALL = """async () => {
    const runs = await (await fetch("/api/lab/runs")).json();
    await Promise.all(runs.map((run) => fetch(`/api/lab/runs/${run.id}/cancel`, {method: "POST"})));
}"""
OF_FASTAPI = {"HTTPValidationError", "ValidationError"}


@contextmanager
def opened(
    browser: Browser, address: str, where: str = "#/lab", viewport: ViewportSize = DESKTOP, **wanted: Any
) -> Iterator[Page]:
    """The lab in a browser of its own; what it has started is cancelled at the end."""
    with browsing.opened(browser, address, where, viewport, patience=PATIENCE, has_touch=True, **wanted) as page:
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        yield page
        page.evaluate(CANCEL_ALL)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address) as page:
        yield page


def begin(page: Page, experiment: str, size: int) -> None:
    """Choose an experiment in the list and start it."""
    page.locator(".gallery").get_by_role("link", name=experiment).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(experiment)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_label("Size").fill(str(size))
    page.get_by_role("button", name="Start").click()


def fits(page: Page) -> bool:
    """Whether nothing sticks out of the page at its side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_list(page: Page) -> None:
    expect(page.locator(".gallery li")).to_have_count(len(EXPERIMENTS))
    assert serious_faults(page) == []
    assert fits(page)


def test_run_to_its_result(page: Page, tmp_path: Path) -> None:
    begin(page, "SSS* is MTD(+∞)", 1)
    bar = page.get_by_role("progressbar", name="Progress")
    expect(bar).to_be_visible()
    expect(page.locator("section.progress .numbers")).to_contain_text(re.compile(r"\d+ of 60"))
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    expect(bar).to_be_hidden()
    expect(table.locator("caption")).to_contain_text("SSS* and MTD(+inf), leaf by leaf. Size 1, seed 1")
    expect(table.locator("thead th")).to_have_count(9)
    expect(table.locator("tbody tr")).to_have_count(30)
    expect(table.locator("tbody tr").first.locator("th")).to_have_text("2 sons, depth 4")
    plot = page.get_by_role("img", name=re.compile(r"Plot: SSS\* and MTD"))
    expect(plot).to_have_count(1)  # the other is for the other light
    page.wait_for_function("document.querySelector('.plot .day').naturalWidth > 0")
    expect(page.locator(".notes li").first).to_contain_text("exactly SSS*'s leaves")
    expect(page.locator(".published")).to_contain_text("Alliot-Schiex 15.5.4")
    assert serious_faults(page) == []
    files = {}
    for name in ("Plot (SVG)", "Table (CSV)", "Everything (JSON)"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        files[download.value.suggested_filename] = Path(download.value.path()).read_text()
    assert list(files) == ["equivalence-1-seed1.svg", "equivalence-1-seed1.csv", "equivalence-1-seed1.json"]
    drawn, rows, found = files.values()
    assert "<svg" in drawn
    result = json.loads(found)
    assert next(csv.reader(rows.splitlines())) == result["columns"]
    assert table.locator("tbody tr").nth(3).locator("td").nth(2).inner_text() == f"{result['rows'][3][3]:,}"
    address = page.url
    page.get_by_role("link", name="All experiments").click()
    page.locator(".runs a").first.click()  # and back to it by the list
    expect(table).to_be_visible()
    assert page.url == address
    page.reload()
    expect(table).to_be_visible()
    expect(page.get_by_label("Size")).to_have_value("1")


def test_cancel_and_queue(page: Page) -> None:
    """The page answers while an experiment runs, a second one waits for it, and a click ends it at once."""
    begin(page, "SSS* is MTD(+∞)", 5000)
    expect(page.get_by_role("status")).to_have_text("Running")
    expect(page.locator("section.progress .numbers")).to_contain_text("300,000")
    first = page.url
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("status")).to_have_text("Waiting")
    expect(page.locator("section.progress .numbers")).to_have_text("one run comes before it")
    assert serious_faults(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("Cancelled")
    page.goto(first)
    expect(page.get_by_role("status")).to_have_text("Running")
    began = time.monotonic()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("Cancelled")
    assert time.monotonic() - began < 2
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    expect(page.locator("section.progress .numbers")).to_contain_text("there is no result")


def test_keyboard(page: Page) -> None:
    """Without a mouse: to the experiment, its form, and away again."""
    page.locator(".gallery").get_by_role("link", name="SSS* is MTD").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.wait_for_load_state("networkidle")  # what ran before is shown
    page.keyboard.press("Tab")
    expect(page.get_by_label("Size")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("5000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Running")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Cancelled")
    expect(page.get_by_role("button", name="Start")).to_be_focused()  # not nowhere


def test_wrong_settings_are_said(page: Page) -> None:
    page.locator(".gallery").get_by_role("link", name="Connect 4: the ladder").click()
    page.get_by_label("Boards").fill("banana")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("status")).to_have_text("Failed")
    said = page.locator("section.progress .numbers")
    expect(said).to_have_text("board 'banana' is not written width x height, as 7x6")
    assert serious_faults(page) == []


def test_refusal_and_silence_are_said(browser: Browser, address: str) -> None:
    """What the server refuses at once, and that it does not answer, which ends by itself."""
    with opened(browser, address, "#/lab/connect4-ladder", may_say="status of 400") as page:
        page.get_by_label("Boards").fill("../x")
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_role("alert")).to_have_text("boards is '../x'; it must be made of letters, digits and commas")
    with opened(browser, address, may_say="ERR_FAILED") as page:
        begin(page, "SSS* is MTD(+∞)", 5000)
        expect(page.locator("section.progress .numbers")).to_contain_text("300,000")
        page.route("**/api/lab/**", lambda route: route.abort())
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        page.unroute("**/api/lab/**")
        expect(page.get_by_role("alert")).to_be_hidden()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("status")).to_have_text("Cancelled")


def test_unknown_experiment(browser: Browser, address: str) -> None:
    with opened(browser, address, "#/lab/alchemy") as page:
        expect(page.get_by_role("alert")).to_have_text("There is no experiment “alchemy”.")
        expect(page.locator(".gallery li")).to_have_count(len(EXPERIMENTS))


def test_french_dark_phone(browser: Browser, address: str) -> None:
    with opened(browser, address, "#/lab/equivalence", PHONE, locale="fr-FR", color_scheme="dark") as page:
        expect(page.get_by_role("heading", level=1)).to_have_text("SSS* est MTD(+∞)")
        page.get_by_label("Taille").fill("1")
        page.get_by_role("button", name="Démarrer").tap()
        expect(page.get_by_role("table")).to_be_visible()
        expect(page.locator("thead th").nth(4)).to_have_text("désaccords")
        expect(page.locator(".plot .night")).to_be_visible()
        expect(page.locator(".plot .day")).to_be_hidden()
        assert fits(page)
        assert serious_faults(page) == []
        page.locator("#language").select_option("en")
        expect(page.locator("thead th").nth(4)).to_have_text("mismatches")
        expect(page.get_by_role("heading", level=1)).to_have_text("SSS* is MTD(+∞)")
        page.locator("#theme").select_option("light")
        expect(page.locator(".plot .day")).to_be_visible()
        assert serious_faults(page) == []
        assert fits(page)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_page_of_the_interface(browser: Browser, address: str, light: str) -> None:
    """All routes and models stand on /docs."""
    home = re.sub(r"\?.*", "", address)
    with opened(browser, address, color_scheme=light) as page:
        schema = page.evaluate("fetch('/openapi.json').then((a) => a.json())")
        page.goto(f"{home}docs")
        calls = [(path, method) for path, methods in schema["paths"].items() for method in methods]
        expect(page.locator("section.route")).to_have_count(len(calls))
        expect(page.locator("section.model")).to_have_count(len(set(schema["components"]["schemas"]) - OF_FASTAPI))
        start = page.locator("section.route", has_text="Run an experiment.")
        expect(start.get_by_role("link", name="NewRun")).to_have_attribute("href", "#NewRun")
        start.get_by_role("link", name="NewRun").click()
        expect(page.locator("#NewRun")).to_be_in_viewport()
        expect(page.locator("#NewRun")).to_contain_text("where the random numbers start; default 1")
        assert fits(page)
        assert serious_faults(page) == []
        page.set_viewport_size(PHONE)
        assert fits(page)
