"""The review of a game by the conversation: its mistakes, lines that explain them, another try, and one truth for all of it."""

from typing import Any

import httpx
import pytest
from conversation import AGAINST, PROGRAM, Page, begin, talking

from damier.web.play import lines

GOLDEN = {  # games with known mistakes, by their numbers, and what these changed
    "tictactoe": (["b2", "b1", "a1", "c3", "a3"], {2: ("b1", "??", 0.5, 1.0)}),
    "connect4": (list("4444421"), {7: ("1", "??", 1.0, 0.0)}),
}


def reviewed(page: Page, seconds: float = 0.3) -> dict[str, Any]:
    """Check the game; the state when that is done."""
    page.say("check", seconds=seconds)
    return page.until_state(lambda each: each["check"] is not None and not each["check"]["running"])


def test_golden_games(client: httpx.Client) -> None:
    """Known mistakes are found, and nothing else, with lines long enough to explain them."""
    for game, (moves, mistakes) in GOLDEN.items():
        state = begin(client, game, moves=moves, analysis=True)
        with talking(client, state["id"]) as page:
            found = reviewed(page)["review"]
        number = {node: place for place, node in enumerate(page.state["line"])}
        told = {
            number[each["node"]]: (each["move"], each["mark"], each["before"]["share"], each["after"]["share"])
            for each in found["mistakes"]
        }
        assert told == mistakes
        for each in found["mistakes"]:
            assert len(each["refutation"]) >= 5
            assert len(each["better"]) >= 5
            assert each["better"][0]["move"] != each["move"]
            assert each["cost"] == ""  # only who wins counts
            assert {each["before"]["source"], each["after"]["source"]} <= {"exact", "table"}
        blamed = [each["player"] for each in found["mistakes"]]
        for player, told in enumerate(found["players"]):
            assert told["marks"] == {"??": blamed.count(player), "?": 0, "?!": 0}
            assert (told["accuracy"] == 100) == (player not in blamed)


