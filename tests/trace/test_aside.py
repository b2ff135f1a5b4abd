"""What searches visit beside the tree down to their horizon: below it, and behind a pass."""

from pathlib import Path

import pytest

from damier.games import load
from damier.games.game import Game
from damier.search import Options
from damier.trace import to_json, to_svg, trace
from damier.trace.code import lines, listing
from damier.web.theatre.routes import _view

DEPTH = 4
OPTIONS = Options(reduction=1, checks=1)


@pytest.fixture(scope="module")
def noise() -> Game:
    """A game with captures, checks and passes of all kinds."""
    return load(str(Path(__file__).parents[1] / "search" / "noise.py"))


@pytest.mark.parametrize("algorithm", ["quiescence", "null-move"])
def test_all_that_was_visited_is_shown(noise: Game, algorithm: str) -> None:
    kinds = set()
    start = noise.start()
    for position in [start, *(noise.play(start, move) for move in noise.moves(start))]:
        found = trace(noise, position, algorithm, DEPTH, OPTIONS)
        assert sum(len(node.visits) for node in found.nodes) == found.result.nodes
        assert sum(len(node.evaluations) for node in found.nodes) == found.result.leaves
        assert [node.ply for node in found.nodes] == sorted(node.ply for node in found.nodes)
        assert found.nodes[0].value == found.result.value
        kinds |= {node.aside for node in found.nodes}
        for node in found.nodes:
            is_below = algorithm == "quiescence" and node.ply > DEPTH
            assert (node.aside == "beyond") == is_below
            if node.aside.endswith("pass"):
                father = found.nodes[node.father]
                assert (node.name == "pass") == (node.aside == "pass")
                assert node.aside == "pass" or father.aside.endswith("pass")
                assert node.aside != "pass" or father.aside != "pass"  # nobody passes twice running
        code = listing(algorithm).text
        signs = {"enter": "visit(", "leaf": "return score", "cut": "CUT", "leave": "LEAVE", "stand": "STAND"}
        for step, line in zip(found.steps, lines(found), strict=True):
            is_quiet = algorithm == "quiescence" and step.kind == "leaf" and not found.nodes[step.node].is_over
            assert ("note(work, LEAF" if is_quiet else signs[step.kind]) in code[line]
            if algorithm == "null-move" and step.kind == "cut":
                tried = [son for son in found.nodes[step.node].sons if found.nodes[son].visits]
                is_by_pass = [found.nodes[son].name for son in tried] == ["pass"]
                assert ("PASSED" in code[line]) == is_by_pass
    assert kinds - {""} == ({"beyond"} if algorithm == "quiescence" else {"pass", "behind-pass"})


def test_what_stands_still_beyond_the_horizon(noise: Game) -> None:
    """Nobody has to capture: a node that goes on is worth its estimate at least, unless its player is forced."""
    found = trace(noise, noise.start(), "quiescence", DEPTH, OPTIONS)
    stands = {step.node: step.value for step in found.steps if step.kind == "stand"}
    assert stands
    for node in found.nodes:
        if node.ply >= DEPTH and not node.is_leaf:
            assert stands.get(node.id) == node.standing
            if node.standing is not None and node.value is not None:
                assert node.value >= node.standing if node.is_max else node.value <= node.standing


def test_they_are_drawn_apart(noise: Game) -> None:
    quiet = trace(noise, noise.start(), "quiescence", DEPTH, OPTIONS)
    passing = trace(noise, noise.start(), "null-move", DEPTH, OPTIONS)
    plain = trace(noise, noise.start(), "alphabeta", DEPTH, OPTIONS)
    drawn = to_svg(quiet, whole=True)
    assert ">horizon<" in drawn
    assert "beyond the horizon: captures, checks, ways out of check" in drawn
    assert "as it stands" in drawn
    assert "a pass, and what is behind it" in to_svg(passing, whole=True)
    for words in ("horizon", "pass", "#e9ebee"):
        assert words not in to_svg(plain, whole=True)
    told = to_json(quiet)["nodes"]
    assert [node["aside"] for node in told] == [node.aside for node in quiet.nodes]
    assert [node["standing"] for node in told] == [node.standing for node in quiet.nodes]


def test_a_search_apart_has_a_tree_of_its_own_in_the_theatre(noise: Game) -> None:
    quiet, plain = (trace(noise, noise.start(), name, DEPTH, OPTIONS) for name in ("quiescence", "alphabeta"))
    own, shared = _view(quiet, plain, None), _view(plain, plain, None)
    assert shared.tree is None
    assert own.tree is not None
    assert own.tree.aside == [node.aside for node in quiet.nodes]
    assert len(own.tree.fathers) > len(plain.nodes)
