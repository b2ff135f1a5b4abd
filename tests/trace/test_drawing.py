"""The drawing is well-formed, says what the trace says, and nothing in it overlaps; the export replays the search."""

import json
import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from damier.games import load
from damier.games.tree import from_lists
from damier.search import Options
from damier.search.catalogue import VALUED
from damier.trace import Trace, to_json, to_svg, trace
from damier.trace.layout import BOX, MARK, SMALL_SIZE, VALUE_SIZE, lay_out, text_width
from damier.trace.words import caption

TREE = "[[[[10, 2], [13, 11]], [[23, 15], [14, 6]]], [[[16, 4], [17, 24]], [[5, 12], [1, 20]]]]"
SVG = "{http://www.w3.org/2000/svg}"


def traced(algorithm: str, text: str = TREE, options: Options | None = None) -> Trace:
    game = load("tree")
    return trace(game, game.parse(text), algorithm, 4, options)


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("algorithm", VALUED)
def test_the_drawing_is_well_formed_and_shows_every_leaf(algorithm: str) -> None:
    found = traced(algorithm)
    shown = texts(to_svg(found))
    for leaf in found.leaves:
        assert str(leaf.score) in shown
    assert found.title in shown
    assert any(words.startswith("value 11") for words in shown)


def test_intervals_of_searches_for_a_move_are_shown_and_explained() -> None:
    bounds, spread = texts(to_svg(traced("bstar"))), texts(to_svg(traced("bpip", options=Options(gain=0.5))))
    assert "15…24" in bounds
    assert "pessimistic and optimistic bound for Max" in bounds
    assert "17±7" in spread
    assert "mean and standard deviation" in spread
    assert "move 1 · mean 11±1 · 12 of 16 leaves visited · 27 nodes" in spread


def test_cut_branches_windows_and_bounds_are_shown() -> None:
    found = traced("alphabeta")
    drawing = to_svg(found)
    root = ElementTree.fromstring(drawing)
    statuses = {
        int(group.get("data-node", "")): group.get("data-status") for group in root.iter(f"{SVG}g") if group.get("data-node")
    }
    assert statuses == {node.id: node.status for node in found.nodes}
    assert {"cut", "unvisited", "visited"} <= set(statuses.values())
    shown = texts(drawing)
    assert "[−∞, ∞]" in shown
    assert "[11, 17]" in shown
    assert "≤5" in shown
    assert "cut" in shown
    assert "12 of 16 leaves visited" in " ".join(shown)


def test_the_list_g_is_explained_only_where_there_is_one() -> None:
    assert "merit of the state when it was taken" in texts(to_svg(traced("sss")))
    assert "e ∞" in texts(to_svg(traced("sss")))
    assert not any("G" in words for words in texts(to_svg(traced("alphabeta"))))
    assert not any("[" in words for words in texts(to_svg(traced("minimax"))))


def test_null_windows_are_shown_as_questions_and_passes_by_what_they_proved() -> None:
    shown = texts(to_svg(traced("mtd-inf")))
    assert "root: ≤17, ≤13, ≤11, ≥11" in shown
    assert "≥17?" in shown
    assert "answered by the table" in shown


def test_moves_are_named_and_wins_said_in_words() -> None:
    game = load("tictactoe")
    shown = texts(to_svg(trace(game, game.parse("xo./ox./..o"), "alphabeta", 9)))
    assert {"a1", "c2", "win", "loss"} <= set(shown)


def test_lost_events_are_told_in_the_drawing_and_the_export() -> None:
    found = traced("minimax", options=Options(log=5))
    assert any("events were not kept" in words for words in texts(to_svg(found)))
    assert to_json(found)["lost"] == found.lost > 0


def test_text_is_escaped() -> None:
    game = load("tictactoe")
    found = trace(game, game.parse("xo./ox./..o"), "alphabeta", 9)
    found.nodes[1].name = "<script>&\"'"
    found.title = "A<B & C"
    shown = texts(to_svg(found))
    assert "<script>&\"'" in shown
    assert "A<B & C" in shown


