"""Chess in writing: the names of moves, lists of moves, and what is drawn.

Moves are named in SAN, `Nf3`, `exd5`, `O-O`, `e8=Q+`, or for other programs in coordinates, `g1f3`. Castling is the king's
move there, `e1g1`; where a king or a rook may castle from an unusual square, the king takes its rook, `f1h1`. Moves are read
as people write them: in SAN with or without x, =, + and #, in coordinates, castling with noughts or in either way above.
Capitals matter where they must: `bxc3` is a pawn's move, `Bxc3` a bishop's.
"""

import functools
import re
from typing import NamedTuple

from damier.games.chess import fen
from damier.games.chess.generation import C1, G1, checkers, has_legal_move, piece_at
from damier.games.chess.position import (
    CAPTURED,
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    FIFTY,
    KIND,
    KING,
    NOTHING,
    PAWN,
    PIECE,
    PLAIN,
    PROMOTION,
    QUEEN,
    ROOK,
    TO,
    Chess,
    captured_by,
    clock_of,
    from_square,
    has_unusual_castling,
    is_black,
    kind_of,
    number_of,
    piece_of,
    promotion_of,
    rook_file,
    to_square,
)
from damier.games.chess.rules import is_dead
from damier.games.game import BadInput, Board, Cell, SetUpField
from damier.games.game_text import MOST_GAME, is_result
from damier.games.game_text import MOST_MOVES as MOST_PLAYED
from damier.kernel import native
from damier.rules import legal_moves, play
from damier.wording import beginning

CAPITALS = " PNBRQK"  # by the number of a piece
FILES = "abcdefgh"
MOST_NAME = 40  # letters of a move
WRITTEN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?")


@functools.lru_cache(maxsize=64)
def _legal(position: Chess) -> tuple[int, ...]:
    """The legal moves; kept for a while, since to name a move all of them are looked at."""
    return tuple(legal_moves(position))


# --------------------------------------------------------------------------------------------------------------------
# Names of moves


def uci_name(position: Chess, move: int) -> str:
    """A move in coordinates: `e2e4`, `e7e8q`; castling as the king's move, `e1g1`, or as above."""
    turned = 56 * int(is_black(position))
    takes_rook = kind_of(move) == CASTLING and has_unusual_castling(position)
    source = int(from_square(move)) ^ turned
    target = (_castling_rook(position, move) if takes_rook else int(to_square(move))) ^ turned
    promotion = int(promotion_of(move))
    return fen.square_name(source) + fen.square_name(target) + (fen.LETTERS[promotion] if promotion else "")


def _castling_rook(position: Chess, move: int) -> int:
    """The square from which the rook castles, as the player to move sees it."""
    return int(rook_file(position, int(to_square(move) == C1)))


def move_of(position: Chess, source: int, target: int, promotion: int = NOTHING) -> int:
    """The move from one square to another, as White sees them, which must be a legal one."""
    turned = 56 * int(is_black(position))
    source, target = source ^ turned, target ^ turned
    piece, captured, kind = int(piece_at(position, source)), int(piece_at(position, target)), PLAIN
    if piece == PAWN and abs(target - source) == 16:
        kind = DOUBLE_STEP
    elif piece == PAWN and (target - source) % 8 and captured == NOTHING:
        captured, kind = PAWN, EN_PASSANT
    elif piece == KING and (captured == ROOK and int(position.own) >> target & 1):  # its own: castling as above
        target, captured, kind = G1 if target > source else C1, NOTHING, CASTLING
    elif piece == KING and source >> 3 == target >> 3 and abs(target - source) > 1:
        kind = CASTLING
    return source | target << TO | piece << PIECE | captured << CAPTURED | promotion << PROMOTION | kind << KIND


def move_name(position: Chess, move: int) -> str:
    """A move in SAN: `Nbd2`, `exd5`, `O-O`, `e8=Q+`; in coordinates if it is not legal."""
    legal = _legal(position)
    if move not in legal:
        return uci_name(position, move)
    child = native(play(position, move))
    checking = checkers(child)
    sign = "" if not checking else "+" if has_legal_move(child, checking) else "#"
    if kind_of(move) == CASTLING:
        return ("O-O" if to_square(move) == G1 else "O-O-O") + sign
    written = uci_name(position, move)
    source, target = written[:2], written[2:4]
    takes = "x" if captured_by(move) != NOTHING else ""
    piece, promotion = int(piece_of(move)), int(promotion_of(move))
    if piece == PAWN:
        return (source[0] if takes else "") + takes + target + (f"={CAPITALS[promotion]}" if promotion else "") + sign
    return CAPITALS[piece] + _origin(position, move, legal, source) + takes + target + sign


