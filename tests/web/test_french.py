"""What is said on the French page besides its words: moves in trees, lists and refusals, and numbers with a decimal comma."""

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import opened, served
from playwright.sync_api import Browser, Page, expect

from own_games import steps

pytestmark = pytest.mark.browser

# A knight or a queen steps on, and steps are counted in halves.
HALVES = """
UNIT = 2

@rule
def evaluate(p: Steps, weights):
    return -3
"""
STEPS = steps("NQ", {"N": "C", "Q": "D"}, HALVES)
GAMES = "\n\n".join(
    f'[White "{name}"]\n[Result "*"]\n\n1. e4 e5 2. {move} *' for name, move in (("Anna", "Nf3"), ("Ben", "Qh5"))
)


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("steps")
    file = folder / "steps.py"
    file.write_text(STEPS)
    with (
        served(folder / "data", (str(file),)) as address,
        opened(browser, address, "#/home", locale="fr-FR", may_say="400") as page,
    ):
        page.base = address  # type: ignore[attr-defined]
        yield page


def visit(page: Page, where: str) -> None:
    page.goto(f"{page.base}{where}")  # type: ignore[attr-defined]


def test_moves_and_scores_of_a_tree(page: Page) -> None:
    """On the edges, in the best line, below the board and in the lanes; scores with a comma. English has its own."""
    visit(page, "#/theatre?game=steps&depth=2&algorithms=alphabeta,star&processors=2&step=4")
    names = page.locator(".performance").first.locator(".names text.name")
    expect(names.first).to_have_text("C1")
    assert set(names.all_text_contents()) == {"C1", "D1", "C2", "D2"}
    expect(page.locator(".results tr", has_text="Meilleure ligne").locator("td").first).to_have_text("C1 C2")
    expect(page.locator(".results tr", has_text="Valeur").locator("td").first).to_have_text("−1,5")
    assert page.locator(".position figcaption").filter(has_text="C1").count() > 0
    assert not page.locator(".stage .scene").filter(has_text="N1").count()
    page.locator("#language").select_option("en")
    expect(names.first).to_have_text("N1")
    expect(page.locator(".results tr", has_text="Best line").locator("td").first).to_have_text("N1 N2")
    expect(page.locator(".results tr", has_text="Value").locator("td").first).to_have_text("−1.5")
    page.locator("#language").select_option("fr")
    expect(names.first).to_have_text("C1")


def test_lists_of_games(page: Page) -> None:
    """The first moves of each, also when the language changes."""
    visit(page, "#/play?game=chess&as=analysis")
    expect(page.locator("#title")).to_have_text("Échecs")
    page.locator("#tab-files").click()
    page.locator("#load-file").set_input_files([{"name": "two.pgn", "mimeType": "text/plain", "buffer": GAMES.encode()}])
    begins = page.locator("#game-list .begins")
    expect(begins).to_have_text(["e4 e5 Cf3", "e4 e5 Dh5"])
    page.locator("#language").select_option("en")
    expect(begins).to_have_text(["e4 e5 Nf3", "e4 e5 Qh5"])
    page.locator("#language").select_option("fr")
    expect(begins).to_have_text(["e4 e5 Cf3", "e4 e5 Dh5"])


def test_legal_moves_that_a_refusal_lists(page: Page) -> None:
    visit(page, "#/play?game=steps&moves=N1+Q9")
    expect(page.locator("#notice")).to_contain_text("coups légaux : C2, D2")


# What is asked of the modules of the page itself: [module, function, arguments]
WRITTEN = """async ([module, name, given]) => (await import(`/static/${module}.js`))[name](...given)"""


@pytest.mark.parametrize(
    ("module", "function", "given", "french", "english"),
    [
        ("words", "number", [-1234.5], "−1\u202f234,5", "−1,234.5"),
        ("words", "number", [0.25, 2], "0,25", "0.25"),
        ("words", "inWriting", ["-0.35"], "−0,35", "−0.35"),
        ("words", "inWriting", ["#3"], "#3", "#3"),
        ("words", "told", ["a game has at most 10,000 moves"], "une partie a au plus 10\u202f000 coups", None),
        ("play/worths", "worthSign", [{"text": "+1.2", "winner": None}], "+1,2", "+1.2"),
        ("play/worths", "worthText", [{}, {"text": "-0.5", "winner": None}], "−0,5", "−0.5"),
        ("play/verdicts", "signOf", ["-2.5"], "−2,5", "−2.5"),
        ("play/plates", "clockText", [9.84], "0:09,8", "0:09.8"),
        ("words", "t", ["counted-pawn", {"count": "1,5"}], "1,5 pion", None),
        ("words", "t", ["counted-pawn", {"count": "2,5"}], "2,5 pions", None),
    ],
)
def test_numbers(page: Page, module: str, function: str, given: list[Any], french: str, english: str | None) -> None:
    for language, wanted in (("fr", french), ("en", english)):
        if wanted is not None:
            page.locator("#language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert page.evaluate(WRITTEN, [module, function, given]) == wanted


def test_one_word_for_one_deed(page: Page) -> None:
    """To play a game, to make a move, to let damier answer, to go on and to start a search have words of their own."""
    page.locator("#language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    keys = ("play", "play-it", "play-on", "move-now", "go-on", "set-up-play", "theatre-play-on", "lab-start")
    words = [page.evaluate(WRITTEN, ["words", "t", [key]]) for key in keys]
    assert len(set(words)) == len(keys)
    assert [word for word in words if word.startswith("Jouer")] == [words[0], words[2], words[5]]  # a game, and nothing else
