"""What the page is told when something it sent cannot be: one short line in damier's own words, however much was sent."""

import re

import pytest

PYTHONS_WORDS = re.compile(r"Exceeds the limit|invalid literal|could not convert|unpack|Traceback|Error|NoneType")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/board", {"game": "tree", "position": "[" * 10_000}),
        ("/api/board", {"game": "connect4", "position": "1" * 10_000}),
        ("/api/board", {"game": "chess", "options": {"x" * 50_000: 1}}),
        ("/api/board", {"game": "chess", "options": {"x" * 50_000: [1]}}),
        ("/api/board", {"game": "nim", "options": {"stones": "9" * 50_000}}),
        ("/api/board", {"game": "chess", "x" * 50_000: 1}),
        ("/api/board", {"game": ["x" * 50_000]}),
        ("/api/sittings", {"game": "kalah", "moves": ["x" * 100] * 3}),
        ("/api/sittings", {"game": "kalah", "moves": 7}),
        ("/api/import", {"game": "chess", "text": "1. e4 e5 " + "Q" * 60_000}),
    ],
)
def test_the_page_is_told_in_a_line(client, path, body):
    answer = client.post(path, json=body)
    assert 400 <= answer.status_code < 500
    message = answer.json()["error"]
    assert 0 < len(message) < 500
    assert message.isprintable()
    assert not PYTHONS_WORDS.search(message), message


def test_the_page_is_told_in_a_line_of_numbers_that_are_too_long(client):
    body = '{"game": "nim", "options": {"stones": ' + "9" * 5_000 + "}}"
    answer = client.post("/api/board", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) < 500
    assert not PYTHONS_WORDS.search(answer.json()["error"]), answer.json()
