"""GGF: games with players, clocks and evaluations, as the Generic Game Server and NBoard write them.

    (;GM[Othello]PC[GGS/os]DT[2003.12.13]PB[one]PW[two]RE[+6.000]TI[15:00]TY[8]
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.2]W[d6/0.50/3]...;)

Properties are two letters and a text in brackets. BO is the board to start from, its size first, `*` black, `O` white,
then whose turn it is; B and W are moves, `square/evaluation/seconds`, the last two of which may be missing, and `pa` is a
pass. A file holds any number of games, which may be numbered. A 2 before a game says that two follow that were played
at once, with the colours changed (a synchro game): they are read as two games, whose `pair` is 1 and 2.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from damier.files import read_text
from damier.games.game_text import MOST_FAULTS
from damier.games.othello.rules import PASS, SIZE_OF, SIZES
from damier.games.othello.writing import PASSES, Replayed, parse_board, play_written, square_name, text_for
from damier.wording import beginning, quoted, whole_number

START, END = "(;", ";)"
MOST_PROPERTY = 10_000  # letters of the text of one
MOST_PROPERTIES = 10_000  # of a game
_PROPERTY = re.compile(
    rf"\s*+([A-Za-z]{{1,100}})\[((?:\\.|[^\]\\]){{0,{MOST_PROPERTY}}}+)\]\s*+",
    re.DOTALL,
)
_COLOURS = ("B", "W")
_DEFAULTS = {"GM": "Othello", "PC": "damier", "PB": "?", "PW": "?"}


class Move(NamedTuple):
    """A move, with the evaluation and the seconds as they are written, or empty."""

    move: int
    evaluation: str = ""
    seconds: str = ""


@dataclass(frozen=True)
class Record:
    """A game: its properties but for board and moves, where it starts and with whose turn (black's 0), and its moves."""

    properties: dict[str, str]
    position: Any
    turn: int
    moves: list[Move]
    pair: int = 0  # 1 and 2 for the two games of a synchro game

    @property
    def black(self) -> str:
        return self.properties.get("PB", "?")

    @property
    def white(self) -> str:
        return self.properties.get("PW", "?")

    @property
    def result(self) -> float | None:
        """By how many discs black won, as it is written; None if it is not."""
        try:
            return float(self.properties.get("RE", "").partition(":")[0])
        except ValueError:
            return None

    def replay(self) -> Replayed:
        """Its positions and moves."""
        replayed = Replayed([self.position], [])
        for ply, each in enumerate(self.moves, 1):
            play_written(replayed, _name(each.move, SIZE_OF[type(self.position)]), f"move {ply}")
        return replayed


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read(path: Path, faults: list[str] | None = None) -> list[Record]:
    """The games of a file. One that cannot be is refused, or, given a list, left out and a line about it put there."""
    return list(parse_games(read_text(path, errors="replace"), path.name, faults))


def parse_games(text: str, name: str, faults: list[str] | None = None) -> Iterator[Record]:
    """The games of a text; its name is for error messages, `faults` as for `read`."""
    number = place = pair = broken = 0
    is_clear = True  # whether what lies between two games was not part of a faulty one
    while (begins := text.find(START, place)) >= 0:
        number += 1
        try:
            before = text[place:begins].strip()
            place = begins + len(START)
            if is_clear and before and not before.isdecimal():
                raise ValueError(f"{quoted(before)} before it is no part of a game")
            pair = 2 if pair == 1 and not before else 1 if before == "2" else 0
            properties, place = _properties(text, place)
            yield _record(properties, pair)
            is_clear, broken = True, 0
        except ValueError as error:
            is_clear, broken = False, broken + 1
            if faults is None:
                raise ValueError(f"{name}, game {number}: {error}") from None
            faults.append(f"{name}, game {number}: {error}")
            if broken > MOST_FAULTS:
                raise ValueError(
                    f"{faults[-1]}; nor can {MOST_FAULTS:,} games before it be read, and the rest is left"
                ) from None
    if number == 0 and text.strip():
        raise ValueError(f"{name} has no game in GGF, (;GM[Othello]...;)")


def starts(text: str) -> list[int]:
    """Where the games of a text begin."""
    return [match.start() for match in re.finditer(re.escape(START), text)]


def parse_game(text: str) -> Record:
    """The one game of a text."""
    records = list(parse_games(text, "GGF"))
    if len(records) != 1:
        raise ValueError(f"one game in GGF was expected, (;GM[Othello]...;), not {len(records)}")
    return records[0]


def _properties(text: str, place: int) -> tuple[list[tuple[str, str]], int]:
    """The properties of the game that begins at a place, and the place after it."""
    found: list[tuple[str, str]] = []
    while not text.startswith(END, place):
        match = _PROPERTY.match(text, place)
        if match is None:
            rest = text[place : place + 200].strip()
            raise ValueError(
                f"{quoted(rest)} is no property, as PB[name]" if rest else f"it is cut off: it does not end in {END}"
            )
        if len(found) >= MOST_PROPERTIES:
            raise ValueError(f"it has more than {MOST_PROPERTIES:,} properties")
        if START in match[2]:
            raise ValueError(f"it is cut off: another game begins within {match[1]}[")
        found.append((match[1].upper(), re.sub(r"\\(.)", r"\1", match[2])))
        place = match.end()
    return found, place + len(END)


def _record(properties: list[tuple[str, str]], pair: int) -> Record:
    described = {key: value for key, value in properties if key not in (*_COLOURS, "BO")}
    if described.get("GM", _DEFAULTS["GM"]).lower() not in ("othello", "reversi"):
        raise ValueError(f"it is a game of {beginning(described['GM'])}, not of Othello")
    boards = [value for key, value in properties if key == "BO"]
    if not boards:
        raise ValueError("it has no board to start from, BO[8 ... *]")
    position, turn = _board(boards[0])
    replayed = Replayed([position], [])
    moves: list[Move] = []
    for key, value in properties:
        if key in _COLOURS:
            _play(replayed, moves, turn, _COLOURS.index(key), value)
    return Record(described, position, turn, moves, pair)


def _board(written: str) -> tuple[Any, int]:
    width, _, squares = written.strip().partition(" ")
    size = whole_number(width)
    if size not in SIZES:
        raise ValueError(f"BO[{beginning(written)}]: damier plays on boards of {', '.join(map(str, SIZES))} squares a side")
    return parse_board(squares, size)


def _play(replayed: Replayed, moves: list[Move], first: int, colour: int, written: str) -> None:
    """Make one move of a game; a pass that was left out is added."""
    name, evaluation, seconds = (*written.split("/", 2), "", "")[:3]
    where = f"move {len(moves) + 1}, {_COLOURS[colour]}[{beginning(written)}]"
    before = len(replayed.moves)
    play_written(replayed, name.strip(), where)
    moves += [Move(PASS)] * (len(replayed.moves) - before - 1)
    if (first + len(moves)) % 2 != colour:
        raise ValueError(f"{where}: it is {'black' if colour else 'white'}'s turn")
    moves.append(Move(replayed.moves[-1], evaluation, seconds))


# --------------------------------------------------------------------------------------------------------------------
# Writing


def format_games(records: list[Record]) -> str:
    """Games one a line, synchro pairs together."""
    lines = ""
    for record in records:
        lines += ("2 " if record.pair == 1 else "") + format_game(record) + ("" if record.pair == 1 else "\n")
    return lines


def format_game(record: Record) -> str:
    """A game in writing: what it is, the board to start from, and the moves."""
    size = SIZE_OF[type(record.position)]
    described = {**_DEFAULTS, "TY": str(size), **record.properties}
    parts = [_property(key, value) for key, value in described.items()]
    parts.append(f"BO[{size} {_rows(record.position, record.turn, size)}]")
    for ply, move in enumerate(record.moves):
        notes = f"{_name(move.move, size)}/{move.evaluation}/{move.seconds}".rstrip("/")
        parts.append(_property(_COLOURS[(record.turn + ply) % 2], notes))
    return START + "".join(parts) + END


def _property(key: str, value: str) -> str:
    escaped = re.sub(r"[\\\]]", r"\\\g<0>", value)
    return f"{key}[{escaped}]"


def _name(move: int, size: int) -> str:
    return PASSES[0] if move == PASS else square_name(move, size)


def _rows(position: Any, turn: int, size: int) -> str:
    """The board by rows and whose turn it is, `*` for black."""
    squares, side = text_for(position, turn).replace("X", "*").split()
    return " ".join([*(squares[i : i + size] for i in range(0, size * size, size)), side])
