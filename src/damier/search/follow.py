"""The principal line where a search does not keep it whole: which moves keep the value, found one after the other.

SSS*, MTD(f) and NegaC* know the value and no line, and a line through a table ends where the table answered. The rest
is found by asking of each move, with a null window, whether it keeps the value; the nodes of that are not counted.
"""

from typing import Any

from damier.kernel import native
from damier.rules import ONGOING, outcome, play, same_player
from damier.search.ordering import moves_in_order
from damier.search.work import NO_MOVE, Work


def complete_line(position: Any, depth: int, score: int, line: list[int], ask: Any, work: Work) -> list[int]:
    """The line, whose moves are known to keep the score for the player to move, continued to the horizon or the end.

    `ask` is the kernel that is asked: alpha-beta, or one with memory, which then finds its own entries again.
    """
    scratch = work.scratch()
    scratch.record.first_move = work.record.first_move
    whole: list[int] = []
    while depth > 0 and outcome(position) == ONGOING:
        if len(whole) < len(line):
            move = line[len(whole)]
        else:
            move = _keeping_move(position, depth, score, ask, scratch)
            if move == NO_MOVE:
                break
        child = native(play(position, move))
        if not same_player(position, child):
            score = -score
        whole.append(move)
        position = child
        depth -= 1
        scratch.record.first_move = NO_MOVE
    return whole


def best_move(position: Any, depth: int, score: int, ask: Any, work: Work) -> list[int]:
    """The first move that keeps the score, as a line of one move; none if the game is over."""
    if depth == 0 or outcome(position) != ONGOING:
        return []
    scratch = work.scratch()
    scratch.record.first_move = work.record.first_move
    move = _keeping_move(position, depth, score, ask, scratch)
    return [] if move == NO_MOVE else [move]


def _keeping_move(position: Any, depth: int, score: int, ask: Any, scratch: Work) -> int:
    listed = moves_in_order(position, int(scratch.record.ordering), scratch.weights)
    listed.sort(key=lambda move: move != scratch.record.first_move)  # the chosen first move leads, as in the search
    for move in listed:
        child = native(play(position, move))
        if same_player(position, child):
            reached = ask(child, move, score - 1, score, depth - 1, 1, scratch.record)
        else:
            reached = -ask(child, move, -score, 1 - score, depth - 1, 1, scratch.record)
        if reached >= score:
            return move
    return NO_MOVE
