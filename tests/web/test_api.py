"""The HTTP interface: games started, kept, saved and loaded, boards set up, and everything that is refused."""

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from conversation import AGAINST, PROGRAM, begin, talking

from conftest import running
from damier.games import catalogue
from damier.games.othello import ggf

PGN = """[Event "Vienna"]
[White "Hamppe"]
[Black "Meitner"]
[Result "1/2-1/2"]

1. e4 e5 2. Nc3 Bc5 (2... Nf6 3. f4 d5) 3. Na4 Bxf2+ {bold} 1/2-1/2
"""


def error(answer: httpx.Response) -> str:
    """The one line that says what was wrong."""
    said = answer.json()
    assert list(said) == ["error"]
    assert "\n" not in said["error"]
    return str(said["error"])


def test_games(client: httpx.Client) -> None:
    games = client.get("/api/games").json()
    names = {game["name"] for game in games}
    assert set(catalogue.names()) <= names
    chess = next(game for game in games if game["name"] == "chess")
    assert chess["book"]
    assert chess["formats"][0] == {"name": "PGN", "ending": ".pgn"}
    assert len(chess["palette"]) == 13
    connect4 = next(game for game in games if game["name"] == "connect4")
    assert connect4["levels"][-1] == "perfect"
    assert connect4["sound"] == ["expert", "strong", "perfect"]
    own = [game for game in games if game["own"]]
    assert [game["title"] for game in own] == ["Twenty-one stones", "Reversed"]
    assert own[0]["palette"] == []


def test_a_game_is_kept_listed_and_forgotten(client: httpx.Client) -> None:
    state = begin(client, "connect4", moves=["4", "4", "3"])
    assert state["text"].count("x") + state["text"].count("o") == 3
    assert client.get(f"/api/sittings/{state['id']}").json()["nodes"] == state["nodes"]
    kept = {each["id"]: each for each in client.get("/api/sittings").json()}
    assert kept[state["id"]]["summary"] == "3 moves"
    assert client.delete(f"/api/sittings/{state['id']}").status_code == 204
    assert client.get(f"/api/sittings/{state['id']}").status_code == 404
    assert client.delete(f"/api/sittings/{state['id']}").status_code == 204


def test_games_outlive_the_server(tmp_path: Path) -> None:
    """Moves, variations, sides, clocks and the end of a game on time are as they were."""
    library = tmp_path / "games.db"
    with running([], library) as client:
        state = begin(client, "chess", clock={"base": 300, "increment": 2}, position="", moves=["e4", "e5"])
        with talking(client, state["id"]) as page:
            page.say("undo", count=1)
            page.until_state(lambda each: each["here"] == state["line"][1])
            page.say("move", move="c5")
            before = page.until_state(lambda each: len(each["nodes"]) == 3)
            time.sleep(0.2)
        lost = begin(client, "tictactoe", clock={"base": 1, "increment": 0})
        with talking(client, lost["id"]) as page:
            page.say("move", move="b2")
            page.until_state(lambda each: each["result"] is not None, 20)
    with running([], library) as client:
        after = client.get(f"/api/sittings/{state['id']}").json()
        for same in ("text", "here", "line", "sides", "opening", "paused", "turn"):
            assert after[same] == before[same], same
        assert [node["move"] for node in after["nodes"]] == [node["move"] for node in before["nodes"]]
        assert after["clock"]["left"][0] <= 302
        assert client.get(f"/api/sittings/{lost['id']}").json()["result"]["reason"] == "time"


def test_openings_have_names_in_every_language_the_game_has(client: httpx.Client) -> None:
    state = begin(client, "chess", moves=["e4", "c5", "Nf3"])
    assert state["opening"] == "B27 Sicilian Defence: King's Knight Variation"
    assert state["names"]["fr"][state["opening"]] == "B27 Défense sicilienne, variante du cavalier roi"
    after = {move["name"]: move["book"] for move in state["legal"] if move["book"]}
    assert state["names"]["fr"][after["e6"]] == "B40 Défense sicilienne, variante française"
    othello = begin(client, "othello", moves=["d3", "c3"])
    assert othello["names"]["fr"][othello["opening"]] == "f5f6 Ouverture diagonale"
    assert begin(client, "tictactoe")["names"] == {}


def test_each_side_has_a_depth_of_its_own(tmp_path: Path) -> None:
    """Program against program; that a side has one is kept, and told where the game is saved."""
    library = tmp_path / "games.db"
    sides = [{"program": True, "level": "strong", "depth": 1}, {"program": True, "depth": 4}]
    with running([], library) as client:
        state = begin(client, "tictactoe", sides=sides)
        depths: list[set[int]] = [set(), set()]  # that either side has looked ahead

        def hear(told: dict[str, Any]) -> bool:
            if spoke := told["spoke"]:
                depths[told["line"].index(spoke["node"]) % 2].add(spoke["thought"]["depth"])
            return told["result"] is not None

        with talking(client, state["id"]) as page:
            page.until_state(hear, 60)
        assert depths[0] == {1}
        assert max(depths[1]) == 4
        wrong = client.post("/api/sittings", json={"game": "tictactoe", "sides": [{"program": True, "depth": 0}, {}]})
        assert wrong.status_code == 422
    with running([], library) as client:
        after = client.get(f"/api/sittings/{state['id']}").json()
        assert [side["depth"] for side in after["sides"]] == [1, 4]


