"""An example for every call of the JSON interface: what is asked, and what comes back.

They are data (`examples.json`), by method and path: `body`, `path` and `query` are what is sent (to what is `made` before,
where that matters), `answer` what was answered once, shortened: of lists the first entries, of long texts the beginning. A test
sends each of them to a running server; `python tests/web/api_examples.py --write` writes the answers again. The description of
the interface has them where OpenAPI wants them, so that `/docs`, and whatever else reads `/openapi.json`, can show them.
"""

import json
from importlib.resources import files
from typing import Any


def add_examples(description: dict[str, Any]) -> None:
    """Put each example into the description of its call."""
    examples = json.loads((files("damier.web") / "examples.json").read_text("utf-8"))
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            example = examples.get(f"{method.upper()} {path}", {})
            for parameter in call.get("parameters", []):
                given = example.get(parameter["in"], {})
                if parameter["name"] in given:
                    parameter["example"] = given[parameter["name"]]
            if "body" in example:
                call["requestBody"]["content"]["application/json"]["example"] = example["body"]
            for status, answer in call["responses"].items():
                if status.startswith("2") and "answer" in example:
                    for content in answer.get("content", {}).values():
                        content["example"] = example["answer"]
