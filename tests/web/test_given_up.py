"""A game that was given up: who looks back at it does not play on, and nobody moves by himself."""

import httpx
import pytest
from conversation import AGAINST, begin, talking


@pytest.mark.parametrize("clock", [None, {"base": 60, "increment": 0}], ids=["no clock", "clocks"])
def test_a_game_given_up_stands_still_when_one_looks_back(client: httpx.Client, clock: dict[str, int] | None) -> None:
    state = begin(client, "tictactoe", sides=AGAINST, moves=["b2", "a1"], warns=False, clock=clock)
    with talking(client, state["id"]) as page:
        page.say("resign")
        page.until_state(lambda each: each["result"] is not None)
        page.say("go", node=0)
        back = page.until_state(lambda each: each["here"] == 0)
        assert (back["turn"], back["paused"]) == (0, True)
        page.say("redo", count=2)
        page.until_state(lambda each: each["here"] == state["here"] and each["result"] is not None)
        page.say("undo")
        taken_back = page.until_state(lambda each: each["here"] == 0)
        assert taken_back["paused"]
        page.say("move", move="c3")  # who moves plays on
        page.until_state(lambda each: each["here"] not in (0, state["here"]) and not each["paused"])
