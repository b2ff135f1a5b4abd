"""Docstrings as Markdown: examples behind `>>>`, with what they give, are code."""

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?)*)+", re.MULTILINE)


class Examples(Extension):
    """Has mkdocstrings show the examples of a docstring as code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value)
