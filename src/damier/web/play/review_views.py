"""The review of a game as the page sees it: its mistakes, each with what was better and why, and how well each has played."""

from typing import NamedTuple

from damier.games.game import Game
from damier.records.variations import Node
from damier.web.play.attempt import Attempt
from damier.web.play.mistakes import SIGNS, accuracy, cost, fall, mark_of
from damier.web.play.models.review import AccuracyView, AttemptView, MistakeView, ReviewView
from damier.web.play.sitting import Sitting
from damier.web.play.views import cost_text, view_steps, view_worth
from damier.web.play.worth import Worth


def sign_of(node: Node, before: Worth | None, after: Worth | None, game: Game) -> str:
    """The sign of a move, by what the positions around it are worth; the best move never has one."""
    if before is None or after is None or (before.thought is not None and before.thought.move == node.move):
        return ""
    return mark_of(before, after, node.player, game)


def view_mistake(sitting: Sitting, node: Node, mark: str, before: Worth, after: Worth) -> MistakeView:
    """A bad move, and what there is to say of it."""
    game, parent = sitting.tree.game, sitting.tree.nodes[node.parent]
    worths = [view_worth(each, game) for each in (before, after)]
    assert worths[0] is not None
    assert worths[1] is not None
    return MistakeView(
        node=node.number,
        move=node.name,
        player=node.player,
        mark=mark,
        cost=cost_text(cost(before, after, node.player, game), game),
        counted=game.counted,
        before=worths[0],
        after=worths[1],
        better=view_steps(game, parent.situation, before.thought.line) if before.thought else [],
        refutation=view_steps(game, node.situation, after.thought.line) if after.thought else [],
    )


class _Judged(NamedTuple):
    """A move as it was judged, and of what: to count and to name moves asks the rules."""

    before: Worth
    after: Worth
    lost: float
    mark: str
    view: MistakeView | None


Seen = dict[int, _Judged]


def view_review(sitting: Sitting, seen: Seen) -> ReviewView:
    """What is known of the line on the board, as far as it was checked; what was seen and has not changed is not made again."""
    tree, thinking = sitting.tree, sitting.thinking
    mistakes = []
    falls: list[list[float]] = [[], []]
    marks: list[dict[str, int]] = [dict.fromkeys(SIGNS, 0) for _ in (0, 1)]
    for number in tree.line_through(tree.here)[1:]:
        node = tree.nodes[number]
        before, after = thinking.worths.get(node.parent), thinking.worths.get(number)
        if before is None or after is None or not {node.parent, number} <= thinking.checked:
            continue
        judged = seen.get(number)
        if judged is None or judged.before is not before or judged.after is not after:
            judged = seen[number] = _judge(sitting, node, before, after)
        if node.parent not in thinking.forced:
            falls[node.player].append(judged.lost)
        if judged.view is not None:
            marks[node.player][judged.mark] += 1
            mistakes.append(judged.view)
    players = [
        AccuracyView(accuracy=accuracy(falls[player]), judged=len(falls[player]), marks=marks[player]) for player in (0, 1)
    ]
    return ReviewView(mistakes=mistakes, players=players)


def _judge(sitting: Sitting, node: Node, before: Worth, after: Worth) -> _Judged:
    game = sitting.tree.game
    is_best = before.thought is not None and before.thought.move == node.move
    mark = sign_of(node, before, after, game)
    view = view_mistake(sitting, node, mark, before, after) if mark else None
    return _Judged(before, after, 0.0 if is_best else fall(before, after, node.player, game), mark, view)


def view_attempt(sitting: Sitting, attempt: Attempt) -> AttemptView:
    """What was found of a move that a person would make."""
    game, here = sitting.tree.game, sitting.tree.nodes[attempt.node].situation
    line = attempt.after.thought.line if attempt.after and attempt.after.thought else []
    return AttemptView(
        node=attempt.node,
        move=attempt.name,
        player=attempt.player,
        verdict=attempt.verdict,
        mark=attempt.mark,
        cost=cost_text(attempt.cost, game),
        counted=game.counted,
        before=view_worth(attempt.before, game),
        after=view_worth(attempt.after, game),
        line=view_steps(game, here, [attempt.move, *line])[1:],
    )