def test_pgn_round_trip(client: httpx.Client) -> None:
    """Variations, comments and tags come back; one stands at the end, and a program does not move by itself."""
    answer = client.post("/api/import", json={"game": "chess", "text": PGN, "sides": AGAINST})
    assert answer.status_code == 201, answer.text
    state = answer.json()
    assert state["doing"] is None
    assert [node["move"] for node in state["nodes"] if node["node"] in state["line"]] == [
        "e4",
        "e5",
        "Nc3",
        "Bc5",
        "Na4",
        "Bxf2+",
    ]
    assert len(state["nodes"]) == 9
    assert state["opening"].startswith("C25")
    saved = client.get(f"/api/sittings/{state['id']}/file").json()
    assert saved["name"].startswith("chess-")
    assert saved["name"].endswith(".pgn")
    assert '[White "Hamppe"]' in saved["text"]
    assert "(2... Nf6 3. f4 d5)" in " ".join(saved["text"].split())
    again = client.post("/api/import", json={"game": "chess", "text": saved["text"]}).json()
    assert [node["move"] for node in again["nodes"]] == [node["move"] for node in state["nodes"]]
    assert [node["comment"] for node in again["nodes"]] == [node["comment"] for node in state["nodes"]]


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("connect4", "44435", ["4", "4", "4", "3", "5"]),
        ("othello", "f5d6c3d3c4", ["f5", "d6", "c3", "d3", "c4"]),
        ("kalah", "3 6", ["3", "6"]),
    ],
)
def test_other_games_round_trip(client: httpx.Client, game: str, text: str, moves: list[str]) -> None:
    state = client.post("/api/import", json={"game": game, "text": text}).json()
    assert [node["move"] for node in state["nodes"]] == moves
    offered = next(each for each in client.get("/api/games").json() if each["name"] == game)
    for each in offered["formats"]:
        saved = client.get(f"/api/sittings/{state['id']}/file", params={"format": each["name"]}).json()
        again = client.post("/api/import", json={"game": game, "text": saved["text"]}).json()
        assert [node["move"] for node in again["nodes"]] == moves, each


PERSON, DAMIER = "Player", "damier (casual)"


@pytest.mark.parametrize("sides", [AGAINST, AGAINST[::-1], [{}, {}], [PROGRAM, PROGRAM]])
@pytest.mark.parametrize(
    ("game", "position", "format", "first"),
    [
        ("chess", "", "PGN", "White"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "PGN", "White"),
        ("othello", "", "GGF", "Black"),
        ("othello", "f5", "GGF", "Black"),
        ("othello", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " O", "GGF", "Black"),
        ("kalah", "", "moves", "White"),
        ("reversed", "", "moves", "Black"),
    ],
)
def test_players_are_named_by_their_colours(
    client: httpx.Client, game: str, position: str, format: str, first: str, sides: list[dict[str, Any]]
) -> None:
    """Who plays which colour is the same in the file as on the board, and after it was read again."""
    second = "Black" if first == "White" else "White"
    names = [DAMIER if side else PERSON for side in sides]
    played = dict(zip((first, second), names, strict=True))
    state = begin(client, game, position=position, sides=sides)
    if game in ("chess", "othello"):
        assert state["players"] == [first, second]
    saved = client.get(f"/api/sittings/{state['id']}/file", params={"format": format}).json()["text"]
    again = client.post("/api/import", json={"game": game, "text": saved}).json()  # two persons, but for what is written
    resaved = client.get(f"/api/sittings/{again['id']}/file", params={"format": format}).json()["text"]
    for text in (saved, resaved):
        if format == "GGF":
            record = ggf.parse_game(text.strip())
            assert {"Black": record.black, "White": record.white} == played
        else:
            for colour, name in played.items():
                assert f'[{colour} "{name}"]' in text