def _origin(position: Chess, move: int, legal: tuple[int, ...], source: str) -> str:
    """What tells a piece from others of its kind that could go to the same square: file, rank or both."""
    piece, target = piece_of(move), to_square(move)
    if piece == KING:
        return ""
    rivals = [
        int(from_square(other)) for other in legal if other != move and piece_of(other) == piece and to_square(other) == target
    ]
    if not rivals:
        return ""
    here = int(from_square(move))
    if all(other & 7 != here & 7 for other in rivals):
        return source[0]
    return source[1] if all(other >> 3 != here >> 3 for other in rivals) else source


def read_move(position: Chess, text: str) -> int | None:
    """The legal move that is written so; None if there is none, or if it could be several."""
    if len(text) > MOST_NAME:
        return None
    written = re.sub(r"(\s*e\.?p\.?)?[+#!?]*$", "", text.strip())
    castling = re.fullmatch(r"([oO0])-?\1(-?\1)?", written)
    legal = _legal(position)
    if castling:
        is_long = castling.group(2) is not None
        found = [move for move in legal if kind_of(move) == CASTLING and (to_square(move) == C1) == is_long]
        return found[0] if found else None
    exact = _matching(position, legal, written)
    if exact is None and written[:1] in tuple("kqrbn"):  # `nf3`; `bxc3` only if no pawn can
        return _matching(position, legal, written[0].upper() + written[1:])
    return exact


def _matching(position: Chess, legal: tuple[int, ...], written: str) -> int | None:
    """The only legal move that fits what is written; without a letter it is a pawn's, unless both squares are there.

    A king castles that goes to its rook, or where it will stand then if it could not just step there.
    """
    match = WRITTEN.fullmatch(written)
    if not match:
        return None
    letter, file, rank, target, promotion = match.groups()
    turned = 56 * int(is_black(position))
    goes_to = fen.square_of(target) ^ turned
    from_file = FILES.index(file) if file else None
    from_rank = (int(rank) - 1) ^ (turned >> 3) if rank else None
    piece = CAPITALS.index(letter) if letter else PAWN if not (file and rank) else None
    becomes = CAPITALS.index(promotion.upper()) if promotion else QUEEN
    if piece in (None, KING) and from_rank == 0 and not promotion:
        for move in legal:
            if kind_of(move) == CASTLING and from_file == from_square(move) and _castling_rook(position, move) == goes_to:
                return move
    found = [
        move
        for move in legal
        if to_square(move) == goes_to
        and piece in (None, piece_of(move))
        and from_file in (None, from_square(move) & 7)
        and from_rank in (None, from_square(move) >> 3)
        and (promotion_of(move) == becomes or (promotion_of(move) == NOTHING and not promotion))
    ]
    found = [move for move in found if kind_of(move) != CASTLING] or found
    return found[0] if len(found) == 1 else None


# --------------------------------------------------------------------------------------------------------------------
# Positions and games


class Replayed(NamedTuple):
    """The positions of a game, the first one included, and its moves."""

    positions: list[Chess]
    moves: list[int]


def start() -> Chess:
    """The position games begin with."""
    return fen.read(fen.START)


def parse(text: str) -> Chess:
    """A FEN, `startpos`, or a game from the start: `e4 e5 Nf3`, `1. e4 e5 2. Nf3`, `e2e4 e7e5`, or in PGN."""
    position, made = record(text)
    for move in made:
        position = native(play(position, move))
    return position


def record(text: str) -> tuple[Chess, list[int]]:
    """The first position of a game that is written so, and its moves; a FEN is a position and no moves."""
    from damier.games.chess import pgn

    if not text.strip():
        return start(), []
    if pgn.is_pgn(text):
        found = next(pgn.read_games(text))
        return fen.read(found.start), found.moves
    if len(text) > MOST_GAME:
        raise BadInput(f"a text of {len(text):,} letters is no game; at most {MOST_GAME:,}")
    if "/" in text.split(maxsplit=1)[0]:
        return fen.read(text), []
    return start(), replay_moves(text).moves


def replay(text: str) -> list[int]:
    """The moves of a game: a list of moves, or PGN."""
    return record(text)[1]


def text(position: Chess) -> str:
    """The FEN."""
    return fen.write(position)


def turn(position: Chess) -> int:
    """White's (0) or Black's (1)."""
    return int(is_black(position))


