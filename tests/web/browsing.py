"""The page as a person has it: a server in a process of its own, and a real browser that must say and ask nothing odd."""

import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from programs import DAMIER, running

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run "
    "--disable-quic"
)
PATIENCE = 600_000  # milliseconds; an engine may have to be compiled first
QUICK = 120_000  # what needs no engine, or one that is soon compiled
DESKTOP: ViewportSize = {"width": 1360, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@contextmanager
def served(data: Path, files: tuple[str, ...] = (), port: int = 0, **environment: str) -> Iterator[str]:
    """The address of a server that was started as a person does; Ctrl-C ends it without a word, whatever goes on."""
    told = {**os.environ, "DAMIER_DATA": str(data), **environment}
    with running(DAMIER, "web", "--no-browser", "--port", str(port), *files, flags=(), env=told) as server:
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*", server.stdout.readline())
        assert found, server.stderr.read()
        try:
            yield found[0]
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE / 1000) == 0
            assert server.stderr.read() == ""


@contextmanager
def a_browser() -> Iterator[Browser]:
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


@contextmanager
def opened(
    browser: Browser,
    address: str,
    where: str = "#/play",
    viewport: ViewportSize = DESKTOP,
    may_say: str = "$^",
    patience: int = QUICK,
    **wanted: Any,
) -> Iterator[Page]:
    """A page in a browser of its own; at the end it must have said nothing but what it may, and asked nobody else."""
    expect.set_options(timeout=patience)  # one for all pages of a process: the page opened last says how long
    wanted.setdefault("locale", "en-GB")
    with browser.new_context(viewport=viewport, **wanted) as context:
        page = context.new_page()
        page.set_default_timeout(patience)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else said.append(asked.url))
        page.goto(f"{address}{where}")
        yield page
        assert [each for each in said if not re.search(may_say, each)] == []


def open_new_game(page: Page) -> None:
    """Open the dialog in which a game is begun, once the first game is there."""
    expect(page.locator("#board")).to_have_attribute("data-game", re.compile("."))
    if not page.locator("#new-game").is_visible():
        page.locator("#open-new-game").click()


def open_pane(page: Page, name: str) -> None:
    """Open what stands beside the board: lines, review, explorer or files.

    In one step: between a look and a click the page may have opened it by itself, and the click would close it.
    """
    page.locator(f"#tab-{name}").wait_for()
    page.evaluate(f"document.querySelector('#tab-{name}[aria-expanded=false]')?.click()")
    expect(page.locator(f"#pane-{name}")).to_be_visible()


def open_details(page: Page, id: str) -> None:
    """Open what is folded away."""
    if page.locator(f"#{id}").get_attribute("open") is None:
        page.locator(f"#{id} > summary").click()
