"""What is done to all places of a table, as one kernel for threads that share the work (Alliot-Schiex 15.7.3).

    OPEN    each place: is it used, is the game over, what are the moves worth that lead to smaller tables, how many are left
    TELL    each place that becomes known in this round tells the positions before it, by `unmoves`
    LOOK    the same without `unmoves`: each place that is not known looks at its moves again
    CHECK   whether each number follows from those after its moves

Rounds go by plies to the end. A number in the table is final once its round has come; before that it may still become a sooner
win:

    values      d + 1: won in d plies at the latest. -(d + 1) with nothing left: lost in d plies.
                -(d + 1) with moves left: the moves to smaller tables all lose, the longest in d plies; so far drawn.
    left        how many moves are not known to lose; NEVER if the position cannot be lost, RECOUNT if its moves are to be
                looked at whenever one of them becomes known

To count is right as long as each move of a position is told once. Positions that a symmetry leaves as they are spoil it: two
moves of such a one lead to the same place, which tells it once. So these, and all before such a one, are counted anew each
time.
"""

from typing import Any, NamedTuple

import numpy as np

from damier.atomics import fetch_add, publish, read, swap_if
from damier.endgames.table import MOST_VALUE, UNUSED, found_in
from damier.kernel import compiled, part
from damier.rules import (
    MOST_MOVES,
    ONGOING,
    converting,
    count,
    has_symmetry,
    index,
    moves,
    outcome,
    placed,
    play,
    same_player,
    unmoves,
    unplay,
)

OPEN, TELL, LOOK, CHECK = range(4)
NEXT, STOP, KNOWN, LATEST, MISSING, FAULT, WRONG = range(7)  # in `shared`
SHARED = 8
NO_FAULT, BAD_MOVES, NO_TABLE = range(3)
BLOCK = 1 << 14  # places that a thread takes at once
NEVER, RECOUNT, MOST_COUNTED = 255, 254, 253


class Places(NamedTuple):
    """What is known of a table that is worked on; all threads share it."""

    families: Any  # of the ending, in their order
    begins: Any  # where each begins in the values, and at last how many there are
    bases: Any  # by family: where it begins, and how many places it has; of other endings there are none
    directory: Any  # of smaller tables
    values: Any
    left: Any
    shared: Any  # counters and flags


@compiled
def work_on(task: Any, like: Any, plies: Any, places: Any) -> None:
    """Do a task for one block after the other, until all are done or somebody says stop."""
    out, spare = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES, np.int64)
    known, latest = np.int64(0), np.int64(0)
    begins, values, shared = places.begins, places.values, places.shared
    while read(shared, STOP) == 0:
        place = fetch_add(shared, NEXT, BLOCK)
        last = min(place + BLOCK, len(values))
        if place >= last:
            break
        k = 0
        while True:
            if task == TELL:
                place = _next_with(values, place, last, plies + 1)
            if place >= last:
                break
            while place >= begins[k + 1]:
                k += 1
            family, number, found = places.families[k], place - begins[k], np.int64(0)
            if task == OPEN:
                found = open_place(like, family, number, place, places, out, spare)
            elif task == CHECK:
                check_place(like, family, number, place, places, out)
            elif is_final(places, place, plies + 1):
                known += 1
                if task == TELL:
                    found = tell_before(placed(like, family, number), values[place] > 0, plies, places, out, spare)
            elif task == LOOK:
                found = look_ahead(like, family, number, place, plies, places, out)
            latest = max(latest, found)
            place += 1
    fetch_add(shared, KNOWN, known)
    while read(shared, LATEST) < latest:
        swap_if(shared, LATEST, read(shared, LATEST), latest)


@part
def _next_with(values: Any, place: Any, last: Any, number: Any) -> Any:
    """The first place from this one on with a number or its opposite."""
    while place < last and abs(np.int64(values[place])) != number:
        place += 1
    return place


@part
def is_final(places: Any, place: Any, number: Any) -> Any:
    """Whether a place is known, in the round of this number; of a lost one the number is written first, so it is read last."""
    value = np.int64(read(places.values, place))
    if value == number:
        return True
    return value == -number and read(places.left, place) == 0 and np.int64(read(places.values, place)) == -number


@part
def _place_of(places: Any, family: Any, number: Any) -> Any:
    """Where in the table a position stands by its index; -1 if it is none of this ending."""
    bases = places.bases
    if family < 0 or 2 * family >= len(bases) or not 0 <= number < bases[2 * family + 1]:
        return np.int64(-1)
    return bases[2 * family] + number


# --------------------------------------------------------------------------------------------------------------------
# The beginning


@part
def open_place(like: Any, family: Any, number: Any, place: Any, places: Any, out: Any, spare: Any) -> Any:
    """What is known of a place at first; returns the largest number that was written, whatever its sign."""
    values, left = places.values, places.left
    left[place] = NEVER
    position = placed(like, family, number)
    found, at = index(position)
    if found != family or at != number:
        values[place] = UNUSED
        return np.int64(0)
    values[place] = 0
    score = outcome(position)
    if score != ONGOING:
        values[place] = _sign(score)
        left[place] = 0 if score < 0 else NEVER
        return np.int64(1)
    listed = converting(position, out)
    stays = count(position, spare) - listed
    soonest, latest, draws = np.int64(MOST_VALUE), np.int64(0), False
    for i in range(listed):
        child = play(position, out[i])
        found, at = index(child)
        if _place_of(places, found, at) >= 0:
            stays += 1
            continue
        value = _worth_outside(child, found, at, places)
        if same_player(position, child):
            value = -value
        if value < 0:
            soonest = min(soonest, 1 - value)
        elif value == 0:
            draws = True
        else:
            latest = max(latest, value + 1)
    if stays < 0 or (stays == 0 and listed <= 0):
        places.shared[FAULT] = BAD_MOVES
        return np.int64(0)
    if soonest < MOST_VALUE:
        values[place] = soonest
        return soonest
    if draws:
        return np.int64(0)
    values[place] = -latest
    left[place] = stays if stays == 0 or (stays <= MOST_COUNTED and not has_symmetry(position)) else RECOUNT
    return latest


