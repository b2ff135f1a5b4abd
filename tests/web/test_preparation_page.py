"""An engine that is compiled while the page is open: the page says how much is done, and hears by itself when it is ready."""

import threading
from pathlib import Path

import pytest
from browsing import PATIENCE, opened, served
from conversation import begin, talking
from playwright.sync_api import Browser, expect

from conftest import running
from damier.engine.preparation import Preparation
from damier.web.play.thinking import Thinking


@pytest.mark.browser
def test_the_page_hears_by_itself_that_the_engine_is_ready(browser: Browser, own_game: Path, tmp_path: Path) -> None:
    """With nothing compiled on the machine, and nobody who touches the page."""
    with (
        served(tmp_path / "data", (str(own_game),), DAMIER_CACHE=str(tmp_path / "cache")) as address,
        opened(browser, address) as page,
    ):
        expect(page.locator("#engine")).to_contain_text("being compiled")
        expect(page.locator("#engine")).to_contain_text("% is done", timeout=PATIENCE)
        expect(page.locator("#engine")).to_be_hidden(timeout=PATIENCE)
        assert page.locator("#moves .move").count() == 0
        expect(page.locator("#status")).to_have_text("Your move.")


def test_a_page_that_missed_the_news_hears_that_the_engine_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the news was lost: what was told is compared with what is."""
    monkeypatch.setattr(Thinking, "_was_prepared", lambda *_: None)
    with running([], tmp_path / "games.db") as client:
        state = begin(client)
        with talking(client, state["id"]) as page:
            assert page.state["ready"] or page.until_state(lambda each: each["ready"])


def test_one_who_cannot_hear_it_does_not_keep_it_from_the_others() -> None:
    may_end, heard = threading.Event(), threading.Event()
    preparation = Preparation(lambda: may_end.wait(60) and None)
    preparation.when_done(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    preparation.when_done(heard.set)
    may_end.set()
    assert heard.wait(60)
