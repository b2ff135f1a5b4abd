"""Names of openings in another language: said whole where a table has them, and put together from their parts where not.

A game declares a table for each language (`OPENING_NAMES`): a file, its text or a list of its lines, fields separated by tabs.

    Ruy Lopez	partie espagnole
    * Defence	défense *	2
    * Gambit	gambit *
    Sicilian	sicilien / sicilienne

A line is what is said in the names, and how it is said in the other language. A `*` stands for whatever is there, which is said
by the table in its turn; what the table does not know, as Najdorf, stays as it is. Words change with what they belong to: they
have several forms, with ` / ` between them, and a third field tells which of them a `*` is to have, from 1 on; without
it, that of the whole. The first line that fits counts. Parts of a name, after a colon or a comma, are said one by one.
"""

import functools
import os
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from damier.books.openings import OpeningName, opening_of, openings_of
from damier.files import read_text
from damier.games.game import BadInput, Game
from damier.games.spoken import letters_of
from damier.records.session import Session
from damier.wording import quoted, whole_number

WRITTEN_IN = "en"  # names are, in the lines themselves, unless a game says otherwise of its own
VARIABLE = "DAMIER_LANGUAGE"  # of the environment: the language that one wishes wherever there is a choice
_BREAK = re.compile(r": |, ")
_FORMS = " / "


class _Line(NamedTuple):
    fits: re.Pattern[str]
    said: tuple[str, ...]  # in each form
    form: int | None  # that what stands for a * is to have


class Translation:
    """One language's names of a game's openings."""

    def __init__(self, text: str, where: str) -> None:
        self._words: dict[str, tuple[str, ...]] = {}  # lines without a *, which are many
        self._patterns: list[_Line] = []
        for number, written in enumerate(text.splitlines(), 1):
            if written.strip() and not written.startswith("#"):
                self._add(written, f"{where} line {number}")

    def _add(self, written: str, where: str) -> None:
        fields = [field.strip() for field in written.split("\t")]
        form = whole_number(fields[2]) if len(fields) == 3 else 1
        if len(fields) not in (2, 3) or not all(fields) or form is None or form < 1:
            raise BadInput(
                f"{where}: expected a name, how it is said and perhaps a form, from 1, with tabs between: {quoted(written)}"
            )
        name, said = fields[0], tuple(fields[1].split(_FORMS))
        if any(each.count("*") != name.count("*") for each in said):
            raise BadInput(f"{where}: every * of {quoted(name)} must be in {quoted(fields[1])} once")
        if "*" in name:
            fits = re.compile(re.escape(name).replace(r"\*", "(.+)"))
            self._patterns.append(_Line(fits, said, form - 1 if len(fields) == 3 else None))
        else:
            self._words.setdefault(name, said)

    def say(self, name: str) -> str:
        """A whole name, which begins with a capital letter."""
        parts = [name] if name in self._words else _BREAK.split(name)
        said = ", ".join(self._part(part, 0) for part in parts)
        return said[:1].upper() + said[1:]

    def _part(self, part: str, form: int) -> str:
        if part in self._words:
            return _in_form(self._words[part], form)
        for line in self._patterns:
            if found := line.fits.fullmatch(part):
                inner = [self._part(each, form if line.form is None else line.form) for each in found.groups()]
                return _in_form(line.said, form).replace("*", "{}").format(*inner)
        return part


def _in_form(said: Sequence[str], form: int) -> str:
    return said[min(form, len(said) - 1)]


def languages_of(game: Game) -> list[str]:
    """The languages in which a game's openings have names, beside that of the lines themselves."""
    return list(getattr(game.module, "OPENING_NAMES", {})) if openings_of(game) else []


def translation_of(game: Game, language: str) -> Translation | None:
    """How a game's openings are called in a language; None for that of the lines, and where only letters of figures are known.

    BadInput for a language of which the game knows neither, unless it knows none of any, or the environment asks for it.
    """
    wished, language = language, language[:2].lower()  # as in fr_FR.UTF-8
    if language in languages_of(game):
        return _declared(game.name, game.module, language)
    known = {"openings": languages_of(game), "letters of figures": list(letters_of(game))}
    is_asked_of_all = wished == os.environ.get(VARIABLE)  # what one wishes of all games, and this one does not have
    if language not in ("", WRITTEN_IN, *known["letters of figures"]) and any(known.values()) and not is_asked_of_all:
        told = "; ".join(f"{what}: {', '.join([WRITTEN_IN, *codes])}" for what, codes in known.items() if codes)
        raise BadInput(f"{game.name} has nothing in the language {quoted(wished)}; {told}")
    return None


@functools.cache
def _declared(name: str, module: ModuleType, language: str) -> Translation:
    table = module.OPENING_NAMES[language]
    if isinstance(table, Path):
        return Translation(read_text(table), table.name)
    text = table if isinstance(table, str) else "\n".join("\t".join(map(str, fields)) for fields in table)
    return Translation(text, f"OPENING_NAMES of {name} in {language},")


def opening_in(game: Game, opening: OpeningName, language: str) -> OpeningName:
    """An opening with its name in a language."""
    table = translation_of(game, language)
    return opening if table is None else OpeningName(opening.code, table.say(opening.name))


def opening_said(session: Session, language: str) -> OpeningName | None:
    """The opening that a game is named after, in a language; None where damier knows none."""
    translation_of(session.game, language)  # a language that is not there is refused whatever the game
    opening = opening_of(session)
    return None if opening is None else opening_in(session.game, opening, language)
