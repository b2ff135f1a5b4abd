"""Draughts in writing: the names of moves, lists of moves, and what is drawn.

A step is named by its two squares, `11-15`, a capture by those where it begins and ends, `22x15`; where several captures have
these in common, by all squares it comes to, `26x17x10`. Read is whatever tells one move: with `-`, `x` or `:`, with all squares
or some, as `26x10`, and as well where the captures that are meant all lead to the same position.
"""

import functools
import re

from damier.games.draughts import fen
from damier.games.draughts.generation import is_capture, squares_of
from damier.games.draughts.rules import START, Draughts
from damier.games.draughts.squares import SQUARES, place_of, square_at
from damier.games.game import BadInput, Board, Cell
from damier.games.game_text import MOST_GAME, MOST_MOVES, is_result
from damier.kernel import native
from damier.rules import ONGOING, legal_moves, outcome, play
from damier.wording import beginning

MOST_NAME = 40  # letters of a move
_WRITTEN = re.compile(r"\d{1,2}(?:[-x:]\d{1,2}){1,12}", re.IGNORECASE | re.ASCII)
SIDE = 8


@functools.lru_cache(maxsize=64)
def _legal(position: Draughts) -> tuple[int, ...]:
    """The moves; kept for a while, since to name a move all of them are looked at."""
    return tuple(legal_moves(position))


# --------------------------------------------------------------------------------------------------------------------
# Names of moves


def path_of(p: Draughts, move: int) -> list[int]:
    """The squares a move comes to, numbered as players do."""
    return [fen.seen_from(bit, int(p.turn)) + 1 for bit in squares_of(move)]


def move_name(p: Draughts, move: int) -> str:
    """`11-15`, `22x15`, or with all squares if others begin and end alike."""
    path = path_of(p, move)
    if not is_capture(move):
        return f"{path[0]}-{path[1]}"
    rivals = [other for other in _legal(p) if other != move and _ends(path_of(p, other)) == _ends(path)]
    return "x".join(map(str, path if rivals else _ends(path)))


def _ends(path: list[int]) -> tuple[int, int]:
    return path[0], path[-1]


def read_move(p: Draughts, text: str) -> int | None:
    """The move that is written so; None if there is none, or if it could be several."""
    written = text.strip().rstrip("!?*")
    if len(written) > MOST_NAME or not _WRITTEN.fullmatch(written):
        return None
    squares = [int(number) for number in re.findall(r"\d+", written)]
    paths = {move: path_of(p, move) for move in _legal(p)}
    exact = [move for move, path in paths.items() if path == squares]
    if exact:
        return exact[0]
    meant = [move for move, path in paths.items() if _ends(path) == _ends(squares) and _is_along(squares, path)]
    return meant[0] if meant and len({native(play(p, move)) for move in meant}) == 1 else None


def _is_along(squares: list[int], path: list[int]) -> bool:
    """Whether a path comes to all these squares, in this order."""
    rest = iter(path)
    return all(square in rest for square in squares)


# --------------------------------------------------------------------------------------------------------------------
# Positions and games


def parse(text: str) -> Draughts:
    """A FEN, or a game from the start: `11-15 23-19`, `1. 11-15 23-19 2. 8-11`, or in PDN."""
    position, made = record(text)
    for move in made:
        position = native(play(position, move))
    return position


def record(text: str) -> tuple[Draughts, list[int]]:
    """The first position of a game that is written so, and its moves; a FEN is a position and no moves."""
    from damier.games.draughts import pdn

    if fen.is_fen(text):
        return fen.read(text), []
    if len(text) > MOST_GAME:
        raise BadInput(f"a text of {len(text):,} letters is no game; at most {MOST_GAME:,}")
    if pdn.is_pdn(text):
        return pdn.main_line(text)
    return START, replay_moves(text)


def replay_moves(text: str) -> list[int]:
    """The moves of a list from the start, numbered or not, with or without the result."""
    words = re.sub(r"\b\d+\.+", " ", text.replace(",", " ")).split()
    words = words[:-1] if words and is_result(words[-1]) else words
    position, made = START, list[int]()
    for ply, name in enumerate(words):
        if ply >= MOST_MOVES:
            raise BadInput(f"a game has at most {MOST_MOVES:,} moves")
        move = read_move(position, name)
        if move is None:
            raise BadInput(f"{numbered(ply)} {refusal(position, name)}")
        made.append(move)
        position = native(play(position, move))
    return made


def numbered(ply: int, turn: int = 0) -> str:
    """The number of a ply, from 0, in a game that begins with this player's turn: `move 3...`."""
    number, is_second = divmod(ply + turn, 2)
    return f"move {number + 1}{'...' if is_second else '.'}"


def refusal(p: Draughts, name: str) -> str:
    """Why there is no such move."""
    legal = ", ".join(move_name(p, move) for move in _legal(p)) or f"none: the game is over ({ending(p)})"
    return f"{beginning(name)} is not legal there; legal moves: {legal}"


def turn(p: Draughts) -> int:
    """Black's (0) or White's (1)."""
    return int(p.turn)


def ending(p: Draughts) -> str:
    """Why the game is over in this position; nothing while it goes on."""
    if outcome(p) == ONGOING:
        return ""
    if _legal(p):
        return "forty moves without progress"
    return "no move left" if (int(p.men) | int(p.kings)) & 0xFFFFFFFF else "no piece left"


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def _drawn_at(square: int) -> tuple[int, int]:
    """Where a square, from 0, is drawn: Black, who begins, sits below."""
    row, column = place_of(square)
    return SIDE - 1 - row, SIDE - 1 - column


MAN, KING = ([Cell(text, owner, "disc") for owner in (0, 1)] for text in ("", "K"))
PALETTE = [Cell(), *MAN, *KING]


def board(p: Draughts, turn: int) -> Board:
    """Black at the bottom, whoever's turn it is; the dark squares have their numbers."""
    rows = [[Cell() for _ in range(SIDE)] for _ in range(SIDE)]
    men, kings = fen.colours_of(p)
    looks = [*zip(MAN, men, strict=True), *zip(KING, kings, strict=True)]
    for square in range(SQUARES):
        row, column = _drawn_at(square)
        found = next((look for look, squares in looks if squares >> square & 1), Cell())
        rows[row][column] = found._replace(name=str(square + 1))
    black, white = ((men[owner] | kings[owner]).bit_count() for owner in (0, 1))
    return Board(rows, caption=f"black {black}, white {white}", theme="checks")


def set_up(cells: list[list[Cell]], turn: int) -> str:
    """The FEN of a board that was set up by hand."""
    sides: list[list[str]] = [[], []]
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell.owner < 0:
                continue
            square = square_at(SIDE - 1 - row, SIDE - 1 - column)
            if square is None:
                raise BadInput("a piece stands on a light square; draughts is played on the dark ones")
            sides[cell.owner].append(f"{cell.text}{square + 1}")
    black, white = (",".join(side) for side in sides)
    return f"{fen.COLOURS[turn]}:W{white}:B{black}"


def cells(p: Draughts, move: int, turn: int) -> list[tuple[int, int]]:
    """The squares it comes to, one after the other."""
    return [_drawn_at(square - 1) for square in path_of(p, move)]
