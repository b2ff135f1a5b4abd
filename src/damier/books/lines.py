"""Opening lines that have names: one a line of a text, its fields separated by tabs, or a list of such fields.

    B90	Sicilian Defence: Najdorf Variation	e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
    C30	King's Gambit	e4 e5 f4	white

are code, name, the moves from the start as the game names them, and who should not play the line, as the game calls its
players, separated by commas: a gambit that is not quite sound has a name all the same. Lines that begin with # say nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from damier.games.game import BadInput, Game
from damier.wording import quoted


class NamedLine(NamedTuple):
    """A line of moves that has a name; `bad_for` are the players, 0 or 1, who should not play it."""

    code: str
    name: str
    moves: tuple[str, ...]
    bad_for: frozenset[int] = frozenset()
    where: str = ""  # it stands, for messages


def read_lines(game: Game, text: str, file: str) -> list[NamedLine]:
    """The lines of a file that has been read; a bad one is named with its number."""
    lines = []
    for number, written in enumerate(text.splitlines(), 1):
        if written.strip() and not written.startswith("#"):
            lines.append(_line(game, written, f"{file} line {number}"))
    if not lines:
        raise BadInput(f"{file}: there is no opening in it")
    return lines


def lines_of(game: Game, declared: str | Sequence[Sequence[str]], where: str) -> list[NamedLine]:
    """The lines that a game gives itself: a text as of a file, or the fields of each line."""
    if isinstance(declared, str):
        return read_lines(game, declared, where)
    return [_line(game, "\t".join(map(str, fields)), f"{where}, line {number}") for number, fields in enumerate(declared, 1)]


def _line(game: Game, written: str, where: str) -> NamedLine:
    fields = [field.strip() for field in written.split("\t")]
    if len(fields) not in (3, 4) or not all(fields[:3]):
        raise BadInput(
            f"{where}: expected code, name, moves and perhaps who is not to play them, with tabs between: {quoted(written)}"
        )
    code, name, moves = fields[:3]
    named = [player.strip() for player in "".join(fields[3:]).split(",") if player.strip()]
    for player in named:
        if player not in game.players:
            raise BadInput(f"{where}: {quoted(player)} is no player; they are {' and '.join(game.players)}")
    return NamedLine(code, name, tuple(moves.split()), frozenset(game.players.index(player) for player in named), where)
