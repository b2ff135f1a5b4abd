"""What an analysis asks of the server: lines put into the game, signs, lists of files, games into the book, boards set up."""

import base64
import time
from typing import Any

import httpx
import pytest
from conversation import AGAINST, begin, talking

FILE = "12 1-0\n4z\n4453 0-1\n"
PGN = '[White "Ada"]\n[Black "Bob"]\n[Event "Club"]\n[Date "2024.05.01"]\n[Result "1-0"]\n\n1. e4! e5 {dull} 2. Nf3 1-0\n'


def sent(name: str, text: str | bytes) -> dict[str, str]:
    data = text if isinstance(text, bytes) else text.encode()
    return {"name": name, "data": base64.b64encode(data).decode()}


def moves_of(state: dict[str, Any]) -> list[tuple[str, int]]:
    return [(node["move"], node["parent"]) for node in state["nodes"]]


def test_a_line_goes_into_the_game_and_nobody_answers(client: httpx.Client) -> None:
    state = begin(client, "connect4", moves=["4", "4"], sides=AGAINST)
    with talking(client, state["id"]) as page:
        page.say("insert", node=0, line=["4", "3", "2"], go=False)
        after = page.until_state(lambda each: len(each["nodes"]) == 4)
        assert after["here"] == state["here"]
        assert after["nodes"][0]["move"] == "4"
        page.say("insert", node=0, line=["4", "3"], go=True)
        there = page.until_state(lambda each: each["here"] != state["here"])
        assert len(there["nodes"]) == 4  # it was there already
        assert page.names() == ["4", "3"]
        page.say("insert", node=0, line=["4", "9"], go=True)
        assert "9" in page.until_error()
        page.say("insert", node=77, line=["4"], go=True)
        assert "no move 77" in page.until_error()
        page.say("insert", node=0, line=[], go=True)
        assert "line" in page.until_error()
    assert len(client.get(f"/api/sittings/{state['id']}").json()["nodes"]) == 4


def test_signs_and_comments_are_kept_and_saved(client: httpx.Client) -> None:
    state = client.post("/api/import", json={"game": "chess", "text": PGN, "analysis": True}).json()
    assert [(node["glyph"], node["comment"]) for node in state["nodes"]] == [("!", ""), ("", "dull"), ("", "")]
    assert state["people"] == ["Ada", "Bob"]
    assert state["headers"] == {"Event": "Club", "Date": "2024.05.01", "Result": "1-0"}
    with talking(client, state["id"]) as page:
        page.say("glyph", node=state["here"], glyph="?!")
        page.until_state(lambda each: each["nodes"][2]["glyph"] == "?!")
        page.say("comment", node=0, text="from a  club ")
        page.until_state(lambda each: each["comment"] == "from a club")
        page.say("glyph", node=0, glyph="!")
        assert "no move before" in page.until_error()
        page.say("glyph", node=state["here"], glyph="!!!")
        page.until_error()
    text = client.get(f"/api/sittings/{state['id']}/file").json()["text"]
    assert '[White "Ada"]' in text
    assert '[Event "Club"]' in text
    assert "{from a club} 1. e4 $1 e5 {dull} 2. Nf3 $6 1-0" in " ".join(text.split())
    kept = next(each for each in client.get("/api/sittings").json() if each["id"] == state["id"])
    assert (kept["people"], kept["result"], kept["event"]) == (["Ada", "Bob"], "1-0", "Club")


def test_what_is_played_after_a_move_was_taken_back_is_the_game(client: httpx.Client) -> None:
    """Against a program the new move is the main line; in an analysis it is a variation."""
    for is_analysis in (False, True):
        state = begin(client, "tictactoe", sides=AGAINST, analysis=is_analysis, moves=["a1", "b2", "c3"])
        with talking(client, state["id"]) as page:
            page.say("go", node=state["line"][2])
            page.until_state(lambda each, node=state["line"][2]: each["here"] == node)  # type: ignore[misc]
            page.say("move", move="a2")
            after = page.until_state(lambda each: any(node["move"] == "a2" for node in each["nodes"]))
        third = [node["move"] for node in after["nodes"] if node["parent"] == state["line"][2]]
        assert third == (["c3", "a2"] if is_analysis else ["a2", "c3"])
        kept = next(each for each in client.get("/api/sittings").json() if each["id"] == state["id"])
        assert kept["sides"] == [None, "casual"]


