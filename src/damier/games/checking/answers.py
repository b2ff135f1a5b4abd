"""What a rule answers: watched, as plain Python, and compiled. All three agree, or it is a fault.

Plain comes first: what it has survived does not crash compiled.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import typeof, types

from damier.games import faults
from damier.games.asking import arguments_for, lies_within
from damier.games.checking.compiler import said_of_rule
from damier.games.checking.fault import Fault, line_of, shown
from damier.games.checking.operations import Mishap, is_whole
from damier.games.checking.watched import Endless, Watcher, set_clock
from damier.games.game import Game
from damier.kernel import CONTRACT, ContractFunction, field_types, has_rule, native
from damier.rules import MOST_MOVES


def _nobody_listens(words: str) -> None:
    pass


on_compiled: Callable[[str], None] = _nobody_listens  # is told which rule is asked compiled, before it may crash


class Question(NamedTuple):
    """A rule, and what it is asked about."""

    entry: ContractFunction
    position: Any
    move: int = 0
    least: int = 0


class Answer(NamedTuple):
    """What a rule has given, as ordinary numbers or a position, and the moves that it has listed."""

    given: Any
    listed: tuple[int, ...] = ()


class Rules:
    """The rules of a game, to be asked in three ways."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.path = Path(game.module.__file__ or game.name)
        self.start = game.start()
        self.given = [entry for entry in CONTRACT.values() if has_rule(self.start, entry.name)]
        self.weights = game.with_own_evaluation.weights()
        folder = self.path.parent if self._is_built_in else None
        self._watcher = Watcher(
            lambda file: file in faults.authors_files or (folder is not None and Path(file).parent == folder)
        )

    @property
    def _is_built_in(self) -> bool:
        return self.game.module.__name__.startswith("damier.")

    def gives(self, rule: str) -> bool:
        """Whether the game gives a rule a body of its own."""
        return CONTRACT[rule] in self.given

    def written(self, position: Any) -> str:
        """A position in a message: as its game writes it, or else its numbers."""
        try:
            text = self.game.text(position)
        except BaseException as error:
            if faults.is_ctrl_c(error):
                raise
            text = ""
        return text or ",".join(str(field) for field in position)

    def fault(self, entry: ContractFunction, what: str, position: Any = None, mend: str = "", where: str = "") -> Fault:
        """What is wrong with a rule, said with the line where it stands, or another one."""
        code = entry.body(type(self.start)).__code__
        at = "" if position is None else self.written(position)
        return Fault(where or line_of(code), f"rule '{entry.name}' {what}", at, mend)

    def asked(self, question: Question) -> list[Any]:
        """What a rule is called with; the arguments are its own."""
        return arguments_for(question.entry, question.position, question.move, self.weights, question.least)

    def plain(self, question: Question) -> Answer:
        """What a rule answers as plain Python, watched and as it stands."""
        entry, body = question.entry, question.entry.body(type(question.position))
        watched = self._answer(question, self._watcher.twin(body))
        answer = self._answer(question, body)
        if watched != answer:
            raise self.fault(
                entry,
                f"gives {_told(answer)} as plain Python and {_told(watched)} with 64-bit numbers, as compiled code has them",
                question.position,
                "let it give the same whenever it is asked: no random numbers, no clock, no numbers of fewer bits",
            )
        if not lies_within(entry.gives, answer.given):
            is_empty = entry.gives.lists and entry.gives.once and not answer.given
            mend = "where there is no move, let rule 'outcome' end the game" if is_empty else ""
            raise self.fault(entry, f"gives {_told(answer)}; expected {_range(entry)}", question.position, mend)
        return answer

    def default(self, question: Question) -> Answer:
        """What the contract says of a rule that the game does not give."""
        arguments = self.asked(question)
        return self._read(question.entry, question.entry.call(*arguments), arguments)

    def compile(self, question: Question) -> None:
        """Compile a rule, once, if it can be; and see that it gives whole numbers on every path."""
        kernel, arguments = question.entry.kernel, self.asked(question)
        kinds = tuple(typeof(argument) for argument in arguments)
        body = question.entry.body(type(question.position))
        try:
            if not hasattr(kernel, "compile"):
                return
            kernel.compile(kinds)
        except Exception as error:  # Numba's own, and what its passes raise
            raise said_of_rule(error, body, question.entry.name) from None
        returned = kernel.overloads[kinds].signature.return_type
        if not _is_compiled_kind(question.entry, returned):
            words = question.entry.gives.words.format(kind=type(question.position).__qualname__)
            raise self.fault(question.entry, f"must return {words} on every path, not {_plain_type(returned)}")

    def compare(self, question: Question, plain: Answer) -> None:
        """See that a rule answers the same compiled."""
        arguments, entry = self.asked(question), question.entry
        on_compiled(f"rule '{entry.name}', compiled, at {','.join(map(str, question.position))}")
        try:
            given = faults.bounded(self.path, f"rule '{entry.name}', compiled,", entry.kernel, *arguments)
        except Exception as error:
            raise self.fault(entry, f"raises {type(error).__name__} when compiled", question.position, str(error)) from None
        answer = self._read(entry, given, arguments)
        if answer != plain:
            raise self.fault(
                entry,
                f"gives {_told(plain)} as plain Python and {_told(answer)} compiled",
                question.position,
                "let it depend on nothing but its arguments and constants, and keep numbers within 64 bits",
            )

    def _answer(self, question: Question, body: Callable[..., Any]) -> Answer:
        """What a body in Python answers, if it ends, raises nothing, and gives what the contract says."""
        entry, arguments = question.entry, self.asked(question)
        before = frozen(question.position)
        set_clock(faults.PATIENCE)
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                given = body(*arguments)
        except BaseException as error:
            raise self._said(entry, error, question.position) from None
        if frozen(question.position) != before:
            raise self.fault(
                entry, "changes the position it is asked about", question.position, "copy an array before writing to it"
            )
        self._check_kind(entry, given, question.position)
        return self._read(entry, given, arguments)

    def _said(self, entry: ContractFunction, error: BaseException, position: Any) -> BaseException:
        """What is to be raised for what a rule has raised."""
        if isinstance(error, Fault) or faults.is_ctrl_c(error):
            return error
        where = faults.line_within(error, self.path)
        if isinstance(error, Endless):
            told = f"seems not to end: this loop has gone on for {faults.PATIENCE:g} seconds"
            return self.fault(entry, told, position, "see that its condition becomes false", where)
        if isinstance(error, Mishap):
            return self.fault(entry, str(error), position, error.mend, where)
        mend = _MENDS.get(type(error), "")
        if isinstance(error, RecursionError):
            return self.fault(entry, "calls itself without end", position, "write a loop", where)
        if isinstance(error, FloatingPointError):
            mend = "compiled numbers have 64 bits; convert with np.int64(...) or np.uint64(...) before"
            return self.fault(entry, f"does a sum that does not fit: {error}", position, mend, where)
        if "not supported for the input types" in str(error) or "Cannot cast ufunc" in str(error):
            mend = "make both np.uint64: np.uint64(1) for 1"
            return self.fault(entry, "mixes signed and unsigned numbers", position, mend, where)
        said = faults.said_in_a_line(self.path, error, "")
        words = str(said).partition(": ")[2]
        where = where or line_of(entry.body(type(self.start)).__code__)
        return Fault(where, f"rule '{entry.name}': {words}", self.written(position), mend)

    def _check_kind(self, entry: ContractFunction, given: Any, position: Any) -> None:
        """What comes back is a number, two numbers, or a position whose fields are of their types."""
        expected = entry.gives.words.format(kind=type(position).__qualname__)
        shape = entry.gives.shape
        if shape == "position":
            if not isinstance(given, type(position)):
                raise self.fault(entry, f"must return {expected}, not {shown(given)}", position)
            self._check_fields(entry, given, position)
        elif shape == "numbers":
            if not (isinstance(given, tuple) and len(given) == 2 and all(map(is_whole, given))):
                raise self.fault(entry, f"must return {expected}, not {shown(given)}", position)
        elif not is_whole(given):
            mend = "// divides whole numbers" if isinstance(given, (float, np.floating)) else ""
            raise self.fault(entry, f"must return {expected}, not {shown(given)}", position, mend)

    def _check_fields(self, entry: ContractFunction, given: Any, position: Any) -> None:
        if misfit := misfitting(given):
            raise self.fault(entry, f"gives {misfit.what}", position, misfit.mend)

    def _read(self, entry: ContractFunction, given: Any, arguments: list[Any]) -> Answer:
        if entry.gives.shape == "position":
            return Answer(frozen(native(given)))
        if entry.gives.shape == "numbers":
            return Answer(tuple(int(number) for number in given))
        if not entry.gives.lists:
            return Answer(_as_compiled(entry, int(given)))
        out, count = arguments[entry.parameters.index("out")], int(given)
        return Answer(count, tuple(int(move) for move in out[: min(max(count, 0), MOST_MOVES)]))


