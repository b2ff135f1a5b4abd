"""One more language is one more file: offered as it lies there, and English where it says nothing.

And what the languages that are there say of what the server tells in English: messages, experiments, options.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browsing import opened, served
from playwright.sync_api import Browser, expect

import damier
from conftest import running
from damier.games import load, names

pytestmark = pytest.mark.browser

PACKAGE = Path(damier.__file__).parent
ESPERANTO = 'export default { shell: { rules: "Reguloj" }, play: { analyse: "Analizi" } };\n'
SAID = "async (messages) => { const { told } = await import('/static/words.js'); return messages.map(told); }"
WORDS = """async (code) => {
  const { default: told } = await import(`/static/languages/${code}.js`);
  return [Object.keys(told.lab), Object.keys(told.play)];
}"""


@pytest.fixture(scope="module")
def with_esperanto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a copy of the package in which one more language lies."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, folder / "damier", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "damier/web/static/languages/eo.js").write_text(ESPERANTO)
    with served(folder / "data", PYTHONPATH=str(folder)) as address:
        yield address


def test_one_more_language_is_one_more_file(browser: Browser, with_esperanto: str) -> None:
    with opened(browser, with_esperanto, "#/home") as page:
        expect(page.locator("#language option")).to_have_text(["English", "Esperanto", "Français"])
        page.locator("#language").select_option("eo")
        card = page.locator("[data-game=othello]")
        expect(card.get_by_role("button", name="Reguloj")).to_be_visible()
        expect(card.get_by_role("link", name="Analizi")).to_be_visible()
        expect(card.get_by_role("link", name="Play")).to_be_visible()  # which it does not say
        expect(card).to_contain_text("Turn the other player's discs")
        card.get_by_role("link", name="Play").click()
        expect(page.locator("#mode")).to_have_text("Analizi")
        expect(page.locator("#caption")).to_have_text("Black 2, White 2")
        expect(page.locator("html")).to_have_attribute("lang", "eo")
        page.goto(f"{with_esperanto}#/theatre")
        expect(page.locator("h1, h2").first).to_be_visible()
        page.goto(f"{with_esperanto}#/lab")
        expect(page.locator("h1, h2").first).to_be_visible()


def refusals(client: httpx.Client) -> list[str]:
    """What the server really says to what people often get wrong."""

    def begin(**wanted: Any) -> str:
        sides = [{"program": False}, {"program": False}]
        return str(client.post("/api/sittings", json={"game": "chess", "sides": sides, **wanted}).json()["error"])

    def read(game: str, text: str) -> str:
        return str(client.post("/api/import", json={"game": game, "text": text}).json()["error"])

    return [
        begin(game="go"),
        begin(options={"size": 9}),
        begin(game="othello", options={"size": 7}),
        begin(game="connect4", options={"width": "wide"}),
        begin(seconds=0),
        begin(position="rnbqkbnr/pppppppp/8/8 w - - 0 1"),
        begin(position="8/8/8/8/8/8/8/8 w - - 0 1"),
        begin(position="8/8/8/8/8/8/8/8"),
        begin(position="4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
        begin(position="4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"),
        begin(moves=["e5"]),
        begin(game="connect4", position="4444444"),
        begin(game="connect4", position="9"),
        begin(game="tictactoe", position="b2b2"),
        begin(game="nim", options={"stones": 999}),
        begin(sides=[{"program": True, "level": "godlike"}, {"program": False}]),
        read("chess", ""),
        read("chess", "1. e4 e5 2. Ke3"),
        str(client.get("/api/sittings/none").json()["error"]),
        str(client.get("/api/lab/runs/none").json()["error"]),
    ]


def test_what_the_server_refuses_is_said_in_french(browser: Browser, address: str, tmp_path: Path) -> None:
    """Each of them, and wholly: of the words in which they are said none is left."""
    with running([], tmp_path / "games.db") as client:
        english = refusals(client)
    with opened(browser, address, locale="fr-FR") as page:
        expect(page.locator("#board svg")).to_be_visible()
        french = page.evaluate(SAID, english)
        untouched = "Whatever else there is: as it was said"
        assert page.evaluate(SAID, [untouched]) == [untouched]
        captions = ["captured: 3 (bottom), 0 (top)", "West to play, no trumps; North-South 0, East-West 1", "black 2, white 2"]
        assert page.evaluate(SAID, captions) == [
            "Pris : 3 (en bas), 0 (en haut)",
            "Au tour de : Ouest, sans atout ; Nord-Sud 0, Est-Ouest 1",
            "Noirs 2, Blancs 2",
        ]
    left = {"is", "the", "there", "it", "must", "be", "legal", "moves", "expected", "not", "has", "no", "of"}
    for before, after in zip(english, french, strict=True):
        assert after != before, before
        outside_quotes = after.split("'")[::2]  # a game is quoted as it was written
        said = {word.strip(".,;:()") for part in outside_quotes for word in part.split()}
        assert not said & left, after


def test_the_lab_and_all_options_are_said_in_every_language(browser: Browser, address: str) -> None:
    """Every experiment's title, question and settings, and every option of the games with what it can be."""
    with opened(browser, address) as page:
        expect(page.locator("#board svg")).to_be_visible()
        experiments = page.evaluate("async () => (await fetch('/api/lab/experiments')).json()")
        said = {code: [set(keys) for keys in page.evaluate(WORDS, code)] for code in ("en", "fr")}
    missing = []
    for code, (lab, play) in said.items():
        for experiment in experiments:
            name = experiment["name"]
            kinds = ("title", "about", "counts") if code != "en" else ("counts",)  # English titles come from the server
            missing += [f"{code} lab-{kind}-{name}" for kind in kinds if f"lab-{kind}-{name}" not in lab]
            for setting in experiment["settings"]:
                key = f"lab-setting-{setting['name']}"
                hints = {f"{key}-hint", f"{key}-{name}-hint"}
                missing += [f"{code} {key}"] * (key not in lab) + [f"{code} {key}-hint {name}"] * (not hints & lab)
        for module in (load(name).module for name in names()):
            missing += [f"{code} option-{each}" for each in getattr(module, "OPTIONS", {}) if f"option-{each}" not in play]
            for option, values in getattr(module, "CHOICES", {}).items():
                words = [f"choice-{option}-{value}" for value in values if isinstance(value, str) and value]
                missing += [f"{code} {word}" for word in words if word not in play]
    assert missing == []
