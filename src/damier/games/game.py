"""What the rest of damier knows of a game: its rules are found by the type of a position, the rest is here.

A game is a module (or a user's file). Beside the rules it may say, as ordinary functions and constants,

    TITLE                           its name for people; default: the first line of the module's docstring
    RULES                           its rules for people, by language, as {"en": text, "fr": text} (see `spoken.py`); default:
                                    the module's docstring
    EXAMPLE                         the picture of the game and of its rules: a position in writing, and names of moves in it
    FIGURE_LETTERS                  the letters of its figures in other languages, as {"fr": {"N": "C"}}, for names of moves
    PLAYED                          False where nobody sits down to play it, as trees are only looked at; default: True
    OPTIONS, start(**options)       the options of the starting position, and that position (or START, a position)
    CHOICES                         what an option can be, by its name, where that is a short list
    text(position)                  a position in writing; default: its fields, separated by commas
    parse(text, **options)          the position that is written so
    move_name(position, move, turn) a move in writing; the turn may be left out; default: the number
    NAMES_MOVES                     False where the names of moves tell nothing, and are left out of drawn trees
    read_move(position, text, turn) the legal move that is written so, by its name or in other ways, or None; the turn may be
                                    left out
    PLAYERS                         what the two are called, who moves first first; default: first player, second player
    turn(position)                  whose turn it is, 0 or 1, where the position tells
    turn_written(text, **options)   whose turn it is, where only the text tells
    move_number(position)           the number of the move that is made in a position, as players count, where the position
                                    tells; default: a game begins with 1
    text_for(position, turn)        a position in writing for people, where it is known whose turn it is; default: text
    board(position, turn)           a Board to draw; default: the fields with their names
    cells(position, move, turn)     the cells a person points at to make the move: one, or from and to
    highlights(position, turn)      cells to be seen at once, by what they are: {"line": [...], "check": [...]}
    steps(position, move, turn)     boards between that before a move and that after it, where they come one after the other
    WORTH                           what pieces are worth, by the texts of their cells in small letters, for what was taken;
                                    first that of which the others are made when pieces are promoted
    PALETTE                         what a cell can be given by a person who sets up a board: a list of Cell
    set_up(cells, turn, **options)  the position in writing that cells set up by hand, by rows from the top, stand for
    SET_UP_FIELDS                   what else a person tells who sets up a board, a list of SetUpField: `set_up` is given their
                                    values, by their names, beside the options
    set_up_fields(position)         those values in a position, by their names; default: empty texts
    UNIT                            how many points make one of what people count, as 100 a disc; default: 1, and nothing is
                                    left out of a search by margins
    COUNTED                         what people count, as "disc"; default: point
    SOLVER                          its exact solver (see `solvers/protocol.py`): a class, or a function, that is given the
                                    megabytes it may take; or where that stands, as "package.module:Solver"
    ENDINGS                         the endings that it has tables for (see `endings.py`), beside rules `index` and `placed`
    OUTSIDE_TABLES                  tables of endings that others have built (see `outside.py`): who reads them
    SCORES                          what the exact score of a move tells, for people
    explain(position, **options)    the terms of its evaluation: name, points for the player to move, points for the other
    MARKS                           from how many of what people count on a loss is a blunder, a mistake; default: 6 and 2
    WON_BY                          what a won end is called, as "mate": a win in three moves is then a mate in 3
    ending(position)                why the game is over in a position, as "checkmate"; default: nothing is said
    replay(text, **options)         the moves of a game that is written so; default: their names with spaces between them
    record(text, **options)         the first position and the moves of a game, or a position and no moves, written so:
                                    for games in which it matters how a position came about
    FILES, file_game(path, number)  endings of files with games that it reads, and one game of them in writing, from 1
    FORMATS                         how games are written and files of them read, the usual way first (see `formats.py`);
                                    default: the names of the moves
    with_passes(games)              the moves of several games in which passes are left out, with them: joined, and where
                                    those of each end; for formats that leave them out
    BOOK_FILES                      what opens files of books that are not damier's own, by their endings, as
                                    {".bin": "package.module:function"} or a function (see `books/book.py`)
    OPENINGS                        lines with names: a file, its text, or a list of (code, name, moves) with perhaps who
                                    should not play it (see `books/lines.py`)
    OPENING_NAMES                   how these names are said in other languages, as {"fr": table}: a file, its text or a list of
                                    lines (see `books/translation.py`)
    SAMPLES                         what reads positions with results from files of games, where there is something faster
                                    than to replay each: a function or "package.module:function" (see `learning/results.py`)
    WEIGHTS, or weights(**options)  the weights of its evaluation, a flat array of 32-bit integers
    adjustable(**options)           the numbers of which a search for better weights makes weights (see `adjustable.py`);
                                    default: the weights themselves
    weights_for(position, **options)
                                    the same for a search of this position, where more is behind them than for others
    full_depth(position)            how many plies it is to the end at most, where all of them are to be searched
    plies_left(position)            how many plies the game goes on at most, passes aside; default: nobody knows
    late_positions(size, **options) all positions with so much left, as so many seeds: to be solved backwards together
    progress(position)              how far the game has come, from 0 to 1; default: nobody knows, 0
    EXPECTATION                     how many points make 73 % of the result: a number, or several at equal distances of
                                    progress from 0 to 1 (`damier learn expectation` fits them); default: a usual number
    probcut(position, **options)    how the scores of less deep searches tell those of deeper ones: a list of Cut
    puzzle(text)                    what a line of a test suite asks, a Puzzle: `damier suite` then has the game
    uci_name(position, move)        a move as UCI writes it; programs that speak UCI can then play the game
    nboard_game(position, turn, moves, properties)
                                    a game as NBoard writes it; programs that speak NBoard can then play the game
    BENCH, BENCH_PLAYED             positions in writing, each with a depth, whose nodes `damier bench` counts; the latter of
                                    the player's search alone, where to compile the others takes longer than all the rest

which is enough for the terminal and the browser to show any game, a user's own included.
"""

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from damier.compile_cache import game_sources
from damier.errors import BadInput as BadInput  # where the rest of damier has it from
from damier.games.counted import Counted
from damier.games.endings import Endings
from damier.games.turns import told_turn
from damier.kernel import field_types, has_rule, native
from damier.network.file import ENDING
from damier.network.kept import EVALUATION, NETWORK, joined, network_by_itself, network_in, network_named, network_shipped
from damier.rules import LOSS, MOST_MOVES, ONGOING, WIN, moves, outcome, play, same_player
from damier.weights import tell_weights
from damier.wording import quoted, whole_number

