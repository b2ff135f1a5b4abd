"""The theatre in a real browser: trees chosen, played, stepped, dragged, kept; by mouse, finger and keyboard."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import browsing
import pytest
from accessibility import serious_faults
from browsing import DESKTOP, PATIENCE, PHONE
from playwright.sync_api import Browser, Page, ViewportSize, expect

from damier.games import load
from damier.games.book_trees import BOOK_TREES
from damier.search import Options
from damier.search import search as run_search
from damier.search.catalogue import CHOOSERS, VALUED
from damier.trace import Node, Trace, trace
from damier.trace.words import known

pytestmark = pytest.mark.browser

SIXTEEN = BOOK_TREES["sixteen"].text
SVG = "{http://www.w3.org/2000/svg}"

NODES = """(root) => [...root.querySelectorAll(".node")].map((node) => ({
    status: ["visited", "cut", "purged", "not-seen"].find((each) => node.classList.contains(each)),
    known: node.classList.contains("inner") ? node.querySelector(".score").textContent : "",
    order: node.querySelector(".order")?.textContent ?? "",
    classes: [...node.classList].sort().join(" "),
}))"""

# What is written in the nodes after each step to the last, without a word to and fro for each of them.
EVERY_STEP = """(root) => {
    const count = () => document.querySelector(".transport .count").innerText;
    const known = (node) => (node.classList.contains("inner") ? node.querySelector(".score").textContent : "");
    const seen = [];
    while (count().split(" / ")[0] !== count().split(" / ")[1]) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        seen.push({ moment: count(), known: [...root.querySelectorAll(".node")].map(known) });
        if (seen.length > 9999) break;
    }
    return seen;
}"""

# The moment, the nodes of every tree and all words beside them, asked for at once.
SHOWN = f"""() => [
    document.querySelector(".transport .count").innerText,
    [...document.querySelectorAll(".performance svg.tree")].map({NODES}),
    [...document.querySelectorAll(".performance")].map((each) => each.innerText),
]"""


@contextmanager
def opened(browser: Browser, address: str, where: str = "", viewport: ViewportSize = DESKTOP, **wanted: Any) -> Iterator[Page]:
    """The theatre in a browser of its own."""
    with browsing.opened(browser, address, f"#/theatre{where}", viewport, patience=PATIENCE, has_touch=True, **wanted) as page:
        page.wait_for_selector(".performance, .notice:not(.waiting, [hidden])")
        yield page


def visit(page: Page, where: str) -> None:
    """Follow a link to another scene; it is a new evening."""
    page.evaluate("() => document.querySelector('.stage').replaceChildren()")
    page.evaluate("(where) => { location.hash = `#/theatre${where}` }", where)
    expect(page.locator(".performance").first).to_be_visible()


def counters(page: Page, which: int = 0) -> dict[str, str]:
    """The counters of a search as they are read."""
    found: dict[str, str] = (
        page.locator(".performance")
        .nth(which)
        .locator(".counters")
        .evaluate(
            "(list) => Object.fromEntries([...list.children].map((row) => [...row.children].map((each) => each.textContent)))"
        )
    )
    return found


def moment(page: Page) -> str:
    return page.locator(".transport .count").inner_text()


def nodes(page: Page, which: int = 0) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.locator(".performance").nth(which).locator("svg.tree").evaluate(NODES)
    return found


def true_values(nodes: list[Node]) -> dict[int, int]:
    values: dict[int, int] = {}
    for node in reversed(nodes):
        values[node.id] = (
            node.score if node.score is not None else (max if node.is_max else min)(values[son] for son in node.sons)
        )
    return values


def is_true(known: str, value: int) -> bool:
    """Whether what is written in a node holds for its value."""
    text = known.replace("−", "-")
    if not text:
        return True
    if text[0] == "≤":
        return value <= int(text[1:])
    if text[0] == "≥":
        return value >= int(text[1:])
    low, _, high = text.partition("…")
    return int(low) <= value <= int(high or low)


def traced(algorithm: str, text: str) -> Trace:
    game = load("tree")
    position = game.parse(text)
    return trace(game, position, algorithm, game.full_depth(position) or 1, Options())


def test_every_algorithm_ends_with_the_counters_and_nodes_of_the_search(browser: Browser, address: str) -> None:
    """Value, leaves, nodes, hits, passes, list; and every node visited, cut, removed or never seen as the trace says."""
    with opened(browser, address) as page:
        for text in (SIXTEEN, BOOK_TREES["figure-15-3"].text):
            for algorithm in VALUED:
                found = traced(algorithm, text)
                result = run_search(load("tree").parse(text), algorithm, found.result.depth)
                visit(page, f"?tree={text.replace(' ', '%20')}&algorithms={algorithm}&step=9999")
                shown = counters(page)
                assert shown["Value"] == str(result.value)
                assert shown["Leaves"] == f"{result.leaves} / {result.leaves}"
                assert shown["Nodes"] == f"{result.nodes} / {result.nodes}"
                if "Table hits" in shown:
                    assert shown["Table hits"] == f"{result.hits} / {result.hits}"
                if "Longest G" in shown:
                    assert shown["Longest G"] == f"{result.memory} / {result.memory}"
                if result.passes > 1:
                    assert shown["Passes"] == f"{result.passes} / {result.passes}"
                drawn = nodes(page)
                assert [node["status"] for node in drawn] == [
                    "not-seen" if node.status == "unvisited" else node.status for node in found.nodes
                ]
                true = true_values(found.nodes)
                assert all(is_true(node["known"], true[i]) for i, node in enumerate(drawn))
                for node, place in zip(found.nodes, drawn, strict=True):
                    assert place["order"] == (str(node.evaluations[0]) if node.evaluations else "")
                expect(page.locator(".now")).to_contain_text("The search is over")


@pytest.mark.parametrize("algorithm", CHOOSERS)
def test_searches_for_a_move_show_what_they_know_of_every_node(browser: Browser, address: str, algorithm: str) -> None:
    """Bounds, or mean and deviation, at every node as the trace has them; the last words name the move, in both languages."""
    found = traced(algorithm, SIXTEEN)
    with opened(browser, address, f"?algorithms={algorithm}&step=9999") as page:
        shown = counters(page)
        assert shown["Value"] == known(found.nodes[0])
        assert shown["Leaves"] == f"{found.result.leaves} / {found.result.leaves}"
        assert shown["Nodes"] == f"{found.result.nodes} / {found.result.nodes}"
        written = [known(node) if node.visits and not node.is_leaf else "" for node in found.nodes]
        assert [node["known"] for node in nodes(page)] == written
        expect(page.locator(".now")).to_contain_text("The search is over:")
        expect(page.locator(".legend")).to_contain_text("bound" if algorithm == "bstar" else "deviation")
        page.get_by_label("Language").select_option("fr")
        expect(page.locator(".now")).to_contain_text("La recherche est finie : le coup 1")
        page.get_by_label("Langue").select_option("en")
        visit(page, f"?algorithms={algorithm}")
        true = true_values(found.nodes)
        for step in page.locator(".performance svg.tree").evaluate(EVERY_STEP):
            if algorithm == "bstar":
                assert all(is_true(text, true[i]) for i, text in enumerate(step["known"]))


def test_what_is_shown_of_values_is_true_at_every_step(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        for algorithm in ("alphabeta", "scout", "sss", "mtd-inf", "minimax2", "star", "pvsplit"):
            true = true_values(traced(algorithm, SIXTEEN).nodes)
            visit(page, f"?algorithms={algorithm}")
            whole = int(moment(page).split(" / ")[1])
            shown = page.locator(".performance svg.tree").evaluate(EVERY_STEP)
            assert [step["moment"] for step in shown] == [f"{step} / {whole}" for step in range(1, whole + 1)]
            for step in shown:
                assert all(is_true(known, true[i]) for i, known in enumerate(step["known"]))


def test_stepping_back_comes_to_where_stepping_forward_was(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=mtd,sss") as page:
        forward, back = (page.get_by_role("button", name=f"One step {way}") for way in ("forward", "back"))

        def all_that_is_shown() -> Any:
            return page.evaluate(SHOWN)

        seen = []
        for _ in range(30):
            seen.append(all_that_is_shown())
            forward.click()
        assert [each[0].split(" / ")[0] for each in seen] == [str(step) for step in range(30)]
        for wanted in reversed(seen):
            back.click()
            assert all_that_is_shown() == wanted


def test_play_and_pause_and_the_time_line(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=minimax&speed=40") as page:
        line = page.get_by_label("Time line")
        whole = int(moment(page).split(" / ")[1])
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect(page.locator(".now")).to_contain_text("The search is over")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        assert moment(page) == f"{whole} / {whole}"
        line.fill("10")
        assert moment(page) == f"10 / {whole}"
        box = line.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        page.mouse.up()
        assert abs(int(moment(page).split(" / ")[0]) - whole / 2) <= 2


def test_keys_alone(browser: Browser, address: str) -> None:
    """Space plays, arrows step, Home and End go to the ends; in the tree arrows walk, plus and minus enlarge and reduce."""
    with opened(browser, address, "?algorithms=alphabeta") as page:
        page.keyboard.press("End")
        whole = moment(page).split(" / ")[1]
        assert moment(page) == f"{whole} / {whole}"
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        assert moment(page) == f"11 / {whole}"
        page.keyboard.press("ArrowLeft")
        assert moment(page) == f"10 / {whole}"
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.keyboard.press("Home")
        page.get_by_role("treeitem").first.focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)
        expect(page.locator(".inspected")).to_contain_text("Node 6, Max to move, not seen so far")
        assert moment(page) == f"0 / {whole}"
        before = page.locator("svg.tree:not(.sign)").get_attribute("viewBox")
        page.keyboard.press("+")
        assert page.locator("svg.tree:not(.sign)").get_attribute("viewBox") != before
        page.keyboard.press("0")
        assert page.locator("svg.tree:not(.sign)").get_attribute("viewBox") == before
        page.get_by_role("button", name="Go to its first visit").press("Enter")
        expect(page.locator(".now")).to_have_text("Enters node 6 with the window [11, ∞].")
        expect(page.locator(".transport [role=status]")).to_have_text("Enters node 6 with the window [11, ∞].")


def test_a_link_restores_everything(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.locator("label", has_text="Typed").click()
        page.get_by_label("Nested lists").fill("min [[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
        page.get_by_label("First algorithm").select_option("mtd")
        page.get_by_label("Second", exact=True).select_option("scout")
        page.get_by_label("Third").select_option("sss")
        page.get_by_text("Guess, margin").click()
        page.get_by_label("First guess").fill("4")
        with page.expect_response(lambda answer: '"guess":4' in (answer.request.post_data or "")):
            page.get_by_label("First guess").press("Enter")
        expect(page.locator(".performance")).to_have_count(3)
        page.get_by_label("Count").select_option("leaves")
        page.get_by_label("Time line").fill("4")
        page.locator(".performance").nth(1).get_by_role("button", name="Enlarge").click()
        page.get_by_role("button", name="Code", exact=True).click()
        page.get_by_role("button", name="Copy link").click()
        link = page.evaluate("location.href")
        state = [
            page.locator(".stage").inner_text(),
            [nodes(page, i) for i in range(3)],
            page.locator("svg.enlarged").get_attribute("viewBox"),
        ]
        assert "tree=min" in link
        assert "step=4" in link
        page.reload()
        expect(page.locator(".performance")).to_have_count(3)
        again = [
            page.locator(".stage").inner_text(),
            [nodes(page, i) for i in range(3)],
            page.locator("svg.enlarged").get_attribute("viewBox"),
        ]
        assert again == state
        expect(page.get_by_label("First guess")).to_have_value("4")
        expect(page.locator("details.code")).to_have_count(3)
        expect(page.locator("details.code").first).to_be_hidden()
        page.wait_for_timeout(600)
        assert page.evaluate("location.href") == link


def test_the_list_g_of_the_book(browser: Browser, address: str) -> None:
    """Figure 15.3: after node 2 is solved G holds node 3 alone, with merit 21."""
    with opened(browser, address, "?tree=figure-15-3&algorithms=sss") as page:
        states = page.locator(".states")
        lists = set()
        for _ in range(40):
            page.keyboard.press("ArrowRight")
            lists.add(" ".join(states.inner_text().split()))
        for wanted in ("1 live ∞", "4 live ∞ 5 live ∞", "5 live ∞ 8 solved 27", "9 solved 21 10 solved 17", "3 live 21"):
            assert wanted in lists


def test_the_passes_of_mtd(browser: Browser, address: str) -> None:
    with opened(browser, address, "?tree=nine&algorithms=mtd-inf&step=9999") as page:
        passes = [" ".join(text.split()) for text in page.locator(".passes li").all_inner_texts()]
        assert passes == ["≥∞? → ≤14", "≥14? → ≤5", "≥5? → ≤3", "≥3? → ≥3"]


def test_the_marked_line_follows_and_is_in_view(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=alphabeta&code=python") as page:
        marked = page.locator(".listing [aria-current=step]")
        expect(marked).to_have_count(0)
        for _ in range(20):
            page.keyboard.press("ArrowRight")
            expect(marked).to_have_count(1)
            assert marked.evaluate(
                "(line) => { const [a, b] = [line, line.parentElement].map((e) => e.getBoundingClientRect());"
                " return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }"
            )
        while "cut" not in page.locator(".now").inner_text():
            page.keyboard.press("ArrowRight")
        expect(marked).to_contain_text("note(work, CUT")


def test_a_position_of_the_play_page(browser: Browser, address: str) -> None:
    with opened(browser, address, "?game=tictactoe&position=xo./.x./o..&depth=2") as page:
        expect(page.get_by_label("Game")).to_have_value("tictactoe")
        expect(page.get_by_label("Position").last).to_have_value("xo./.x./o..")
        expect(page.locator(".performance")).to_have_count(2)
        page.keyboard.press("End")
        expect(page.locator(".now").first).to_contain_text("the value is win")
        expect(page.locator(".name").first).to_be_visible()


def test_what_is_refused_is_said_and_the_next_choice_works(browser: Browser, address: str) -> None:
    refused = "Failed to load resource: the server responded with a status of 4"
    with opened(browser, address, "?game=connect4&depth=6", may_say=refused) as page:
        expect(page.get_by_role("alert")).to_contain_text("more than 2,000 nodes, too many to look at")
        page.get_by_role("spinbutton", name="Depth").fill("2")
        page.get_by_role("spinbutton", name="Depth").press("Enter")
        expect(page.locator(".performance").first).to_be_visible()
        expect(page.get_by_role("alert")).to_be_hidden()
        page.locator("label", has_text="Typed").click()
        page.get_by_label("Nested lists").fill("[[1, 2], [3")
        page.get_by_label("Nested lists").blur()
        expect(page.get_by_role("alert")).to_contain_text("is no tree")
        page.get_by_label("Language").select_option("fr")
        page.locator("label[for=kind-game]").click()
        page.get_by_role("spinbutton", name="Profondeur").fill("9")
        page.get_by_role("spinbutton", name="Profondeur").press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("cherchez moins profond")


def test_random_trees_by_seed(browser: Browser, address: str) -> None:
    with opened(browser, address, "?tree=random&branching=3&depth=3&seed=7&values=50&algorithms=alphabeta") as page:
        game = load("random-tree", branching=3, depth=3, seed=7, values=50)
        leaves = [node.score for node in trace(game, game.start(), "minimax", 3).nodes if node.score is not None]
        shown = page.locator(".node.leaf .score").all_text_contents()
        assert shown == [str(score) for score in leaves]
        page.get_by_role("button", name="Another tree").click()
        expect(page.get_by_label("Seed")).to_have_value("8")
        expect(page.locator(".node.leaf .score").first).not_to_have_text(shown[0])


def test_the_picture_is_a_file_of_its_own(browser: Browser, address: str, tmp_path: Path) -> None:
    """It is well-formed, needs no style sheet, and looks as on the page: the same boxes, values and strokes."""
    with opened(browser, address, "?algorithms=alphabeta&step=9999", color_scheme="dark") as page:
        with page.expect_download() as kept:
            page.get_by_role("button", name="SVG").click()
        file = tmp_path / "tree.svg"
        kept.value.save_as(file)
        assert kept.value.suggested_filename == "damier-alphabeta-55.svg"
        texts = [text.text for text in ElementTree.parse(file).iter(f"{SVG}text")]
        assert texts[0] == "Alpha-beta"
        assert "step 55 of 55 · Leaves 12 · Nodes 26 · Value 11" in texts
        drawn = ElementTree.parse(file).getroot()
        assert not any("class" in element.attrib or "style" in element.attrib for element in drawn.iter())
        boxes = [box for box in drawn.iter(f"{SVG}rect") if "rx" in box.attrib]
        assert len(boxes) == 31 + 1  # the nodes, and the window beside the last
        assert all(re.match(r"rgb|color|oklab|none", box.attrib["fill"]) for box in boxes)
        assert page.locator(".performance .edge.is-cut").count() * 2 == len(
            [
                line
                for line in drawn.iter(f"{SVG}line")
                if line.attrib["stroke-linecap"] == "round" and line.attrib["stroke-dasharray"] == "none"
            ]
        )


def test_enlarging_and_moving_by_mouse(browser: Browser, address: str) -> None:
    with opened(browser, address, "?tree=random&branching=3&depth=5&seed=1&values=100&algorithms=alphabeta") as page:
        drawing = page.locator(".performance svg.tree")
        box = drawing.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(*middle)
        page.keyboard.down("Control")
        page.mouse.wheel(0, -600)
        page.keyboard.up("Control")
        expect(drawing).to_have_class(re.compile("enlarged"))
        before = drawing.get_attribute("viewBox")
        page.mouse.down()
        page.mouse.move(middle[0] + 120, middle[1] + 10, steps=4)
        page.mouse.up()
        assert drawing.get_attribute("viewBox") != before
        page.get_by_role("button", name="Whole tree").click()
        expect(drawing).not_to_have_class(re.compile("enlarged"))


def test_on_a_phone_by_touch(browser: Browser, address: str) -> None:
    with opened(browser, address, "?algorithms=alphabeta,sss", PHONE, is_mobile=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("button", name="One step forward").tap()
        page.get_by_role("button", name="One step forward").tap()
        assert moment(page).startswith("2 / ")
        page.locator(".node").nth(1).tap()
        expect(page.locator(".inspected").first).to_contain_text("Node 2, Min to move")
        small = page.locator("button:visible:not(.unseen-submit), select:visible").evaluate_all(
            "(all) => all.filter((e) => e.getBoundingClientRect().height < 24).map((e) => e.textContent)"
        )
        assert [text for text in small if "first visit" not in text] == []


@pytest.mark.parametrize(
    ("viewport", "light", "language"),
    [
        pytest.param(DESKTOP, "light", "en-GB", marks=pytest.mark.soak),
        (DESKTOP, "dark", "fr-FR"),
        (PHONE, "light", "fr-FR"),
        pytest.param({"width": 2560, "height": 1300}, "dark", "en-GB", marks=pytest.mark.soak),
    ],
)
def test_everybody_can_use_it(browser: Browser, address: str, viewport: ViewportSize, light: Any, language: str) -> None:
    """axe-core finds no serious fault, before, in the middle and at the end, and nothing is wider than the screen."""
    where = "?algorithms=mtd,sss,minimax&step=30"
    with opened(browser, address, where, viewport, color_scheme=light, locale=language) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert serious_faults(page) == []
        page.locator(".node").nth(2).click()
        page.get_by_role("button", name=re.compile("To the end|À la fin")).click()
        assert serious_faults(page) == []
        if page.locator(".programme-fold > summary").is_visible():
            page.locator(".programme-fold > summary").click()
        page.locator("label[for=kind-game]").click()
        expect(page.locator("#theatre-position")).to_be_visible()
        expect(page.locator(".stage")).not_to_have_attribute("aria-busy", "true")
        assert serious_faults(page) == []


def test_everybody_can_read_long_lists(browser: Browser, address: str) -> None:
    """What scrolls can be reached by keyboard: the list G of a larger tree, and many passes."""
    where = "?tree=random&branching=4&depth=4&seed=1&values=200&algorithms=sss,mtd-inf&step=450&code=0"
    with opened(browser, address, where, PHONE) as page:
        for listed in (".states", ".passes"):
            expect(page.locator(listed)).to_have_attribute("tabindex", "0")
        assert serious_faults(page) == []


def test_in_french(browser: Browser, address: str) -> None:
    """No English word is left, and none is missing, when the language changes in the middle of a search."""
    with opened(browser, address, "?algorithms=memory,sss&step=40&code=0") as page:
        expect(page.locator(".told")).not_to_be_empty()  # what is told to those who listen comes a moment later
        english = page.locator("main").inner_text()
        page.get_by_label("Language").select_option("fr")
        expect(page.get_by_role("heading", level=1)).to_have_text("Théâtre")
        french = page.locator("main").inner_text()
        for word in ("Leaves", "Nodes", "Window", "Path", "solved", "Count", "Speed", "Tree", "visited", "Puts", "Takes"):
            assert word in english or word in ("Puts", "Takes")
            assert not re.search(rf"\b{word}\b", french), word
        assert "Feuilles" in french
        assert "Alpha-bêta avec mémoire" in french
        page.get_by_label("Langue").select_option("en")
        assert page.locator("main").inner_text() == english
