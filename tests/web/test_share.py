"""What is shared of a game: a link that restores it anywhere, pictures that need nothing else, and a GIF of all positions."""

import io
import random
import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from accessibility import serious_faults
from browsing import QUICK, opened
from conversation import begin, talking
from PIL import Image, ImageSequence
from playwright.sync_api import Browser, Page, expect

GAME = "#/play?game=connect4&moves=4+4+3+5+2&at=4&flip=1"
PANEL, RED, YELLOW = (35, 54, 88), (242, 107, 61), (255, 211, 92)  # the board and the faces of both players' discs, by day
SVG = "{http://www.w3.org/2000/svg}"
REFUSED = "400 \\(Bad Request\\)"  # the browser says so by itself

pytestmark = pytest.mark.browser


@contextmanager
def shared(browser: Browser, address: str, where: str = GAME, **wanted: Any) -> Iterator[Page]:
    """A page with the dialog open on what a link tells."""
    with opened(browser, address, where, color_scheme="light", **wanted) as page:
        expect(page.locator("#board svg")).to_be_visible(timeout=QUICK)
        expect(page.locator("#mode")).to_have_attribute("aria-pressed", "true")
        if "at=" in where:
            expect(page.locator("#moves .move[aria-current], #moves [aria-current]")).to_have_count(1)
        page.locator("#open-share").click()
        expect(page.locator("#share")).to_be_visible()
        yield page


def saved(page: Page, kind: str) -> bytes:
    """The file that a button has the browser keep."""
    with page.expect_download() as download:
        page.locator(f"#share-{kind}").click()
    assert download.value.suggested_filename == f"connect4.{kind}"
    return Path(download.value.path()).read_bytes()


def point(picture: Image.Image, row: int, column: int) -> tuple[int, ...]:
    """The colour of a cell of Connect 4, beside its middle, where the last disc has a mark."""
    unit = picture.width / 740
    return tuple(picture.getpixel((int((20 + 100 * column + 50) * unit), int((20 + 100 * row + 28) * unit))))[:3]


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 3


def test_a_link_restores_the_game_and_the_position(browser: Browser, address: str) -> None:
    with shared(browser, address) as page:
        expect(page.locator("#moves [aria-current]")).to_have_text("5")
        expect(page.locator("#share-link")).to_have_value(f"{address.split('?')[0].rstrip('/')}/{GAME}")
        text = page.locator("#share-text").input_value()
        page.locator("#share-alone").check()
        alone = page.locator("#share-link").input_value()
        assert serious_faults(page) == []
        with opened(browser, address) as other:
            other.goto(alone)
            expect(other.locator("#board .disc")).to_have_count(4, timeout=QUICK)
            expect(other.locator("#moves [aria-current]")).to_have_count(0)
            expect(other.locator("#mode")).to_have_attribute("aria-pressed", "true")
            other.locator("#open-share").click()
            expect(other.locator("#share-text")).to_have_value(text)


def test_options_and_odd_moves_go_through_a_link(browser: Browser, address: str) -> None:
    with shared(browser, address, "#/play?game=connect4&set=width:6,height:5&moves=6+6") as page:
        expect(page.locator("#board .hole")).to_have_count(30)
        link = page.locator("#share-link").input_value()
        assert "set=width%3A6%2Cheight%3A5" in link
        assert link.endswith("&moves=6+6")


# Variations, one within the other, comments, signs, drawings, players; in a game whose moves may be glued together
TOLD = """[First "Ada"]
[Second "Zoé & Bob"]

{[%csl Gr6c4,Rr6c1] it begins} 4 $1 (3 $6 {why?} 3 (2 4) 1) 4 {[%cal Br5c4-r6c5] « bien »} 3 (5 5) 5 2
"""
LOAD = """async ([game, text]) => {
  const answer = await fetch("/api/import", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game, text, analysis: true }),
  });
  location.hash = `#/play/${(await answer.json()).id}`;
}"""
HELD = "The link holds the whole game: variations, comments, signs, drawings and players included."


def record_told(page: Page) -> str:
    """The game on the board in writing, but for its date, as the server tells it."""
    told = page.evaluate("async () => (await fetch(`/api/sittings/${location.hash.split('/').at(-1)}/record`)).json()")
    return str(told["text"])


