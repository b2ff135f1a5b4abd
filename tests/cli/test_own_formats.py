"""The tutorial's game declares a format and openings of its own: files of it are read and written as those of other games."""

import pytest
from commands import answer, damier

from damier.books.book import book_of
from damier.books.openings import openings_of
from damier.games import load
from damier.games.game import BadInput
from damier.records.collections import open_file
from damier.records.game_files import formats_of, games_in, read, write
from damier.records.session import Session
from test_docs import written_in

GAMES = "3>5>8>10\n# a remark\n\n1>2>3>6>9 1-0\n2>1>10\n1>x\n1>2\n"


@pytest.fixture
def race(tmp_path, monkeypatch):
    written_in("docs/your-own-game.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    return load("./race.py")


def test_a_file_goes_into_a_book_and_out_of_it(race, tmp_path):
    (tmp_path / "games.race").write_text(GAMES)
    found = answer("book", "import", "./race.py", "games.race", "--book", "a.book", cwd=tmp_path)["files"][0]
    assert (found["format"], found["read"], found["kept"]) == ("counts", 5, 2)
    assert [fault.partition(": ")[0] for fault in found["faults"]] == [f"games.race, line {line}" for line in (5, 6, 7)]
    assert "move 2, +-1, is not legal" in found["faults"][0]
    assert "race.py line" in found["faults"][1]
    assert "it is not over, and has no result" in found["faults"][2]
    said = damier("book", "export", "./race.py", "out.race", "--book", "a.book", cwd=tmp_path)
    assert said.stdout == "out.race: counts, 2 games\n", said.stderr
    assert (tmp_path / "out.race").read_text() == "3>5>8>10\n1>2>3>6>9 1-0\n"
    damier("book", "export", "./race.py", "out.txt", "--format", "moves", "--book", "a.book", cwd=tmp_path)
    assert (tmp_path / "out.txt").read_text() == "+3 +2 +3 +2\n+1 +1 +1 +3 +3 1-0\n"
    again = open_file(race, tmp_path / "out.txt")
    assert again.format == "moves"
    assert [each.moves for each in again.read(0)] == [[3, 2, 3, 2], [1, 1, 1, 3, 3]]


def test_a_game_at_the_board(race):
    assert [each.name for each in formats_of(race)] == ["counts", "moves"]
    tree = read(race, "3>5>8>10\n")
    assert tree.session.is_over
    assert write(tree, "counts") == "3>5>8>10\n"
    assert write(tree, "moves") == "+3 +2 +3 +2\n"
    assert main_line(read(race, "+3 +2 (+1) +3")) == ["+3", "+2", "+3"]
    assert games_in(race, "3>5") == 1
    with pytest.raises(BadInput, match=r"'\+7' is no legal move here"):
        read(race, "3>10")
    with pytest.raises(BadInput, match="a race that does not begin at 0 cannot be written in counts"):
        write(read(race, '[Start "4,10"]\n+3'), "counts")


@pytest.mark.parametrize(
    ("body", "telling"),
    [
        ("return [1, 2]", "read() of a format must return a WrittenGame, not [1, 2]"),
        ("return WrittenGame(moves=[10**30])", "a move has a number that is too large"),
        ("return WrittenGame(moves=['x'])", "ValueError"),
        ("return 1 / 0", "race.py line"),
        ("raise ValueError('not so')", "not so"),
    ],
)
def test_a_format_that_is_wrong_is_told_in_a_line(race, tmp_path, body, telling):
    with (tmp_path / "race.py").open("a") as file:
        file.write(f"\ndef read(self, game, text):\n    {body}\n\nCounts.read = read\n")
    game = load("./race.py")
    with pytest.raises(BadInput) as refused:
        read(game, "3>5")
    assert telling in str(refused.value)
    (tmp_path / "a.race").write_text("3>5\n")
    (written,) = open_file(game, tmp_path / "a.race").read(0)
    assert telling in written.fault


def main_line(tree):
    return [tree.nodes[each].name for each in tree.main_line()[1:]]


def test_its_openings_have_names_and_are_played(race):
    openings = openings_of(race)
    assert openings is not None
    session = Session(race)
    session.play(3)
    assert str(openings.name_of_session(session)) == "1 The long step"
    assert book_of(race).choose(race.start()) == 3  # the other is not for who begins
    assert openings_of(load("./race.py", goal=21)) is None


@pytest.mark.parametrize(
    ("line", "telling"),
    [
        ("FORMATS = [Counts]", "FORMATS is"),
        ("FORMATS = []", "it must be a list of GameFormat, with one at least"),
        ("OPENINGS = [('1', '+3')]", "it must be a file (a Path), or a list of lines"),
        ("BOOK_FILES = {'.bin': 3}", "it must be a dictionary of endings and functions"),
        ("SAMPLES = 'no name'", "it must be a function, or where it stands"),
    ],
)
def test_what_is_declared_is_of_its_kind(race, tmp_path, line, telling):
    with (tmp_path / "race.py").open("a") as file:
        file.write(f"\n{line}\n")
    with pytest.raises(BadInput) as refused:
        load("./race.py")
    assert telling in str(refused.value)


def test_books_and_samples_of_ones_own(race, tmp_path):
    """A function of the file itself, or the name of one that cannot be had."""
    with (tmp_path / "race.py").open("a") as file:
        file.write("\nBOOK_FILES = {'.one': lambda path, complain: path.name}\nSAMPLES = 'damier.nowhere:samples'\n")
    game = load("./race.py")
    assert book_of(game, "a.one") == "a.one"
    from damier.learning.results import from_files

    with pytest.raises(BadInput, match=r"SAMPLES names 'damier\.nowhere:samples', which cannot be had"):
        from_files(game, [tmp_path / "none.txt"], 1, 1)