T = TypeVar("T")

PLAYERS = ("first player", "second player")
OWN = "own"  # as an evaluation: that which a game's author has written
AT_ONCE = 1 << 12  # positions that are taken from an iterator of the game's own


class Cell(NamedTuple):
    """What stands in one cell of a board: a text or a disc, of player 0 or 1, or of nobody (-1).

    A disc whose text is K is a king's, with a crown. A cell may have a name of its own, as the number of a square, drawn small.
    """

    text: str = ""
    owner: int = -1
    look: str = "plain"  # "disc", "pit", "plain", or "piece": a figure of chess, its text the letter in a FEN
    name: str = ""


class SetUpField(NamedTuple):
    """What a person tells who sets up a board, beside cells and turn: one of some texts, or any of them, joined."""

    name: str
    choices: Sequence[str]
    several: bool = False


@dataclass(frozen=True)
class Board:
    """A board to draw: its cells by rows from the top, and the names of rows and columns.

    The theme says how it is coloured: "felt" (black and white on green), "wood" (a chess board), "checks" (a chequered board
    for discs, of which the black ones begin); default: damier's own.
    """

    cells: list[list[Cell]]
    rows: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    falling: bool = False  # a click anywhere in a column plays there
    caption: str = ""
    theme: str = ""


class Cut(NamedTuple):
    """The score at a depth is near slope * (score at the shallow depth) + offset, give or take the error (one deviation)."""

    depth: int
    shallow: int
    slope: float
    offset: float
    error: float


