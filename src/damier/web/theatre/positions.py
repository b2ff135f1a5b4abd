"""The positions of some nodes of a tree below a position, for the small board beside it.

Nodes are asked for by the moves that lead to them from the root, many at once: what several paths share is played once.
"""

from typing import Any, NamedTuple

from damier.games.game import BadInput, Game
from damier.games.game_text import NotWanted, Wanted
from damier.kernel import native
from damier.rules import null
from damier.web.boards import Place, cells_on, named, view_board
from damier.web.theatre.models import NodePosition, NodesView
from damier.wording import quoted

Steps = tuple[str | None, ...]


class Reached(NamedTuple):
    """A position, who moves in it, and the cells of the move that led there."""

    position: Any
    turn: int
    cells: list[Place]


def view_nodes(game: Game, text: str, paths: list[Steps], is_wanted: Wanted) -> NodesView:
    """The positions at the ends of paths of moves; BadInput if one of the moves cannot be made."""
    root = game.parse(text)
    known: dict[Steps, Reached] = {(): Reached(root, game.turn_written(text), [])}
    naming = game.turn(root) ^ known[()].turn  # moves of a tree are named as if a text told no more than its position does
    for path in paths:
        for length in range(1, len(path) + 1):
            if not is_wanted():
                raise NotWanted
            if path[:length] not in known:
                known[path[:length]] = _after(game, known[path[: length - 1]], path[length - 1], naming)
    return NodesView(players=[named(game, player) for player in (0, 1)], nodes=[_view(game, known[path]) for path in paths])


def _after(game: Game, here: Reached, step: str | None, naming: int) -> Reached:
    """What a move, by its name, or a pass leads to."""
    if game.outcome(here.position) is not None:
        raise BadInput(f"the game is over before the move {quoted(step or 'pass')}")
    if step is None:
        return Reached(native(null(here.position)), 1 - here.turn, [])
    moves = game.moves(here.position)
    move = next((each for each in moves if game.move_name(here.position, each, here.turn ^ naming) == step), None)
    if move is None:
        raise BadInput(f"there is no move {quoted(step)} in the position {game.text(here.position)[:200]}")
    child = game.play(here.position, move)
    turn = here.turn if game.same_player(here.position, child) else 1 - here.turn
    return Reached(child, turn, game.cells(here.position, move, here.turn))


def _view(game: Game, node: Reached) -> NodePosition:
    board = game.board(node.position, node.turn)
    return NodePosition(board=view_board(board), last=cells_on(board, node.cells), turn=node.turn)
