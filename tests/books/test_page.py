"""The code of the pages on books is run, and prints what the pages say."""

import contextlib
import io
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def said_and_printed(page: str, first: str) -> tuple[str, list[str]]:
    """The output on a page that begins so, and what each piece of Python on it prints."""
    text = (DOCS / page).read_text()
    said = re.findall(rf"```\n({re.escape(first)}.*?)```", text, re.DOTALL)
    printed = []
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code, {})
        printed.append(out.getvalue())
    return said[0], printed


def test_openings() -> None:
    said, printed = said_and_printed("chess-openings.md", "B40")
    assert printed[0] == said
    assert any(each.startswith("Nf3\nNf3 ") for each in printed[1:])


def test_books_that_learn() -> None:
    said, printed = said_and_printed("books.md", "-1 ")
    assert printed == [said, ""]