def test_the_games_of_a_file_are_listed_and_opened(client: httpx.Client) -> None:
    answer = client.post("/api/lists", json={"game": "connect4", "files": [sent("games.txt", FILE)]})
    assert answer.status_code == 201, answer.text
    page = answer.json()
    assert (page["total"], page["found"], page["next"]) == (3, 3, None)
    assert [(game["moves"], game["result"], bool(game["fault"])) for game in page["games"]] == [
        (2, "1-0", False),
        (0, "", True),
        (4, "0-1", False),
    ]
    found = client.get(f"/api/lists/{page['id']}", params={"words": "445"}).json()
    assert [game["number"] for game in found["games"]] == [2]
    part = client.get(f"/api/lists/{page['id']}", params={"limit": 1, "after": 1}).json()
    assert (part["next"], len(part["games"])) == (2, 1)
    state = client.post(f"/api/lists/{page['id']}/games/2", json={"analysis": True}).json()
    assert moves_of(state) == [("4", 0), ("4", 1), ("5", 2), ("3", 3)]
    assert state["headers"]["Result"] == "0-1"
    assert state["analysis"]
    assert "'z'" in client.post(f"/api/lists/{page['id']}/games/1", json={}).json()["error"]
    assert client.post(f"/api/lists/{page['id']}/games/9", json={}).status_code == 400
    assert client.get("/api/lists/none").status_code == 404


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ([{"name": "games.txt", "data": "?!"}], "not in base64"),
        ([sent("..", "1")], "no name of a file"),
        ([sent("a.txt", "12"), sent("a.txt", "12")], "two of the files"),
        ([sent("a.txt", "12"), sent("b.txt", "12")], "one file of games"),
        ([sent("a.txt", "")], "there is no game in a.txt"),
        ([sent("a.txt", b"\x00" * (10 * 1024 * 1024 + 1))], "too large"),
    ],
)
def test_files_that_cannot_be_are_refused_in_a_line(client: httpx.Client, files: list[dict[str, str]], says: str) -> None:
    answer = client.post("/api/lists", json={"game": "connect4", "files": files})
    assert answer.status_code == 400
    assert says in answer.json()["error"]


def test_games_go_from_a_file_into_the_book(client: httpx.Client) -> None:
    wanted = {"game": "connect4", "options": {"width": 5, "height": 4}, "files": [sent("games.txt", "1212121\n9\n3 1-0\n")]}
    found = client.post("/api/book-imports", json=wanted).json()
    end = time.monotonic() + 240
    while found["status"] == "reading" and time.monotonic() < end:
        time.sleep(0.1)
        found = client.get(f"/api/book-imports/{found['id']}").json()
    assert (found["status"], found["read"], found["kept"]) == ("done", 3, 2), found
    assert "line 2" in found["faults"][0]
    state = begin(client, "connect4", options=wanted["options"])
    book = client.get(f"/api/sittings/{state['id']}/book").json()
    while book["status"] == "opening" and time.monotonic() < end:
        time.sleep(0.1)
        book = client.get(f"/api/sittings/{state['id']}/book").json()
    assert book["total"] == 2
    assert {move["move"] for move in book["moves"]} >= {"1", "3"}
    again = client.post("/api/book-imports", json=wanted).json()
    stopped = client.delete(f"/api/book-imports/{again['id']}").json()
    while stopped["status"] == "reading" and time.monotonic() < end:
        time.sleep(0.1)
        stopped = client.get(f"/api/book-imports/{again['id']}").json()
    assert stopped["known"] or stopped["status"] == "stopped"
    assert client.get("/api/book-imports/none").status_code == 404


def test_a_board_is_set_up_with_all_that_belongs_to_it(client: httpx.Client) -> None:
    chess = next(game for game in client.get("/api/games").json() if game["name"] == "chess")
    assert [field["name"] for field in chess["fields"]] == ["castling", "en_passant"]
    position = "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qk d6 0 1"
    shown = client.post("/api/board", json={"game": "chess", "position": position}).json()
    assert shown["fields"] == {"castling": "Qk", "en_passant": "d6"}
    cells = [[{"text": cell["text"], "owner": cell["owner"]} for cell in row] for row in shown["board"]["cells"]]
    wanted = {"game": "chess", "cells": cells, "turn": 0, "fields": shown["fields"]}
    assert client.post("/api/position", json=wanted).json() == {"text": position, "fault": ""}
    bare = client.post("/api/position", json={**wanted, "fields": {"castling": "", "en_passant": "-"}}).json()["text"]
    assert bare == "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1"
    for fields, says in [({"castling": "X"}, "castling is 'X'"), ({"tempo": "1"}, "knows nothing of 'tempo'")]:
        answer = client.post("/api/position", json={**wanted, "fields": fields})
        assert answer.status_code == 400
        assert says in answer.json()["error"]
    othello = next(game for game in client.get("/api/games").json() if game["name"] == "othello")
    assert othello["fields"] == []