def test_a_board_set_up_by_hand(client: httpx.Client) -> None:
    for game, position in [
        ("chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"),
        ("othello", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"),
        ("connect4", "......./......./......./......./......./...xo.."),
        ("tictactoe", ".../.x./o.."),
    ]:
        shown = client.post("/api/board", json={"game": game, "position": position}).json()
        cells = [[{"text": cell["text"], "owner": cell["owner"]} for cell in row] for row in shown["board"]["cells"]]
        answer = client.post("/api/position", json={"game": game, "cells": cells, "turn": shown["turn"]})
        assert answer.json() == {"text": shown["text"], "fault": ""}, (game, answer.text)


@pytest.mark.parametrize(
    ("wanted", "status", "says"),
    [
        ({"game": "checkers"}, 404, "there is no game 'checkers'"),
        ({"game": "connect4", "options": {"width": 90}}, 400, "does not fit"),
        ({"game": "connect4", "options": {"depth": 9}}, 400, "no option 'depth'"),
        ({"game": "connect4", "position": "44444444"}, 400, "column 4 is full"),
        ({"game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1"}, 400, "king"),
        ({"game": "chess", "moves": ["e4", "e4"]}, 400, "no legal move"),
        ({"game": "chess", "sides": [{}, {"program": True, "level": "perfect"}]}, 400, "no level 'perfect'"),
        ({"game": "chess", "sides": [{}, {"program": True, "level": "perfect+traps"}]}, 400, "no level 'perfect+traps'"),
        ({"game": "chess", "sides": [{}, {"program": True, "level": "club+traps"}]}, 400, "level 'club' errs itself"),
        ({"game": "chess", "sides": [{}, {"program": True, "level": "people:x"}]}, 400, "a rating is 'x'"),
        ({"game": "chess", "sides": [{}, {"program": True, "level": "grandmaster"}]}, 400, "no level 'grandmaster'"),
        ({"game": "chess", "seconds": 1e9}, 422, "seconds"),
        ({"game": "chess", "clock": {"base": -1}}, 422, "clock.base"),
        ({"game": "chess", "colour": "white"}, 422, "colour"),
        ({}, 422, "game"),
    ],
)
def test_games_that_cannot_be_started(client: httpx.Client, wanted: dict[str, Any], status: int, says: str) -> None:
    answer = client.post("/api/sittings", json=wanted)
    assert answer.status_code == status
    assert says in error(answer)


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("chess", "1. e4 e5 2. Ke3", "Ke3"),
        ("chess", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "king"),
        ("othello", "f5f5", "f5"),
        ("connect4", "4449", "9"),
        ("chess", "\x00\x01\x02", ""),
    ],
)
def test_files_that_cannot_be_read(client: httpx.Client, game: str, text: str, says: str) -> None:
    answer = client.post("/api/import", json={"game": game, "text": text})
    assert answer.status_code == 400
    assert says in error(answer)


def test_uploads_and_requests_have_a_limit(client: httpx.Client) -> None:
    large = client.post("/api/import", json={"game": "chess", "text": "e4 " * 4_000_000})
    assert large.status_code == 413
    assert "10" in error(large)
    within = client.post("/api/import", json={"game": "chess", "text": "{" + "x" * 500_000 + "} 1. e4 *"})
    assert within.status_code == 201
    assert client.post("/api/sittings", content=b"x" * 70_000).status_code == 413


def test_boards_that_cannot_be(client: httpx.Client) -> None:
    """What has a writing is written, and what is wrong with it is said; what has none is refused."""
    empty = [[{} for _ in range(8)] for _ in range(8)]
    light = [[{"text": "", "owner": 0}, *[{}] * 7], *empty[1:]]
    for wanted, text, says in [
        ({"game": "chess", "cells": empty}, "8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ({"game": "chess", "cells": [[{"text": "K"}]]}, "K w - - 0 1", "K"),
        ({"game": "connect4", "cells": [[{"owner": 0}] * 7] + [[{}] * 7] * 5}, "xxxxxxx" + "/......." * 5, ""),
        ({"game": "kalah", "cells": empty}, None, "cannot be set up"),
        ({"game": "draughts", "cells": light}, None, "light square"),
    ]:
        answer = client.post("/api/position", json=wanted)
        assert answer.status_code == (200 if text else 400), (wanted, answer.text)
        fault = answer.json()["fault"] if text else error(answer)
        assert fault
        assert says in fault
        assert not text or answer.json()["text"] == text
    assert client.post("/api/position", json={"game": "chess", "cells": [[{}] * 65]}).status_code == 422


def test_formats_that_are_none(client: httpx.Client) -> None:
    state = begin(client, "chess")
    answer = client.get(f"/api/sittings/{state['id']}/file", params={"format": "docx"})
    assert answer.status_code == 400
    assert "PGN" in error(answer)
    assert client.get("/api/sittings/../../etc/passwd/file").status_code == 404
    assert client.get("/static/..%2f..%2fapi.py").status_code == 404


def test_the_page_and_its_files(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert "/static/app.js" in page.text
    for file in ("app.js", "style.css", "play/play.js", "theatre/theatre.js", "lab/lab.js"):
        assert client.get(f"/static/{file}").status_code == 200
    assert client.get("/docs").status_code == 200
    described = client.get("/openapi.json").json()
    assert "/api/sittings/{id}/file" in described["paths"]
