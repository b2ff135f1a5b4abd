"""`damier analyse --explain`: why a position looks as good as it does, by the terms of its evaluation or by its pieces."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from damier.engine.piece_values import Explained, PieceValue
    from damier.games.game import Cell, Game
    from damier.records.session import Session

A_LINE = 6  # pieces of the list that stand side by side
NEED_NOT_ADD_UP = "They need not add up to the estimate: a piece is worth what it is together with the others."


class Explanation(Protocol):
    """What can be said of an estimate."""

    def as_json(self) -> dict[str, Any]:
        """For other programs."""

    def tell(self) -> None:
        """For people, on the terminal."""


def explained(session: "Session") -> Explanation:
    """The explanation of what a position looks worth: that of a network, or the game's own."""
    from damier.engine.piece_values import network_of, piece_values

    game = session.game
    if (network := network_of(game)) is not None:
        return _ByPieces(session, piece_values(game, session.position, session.turn, network))
    found = game.explain(session.position)
    if found is None:
        raise ValueError(f"{game.title} does not say what its evaluation is made of")
    return _ByTerms(session, found)


@dataclass(frozen=True)
class _ByTerms:
    """What each term of the game's own evaluation counts."""

    session: "Session"
    terms: list[tuple[str, int, int]]

    def as_json(self) -> dict[str, Any]:
        return {"terms": [{"term": name, "own": own, "other": other} for name, own, other in self.terms]}

    def tell(self) -> None:
        """A table: what each term counts for either side, and their difference."""
        game = self.session.game
        names = game.players if self.session.turn == 0 else game.players[::-1]
        total = "together", sum(own for _, own, _ in self.terms), sum(other for _, _, other in self.terms)
        width = max(len(name) for name, _, _ in self.terms)
        print(f"\nthe terms of {getattr(game.module, 'EXPLAINED', 'the evaluation')}")
        print(f"{'':{width}}  {names[0]:>13}  {names[1]:>13}  {'difference':>10}")
        for name, own, other in [*self.terms, total]:
            cells = [game.score_text(number) for number in (own, other, own - other)]
            print(f"{name:{width}}  {cells[0]:>13}  {cells[1]:>13}  {cells[2]:>10}")


@dataclass(frozen=True)
class _ByPieces:
    """What each piece on the board is worth to a network."""

    session: "Session"
    found: "Explained"

    def as_json(self) -> dict[str, Any]:
        return {
            "estimate": self.found.estimate,
            "pieces": [
                {
                    "cell": list(piece.place),
                    "name": piece.name,
                    "piece": piece.cell.text,
                    "owner": piece.cell.owner,
                    "worth": piece.points,
                }
                for piece in self.found.pieces
            ],
            **({} if self.found.elsewhere is None else {"elsewhere": self.found.elsewhere}),
        }

    def tell(self) -> None:
        """The board with a number on each piece, and a list, what matters most first."""
        import sys

        from rich.console import Console

        from damier.cli.board import cell_text, draw, shown_in
        from damier.engine.piece_values import points_text

        game, found = self.session.game, self.found
        board = game.board(self.session.position, self.session.turn)
        rows = [list(row) for row in board.cells]
        for piece in found.pieces:
            row, column = piece.place
            rows[row][column] = _labelled(game, piece, cell_text(piece.cell, ""))
        print("\nwhat each piece is worth to the network, for the player to move")
        drawn = draw(replace(board, cells=rows, caption=""))
        Console(highlight=False).print(shown_in(drawn, sys.stdout.encoding or "ascii"))
        listed = [f"{piece.name} {points_text(game, piece.points)}" for piece in found.pieces]
        width = max((len(text) for text in listed), default=0)
        for first in range(0, len(listed), A_LINE):
            print("   ".join(f"{text:{width}}" for text in listed[first : first + A_LINE]).rstrip())
        if found.elsewhere is not None:
            print(f"what no square shows: {points_text(game, found.elsewhere)}")
        print(f"the network's estimate: {points_text(game, found.estimate)}. {NEED_NOT_ADD_UP}")


def _labelled(game: "Game", piece: "PieceValue", sign: str) -> "Cell":
    from damier.engine.piece_values import points_text

    return piece.cell._replace(text=f"{sign} {points_text(game, piece.points)}".strip(), look="plain")
