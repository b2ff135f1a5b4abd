"""The house: games declare, layers ask. No module outside a game's own folder names a game.

A game's own folder, or module, is named like the game: `games/chess/`, `lab/othello/`, `games/connect4.py`. What is said to
the reader of a module, docstrings and comments, may name games as examples.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import damier
from damier.games import load
from damier.games.catalogue import BUILT_IN
from damier.games.rooms import rooms

SOURCES = Path(damier.__file__).parent
LIST_OF_GAMES = "games/catalogue.py"
GENERAL = {"tree", "random-tree"}  # words of the whole house; what they must not name is the game's module
PROTOCOLS_OWN = {"UCI_Chess960"}  # a word of the protocol's

TITLES = [re.sub(r"[ _-]", "[ _-]?", load(name).title) for name in BUILT_IN if name not in GENERAL]
NAMED = re.compile(rf"(?<![a-z])({'|'.join(TITLES)})(?![a-z])", re.IGNORECASE)
MODULES = re.compile(r"\bgames\.(tree|random_tree)\b")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def names_a_game(text: str) -> bool:
    """Whether a name or a text has a game's name in it as a word."""
    return text not in PROTOCOLS_OWN and bool(NAMED.search(HUMP.sub("_", text)) or MODULES.search(text))


def is_of_a_game(path: Path) -> bool:
    """Whether a module stands in a game's own folder, or is one."""
    return any(part in BUILT_IN for part in path.with_suffix("").as_posix().replace("_", "-").split("/"))


def words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each name, import and text of a module with its line, without what is said to the reader."""
    bodies = [body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list)]
    said = {id(each.value) for body in bodies for each in body if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in said:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.keyword(arg=str(text)):
                yield node.lineno, text
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text) | ast.ClassDef(name=text):
                yield node.lineno, text
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    yield node.lineno, f"{getattr(node, 'module', '')}.{alias.name} {alias.asname}"


def named_in(source: str) -> list[tuple[int, str]]:
    """The lines of a module that name a game, and how."""
    return sorted({(line, text) for line, text in words(ast.parse(source)) if names_a_game(text)})


def modules() -> list[str]:
    """The modules that are nobody's own."""
    paths = [path.relative_to(SOURCES) for path in sorted(SOURCES.rglob("*.py"))]
    return [path.as_posix() for path in paths if not is_of_a_game(path) and path.as_posix() != LIST_OF_GAMES]


def test_no_module_outside_a_games_own_folder_names_a_game() -> None:
    found = {name: named_in((SOURCES / name).read_text()) for name in modules()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import damier.games.chess",
        "from damier.games import othello",
        "from damier.games.random_tree import start",
        "from damier.solvers.connect4 import Solver as Exact",
        "x = load('nim')",
        "x = 'for the built-in Connect 4'",
        "def solve_othello(): pass",
        "class KalahFromLeft: pass",
        "CHESS = 1",
        "if game.is_awale: pass",
        "f(tictactoe=1)",
    ],
)
def test_what_names_a_game(source: str) -> None:
    assert named_in(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Chess, for example."""',
        'def f():\n    """As in Othello."""',
        "x = 1  # chess",
        "from damier.search import minimax",
        "x = 'the tree of a search'",
        "class ChessboardlessThing: pass",
        "x = 'animated'",
    ],
)
def test_what_names_none(source: str) -> None:
    assert not named_in(source)


def test_rooms_are_found_in_the_order_of_the_catalogue() -> None:
    assert list(rooms("cli", "solve")) == ["connect4", "othello"]
    assert list(rooms("cli")) == ["connect4", "othello", "chess"]
    assert rooms("cli", "nothing of the kind") == {}