def test_lines_that_win_are_shown_to_the_end(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is sure who wins, the last board of a line has the row that wins, and none before it has."""
    monkeypatch.setattr(lines, "SURE_SECONDS", 60.0)  # however busy the machine is
    monkeypatch.setattr(lines.with_long_line, "__defaults__", (240.0,))
    for game, (moves, mistakes) in GOLDEN.items():
        state = begin(client, game, moves=moves, analysis=True)
        with talking(client, state["id"]) as page:
            found = reviewed(page)["review"]["mistakes"]
            assert len(found) == len(mistakes)
            for each in found:
                before = next(node["parent"] for node in page.state["nodes"] if node["node"] == each["node"])
                why = [each, *each["refutation"]]
                for line, worth in ((each["better"], each["before"]), (why, each["after"])):
                    page.say("look", node=before, line=[step["move"] for step in line])
                    looked = page.until(lambda message: message["kind"] == "look")
                    assert len(looked["boards"]) == len(line) + 1
                    *earlier, last = (bool(shown["line"]) for shown in looked["highlights"])
                    assert last == (worth["winner"] is not None)
                    assert not any(earlier)
                if each["after"]["plies"] is not None:
                    assert len(why) == 1 + each["after"]["plies"]


def test_a_game_of_ones_own_is_reviewed(client: httpx.Client) -> None:
    """Without an evaluation: who takes one stone of 21 wins; three lose it, one of seventeen is right again."""
    state = begin(client, "nim", moves=["3", "1", "1"], analysis=True)
    with talking(client, state["id"]) as page:
        review = reviewed(page)["review"]
        assert [(each["move"], each["mark"]) for each in review["mistakes"]] == [("3", "??"), ("1", "??")]
        assert [each["better"][0]["move"] for each in review["mistakes"]] == ["1", "2"]


def test_another_try_is_judged_and_changes_nothing(client: httpx.Client) -> None:
    state = begin(client, "tictactoe", moves=["b2", "b1"], analysis=True)
    with talking(client, state["id"]) as page:
        reviewed(page)
        [mistake] = page.state["review"]["mistakes"]
        page.say("go", node=page.state["line"][1])
        page.until_state(lambda each: each["here"] == each["line"][1])
        moves, here = [node["move"] for node in page.state["nodes"]], page.state["here"]
        best = mistake["better"][0]["move"]
        other = next(each for each in ("a1", "a3", "c1", "c3") if each != best)
        for move, verdict in (("b3", "bad"), (other, "good"), (best, "best"), ("b1", "bad")):
            page.say("try", node=here, move=move)
            found = page.until_state(
                lambda each, move=move: each["attempt"] and each["attempt"]["move"] == move and each["attempt"]["verdict"]
            )
            assert found["attempt"]["verdict"] == verdict, move
            if verdict == "bad":
                assert (found["attempt"]["mark"], found["attempt"]["after"]["winner"]) == ("??", 0)
                assert len(found["attempt"]["line"]) >= 5
        assert [node["move"] for node in page.state["nodes"]] == moves
        assert page.state["here"] == here
        page.say("try", node=here, move="z9")
        assert "no legal move" in page.until_error()
        page.say("try", node=999, move="a1")
        assert "999" in page.until_error()
        page.say("redo")
        assert page.until_state(lambda each: each["here"] != here)["attempt"] is None


def test_what_the_program_saw_belongs_to_the_board(client: httpx.Client) -> None:
    """Shown where it thought, and where its move led; nowhere else."""
    state = begin(client, "tictactoe", sides=[PROGRAM, {}], book=False)
    with talking(client, state["id"]) as page:
        page.until_state(lambda each: len(each["nodes"]) == 1 and each["doing"] is None)
        assert page.state["spoke"]["node"] == 0
        square = next(each["name"] for each in page.state["legal"])
        page.say("move", move=square, walk=True)
        page.until_state(lambda each: len(each["nodes"]) == 2)
        assert page.state["spoke"] is None
        page.say("go", node=0)
        page.until_state(lambda each: each["here"] == 0)
        assert page.state["spoke"]["node"] == 0


def test_the_bar_lives_when_programs_play(client: httpx.Client) -> None:
    """Every position that a program came to is worth something, by what it thought; the last one for sure."""
    strong = {"program": True, "level": "strong"}
    state = begin(client, "tictactoe", sides=[strong, strong], book=False, seconds=0.1)
    with talking(client, state["id"]) as page:
        over = page.until_state(lambda each: each["result"] is not None)
        assert all(node["worth"] is not None for node in over["nodes"])
        assert over["worth"]["source"] == "end"
        assert over["start_worth"] is not None


def test_an_analysis_does_not_forget_what_is_exact(client: httpx.Client) -> None:
    """After the scores were solved, lines and bar of the same position speak of the same worth."""
    state = begin(client, "connect4", moves=list("444442"), analysis=True)
    with talking(client, state["id"]) as page:
        reviewed(page)
        assert page.state["worth"]["source"] in ("exact", "table")
        page.say("analyse", lines=3)
        told = page.until(lambda each: each["kind"] == "progress" and len(each["thoughts"]) == 3)
        assert told["worth"]["exact"]
        assert told["worth"]["winner"] == page.state["worth"]["winner"] == told["thoughts"][0]["worth"]["winner"] == 0


def test_a_warning_says_what_it_cost(client: httpx.Client) -> None:
    state = begin(client, "tictactoe", sides=[*reversed(AGAINST)], moves=["b2"])
    with talking(client, state["id"]) as page:
        page.say("move", move="b1")
        warning = page.until_state(lambda each: each["warning"] is not None)["warning"]
        assert (warning["move"], warning["mark"], warning["cost"]) == ("b1", "??", "")
        assert (warning["before"]["winner"], warning["after"]["winner"]) == (None, 0)
        assert len(warning["refutation"]) >= 5


def test_fools_mate_is_a_mate(client: httpx.Client) -> None:
    """Chess calls a won end a mate; other games win."""
    state = begin(client, "chess", moves=["f3", "e5", "g4"], analysis=True)
    assert state["won_by"] == "mate"
    assert begin(client, "tictactoe")["won_by"] == ""
    with talking(client, state["id"]) as page:
        review = reviewed(page, 0.1)["review"]
        worst = review["mistakes"][-1]
        assert (worst["move"], worst["mark"], worst["cost"]) == ("g4", "??", "")
        assert (worst["after"]["text"], worst["after"]["plies"], worst["after"]["winner"]) == ("-#1", 1, 1)
        assert [each["move"] for each in worst["refutation"]] == ["Qh4#"]
