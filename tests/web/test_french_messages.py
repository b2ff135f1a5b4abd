"""What the server refuses, in French: every message in the sources of the page's server has a pattern."""

import ast
from pathlib import Path

import pytest
from browsing import opened
from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "src/damier/web"
SAID_BY = {"BadInput", "Conflict", "Busy", "HTTPException", "_refuse", "_turn_away"}  # what carries a message to the page
AT_THE_TERMINAL = {"server.py", "worker.py"}  # they speak to who starts them
STANDS_FOR = "3"  # whatever a message quotes: a number, which every pattern takes

TOLD = """async (messages) => {
    const { told, language } = await import("/static/words.js");
    return [language, messages.map((each) => [each, told(each)])];
}"""


def text_of(node: ast.expr) -> str | None:
    """A message as the source has it, with something in the places of what it quotes; None if it is made elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else STANDS_FOR for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = text_of(left), text_of(right)
            return None if first is None or second is None else first + second
    return None


def messages_in(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in SAID_BY:
                found += [text for each in node.args if (text := text_of(each))]
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):  # a status and a message
            status, *said = node.value.elts
            if isinstance(status, ast.Constant) and isinstance(status.value, int):
                found += [text for each in said if (text := text_of(each))]
    return found


def test_messages_are_found_in_sources() -> None:
    source = (
        "BadInput(f'no {x!r} here; ' + 'go')\nfault.HTTPException(404, 'gone')\nKeyError('not this')\nConflict(said)\n"
        "def f(): return 401, 'who?'"
    )
    assert sorted(messages_in(source)) == ["gone", "no 3 here; go", "who?"]


@pytest.mark.browser
def test_every_message_has_a_french_pattern(browser: Browser, address: str) -> None:
    files = [file for file in sorted(WEB.rglob("*.py")) if file.name not in AT_THE_TERMINAL]
    messages = sorted({text for file in files for text in messages_in(file.read_text())})
    assert len(messages) > 40
    with opened(browser, address, "#/home", locale="fr-FR") as page:
        language, pairs = page.evaluate(TOLD, messages)
    assert language == "fr"
    assert [message for message, said in pairs if said == message] == []
