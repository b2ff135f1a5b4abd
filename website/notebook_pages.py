"""Notebooks as pages: words as they stand, code as code, and below it what it has printed and drawn, as the file keeps it."""

import base64
import html
import json
from typing import Any


def as_markdown(text: str) -> str:
    """A notebook, given as its file has it, in Markdown."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"```python\n{source}\n```")
            parts += [_shown(output) for output in cell["outputs"]]
    return "\n\n".join(part for part in parts if part) + "\n"


def _shown(output: dict[str, Any]) -> str:
    """What a cell has printed, or drawn."""
    if output["output_type"] == "stream":
        return _printed("".join(output["text"]))
    data = output["data"]
    said = "".join(data.get("text/plain", ""))
    if "image/svg+xml" in data:
        packed = base64.b64encode("".join(data["image/svg+xml"]).encode()).decode()
        return f'<p class="drawn"><img alt="{html.escape(said, quote=True)}" src="data:image/svg+xml;base64,{packed}"></p>'
    return _printed(said)


def _printed(text: str) -> str:
    return f"```{{ .text .printed }}\n{text.rstrip()}\n```"
