"""The whole examination of a game: random games, asked plain first and compiled then, and what is said of those that hold.

What is found is raised, the first of it, as a `Fault`: who mends it looks again.
"""

import random
import time
from dataclasses import dataclass, field
from typing import Any

from damier.games import faults
from damier.games.checking.answers import Answer, Question, Rules, frozen
from damier.games.checking.fault import Fault
from damier.games.checking.operations import is_whole
from damier.games.checking.walk import ENOUGH_UNDONE, POINTS, At, Notes, random_walk
from damier.games.checking.writing import check_writing
from damier.games.game import Game
from damier.kernel import CONTRACT, ContractFunction

MOST_PLIES = 1_000  # after which a random game should be over
AT_ONCE = 4  # games that are walked before the first rule is compiled


@dataclass
class Report:
    """What was tried."""

    games: int = 0
    positions: int = 0
    answers: int = 0
    rules: list[str] = field(default_factory=list)
    beside: set[str] = field(default_factory=set)  # functions beside the rules
    seconds: float = 0.0


def examine(game: Game, games: int, seconds: float = float("inf"), seed: int = 0, is_quick: bool = False) -> Report:
    """Walk through random games until enough were walked or the time is over; raise what is wrong.

    One that is quick ends in the middle of a game, and does not mind games that last.
    """
    began = time.monotonic()
    rules = Rules(game)
    notes, report = Notes(rules), Report(rules=[entry.name for entry in rules.given])
    compiled: set[str] = set()
    while report.games < games and (report.games == 0 or time.monotonic() - began < seconds):
        for _ in range(min(AT_ONCE, games - report.games) if not compiled else 1):
            _walk(notes, report, random.Random(f"{seed} {report.games}"), began + seconds, is_quick)
            if time.monotonic() - began >= seconds:
                break
        answered = notes.forget_answers()
        report.answers += len(answered)
        _compare(rules, answered, compiled, began + 2 * seconds + 5)
    _check_counters(notes)
    report.seconds = time.monotonic() - began
    return report


def _walk(notes: Notes, report: Report, chance: random.Random, ends: float, is_quick: bool) -> None:
    """One random game, with all that can be asked in its positions."""
    report.games += 1
    rules, turn = notes.rules, None
    at: At | None = None
    for at in random_walk(notes, chance, MOST_PLIES):
        turn = _turn_at(rules, at, turn)
        _check_place(notes, at, is_quick)
        if not is_quick or not at.path:
            check_writing(rules, at, turn, report.beside, is_quick)
        report.positions += 1
        if time.monotonic() > ends and (is_quick or report.positions > MOST_PLIES):
            return
    if at is not None and at.goes_on and len(at.path) >= MOST_PLIES and not is_quick:
        raise rules.fault(
            CONTRACT["outcome"],
            f"has not ended a random game after {MOST_PLIES} moves",
            at.position,
            "let it end: a draw after so many moves, or rule 'reversible', which draws games whose positions come again",
        )


def _turn_at(rules: Rules, at: At, before: int | None) -> int | None:
    """Whose turn it is at a place: the other's, unless the move kept it; None where nothing tells."""
    if not hasattr(rules.game.module, "turn"):
        return None
    if not at.path or before is None:
        return None if at.path else rules.game.turn(at.position)
    parent = at.path[-1]
    here = frozen(at.position)
    move = next((each for each in at.listed("moves", parent) if at.ask("play", parent, each) == here), None)
    return before if move is not None and at.ask("same_player", parent, move) else 1 - before


def _check_place(notes: Notes, at: At, is_quick: bool) -> None:
    """Ask all rules that the game gives about a position, and look at their promises; at a load not at those of defaults:
    a game in which positions come again can be solved by its rules alone, whatever else it lacks.
    """
    rules = notes.rules
    for entry in rules.given:
        if not _may_be_asked(rules, entry, at.position):
            continue
        about_move = {"move", "child"} & set(entry.parameters)
        for move in at.some_moves if about_move else (0,):
            for least in POINTS if "least" in entry.parameters else (0,):
                answer = notes.ask(entry.name, at.position, move, least)
                if entry.gives.lists:
                    _check_list(rules, entry, at, answer)
    for entry in CONTRACT.values():
        for promise in entry.promises:
            if (entry in rules.given or (promise.always and not is_quick)) and (broken := promise.broken(at)):
                raise _broken(rules, entry, broken, promise.words, at)


def _may_be_asked(rules: Rules, entry: ContractFunction, position: Any) -> bool:
    """What the contract says; it asks other rules, whose faults are theirs."""
    try:
        return entry.asked(position)
    except BaseException as error:
        raise faults.blamed(rules.path, error, f"rule '{entry.name}'") from None


def _check_list(rules: Rules, entry: ContractFunction, at: At, answer: Answer) -> None:
    """What is listed are moves, each once; words of features may be any."""
    if not entry.gives.once:
        return
    twice = next((move for i, move in enumerate(answer.listed) if move in answer.listed[:i]), None)
    if twice is not None:
        raise rules.fault(entry, f"lists {twice} twice", at.position, "list each move once")
    below = next((move for move in answer.listed if move < 0), None)
    if below is not None:
        told = f"lists {below}; a move is a whole number from 0 on"
        raise rules.fault(entry, told, at.position, "see that as many are written into `out` as are counted")
    stranger = next((move for move in answer.listed if move not in at.moves and entry.gives.of_moves), None)
    if stranger is not None:
        raise rules.fault(entry, f"lists {stranger}, which rule 'moves' does not", at.position, "list legal moves only")


def _broken(rules: Rules, entry: ContractFunction, broken: str, words: str, at: At) -> Fault:
    """A promise that does not hold, of a rule that is there, or of what is said of games that do not give it."""
    if entry in rules.given:
        return rules.fault(entry, f"gives {broken}", at.position, f"expected: {words}")
    told = f"rule '{entry.name}' is not there, which means {broken}"
    return Fault(rules.path.name, told, rules.written(at.position), f"write it; expected: {words}")


def _compare(rules: Rules, answered: list[tuple[Question, Answer]], compiled: set[str], ends: float) -> None:
    """Compile what is not yet compiled, and see that compiled rules answer the same."""
    for question, _ in answered:
        if question.entry.name not in compiled:
            compiled.add(question.entry.name)
            rules.compile(question)
    for question, plain in answered:
        if time.monotonic() > ends:
            return
        rules.compare(question, plain)


def _check_counters(notes: Notes) -> None:
    """A field that grows, or falls, with every move lets no position come again, if the key has it in it."""
    if len(notes.undone) < ENOUGH_UNDONE:
        return
    for name in notes.rules.start._fields:
        values = [(getattr(before, name), getattr(after, name)) for before, after in notes.undone]
        if not all(is_whole(value) for pair in values for value in pair):
            continue
        if not (all(int(one) < int(two) for one, two in values) or all(int(one) > int(two) for one, two in values)):
            continue
        if all(_key_with(notes, before, name, after) != notes.ask("key", before) for before, after in notes.undone):
            told = f"cannot help: field '{name}' changes with every move, so that no position comes again"
            raise notes.rules.fault(CONTRACT["reversible"], told, None, f"write rule 'key' without p.{name}")


def _key_with(notes: Notes, position: Any, name: str, other: Any) -> Answer:
    """The key of a position that has one field of another one."""
    return notes.ask("key", position._replace(**{name: getattr(other, name)}))
