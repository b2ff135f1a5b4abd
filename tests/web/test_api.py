"""The JSON interface: whole games, taking back, hints, and everything that is refused."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from damier.games import catalogue

QUICK = 0.05
ENOUGH = 30  # seconds, where the engine finds the end long before
MOST_PLIES = 400
SLOW = {"game": "connect4", "seconds": 60}  # the engine does not find the end of this one by itself


def begin(client: httpx.Client, game: str, **wanted: Any) -> dict[str, Any]:
    return good(client.post("/api/sessions", json={"game": game, "seconds": QUICK, **wanted}))


def act(client: httpx.Client, state: dict[str, Any], action: str, **body: Any) -> dict[str, Any]:
    return good(client.post(f"/api/sessions/{state['id']}/{action}", json=body or None))


def good(response: httpx.Response) -> dict[str, Any]:
    assert response.is_success, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused(response: httpx.Response, status: int, *words: str) -> None:
    """A refusal is one clear line."""
    assert response.status_code == status, response.text
    answer = response.json()
    assert list(answer) == ["error"]
    assert "\n" not in answer["error"]
    for word in words:
        assert word in answer["error"]


# --------------------------------------------------------------------------------------------------------------------
# Playing


def test_games(client: httpx.Client) -> None:
    """All registered games and the person's own are offered, by title, with their options."""
    games = client.get("/api/games").json()
    by_name = {game["name"]: game for game in games}
    assert set(by_name) == {*catalogue.names(), "nim-2"}
    assert [game["title"].casefold() for game in games] == sorted(game["title"].casefold() for game in games)
    options = {"width": 7, "height": 6}
    assert by_name["connect4"] == {"name": "connect4", "title": "Connect 4", "options": options, "choices": {}, "own": False}
    assert by_name["nim-2"] == {"name": "nim-2", "title": "Twenty-one stones", "options": {}, "choices": {}, "own": True}
    assert by_name["othello"]["choices"]["size"] == [4, 6, 8]
    assert "menace" in by_name["othello"]["choices"]["evaluation"]


def test_a_written_position_tells_whose_turn_it_is(client: httpx.Client) -> None:
    """Othello's positions do not know who is black; the text does, and colours stay as they were written."""
    white_to_move = "------------------X--------XX------OXX-----O-------------------- O"  # f5d6c3
    for position in (white_to_move, "f5d6c3"):
        state = begin(client, "othello", position=position)
        assert (state["turn"], state["text"], state["unit"]) == (1, white_to_move, 100)
        assert state["board"]["caption"] == "black 5, white 2"
        assert state["board"]["cells"][2][2]["owner"] == 0


@pytest.mark.parametrize("name", [*catalogue.names(), "nim-2"])
def test_whole_game(client: httpx.Client, name: str) -> None:
    """A person who plays at random and the engine come to an end, and the state tells the truth on the way."""
    dice = random.Random(1)
    state = begin(client, name, person=0)
    moves = 0
    while state["result"] is None and moves < MOST_PLIES:
        turn = state["turn"]
        legal = [move["name"] for move in state["legal"]]
        assert len(set(legal)) == len(legal) > 0
        if turn == 0:
            name = dice.choice(legal)
            state = act(client, state, "move", move=name)
            assert state["thought"] is None
        else:
            state = act(client, state, "think")
            thought = state["thought"]
            name = thought["move"]
            assert name in legal
            assert thought["player"] == turn
            assert thought["line"][0] == {"move": name, "player": turn}
            assert thought["nodes"] > 0 or thought["exact"]  # the solver's nodes are not counted
            assert thought["words"]
        moves += 1
        assert state["history"][-1] == {"move": name, "player": turn}
        assert len(state["history"]) == moves
        width = len(state["board"]["cells"][0])
        assert all(len(row) == width for row in state["board"]["cells"])
        assert not state["busy"]
    assert state["result"]
    assert state["legal"] == []
    assert (state["winner"] is None) == (state["result"] == "Draw")
    assert state == good(client.get(f"/api/sessions/{state['id']}")) | {"thought": state["thought"]}


