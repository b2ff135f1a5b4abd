"""The lab in French: what experiments do, and what they have found; what nobody has put into French is said to be English."""

import pytest
from browsing import opened
from playwright.sync_api import Browser, expect

from damier.lab import EXPERIMENTS, run
from damier.lab.book_learning import DEEPER, STRONGER, BookMatch, _note
from damier.lab.techniques import Variant, _notes

pytestmark = pytest.mark.browser

METHODS = """async (names) => {
    const { knows } = await import("/static/words.js");
    return names.filter((name) => !knows(`lab-method-${name}`));
}"""
NOTED = """async (notes) => {
    const { noted } = await import("/static/words.js");
    return notes.map(noted);
}"""


def test_what_experiments_do_and_what_they_have_found(browser: Browser, address: str) -> None:
    found = run("uniform-trees", size=1)
    with opened(browser, address, "#/lab/equivalence", locale="fr-FR") as page:
        method = page.locator(".method")
        expect(method).to_contain_text("Comparer les deux sur size arbres de chaque sorte")
        expect(method.locator("code")).to_have_text("size")
        expect(method).not_to_have_attribute("lang", "en")
        assert page.evaluate(METHODS, list(EXPERIMENTS)) == []
        said = page.evaluate(NOTED, found.notes)
        assert all(said), said
        assert said[2] == "MTD(f) part de 250\u202f000 ; la fenêtre va de 200\u202f000 à 300\u202f000."
        assert said[3].startswith("alpha-bêta : à ")
        assert "," in said[3]
        match = BookMatch("nim", STRONGER, [1.0, 0.5, 0.0], None, 7, {(0,)})
        others = page.evaluate(NOTED, [_note(match, {"nim": 2}), *_notes([Variant("", [])], 4, 50_000, 0, "")])
        assert all(others), others
        assert others[0] == (
            f"nim, profondeur 2 contre profondeur {2 + DEEPER} : 50,0 % des 3 dernières parties ; 1 perdues en tout, "
            "jamais deux fois la même partie ; 7 parties dans la bibliothèque."
        )
        assert others[2].startswith("Une recherche est arrêtée après 50\u202f000 nœuds ; ")
        assert page.evaluate(NOTED, ["nobody has ever said this"]) == [None]
        page.locator("#language").select_option("en")
        expect(method).to_contain_text("Compare the two on size trees of each kind")
        expect(method).to_have_attribute("lang", "en")
