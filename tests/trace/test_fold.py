"""Wide trees are folded to what is worth seeing; nothing that is shown differs from the whole, and pictures can be opened."""

import io
import re
import xml.etree.ElementTree as ElementTree

import matplotlib.image
import numpy as np
import pytest

from damier.games import load
from damier.trace import Trace, to_svg, trace
from damier.trace.fold import MOST_WIDTH, fitting, folded
from damier.trace.layout import lay_out
from damier.trace.nodes import CUT, VISITED
from damier.trace.png import to_png


@pytest.fixture(scope="module", params=["alphabeta", "sss", "minimax"])
def wide(request: pytest.FixtureRequest) -> Trace:
    game = load("random-tree", branching=10, depth=3)
    return trace(game, game.start(), request.param, 3)


def test_a_wide_tree_fits(wide: Trace) -> None:
    assert lay_out(wide).width > 3 * MOST_WIDTH
    assert lay_out(fitting(wide)).width <= MOST_WIDTH
    widths = [float(re.search(r'width="(\d+)"', to_svg(wide, whole)).group(1)) for whole in (False, True)]  # type: ignore[union-attr]
    assert widths[0] < MOST_WIDTH + 200 < widths[1]


def test_a_narrow_tree_stays_whole() -> None:
    game = load("tree")
    found = trace(game, game.parse("[[3,12,8],[2,4,6],[14,5,2]]"), "alphabeta", 2)
    assert fitting(found) is found
    assert to_svg(found) == to_svg(found, whole=True)


@pytest.mark.parametrize("most", [1, 2, 5])
def test_what_is_shown_is_true_and_what_is_not_is_counted(wide: Trace, most: int) -> None:
    shown = folded(wide, most)
    assert [node.id for node in shown.nodes] == list(range(len(shown.nodes)))
    for node in shown.nodes:
        if node.stands_for:
            assert not node.sons
            continue
        whole = wide.nodes[node.number - 1]
        assert (node.path, node.score, node.status, node.bounds) == (whole.path, whole.score, whole.status, whole.bounds)
        sons = [shown.nodes[son] for son in node.sons]
        assert all(son.father == node.id for son in sons)
        if node.status == VISITED:
            assert sum(son.stands_for or 1 for son in sons) == len(whole.sons)
            assert sum(son.stands_for > 0 for son in sons) <= 1


def test_the_principal_line_and_what_decides_are_kept(wide: Trace) -> None:
    shown = folded(wide, 2)
    assert [shown.nodes[number].path for number in shown.line] == [wide.nodes[number].path for number in wide.line]
    assert len(shown.line) == 4
    for node in shown.nodes:
        if node.stands_for:
            continue
        whole = wide.nodes[node.number - 1]
        sons = [shown.nodes[son] for son in node.sons if not shown.nodes[son].stands_for]
        if node.status == VISITED and sons and node.value is not None and not node.is_leaf:
            assert node.value in [son.value if son.score is None else son.score for son in sons]
        if any(wide.nodes[son].status == CUT for son in whole.sons) and len(whole.sons) > 3:
            assert any(son.status == CUT for son in sons)


def test_the_signs_are_drawn_and_explained(wide: Trace) -> None:
    drawing = to_svg(wide)
    texts = [element.text or "" for element in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")]
    assert any(re.fullmatch(r"\d+ more", words) for words in texts)
    assert "moves that are not shown" in texts
    assert any("1,000 leaves" in words for words in texts)  # the search is told as a whole


def test_a_picture_shows_the_drawing() -> None:
    game = load("tree")
    found = trace(game, game.parse("[[3,12,8],[2,4,6],[14,5,2]]"), "alphabeta", 2)
    drawing = to_svg(found)
    picture = to_png(drawing)
    assert picture.startswith(b"\x89PNG")
    dots = matplotlib.image.imread(io.BytesIO(picture))
    width, height = (float(re.search(rf'{side}="(\d+)"', drawing).group(1)) for side in ("width", "height"))  # type: ignore[union-attr]
    assert dots.shape[:2] == (2 * height, 2 * width)
    root = ElementTree.fromstring(drawing)
    line = next(root.iter("{http://www.w3.org/2000/svg}line"))
    assert line is not None
    is_ink = dots[:, :, :3].sum(axis=2) < 1.2
    assert 0.002 < np.mean(is_ink) < 0.2


def test_a_picture_may_be_too_large() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="200"></svg>'
    with pytest.raises(ValueError, match="90,000 by 200 pixels is too large for a PNG; write an SVG, or fold it"):
        to_png(drawing)
