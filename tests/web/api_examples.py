"""The examples of the JSON interface (`web/examples.json`), sent to a running server one after the other.

`python tests/web/api_examples.py --write` writes what is answered into that file, shortened; what is asked is written by hand.
"""

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

FILE = Path(__file__).parents[2] / "src/damier/web/examples.json"
PATIENCE = 240  # seconds; a kernel may have to be compiled first
MOST_ENTRIES, MOST_PLAIN, MOST_LETTERS = 2, 9, 120  # that are shown of a list of things, of one of numbers or texts, of a text
WHOLE, MOST_WHOLE = ("cells",), 3  # lists that are shown to their end, unless they are longer: small boards
DATE = re.compile(r"\d{4}[-.]\d\d[-.]\d\d")
ENDED = ("done", "cancelled", "stopped", "failed")
VARIES = {"id", "begun", "changed", "asked_at", "seconds", "status", "ready", "done", "total", "summary", "before"}  # by run


def asked(client: httpx.Client, examples: dict[str, Any]) -> Iterator[tuple[str, httpx.Response]]:
    """Each call with its answer; what has a number in its path is made first, by the example that makes such a thing."""
    known: dict[str, str] = {}
    for call, example in examples.items():
        method, path = call.split(" ")
        if "{id}" in path:
            collection = path.partition("/{id}")[0]
            by = example.get("made", examples[f"POST {collection}"]["body"])
            if collection not in known or "made" in example or method == "DELETE" or path.endswith("/cancel"):
                id = made(client, collection, by, waits=not path.endswith("/cancel"))
                known.setdefault(collection, id)
            else:
                id = known[collection]
            path = path.replace("{id}", id)
        for name, value in example.get("path", {}).items():
            path = path.replace(f"{{{name}}}", str(value))
        yield call, client.request(method, path, params=example.get("query"), json=example.get("body"))


def made(client: httpx.Client, collection: str, by: Any, waits: bool) -> str:
    """The number of something new; if it is a run, and is waited for, it is at its end."""
    answer = client.post(collection, json=by)
    assert answer.status_code in (201, 202), answer.text
    id, limit = str(answer.json()["id"]), time.monotonic() + PATIENCE
    while waits and "status" in answer.json() and answer.json()["status"] not in ENDED:
        assert time.monotonic() < limit, answer.text
        time.sleep(0.05)
        answer = client.get(f"{collection}/{id}")
    return id


def shortened(value: Any, name: str = "") -> Any:
    """An answer with the first entries of its lists and the beginning of its texts."""
    if isinstance(value, dict):
        return {key: shortened(each, key) for key, each in value.items()}
    if isinstance(value, list):
        most = MOST_ENTRIES if any(isinstance(each, dict | list) for each in value) else MOST_PLAIN
        return [shortened(each, name) for each in (value if name in WHOLE and len(value) <= MOST_WHOLE else value[:most])]
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        return value[:MOST_LETTERS] + "..."
    return value


def is_part(example: Any, answer: Any, name: str = "") -> bool:
    """Whether an answer, shortened, says all that an example says, but for what varies; it may say more."""
    if name in VARIES:
        return True
    if isinstance(example, dict) and isinstance(answer, dict):
        return all(key in answer and is_part(each, answer[key], key) for key, each in example.items())
    if isinstance(example, list) and isinstance(answer, list):
        return len(example) == len(answer) and all(is_part(*pair) for pair in zip(example, answer, strict=True))
    if isinstance(example, str) and isinstance(answer, str):
        return DATE.sub("", example) == DATE.sub("", answer)
    return bool(example == answer)


def content(answer: httpx.Response) -> Any:
    """What was answered: JSON, a text, or nothing."""
    is_json = answer.content and answer.headers.get("content-type", "").startswith("application/json")
    return answer.json() if is_json else answer.text or None


def write(client: httpx.Client) -> None:
    examples = json.loads(FILE.read_text("utf-8"))
    for call, answer in asked(client, examples):
        assert answer.is_success, (call, answer.text)
        examples[call]["answer"] = shortened(content(answer))
        if examples[call]["answer"] is None:
            del examples[call]["answer"]
        if "{id}" in call:
            examples[call].setdefault("path", {})["id"] = answer.request.url.path.split("/")[4 if "/lab/" in call else 3]
    FILE.write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    sys.path.append(str(Path(__file__).parents[1]))
    from conftest import running

    with tempfile.TemporaryDirectory() as folder:
        # nothing is read or written that belongs to the person who runs this, and answers are those that the tests get
        os.environ |= {"DAMIER_DATA": f"{folder}/data", "DAMIER_STATE": f"{folder}/state", "DAMIER_NO_TABLES": "1"}
        os.environ |= {"DAMIER_THREADS": "1"}
        with running([], Path(folder) / "games.db") as client:
            write(client)