@part
def _sign(score: Any) -> Any:
    return 1 if score > 0 else (-1 if score < 0 else 0)


@part
def _worth_outside(position: Any, family: Any, number: Any, places: Any) -> Any:
    """The value of a position of another ending: by its table, or by the end of the game."""
    value = found_in(places.directory, family, number)
    if value != UNUSED:
        return value
    score = outcome(position)
    if score == ONGOING:
        places.shared[MISSING] = family
        places.shared[FAULT] = NO_TABLE
        return np.int64(0)
    return np.int64(_sign(score))


# --------------------------------------------------------------------------------------------------------------------
# A round


@part
def tell_before(position: Any, is_won: Any, plies: Any, places: Any, out: Any, spare: Any) -> Any:
    """Tell all positions before one that is known in this round; returns the largest number that was written."""
    values, left = places.values, places.left
    latest = np.int64(0)
    recounts = is_won and has_symmetry(position)
    for i in range(unmoves(position, out)):
        before = unplay(position, out[i])
        family, number = index(before)
        place = _place_of(places, family, number)
        if place < 0 or values[place] == UNUSED:
            continue
        if is_won == same_player(before, position):
            latest = max(latest, _wins(values, place, plies + 2))
            continue
        if recounts:
            _recount(left, place)
        moves_left = np.int64(left[place])
        if moves_left == RECOUNT:
            if values[place] <= 0:
                found = _by_moves(before, plies + 1, places, spare)
                latest = max(latest, _loses(values, left, place, -found))
        elif 0 < moves_left <= MOST_COUNTED and _one_less(values, left, place, plies + 2):
            latest = max(latest, -np.int64(values[place]))
    return latest


@part
def _wins(values: Any, place: Any, number: Any) -> Any:
    """Note that a place is won, unless it is sooner; the number, or 0. Who else notes it in this round writes the same."""
    if 0 < values[place] <= number:
        return np.int64(0)
    values[place] = number
    return np.int64(number)


@part
def _loses(values: Any, left: Any, place: Any, number: Any) -> Any:
    """Note that a place is lost if the number is above 0; the number, or 0."""
    if number <= 0:
        return np.int64(0)
    values[place] = -number
    publish(left, place, 0)
    return np.int64(number)


@part
def _recount(left: Any, place: Any) -> None:
    """Let a place be looked at again from now on, since counting would go wrong."""
    while True:
        before = read(left, place)
        if before == 0 or before > MOST_COUNTED or swap_if(left, place, before, RECOUNT):
            return


@part
def _one_less(values: Any, left: Any, place: Any, number: Any) -> Any:
    """Count a move that loses; whether it was the last one, so that the place is lost."""
    while True:
        before = read(left, place)
        if before == 0 or before > MOST_COUNTED:
            return False
        if before == 1:  # nobody else counts here: the number comes first, and then that it is known
            values[place] = min(np.int64(values[place]), -number)
            publish(left, place, 0)
            return True
        if swap_if(left, place, before, before - 1):
            return False


@part
def look_ahead(like: Any, family: Any, number: Any, place: Any, plies: Any, places: Any, out: Any) -> Any:
    """Look at the moves of a place that is not known; returns the number that was written, whatever its sign, or 0."""
    values, left = places.values, places.left
    value = np.int64(read(values, place))
    if value == UNUSED or 0 < value <= plies + 2 or left[place] == 0:
        return np.int64(0)
    position = placed(like, family, number)
    if outcome(position) != ONGOING:
        return np.int64(0)
    found = _by_moves(position, plies + 1, places, out)
    if found > 0:
        return _wins(values, place, found)
    return np.int64(0) if left[place] == NEVER else _loses(values, left, place, -found)


@part
def _by_moves(position: Any, known: Any, places: Any, out: Any) -> Any:
    """The value of a position by those after its moves, of which numbers up to `known` are final; 0 if that does not tell."""
    listed = moves(position, out)
    if not 0 < listed <= MOST_MOVES:
        places.shared[FAULT] = BAD_MOVES
        return np.int64(0)
    soonest, latest, is_open = np.int64(MOST_VALUE), np.int64(0), False
    for i in range(listed):
        child = play(position, out[i])
        family, number = index(child)
        place = _place_of(places, family, number)
        if place >= 0:
            is_known = known >= MOST_VALUE or read(places.left, place) == 0
            value = np.int64(read(places.values, place))
            if abs(value) > known or (value < 0 and not is_known):
                value = np.int64(0)
        else:
            value = _worth_outside(child, family, number, places)
        if same_player(position, child):
            value = -value
        if value < 0:
            soonest = min(soonest, 1 - value)
        elif value == 0:
            is_open = True
        else:
            latest = max(latest, value + 1)
    if soonest < MOST_VALUE:
        return soonest
    return np.int64(0) if is_open else -latest


@part
def check_place(like: Any, family: Any, number: Any, place: Any, places: Any, out: Any) -> None:
    """Compare a number of a table that is done with what one look ahead tells."""
    position = placed(like, family, number)
    found, at = index(position)
    worth = np.int64(UNUSED)
    if found == family and at == number:
        score = outcome(position)
        worth = np.int64(_sign(score))
        if score == ONGOING:
            worth = _by_moves(position, np.int64(MOST_VALUE), places, out)
    if worth != places.values[place]:
        places.shared[WRONG] = place + 1
