"""The contract: what a game tells damier, and the words we use.

Glossary
    position    an immutable NamedTuple of integers, seen from the player to move; the board is turned over after each move
    move        a whole number from 0 on whose meaning is the game's own; `moves` lists the legal ones, most promising first
    score       an integer for the player to move: WIN, DRAW and LOSS, or anything between -MOST_SCORE and MOST_SCORE
    value       the minimax value of a position: its score when both sides play their best
    depth       how many more moves a search looks ahead; at depth 0 it asks `evaluate`
    ply         how many moves lie between the root of the search and this position
    node        a position met by a search; one met on two ways, or twice, counts twice
    leaf        a node whose score is taken from `outcome` or `evaluate`
    window      (alpha, beta): only scores between the two matter
    line        the moves both sides' best play follows
    Max, Min    the player whose gain the value measures, and the other one

The contract is the functions below. Their parameters are named by this glossary, and by
    out         room for MOST_MOVES moves, which a rule writes into
    child       the position after a move
    weights     the game's one-dimensional int32 array of weights, empty if it has none
    listed      how many moves stand in `out` already
    least       so many points of `evaluate`
    family, number              where a table of endings keeps a position, as `index` gives it
    unmove      a whole number from 0 on for a move taken back, as `unmoves` lists them
and each says what it gives, where it may be asked and what it promises, so that what is checked of a rule follows from its
declaration. A promise is looked at in the positions of random games; it says how it is broken there, if it is.

A game must give `moves`, `play` and `outcome`. Each of the other functions has a default, and giving it a body of its
own unlocks something. Bodies are written once and run both as plain Python and compiled: use integers, tuples and the
functions of `damier.bits`; write constants of a 64-bit board as `np.uint64(1)`, since compiled code makes a signed number
of a uint64 and an int64, wrong from bit 63 on (`games/checking/operations.py`); do not let a sum or product of them wrap
around, since plain Python warns of that; mark functions that rules call with `@helper` of `damier.kernel`.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from damier.bits import mix
from damier.kernel import Gives, Promise, contract, field_types, generated, has_rule

WIN = 100_000
DRAW = 0
LOSS = -WIN
MOST_SCORE = 500_000  # no score may be larger: two of them share a 64-bit table entry
INFINITY = (1 << 19) - 1
ONGOING = 1 << 20  # not a score: the game goes on

MOST_MOVES = 256  # in any position
MOST_PLIES = 250  # that any search looks ahead
MOST_FOLLOWED = 40  # moves that a promise follows to where they lead


A_POSITION = Gives("a {kind}", "position")
YES_OR_NO = Gives("True or False")
A_NUMBER = Gives("a whole number")
FROM_ZERO_ON = Gives("a whole number", lowest=0)
SOME_MOVES = Gives("a whole number, how many moves there are", lowest=0, highest=MOST_MOVES, lists=True)
TWO_SIDES = Gives("two whole numbers, one for each player", "numbers", in_order=False)
A_PLACE = Gives("two whole numbers, family and number", "numbers", lowest=-1, in_order=False)


def goes_on(position: Any) -> bool:
    """Whether the game goes on in a position, for Python."""
    return bool(outcome(position) == ONGOING)


def fits_into_words(position: Any) -> bool:
    """Whether a network could see all of a position, or what its game says of it."""
    return has_rule(position, "features") or sum(np.size(field) for field in position) <= MOST_MOVES


def has_place(position: Any) -> bool:
    """Whether a table of endings would keep a position, for Python."""
    return bool(index(position)[0] >= 0)


def _can_be_taken_back(position: Any) -> bool:
    return has_place(position) and unmoves(position, np.zeros(MOST_MOVES, np.int64)) > 0


# --------------------------------------------------------------------------------------------------------------------
# Promises: `at` is a place of a random game, with its position and moves, and asks rules (`games/checking/walk.py`)


def _score_or_ongoing(at: Any) -> str:
    return "" if at.goes_on or at.outcome <= MOST_SCORE else f"{at.outcome}"


def _within_limits(at: Any) -> str:
    (low, high), (lowest, highest) = at.bounds, at.ask("limits")
    low, high = max(low, lowest), min(high, highest)
    if not at.goes_on and not low <= at.outcome <= high:
        return f"{low} to {high}, but the game ends with {at.outcome}"
    if at.goes_on and not low <= at.ask("evaluate") <= high:
        return f"{low} to {high}, but rule 'evaluate' gives {at.ask('evaluate')}"
    return ""


def _sees_as_much(at: Any) -> str:
    here, there = len(at.listed("features")), {move: len(at.listed("features", at.child(move))) for move in at.some_moves}
    return next((f"{here} before and {count} after {at.named(move)}" for move, count in there.items() if count != here), "")


def _writes_every_word(at: Any) -> str:
    rooms = [np.full(MOST_MOVES, what_stood_there, np.int64) for what_stood_there in (0, 1)]
    one, two = (room[: int(features(at.position, room))].tolist() for room in rooms)
    place = next((i for i, (word, other) in enumerate(zip(one, two, strict=False)) if word != other), None)
    return "" if place is None else f"word {place}, which it has not written"


def _looks_back(at: Any) -> str:
    again = at.rebuilt(at.ask("opposite", at.rebuilt(at.ask("opposite"))))
    one, two = at.listed("features"), at.listed("features", again)
    return "" if list(one) == list(two) else f"{at.written(again)}, which has other features"


def _rises(at: Any) -> str:
    before = at.ask("stage")
    later = {move: at.ask("stage", at.child(move)) for move in at.some_moves}
    return next((f"{before} before and {after} after {at.named(move)}" for move, after in later.items() if after <= before), "")


def _tells_apart(at: Any) -> str:
    if at.ask("patience") <= 1:  # such draws are no part of a key
        return ""
    other = at.twin()
    return "" if other is None else f"the same number as for {at.written(other)}, from which play goes on otherwise"


def _plays_alike(at: Any) -> str:
    other = at.rebuilt(at.ask("canonical"))
    if at.ask("canonical", other) != at.ask("canonical"):
        return f"{at.written(other)}, and another position for that"
    if at.ask("outcome", other) != at.outcome:
        return f"{at.written(other)}, whose outcome is {at.ask('outcome', other)}, not {at.outcome}"
    if not at.goes_on:
        return ""
    if len(at.listed("moves", other)) != len(at.moves):
        return f"{at.written(other)}, which has {len(at.listed('moves', other))} moves, not {len(at.moves)}"
    if at.ask("evaluate", other) != at.ask("evaluate"):
        return f"{at.written(other)}, which is worth {at.ask('evaluate', other)}, not {at.ask('evaluate')}"
    if len(at.moves) > MOST_FOLLOWED:
        return ""
    one, two = (
        {at.ask("canonical", at.rebuilt(at.ask("play", position, move))) for move in at.listed("moves", position)}
        for position in (at.position, other)
    )
    return "" if one == two else f"{at.written(other)}, whose moves lead elsewhere"


def _forgets_the_way(at: Any) -> str:
    other = at.rebuilt(at.ask("timeless"))
    if at.ask("timeless", other) != at.ask("timeless"):
        return f"{at.written(other)}, and another position for that"
    outcome_there = at.ask("outcome", other)
    if outcome_there not in (at.outcome, ONGOING):
        return f"{at.written(other)}, whose outcome is {outcome_there}, not {at.outcome}"
    if not at.goes_on:
        return ""
    if outcome_there != ONGOING or set(at.listed("moves", other)) != set(at.moves):
        return f"{at.written(other)}, which has other moves"
    for move in at.some_moves:
        child, there = at.child(move), at.rebuilt(at.ask("play", other, move))
        if at.ask("timeless", child) != at.ask("timeless", there):
            return f"{at.written(other)}, from which {at.named(move)} leads elsewhere"
    return ""


def _reaches_back(at: Any) -> str:
    plies, since = at.ask("reversible"), at.plies_since()
    return "" if since is None or plies >= since else f"{plies}, but this very position was there {since} moves ago"


def _waits(at: Any) -> str:
    before = at.ask("patience", at.path[-1]) if at.path else at.ask("patience")
    return "" if at.ask("patience") >= before - 1 else f"{at.ask('patience')} after a move; it was {before} before"


def _lists_all_if_forced(at: Any) -> str:
    if not at.goes_on or not at.ask("forced") or set(at.listed("noisy")) == set(at.moves):
        return ""
    return f"{len(at.listed('noisy'))} of {len(at.moves)} moves, but the player is forced"


def _forces(at: Any) -> str:
    if not at.may_ask("threatening"):
        return ""
    quiet = at.listed("threatening")[len(at.listed("noisy")) :]
    idle = [move for move in quiet if not at.ask("forced", at.child(move))]
    return f"{at.named(idle[0])}, after which nobody is forced" if idle else ""


def _counts(at: Any) -> str:
    return (
        "" if not at.goes_on or at.ask("count") == len(at.moves) else f"{at.ask('count')}; rule 'moves' lists {len(at.moves)}"
    )


def _falls_with_points(at: Any) -> str:
    for move in at.some_moves:
        if at.ask("exchange", move=move, least=200) and not at.ask("exchange", move=move, least=-100):
            return f"yes for 200 points and no for -100 of {at.named(move)}"
    return ""


def _passes(at: Any) -> str:
    if not at.may_ask("null"):
        return ""
    passed = at.rebuilt(at.ask("null"))
    if at.ask("outcome", passed) == ONGOING and not at.listed("moves", passed):
        return f"{at.written(passed)}, in which there is no move"
    return ""


def _is_found_again(at: Any) -> str:
    if not has_place(at.position):
        return ""
    other = at.rebuilt(at.ask("placed"))
    if at.ask("index", other) != at.ask("index"):
        return f"{at.written(other)}, which has another place"
    if not at.goes_on or at.ask("outcome", other) != ONGOING or len(at.moves) > MOST_FOLLOWED:
        return ""
    one, two = (
        sorted(at.ask("index", at.rebuilt(at.ask("play", position, move))) for move in at.listed("moves", position))
        for position in (at.position, other)
    )
    return "" if one == two else f"{at.written(other)}, whose moves lead elsewhere"


def _leads_back(at: Any) -> str:
    if not has_place(at.position):
        return ""
    for unmove in at.listed("unmoves")[:MOST_FOLLOWED]:
        before = unplay(at.position, unmove)
        if not has_place(before) or index(placed(before, *index(before))) != index(before) or not goes_on(before):
            continue  # such a position cannot be
        if all(index(play(before, move)) != index(at.position) for move in legal_moves(before)):
            return f"{unmove}, which takes back to {at.written(before)}, from where no move leads here"
    return ""


def _leaves_what_cannot_be_taken_back(at: Any) -> str:
    if not at.goes_on or not has_place(at.position) or not has_rule(at.position, "unmoves"):
        return ""
    for move in set(at.moves) - set(at.listed("converting")):
        child, out = at.child(move), np.zeros(MOST_MOVES, np.int64)
        before = (unplay(child, unmove) for unmove in out[: unmoves(child, out)])
        if all(index(position) != index(at.position) for position in before):
            return f"all but {at.named(move)}, which rule 'unmoves' does not take back"
    return ""


# --------------------------------------------------------------------------------------------------------------------
# The rules


@contract(required=True, gives=replace(SOME_MOVES, lowest=1), asked=goes_on)
def moves(position, out):
    """Write the legal moves into `out`, in the order searches should try them, and return how many there are.

    Called only while the game goes on, and then there is at least one; there are at most MOST_MOVES, all different.
    """
    raise NotImplementedError(f"{type(position).__qualname__} has no rule 'moves'")


@contract(required=True, gives=A_POSITION, asked=goes_on)
def play(position, move):
    """The position after a legal move, seen from the player whose turn it is then."""
    raise NotImplementedError(f"{type(position).__qualname__} has no rule 'play'")


@contract(
    required=True,
    gives=Gives("a whole number, a score or ONGOING", lowest=-MOST_SCORE, highest=ONGOING),
    promises=[Promise("a score lies between -MOST_SCORE and MOST_SCORE", _score_or_ongoing)],
)
def outcome(position):
    """The final score for the player to move, or ONGOING while the game goes on."""
    raise NotImplementedError(f"{type(position).__qualname__} has no rule 'outcome'")


@contract(gives=YES_OR_NO)
def same_player(position, child):
    """Whether the move that led from `position` to `child` kept the turn (Kalah). Default: turns alternate."""
    return False


@contract(gives=Gives("a whole number", lowest=LOSS + 1, highest=WIN - 1), asked=goes_on)
def evaluate(position, weights):
    """An estimate, for the player to move, of a position whose game goes on, strictly between LOSS and WIN.

    Unlocks play in limited time. Default: everything is worth 0.
    """
    return 0


@contract(
    gives=Gives(
        "a whole number, how many words there are", lowest=1, highest=MOST_MOVES, lists=True, of_moves=False, once=False
    ),
    asked=fits_into_words,
    promises=[
        Promise("as many words in every position", _sees_as_much),
        Promise("each word is written, whatever stood there before", _writes_every_word),
    ],
)
def features(position, out):
    """Write what a network sees of a position into `out`: words of 64 bits, each bit a feature; how many words there are.

    A good feature is there or not, as a man on a square, and a move changes few of them. Default: all fields as they are;
    learning finds out which are boards, each bit a feature, and which are numbers, each value a feature.
    """
    count = 0
    for field in position:
        for number in np.ravel(field):
            out[count] = np.uint64(int(number) & 0xFFFF_FFFF_FFFF_FFFF).astype(np.int64)
            count += 1
    return count


@contract(gives=A_POSITION, promises=[Promise("seen from there again it looks as it does here", _looks_back)])
def opposite(position):
    """The same position as the other player sees it, as if it were his turn.

    Lets a network look with the eyes of both. Default: the position itself; the network looks with those of the player to move.
    """
    return position


@contract(gives=Gives("a whole number", lowest=LOSS + 1, highest=WIN - 1), asked=goes_on)
def corrected(position, estimate, weights):
    """What a network's estimate becomes, for the player to move, where the rules or books know better: endings, mostly.

    The weights are those that `evaluate` would be given; none where nothing but the network is at hand. Default: the estimate.
    """
    return estimate


@contract(
    gives=Gives("a 64-bit number", lowest=-(1 << 63), highest=(1 << 64) - 1),
    promises=[Promise("positions that share a key play on alike", _tells_apart, always=True)],
)
def key(position):
    """A 64-bit number that tells positions apart in the transposition table. Default: all fields mixed.

    Positions from which play goes on alike may share a key: leave out what does not matter.
    """
    number = np.uint64(0)
    for field in position:
        number = mix(number ^ np.uint64(int(field) & 0xFFFF_FFFF_FFFF_FFFF))
    return number


@contract(gives=A_POSITION, promises=[Promise("both positions play alike", _plays_alike)])
def canonical(position):
    """One position for all that are the same up to symmetry. Default: the position itself."""
    return position


@contract(gives=A_POSITION, promises=[Promise("the same moves lead from both to the same", _forgets_the_way)])
def timeless(position):
    """The position without what only tells how it came about: a count of moves in which nothing happened is 0 again.

    Lets a game that ends after many such moves be solved backwards: positions are worth what they are without that ending, as
    in every endgame table. Default: the position itself.
    """
    return position


@contract(gives=A_NUMBER)
def hint(position, move):
    """How promising a move looks: moves with larger hints are tried first where a search sorts. Default: all alike."""
    return 0


@contract(
    gives=Gives("two whole numbers, lowest and highest", "numbers", lowest=-MOST_SCORE, highest=MOST_SCORE),
    promises=[Promise("no play ends outside, nor is evaluated so", _within_limits, always=True)],
)
def limits(position):
    """(lowest, highest): no play from this position ends outside, nor is evaluated so. Default: (LOSS, WIN).

    Like every score for the player to move. Lets a search stop at a score that cannot be beaten, and NegaC* start
    its bisection.
    """
    return LOSS, WIN


@contract(gives=YES_OR_NO)
def is_max(position):
    """Whether the player to move at the root of a search is called Max. Default: yes. Textbook trees may start with Min."""
    return True


# What follows unlocks techniques of the player's search (`engine/kernel/techniques.py`). Points are those of `evaluate`.


@contract(
    gives=FROM_ZERO_ON,
    promises=[Promise("as many at least as lie between a position and the same one before", _reaches_back, always=True)],
)
def reversible(position):
    """How many of the last moves could be undone: a position can only be the same as one that few plies ago.

    Unlocks draws by repetition: a position that comes for the third time is a draw. To say more than it were does no harm:
    a game whose positions do not tell says 100. Default: 0, positions do not return.
    """
    return 0


@contract(gives=A_NUMBER, promises=[Promise("a move makes it one less, or more", _waits)])
def patience(position):
    """How many plies may still be played before the game is drawn because nothing happens. Default: for ever.

    Two positions that differ in nothing else have the same `key`; a search that looks as far as the draw tells them apart.
    """
    return MOST_PLIES * 4


@contract(gives=FROM_ZERO_ON, promises=[Promise("every move makes it larger", _rises)])
def stage(position):
    """How far the game has come: a number from 0 on that every move makes larger, as the stones on the board.

    Lets a book know a position however many moves have led to it. Default: -1, the position does not tell.
    """
    return -1


@contract(gives=YES_OR_NO)
def forced(position):
    """Whether the player to move has to answer a threat and can do little else: in chess, is in check. Default: no."""
    return False


@contract(gives=SOME_MOVES, asked=goes_on, promises=[Promise("all moves where one is forced", _lists_all_if_forced)])
def noisy(position, out):
    """Like `moves`, but only those after which an estimate means little: captures; all moves where one is `forced`.

    There may be none. Unlocks quiescence. Default: none.
    """
    return 0


@contract(
    gives=SOME_MOVES,
    asked=lambda position: goes_on(position) and not forced(position),
    promises=[Promise("after such a move the other player is forced", _forces)],
)
def threatening(position, out, listed):
    """Write quiet moves after which the other player is `forced` behind the `listed` ones; how many there are then.

    Asked for where the player to move is not forced. Lets quiescence see a little further. Default: none.
    """
    return listed


@contract(gives=FROM_ZERO_ON)
def gain(position, move):
    """The points that a move takes at once, as the value of a captured piece; 0 for a quiet move. Default: 0."""
    return 0


@contract(gives=YES_OR_NO, promises=[Promise("what is worth many points is worth few as well", _falls_with_points)])
def exchange(position, move, least):
    """Whether a move is worth so many points once all that follows on its square is played out. Default: yes."""
    return True


@contract(gives=FROM_ZERO_ON)
def role(position, move):
    """What a move does, told alike in many positions, such as which piece goes where: below 512. Default: the move.

    Which roles have answered which is remembered, and moves are tried in that order (`engine/kernel/replies.py`).
    """
    return move


@contract(gives=A_NUMBER)
def structure(position):
    """What of a position stays as it is for long, as its pawns do, as a number, for the player to move. Default: nothing.

    Positions that have it in common are misjudged alike, which a search finds out (`engine/kernel/corrections.py`).
    """
    return np.uint64(0)


@contract(gives=TWO_SIDES)
def deployment(position):
    """How the men of the player to move stand, and how those of the other one, each as a number. Default: nothing.

    What `structure` tells is better left out: both are remembered alike (`engine/kernel/corrections.py`).
    """
    return np.uint64(0), np.uint64(0)


@contract(gives=FROM_ZERO_ON)
def interest(position, move):
    """How much of a depth a move uses up where depth is counted by interest, 10 for a usual one (Levy's SEX). Default: 10."""
    return 10


@contract(gives=YES_OR_NO)
def may_pass(position):
    """Whether there is nearly always a move better than to pass, so that passing tells a lower bound. Default: no.

    With `null` unlocks the null move.
    """
    return False


@contract(
    gives=A_POSITION,
    asked=lambda position: goes_on(position) and may_pass(position) and not forced(position),
    promises=[Promise("the game goes on", _passes)],
)
def null(position):
    """The position after passing, seen from the other player. Default: the position itself."""
    return position


@contract(
    gives=Gives("a whole number", lowest=0, highest=MOST_MOVES), promises=[Promise("as many as rule 'moves' lists", _counts)]
)
def count(position, out):
    """How many moves there are; `out` may be written to. Unlocks a fast perft.

    A game that states it counts on where a rule has ended it with moves left, as perft of chess does by custom, and its
    `moves` may then be asked for in any position. Default: lists them.
    """
    if outcome(position) != ONGOING:
        return 0
    return moves(position, out)


# What follows unlocks tables of endings, by number (`endgames/numbered.py`). What endings there are, the game's module declares
# (`games/endings.py`). A family is what stands on the board, first of the player to move, then of the other one.


@contract(gives=A_PLACE)
def index(position):
    """(family, number): where a table of endings keeps a position; positions alike up to symmetry share a place.

    Both count from 0. Default: (-1, 0), in no table.
    """
    return -1, 0


@contract(
    gives=A_POSITION, asked=has_place, promises=[Promise("a position that has this place and plays alike", _is_found_again)]
)
def placed(position, family, number):
    """The position that stands in a place of a table, of the kind of `position`, which is not looked at otherwise.

    A place is used exactly if `index` finds it again by this position: where nothing can stand, any other position does.
    Default: the position itself.
    """
    return position


@contract(
    gives=SOME_MOVES,
    asked=lambda position: has_place(position) and goes_on(position),
    promises=[Promise("whatever is not listed can be taken back", _leaves_what_cannot_be_taken_back)],
)
def converting(position, out):
    """Like `moves`, but only those that lead to other endings, as captures; asked where a position has a place.

    The more it leaves out, the sooner a table is begun. Default: all moves.
    """
    return moves(position, out)


@contract(
    gives=replace(SOME_MOVES, words="a whole number, how many moves can be taken back", of_moves=False),
    asked=has_place,
    promises=[Promise("what is taken back can be played again", _leads_back)],
)
def unmoves(position, out):
    """Write numbers of what may have been the last move, within the same ending, into `out`; how many there are.

    One for each position and each move of it that leads here and is none of `converting`; positions that cannot be do no harm.
    Unlocks tables that are built from the ends backwards, each position telling those before it; else all positions are looked
    at again and again. Default: none.
    """
    return 0


@contract(gives=A_POSITION, asked=_can_be_taken_back)
def unplay(position, unmove):
    """The position before a move that `unmoves` lists, seen from the player who made it. Default: the position itself."""
    return position


@contract(gives=YES_OR_NO, asked=has_place)
def has_symmetry(position):
    """Whether a symmetry that `index` knows may leave a position as it is, so that different moves are alike.

    Where the answer is no, a table counts moves instead of looking at them again. Default: yes, it may.
    """
    return True


def legal_moves(position: Any) -> list[int]:
    """What `moves` lists, for Python: asked, like it, while the game goes on, and later only of games that state `count`."""
    out = np.zeros(MOST_MOVES, np.int64)
    return [int(move) for move in out[: moves(position, out)]]


def _generate_key(position_type: type) -> Any:
    """The compiled default of `key`: the loop over the fields written out, since their types differ."""
    fields = position_type._fields  # type: ignore[attr-defined]
    field_types(position_type)
    steps = "".join(f"    number = mix(number ^ np.uint64(position.{field}))\n" for field in fields)
    source = f"def key(position):\n    number = np.uint64(0)\n{steps}    return number\n"
    names: dict[str, Any] = {"np": np, "mix": mix}
    exec(source, names)
    return names["key"]


generated(key, _generate_key)


def _generate_features(position_type: type) -> Any:
    """The compiled default of `features`: the loop over the fields written out."""
    lines = ["def features(position, out):", "    count = 0"]
    for field, kind in zip(position_type._fields, field_types(position_type), strict=True):  # type: ignore[attr-defined]
        if kind is None:
            lines += [
                f"    for number in position.{field}.flat:",
                "        if count < len(out):",
                "            out[count] = np.int64(number)",
                "        count += 1",
            ]
        else:
            lines += [f"    out[count] = np.int64(position.{field})", "    count += 1"]
    names: dict[str, Any] = {"np": np}
    exec("\n".join([*lines, "    return count", ""]), names)
    return names["features"]


generated(features, _generate_features)
