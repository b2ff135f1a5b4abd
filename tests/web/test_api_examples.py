"""Every call of the JSON interface has an example that works: on a running server, and as the page about it shows it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from accessibility import serious_faults
from api_examples import FILE, asked, content, is_part, shortened
from browsing import PHONE, opened
from playwright.sync_api import Browser, expect

EXAMPLES: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
ALREADY = (  # tell what is there by then, or how far it is
    "GET /api/games",
    "GET /api/home",
    "GET /api/book-imports/{id}",
    "DELETE /api/book-imports/{id}",
    "GET /api/sittings",
    "GET /api/lab/runs",
    "GET /api/lab/experiments",
    "POST /api/book-imports",
)


def calls(description: dict[str, Any]) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": call for path, methods in description["paths"].items() for method, call in methods.items()
    }


def test_every_call_has_an_example(client: httpx.Client) -> None:
    """What is missing is written into examples.json, and `python tests/web/api_examples.py --write` adds the answer."""
    description = client.get("/openapi.json").json()
    assert sorted(EXAMPLES) == sorted(calls(description))
    for name, call in calls(description).items():
        for parameter in call.get("parameters", []):
            assert "example" in parameter or not parameter.get("required"), (name, parameter["name"])
        if "requestBody" in call:
            assert "example" in call["requestBody"]["content"]["application/json"], name
        for status, answer in call["responses"].items():
            for kind, shown in answer.get("content", {}).items():
                assert ("example" in shown) == status.startswith("2"), (name, status)
                if kind == "application/json" and "example" in shown:
                    schema = {**shown["schema"], "components": description["components"]}
                    jsonschema.validate(shown["example"], schema)


def test_every_example_works(client: httpx.Client) -> None:
    """What is asked is answered, and as the example says."""
    seen = 0
    for call, answer in asked(client, EXAMPLES):
        assert answer.is_success, (call, answer.text)
        told, said = EXAMPLES[call].get("answer"), shortened(content(answer))
        assert call in ALREADY or is_part(told, said), f"{call} answers\n{said}\nand the example says\n{told}"
        assert type(told) is type(said)
        seen += 1
    assert seen == len(EXAMPLES) > 20


def test_an_example_that_is_not_true_is_found() -> None:
    example = {"id": "a", "value": 3, "moves": ["b2"], "text": "on 2026-01-02"}
    assert is_part(example, {**example, "id": "b", "text": "on 2027-03-04", "more": 1})
    assert not is_part(example, {**example, "value": 4})
    assert not is_part(example, {**example, "moves": ["b2", "a1"]})
    assert not is_part(example, {"id": "a", "moves": ["b2"], "text": "on 2026-01-02"})


@pytest.mark.browser
def test_the_page_shows_examples_that_can_be_copied(browser: Browser, address: str, tmp_path: Path) -> None:
    """Each route has one to open; what stands there for a terminal and for a page does it."""
    with opened(browser, address, "docs") as page:
        examples = page.locator("section.route details.example")
        description = page.evaluate("fetch('/openapi.json').then((answer) => answer.json())")
        expect(examples).to_have_count(len(calls(description)))
        route = page.locator("section.route", has=page.locator("code", has_text="/api/board"))
        route.get_by_text("Example", exact=True).click()
        terminal, script, answer = (route.locator("pre").nth(place) for place in range(3))
        expect(answer).to_be_visible()
        told = json.loads(answer.inner_text())
        assert is_part(EXAMPLES["POST /api/board"]["answer"], told)
        assert page.evaluate(f"async () => (await ({script.inner_text()})).json()")["text"] == told["text"]
        if shutil.which("curl"):
            first = page.get_by_label("The first visit").inner_text()
            command = ["sh", "-e", "-c", f"{first}\n{terminal.inner_text()}"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
            assert json.loads(done.stdout)["text"] == told["text"]
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for size in (None, PHONE):
            if size:
                page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert serious_faults(page) == []