def test_state(client: httpx.Client) -> None:
    state = begin(client, "connect4", options={"width": 5, "height": 4}, person=1)
    assert state["title"] == "Connect 4"
    assert (state["turn"], state["person"], state["history"], state["result"], state["last"]) == (0, 1, [], None, [])
    assert state["options"] == {"width": 5, "height": 4}
    assert state["text"] == "/".join(["....."] * 4)
    assert state["board"]["columns"] == list("12345")
    assert state["board"]["falling"]
    assert {move["name"]: move["cells"] for move in state["legal"]} == {str(i + 1): [[3, i]] for i in range(5)}
    state = act(client, state, "think")
    assert state["last"] == state["thought"]["cells"]
    (row, column) = state["last"][0]
    assert state["board"]["cells"][row][column] == {"text": "", "owner": 0, "look": "disc"}


def test_start_from_a_position_and_moves(client: httpx.Client) -> None:
    state = begin(client, "connect4", position="44", moves=["4", "1"])
    assert state["text"].split("/")[-1] == "o..x..."
    assert state["history"] == [{"move": "4", "player": 0}, {"move": "1", "player": 1}]
    assert begin(client, "connect4", position="4")["turn"] == 1


def test_another_size_given_as_a_position(client: httpx.Client) -> None:
    """The engine is prepared for what is on the board, not for the game's own start."""
    state = begin(client, "connect4", position="...../...../...../..ox.")
    assert act(client, state, "hint")["thought"]["move"] in "12345"


def test_engine_finds_the_win(client: httpx.Client) -> None:
    state = begin(client, "connect4", position="454545", person="both", seconds=ENOUGH)
    hinted = act(client, state, "hint")
    assert hinted["thought"]["move"] == "4"
    assert hinted["thought"]["words"] == "exact: First player wins"
    assert hinted["history"] == []
    assert act(client, state, "think")["result"] == "First player wins"


def test_who_is_ahead_is_said_of_the_right_player(client: httpx.Client) -> None:
    """In a tree the second player is Min: what is good for Max is said of the first player."""
    state = begin(client, "tree", moves=["1"], person=0, seconds=ENOUGH)
    assert state["turn"] == 1
    thought = act(client, state, "think")["thought"]
    assert (thought["move"], thought["value"], thought["words"]) == ("1", -3, "exact: First player +3")


def test_points(client: httpx.Client) -> None:
    """A game with points ends with their difference."""
    state = begin(client, "kalah", position="0,0,0,0,0,1,20/1,0,0,0,0,0,26", person="both")
    state = act(client, state, "move", move="6")
    assert state["result"] == "Second player wins by 6 points"
    assert state["winner"] == 1


def test_a_move_that_keeps_the_turn(client: httpx.Client) -> None:
    state = act(client, begin(client, "kalah"), "move", move="3")
    assert state["turn"] == 0
    state = act(client, state, "move", move="6")
    assert state["history"] == [{"move": "3", "player": 0}, {"move": "6", "player": 0}]
    assert state["turn"] == 1
    assert act(client, state, "undo")["history"] == [{"move": "3", "player": 0}]


def test_undo(client: httpx.Client) -> None:
    """A person takes back to the turn before, with what the engine answered; both sides take back one move."""
    state = act(client, begin(client, "tictactoe", person=0), "move", move="b2")
    state = act(client, state, "think")
    state = act(client, state, "move", move=state["legal"][0]["name"])
    assert len(act(client, state, "undo")["history"]) == 2
    state = act(client, state, "undo")
    assert (state["history"], state["turn"], state["can_undo"]) == ([], 0, False)
    refused(client.post(f"/api/sessions/{state['id']}/undo"), 409, "no move to take back")

    state = act(client, begin(client, "tictactoe", person=1), "think")
    assert not state["can_undo"]
    refused(client.post(f"/api/sessions/{state['id']}/undo"), 409)

    state = begin(client, "tictactoe", person="both", moves=["a1", "b1"])
    assert [step["move"] for step in act(client, state, "undo")["history"]] == ["a1"]


