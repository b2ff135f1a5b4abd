"""The book as its definition says, slowly: all games kept, everything computed anew from them whenever it is asked for."""

import math
from dataclasses import dataclass, field
from typing import Any

from damier.books.learnt.book import as_worth
from damier.books.learnt.nodes import AIMS, MAY_DRAW, MUST_WIN, OTHER_AIM, WON
from damier.games.game import Game
from damier.kernel import has_rule
from damier.rules import canonical, key

Place = tuple[int, int]  # the key, and the plies where positions do not tell how far they have come


@dataclass
class NaiveBook:
    """Games as lists of places, and what was searched."""

    game: Game
    games: list[tuple[list[Place], list[bool], list[int]]] = field(default_factory=list)  # places, keeps, result by mover
    around: dict[Place, list[tuple[Place, bool]]] = field(default_factory=dict)  # of positions that were examined
    estimates: dict[Place, dict[Place, int]] = field(default_factory=dict)

    def place(self, position: Any, ply: int) -> Place:
        return int(key(canonical(position))), ply if not has_rule(position, "stage") else 0

    def add(self, moves: list[int], result: int) -> None:
        position, turn = self.game.start(), 0
        places, keeps, results = [self.place(position, 0)], [], [result]
        for ply, move in enumerate(moves, 1):
            child = self.game.play(position, move)
            keeps.append(self.game.same_player(position, child))
            turn = turn if keeps[-1] else 1 - turn
            position = child
            places.append(self.place(position, ply))
            results.append(-result if turn else result)
        self.games.append((places, keeps, results))

    def examine(self, position: Any, ply: int, estimates: dict[int, float]) -> None:
        here = self.place(position, ply)
        self.around[here], found = [], {}
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            there = self.place(child, ply + 1)
            self.around[here].append((there, self.game.same_player(position, child)))
            if move in estimates:
                found[there] = max(found.get(there, -WON), as_worth(estimates[move]))
        self.estimates[here] = found

    def values(self) -> dict[Place, tuple[int, list[int]]]:
        """V_T and the three V_D of every position in the tree."""
        tree = {place for places, _, _ in self.games for place in places}
        links: dict[Place, dict[Place, bool]] = {place: {} for place in tree}
        ended: dict[Place, list[int]] = {place: [] for place in tree}
        for places, keeps, results in self.games:
            for here, there, kept in zip(places, places[1:], keeps, strict=False):
                links[here][there] = kept
            ended[places[-1]].append(results[-1])
        for here, ways in self.around.items():
            links[here].update({there: kept for there, kept in ways if there in tree})
        known: dict[Place, tuple[int, list[int]]] = {}

        def visit(place: Place) -> tuple[int, list[int]]:
            if place not in known:
                known[place] = self._value(place, links, ended, tree, visit)
            return known[place]

        for place in tree:
            visit(place)
        return known

    def _value(self, place: Place, links: Any, ended: Any, tree: Any, visit: Any) -> tuple[int, list[int]]:
        if not links[place]:
            balance = sum(ended[place])
            value = (balance > 0) - (balance < 0)
            return value, [WON * seen_as(value, aim) for aim in AIMS]
        ways = [(visit(there), kept) for there, kept in links[place].items()]
        value = max(found[0] if kept else -found[0] for found, kept in ways)
        estimates = [worth for there, worth in self.estimates.get(place, {}).items() if there not in tree]
        worths = []
        for aim in AIMS:
            best = -math.inf
            for (of_child, worth), kept in ways:
                if seen_as(of_child if kept else -of_child, aim) == seen_as(value, aim):
                    best = max(best, worth[aim] if kept else -worth[OTHER_AIM[aim]])
            if seen_as(value, aim) < 1:
                best = max([best, *estimates])
            worths.append(int(best))
        return value, worths


def seen_as(value: int, aim: int) -> int:
    """What a result is to a player who sees draws so."""
    return value or {MUST_WIN: -1, MAY_DRAW: 1}.get(aim, 0)
