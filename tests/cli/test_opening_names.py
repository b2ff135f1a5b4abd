"""The name of a chess opening is told where a game is shown, played and analysed."""

import pytest
from commands import answer, damier, refusal

pytestmark = pytest.mark.xdist_group("cli")

SICILIAN = {"code": "B40", "name": "Sicilian Defence: French Variation"}


def test_show_names_the_opening_whatever_the_order_of_the_moves() -> None:
    for written in ("e4 e6 Nf3 c5", "1. e4 c5 2. Nf3 e6 3. h4 h5"):
        assert answer("show", "chess", written)["opening"] == SICILIAN
        assert "opening   B40 Sicilian Defence: French Variation" in damier("show", "chess", written).stdout.splitlines()
    assert "opening" not in answer("show", "chess", "")
    assert "opening" not in answer("show", "connect4", "44")


def test_play_tells_each_new_name_once() -> None:
    said = damier("play", "chess", "--side", "both", stdin="e4\ne6\nNf3\nc5\nh4\nundo\nundo\nquit\n").stdout.splitlines()
    assert [line for line in said if line[:1] in "ABCDE" and line[1:3].isdigit()] == [
        "B00 King's Pawn Game",
        "C00 French Defence",
        "C00 French Defence: Knight Variation",
        "B40 Sicilian Defence: French Variation",
        "C00 French Defence: Knight Variation",
    ]


def test_names_in_french() -> None:
    french = {"code": "B40", "name": "Défense sicilienne, variante française"}
    assert answer("show", "chess", "e4 e6 Nf3 c5", "--language", "fr")["opening"] == french
    assert answer("show", "othello", "d3c3", "--language", "fr")["opening"] == {"code": "f5f6", "name": "Ouverture diagonale"}
    said = damier("play", "chess", "--side", "both", "--language", "fr", stdin="e4\nc5\nquit\n").stdout.splitlines()
    assert "B20 Défense sicilienne" in said
    for command in ("show", "play", "analyse"):
        said = "damier: chess has nothing in the language 'xx'; openings: en, fr; letters of figures: en, fr, de, es, it, nl"
        assert refusal(command, "chess", "--language", "xx") == said


def test_moves_in_a_language_that_has_letters_only() -> None:
    """Moves are shown and read in German; openings, which have no German names, keep theirs."""
    said = damier("play", "chess", "--side", "both", "--language", "de", stdin="e4\ne5\nSf3\nmoves\nquit\n").stdout
    assert "C40 King's Knight Opening" in said
    assert "Sa6  Sc6  Se7  Sf6  Sh6  De7" in said


def test_analyse_names_the_opening() -> None:
    found = answer("analyse", "chess", "e4 e6 Nf3 c5", "--depth", "1", "--lines", "1")
    assert found["opening"] == SICILIAN
    assert answer("analyse", "chess", "e4 e6 Nf3 c5", "--game", "--depth", "1")["opening"] == SICILIAN
