"""What a game declares beside the cells of a board that is set up by hand: a person's own file can, too."""

from pathlib import Path

import pytest

from damier.games.catalogue import load
from damier.games.game import BadInput, Cell
from own_games import nim

HEAD = "from damier.games.game import Board, Cell, SetUpField\n"
BOARD = """
PALETTE = [Cell(), Cell("o")]
SET_UP_FIELDS = [SetUpField("hidden", ["0", "1", "2"])]

def set_up_fields(p):
    return {"hidden": "0"}

def set_up(cells, turn, hidden="0"):
    return str(sum(cell.text == "o" for row in cells for cell in row) + int(hidden))
"""


def test_a_file_declares_what_else_is_set_up(tmp_path: Path) -> None:
    file = tmp_path / "stones.py"
    file.write_text(nim(head=HEAD) + BOARD)
    game = load(str(file))
    assert [field.name for field in game.set_up_fields] == ["hidden"]
    assert game.fields_in(game.start()) == {"hidden": "0"}
    cells = [[Cell("o"), Cell(), Cell("o")]]
    assert game.set_up(cells, 0) == "2"
    assert game.set_up(cells, 0, {"hidden": "2"}) == "4"
    with pytest.raises(BadInput, match="hidden is '7'; it can be 0, 1, 2"):
        game.set_up(cells, 0, {"hidden": "7"})
    with pytest.raises(BadInput, match="knows nothing of 'colour'"):
        game.set_up(cells, 0, {"colour": "7"})


@pytest.mark.parametrize(
    "fields",
    ['"hidden"', '[SetUpField("two words", ["1"])]', '[SetUpField("a", [])]', '[SetUpField("a", ["10"], several=True)]'],
)
def test_fields_that_cannot_be_are_refused(tmp_path: Path, fields: str) -> None:
    file = tmp_path / "stones.py"
    file.write_text(nim(head=HEAD) + BOARD.replace('[SetUpField("hidden", ["0", "1", "2"])]', fields))
    with pytest.raises(BadInput, match="SET_UP_FIELDS"):
        load(str(file))
