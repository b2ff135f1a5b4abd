"""`damier new`: a file to begin one's own game with."""

import importlib.util
import keyword
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from damier.games.catalogue import names
from damier.wording import quoted

MOST_LETTERS = 60


def new(
    name: Annotated[str, typer.Argument(help="of the game, as Python writes names: mygame; it becomes the file mygame.py")],
) -> None:
    """Write the file of a small game that runs at once, to be changed into your own.

    \b
    Example: damier new mygame
    """
    name = name.removesuffix(".py")
    path = Path(f"{name}.py")
    _check(name)
    _write(path, _skeleton(name))
    print(f"wrote {path}: a game of three in a row, to be changed into yours")
    print(f"play it:  damier play ./{path}    in the browser:  damier web ./{path}")


def _check(name: str) -> None:
    """Refuse what Python cannot import, and what would hide something that Python imports."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{quoted(name)} is no name for a game: letters, digits and _ only, not a digit first, as mygame")
    if len(name) > MOST_LETTERS:
        raise ValueError(f"{quoted(name)} is too long for a name: {len(name)} letters; {MOST_LETTERS} are enough")
    if name in names():
        raise ValueError(f"{quoted(name)} is a game already (see `damier games`); choose another name")
    if not Path(f"{name}.py").exists() and _is_module(name):
        raise ValueError(
            f"{quoted(name)} is a module of Python's or of a package, which the file would hide; choose another name"
        )


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # one that was not imported in the usual way
        return True


def _write(path: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise ValueError(f"{path} is there already, and is not overwritten; choose another name") from None
    try:
        with file:
            file.write(text)
    except BaseException:
        path.unlink()
        raise


def _skeleton(name: str) -> str:
    """The text of the file, with the names of this game in it."""
    words = [word for word in name.split("_") if word]
    title = " ".join(words).capitalize() or name
    kind = "".join(word[0].upper() + word[1:] for word in words) or name
    names_in_it = {"{title}": title, "{kind}": kind if kind.isidentifier() else f"Game_{kind}", "{name}": name}
    text = files("damier.cli").joinpath("skeleton.txt").read_text(encoding="utf-8")
    for sign, meant in names_in_it.items():
        text = text.replace(sign, meant)
    return text
