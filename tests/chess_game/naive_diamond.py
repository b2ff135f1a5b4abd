"""DiamondChess' evaluation counted plainly, with python-chess, square by square: the slow twin of `games/chess/diamond.py`."""

import chess

from damier.games.chess.diamond_weights import TERMS

KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}
CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)
Counted = dict[str, list[int]]


def estimate(board: chess.Board) -> int:
    """E for the player to move."""
    own, other = (_worth(count(board, colour)) for colour in (board.turn, not board.turn))
    return own - other


def _worth(counted: Counted) -> int:
    return sum(times * each for name, values in TERMS.items() for times, each in zip(counted[name], values, strict=True))


def count(board: chess.Board, colour: chess.Color) -> Counted:
    """How often each term counts for one side."""
    found = {name: [0] * len(values) for name, values in TERMS.items()}
    for kind in KINDS[:-1]:
        found["material"][kind - 1] = len(board.pieces(kind, colour))
    found["centre"][0] = int(_held(board, colour) > _held(board, not colour))
    for square, piece in board.piece_map().items():
        if piece.color == colour:
            _count_piece(board, square, piece, found)
    rights = [board.has_kingside_castling_rights(colour), board.has_queenside_castling_rights(colour)]
    king = chess.square_name(board.king(colour) or 0)
    found["castling"] = [sum(rights), int(king in (("c1", "g1") if colour else ("c8", "g8")))]
    return found


def _held(board: chess.Board, colour: chess.Color) -> int:
    """Squares of the centre where a piece of this side stands, and those that more of its pieces attack than the other's."""
    standing = sum(board.color_at(square) == colour for square in CENTRE)
    return standing + sum(len(board.attackers(colour, each)) > len(board.attackers(not colour, each)) for each in CENTRE)


def _count_piece(board: chess.Board, square: chess.Square, piece: chess.Piece, found: Counted) -> None:
    colour, kind = piece.color, piece.piece_type
    home = chess.Board().piece_at(square)
    found["at home"][kind - 1] += home == piece
    protecting, threatening = board.attackers(colour, square), board.attackers(not colour, square)
    attacks = board.attacks(square)
    if kind != chess.KING:
        if len(threatening) > len(protecting):
            found["en prise"][kind - 1] += 1
        else:
            found["protected"][0] += len(protecting)
            found["protecting each other"][0] += sum(each in attacks for each in protecting)
    found["mobility"][0] += _moves(board, square, piece)
    victims = [each for each in attacks if board.color_at(each) == (not colour)]
    found["fork"][0] += len(victims) >= 2
    found["one-way attack"][0] += sum(each not in threatening for each in victims)
    king = board.king(not colour)
    assert king is not None
    found["tropism"][0] += sum(chess.square_distance(each, king) == 1 for each in attacks)
    found["tropism"][1] += _is_held_up(board, square, kind, king)


def _moves(board: chess.Board, square: chess.Square, piece: chess.Piece) -> int:
    """The squares a piece can go to, whether or not its king would be in check."""
    if piece.piece_type != chess.PAWN:
        return sum(board.color_at(each) != piece.color for each in board.attacks(square))
    takes = sum(board.color_at(each) == (not piece.color) for each in board.attacks(square))
    up, rank = (8, 1) if piece.color else (-8, 6)
    if not 0 <= square + up < 64 or board.piece_at(square + up):
        return takes
    return takes + 1 + int(chess.square_rank(square) == rank and board.piece_at(square + 2 * up) is None)


def _is_held_up(board: chess.Board, square: chess.Square, kind: chess.PieceType, king: chess.Square) -> bool:
    """Whether a bishop, rook or queen would attack the king if the one piece between them were gone."""
    across, up = (
        abs(chess.square_file(square) - chess.square_file(king)),
        abs(chess.square_rank(square) - chess.square_rank(king)),
    )
    goes = {chess.BISHOP: across == up, chess.ROOK: 0 in (across, up), chess.QUEEN: across == up or 0 in (across, up)}
    between = chess.SquareSet(chess.between(square, king))
    return goes.get(kind, False) and sum(board.piece_at(each) is not None for each in between) == 1
