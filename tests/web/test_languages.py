"""The page's languages: each is one file, and says everything that English says."""

from pathlib import Path
from typing import get_args

import pytest
from browsing import opened
from playwright.sync_api import Browser, expect

from damier.games.book_trees import BOOK_TREES
from damier.search import ALGORITHMS
from damier.web.play.teaching import Doing

FILES = Path(__file__).parents[2] / "src/damier/web/static/languages"
OTHERS = sorted(file.stem for file in FILES.glob("*.js") if file.stem != "en")
KEYS = """async (code) => {
  const { default: told } = await import(`/static/languages/${code}.js`);
  return Object.fromEntries(["shell", "play", "theatre", "lab"].map((part) => [part, Object.keys(told[part])]));
}"""


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_says_the_same_things(browser: Browser, address: str, code: str) -> None:
    """What English says every language says; the lab and the games, which the server tells in English, may say more."""
    with opened(browser, address) as page:
        english, other = (page.evaluate(KEYS, each) for each in ("en", code))
    for part in english:
        assert set(english[part]) <= set(other[part]), part
    assert set(english["theatre"]) == set(other["theatre"])
    assert {f"{kind}-{name}" for kind in ("about", "algorithm") for name in ALGORITHMS} <= set(english["theatre"])
    assert {f"book-{name}" for name in BOOK_TREES} <= set(english["theatre"])
    assert {f"learn-doing-{doing}" for doing in get_args(Doing)} <= set(english["play"])


def test_languages_are_offered_by_their_files(browser: Browser, address: str) -> None:
    """Whatever lies in the folder is offered, under the name that the language has for itself."""
    with opened(browser, address) as page:
        expect(page.get_by_label("Language").locator("option")).to_have_text(["English", "Fran\u00e7ais"])


def test_the_first_language_of_the_browser(browser: Browser, address: str) -> None:
    """Who reads French first is spoken to in French; who reads a language that is not there, in the next one or English."""
    for locale, language in (("fr-CA", "fr"), ("de-DE", "en")):
        with opened(browser, address, locale=locale) as page:
            expect(page.locator("html")).to_have_attribute("lang", language)
