"""Files that are made to keep a command busy: each is refused in a line."""

from pathlib import Path

import pytest
from test_book_commands import damier

pytestmark = pytest.mark.xdist_group("cli")

LENGTH = 3_000_000  # letters: what is not linear would take hours
HOSTILE = ["1. e4 (-- " + "{" * LENGTH, "1. e4 " + "{a}" * (LENGTH // 3), "1. e4 " + "(d4 d5) " * (LENGTH // 8)]


@pytest.mark.parametrize("text", HOSTILE, ids=["unclosed", "comments", "variations"])
def test_games_of_chess(text: str, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(text)
    for command in (
        ("show", "chess", str(file)),
        ("analyse", "chess", "--game", str(file)),
        ("match", "chess", "depth=1", "depth=1", "--openings", str(file)),
        ("suite", str(file)),
    ):
        ended = damier(*command)
        assert ended.returncode != 0, command
        assert "Traceback" not in ended.stderr
        assert len(ended.stderr.splitlines()) == 1, ended.stderr[:500]


def test_games_of_othello(tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    file.write_text("(;" * (LENGTH // 2))
    ended = damier("book", "import", "othello", str(file), "--book", str(tmp_path / "book"))
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert "the rest is left" in ended.stderr
