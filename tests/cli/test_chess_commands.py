"""Chess at the command line: positions, lists of moves and PGN files shown, a game of two people to its end."""

from pathlib import Path

import pytest
from commands import answer, damier, refusal

pytestmark = pytest.mark.xdist_group("cli")

RUY_LOPEZ = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
GAMES = """[White "one"]
[Black "two"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *

[White "two"]
[Black "one"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.pgn"
    file.write_text(GAMES)
    return file


def test_positions_are_shown_however_they_are_written(games: Path) -> None:
    for written in ("1. e4 e5 2. Nf3 Nc6 3. Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5", RUY_LOPEZ, str(games)):
        found = answer("show", "chess", written)
        assert (found["position"], found["turn"], found["unit"], found["score"]) == (RUY_LOPEZ, 1, 100, None)
        assert len(found["moves"]) == 29 + 1
    shown = damier("show", "chess", str(games)).stdout
    assert "5  ·  ♗  ·  ·  ♟  ·  ·  · " in shown.splitlines()
    assert "turn      ♟ black" in shown.splitlines()


def test_why_a_game_is_over(games: Path) -> None:
    assert "over      loss for the player to move: checkmate" in damier("show", "chess", f"{games}:2").stdout
    again = answer("show", "chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
    assert (again["score"], again["ending"], again["moves"]) == (0, "threefold repetition", [])


def test_bad_input_is_refused_in_one_line(games: Path) -> None:
    assert "move 2. Ke3 is not legal there" in refusal("show", "chess", "e4 e5 Ke3")
    assert "White has no king" in refusal("show", "chess", "8/8/8/8/8/8/8/4k3 w - - 0 1")
    assert "there is no game 3; the last one is 2" in refusal("show", "chess", f"{games}:3")
    assert "cannot be read: No such file" in refusal("show", "chess", "none.pgn")
    learn = refusal("learn", "chess", "--games", str(games), "--from", "diamond", "--out", str(games.with_name("mine.weights")))
    assert learn == "damier: the evaluation 'diamond' has other terms than those that are weighed here"
    games.write_text(GAMES.replace("Bb5", "Bb7"))
    assert "game 1, line 5: move 3. Bb7 is not legal there" in refusal("analyse", "chess", str(games), "--game")


def test_two_people_play() -> None:
    done = damier("play", "chess", "--side", "both", stdin="f3\nE5\ne7e5\ng4\nmoves\ntext\nqh4\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Chess. ♙ white, ♟ black. Write a move")
    assert "Qh4#" in done.stdout
    assert "b KQkq - 0 2" in done.stdout
    assert done.stdout.rstrip().endswith("Black wins: checkmate.")
    shuffle = "Nf3\nNf6\nNg1\nNg8\n" * 2
    assert damier("play", "chess", "--side", "both", stdin=shuffle).stdout.endswith("A draw: threefold repetition.\n")
