"""What each piece is worth to the network that judges the game at the board, as the page sees it: for the first player."""

from pydantic import BaseModel, Field

from damier.engine.piece_values import piece_values, points_text
from damier.web.boards import Place
from damier.web.play.sitting import Sitting


class PieceView(BaseModel):
    """What a piece is worth."""

    cell: Place
    name: str = Field(description="of the cell")
    text: str = Field(description="the worth for the first player, as people write it")
    points: int = Field(description="the same as a number, for the first player")


class PiecesView(BaseModel):
    """What all pieces are worth to the network: its estimate, less that without the piece; they need not add up."""

    node: int
    estimate: str = Field(description="of the position, for the first player; empty if no network judges the game")
    pieces: list[PieceView] = Field(description="those that matter most first")
    elsewhere: str = Field(description="worth of what no square shows; empty if there is nothing of the kind")
    tells: str = Field(description="what is counted")


def view_pieces(sitting: Sitting) -> PiecesView:
    """What the pieces of the position on the board are worth; the game does not wait for it."""
    with sitting.lock:
        node, game = sitting.tree.here, sitting.tree.game
        position, turn = sitting.session.position, sitting.session.turn
        network = sitting.thinking.network
    tells = f"estimates in {game.counted}s"
    if network is None:
        return PiecesView(node=node, estimate="", pieces=[], elsewhere="", tells=tells)
    found = sitting.ask(lambda: piece_values(game, position, turn, network))
    sign = 1 if turn == 0 else -1
    return PiecesView(
        node=node,
        estimate=points_text(game, sign * found.estimate),
        pieces=[
            PieceView(cell=each.place, name=each.name, text=points_text(game, sign * each.points), points=sign * each.points)
            for each in found.pieces
        ],
        elsewhere="" if found.elsewhere is None else points_text(game, sign * found.elsewhere),
        tells=tells,
    )
