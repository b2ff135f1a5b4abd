"""How deep the theatre searches a position where nobody says: as deep as its whole tree can still be read."""

import httpx
import pytest
from playwright.sync_api import Browser, expect
from test_theatre_browser import opened

from damier.games import load
from damier.games.game_text import NotWanted
from damier.kernel import native
from damier.trace.tree import MOST_NODES, grow
from damier.web.theatre.depths import LEAST_DEPTH, READABLE_NODES, usual_depth


@pytest.mark.parametrize(
    ("game", "position", "depth"),
    [
        ("chess", "", 2),  # 421 nodes; one ply more has 9,323
        ("chess", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1", 2),  # more than 600: LEAST_DEPTH
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1),  # two plies: more than are drawn
        ("tictactoe", "", 3),  # 586 nodes
        ("tictactoe", "xox/oxo/o..", 2),  # all there is
        ("tictactoe", "xo./.x./o..", 5),
        ("bridge", "", 6),  # whose full depth is far too deep to be shown
    ],
)
def test_as_deep_as_can_be_read(game: str, position: str, depth: int) -> None:
    """The largest depth with at most READABLE_NODES nodes, not beyond the end, and two plies where they can be drawn."""
    played = load(game)
    root = native(played.parse(position))
    assert usual_depth(played, root, lambda: True) == depth
    here = len(grow(played, root, depth))
    assert here <= (READABLE_NODES if depth > LEAST_DEPTH else MOST_NODES)
    below = len(grow(played, root, depth + 1, most_nodes=100_000))
    assert below == here or below > READABLE_NODES


def test_trees_are_shown_to_their_leaves() -> None:
    tree = load("tree")
    assert usual_depth(tree, tree.parse("[[1,[2,[3,4]]],5]"), lambda: True) == 4


def test_nothing_is_counted_for_who_has_left() -> None:
    game = load("tictactoe")
    with pytest.raises(NotWanted):
        usual_depth(game, game.start(), lambda: False)


def test_the_server_chooses_where_nobody_says(client: httpx.Client) -> None:
    """A person's own game too; a depth that was asked for stays."""
    client.get("/")
    for game, wanted, depth in (("nim-2", {}, 5), ("tictactoe", {}, 3), ("tictactoe", {"depth": 1}, 1)):
        answer = client.post("/api/theatre", json={"game": game, "algorithms": ["alphabeta"], **wanted}).json()
        assert answer["depth"] == depth
        assert len(answer["tree"]["fathers"]) <= READABLE_NODES


@pytest.mark.browser
def test_the_page_tells_the_depth_that_was_chosen(browser: Browser, address: str) -> None:
    with opened(browser, address, "?game=tictactoe&position=xo./.x./o..&algorithms=alphabeta") as page:
        depth = page.locator("#theatre-depth")
        expect(depth).to_have_attribute("placeholder", "5")
        page.locator("#language").select_option("fr")
        expect(page.locator("#kind-typed + label")).to_have_text("Saisi")
        expect(depth).to_have_attribute("placeholder", "5")
        page.locator("#theatre-position").fill("")
        page.keyboard.press("Enter")
        expect(depth).to_have_attribute("placeholder", "3")
