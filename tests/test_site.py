"""The site of the documentation, without building it (`make docs` does): all parts are there, and its checks find faults."""

import json
import re
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT / "website"))

from dead_links import faults  # noqa: E402
from notebook_pages import as_markdown  # noqa: E402

CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
MADE = {"examples.md", "changelog.md"}  # by website/hooks.py
PAGES = sorted(file.relative_to(DOCS).as_posix() for kind in ("*.md", "*.ipynb") for file in DOCS.rglob(kind))
FIRST_IN_FRENCH = {"index.md", "first-game.md", "your-own-game.md", "application.md"}


def in_nav(part: object) -> list[str]:
    """The pages of the navigation, or of a part of it, in their order."""
    if isinstance(part, str):
        return [part]
    parts = part.values() if isinstance(part, dict) else part
    return [page for each in parts for page in in_nav(each)]  # type: ignore[union-attr]


def test_every_page_is_in_the_navigation_once() -> None:
    assert sorted(in_nav(CONFIG["nav"])) == sorted({*PAGES, *MADE}), "the nav of mkdocs.yml has all pages of docs/, each once"


def test_pages_are_sorted_by_what_they_are_for() -> None:
    assert [name for part in CONFIG["nav"] for name in part][1:5] == ["Tutorials", "How-to", "Reference", "Explanation"]


def test_first_pages_are_there_in_french() -> None:
    """Each at the path of the English one, so that the switch of languages finds it."""
    french = {page.removeprefix("fr/") for page in PAGES if page.startswith("fr/")}
    assert FIRST_IN_FRENCH <= french <= set(PAGES)


def test_nothing_comes_from_elsewhere() -> None:
    assert CONFIG["theme"]["font"] is False
    assert not re.search("https?://", (ROOT / "mkdocs.yml").read_text())
    assert not re.search("url\\(|@import", (ROOT / "website/theme/assets/damier.css").read_text())


def anchors(page: Path) -> set[str]:
    """The headings of a page, in the form in which a link names them."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_what_the_repository_links_to_is_there(name: str) -> None:
    """These are no pages of the site: the build does not look at them."""
    links = re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text())
    assert links
    for link in links:
        path, _, heading = link.partition("#")
        if path.startswith("http"):
            continue
        target = ROOT / (path or name)
        assert target.exists(), link
        assert not heading or heading in anchors(target), link


PAGE = '<html><head><link rel="stylesheet" href="{style}"></head><body><h1 id="top">A</h1>{body}</body></html>'


def site(folder: Path, body: str, style: str = "a.css") -> Path:
    (folder / "a.css").write_text("")
    (folder / "picture.png").write_bytes(b"")
    (folder / "b.html").write_text(PAGE.format(style="a.css", body="<p id='here'></p>"))
    (folder / "index.html").write_text(PAGE.format(style=style, body=body))
    return folder


def test_a_site_that_holds_together(tmp_path: Path) -> None:
    body = '<a href="b.html#here">b</a><a href="#top">up</a><a href="https://example.org/">away</a><img src="picture.png">'
    assert faults(site(tmp_path, body)) == []


@pytest.mark.parametrize(
    ("body", "style", "said"),
    [
        ('<a href="c.html">c</a>', "a.css", "index.html: c.html leads nowhere"),
        ('<a href="b.html#there">b</a>', "a.css", "index.html: b.html#there has no such place"),
        ('<a href="#there">b</a>', "a.css", "index.html: #there has no such place"),
        ('<img src="other.png">', "a.css", "index.html: other.png leads nowhere"),
        ("", "b.css", "index.html: b.css leads nowhere"),
        ("", "https://example.org/a.css", "index.html: loads https://example.org/a.css from elsewhere"),
        ('<script src="//example.org/a.js"></script>', "a.css", "index.html: loads //example.org/a.js from elsewhere"),
    ],
)
def test_a_site_that_does_not(tmp_path: Path, body: str, style: str, said: str) -> None:
    assert faults(site(tmp_path, body, style)) == [said]


def test_notebooks_become_pages() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# A title\n", "and words"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
                {"output_type": "execute_result", "data": {"text/plain": 'a "tree"', "image/svg+xml": "<svg/>"}},
            ],
        },
    ]
    page = as_markdown(json.dumps({"cells": cells}))
    assert page.startswith("# A title\nand words\n\n```python\nprint(1)\n```\n\n```{ .text .printed }\n1\n```\n")
    assert '<img alt="a &quot;tree&quot;" src="data:image/svg+xml;base64,PHN2Zy8+">' in page
