"""The evaluation explained: what each term counts for either side, in groups, so that the sum is the evaluation."""

from typing import Any

from damier.games.chess import diamond, diamond_weights
from damier.games.chess.endings import MOST_PHASE, UNKNOWN, known
from damier.games.chess.evaluation import PHASES, estimate, terms
from damier.games.chess.kbnk import weights_for
from damier.games.chess.weights import OTHERS, PLACES, TERMS, ending_of, middle_of, weights

Row = tuple[str, int, int]  # a term, its points for the player to move and for the other

GROUPS: dict[str, tuple[str, ...]] = {
    "material": (
        "material",
        "bishop pair",
        "eight pawns",
        "knights with pawns",
        "rooks with pawns",
        "pieces traded when ahead",
        "pawns traded when ahead",
    ),
    "squares": ("pawn square", "knight square", "bishop square", "rook square", "queen square", "king square"),
    "mobility": ("knight mobility", "bishop mobility", "rook mobility", "queen mobility"),
    "centre": ("centre", "space", "at home"),
    "pawns": ("doubled", "isolated", "backward", "blocked pawn", "supported pawn", "pawns side by side"),
    "passed pawns": (
        "passed pawn",
        "candidate",
        "passed supported",
        "passed pawn can step",
        "passed path safe",
        "own king from passed pawn",
        "other king from passed pawn",
        "rook behind passed pawn",
    ),
    "pieces": (
        "outpost",
        "outpost in reach",
        "minor behind pawn",
        "bad bishop",
        "right bishop",
        "open diagonal",
        "rook file",
        "doubled rooks",
        "seventh rank",
    ),
    "king": (
        "castling",
        "shelter",
        "storm",
        "storm held",
        "king attack",
        "king attack without queen",
        "tropism",
        "line to king",
    ),
    "threats": (
        "attack by pawn",
        "attack by pushed pawn",
        "attack by minor",
        "attack by rook",
        "attack by king",
        "hanging",
        "fork",
        "protected",
        "restricted",
    ),
    "tempo": ("tempo",),
}
ENDING = "ending: known"
CORRECTION = "ending: correction"


def explain(position: Any, evaluation: str = "") -> list[Row]:
    """Every term that counts something, for the player to move and for the other; the differences add up to the evaluation."""
    numbers = weights(evaluation)
    if evaluation in OTHERS:
        return _by_diamond(position, numbers)
    whole = int(estimate(position, weights_for(position, evaluation)))
    counts = terms(position)
    if counts.phase <= MOST_PHASE and known(position, numbers) != UNKNOWN:
        return [(ENDING, max(whole, 0), max(-whole, 0))]
    share = int(PHASES[counts.phase]) / 256
    value = middle_of(numbers) * share + ending_of(numbers) * (1 - share)
    rows: list[Row] = []
    own_before = other_before = 0.0
    for group, names in GROUPS.items():
        for name in names:
            places = slice(PLACES[name], PLACES[name] + TERMS[name])
            if not (counts.own[places].any() or counts.other[places].any()):
                continue
            own_after = own_before + float(counts.own[places] @ value[places])
            other_after = other_before + float(counts.other[places] @ value[places])
            label = name if name == group else f"{group}: {name}"
            # sums are rounded, not their parts, so that rounding does not pile up
            rows.append((label, round(own_after) - round(own_before), round(other_after) - round(other_before)))
            own_before, other_before = own_after, other_after
    left = whole - (round(own_before) - round(other_before))
    if abs(left) > 1:
        rows.append((CORRECTION, max(left, 0), max(-left, 0)))
    elif left:
        label, own, other = rows[0]
        rows[0] = (label, own + left, other)
    return rows


def _by_diamond(position: Any, numbers: Any) -> list[Row]:
    """The same for the evaluation with terms of its own, or the first of them, the material."""
    counts, rows = diamond.terms(position), list[Row]()
    for name, values in diamond_weights.TERMS.items():
        places = slice(diamond_weights.PLACES[name], diamond_weights.PLACES[name] + len(values))
        if len(numbers[places]) and counts[:, places].any():
            own, other = (int(row[places] @ numbers[places]) for row in counts)
            rows.append((name, own, other))
    return rows
