"""A random game, position by position: where the rules are asked, and what their promises are looked at with."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from damier.games.checking.answers import Answer, Question, Rules, frozen
from damier.kernel import CONTRACT, field_types
from damier.rules import MOST_SCORE, ONGOING

MOST_ASKED = 4  # moves of a position, by rules that are about one
POINTS = (0, -100, 200)  # that a move is asked to be worth
ENOUGH_UNDONE = 12  # moves that can be undone, to tell what always changes with them
REPEATED = 3  # so often a position comes until the game is drawn, where positions may come again


class Notes:
    """What the walks of an examination have met, all together."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.answers: dict[Any, tuple[Question, Answer]] = {}  # by rule, position, move and points
        self.keys: dict[int, list[tuple[Any, Any, Any]]] = {}  # by key: positions, and how they play
        self.undone: list[tuple[Any, Any]] = []  # positions before and after moves that can be undone

    def ask(self, name: str, position: Any, move: int = 0, least: int = 0) -> Answer:
        """What a rule answers as plain Python: its own body, or the default."""
        entry = CONTRACT[name]
        about_move = {"move", "child"} & set(entry.parameters)
        place = name, frozen(position), int(move) if about_move else 0, least
        if place not in self.answers:
            question = Question(entry, position, int(move) if about_move else 0, least)
            if entry not in self.rules.given:
                return self.rules.default(question)
            self.answers[place] = question, self.rules.plain(question)
        return self.answers[place][1]

    def forget_answers(self) -> list[tuple[Question, Answer]]:
        """What has been answered since it was last asked for."""
        answered, self.answers = [*self.answers.values()], {}
        return answered


class At:
    """A place of a walk: a position, how it came about, and what the rules say there. Promises are looked at with it."""

    def __init__(self, notes: Notes, position: Any, path: Sequence[Any], keys: Sequence[Any], low: int, high: int) -> None:
        self.notes = notes
        self.position = position
        self.path = path  # the positions before, from the first
        self.keys = keys  # and by what they are known again
        self.bounds = low, high  # what the positions before have said of scores, for the player to move
        self.outcome = int(notes.ask("outcome", position).given)
        self.moves = notes.ask("moves", position).listed if self.goes_on else ()

    @property
    def goes_on(self) -> bool:
        return self.outcome == ONGOING

    @property
    def some_moves(self) -> tuple[int, ...]:
        """A few of the moves, from all over the list."""
        return self.moves[:: 1 + len(self.moves) // MOST_ASKED]

    def ask(self, rule: str, position: Any = None, move: int = 0, least: int = 0) -> Any:
        """What a rule gives here, or in another position."""
        return self.notes.ask(rule, self.position if position is None else position, move, least).given

    def listed(self, rule: str, position: Any = None) -> tuple[int, ...]:
        """The moves that a rule lists."""
        return self.notes.ask(rule, self.position if position is None else position).listed

    def may_ask(self, rule: str, position: Any = None) -> bool:
        """Whether the contract lets a rule be asked there."""
        return CONTRACT[rule].asked(self.position if position is None else position)

    def child(self, move: int) -> Any:
        """The position after a move."""
        return self.rebuilt(self.ask("play", move=move))

    def rebuilt(self, numbers: Any) -> Any:
        """The position with these fields."""
        kind = type(self.position)
        cast = zip(field_types(kind), numbers, self.position, strict=True)
        return kind(
            *(
                each(value) if each else np.frombuffer(value, like.dtype).reshape(like.shape).copy()
                for each, value, like in cast
            )
        )

    def named(self, move: int) -> str:
        return f"move {move}"

    def written(self, position: Any) -> str:
        return self.notes.rules.written(position)

    def plies_since(self) -> int | None:
        """How many plies ago this very position was there; None if it was not."""
        here = self.known_by()
        return next((plies for plies, before in enumerate(reversed(self.keys), 1) if before == here), None)

    def known_by(self) -> Any:
        """By what a position is known again: its key, or, where the game does not say that any comes again, all of it."""
        return self.ask("key") if self.notes.rules.gives("reversible") else frozen(self.position)

    def twin(self) -> Any:
        """Another position that was met and has the same key, and plays otherwise; None if there is none."""
        number = self.ask("key")
        here, plays = frozen(self.position), self._plays()
        met = self.notes.keys.setdefault(number, [])
        if any(known == here for known, _, _ in met):
            return None
        met.append((here, plays, self.position))
        return next((position for _, other, position in met if other != plays), None)

    def _plays(self) -> Any:
        children = sorted(self.moves)[:MOST_ASKED]
        return self.outcome, sorted(self.moves), [self.ask("key", self.child(move)) for move in children]


def random_walk(notes: Notes, chance: random.Random, most_plies: int) -> Iterator[At]:
    """The places of a random game, until it is over or drawn because a position has come for the third time."""
    position, path, keys = notes.rules.start, list[Any](), list[Any]()
    low, high = -MOST_SCORE, MOST_SCORE
    for _ in range(most_plies + 1):
        at = At(notes, position, path, keys, low, high)
        yield at
        if not at.goes_on or _is_drawn(at):
            return
        move = at.moves[chance.randrange(len(at.moves))]
        lowest, highest = at.ask("limits")
        low, high = max(low, lowest), min(high, highest)
        child = at.child(move)
        if not at.ask("same_player", move=move):
            low, high = -high, -low
        _note_step(notes, at, child)
        path, keys, position = [*path, position], [*keys, at.known_by()], child


def _is_drawn(at: At) -> bool:
    """Whether a position has come for the third time, among those that could come again."""
    recent = at.keys[max(0, len(at.keys) - int(at.ask("reversible"))) :]
    return at.notes.rules.gives("reversible") and recent.count(at.known_by()) >= REPEATED - 1


def _note_step(notes: Notes, at: At, child: Any) -> None:
    """Keep some moves that can be undone."""
    if len(notes.undone) < ENOUGH_UNDONE and int(at.ask("reversible", child)) >= max(1, int(at.ask("reversible"))):
        notes.undone.append((at.position, child))
