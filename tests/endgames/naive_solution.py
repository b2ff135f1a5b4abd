"""Games solved as one would on paper: all positions in a dictionary, sets that grow until nothing is added."""

from typing import Any, NamedTuple

from damier.kernel import native
from damier.rules import ONGOING, canonical, legal_moves, outcome, play, same_player, timeless


class Worth(NamedTuple):
    value: int
    distance: int | None


def known_as(position: Any) -> tuple[int, ...]:
    """The numbers of the position that stands for all that are the same."""
    return tuple(int(number) for number in canonical(timeless(native(position))))


def solve_naively(starts: Any) -> dict[tuple[int, ...], Worth]:
    """What every position is worth that can come up from these."""
    kind = type(starts[0])
    children: dict[tuple[int, ...], list[tuple[tuple[int, ...], bool]]] = {}
    ends: dict[tuple[int, ...], int] = {}
    waiting = [known_as(position) for position in starts]
    while waiting:
        here = waiting.pop()
        if here in children:
            continue
        position = native(kind(*here))
        score = int(outcome(position))
        children[here] = []
        if score != ONGOING:
            ends[here] = score
            continue
        for move in legal_moves(position):
            child = native(play(position, move))
            children[here].append((known_as(child), bool(same_player(position, child))))
        waiting += [child for child, _ in children[here]]
    return worths(children, ends)


def worths(children: dict[Any, list[tuple[Any, bool]]], ends: dict[Any, int]) -> dict[Any, Worth]:
    """What positions are worth by what follows from each, with whether the turn is kept, and by what the last ones end with."""
    values = _values(children, ends)
    distances = _distances(children, ends, values)
    return {here: Worth(values[here], distances.get(here)) for here in children}


def _values(children: Any, ends: Any) -> dict[Any, int]:
    """For every amount, least first: who can force an end with so much at least?"""
    values = dict.fromkeys(children, 0)
    for amount in sorted({abs(score) for score in ends.values()} - {0}):
        sure = {here: 1 for here, score in ends.items() if score >= amount}
        sure |= {here: -1 for here, score in ends.items() if score <= -amount}
        while True:
            found = {}
            for here, after in children.items():
                if here in sure or here in ends:
                    continue
                results = [sure.get(child, 0) * (1 if keeps else -1) for child, keeps in after]
                if max(results) == 1:
                    found[here] = 1
                elif max(results) == -1:
                    found[here] = -1
            if not found:
                break
            sure |= found
        values |= {here: sign * amount for here, sign in sure.items()}
    return values


def _distances(children: Any, ends: Any, values: Any) -> dict[Any, int]:
    """Plies to the end along moves that keep the value: a win is as short as one of them, a loss as long as all of them."""
    known = {here: 0 for here, score in ends.items() if score}
    while True:
        found = {}
        for here, after in children.items():
            if here in known or values[here] == 0:
                continue
            good = [child for child, keeps in after if values[child] * (1 if keeps else -1) == values[here]]
            if values[here] > 0 and any(child in known for child in good):
                found[here] = 1 + min(known[child] for child in good if child in known)
            elif values[here] < 0 and all(child in known for child in good):
                found[here] = 1 + max(known[child] for child in good)
        if not found:
            return known
        known |= found
