"""What the site of the documentation does beside what MkDocs does.

The pages are written to be read in the repository as well, so that some of them lead out of `docs/`: to the examples, of which
a page is made, to the changes, which are one, and to sources, which the site does not have. Notebooks become pages. Pages in
French lie under `fr/`, each at the path of the English one: their reader has the words of the theme, and a
navigation, in French.
"""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
from notebook_pages import as_markdown

ROOT = Path(__file__).parent.parent
ICON = ROOT / "src/damier/web/static/icon.svg"
OTHERS = ("fr",)  # languages beside English
LANGUAGE_OF_ALL = "en"
_OUTSIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?:\.\./)+((?!fr/)[\w./-]+)(#[\w-]+)?\)")


def slug(heading: str, separator: str = "-") -> str:
    """The anchor of a heading, as in the repository."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]+>", "", heading).lower()).replace(" ", separator)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Anchors as in the repository."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = slug
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """What is made: the page of examples, that of changes, those of notebooks; and the icon, which is the application's."""
    for file in [each for each in files if each.src_uri.endswith(".ipynb")]:
        files.remove(file)
        text = as_markdown(Path(config.docs_dir, file.src_uri).read_text("utf-8"))
        files.append(_page(config, file.src_uri, text))
    files.append(_page(config, "examples.md", _examples()))
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    changes = re.sub(r"\]\((?!http|#)", "](../", changes).replace("](../docs/", "](")
    files.append(_page(config, "changelog.md", changes))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ICON)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that lead out of `docs/` lead to the page that is made of what is there, or are words alone."""

    def instead(link: re.Match[str]) -> str:
        words, path, _ = link.groups()
        up = "../" * page.file.src_uri.count("/")
        if path.rstrip("/") == "examples":
            return f"[{words}]({up}examples.md)"
        if path.startswith("examples/"):
            return f"[{words}]({up}examples.md#{slug(Path(path).name)})"
        if path.startswith(("src/", "tests/")) and (ROOT / path).exists():
            return words
        return link[0]

    return _OUTSIDE.sub(instead, markdown)


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation) -> dict[str, Any]:
    """The theme in the page's language, that language's part of the navigation, and where the other languages have the page."""
    language = _language(page.file.src_uri)
    config.theme["language"] = language
    by_path = {each.file.src_uri: each for each in nav.pages}
    path = page.file.src_uri.removeprefix(f"{language}/")
    config.extra["alternate"] = []
    for code, home in config.extra["home"].items():
        same = path if code == LANGUAGE_OF_ALL else f"{code}/{path}"
        target = by_path.get(same) or by_path[home["page"]]
        config.extra["alternate"].append({"name": home["name"], "lang": code, "link": target.url})
    items = [item for item in nav.items if _language(_first(item).file.src_uri) == language]
    if language != LANGUAGE_OF_ALL:
        items = [child for item in items for child in (item.children or [])]
    own = Navigation(items, [each for each in nav.pages if _language(each.file.src_uri) == language])
    own.homepage = by_path[config.extra["home"][language]["page"]]
    for one, two in ((None, own.pages[0]), *zip(own.pages, own.pages[1:], strict=False)):
        two.previous_page = one  # not a page of another language
    own.pages[-1].next_page = None
    return {**context, "nav": own}


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """No word to the theme's script of other languages in the head: it would ask for a sitemap of each, which there is not."""
    return re.sub(r'<link rel="alternate"[^>]*hreflang[^>]*>', "", output)


def _language(path: str) -> str:
    return next((code for code in OTHERS if path.startswith(f"{code}/")), LANGUAGE_OF_ALL)


def _first(item: Any) -> Page:
    """The first page of a part of the navigation."""
    return _first(item.children[0]) if isinstance(item, Section) else item


def _page(config: MkDocsConfig, path: str, text: str) -> File:
    """A page that no file has; a notebook keeps the path that it is linked by."""
    if not path.endswith(".ipynb"):
        return File.generated(config, path, content=text)
    return _Notebook.generated(config, path, content=text)


class _Notebook(File):
    """A notebook, which is a page."""

    def is_documentation_page(self) -> bool:
        return True


def _examples() -> str:
    """The page of examples: each file's first paragraph, and the file."""
    parts = ["# Examples\n\nEach is a whole game in one file: `damier play ./hex.py`, `damier web ./hex.py`.\n"]
    for file in sorted((ROOT / "examples").glob("*.py")):
        parts.append(f"## {file.name}\n\n```python\n{file.read_text('utf-8').rstrip()}\n```\n")
    return "\n".join(parts)
