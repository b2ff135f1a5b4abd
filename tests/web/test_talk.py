"""The conversation about a game: moves, variations, the engine's work as it goes on, clocks, and what is refused."""

import json
import random
import threading
import time
from typing import Any

import httpx
import pytest
from conversation import AGAINST, PROGRAM, begin, origin, talking
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from lengths import times

FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]


def test_a_game_of_two_persons(client: httpx.Client) -> None:
    state = begin(client, "chess")
    with talking(client, state["id"]) as page:
        for count, name in enumerate(FOOLS_MATE, 1):
            page.say("move", move=name)
            page.until_state(lambda each, count=count: len(each["nodes"]) == count)
        assert page.names() == FOOLS_MATE
        result = page.state["result"]
        assert (result["winner"], result["reason"], result["words"]) == (1, "checkmate", "Black wins: checkmate")
        assert page.state["legal"] == []
        page.say("move", move="e4")
        assert page.until_error() == "the game is over"


def test_undo_redo_and_variations(client: httpx.Client) -> None:
    state = begin(client, "chess", moves=["e4", "e5", "Nf3", "Nc6"])
    with talking(client, state["id"]) as page:
        page.say("undo", count=2)
        page.until_state(lambda each: each["here"] == state["line"][2])
        assert page.names() == ["e4", "e5"]
        page.say("redo", count=1)
        page.until_state(lambda each: each["here"] == state["line"][3])
        page.say("undo", count=1)
        page.until_state(lambda each: each["here"] == state["line"][2])
        page.say("move", move="f4")
        page.until_state(lambda each: len(each["nodes"]) == 5)
        assert page.names() == ["e4", "e5", "f4"]
        assert page.state["opening"].startswith("C30")
        gambit = page.state["here"]
        page.say("promote", node=gambit)
        page.until_state(lambda each: each["nodes"][2]["move"] == "f4")
        page.say("go", node=state["line"][4])
        page.until_state(lambda each: each["here"] == state["line"][4])
        page.say("comment", node=state["line"][4], text="  the  old main line ")
        page.until_state(lambda each: any(node["comment"] == "the old main line" for node in each["nodes"]))
        page.say("remove", node=state["line"][3])
        after = page.until_state(lambda each: len(each["nodes"]) == 3)
        assert after["here"] == state["line"][2]
        page.say("go", node=0)
        page.until_state(lambda each: each["here"] == 0)
        page.say("undo")
        assert page.until_error() == "there is no move to take back"
        page.say("go", node=12345)
        assert "no move 12345" in page.until_error()


def test_the_program_answers(client: httpx.Client) -> None:
    """It moves by itself, says what it saw, and a person's take-back goes to the person's turn."""
    state = begin(client, "connect4", sides=AGAINST, seconds=0.1, threads=2)
    assert state["threads"] == 2
    with talking(client, state["id"]) as page:
        page.say("move", move="4")
        page.until_state(lambda each: len(each["nodes"]) == 2 and each["doing"] != "move")
        assert page.state["turn"] == 0
        assert page.state["spoke"]["thought"]["line"][0]["move"] == page.names()[1]
        page.say("undo")
        page.until_state(lambda each: each["here"] == 0)
        assert not page.state["paused"]
        page.say("move", move="1")
        page.until_state(lambda each: len(each["nodes"]) == 4)
        assert page.names()[0] == "1"


def test_the_program_plays_by_the_book(client: httpx.Client) -> None:
    state = begin(client, "chess", sides=[{}, {"program": True, "level": "strong"}], seconds=0.1, warns=False)
    assert {move["name"] for move in state["legal"] if move["book"] is not None} >= {"e4", "d4", "Nf3", "c4"}
    assert any(move["book"] and "King's Pawn" in move["book"] for move in state["legal"])
    with talking(client, state["id"]) as page:
        page.say("move", move="e4")
        page.until_state(lambda each: len(each["nodes"]) == 2)
        assert page.state["spoke"]["book"]
        assert page.state["opening"]