def test_a_link_holds_variations_comments_signs_and_drawings(browser: Browser, address: str) -> None:
    """All of it is there again where the link is opened, at the position that was shown, in a variation of a variation."""
    with opened(browser, address, GAME) as page:
        expect(page.locator("#moves [aria-current]")).to_have_count(1)
        page.evaluate(LOAD, ["connect4", TOLD])
        expect(page.locator("#moves .branch")).to_have_count(3)
        page.locator("#moves .branch .branch button").last.click()
        expect(page.locator("#moves .branch .branch button").last).to_have_attribute("aria-current", "true")
        told, text = record_told(page), page.locator("#position-text").input_value()
        page.locator("#open-share").click()
        expect(page.locator("#share-holds")).to_have_text(HELD)
        link = page.locator("#share-link").input_value()
        assert "&record=1." in link
        assert len(link) < 8000
        assert serious_faults(page) == []
        with opened(browser, address, f"#{link.split('#')[1]}") as other:
            expect(other.locator("#moves .branch .branch button").last).to_have_attribute("aria-current", "true")
            expect(other.locator("#position-text")).to_have_value(text)
            assert record_told(other) == told
            expect(other.locator("#moves .comment")).to_have_text(["it begins", "why?", "« bien »"])
            expect(other.locator("#mode")).to_have_attribute("aria-pressed", "true")
            other.keyboard.press("Home")
            expect(other.locator("#board .shapes circle")).to_have_count(2)
            other.locator("#open-share").click()  # the first position, of the whole game
            expect(other.locator("#share-link")).to_have_value(re.compile("&record=1[.].*&at=0$"))
            other.locator("#share-alone").check()
            expect(other.locator("#share-holds")).to_contain_text("this position, without the moves")


def test_what_is_too_long_for_a_link_is_said(browser: Browser, address: str) -> None:
    """Of a game with very long comments it holds the line; without any, its moves, as links did before."""
    chance = random.Random(7)
    noise = "".join(chance.choices(string.ascii_letters + string.digits, k=12_000))
    with opened(browser, address, GAME) as page:
        expect(page.locator("#moves [aria-current]")).to_have_count(1)
        page.evaluate(LOAD, ["connect4", f"4 {{{noise}}} 4 3 (5)"])
        expect(page.locator("#moves .branch")).to_have_count(1)
        page.locator("#open-share").click()
        expect(page.locator("#share-holds")).to_contain_text("a link of more than 8,000 characters")
        expect(page.locator("#share-link")).to_have_value(re.compile("&moves=4[+]4[+]3$"))
    with shared(browser, address) as page:
        expect(page.locator("#share-holds")).to_have_text("The link holds the whole game: its moves.")


PACKING = """async () => {
  const { packedText, unpackedText } = await import("/static/play/packing.js");
  const texts = ["", "é “x” ♞", "1. e4 {why?} ".repeat(5000)];
  const back = await Promise.all(texts.map(async (text) => (await unpackedText(await packedText(text))) === text));
  const packed = await packedText("1. e4 e5 2. Nf3 Nc6 3. Bb5");
  const zeros = new Blob([new Uint8Array(12_000_000)]).stream().pipeThrough(new CompressionStream("deflate"));
  const bomb = new Uint8Array(await new Response(zeros).arrayBuffer());
  const letters = btoa(String.fromCharCode(...bomb)).replaceAll("+", "-").replaceAll("/", "_");
  const changed = packed.slice(0, 8) + "AAAA" + packed.slice(12);
  const bad = [packed.replace("1.", "2."), packed.slice(0, -5), changed, "1.!", "", `1.${letters}`];
  return [back, letters.length < 20_000, await Promise.all(bad.map(unpackedText)), await packedText("x".repeat(400_001))];
}"""


def test_what_is_packed_comes_out_again_or_not_at_all(browser: Browser, address: str) -> None:
    """Whatever letters it has; damaged, of another version, or twelve million bytes in a few letters, there is nothing."""
    with opened(browser, address, "#/lab") as page:
        assert page.evaluate(PACKING) == [[True, True, True], True, [None] * 6, None]


BAD = {
    "game=connect4&moves=4+9": "'9' is no legal move here",
    "game=shogi&moves=4": "there is no game “shogi” here.",
    "game=connect4&set=width:broad": "option width cannot be “broad”.",
    "game=connect4&set=depth:3": "the game has no option “depth”.",
    "game=connect4&position=!": "This link cannot be opened:",
    "game=connect4&moves=4&at=7": "the game has no position “7”.",
    "game=connect4&moves=%25E0%25A4%25A": "cannot be read.",
    "game=connect4&record=1.abcd": "the game in it is damaged, too long, or of another version of damier.",
    "game=connect4&record=eJwDAAAAAAE": "the game in it is damaged",
    "game=connect4&record=1.eJwzUTABAAETAIk&at=9": "the game has no position “9”.",
    f"game=connect4&moves={'1+' * 501}": "a link holds at most 500 moves.",
}


def test_a_bad_link_is_told_in_a_line_on_the_first_page(browser: Browser, address: str) -> None:
    """Opened anew, and then on a page that shows a game, which stays."""
    first, *others = BAD
    with opened(browser, address, f"#/play?{first}", may_say=REFUSED) as page:
        expect(page.locator("#notice")).to_contain_text(f"This link cannot be opened: {BAD[first]}")
        expect(page.locator("#board svg")).to_be_visible()
        shown = page.locator("#board").get_attribute("data-game")
        for where in others:
            page.locator("#notice .dismiss").click()
            page.evaluate(f"location.hash = '#/play?{where}'")
            expect(page.locator("#notice")).to_contain_text(BAD[where])
            expect(page.locator("#notice")).to_contain_text("This link cannot be opened:")
            expect(page).not_to_have_url(re.compile("#.*[?]"))
        assert page.locator("#board").get_attribute("data-game") == shown


