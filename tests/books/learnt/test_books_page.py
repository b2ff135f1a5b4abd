"""The code of the page on books is run, and prints what the page says."""

import contextlib
import io
import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "books.md"


def test_the_page_is_true() -> None:
    python = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    said = re.findall(r"```\n(-1 .*?)```", PAGE.read_text(), re.DOTALL)
    printed = []
    for code in python:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code, {})
        printed.append(out.getvalue())
    assert printed == [said[0], ""]