def test_programs_play_each_other_with_pause_and_step(client: httpx.Client) -> None:
    state = begin(client, "tictactoe", sides=[PROGRAM, PROGRAM], seconds=0.05)
    with talking(client, state["id"]) as page:
        page.until_state(lambda each: len(each["nodes"]) >= 2)
        page.say("pause")
        page.until_state(lambda each: each["paused"])
        count = len(page.state["nodes"])
        time.sleep(0.6)
        page.say("resume", steps=1)
        page.until_state(lambda each: len(each["nodes"]) == count + 1 and each["paused"])
        page.say("resume")
        page.until_state(lambda each: each["result"] is not None)
        assert page.state["result"]["winner"] is None or len(page.state["nodes"]) >= 5


def test_hints_come_in_two_steps(client: httpx.Client) -> None:
    state = begin(client, "chess", position="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    with talking(client, state["id"]) as page:
        page.say("hint")
        first = page.until_state(lambda each: each["hint"] is not None)["hint"]
        assert (first["step"], first["cells"], first["thought"]) == (1, [[7, 0]], None)
        page.say("hint")
        second = page.until_state(lambda each: each["hint"]["step"] == 2)["hint"]
        assert second["thought"]["move"] == "Ra8#"
        assert second["cells"] == [[7, 0], [0, 0]]
        assert page.state["nodes"] == []


def test_a_bad_move_is_told_with_its_refutation(client: httpx.Client) -> None:
    position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    state = begin(client, "chess", position=position, sides=AGAINST, seconds=0.2)
    with talking(client, state["id"]) as page:
        page.until_state(lambda each: each["ready"] and each["worth"] is not None)
        page.say("move", move="Qg4")  # d5 attacks the queen and gains time, no more: not called a blunder
        page.until_state(lambda each: len(each["nodes"]) == 2)
        page.say("undo")
        page.until_state(lambda each: each["here"] == 0)
        page.say("move", move="Ba6")
        warned = page.until_state(lambda each: each["warning"] is not None)["warning"]
        assert warned["move"] == "Ba6"
        assert warned["mark"] in ("?", "??")
        assert warned["refutation"][0]["move"] in ("Nxa6", "bxa6")
        assert float(warned["cost"]) >= 1
        page.until_state(lambda each: len(each["nodes"]) == 4)
        page.say("undo")
        page.until_state(lambda each: each["here"] == 0 and each["warning"] is None)


def test_analysis_streams_and_stops_at_once(client: httpx.Client) -> None:
    """Something is heard at least every tenth of a second (with some patience for a busy machine), and a stop is quick."""
    state = begin(client, "othello", moves=["f5", "d6", "c3", "d3"])
    with talking(client, state["id"]) as page:
        page.say("analyse", lines=3)
        page.until(lambda each: each["kind"] == "progress" and len(each["thoughts"]) == 3 and each["depth"] >= 4)
        page.times.clear()
        end = time.monotonic() + 2
        while time.monotonic() < end:
            page.hear()
        gaps = sorted(later - earlier for earlier, later in zip(page.times, page.times[1:], strict=False))
        assert len(gaps) > 12
        assert gaps[len(gaps) // 2] < 0.15
        last = [each for each in page.heard if each["kind"] == "progress"][-1]
        assert [len(thought["line"]) > 1 for thought in last["thoughts"]] == [True] * 3
        assert last["nodes"] > 1000
        began = time.monotonic()
        page.say("analyse", lines=0)
        page.until_state(lambda each: each["lines"] == 0 and each["doing"] is None)
        assert time.monotonic() - began < 2  # a tenth of a second where nothing else is going on


def test_exact_scores_of_all_moves(client: httpx.Client) -> None:
    state = begin(client, "connect4", moves=["4", "4", "4", "4", "4"])
    with talking(client, state["id"]) as page:
        page.say("analyse", lines=2, scores=True)
        found = page.until(lambda each: each["kind"] == "progress" and (each["scores"] or {}).get("complete", False))["scores"]
        assert found["exact"]
        assert len(found["scores"]) == 7
        best = max(found["scores"], key=lambda each: each["score"])
        assert best["best"]
        lines = page.until(lambda each: each["kind"] == "progress" and len(each["thoughts"]) == 2)["thoughts"]
        assert all(thought["exact"] for thought in lines)


def test_a_whole_game_is_checked(client: httpx.Client) -> None:
    """The blunder that allows mate is marked, with what was better; the good moves are not."""
    state = begin(client, "chess", moves=FOOLS_MATE)
    with talking(client, state["id"]) as page:
        page.say("check", seconds=0.1)
        page.until_state(lambda each: each["check"] and each["check"]["running"])
        page.until_state(lambda each: not each["check"]["running"])
        assert page.state["check"]["done"] == page.state["check"]["total"] == 5
        marks = {node["move"]: node["mark"] for node in page.state["nodes"]}
        assert marks["g4"] == "??"
        assert marks["e5"] == marks["Qh4#"] == ""
        worths = [node["worth"]["share"] for node in page.state["nodes"]]
        assert worths[-1] == 0
        assert worths[0] > 0.2


def test_a_line_is_played_out(client: httpx.Client) -> None:
    state = begin(client, "chess", moves=["e4"])
    with talking(client, state["id"]) as page:
        page.say("look", node=state["here"], line=["e5", "Nf3"])
        looked = page.until(lambda each: each["kind"] == "look")
        assert len(looked["boards"]) == len(looked["lasts"]) == 3
        assert looked["boards"][2]["cells"][5][5]["text"] == "N"
        assert looked["lasts"][2] == [[7, 6], [5, 5]]
        page.say("look", node=state["here"], line=["Ke2"])
        assert "no legal move" in page.until_error()


def test_clocks_run_out(client: httpx.Client) -> None:
    state = begin(client, "tictactoe", clock={"base": 1.0, "increment": 0.5})
    with talking(client, state["id"]) as page:
        assert page.state["clock"]["running"] is None  # the first move is not timed
        page.say("move", move="b2")
        page.until_state(lambda each: each["clock"]["running"] == 1)
        assert page.state["clock"]["left"][0] == pytest.approx(1.5, abs=0.1)
        over = page.until_state(lambda each: each["result"] is not None, 20)
        assert (over["result"]["winner"], over["result"]["reason"]) == (0, "time")
        assert over["clock"]["left"][1] == 0
        page.say("undo", count=1)
        page.until_state(lambda each: each["here"] == 0 and each["result"] is None)


def test_giving_up_and_settings(client: httpx.Client) -> None:
    state = begin(client, "tictactoe", sides=AGAINST, seconds=0.05)
    with talking(client, state["id"]) as page:
        page.say("resign")
        page.until_state(lambda each: each["result"] is not None)
        result = page.state["result"]
        assert (result["winner"], result["reason"]) == (1, "resigned")
        assert result["words"] == "Second player wins: the other gave up"
        state = begin(client, "tictactoe")
    with talking(client, state["id"]) as page:
        page.say("set", sides=[PROGRAM, {}], seconds=0.05)
        page.until_state(lambda each: len(each["nodes"]) == 1 and each["turn"] == 1)
        page.say("set", sides=[{"program": True, "level": "perfect"}, {}])
        assert "no level" in page.until_error()


def test_two_pages_see_one_game(client: httpx.Client) -> None:
    state = begin(client, "tictactoe")
    with talking(client, state["id"]) as one, talking(client, state["id"]) as other:
        one.say("move", move="b2")
        other.until_state(lambda each: len(each["nodes"]) == 1)
        other.say("move", move="a1")
        one.until_state(lambda each: len(each["nodes"]) == 2)


def test_a_page_that_vanishes_while_the_program_thinks(client: httpx.Client) -> None:
    """The move is made and kept; analysis ends."""
    state = begin(client, "connect4", sides=[{}, {"program": True, "level": "strong"}], seconds=0.5, warns=False)
    with talking(client, state["id"]) as page:
        page.say("move", move="4")
        page.until_state(lambda each: each["doing"] == "move")
        page.socket.socket.close()  # no goodbye
    end = time.monotonic() + 60
    while len(client.get(f"/api/sittings/{state['id']}").json()["nodes"]) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    state = begin(client, "connect4")
    with talking(client, state["id"]) as page:
        page.say("analyse", lines=2)
        page.until_state(lambda each: each["doing"] == "analysis")
    while client.get(f"/api/sittings/{state['id']}").json()["doing"] is not None:
        assert time.monotonic() < end
        time.sleep(0.05)


STRANGE = [
    "", "{", "[]", "null", '"move"', "{}", '{"do": 1}', '{"do": "dance"}', '{"do": "move"}', '{"do": "move", "move": 3}',
    '{"do": "move", "move": "zz"}', '{"do": "go", "node": "x"}', '{"do": "go", "node": 1e99}', '{"do": "undo", "count": -1}',
    '{"do": "analyse", "lines": 99}', '{"do": "look", "node": 0, "line": ["e9"]}', '{"do": "set", "sides": []}', "\u0000",
    '{"do": "check", "seconds": 1e9}', '{"do": "comment", "node": 7, "text": "x"}', '{"do": "state", "more": 1}',
]  # fmt: skip


def test_ten_thousand_malformed_messages_end_no_game(client: httpx.Client) -> None:
    state, bystander = begin(client, "tictactoe"), begin(client, "tictactoe")
    chance = random.Random(2)
    with talking(client, bystander["id"]) as other, talking(client, state["id"]) as page:
        heard = threading.Thread(target=lambda: [page.hear() for _ in iter(lambda: len(page.heard) < 3, False)])
        heard.start()
        for number in range(10_000):
            text = chance.choice(STRANGE)
            if number % 3 == 0:  # letters changed by chance
                letters = list(text or "x")
                letters[chance.randrange(len(letters))] = chr(chance.randrange(32, 0x2FF))
                text = "".join(letters)
            page.socket.send(text)
        heard.join(60)
        page.socket.send(b"\x00\xff")
        page.say("move", move="b2")
        page.until_state(lambda each: [node["move"] for node in each["nodes"]] == ["b2"])
        other.say("move", move="a1")
        other.until_state(lambda each: len(each["nodes"]) == 1)
        page.socket.send('{"do": "comment", "node": 0, "text": "' + "x" * 70_000 + '"}')
        with pytest.raises(ConnectionClosed):
            page.until(lambda each: False, 10)
    with talking(client, state["id"]) as page:
        assert page.names() == ["b2"]


def test_who_may_not_talk(client: httpx.Client) -> None:
    state = begin(client)
    address = f"{origin(client).replace('http', 'ws')}/api/sittings/{state['id']}/talk"
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    for whose, headers in [
        ("http://evil.example", {"Cookie": cookie}),
        (None, {"Cookie": cookie}),
        (origin(client), {}),
        (origin(client), {"Cookie": "damier=1"}),
    ]:
        with pytest.raises(InvalidStatus), connect(address, origin=whose, additional_headers=headers):  # type: ignore[arg-type]
            pass
    with connect(
        address.replace(state["id"], "nothing"), origin=origin(client), additional_headers={"Cookie": cookie}
    ) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)
        assert socket.close_code == 4404


def test_many_games_at_once(client: httpx.Client) -> None:
    """Each against the engine: every move is answered, none is lost, and the engines' memory is bounded."""
    faults: list[str] = []

    def play(number: int) -> None:
        chance = random.Random(number)
        try:
            game = ("tictactoe", "connect4", "kalah")[number % 3]
            state = begin(client, game, sides=AGAINST, seconds=0.05)
            with talking(client, state["id"]) as page:
                made: list[str] = []
                while page.state["result"] is None and len(made) < 5:
                    if page.state["turn"] != 0:
                        page.until_state(lambda each: each["turn"] == 0 or each["result"] is not None)
                        continue
                    move = chance.choice(page.state["legal"])["name"]
                    before = len(page.state["nodes"])
                    page.say("move", move=move)
                    made.append(move)
                    page.until_state(lambda each, before=before: len(each["nodes"]) > before)
                own = [node["move"] for node in page.state["nodes"] if node["player"] == 0]
                if own != made:
                    faults.append(f"{game}: made {made}, kept {own}")
                faults.extend(each["error"] for each in page.heard if each["kind"] == "error")
        except Exception as error:
            faults.append(f"{number}: {error!r}")

    pages = [threading.Thread(target=play, args=(number,)) for number in range(times(12, 60))]
    for page in pages:
        page.start()
    for page in pages:
        page.join()
    assert faults == []


def test_messages_are_json(client: httpx.Client) -> None:
    state: dict[str, Any] = begin(client)
    with talking(client, state["id"]) as page:
        page.socket.send(json.dumps({"do": "state"}))
        assert page.until_state(lambda each: True)["id"] == state["id"]
