"""Principal variation splitting: the first move's answers are shared out as well, at each level of the principal variation.

A star leaves all but one processor with little to do while the first move is searched, which takes about half of the time
(Alliot-Schiex 15.5.5, footnote 22). So here all go down the first moves together, to the end of the variation. On the way
back the other moves at each level are dealt out, in order, with the bound that is known when they begin; what raises the
bound raises it for those that begin later, and where it reaches beta all are stopped. A value found with a bound that has
risen since is as good: it lies within its window, or is a bound on the side where it does not matter any more.

Run by simulated processors (`processors.py`). With one it is alpha-beta, node by node. Marsland and Campbell 1982.
"""

from typing import Any

from damier.kernel import native
from damier.rules import INFINITY, ONGOING, play, same_player
from damier.search.processors import Path, Processors, carried_out
from damier.search.timeline import Block, Timeline
from damier.search.work import BOUND, CUT, LEAVE

TITLE = "Principal variation splitting"


def pvsplit(position: Any, path: Path, alpha: int, beta: int, depth: int, processors: Processors) -> int:
    """The value for the player to move if it lies within [alpha, beta]; else a bound on the same side as the value."""
    node = processors.visit(position, path, alpha, beta, depth, by=0)
    processors.wait()
    if node.score != ONGOING:
        return node.score
    children = [native(play(position, move)) for move in node.moves]
    # the first move: all go down the principal variation
    if same_player(position, children[0]):
        score = pvsplit(children[0], (*path, node.moves[0]), alpha, beta, depth - 1, processors)
    else:
        score = -pvsplit(children[0], (*path, node.moves[0]), -beta, -alpha, depth - 1, processors)
    best, best_move = max(alpha, score), node.moves[0]
    begun, told, running = 1, node, list[Block]()
    if best > alpha:
        processors.note(BOUND, told, path, alpha, beta, best)
    # the others: each free processor takes the next, with the bound that is known by then
    while best < beta:
        while processors.free and begun < len(children):
            child, move = children[begun], node.moves[begun]
            low, high = (best, beta) if same_player(position, child) else (-beta, -best)
            running.append(processors.search(child, (*path, move), low, high, depth - 1))
            begun += 1
        if not running:
            break
        for told in processors.wait():
            running.remove(told)
            score = told.score if same_player(position, children[node.moves.index(told.path[-1])]) else -told.score
            if score > best:
                best, best_move = score, told.path[-1]
                processors.note(BOUND, told, path, alpha, beta, best)
    # the bound has reached beta: what is still searched is not needed
    for block in running:
        processors.stop(block)
    if best >= beta and begun < len(children):
        processors.note(CUT, told, path, alpha, beta, best, by_move=best_move)
    processors.note(LEAVE, told, path, alpha, beta, best)
    return best


def on_processors(position: Any, depth: int, work: Any, options: Any) -> Timeline:
    """What the processors do."""
    processors = Processors(work, options.processors, options.message)
    return carried_out(processors, lambda: pvsplit(position, (), -INFINITY, INFINITY, depth, processors))


def run(position: Any, depth: int, work: Any, options: Any) -> int:
    return on_processors(position, depth, work, options).value
