"""Games of files as the rules see them: which can be, and how they ended. Many at once, by compiled code.

The result is that of the rules where the last position is over, else what the file says; a file that contradicts the rules is
not believed in either.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from damier.books.learnt.places import can_be_made
from damier.books.learnt.store import BookGame
from damier.games.formats import WrittenGame
from damier.games.game import BadInput, Game
from damier.kernel import compiled, has_rule, native
from damier.records.session import Session
from damier.rules import MOST_MOVES, ONGOING, outcome, play, same_player

_SAID = ("lost", "drawn", "won")


def judge(game: Game, games: Sequence[WrittenGame]) -> list[BookGame | str]:
    """Of each game: what the book takes in, or why it does not."""
    found: list[BookGame | str] = [each.fault or "it has no moves" for each in games]
    for start, all_of_them in by_start(games).items():
        which = [index for index in all_of_them if not games[index].fault and len(games[index].moves)]
        if not which:
            continue
        made, ends = _with_passes(game, [games[index] for index in which])
        try:
            illegal, scores = outcomes(game, start, made, ends)
        except BadInput as error:
            for index in which:
                found[index] = str(error)
            continue
        for at, (index, wrong, score) in enumerate(zip(which, illegal.tolist(), scores.tolist(), strict=True)):
            own = made[ends[at - 1] if at else 0 : ends[at]]
            if wrong:
                found[index] = _illegal(game, game.parse(start), own.tolist(), wrong)
            else:
                found[index] = _played(games[index], own, None if score == ONGOING else (score > 0) - (score < 0))
    return found


def outcomes(game: Game, start: str, made: Any, ends: Any) -> tuple[Any, Any]:
    """Of games from a position on, their moves joined: the first illegal move, from 1, or 0; and the score for player 0."""
    position = game.parse(start)
    illegal, score = np.zeros(len(ends), np.int32), np.zeros(len(ends), np.int64)
    goes_on = has_rule(position, "count")  # games that were played may go on where a rule ends them
    _replay(native(position), made, ends, goes_on, illegal, score)
    if start and game.turn_written(start):
        score[score != ONGOING] *= -1
    return illegal, score


def by_start(games: Sequence[WrittenGame | BookGame]) -> dict[str, list[int]]:
    """Which of the games begin with each position."""
    found: dict[str, list[int]] = {}
    for index, each in enumerate(games):
        found.setdefault(each.start, []).append(index)
    return found


def joined(games: Sequence[WrittenGame | BookGame]) -> tuple[Any, Any]:
    """The moves of games, one after the other, and where those of each end."""
    made = np.concatenate([np.asarray(each.moves, np.int32) for each in games])
    return made, np.cumsum([len(each.moves) for each in games])


def _with_passes(game: Game, games: list[WrittenGame]) -> tuple[Any, Any]:
    """The moves of games, joined; passes that are not written are among them."""
    lacking = [index for index, each in enumerate(games) if each.lacks_passes]
    if not lacking:
        return joined(games)
    made, ends = game.with_passes([games[index].moves for index in lacking])
    if len(lacking) == len(games):
        return made.astype(np.int32), ends
    parts = [np.asarray(each.moves, np.int32) for each in games]
    for at, index in enumerate(lacking):
        parts[index] = made[ends[at - 1] if at else 0 : ends[at]].astype(np.int32)
    return np.concatenate(parts), np.cumsum([len(part) for part in parts])


def _played(written: WrittenGame, made: Any, by_rules: int | None) -> BookGame | str:
    if by_rules is None and written.result is None:
        return "it is not over, and has no result"
    if by_rules is not None and written.result is not None and by_rules != written.result:
        said, found = _SAID[written.result + 1], _SAID[by_rules + 1]
        return f"it is said to be {said} for the first player, and the rules say {found}"
    result = written.result if by_rules is None else by_rules
    assert result is not None
    return BookGame(made, result, *written[3:8])


def _illegal(game: Game, position: Any, made: list[int], number: int) -> str:
    """Which move of a game cannot be made, in words."""
    session = Session(game, position)
    for move in made[: number - 1]:
        session.make(move)
    if game.outcome(session.position) is not None:
        return f"move {number}: the game was over before it"
    try:
        name = session.move_name(made[number - 1])
    except (BadInput, ValueError, IndexError):
        name = str(made[number - 1])
    return f"move {number}, {name}, is not legal"


@compiled
def _replay(start: Any, made: Any, ends: Any, goes_on: Any, illegal: Any, score: Any) -> None:
    """Of each game the first move that is not legal, from 1, or the score for who moved first, or ONGOING."""
    legal = np.zeros(MOST_MOVES, np.int64)
    first = np.int64(0)
    for game in range(len(ends)):
        position, is_first = start, True
        for i in range(first, ends[game]):
            if not can_be_made(position, made[i], goes_on, legal):
                illegal[game] = i - first + 1
                break
            child = play(position, np.int64(made[i]))
            if not same_player(position, child):
                is_first = not is_first
            position = child
        found = outcome(position)
        score[game] = found if found == ONGOING or is_first else -found
        first = ends[game]
