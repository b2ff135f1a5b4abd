"""The theatre's interface: its steps against the trace, its counters against the command line, and all that is refused."""

import json
import shlex
import sys
import threading
import time
from typing import Any

import httpx
import pytest

from damier.cli import main
from damier.games import load
from damier.games.book_trees import BOOK_TREES
from damier.search import ALGORITHMS, Options
from damier.trace import trace
from damier.trace.code import listing
from damier.web.theatre import routes as theatre

TREES = {name: tree.text for name, tree in BOOK_TREES.items()}
SIXTEEN = TREES["sixteen"]
COUNTERS = ("value", "leaves", "nodes", "hits", "passes", "memory")


@pytest.fixture(scope="module")
def stage(client: httpx.Client) -> httpx.Client:
    """A client that has been to the page, as a browser has."""
    client.get("/")
    return client


def perform(stage: httpx.Client, *algorithms: str, **wanted: Any) -> dict[str, Any]:
    response = stage.post("/api/theatre", json={"algorithms": algorithms, **wanted})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused(stage: httpx.Client, status: int, *words: str, **wanted: Any) -> None:
    """A refusal is one clear line."""
    response = stage.post("/api/theatre", json={"algorithms": ["alphabeta"], **wanted})
    assert response.status_code == status, response.text
    answer = response.json()
    assert list(answer) == ["error"]
    assert "\n" not in answer["error"]
    for word in words:
        assert word in answer["error"]


