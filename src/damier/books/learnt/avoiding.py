"""The book of moves to avoid, as text that people can read and write: a position a line, by the moves that lead to it.

    # moves to avoid: othello
    f5 d6 c3 avoid d3 f4
    avoid 1 7                               in the first position
    [Start "..."] 3 6 avoid 2               in a game that begins elsewhere

Up to symmetry, and by whatever way the position comes about.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.books.learnt.book import Choice, LearntBook
from damier.books.learnt.exporting import Exported
from damier.books.learnt.nodes import Excerpt
from damier.books.learnt.places import Places
from damier.compile_cache import replace
from damier.files import read_text
from damier.games.game import BadInput, Game
from damier.records.session import Session

AVOID = "avoid"
_LINE = re.compile(rf'\s*(?:\[Start "([^"]*)"\])?(.*)\b{AVOID}\s(.*)')


class Avoided(NamedTuple):
    """Moves to avoid after the moves of a line."""

    line: list[int]
    avoided: list[int]


def write_avoided(book: LearntBook, path: Path, losing_plies: int = 0) -> Exported:
    """Write the moves that are marked and, within so many plies, those that have only lost."""
    found = Exported(path, AVOID)
    text = [f"# moves to avoid: {book.game.name}\n"]
    for each in _all(book, losing_plies, found):
        session = Session(book.game)
        for move in each.line:
            session.make(move)
        names = session.move_names()
        avoided = (session.move_name(move) for move in each.avoided)
        text.append(" ".join([*names, AVOID, *avoided]) + "\n")
        found.games += 1
    replace(path, "".join(text).encode(), 0o644)
    return found


def _all(book: LearntBook, losing_plies: int, found: Exported) -> Iterator[Avoided]:
    told: set[int] = set()
    places = Places(book.game)
    if losing_plies:
        for line in _lines(book, places, losing_plies):
            avoided = _avoided(book, line, lambda each: each.is_avoided or has_only_lost(each))
            if avoided:
                told.add(_number(book, places, line))
                yield Avoided(line, avoided)
    for number in _marked(book):
        if number in told:
            continue
        way = book.way_to(number)
        if way is None:
            found.leave_out(0, f"position {number:016x} only comes up in games that begin elsewhere")
        else:
            yield Avoided(way, _avoided(book, way, lambda each: each.is_avoided))


def has_only_lost(choice: Choice) -> bool:
    """Whether games went on with a move, and all were lost."""
    won, drawn, lost = choice.games
    return choice.value == -1 and lost > 0 and not won and not drawn


def _avoided(book: LearntBook, line: list[int], is_avoided: Callable[[Choice], bool]) -> list[int]:
    page = book.look(_after(book.game, line), len(line))
    return sorted(each.move for each in page.choices if is_avoided(each)) if page else []


def _after(game: Game, line: list[int]) -> Any:
    position = game.start()
    for move in line:
        position = game.play(position, move)
    return position


def _number(book: LearntBook, places: Places, line: list[int]) -> int:
    return places.around(_after(book.game, line), len(line)).number


def _marked(book: LearntBook) -> list[int]:
    """The numbers of positions with moves that somebody said to avoid."""
    found: list[int] = []

    def look(excerpt: Excerpt) -> None:
        for index in np.flatnonzero(excerpt.nodes["links"] > 0).tolist() if excerpt.links["avoided"].any() else ():
            if excerpt.links_of(index)["avoided"].any():
                found.append(int(excerpt.nodes["number"][index]))

    book.store.check(look)
    return found


def _lines(book: LearntBook, places: Places, plies: int) -> Iterator[list[int]]:
    """A line to each position of the book within so many plies of the start, up to symmetry."""
    seen: set[int] = set()
    waiting: list[list[int]] = [[]]
    for line in waiting:  # which grows
        position = _after(book.game, line)
        around = places.around(position, len(line))
        if around.number in seen:
            continue
        seen.add(around.number)
        page = book.look(position, len(line))
        if page is None:
            continue
        yield line
        if len(line) + 1 < plies:
            waiting += [[*line, each.move] for each in page.choices if not each.is_alternative]


def read_avoided(book: LearntBook, path: Path) -> Exported:
    """Mark the moves of a file in a book; lines that cannot be are passed over and told, as are positions it does not know."""
    found = Exported(path, AVOID)
    text = read_text(path, "utf-8-sig", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                _mark(book, line)
                found.games += 1
            except BadInput as error:
                found.left_out += 1
                if len(found.faults) < 5:
                    found.faults.append(f"{path.name}, line {number}: {error}")
    if not found.games and not found.left_out:
        raise BadInput(f"{path}: there is no line in it")
    return found


def _mark(book: LearntBook, line: str) -> None:
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadInput(f"expected moves, the word {AVOID!r}, and moves to avoid")
    session = Session(book.game, book.game.parse(match[1] or ""))
    for name in match[2].split():
        session.make(session.parse_move(name))
    avoided = [session.parse_move(name) for name in match[3].split()]
    for move in avoided:
        book.avoid(session.position, len(session.moves), move)
