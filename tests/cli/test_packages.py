"""Games of installed packages are found through entry points."""

import pytest
from commands import answer, damier, refusal

from own_games import NIM

pytestmark = pytest.mark.xdist_group("cli")


def install(folder, target, source):
    """What pip would leave behind of a package with one game."""
    package = folder / "mygames"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "stones.py").write_text(source)
    info = folder / "mygames-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mygames\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[damier.games]\nstones = {target}\n")


def test_a_game_of_an_installed_package(tmp_path):
    install(tmp_path, "mygames.stones", NIM)
    listed = answer("games", PYTHONPATH=str(tmp_path))["games"]
    assert [game["name"] for game in listed][-1] == "stones"
    found = answer("search", "stones", "--depth", "25", PYTHONPATH=str(tmp_path))
    assert (found["value"], found["move"]) == (100_000, "1")


@pytest.mark.parametrize(
    ("target", "source", "telling"),
    [
        ("mygames.stones", "import nothing_like_this", "cannot be imported"),
        ("mygames.missing", NIM, "cannot be imported"),
        ("mygames.stones:START", NIM, "must name a module"),
        ("mygames.stones", NIM.replace("def outcome", "def result"), "'result' is no rule"),
    ],
)
def test_a_faulty_package_is_named(tmp_path, target, source, telling):
    install(tmp_path, target, source)
    assert telling in refusal("search", "stones", PYTHONPATH=str(tmp_path))
    listed = damier("games", PYTHONPATH=str(tmp_path))  # other games do not suffer
    assert listed.returncode == 0
    assert "connect4" in listed.stdout
    assert "stones" in listed.stderr