_MENDS: dict[type, str] = {
    AttributeError: "the fields are those of the position's class",
    NameError: "define it above, or import it",
    UnboundLocalError: "give it a value on every path",
    IndexError: "ask before whether there is such a place",
    ZeroDivisionError: "ask for 0 before",
}


def _as_compiled(entry: ContractFunction, number: int) -> int:
    """A number of 64 bits, whatever its sign: a key above 2**63 comes back below 0 from compiled code that has mixed signs."""
    return number & 0xFFFF_FFFF_FFFF_FFFF if entry.gives.lowest == -(1 << 63) else number


class Misfit(NamedTuple):
    """A field that is not what it is declared."""

    what: str
    mend: str


def misfitting(position: Any) -> Misfit | None:
    """The first field of a position that is not what it is declared; None if all are."""
    for name, kind, value in zip(position._fields, field_types(type(position)), position, strict=True):
        if kind is None:
            if not isinstance(value, np.ndarray):
                return Misfit(f"{name} = {shown(value)}; it is declared an array", "")
            continue
        if not is_whole(value):
            mend = "// divides whole numbers" if isinstance(value, (float, np.floating)) else ""
            return Misfit(f"{name} = {shown(value)}; it is declared {kind.__name__}", mend)
        lowest, highest = (0, 1) if kind is np.bool_ else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
        if not lowest <= int(value) <= highest:
            return Misfit(f"{name} = {int(value)}; it is declared {kind.__name__}, {lowest} to {highest}", "")
    return None