def run_command(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command prints as JSON."""
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return answer


def test_repertoire(stage: httpx.Client) -> None:
    found = stage.get("/api/theatre").json()
    assert [each["name"] for each in found["algorithms"]] == list(ALGORITHMS)
    assert {each["name"] for each in found["algorithms"] if each["has_list"]} == {"sss", "itersss"}
    assert found["trees"] == TREES
    for text in found["trees"].values():
        load("tree").parse(text)


def test_ordered_trees_are_what_their_names_say(stage: httpx.Client) -> None:
    """With the best move always first alpha-beta visits the critical leaves only, with the best always last all."""
    leaves = {name: perform(stage, "alphabeta", position=TREES[name]) for name in ("best-first", "worst-first")}
    assert leaves["best-first"]["performances"][0]["leaves"] == 2**2 + 2**2 - 1
    assert leaves["worst-first"]["performances"][0]["leaves"] == 16
    assert {each["performances"][0]["value"] for each in leaves.values()} == {11}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_counters_are_those_of_the_command(
    stage: httpx.Client, algorithm: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that is shown prints the same numbers; stepping through the steps counts the same leaves and nodes."""
    for wanted in ({"position": SIXTEEN}, {"game": "tictactoe", "position": "xo./.x./o..", "depth": 3, "guess": 7}):
        (found,) = perform(stage, algorithm, **wanted)["performances"]
        printed = run_command(found["command"], monkeypatch, capsys)
        assert {key: found[key] for key in COUNTERS} == {key: printed[key] for key in COUNTERS}
        assert found["moves"] == printed["line"]
        steps = found["steps"]
        assert steps["kind"].count("leaf") == printed["leaves"]
        is_live = [kind == "take" and not solved for kind, solved in zip(steps["kind"], steps["solved"], strict=True)]
        assert steps["kind"].count("enter") + sum(is_live) == printed["nodes"]
        assert steps["kind"].count("hit") == printed["hits"]
        assert len({len(column) for column in steps.values()}) == 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_steps_are_those_of_the_trace(stage: httpx.Client, algorithm: str) -> None:
    game = load("tree")
    twin = trace(game, game.parse(SIXTEEN), algorithm, 4, Options(guess=9, margin=2))
    evening = perform(stage, algorithm, position=SIXTEEN, guess=9, margin=2)
    steps = evening["performances"][0]["steps"]
    for name in ("kind", "node", "alpha", "beta", "value", "place"):
        assert steps[name] == [getattr(step, name) for step in twin.steps]
    assert evening["tree"]["fathers"] == [node.father for node in twin.nodes]
    assert evening["tree"]["scores"] == [node.score for node in twin.nodes]
    assert evening["tree"]["max"] == [node.is_max for node in twin.nodes]
    assert evening["depth"] == 4


SIGNS = {
    "enter": "visit",
    "leaf": "return|for_root(",
    "hit": "HIT",
    "cut": "CUT",
    "leave": "LEAVE",
    "pass": "PASS|search_root",
    "insert": "add(",
    "take": "remove(|return merit",
    "purge": "purge(",
    "stop": "processors.stop(",
    "bound": "BOUND",
    "grow": "GROW",
    "back": "BACK",
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_has_its_line_of_code(stage: httpx.Client, algorithm: str) -> None:
    """On trees where everything happens: windows missed on either side, a short list, leaves met twice."""
    for position in (SIXTEEN, TREES["uneven"]):
        for guess in (0, 30):
            wanted = {"position": position, "guess": guess, "margin": 1, "list_length": 5}
            (found,) = perform(stage, algorithm, **wanted)["performances"]
            assert found["code"] == listing(algorithm).text
            for kind, line in zip(found["steps"]["kind"], found["steps"]["line"], strict=True):
                text = found["code"][line]
                if found["interval"] and kind in ("enter", "leaf"):
                    signs = "_add(|plant(|begin("
                else:
                    signs = "visit_state" if kind == "leaf" and found["has_list"] else SIGNS[kind]
                assert any(sign in text for sign in signs.split("|")), (kind, text)


def test_lanes_are_those_of_the_trace(stage: httpx.Client) -> None:
    game = load("tree")
    twin = trace(game, game.parse(SIXTEEN), "star", 4, Options(processors=3, grain=2, message=1))
    answer = perform(stage, "star", "alphabeta", position=SIXTEEN, processors=3, grain=2, message=1)
    lanes, none = (each["lanes"] for each in answer["performances"])
    assert none is None
    assert lanes["blocks"] == [block._asdict() for block in twin.blocks]
    assert twin.result.timeline is not None
    figures = twin.result.timeline.figures
    assert {key: lanes[key] for key in ("time", "idle", "thrown_away")} == {
        "time": figures.time,
        "idle": figures.idle,
        "thrown_away": figures.thrown_away,
    }
    for found in answer["performances"]:
        assert found["steps"]["time"] == sorted(found["steps"]["time"])
    assert max(answer["performances"][1]["steps"]["time"]) == answer["performances"][1]["nodes"]
    refused(stage, 422, "processors", processors=33)
    refused(stage, 422, "grain", grain=3)


def test_the_six_cases_of_sss_have_six_lines(stage: httpx.Client) -> None:
    (found,) = perform(stage, "sss", position=SIXTEEN)["performances"]
    lines = {line for kind, line in zip(found["steps"]["kind"], found["steps"]["line"], strict=True) if kind == "insert"}
    comments = [next(text for text in reversed(found["code"][:line]) if "#" in text) for line in sorted(lines)[1:]]
    assert [comment.split("#")[1].split(":")[0].strip() for comment in comments] == ["1", "2", "4", "5", "6"]


def test_a_window_that_is_missed_is_searched_again_from_another_line(stage: httpx.Client) -> None:
    texts = []
    for guess in (0, 30):
        (found,) = perform(stage, "window", position=SIXTEEN, guess=guess, margin=1)["performances"]
        lines = [line for kind, line in zip(found["steps"]["kind"], found["steps"]["line"], strict=True) if kind == "pass"]
        assert found["passes"] == len(lines) == 2
        texts.append([found["code"][line].strip() for line in lines])
    assert texts[0][0] == texts[1][0] == "value = search_root(position, low, high, depth, work)"
    assert texts[0][1] == "return search_root(position, high, INFINITY, depth, work)"
    assert texts[1][1] == "return search_root(position, -INFINITY, low, depth, work)"


def test_three_side_by_side_share_one_tree(stage: httpx.Client) -> None:
    evening = perform(stage, "minimax", "alphabeta", "sss", position="[[5,3,4],[3,2,6],[1,7,9]]")
    assert [each["algorithm"] for each in evening["performances"]] == ["minimax", "alphabeta", "sss"]
    assert [each["value"] for each in evening["performances"]] == [3, 3, 3]
    assert len(evening["tree"]["fathers"]) == 13


def test_random_trees_and_games(stage: httpx.Client) -> None:
    evening = perform(stage, "mtd", game="random-tree", options={"branching": 2, "depth": 3, "seed": 5, "values": 10})
    assert (evening["depth"], len(evening["tree"]["fathers"]), evening["tree"]["named"]) == (3, 15, False)
    evening = perform(stage, "alphabeta", game="connect4", options={"width": 4, "height": 4}, position="22")
    assert (evening["depth"], evening["tree"]["named"]) == (4, True)
    assert sorted(evening["tree"]["moves"][1:5]) == ["1", "2", "3", "4"]
    command = evening["performances"][0]["command"]
    assert shlex.split(command)[:8] == ["damier", "search", "connect4", "22", "--set", "width=4", "--set", "height=4"]


def test_a_game_from_a_file_can_be_shown(stage: httpx.Client) -> None:
    evening = perform(stage, "alphabeta", game="nim-2", depth=3)
    assert evening["title"] == "Twenty-one stones"
    assert evening["performances"][0]["command"] is None


def test_what_cannot_be_shown_is_refused_in_a_line(stage: httpx.Client) -> None:
    refused(stage, 400, "more than 2,000 nodes", "less deep", game="connect4", depth=6)
    refused(stage, 400, "more than 2,000 nodes", game="random-tree", options={"branching": 200, "depth": 40})
    refused(stage, 400, "unknown algorithm", algorithms=["../../etc/passwd"])
    refused(stage, 400, "there is no game", game="/etc/passwd")
    refused(stage, 400, "there is no game", game="./mygame.py")
    refused(stage, 400, "is no tree", position="[[3, 12")
    refused(stage, 400, "is no tree", position="[" * 10_000)
    refused(stage, 400, "has no option", game="connect4", options={"colour": 3})
    refused(stage, 400, "game is over", game="tictactoe", position="ooo/xx./x..")
    refused(stage, 400, "too short", algorithms=["itersss"], position=SIXTEEN, list_length=2)


def test_what_is_not_well_formed_is_refused(stage: httpx.Client) -> None:
    refused(stage, 422, "algorithms", algorithms=[])
    refused(stage, 422, "algorithms", algorithms=["minimax"] * 4)
    refused(stage, 422, "depth", depth=0)
    refused(stage, 422, "depth", depth=61)
    refused(stage, 422, "margin", margin=0)
    refused(stage, 422, "guess", guess=10**9)
    refused(stage, 422, "position", position="[" * 20_001)
    refused(stage, 422, "surprise", surprise=1)


def test_a_search_with_too_many_steps_is_refused(stage: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theatre, "MOST_STEPS", 20)
    refused(stage, 400, "takes more than 20 steps", position=SIXTEEN)


def test_who_leaves_is_not_searched_for(stage: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the client has left no other search begins."""
    begun: list[str] = []
    has_ended = threading.Event()
    evening = theatre._evening

    def search(game: Any, position: Any, algorithm: str, depth: int, wanted: Any) -> Any:
        begun.append(algorithm)
        time.sleep(1)

    def watched(*given: Any) -> Any:
        try:
            return evening(*given)
        finally:
            has_ended.set()

    monkeypatch.setattr(theatre, "_search", search)
    monkeypatch.setattr(theatre, "_evening", watched)
    with pytest.raises(httpx.ReadTimeout):
        stage.post("/api/theatre", json={"algorithms": ["alphabeta", "sss", "mtd"]}, timeout=0.3)
    assert has_ended.wait(60)
    assert begun == ["alphabeta"]
