"""Whether the site that was built holds together: `python website/dead_links.py FOLDER` says what does not, one thing a line.

Each link leads to a file of the site and to an anchor that is in it, each picture, style and script is there, and none of these
comes from elsewhere; ordinary links to other sites are let be. MkDocs looks at what is written in Markdown; this at what
came out.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "video": "src", "iframe": "src", "object": "data"}


class PageRead(HTMLParser):
    """What a page leads to, what it loads, and which anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors = {"", "__skip"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given and given.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(given[LOADED[tag]])


def faults(site: Path) -> list[str]:
    """What is wrong with a site, one thing a line."""
    pages = {file: PageRead(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        name = file.relative_to(site)
        found += [f"{name}: loads {target} from elsewhere" for target in page.loaded if urlsplit(target).netloc]
        if file == site / "404.html":
            continue  # is shown at any address
        for target in dict.fromkeys([*page.links, *page.loaded]):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            leads_to = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            leads_to = leads_to / "index.html" if leads_to.is_dir() else leads_to
            if not leads_to.is_file():
                found.append(f"{name}: {target} leads nowhere")
            elif leads_to in pages and unquote(parts.fragment) not in pages[leads_to].anchors:
                found.append(f"{name}: {target} has no such place")
    return found


def main() -> int:
    """The status is 1 if there is something to say."""
    site = Path(sys.argv[1]).resolve()
    wrong = faults(site)
    print("\n".join(wrong) or f"{sum(1 for _ in site.rglob('*.html'))} pages, and all that they lead to is there")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