def frozen(position: Any) -> Any:
    """A position that can be compared and kept in a set: arrays by their bytes."""
    return tuple(value.tobytes() if isinstance(value, np.ndarray) else int(value) for value in position)


def _is_compiled_kind(entry: ContractFunction, kind: Any) -> bool:
    """Whether a rule gives compiled, on every path, what the contract says."""
    if entry.gives.shape == "position":
        return isinstance(kind, types.BaseNamedTuple)
    numbers = tuple(kind) if entry.gives.shape == "numbers" and isinstance(kind, types.BaseTuple) else (kind,)
    return all(isinstance(number, (types.Integer, types.Boolean)) for number in numbers)


def _plain_type(kind: Any) -> str:
    if isinstance(kind, types.Optional):
        return f"sometimes nothing (None) and sometimes {_plain_type(kind.type)}"
    if isinstance(kind, types.Float):
        return "a float (a signed and an unsigned number may have met in it)"
    return {"none": "nothing (None)"}.get(str(kind), "a whole number" if isinstance(kind, types.Integer) else "something else")


def _told(answer: Answer) -> str:
    if answer.listed:
        moves = ", ".join(map(str, answer.listed[:8]))
        return f"{answer.given}: {moves}{', ...' if len(answer.listed) > 8 else ''}"
    if isinstance(answer.given, tuple):
        return " to ".join(map(str, answer.given)) if len(answer.given) == 2 else ",".join(map(str, answer.given))
    return str(answer.given)


def _range(entry: ContractFunction) -> str:
    """Where the contract says that the numbers of a rule lie."""
    lowest, highest = entry.gives.lowest, entry.gives.highest
    if entry.gives.shape == "numbers":
        return f"{lowest} <= lowest <= highest <= {highest}"
    return f"{lowest} or more" if highest is None else f"{lowest} to {highest}"