class Puzzle(NamedTuple):
    """What is to be found in a position, given in writing: good moves, or any but bad ones, a mate, or moves with points."""

    position: str
    name: str = ""
    best: Sequence[int] = ()
    avoid: Sequence[int] = ()
    mate: int | None = None  # in so many moves
    points: Mapping[int, int] = {}


@dataclass(frozen=True)
class Game:
    """A registered game and its options, ready to be played."""

    name: str
    module: ModuleType
    options: dict[str, Any]
    loaded_as: str = field(default="", compare=False)  # what `load` finds it by, in another process too

    @property
    def known_options(self) -> dict[str, Any]:
        """Its options with their defaults; every game can be judged by a network, or by a file of weights."""
        return {EVALUATION: "", **getattr(self.module, "OPTIONS", {})}

    @property
    def told_options(self) -> dict[str, Any]:
        """The options that its module knows of; an evaluation that any game may have is none of its own."""
        known = getattr(self.module, "OPTIONS", {})
        return {
            name: value
            for name, value in self.options.items()
            if name in known and not (name == EVALUATION and _is_of_any_game(str(value)))
        }

    @property
    def has_weights(self) -> bool:
        """Whether it tells weights of its evaluation."""
        return hasattr(self.module, "WEIGHTS") or hasattr(self.module, "weights")

    @property
    def title(self) -> str:
        return str(getattr(self.module, "TITLE", (self.about or self.name).split(":")[0]))

    @property
    def about(self) -> str:
        """The first line that its module says of it."""
        return next(iter((self.module.__doc__ or "").strip().splitlines()), "")

    @property
    def players(self) -> tuple[str, str]:
        """What the two players are called, in the middle of a sentence."""
        first, second = getattr(self.module, "PLAYERS", PLAYERS)
        return str(first), str(second)

    def start(self) -> Any:
        """The starting position."""
        if hasattr(self.module, "start"):
            return self._told("start", self._position, **self.told_options)
        return self._position(self.module.START)

    def parse(self, text: str) -> Any:
        """The position a text stands for; the starting position for an empty text."""
        if not text.strip():
            return self.start()
        if hasattr(self.module, "parse"):
            return self._told("parse", self._position, text, **self.told_options)
        return self._parse_fields(text)

    def _parse_fields(self, text: str) -> Any:
        kind = type(self.start())
        parts = text.replace(",", " ").split(maxsplit=len(kind._fields))
        try:
            return kind(*(cast(whole_number(part)) for cast, part in zip(field_types(kind), parts, strict=True)))  # type: ignore[misc]
        except (ValueError, TypeError, OverflowError):
            raise BadInput(f"{quoted(text)} is no position of {self.name}: expected {', '.join(kind._fields)}") from None

    def text(self, position: Any) -> str:
        if hasattr(self.module, "text"):
            return self._ask("text", str, position)
        return ",".join(str(int(value)) for value in position)

    def text_for(self, position: Any, turn: int) -> str:
        """A position in writing where it is known whose turn it is: a colour may then have its own letter."""
        return self._ask("text_for", str, position, turn) if hasattr(self.module, "text_for") else self.text(position)

    def move_name(self, position: Any, move: int, turn: int | None = None) -> str:
        """A move in writing; where it is not known whose turn it is, as the position tells it."""
        if hasattr(self.module, "move_name"):
            return self._ask_with_turn("move_name", str, position, int(move), turn)
        return str(int(move))

    def names_of(self, position: Any, line: Sequence[int], turn: int | None = None) -> list[str]:
        """A line of moves in writing, each as it is named where it is made."""
        names, turn = [], self.turn(position) if turn is None else turn
        for move in line:
            names.append(self.move_name(position, move, turn))
            child = self.play(position, move)
            turn = turn if self.same_player(position, child) else 1 - turn
            position = child
        return names

    @property
    def names_moves(self) -> bool:
        """Whether the names of moves tell something."""
        return bool(getattr(self.module, "NAMES_MOVES", True))

    def uci_name(self, position: Any, move: int) -> str:
        """A move as UCI writes it; by its name, where that is not told."""
        return (
            self._ask("uci_name", str, position, int(move))
            if hasattr(self.module, "uci_name")
            else self.move_name(position, move)
        )

    def puzzle(self, text: str) -> Puzzle:
        """What a line of a test suite asks."""
        return self._told("puzzle", lambda given: Puzzle(*given), text)

    def moves(self, position: Any) -> list[int]:
        """The legal moves; none when the game is over."""
        if self.outcome(position) is not None:
            return []
        out = np.zeros(MOST_MOVES, np.int64)
        count = self._rule(moves, int, position, out)
        if not 1 <= count <= MOST_MOVES:
            raise BadInput(f"{quoted(self.text(position))} cannot be: the game goes on, but the rules give {count} moves")
        return [int(move) for move in out[:count]]

    def parse_move(self, position: Any, text: str, turn: int | None = None) -> int:
        """The legal move a person wrote: as the game reads it, by its name, or in other letters if only one is meant."""
        wanted = text.strip()
        is_read = hasattr(self.module, "read_move")
        found = self._ask_with_turn("read_move", _whole_or_none, position, wanted, turn) if is_read else None
        if found is not None and self.outcome(position) is None:
            return found
        names = {self.move_name(position, move, turn): move for move in self.moves(position)}
        if wanted in names:
            return names[wanted]
        caseless = [move for name, move in names.items() if name.lower() == wanted.lower()]
        if len(caseless) == 1:
            return caseless[0]
        listed = ", ".join(names) if names else "none: the game is over"
        raise BadInput(f"{quoted(wanted)} is no legal move here; legal moves: {listed}")

    def play(self, position: Any, move: int) -> Any:
        return native(self._rule(play, self._position, position, move))

    def same_player(self, position: Any, child: Any) -> bool:
        return self._rule(same_player, bool, position, child)

    def outcome(self, position: Any) -> int | None:
        """The final score for the player to move, or None while the game goes on."""
        score = self._rule(outcome, int, position)
        return None if score == ONGOING else score

    def ending(self, position: Any) -> str:
        """Why the game is over in a position; nothing while it goes on, or where the game does not tell."""
        return self._ask("ending", str, position) if hasattr(self.module, "ending") else ""

    def turn(self, position: Any) -> int:
        """Whose turn it is in a position given without its history: the first player's where it does not tell."""
        return self._ask("turn", int, position) if hasattr(self.module, "turn") else 0

    def turn_written(self, text: str) -> int:
        """Whose turn it is in the position a text stands for, which may tell what the position does not."""
        if hasattr(self.module, "turn_written") and text.strip():
            return self._told("turn_written", int, text, **self.told_options)
        return self.turn(self.parse(text))

    def move_number(self, position: Any) -> int:
        """The number of the move that is made in a position, as players count: 1 where it does not tell."""
        return self._ask("move_number", _number_of_move, position) if hasattr(self.module, "move_number") else 1

    def board(self, position: Any, turn: int) -> Board:
        if hasattr(self.module, "board"):
            drawn = self._ask("board", _as_it_is, position, turn)
            if not isinstance(drawn, Board) or not drawn.cells or not drawn.cells[0]:
                raise BadInput(f"board() of {self.name} must return a Board with cells, not {quoted(drawn)}")
            return drawn
        return Board([[Cell(f"{name} {int(value)}") for name, value in zip(position._fields, position, strict=True)]])

    def cells(self, position: Any, move: int, turn: int) -> list[tuple[int, int]]:
        """The cells to point at for a move; none if the game has no such thing, then moves are chosen by name."""
        return self._ask("cells", _places, position, move, turn) if hasattr(self.module, "cells") else []

    def highlights(self, position: Any, turn: int) -> dict[str, list[tuple[int, int]]]:
        """Cells to be seen at once, by what they are: a winning `line`, a king in `check`; none where the game tells none."""
        return self._ask("highlights", _places_by_kind, position, turn) if hasattr(self.module, "highlights") else {}

    def steps(self, position: Any, move: int, turn: int) -> list[Board]:
        """The boards between that before a move and that after it; none where it is made at once."""
        boards = self._ask("steps", list, position, int(move), turn) if hasattr(self.module, "steps") else []
        for board in boards:
            if not isinstance(board, Board):
                raise BadInput(f"steps() of {self.name} must return a list of Board, not one with {quoted(board)}")
        return boards

    @property
    def worth(self) -> dict[str, int]:
        """What pieces are worth, by the texts of their cells in small letters; nothing where nobody takes any."""
        return dict(getattr(self.module, "WORTH", {}))

    @property
    def palette(self) -> list[Cell]:
        """What a cell can be given by a person who sets up a board; nothing where that is not possible."""
        return list(getattr(self.module, "PALETTE", [])) if hasattr(self.module, "set_up") else []

    @property
    def set_up_fields(self) -> list[SetUpField]:
        """What else is told by a person who sets up a board."""
        return list(getattr(self.module, "SET_UP_FIELDS", [])) if self.palette else []

    def fields_in(self, position: Any) -> dict[str, str]:
        """What those fields say of a position."""
        if not self.set_up_fields:
            return {}
        told = self._ask("set_up_fields", dict, position) if hasattr(self.module, "set_up_fields") else {}
        return {each.name: str(told.get(each.name, "")) for each in self.set_up_fields}

    def set_up(self, cells: list[list[Cell]], turn: int, fields: Mapping[str, str] | None = None) -> str:
        """The position in writing that a board set up by hand stands for; it may still be one that cannot be."""
        if not self.palette:
            raise BadInput(f"positions of {self.title} cannot be set up on the board; write them")
        known = {each.name: each for each in self.set_up_fields}
        for name, value in (fields or {}).items():
            if name not in known:
                raise BadInput(f"{self.title} knows nothing of {quoted(name)} on a board that is set up")
            parts = list(value) if known[name].several else [value]
            if value and any(part not in known[name].choices for part in parts):
                raise BadInput(f"{name} is {quoted(value)}; it can be {', '.join(known[name].choices)}")
        return self._told("set_up", str, cells, turn, **(fields or {}), **self.told_options)

    def full_depth(self, position: Any) -> int | None:
        """How deep a search goes that is not told: to the leaves of a tree; None for games that go on and on."""
        return self._ask("full_depth", int, position) if hasattr(self.module, "full_depth") else None

    @property
    def unit(self) -> int:
        """How many points of a score make one of what people count."""
        return int(getattr(self.module, "UNIT", 1))

    @property
    def says_unit(self) -> bool:
        """Whether the game itself says that; what is counted by it then means something."""
        return hasattr(self.module, "UNIT")

    @property
    def counted(self) -> str:
        """What people count in a score: one of it."""
        return str(getattr(self.module, "COUNTED", "point"))

    @property
    def marks(self) -> tuple[int, int]:
        """From how many of what people count on a loss is a blunder, and from how many a mistake."""
        blunder, mistake = getattr(self.module, "MARKS", (6, 2))
        return int(blunder), int(mistake)

    @property
    def won_by(self) -> str:
        """What a won end is called, as `mate`; empty where it is only a win."""
        return str(getattr(self.module, "WON_BY", ""))

    @property
    def scores_tell(self) -> str:
        """What the exact score of a move tells."""
        return str(getattr(self.module, "SCORES", "+ wins, − loses, 0 draws"))

    @property
    def variant(self) -> dict[str, Any]:
        """The options that make it another game, where they are not the usual ones."""
        usual = {**getattr(self.module, "OPTIONS", {})}
        return {option: value for option, value in self.options.items() if option != EVALUATION and value != usual.get(option)}

    @property
    def kept_as(self) -> str:
        """The name of files that are kept for it: with the options that make it another game."""
        return "-".join([self.name, *(f"{value}" for _, value in sorted(self.variant.items()))])

    @property
    def edition(self) -> str:
        """Which rules these are, of what is kept on disk: those of a person's own file by its sources."""
        return game_sources.get(type(self.start()).__module__, "built in")

    @property
    def has_endings(self) -> bool:
        """Whether there can be tables of its endings."""
        return hasattr(self.module, "ENDINGS")

    @property
    def endings(self) -> Endings:
        """The endings that can have tables."""
        if not hasattr(self.module, "ENDINGS"):
            raise BadInput(f"{self.title} has no tables of endings: its positions are not numbered")
        endings: Endings = self.module.ENDINGS
        return endings

    def replay(self, text: str) -> list[int]:
        """The moves of a whole game from the start."""
        if hasattr(self.module, "replay"):
            return self._told("replay", _whole_numbers, text, **self.told_options)
        position, made = self.start(), list[int]()
        turn = self.turn(position)
        for name in text.replace(",", " ").split():
            made.append(self.parse_move(position, name, turn))
            child = self.play(position, made[-1])
            turn = turn if self.same_player(position, child) else 1 - turn
            position = child
        return made

    @property
    def tells_past(self) -> bool:
        """Whether a text may tell how its position came about, which `record` then reads."""
        return hasattr(self.module, "record")

    def record(self, text: str) -> tuple[Any, list[int]]:
        """The position a game that is written so begins with, and its moves."""
        if not self.tells_past or not text.strip():
            return self.start(), self.replay(text)
        position, made = self._told("record", tuple, text, **self.told_options)
        return self._position(position), _whole_numbers(made)

    def in_file(self, text: str) -> str:
        """A game of the file that a text names, as `games.pgn` or, for its third game, `games.pgn:3`; else the text itself."""
        endings = tuple(getattr(self.module, "FILES", ()))
        path, colon, number = text.strip().rpartition(":")
        if not (colon and number.isascii() and number.isdecimal() and path.lower().endswith(endings)):
            path, number = text.strip(), "1"
        if not endings or not path.lower().endswith(endings):
            return text
        return self._told("file_game", str, Path(path), whole_number(number) or 0)

    def with_passes(self, games: Sequence[Any]) -> tuple[Any, Any]:
        """The moves of games in which passes are left out, with them: joined, and where those of each end."""
        made, ends = self._ask("with_passes", tuple, games)
        return made, ends

    def explain(self, position: Any) -> list[tuple[str, int, int]] | None:
        """Each term of the evaluation with its points for the player to move and for the other; None if nothing is told."""
        return self._ask("explain", _terms, position, **self.told_options) if hasattr(self.module, "explain") else None

    def score_text(self, score: int) -> str:
        """A score for people: `win`, `loss`, or how many of what they count, as `+6`, `-1.25` or `0`."""
        return score_text(score, self.unit)

    def plies_left(self, position: Any) -> int | None:
        """How many plies the game goes on at most, passes aside; None if nobody knows."""
        return self._ask("plies_left", int, position) if hasattr(self.module, "plies_left") else None

    @property
    def has_late_positions(self) -> bool:
        """Whether it tells positions with little left, to be solved together."""
        return hasattr(self.module, "late_positions")

    def late_positions(self, size: int) -> Iterator[Any]:
        """All positions with so much left, as the game counts it; there may be millions, and it may say how many."""
        if not self.has_late_positions:
            raise BadInput(f"{self.name} does not say which positions are late; name some")
        told: Iterator[Any] = self._told("late_positions", iter, size, **self.told_options)
        blocks = iter(lambda: self._called("late_positions()", lambda: [*itertools.islice(told, AT_ONCE)]), [])
        return Counted(operator.length_hint(told), itertools.chain.from_iterable(blocks))

    def progress(self, position: Any) -> float:
        """How far the game has come, from 0 to 1; 0 if nobody knows."""
        return self._ask("progress", float, position) if hasattr(self.module, "progress") else 0.0

    @property
    def expectation(self) -> tuple[float, ...]:
        """The points that make 73 % of the result, from the start of the game to its end; none where that is not known."""
        said = getattr(self.module, "EXPECTATION", ())
        scales = tuple(float(scale) for scale in (said if isinstance(said, (tuple, list)) else (said,)))
        if not all(0 < scale < float("inf") for scale in scales):
            raise BadInput(f"EXPECTATION of {self.name} must be points, more than 0, not {quoted(said)}")
        return scales

    def cuts(self, position: Any) -> list[Cut]:
        """What forward pruning goes by in positions like this one; nothing where it has not been found out."""
        cuts: list[Cut] = self._ask("probcut", list, position, **self.told_options) if hasattr(self.module, "probcut") else []
        return cuts

    def _ask(self, name: str, convert: Callable[[Any], T], *arguments: Any, **options: Any) -> T:
        """What a function of the module gives; an error there is said in one line."""
        function = getattr(self.module, name)
        return self._called(f"{name}()", lambda: convert(function(*arguments, **options)))

    def _ask_with_turn(self, name: str, convert: Callable[[Any], T], position: Any, what: Any, turn: int | None) -> T:
        """The same of a function that may want to know whose turn it is."""
        function = getattr(self.module, name)

        def known() -> int:
            return self.turn(position) if turn is None else turn

        return self._called(f"{name}()", lambda: convert(told_turn(function, position, what, turn=known)))

    def _told(self, name: str, convert: Callable[[Any], T], *arguments: Any, **options: Any) -> T:
        """The same for what a person wrote: a ValueError that the function raises is what he is told."""
        function = getattr(self.module, name)
        return self._called(f"{name}()", lambda: convert(function(*arguments, **options)), for_people=True)

    def _rule(self, rule: Callable[..., Any], convert: Callable[[Any], T], *arguments: Any) -> T:
        """What a rule gives as plain Python."""
        return self._called(f"rule '{rule.__name__}'", lambda: convert(rule(*arguments)))

    def asked(self, what: str, ask: Callable[[], T]) -> T:
        """What code of the game's author gives that is no function of its module, as a format's; errors are said."""
        return self._called(what, ask, for_people=True)

    def _called(self, what: str, ask: Callable[[], T], for_people: bool = False) -> T:
        try:
            return ask()
        except BaseException as error:
            from damier.games.faults import blamed

            file = getattr(self.module, "__file__", None) or self.name
            raise blamed(Path(file), error, what, for_people) from None

    def _position(self, given: Any) -> Any:
        """What a game gives as a position, with every field of its declared type."""
        if not hasattr(type(given), "_fields"):
            raise BadInput(f"{quoted(given)} is no position of {self.name}: a position is a NamedTuple of whole numbers")
        tell_weights(type(given), self._usual_weights)
        return native(given)

    def check_options(self) -> None:
        """Raise BadInput if there is no such game: of that size, with such an evaluation."""
        self.start()
        if self.options:
            self.weights()

    @property
    def with_usual_evaluation(self) -> "Game":
        """The same game, judged as damier does by itself."""
        return replace(self, options={name: value for name, value in self.options.items() if name != EVALUATION})

    @property
    def with_own_evaluation(self) -> "Game":
        """The same game, judged as its author has written, whatever it has learnt since."""
        return replace(self, options={**self.options, EVALUATION: OWN})

    @property
    def as_shipped(self) -> "Game":
        """The same game, judged as it comes with damier, whatever it has learnt here."""
        shipped = network_shipped(self)
        return (
            self.with_own_evaluation if shipped is None else replace(self, options={**self.options, EVALUATION: str(shipped)})
        )

    def _usual_weights(self, position: Any) -> Any:
        return self.with_usual_evaluation.weights(position)

    def told_adjustable(self) -> Any:
        """What it says of the numbers that make its weights; None if nothing (see `adjustable.py`)."""
        return self._told("adjustable", _as_it_is, **self.told_options) if hasattr(self.module, "adjustable") else None

    def weights(self, position: Any = None) -> Any:
        """The weights of the evaluation, as one int32 array; those for a search of a position may have more behind them."""
        named = self.options.get(EVALUATION, "")
        if named == NETWORK:
            return self._beside(network_named(self).weights, position)
        if not named and (by_itself := network_by_itself(self)) is not None:
            return self._beside(by_itself.weights, position)
        if named not in ("", OWN) and EVALUATION not in self.told_options:
            return self._weights_in_file(Path(str(named)), position)
        return self._own_weights(position)

    def _own_weights(self, position: Any) -> Any:
        """Those that its author's evaluation is given."""
        if position is not None and hasattr(self.module, "weights_for"):
            return self._told("weights_for", _weights, position, **self.told_options)
        if hasattr(self.module, "weights"):
            return self._told("weights", _weights, **self.told_options)
        return np.asarray(getattr(self.module, "WEIGHTS", ()), np.int32)

    def _beside(self, network: Any, position: Any) -> Any:
        """The weights of a network, with the game's own behind them where it has them correct what the network says."""
        is_corrected = has_rule(self.start() if position is None else position, "corrected")
        return joined(network, self._own_weights(position)) if is_corrected else network

    def _weights_in_file(self, path: Path, position: Any) -> Any:
        """Those of a network that was learnt for these rules, or of a file of numbers."""
        from damier.games.adjustable import weights_in_file
        from damier.network.file import is_network_file

        is_network = is_network_file(path) or not self.has_weights
        return self._beside(network_in(path, self).weights, position) if is_network else weights_in_file(self, path)


