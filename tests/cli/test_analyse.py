"""`damier analyse`: the best moves of a position, and what those of a game have cost."""

import pytest
from commands import answer, damier, refusal

pytestmark = pytest.mark.xdist_group("cli")

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def test_estimates():
    found = answer("analyse", "othello", "f5d6c3", "--depth", "4", "--lines", "2")
    assert list(found) == ["game", "position", "opening", "unit", "lines", "nodes", "seconds"]
    assert (found["position"][-1], found["unit"]) == ("O", 100)
    best, second = found["lines"]
    assert list(best) == ["move", "score", "text", "exact", "depth", "line"]
    assert best["score"] >= second["score"]
    assert (best["exact"], best["depth"], best["line"][0]) == (False, 4, best["move"])
    assert best["text"] == f"{best['score'] / 100 + 0.0:+.1f}"


def test_exact_near_the_end():
    found = answer("analyse", "othello", ENDING, "--seconds", "20", "--lines", "9")
    assert [(each["move"], each["text"]) for each in found["lines"][:2]] == [("g8", "+18"), ("h1", "+12")]
    assert len(found["lines"]) == 8
    assert all(each["exact"] and len(each["line"]) >= 10 for each in found["lines"])


def test_words():
    said = damier("analyse", "othello", ENDING, "--seconds", "20", "--lines", "2").stdout
    assert "\n8 · ○ ○ ○ ○ ○ + ·" in said
    assert "\nblack to move\ng8  +18  exact  g8 h7 " in said


def test_terms():
    """Every term for both sides; what they count together is the evaluation."""
    found = answer("analyse", "othello", "f5d6c3d3c4", "--depth", "1", "--explain")
    terms = {term["term"]: (term["own"], term["other"]) for term in found["terms"]}
    assert {"a1", "b2", "mobility", "liberties", "tied to own corner"} <= set(terms)
    assert terms["d4"] == (16, 48)
    said = damier("analyse", "othello", "f5d6c3d3c4", "--depth", "1", "--explain").stdout
    assert [line.split()[-3:] for line in said.splitlines() if line.startswith("d4")] == [["+0.16", "+0.48", "-0.32"]]
    assert "\ntogether " in said


def test_other_games():
    """Any game: exact where its solver knows everything, or the search comes to the end."""
    assert [each["text"] for each in answer("analyse", "connect4", "44444422777", "--lines", "2")["lines"]] == ["0", "-1"]
    assert answer("analyse", "tictactoe", "--seconds", "20", "--lines", "1")["lines"][0]["exact"]
    assert "win" in damier("analyse", "nim", "5", "--seconds", "5").stdout


def test_a_game():
    """Moves that left no choice are left out; a mistake is marked and counted for who made it."""
    found = answer("analyse", "tictactoe", "a1 b2 c3 b1 b3 c1", "--game", "--seconds", "5")
    assert [(each["number"], each["player"], each["move"], each["mark"]) for each in found["moves"]] == [
        (1, 0, "a1", ""),
        (2, 1, "b2", ""),
        (3, 0, "c3", ""),
        (4, 1, "b1", ""),
        (5, 0, "b3", ""),
        (6, 1, "c1", "??"),
    ]
    assert (found["moves"][-1]["best_move"], found["mistakes"]) == ("a3", [0, 1])


def test_a_game_of_othello():
    said = damier("analyse", "othello", "f5f6e6f4e3c5c4d3", "--game", "--depth", "3").stdout.splitlines()
    assert said[0] == "f5f6 Rose-v-Toth"
    assert [line.split()[:3] for line in said[2:4]] == [["1", "black", "f5"], ["2", "white", "f6"]]
    assert said[-2].startswith("black: ")
    assert said[-1].endswith("discs lost in all")


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["othello", "f5d6", "--lines", "0"], "lines is 0"),
        (["othello", "f5d6", "--depth", "0"], "depth is 0"),
        (["othello", "f5d6", "--seconds", "0"], "seconds is 0"),
        (["othello", "f5a1"], "not legal"),
        (["othello", "f5a1", "--game"], "not legal"),
        (["othello", "f5d6", "--game", "--explain"], "does not go with --game"),
        (["connect4", "4", "--explain"], "does not say what its evaluation is made of"),
        (["tictactoe", "a1 a1", "--game"], "no legal move"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, telling):
    assert telling in refusal("analyse", *arguments)
