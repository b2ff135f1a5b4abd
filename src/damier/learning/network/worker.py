"""A process that plays games between networks, some seeds a task (`processes/serving.py`)."""

import math
from typing import Any

from damier.games.catalogue import is_file, load_unchecked
from damier.learning.carried import array_from_text
from damier.learning.network.packed_games import as_text
from damier.learning.network.playing import Ring, Terms
from damier.network.file import fingerprint
from damier.processes.serving import Say, Work, serve


def main() -> None:
    """Play what is asked for until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        start = load_unchecked(terms["game"], **terms["options"]).start()
        if is_file(terms["game"]) and fingerprint(start) != terms["rules"]:
            say({"refused": f"the rules of {terms['game']} have changed while it learnt: take them back, or begin anew"})
        one = array_from_text(terms["one"])
        two = array_from_text(terms["two"]) if terms["two"] else one
        how = terms["terms"]
        ring = Ring(start, one, two, terms["unit"], Terms(**{**how, "opening": tuple(how["opening"])}))

        def play(task: list[int]) -> Any:
            say({"seconds": math.inf})  # what it plays with may have to be compiled
            seeds = range(task[0], task[0] + task[1])
            if two is one:
                return as_text([game for seed in seeds if (game := ring.play(seed)) is not None])
            pairs = ((ring.play(seed), ring.play(seed, turned=True)) for seed in seeds)
            return [_points(first.outcome) + 1 - _points(second.outcome) for first, second in pairs if first and second]

        return play

    serve(begin)


def _points(outcome: int) -> float:
    """What a game brings who has moved first."""
    return 1.0 if outcome > 0 else 0.5 if outcome == 0 else 0.0
