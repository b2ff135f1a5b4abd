"""Which games at the board are learnt from: those in which damier has played, if that is wanted, when they have just ended;
any other that is over, if a person asks for it. Each sitting is learnt from once."""

from typing import TYPE_CHECKING

from damier.books.aims import AIMS
from damier.books.learnt.learner import Finished
from damier.games.game import BadInput
from damier.web.play.learning import Learning, ToLearn

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

PENDING = ("waiting", "learning")


def game_ended(sitting: "Sitting") -> None:
    """The game has just ended on the board: learn from it, if that is wanted. Under the sitting's lock."""
    if sitting.settings.learn and sitting.learning is None and any(side.is_program for side in sitting.settings.sides):
        begin(sitting)


def begin(sitting: "Sitting", node: int | None = None, may_be_known: bool = False) -> None:
    """Learn from the game that ended at a node, or here; if that cannot be, it is told."""
    node = sitting.tree.here if node is None else node
    session = sitting.tree.session_to(node)
    result = session.score
    if result is None and sitting.ended is not None and sitting.ended.node == node:
        result = 1 if sitting.ended.winner == 0 else -1
    if result is None or not session.moves:
        return  # nothing was played
    programs = [player for player, side in enumerate(sitting.settings.sides) if side.is_program]
    first, second = (f"damier ({side.manner})" if side.is_program else "Player" for side in sitting.settings.sides)
    sitting.learning = Learning(node, "waiting")
    mine = programs[0] if len(programs) == 1 else None
    sign = (result > 0) - (result < 0)
    game = Finished(session, sign, mine, sitting.pace.copy(), {"first": first, "second": second})
    mark, aim = f"damier web {sitting.id}", AIMS[sitting.settings.aim]
    try:
        sitting.room.learning.learn(ToLearn(game, mark, may_be_known, aim, sitting.learning_went_on))
    except BadInput as error:
        sitting.learning = Learning(node, "failed", str(error))


def take_up(sitting: "Sitting") -> None:
    """A game comes back to the board: learn from it if a server ended before that was done."""
    with sitting.lock:
        if sitting.learning is not None and sitting.learning.status in PENDING:
            node, sitting.learning = sitting.learning.node, None
            if node in sitting.tree.nodes:
                begin(sitting, node, may_be_known=True)