def test_own_game(client: httpx.Client) -> None:
    """A person's file without a word about drawing is shown by its fields, and moves by their names."""
    state = begin(client, "nim-2", seconds=ENOUGH)
    assert state["board"]["cells"] == [[{"text": "stones 21", "owner": -1, "look": "plain"}]]
    assert state["legal"] == [{"name": name, "cells": []} for name in "123"]
    hint = act(client, state, "hint")["thought"]
    assert (hint["move"], hint["words"], hint["exact"]) == ("1", "exact: First player wins", True)


# --------------------------------------------------------------------------------------------------------------------
# While the engine thinks


class Thinking:
    """A request to think, under way in a thread."""

    def __init__(self, client: httpx.Client, state: dict[str, Any], action: str = "think") -> None:
        self.path = f"/api/sessions/{state['id']}"
        self._thread = threading.Thread(target=self._ask, args=(str(client.base_url), f"{self.path}/{action}"))
        self._thread.start()
        while not client.get(self.path).json()["busy"]:
            time.sleep(0.01)

    def _ask(self, base: str, path: str) -> None:
        with httpx.Client(base_url=base, timeout=240) as client:
            self._answer = client.post(path)

    def answer(self) -> dict[str, Any]:
        self._thread.join()
        return good(self._answer)


def test_move_now(client: httpx.Client) -> None:
    """The server goes on answering while the engine thinks, and the engine can be told to move."""
    state = good(client.post("/api/sessions", json=SLOW))
    thinking = Thinking(client, state)
    for action, body in (("think", None), ("hint", None), ("move", {"move": "4"})):
        refused(client.post(f"{thinking.path}/{action}", json=body), 409, "the engine is thinking")
    assert client.get("/api/games").is_success
    good(client.post(f"{thinking.path}/stop"))
    answer = thinking.answer()
    assert len(answer["history"]) == 1
    assert answer["thought"]["move"] == answer["history"][0]["move"]


def test_take_back_while_the_engine_thinks(client: httpx.Client) -> None:
    state = act(client, good(client.post("/api/sessions", json=SLOW)), "move", move="4")
    thinking = Thinking(client, state)
    taken = act(client, state, "undo")
    assert (taken["history"], taken["busy"]) == ([], False)
    answer = thinking.answer()
    assert (answer["history"], answer["thought"]) == ([], None)


def test_end_while_the_engine_thinks(client: httpx.Client) -> None:
    thinking = Thinking(client, good(client.post("/api/sessions", json=SLOW)), "hint")
    assert client.delete(thinking.path).status_code == 204
    assert thinking.answer()["thought"] is None
    refused(client.get(thinking.path), 404, "no such game")
    assert client.delete(thinking.path).status_code == 204


# --------------------------------------------------------------------------------------------------------------------
# Exact scores

LATE = "44444422777"  # columns 1 to 7 score -14 -14 0 (full) -1 -14 -14


class Slow:
    """A solver that knows one move at once and the others never."""

    def __init__(self) -> None:
        self.is_stopped = threading.Event()

    def scores(self, position: Any, seconds: float, on_score: Callable[[int, int], None]) -> None:
        on_score(3, 1)
        self.is_stopped.wait(seconds)
        self.is_stopped.clear()

    def in_reach(self, position: Any, seconds: float | None) -> bool:
        return True

    def stop(self) -> None:
        self.is_stopped.set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.engine.judge.solver_for", lambda game, hash_mb: Slow())


