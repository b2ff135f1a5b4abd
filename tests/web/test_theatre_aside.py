"""The theatre in a real browser where searches go beyond the tree that all share: below the horizon, and behind a pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import served
from playwright.sync_api import Browser, expect
from test_theatre_browser import EVERY_STEP, counters, is_true, nodes, opened

from damier.games import load
from damier.search import Options
from damier.trace import Trace, trace

pytestmark = pytest.mark.browser

NOISE = Path(__file__).parents[1] / "search" / "noise.py"
SHOWN = ("quiescence", "null-move", "alphabeta")


@pytest.fixture(scope="module")
def noisy_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page with a game that has captures, checks and passes; nothing is compiled for it."""
    with served(tmp_path_factory.mktemp("data"), (str(NOISE),), NUMBA_DISABLE_JIT="1") as address:
        yield address


def traced(algorithm: str) -> Trace:
    game = load(str(NOISE))
    return trace(game, game.start(), algorithm, 4, Options(reduction=1))


def test_what_lies_aside_is_drawn_apart(browser: Browser, noisy_address: str) -> None:
    where = f"?game=noise&depth=4&reduction=1&algorithms={','.join(SHOWN)}"
    with opened(browser, noisy_address, f"{where}&step=9999") as page:
        for place, algorithm in enumerate(SHOWN):
            found, drawn = traced(algorithm), nodes(page, place)
            assert ["aside" in node["classes"].split() for node in drawn] == [bool(node.aside) for node in found.nodes]
            assert any(node.aside for node in found.nodes) == (algorithm != "alphabeta")
            assert [node["status"].replace("not-seen", "unvisited") for node in drawn] == [node.status for node in found.nodes]
            shown = counters(page, place)
            assert shown["Leaves"] == f"{found.result.leaves} / {found.result.leaves}"
            assert shown["Nodes"] == f"{found.result.nodes} / {found.result.nodes}"
            assert shown["Value"].replace("−", "-") == str(found.result.value)
        expect(page.locator(".legend")).to_contain_text("beyond the horizon")
        expect(page.locator(".legend")).to_contain_text("a pass, and what is behind it")
        expect(page.locator("#more-reduction")).to_have_value("1")
        page.get_by_label("Language").select_option("fr")
        expect(page.locator(".legend")).to_contain_text("au-delà de l’horizon")


def test_what_is_known_of_the_root_is_true_all_along(browser: Browser, noisy_address: str) -> None:
    with opened(browser, noisy_address, "?game=noise&depth=4&algorithms=quiescence") as page:
        seen = page.locator(".performance svg.tree").evaluate(EVERY_STEP)
        found = traced("quiescence")
        assert len(seen) == len(found.steps)
        assert any(step.kind == "stand" for step in found.steps)
        assert all(is_true(each["known"][0], found.result.value) for each in seen)
        assert seen[-1]["known"][0].replace("−", "-") == str(found.result.value)
