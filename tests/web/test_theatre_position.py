"""The board of the node beside the tree: the server's positions, and what is drawn of them while one steps."""

from typing import Any

import httpx
import pytest
from accessibility import serious_faults
from playwright.sync_api import Browser, Page, expect
from test_theatre_browser import opened

from damier.games import load
from damier.trace import trace
from damier.web.theatre.models import MOST_PATHS

PLACE = "?game=tictactoe&position=xo./.x./o..&depth=3"
LOW: Any = {"width": 1366, "height": 650}

# The texts of the cells of a small board, by rows
CELLS = """(figure) => {
    const cells = [...figure.querySelectorAll(".cell")].map((each) => each.getAttribute("aria-label").split(": ")[1]);
    const text = (cell) => (cell.endsWith("empty") ? "." : cell.at(-1).toLowerCase());
    return [0, 3, 6].map((row) => cells.slice(row, row + 3).map(text).join("")).join("/");
}"""


def ask(client: httpx.Client, **wanted: Any) -> Any:
    return client.post("/api/theatre/positions", json={"game": "tictactoe", "position": "xo./.x./o..", **wanted})


def test_positions_along_paths(client: httpx.Client) -> None:
    """The boards after some moves, the cells of the last one, and who moves there."""
    found = ask(client, paths=[[], ["c1"], ["a2", "c1"]]).json()
    rows = [["".join(cell["text"].lower() or "." for cell in row) for row in node["board"]["cells"]] for node in found["nodes"]]
    assert rows == [["xo.", ".x.", "o.."], ["xo.", ".x.", "o.x"], ["xo.", "xx.", "o.o"]]
    assert [node["last"] for node in found["nodes"]] == [[], [[2, 2]], [[2, 2]]]
    assert [node["turn"] for node in found["nodes"]] == [0, 1, 0]
    assert len(found["players"]) == 2


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"paths": [["c9"]]}, "there is no move 'c9' in the position"),
        ({"paths": [["c1", "a2"]]}, "the game is over before the move 'a2'"),
        ({"game": "tic", "paths": [[]]}, "there is no game 'tic'"),
        ({"position": "what", "paths": [[]]}, "what"),
        ({"paths": []}, "paths"),
        ({"paths": [[]] * (MOST_PATHS + 1)}, "paths"),
        ({"paths": [["c1"] * 300]}, "paths"),
        ({"paths": [["x" * 1000]]}, "paths"),
        ({"paths": [[]], "more": 1}, "more"),
    ],
)
def test_what_cannot_be_told_is_refused_in_a_line(client: httpx.Client, wanted: Any, said: str) -> None:
    answer = ask(client, **wanted)
    assert 400 <= answer.status_code < 500
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_every_node_of_a_tree_has_a_position(client: httpx.Client) -> None:
    """By the names that the tree has; of a game that one file declares no board for, too."""
    for name, options, text, depth in (
        ("connect4", {"width": 4, "height": 4}, "22", 2),
        ("kalah", {}, "", 2),
        ("nim", {}, "", 2),
    ):
        game = load(name, **options)
        nodes = trace(game, game.parse(text), "minimax", depth).nodes[:MOST_PATHS]
        wanted = {"game": name, "options": options, "position": text, "paths": [list(node.path) for node in nodes]}
        answer = client.post("/api/theatre/positions", json=wanted)
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["nodes"]) == len(nodes)


def position(page: Page, which: int = 0) -> str:
    found: str = page.locator(".position").nth(which).evaluate(CELLS)
    return found


@pytest.mark.browser
def test_the_board_is_that_of_the_node(browser: Browser, address: str) -> None:
    """At every step; what is asked of the server are a few batches, not a question a step, and none on the way back."""
    game = load("tictactoe")
    root = game.parse("xo./.x./o..")
    found = trace(game, root, "alphabeta", 3)
    asked: list[str] = []
    with opened(browser, address, f"{PLACE}&algorithms=alphabeta", LOW) as page:
        page.on("request", lambda request: asked.append(request.url) if "positions" in request.url else None)
        for step in found.steps[:40]:
            page.keyboard.press("ArrowRight")
            node = found.nodes[step.node]
            expect(page.locator(".position")).to_have_attribute("data-node", str(node.id))
            here, turn = root, 0
            for name in node.path:
                here = game.play(here, game.parse_move(here, name, turn))
                turn = 1 - turn
            drawn = ["".join(cell.text.lower() or "." for cell in row) for row in game.board(here, turn).cells]
            assert position(page) == "/".join(drawn)
            if node.path:
                expect(page.locator(".position figcaption b")).to_have_text(" ".join(node.path))
                expect(page.locator(".position .last")).to_have_count(1)
        assert len(asked) <= 4
        many = len(asked)
        page.keyboard.press("Home")
        expect(page.locator(".position")).to_have_attribute("data-node", "0")
        page.locator(".node").nth(2).click()
        expect(page.locator(".position")).to_have_attribute("data-node", "2")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".position")).to_have_attribute("data-node", "0")
        assert len(asked) <= many + 1
        assert serious_faults(page) == []


@pytest.mark.browser
def test_all_that_counts_is_in_a_low_window(browser: Browser, address: str) -> None:
    """Time line, counters, tree, board and what happens are seen together at 1366 x 650, with one search and with two."""
    with opened(browser, address, f"{PLACE}&algorithms=alphabeta&step=20", LOW) as page:
        expect(page.locator(".position")).to_be_visible()
        for place in (".transport", ".counters", "svg.tree:not(.sign)", ".position", ".now"):
            box = page.locator(place).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= LOW["height"], place
        assert page.evaluate("document.documentElement.scrollWidth") <= LOW["width"]


@pytest.mark.browser
def test_a_board_for_each_processor(browser: Browser, address: str) -> None:
    """With its number and colour; who has nothing to do waits; trees that are no positions have no board."""
    with opened(browser, address, f"{PLACE}&algorithms=star&processors=3&pace=time&step=4") as page:
        expect(page.locator(".position")).to_have_count(3)
        names = page.locator(".position figcaption b").all_inner_texts()
        assert names == ["1", "2", "3"]
        expect(page.locator(".position.idle")).to_have_count(0)
        at_work = page.locator(".node.at-work").evaluate_all("(all) => all.map((each) => each.dataset.node).sort()")
        shown = page.locator(".position").evaluate_all("(all) => all.map((each) => each.dataset.node).sort()")
        assert shown == at_work
        page.keyboard.press("End")
        expect(page.locator(".position.idle")).to_have_count(3)
        assert serious_faults(page) == []
        page.locator("label[for=kind-book]").click()
        expect(page.locator(".position")).to_have_count(0)


@pytest.mark.browser
def test_a_game_of_ones_own_has_its_board(browser: Browser, address: str) -> None:
    """One that draws itself, with the cells of the last move, and one that only has a number."""
    with opened(browser, address, "?game=walk&depth=2&algorithms=minimax") as page:
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".position .disc")).to_have_count(1)
        expect(page.locator(".position")).to_have_attribute("data-node", "3")
        expect(page.locator(".position .cell").nth(2)).to_have_attribute("aria-label", "row 1, column c: First player, disc")
        page.get_by_label("Game").select_option("nim")
        expect(page.locator(".position .number")).to_have_text("21")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".position .number")).to_have_text("20")
        expect(page.locator(".position .name")).to_have_text("stones")