def test_levels(client: httpx.Client) -> None:
    """Perfect play is offered where there is a solver; the level is asked for with each move."""
    state = begin(client, "connect4", position="4444")
    assert state["levels"][0] == "beginner"
    assert state["levels"][-1] == "perfect"
    path = f"/api/sessions/{state['id']}"
    for level in ("beginner", "perfect"):
        answer = client.post(f"{path}/think", json={"seconds": 0.5, "level": level}).json()
        assert answer["history"][-1]["move"] == answer["thought"]["move"]
    assert answer["thought"]["exact"]
    refused(client.post(f"{path}/think", json={"level": "hopeless"}), 400, "there is no level 'hopeless'; levels: 1 beginner")
    other = begin(client, "tictactoe")
    assert other["levels"][-1] == "strong"
    path = f"/api/sessions/{other['id']}"
    refused(client.post(f"{path}/think", json={"level": "perfect"}), 400, "nobody plays Tic-tac-toe perfectly")


def test_scores(client: httpx.Client) -> None:
    state = begin(client, "connect4", position=LATE)
    assert state["can_score"]
    found = act(client, state, "scores")
    assert (found["player"], found["complete"]) == (1, True)
    known = {each["move"]: each["score"] for each in found["scores"]}
    assert known == {"1": -14, "2": -14, "3": 0, "5": -1, "6": -14, "7": -14}
    assert [(each["move"], each["cells"]) for each in found["scores"] if each["best"]] == [("3", [[5, 2]])]
    assert good(client.get(f"/api/sessions/{state['id']}"))["history"] == []


@pytest.mark.usefixtures("slow")
def test_scores_that_take_too_long(client: httpx.Client) -> None:
    """What is known when time is up is said; no move is called the best."""
    found = act(client, begin(client, "connect4"), "scores", seconds=0.1)
    assert (found["player"], found["complete"]) == (0, False)
    assert found["scores"] == [{"move": "4", "cells": [[5, 3]], "score": 1, "text": "+1", "best": False}]


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("action", ["move", "undo", "think", "scores", "delete scores", "delete"])
def test_the_solver_gives_up(client: httpx.Client, action: str) -> None:
    """When the game is changed, asked about again, or nobody wants to know any more."""
    state = begin(client, "connect4", moves=["4"], person="both")
    answers: list[dict[str, Any]] = []
    asking = threading.Thread(target=lambda: answers.append(act(client, state, "scores", seconds=40)))
    asking.start()
    time.sleep(0.2)
    path = f"/api/sessions/{state['id']}"
    if action.startswith("delete"):
        assert client.delete(path + action.removeprefix("delete").replace(" ", "/")).status_code == 204
    else:
        act(client, state, action, **{"move": {"move": "4"}, "scores": {"seconds": 0.1}}.get(action, {}))
    asking.join(20)
    assert [answer["player"] for answer in answers] == [None]


def test_scores_of_othello(client: httpx.Client) -> None:
    """Estimates in the beginning, in discs; exact near the end, with who wins."""
    early = act(client, begin(client, "othello"), "scores")
    assert (early["player"], early["complete"], early["exact"]) == (0, True, False)
    assert {each["move"] for each in early["scores"]} == {"d3", "c4", "f5", "e6"}
    assert early["words"].startswith("Estimates in discs")
    ending = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    late = act(client, begin(client, "othello", position=ending), "scores")
    assert (late["complete"], late["exact"]) == (True, True)
    assert {each["move"]: each["text"] for each in late["scores"]}["g8"] == "+18"
    assert {each["move"]: each["score"] for each in late["scores"]}["g2"] == -2400
    assert [each["move"] for each in late["scores"] if each["best"]] == ["g8"]
    assert late["words"].startswith("Solved: Black wins by 18 discs.")
    lost = act(client, begin(client, "othello", position=ending, moves=["g8"]), "scores")
    assert lost["player"] == 1
    assert lost["words"].startswith("Solved: Black wins by 18 discs.")