def test_a_leaf_alone_and_a_stopped_search_are_drawn() -> None:
    game = load("tree")
    ElementTree.fromstring(to_svg(trace(game, game.parse("[5]"), "alphabeta", 0)))
    other = load("tictactoe")
    stopped = trace(other, other.parse("xo./.x./o.."), "minimax", 9, Options(nodes=30))
    assert any("stopped early" in words for words in texts(to_svg(stopped)))


@pytest.mark.parametrize("algorithm", ["alphabeta", "sss", "mtd-inf"])
def test_nothing_overlaps(algorithm: str) -> None:
    chance = random.Random(3)
    game = load("tree")

    def branch(depth: int) -> object:
        if depth == 0 or chance.random() < 0.2:
            return chance.randrange(-2000, 2000)
        return [branch(depth - 1) for _ in range(chance.randint(1, 4))]

    for _ in range(8):
        found = trace(game, from_lists([branch(3) for _ in range(3)]), algorithm, 4)
        layout = lay_out(found)
        levels: dict[int, list[tuple[float, float]]] = {}
        for node, place in zip(found.nodes, layout.places, strict=True):
            beside = max((text_width(words, SMALL_SIZE) for words in place.lines), default=0.0)
            if node.is_leaf:
                half = max(text_width(place.value, VALUE_SIZE), beside, 2 * MARK) / 2
                extent = place.x - half, place.x + half
            else:
                extent = place.x - place.width / 2, place.x + place.width / 2 + 5 * bool(beside) + beside
            levels.setdefault(node.ply, []).append(extent)
        for extents in levels.values():
            assert all(left[1] < right[0] for left, right in pairwise(extents))
            assert extents[0][0] >= 0
            assert extents[-1][1] <= layout.width + 1e-6
        for node in found.nodes:
            if node.sons:
                first, last = layout.places[node.sons[0]].x, layout.places[node.sons[-1]].x
                assert layout.places[node.id].x == pytest.approx((first + last) / 2)
                assert layout.places[node.sons[0]].y - layout.places[node.id].y > BOX


def test_large_trees_are_drawn_without_details() -> None:
    game = load("random-tree", branching=3, depth=6)
    found = trace(game, game.start(), "alphabeta", 6)
    assert not any(words.startswith("[") and words != "[α, β]" for words in texts(to_svg(found, whole=True)))


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtd", "sss", "itersss"])
def test_the_export_is_json_and_replays_the_search(algorithm: str) -> None:
    found = traced(algorithm)
    data = json.loads(json.dumps(to_json(found)))
    assert data["caption"] == caption(found)
    assert [node["id"] for node in data["nodes"]] == list(range(len(found.nodes)))
    assert all(data["nodes"][son]["father"] == node["id"] for node in data["nodes"] for son in node["sons"])
    assert all(0 <= step["node"] < len(found.nodes) for step in data["steps"])
    entered = "take" if found.has_list else "enter"
    assert sum(step["kind"] == entered and not step.get("solved") for step in data["steps"]) == found.result.nodes
    assert sum(step["kind"] == "leaf" for step in data["steps"]) == found.result.leaves


@pytest.mark.parametrize("algorithm", ["sss", "itersss"])
def test_the_exported_list_g_can_be_kept_by_splicing(algorithm: str) -> None:
    data = to_json(traced(algorithm))
    assert data["whole_lists"]
    states: list[list[object]] = []
    for step in data["steps"]:
        if "place" not in step:
            continue
        if step["kind"] == "insert":
            states.insert(step["place"], [step["node"], step["solved"], step["value"]])
        else:
            assert states[step["place"]][0] == step["node"]
            del states[step["place"]]
        assert step["g"] == states
    if algorithm == "sss":
        taken = [step["place"] for step in data["steps"] if step["kind"] == "take"]
        assert set(taken) == {0}