def score_text(score: int, unit: int = 1) -> str:
    """A score for people, of which so many points make one of what they count."""
    if score in (WIN, LOSS):
        return "win" if score == WIN else "loss"
    return f"{'+' if score > 0 else ''}{in_units(score, unit)}"


def in_units(points: int, unit: int) -> str:
    """Points in what people count, without needless decimals: 600 and 125 of which 100 make one are `6` and `1.25`."""
    decimals = len(str(unit - 1)) if unit > 1 else 0
    number = f"{points / unit:.{decimals}f}"
    return number.rstrip("0").rstrip(".") if decimals else number


# --------------------------------------------------------------------------------------------------------------------
# What functions of a game give, as it is expected


def _as_it_is(given: Any) -> Any:
    return given


def _is_of_any_game(evaluation: str) -> bool:
    """Whether it is an evaluation of which a game's module need not know."""
    return evaluation in (OWN, NETWORK) or evaluation.endswith(ENDING)


def _number_of_move(value: Any) -> int:
    """The number of a move, from 1 on."""
    number = operator.index(value)
    if number < 1:
        raise ValueError(f"moves are counted from 1 on, not {number}")
    return number


def _whole_or_none(given: Any) -> int | None:
    return None if given is None else int(given)


def _whole_numbers(given: Any) -> list[int]:
    return [int(number) for number in given]


def _places(given: Any) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in given]


def _places_by_kind(given: Any) -> dict[str, list[tuple[int, int]]]:
    return {str(kind): _places(places) for kind, places in dict(given).items()}


def _terms(given: Any) -> list[tuple[str, int, int]]:
    return [(str(name), int(own), int(other)) for name, own, other in given]


def _weights(given: Any) -> Any:
    return np.asarray(given, np.int32)