def test_scores_that_cannot_be(client: httpx.Client) -> None:
    state = begin(client, "tictactoe")
    assert not state["can_score"]
    refused(client.post(f"/api/sessions/{state['id']}/scores"), 409, "no exact solver for Tic-tac-toe")
    path = f"/api/sessions/{begin(client, 'connect4', position='4545454')['id']}/scores"
    refused(client.post(path), 409, "the game is over")
    refused(client.post(path, json={"seconds": 0}), 422, "seconds")
    refused(client.post("/api/sessions/none/scores"), 404, "no such game")


# --------------------------------------------------------------------------------------------------------------------
# What is refused


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"game": "go"}, 404, "no game 'go'"),
        ({"game": "../../etc/passwd"}, 404, "no game"),
        ({"game": "./nim.py"}, 404, "no game"),
        ({}, 422, "game"),
        ([], 422, ""),
        ({"game": 4}, 422, "game"),
        ({"game": "connect4", "more": 1}, 422, "more"),
        ({"game": "connect4", "person": 2}, 422, "person"),
        ({"game": "connect4", "seconds": 0.01}, 422, "seconds"),
        ({"game": "connect4", "seconds": 61}, 422, "seconds"),
        ({"game": "connect4", "seconds": "nan"}, 422, "seconds"),
        ({"game": "connect4", "options": {"depth": 3}}, 400, "has no option 'depth'; it has width, height"),
        ({"game": "connect4", "options": {"width": "7"}}, 400, "a whole number"),
        ({"game": "connect4", "options": {"width": True}}, 400, "a whole number"),
        ({"game": "connect4", "options": {"width": 2**70}}, 400, "too large"),
        ({"game": "connect4", "options": {"width": 40}}, 400, "40x6"),
        ({"game": "connect4", "options": {"width": [7]}}, 422, "options.width"),
        ({"game": "othello", "options": {"size": 7}}, 400, "is 7; it can be 4, 6, 8"),
        ({"game": "othello", "options": {"evaluation": "./some.weights"}}, 400, "it can be copies, menace"),
        ({"game": "othello", "options": {"size": 6, "evaluation": "patterns"}}, 400, "made for 8x8 boards"),
        ({"game": "random-tree", "options": {"branching": 0}}, 400, "sons"),
        ({"game": "tree", "options": {"tree": "[[]]"}}, 400, "no sons"),
        ({"game": "connect4", "position": "48"}, 400, "'8' is no column"),
        ({"game": "nim-2", "position": "many"}, 400, "expected stones"),
        ({"game": "connect4", "position": "4" * 20_001}, 422, "position"),
        ({"game": "connect4", "moves": ["4", "8"]}, 400, "'8' is no legal move"),
    ],
)
def test_games_that_cannot_be(client: httpx.Client, wanted: Any, status: int, words: str) -> None:
    refused(client.post("/api/sessions", json=wanted), status, words)


def test_moves_that_cannot_be(client: httpx.Client) -> None:
    path = f"/api/sessions/{begin(client, 'connect4')['id']}"
    refused(client.post(f"{path}/move", json={"move": "8"}), 400, "'8' is no legal move here; legal moves: 4")
    refused(client.post(f"{path}/move", json={"move": 4}), 422, "move")
    refused(client.post(f"{path}/move"), 422)
    refused(client.post(f"{path}/move", content=b"{", headers={"content-type": "application/json"}), 422)
    refused(client.post(f"{path}/think", json={"seconds": 0}), 422, "seconds")
    refused(client.post("/api/sessions/none/move", json={"move": "4"}), 404, "no such game")
    refused(client.get(f"{path}/move"), 405)
    refused(client.get("/api/nothing"), 404)


def test_nothing_is_played_when_the_game_is_over(client: httpx.Client) -> None:
    state = begin(client, "connect4", position="4545454")
    assert (state["result"], state["winner"]) == ("First player wins", 0)
    for action, body in (("move", {"move": "1"}), ("think", None), ("hint", None)):
        refused(client.post(f"/api/sessions/{state['id']}/{action}", json=body), 409, "the game is over")
