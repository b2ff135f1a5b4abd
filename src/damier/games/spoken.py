"""What a game says of itself to people, in their language: its rules, an example on the board, the letters of its figures.

A game declares

    RULES           its rules, short enough for one screen: a text, or texts by language, as {"en": ..., "fr": ...}; each a text
                    or a file of it (a Path). Default: the docstring of its module
    EXAMPLE         a position in writing and names of moves in it, (position, moves): the picture of the game and of its rules
    FIGURE_LETTERS  the letters of its figures in other languages, as {"fr": {"N": "C"}}: moves are then shown and read so
    PLAYED          False where nobody sits down to play it: it is then not offered

Rules are paragraphs with a blank line between them. The first says what the game is, in a line; lines that begin with `- ` are
a list, and a paragraph that begins with `> ` says what the example shows.
"""

import inspect
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from damier.games.game import Game

WRITTEN_IN = "en"  # the language of names of moves, and of texts that say nothing else
ENDING = ".txt"


def texts_beside(path: Path) -> dict[str, Path]:
    """The files of a text by their languages: with the path `rules`, `rules.en.txt` and `rules.fr.txt`."""
    found = sorted(path.parent.glob(f"{path.name}.*{ENDING}"))
    return {file.name.removesuffix(ENDING).rpartition(".")[2]: file for file in found}


def is_played(game: "Game") -> bool:
    """Whether people sit down to play it."""
    return bool(getattr(game.module, "PLAYED", True))


def rules_of(game: "Game") -> dict[str, str]:
    """The rules by language; a text of no language counts as English. Nothing where the game says nothing."""
    told = getattr(game.module, "RULES", None) or inspect.cleandoc(game.module.__doc__ or "")
    by_language = told if isinstance(told, Mapping) else {WRITTEN_IN: told}
    return {language: text for language, given in by_language.items() if (text := _read(given))}


def _read(given: str | Path) -> str:
    return (given.read_text("utf-8") if isinstance(given, Path) else inspect.cleandoc(given)).strip()


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Of texts by language the one in a language, as `fr` or `fr_FR.UTF-8`; else the English one, or any."""
    return texts.get(language[:2].lower()) or texts.get(WRITTEN_IN) or next(iter(texts.values()), "")


def parts_of(rules: str) -> Iterable[tuple[str, list[str]]]:
    """The paragraphs of rules, each with what it is: the first a `summary`, then `list`, `example` or `text`."""
    for number, block in enumerate(re.split(r"\n\s*\n", rules.strip())):
        lines = [line.strip() for line in block.splitlines()]
        if all(line.startswith("- ") for line in lines):
            yield "list", [line[2:] for line in lines]
        elif lines[0].startswith("> "):
            yield "example", [" ".join(line.removeprefix("> ") for line in lines)]
        else:
            yield "text" if number else "summary", [" ".join(lines)]


def summary_of(rules: str) -> str:
    """What the game is, in a line."""
    return next((lines[0] for kind, lines in parts_of(rules) if kind == "summary"), "")


def example_of(game: "Game") -> tuple[str, list[str]]:
    """A position in writing, and the names of moves in it; the starting position and none where nothing is told."""
    position, names = getattr(game.module, "EXAMPLE", ("", ()))
    return str(position), [str(name) for name in names]


def letters_of(game: "Game") -> dict[str, dict[str, str]]:
    """The letters of its figures by language, each with the one that stands in its names of moves."""
    told = getattr(game.module, "FIGURE_LETTERS", {})
    return {language: dict(letters) for language, letters in told.items()}


class Notation:
    """Names of moves as they are written in a language: with its own letters of the figures."""

    def __init__(self, game: "Game", language: str = "") -> None:
        letters = letters_of(game).get(language[:2].lower(), {})
        self._shown = str.maketrans(letters)
        self._meant = str.maketrans({own: letter for letter, own in letters.items()})

    def shown(self, name: str) -> str:
        """A name of a move in this language."""
        return name.translate(self._shown)

    def meant(self, text: str) -> list[str]:
        """What somebody who writes a move may mean, in English, the likeliest first: he may write in English as well."""
        return list(dict.fromkeys((text.translate(self._meant), text)))