def move_number(position: Chess) -> int:
    """The number of the move, as the FEN counts it."""
    return max(1, int(number_of(position)))  # it is counted to an end


def ending(position: Chess) -> str:
    """Why the game is over in this position; nothing while it goes on."""
    checking = checkers(position)
    if not has_legal_move(position, checking):
        return "checkmate" if checking else "stalemate"
    if is_dead(position):
        return "insufficient material"
    return "fifty moves" if clock_of(position) >= FIFTY else ""


def replay_moves(text: str, position: Chess | None = None) -> Replayed:
    """The game of moves that are written one after the other, numbered or not, with or without its result."""
    replayed = Replayed([start() if position is None else position], [])
    for name in _names(text):
        if len(replayed.moves) >= MOST_PLAYED:
            raise BadInput(f"a game has at most {MOST_PLAYED:,} moves")
        here = replayed.positions[-1]
        move = read_move(here, name)
        if move is None:
            place = f"{int(number_of(here))}{'...' if is_black(here) else '.'}"
            legal = ", ".join(move_name(here, each) for each in _legal(here)) or f"none: the game is over ({ending(here)})"
            raise BadInput(f"move {place} {beginning(name)} is not legal there; legal moves: {legal}")
        replayed.moves.append(move)
        replayed.positions.append(native(play(here, move)))
    return replayed


def _names(text: str) -> list[str]:
    """The moves of a list without its numbers, result and commas."""
    words = re.sub(r"\b\d+\.+", " ", text.replace(",", " ")).split()
    if words[:1] == ["startpos"]:
        words = words[2:] if words[1:2] == ["moves"] else words[1:]
    return words[:-1] if words and is_result(words[-1]) else words


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def board(position: Chess, turn: int) -> Board:
    """White at the bottom, whoever's turn it is."""
    standing = fen.letters(position)
    rows = [[_cell(standing[8 * rank + file]) for file in range(8)] for rank in range(7, -1, -1)]
    return Board(rows, rows=list("87654321"), columns=list(FILES), theme="wood")


def _cell(letter: str) -> Cell:
    return Cell(letter, int(letter.islower()), "piece") if letter else Cell()


def highlights(position: Chess, turn: int) -> dict[str, list[tuple[int, int]]]:
    """The king of the player to move, if he is in check."""
    if not checkers(position):
        return {}
    king = "kK"[turn == 0]
    rows = board(position, turn).cells
    return {"check": [(row, column) for row in range(8) for column in range(8) if rows[row][column].text == king]}


PALETTE = [Cell(), *(_cell(letter) for letter in "KQRBNPkqrbnp")]
HOMES = {"K": ("K", 7, 4, 7), "Q": ("K", 7, 4, 0), "k": ("k", 0, 4, 7), "q": ("k", 0, 4, 0)}  # king, row, its file, the rook's


RIGHTS = "KQkq"
NOWHERE = "-"  # instead of the square of a capture in passing
SET_UP_FIELDS = [
    SetUpField("castling", RIGHTS, several=True),
    SetUpField("en_passant", (NOWHERE, *(f"{file}{rank}" for rank in "63" for file in FILES))),
]


def set_up_fields(position: Chess) -> dict[str, str]:
    """Who may castle where, and the square on which a pawn can be taken in passing, as the FEN tells them."""
    _, _, rights, passing, *_ = fen.write(position).split()
    return {"castling": "".join(right for right in RIGHTS if right in rights), "en_passant": passing}


def set_up(cells: list[list[Cell]], turn: int, castling: str | None = None, en_passant: str = NOWHERE) -> str:
    """The FEN of a board that was set up by hand; where it is not said, who has king and rook at home may castle."""
    rows = "/".join("".join(cell.text or "1" for cell in row) for row in cells)
    for empty in range(8, 1, -1):
        rows = rows.replace("1" * empty, str(empty))
    is_square = len(cells) == 8 and all(len(row) == 8 for row in cells)
    rights = ""
    for right, (king, rank, file, corner) in HOMES.items() if is_square else ():
        rook = "R" if king == "K" else "r"
        if cells[rank][file].text == king and cells[rank][corner].text == rook:
            rights += right
    if castling is not None:
        rights = "".join(right for right in RIGHTS if right in castling)
    return f"{rows} {'wb'[turn]} {rights or '-'} {en_passant or NOWHERE} 0 1"


def cells(position: Chess, move: int, turn: int) -> list[tuple[int, int]]:
    """From and to, as in coordinates."""
    name = uci_name(position, move)
    return [(8 - int(square[1]), FILES.index(square[0])) for square in (name[:2], name[2:4])]
