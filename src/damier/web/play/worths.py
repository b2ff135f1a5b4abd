"""The one place where it is kept what the positions of a game are worth, whoever has found it out.

The program's own thinking, glances, hints, analysis, tables, solvers, the check of a whole game and the end of the game all
tell it here, and all that the page shows is asked here. What is known exactly is never replaced by an estimate; an estimate
only by one that was looked at with all strength, or deeper. What follows for the positions around is told at once: a position
from which a move leads to a win is won, one whose moves are all known is worth the best of them, and the best move of a
position that is known exactly leads to one that is.
"""

from collections.abc import Container
from dataclasses import replace

from damier.games.game import Game
from damier.records.session import Situation
from damier.records.variations import Node, Variations
from damier.rules import WIN
from damier.web.play.worth import Source, Worth, after_move


class Worths:
    """What the positions of one tree are worth, by the numbers of its nodes; changed under the game's lock."""

    def __init__(self, tree: Variations) -> None:
        self._tree = tree
        self._known: dict[int, Worth] = {}

    def get(self, number: int) -> Worth | None:
        """What is known of a position."""
        return self._known.get(number)

    def __contains__(self, number: object) -> bool:
        return number in self._known

    def is_well_known(self, number: int) -> bool:
        """Whether a position was looked at with all strength, and it is known how play goes on."""
        known = self._known.get(number)
        return known is not None and (known.source == "end" or (known.thought is not None and (known.is_sound or known.exact)))

    def learn(self, number: int, worth: Worth) -> Worth:
        """Take in what a position is worth, and say what is known of it now: that, or what is truer."""
        known = self._known.get(number)
        truest = worth if known is None else truer(worth, known)
        if truest is not known and number in self._tree.nodes:
            self._known[number] = truest
            if truest.exact:
                self._tell_son(number, truest)
                self._tell_parent(number)
        return truest

    def after(self, number: int, move: int) -> Worth | None:
        """What is known of the position after a move, if the move was ever made."""
        sons = self._tree.nodes[number].sons if number in self._tree.nodes else []
        return next((self._known.get(son) for son in sons if self._tree.nodes[son].move == move), None)

    def keep_only(self, numbers: Container[int]) -> None:
        """Forget positions that are no longer there."""
        self._known = {each: worth for each, worth in self._known.items() if each in numbers}

    def _tell_son(self, number: int, worth: Worth) -> None:
        """The best move leads to a position that is worth the same."""
        node = self._tree.nodes[number]
        for son in (self._tree.nodes[each] for each in node.sons):
            known = self._known.get(son.number)
            if worth.thought is not None and son.move == worth.thought.move and (known is None or not known.exact):
                self.learn(son.number, _in_tree(self._tree.game, node.situation, son.situation, worth))

    def _tell_parent(self, number: int) -> None:
        """A position with a move that wins is won; one of which all moves are known is worth the best of them."""
        parent = self._tree.nodes.get(self._tree.nodes[number].parent)
        if parent is None:
            return
        known, best = self._known.get(parent.number), self._best_of(parent)
        if best is not None and (known is None or not known.exact):
            self.learn(parent.number, best)

    def _best_of(self, parent: Node) -> Worth | None:
        """What follows for a position from those after it; None if nothing does."""
        tree, here, sign = self._tree, parent.situation, 1 if parent.situation.turn == 0 else -1
        exact = [worth for son in parent.sons if (worth := self._known.get(son)) is not None and worth.exact]
        if not exact:
            return None
        best = max(exact, key=lambda each: (sign * each.points, -(each.plies or 0)))
        if sign * best.points < WIN and len(exact) < len(tree.game.moves(here.position)):
            return None
        plies = None if best.plies is None or abs(best.points) < WIN else best.plies + 1
        source: Source = "table" if best.source == "table" else "exact"
        return Worth(best.points, True, best.depth + 1, here.position, plies, source=source)


def _in_tree(game: Game, here: Situation, after: Situation, worth: Worth) -> Worth:
    assert worth.thought is not None
    found = after_move(game, here, after, worth.thought, worth.is_sound)
    return replace(found, points=worth.points, exact=True, source=worth.source if worth.source != "end" else "exact")


def truer(worth: Worth, known: Worth) -> Worth:
    """Of what was found out and what is known, that which counts: certainty first, then strength, then depth."""
    if known.source == "end" or worth.source == "end":
        return known if known.source == "end" else worth
    if worth.is_settled and known.is_settled:
        return _both(worth, known)
    if worth.is_settled != known.is_settled:
        return worth if worth.is_settled else known
    if (worth.result is None) != (known.result is None):
        return worth if worth.result is not None else known
    if worth.is_sound != known.is_sound:
        return worth if worth.is_sound else known
    return worth if worth.depth >= known.depth else known


def _both(worth: Worth, known: Worth) -> Worth:
    """Of two that are settled: if they say the same, what each knows of how play goes on and how soon it ends."""
    if worth.exact != known.exact or worth.points != known.points:
        return worth if worth.exact and not known.exact else known
    if known.plies is None or (worth.plies is not None and worth.plies < known.plies):
        first, second = worth, known
    else:
        first, second = known, worth
    is_longer = worth.plies == known.plies and _moves(second) > _moves(first)
    thought = second.thought if is_longer or first.thought is None else first.thought
    plies = second.plies if first.plies is None else first.plies
    return first if (thought, plies) == (first.thought, first.plies) else replace(first, thought=thought, plies=plies)


def _moves(worth: Worth) -> int:
    return len(worth.thought.line) if worth.thought else 0