def test_the_link_and_the_position_are_copied(browser: Browser, address: str) -> None:
    with shared(browser, address, permissions=["clipboard-read", "clipboard-write"]) as page:
        for button, field in (("#copy-link", "#share-link"), ("#copy-text", "#share-text")):
            page.locator(button).click()
            expect(page.locator("#notice")).to_have_text("Copied.")
            assert page.evaluate("navigator.clipboard.readText()") == page.locator(field).input_value()


def test_pictures_need_nothing_else(browser: Browser, address: str) -> None:
    """The SVG has no classes, no styles and no links; both show the discs where they are, in their colours."""
    with shared(browser, address) as page:
        drawing = ElementTree.fromstring(saved(page, "svg"))
        assert drawing.get("viewBox") == "0 0 740 672"
        assert not [each for each in drawing.iter() if {"class", "style", "href"} & set(each.keys())]
        assert [each.text for each in drawing.iter(f"{SVG}text")] == list("1234567")
        assert all("rgb" in each.get("fill", "") for each in drawing.iter(f"{SVG}circle"))
        picture = Image.open(io.BytesIO(saved(page, "png"))).convert("RGB")
        assert picture.size == (1200, 1090)
        assert is_near(point(picture, 5, 3), RED)
        assert is_near(point(picture, 4, 3), YELLOW)
        assert not is_near(point(picture, 3, 3), YELLOW)
        page.locator("#share-coordinates").uncheck()
        bare = ElementTree.fromstring(saved(page, "svg"))
        assert (bare.get("viewBox"), list(bare.iter(f"{SVG}text"))) == ("0 0 740 640", [])


def test_the_game_as_a_gif(browser: Browser, address: str) -> None:
    """All positions of the line, not only as far as one looks; the last is shown longer."""
    with shared(browser, address) as page:
        moving = Image.open(io.BytesIO(saved(page, "gif")))
        frames = [(frame.info["duration"], frame.convert("RGB")) for frame in ImageSequence.Iterator(moving)]
        assert [shown for shown, _ in frames] == [800, 800, 800, 800, 800, 3000]
        assert {frame.size for _, frame in frames} == {(480, 436)}
        cells = ((5, 3, RED), (4, 3, YELLOW), (5, 2, RED), (5, 4, YELLOW), (5, 1, RED))
        for made, (_, frame) in enumerate(frames):
            for number, (row, column, colour) in enumerate(cells):
                assert is_near(point(frame, row, column), colour) == (number < made)
        expect(page.locator("#share-progress")).to_contain_text("Saved")


# As large as a canvas can be expected to have them: noise, which LZW cannot shorten and which fills its table again and again
ENCODED = """async () => {
  const { Gif, paletteOf } = await import("/static/gif.js");
  const [width, height] = [257, 131];
  let seed = 7;
  const chance = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const one = (colours) => (0xff000000 | (Math.floor(chance() * colours) * 0x010203)) >>> 0;
  const noise = (colours) => Uint32Array.from({ length: width * height }, () => one(colours));
  const flat = new Uint32Array(width * height).fill(0xff336699);
  const dot = flat.slice();
  dot[5 * width + 9] = 0xff000000;
  const pictures = [noise(80), noise(3), flat, flat, dot];
  const gif = new Gif(width, height, paletteOf(pictures));
  for (const each of pictures) gif.add(each, 5);
  return { file: [...gif.finish()], pictures: pictures.map((each) => [...new Uint8Array(each.buffer)]) };
}"""


def test_the_encoder_loses_nothing_where_the_colours_suffice(browser: Browser, address: str) -> None:
    with opened(browser, address, "#/lab") as page:
        made = page.evaluate(ENCODED)
    moving = Image.open(io.BytesIO(bytes(made["file"])))
    assert moving.n_frames == len(made["pictures"])
    for frame, points in zip(ImageSequence.Iterator(moving), made["pictures"], strict=True):
        assert frame.convert("RGBA").tobytes() == bytes(points)


def test_the_boards_of_a_long_line_are_chosen_evenly(client: httpx.Client) -> None:
    moves = ["4", "4", "4", "4", "4", "4", "1", "2"]
    state = begin(client, "connect4", moves=moves)
    with talking(client, state["id"]) as page:
        page.say("go", node=state["line"][3])
        page.until_state(lambda each: each["here"] == state["line"][3])
    told = client.get(f"/api/sittings/{state['id']}/line").json()
    assert told["places"] == list(range(9))
    assert told["lasts"][:2] == [[], [[5, 3]]]
    few = client.get(f"/api/sittings/{state['id']}/line?most=3").json()
    assert (few["places"], few["boards"][-1], len(few["lasts"])) == ([0, 4, 8], told["boards"][-1], 3)
    assert client.get(f"/api/sittings/{state['id']}/line?most=201").status_code == 422
