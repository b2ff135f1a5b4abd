"""`damier endgames`: tables of endings, and small games solved, as a person asks for them."""

from pathlib import Path

import pytest
from commands import answer, damier, refusal

pytestmark = pytest.mark.xdist_group("cli")

CORNER = str(Path(__file__).parents[1] / "endgames" / "corner.py")


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A user's files of his own."""
    return {"DAMIER_DATA": str(tmp_path_factory.mktemp("mine"))}


def test_tables(mine: dict[str, str]) -> None:
    assert "there are no tables in " in refusal("endgames", "stats", CORNER, **mine)
    built = answer("endgames", "build", CORNER, **mine)
    assert [each["ending"] for each in built["built"]] == ["KRK"]
    assert answer("endgames", "build", CORNER, **mine)["built"] == []
    found = answer("endgames", "probe", CORNER, **mine)
    assert (found["wdl"], found["distance"]) == (1, found["moves"][0]["distance"])
    assert [move["wdl"] for move in found["moves"]] == sorted((move["wdl"] for move in found["moves"]), reverse=True)
    assert damier("endgames", "check", CORNER, **mine).stdout == "KRK: all right\n"
    said = damier("endgames", "stats", CORNER, **mine).stdout
    longest = max(each["longest_win"]["plies"] for each in built["built"][0]["counted"] if each["longest_win"])
    assert f"   {longest} plies, " in said
    assert longest >= found["distance"]
    assert "1 tables in " in damier("endgames", "list", CORNER, **mine).stdout
    solved = answer("solve", CORNER, **mine)
    assert (solved["value"], solved["best"]) == (100_000, [found["moves"][0]["move"]])


def test_tables_that_come_near_are_built_behind(tmp_path: Path) -> None:
    """In the terminal that is said, and ends with the game; it can be switched off."""
    told = {"DAMIER_DATA": str(tmp_path), "DAMIER_NO_TABLES": "0"}
    playing = ("play", CORNER, "--no-book", "--no-ponder")
    said = damier(*playing, stdin="quit\n", **told)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Tables of endings are built behind, and used from then on: KRK.\n" in said.stdout
    assert "Tables" not in damier(*playing, "--no-tables", stdin="quit\n", **told).stdout


def test_tables_of_others(mine: dict[str, str], tmp_path: Path) -> None:
    queen = "8/8/8/8/5k2/8/8/KQ6 w - - 0 1"
    assert "DAMIER_SYZYGY: 'nowhere' is no folder" in refusal("endgames", "probe", "chess", queen, DAMIER_SYZYGY="nowhere")
    empty = refusal("endgames", "probe", "chess", queen, DAMIER_SYZYGY=str(tmp_path))
    assert empty == f"damier: {tmp_path}: Syzygy tables need .rtbw and .rtbz files, as KQvK.rtbw"
    no_reader = refusal("endgames", "check", CORNER, "--syzygy", str(tmp_path), **mine)
    assert "does not say who reads tables of others" in no_reader


def test_a_game_from_its_rules_alone(mine: dict[str, str]) -> None:
    assert "is not solved yet; `damier endgames build tictactoe` does it" in refusal("endgames", "probe", "tictactoe", **mine)
    assert answer("endgames", "build", "tictactoe", **mine)["positions"] == 765
    found = answer("endgames", "probe", "tictactoe", "a1 b2 a2", **mine)
    assert (found["wdl"], found["distance"]) == (0, None)
    assert [(move["move"], move["wdl"], move["distance"]) for move in found["moves"][:2]] == [("a3", 0, None), ("c1", -1, 2)]
    assert damier("endgames", "check", "tictactoe", **mine).stdout == "tictactoe: all right\n"
    counted = damier("endgames", "stats", "tictactoe", **mine).stdout
    assert counted.startswith("765 positions, 390 won, 151 drawn, 224 lost\n2,270 moves, 138 ends; ")
    assert answer("endgames", "stats", "tictactoe", **mine)["longest"] == 5


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["build", "chess", "KQKX"], "'KQKX' is no ending; expected the pieces of both sides, as KQKR or KRPvKR"),
        (["build", "chess", "KRPKR", "--memory", "0.1"], "GB of memory; 0.1 GB may be taken"),
        (["build", "nim", "KQK"], "Nim has no endings with names; it is solved as a whole"),
        (["build", "nim", "--memory", "0"], "memory is 0.0; it must be above 0, in gigabytes"),
        (["build", "nim", "--threads", "-1"], "threads is -1; it must be 0 or more"),
        (["build", "nim", "--late", "3"], "nim does not say which positions are late; name some"),
        (["probe", "chess"], "there are no tables for such a position"),
        (
            ["probe", "chess", "8/8/8/8/5k2/8/8/KQ6 w - - 0 1"],
            "the table of KQK is not there; `damier endgames build chess KQK`",
        ),
        (["stats", "nim"], "Nim is not solved yet; `damier endgames build nim` does it"),
        (["stats", "nim", "KQK"], "Nim has no endings with names; it is solved as a whole"),
        (["build", "draughts", "2K1K"], "'2K1K' is no ending; expected kings and men of both sides, as 2K1M-1K or KKMvK"),
        (["list", "nim"], "Nim has no tables of endings: its positions are not numbered"),
    ],
)
def test_what_cannot_be(mine: dict[str, str], arguments: list[str], complaint: str) -> None:
    assert complaint in refusal("endgames", *arguments, **mine)
