"""The algorithms as the books write them: a few lines of pseudo-code each, in our own words, beside the code that runs.

A page is the pseudo-code of one function of the searches (`pages.py`, `pages_together.py`). After `@` a line tells which step
of the search happens there, by the signs of `code.py`; `@cut 1` is the second such line of the code. A book is made of the
pages of the functions that are shown of an algorithm, in the same order; French comes from a table of phrases (`french.py`).
"""

import re
from functools import cache
from typing import NamedTuple

from damier.trace.book.french import in_french
from damier.trace.book.pages import PAGES, SOURCES
from damier.trace.book.pages_together import PAGES as PAGES_TOGETHER
from damier.trace.code import functions, listing

_TAG = re.compile(r"^(?P<text>.*?)\s*(@(?P<sign>[a-z]+)( (?P<which>\d))?)?$")


class Book(NamedTuple):
    """The pseudo-code of an algorithm, by language; for each line of the code at which a step happens the line here, from 0."""

    text: dict[str, list[str]]
    marks: dict[int, int]
    source: str


@cache
def book(algorithm: str) -> Book:
    """The pseudo-code of an algorithm."""
    pages = PAGES | PAGES_TOGETHER
    shown = listing(algorithm)
    text: list[str] = []
    marks: dict[int, int] = {}
    for module, function in functions(algorithm):
        if (module, function) not in pages:
            continue  # a detail of the code, of which no book tells
        if text:
            text.append("")
        for line in pages[module, function].strip("\n").splitlines():
            found = _TAG.match(line)
            assert found is not None
            if found["sign"]:
                marks[shown.find(function, found["sign"], int(found["which"] or 0))] = len(text)
            text.append(found["text"])
    return Book({"en": text, "fr": [in_french(line) for line in text]}, marks, SOURCES[algorithm])
