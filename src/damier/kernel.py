"""Dispatch and compilation: one body for each rule, run as plain Python or compiled.

A *contract function* (`moves`, `play`, ...) is declared once, in `rules.py`, with `@contract`. A game gives it a body for
its own positions with `@rule`:

    @rule
    def moves(p: Nim, out): ...

The body is registered twice under the type of its first argument: with `functools.singledispatch`, so that it runs as
plain Python, and behind one `numba.extending.overload`, so that every kernel that calls `moves(p, out)` is specialised
for the positions it is given. No search ever names a game.

A kernel is a module-level function decorated with `@compiled`. What it needs beside the position travels in one NumPy
record, passed as one pointer: the same search with a tuple of arrays as argument ran 3 to 7 times slower, because
Numba passes each array as seven words at every call. Arrays whose size is not known in advance (the table, the log,
weights) stay outside the record, which holds their address; `array_at` turns an address back into an array.
"""

import atexit
import ctypes
import difflib
import functools
import gc
import hashlib
import inspect
import sys
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, TypeVar

import numpy as np
from llvmlite import ir
from numba import carray, config, njit, typeof, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing.templates import builtin_registry
from numba.extending import intrinsic, overload

from damier.compile_cache import KernelCache, PartCache, game_sources
from damier.quick_compiler import hurry

F = TypeVar("F", bound=Callable[..., Any])

FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

hurry()
atexit.register(gc.freeze)  # an end without a look through the compiler for what is left over: a quarter of a second


class RuleError(TypeError):
    """A rule that does not fit the contract; the message says which, where and what was expected."""


# --------------------------------------------------------------------------------------------------------------------
# Kernels


def compiled(function: F) -> F:
    """Compile a kernel at its first call with each kind of position, without the GIL, cached on disk."""
    kernel: Any = njit(**FLAGS, no_cfunc_wrapper=True)(function)
    if hasattr(kernel, "py_func"):  # a plain function when NUMBA_DISABLE_JIT is set
        kernel._cache = KernelCache(function)
        kernel.get_call_template = functools.partial(_without_literals, kernel.get_call_template)
        kernel.compile = functools.partial(_without_vectors, kernel.compile)
    return typing.cast(F, kernel)


def vectorised(function: F) -> F:
    """A kernel that sums up long rows of real numbers: loops become vectors, and sums may be taken in any order."""
    kernel: Any = njit(**FLAGS, no_cfunc_wrapper=True, fastmath=True)(function)
    if hasattr(kernel, "py_func"):
        kernel._cache = KernelCache(function)
    return typing.cast(F, kernel)


def entry(kernel: F, *arguments: Any) -> F:
    """The kernel's machine code for arguments like these, which it is called with once.

    A call of a kernel looks up the types of its arguments first, which takes longer than a short search. This one does
    not: whoever uses it answers for the types, native positions included.
    """
    kernel(*arguments)
    versions = getattr(kernel, "overloads", None)
    if versions is None:
        return kernel
    return typing.cast(F, versions[tuple(typeof(argument) for argument in arguments)].entry_point)


def is_compiled_for(kernel: Any, *arguments: Any) -> bool:
    """Whether the kernel's machine code for arguments like these is there, in this process or on disk."""
    versions = getattr(kernel, "overloads", None)
    kinds = tuple(typeof(argument) for argument in arguments)
    return versions is None or kinds in versions or kernel._cache.has(kinds, kernel.targetctx)


def part(function: F) -> F:
    """A part of kernels, called only by them: it compiles faster than a kernel, since Python cannot call it."""
    return _part(function, inlined=False)


def inlined(function: F) -> F:
    """A part that every node goes through: its body is put where it is called."""
    return _part(function, inlined=True)


def uncompiled(function: F) -> F:
    """The plain Python body of a kernel or part."""
    return typing.cast(F, getattr(function, "py_func", function))


def _part(function: F, inlined: bool) -> F:
    kernel: Any = njit(**FLAGS, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inlined)(function)
    if hasattr(kernel, "py_func"):
        kernel._cache = PartCache(function)
        kernel.get_call_template = functools.partial(_without_literals, kernel.get_call_template)
    return typing.cast(F, kernel)


def helper(function: F) -> F:
    """A function that rules call: it runs as plain Python from plain Python and compiled from compiled code."""
    compiled_as(function)(lambda *arguments: function)
    helpers.add(function)
    return function


helpers: set[Any] = set()  # what was marked so


def compiled_as(function: Any, **options: Any) -> Callable[[F], F]:
    """What a function that runs as plain Python becomes in compiled code: the decorated one gives its body, by types.

    Numba's `overload`, but for one thing: it compiles a body once for each set of compiler flags among the callers,
    which for chess doubles the time; here all callers share one, unless some check bounds.
    """

    def decorate(choose: F) -> F:
        overload(function, jit_options={**FLAGS, "no_cfunc_wrapper": True, **options}, strict=False)(choose)
        builtin_registry.functions[-1]._impl_cache = _ForAllCallers()
        return choose

    return decorate


class _ForAllCallers(dict[Any, Any]):
    """What Numba keeps of compiled bodies, by context, types and the caller's flags; of those only bounds checks count."""

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self._key(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._key(key), value)

    @staticmethod
    def _key(key: Any) -> Any:
        *types_of_call, flags = key
        return *types_of_call, bool(flags is not None and flags.boundscheck)


def _without_vectors(compile_: Callable[..., Any], signature: Any) -> Any:
    """Compile without vectorising loops: searches gain nothing by it and it takes a sixth of the compile time."""
    with global_compiler_lock:  # the setting is Numba's, for all threads
        before = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
        config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0
        try:
            return compile_(signature)
        finally:
            config.LOOP_VECTORIZE, config.SLP_VECTORIZE = before


def _without_literals(get_call_template: Callable[..., Any], arguments: Any, named: Any) -> Any:
    """One version of a kernel for all constants it is called with from other kernels.

    Numba would compile `note(work, 0, ...)` and `note(work, 1, ...)` apart, which costs time, and a recursive kernel
    with two versions crashes the next process when it comes from the cache.
    """
    plain = tuple(types.unliteral(kind) for kind in arguments)
    return get_call_template(plain, {name: types.unliteral(kind) for name, kind in named.items()})


# --------------------------------------------------------------------------------------------------------------------
# Contract functions and rules

CONTRACT: dict[str, "ContractFunction"] = {}


@dataclass(frozen=True)
class Gives:
    """What a rule gives: a number, two numbers, or a position."""

    words: str  # for who writes the rule; {kind} is the name of his position type
    shape: Literal["number", "numbers", "position"] = "number"
    lowest: int | None = None  # of the numbers
    highest: int | None = None
    lists: bool = False  # it has written numbers into `out`, and gives how many stand there
    of_moves: bool = True  # what it lists are legal moves
    once: bool = True  # what it lists are numbers from 0 on, each once
    in_order: bool = True  # of two numbers the first is not the larger one


@dataclass(frozen=True)
class Promise:
    """What holds of a rule beyond what it gives: in words, and how it is broken at a place of a walk (`games/checking`)."""

    words: str
    broken: Callable[[Any], str]  # what was found instead; nothing if it holds
    always: bool = False  # it holds of the default as well


class ContractFunction:
    """One function of the contract: what it gives, when it may be asked, its default body and that of each position type.

    What its arguments are, the names of its parameters say (`games/asking.py`).
    """

    def __init__(
        self,
        default: Callable[..., Any],
        required: bool,
        gives: Gives,
        asked: Callable[[Any], bool] | None,
        promises: Sequence[Promise] = (),
    ) -> None:
        self.name = default.__name__
        self.default = default
        self.required = required
        self.gives = gives
        self.asked = asked or (lambda position: True)
        self.promises = promises
        self.parameters = list(inspect.signature(default).parameters)
        self.bodies: dict[type, Callable[..., Any]] = {}
        self.call = functools.singledispatch(default)
        self.generate: Callable[[type], Callable[..., Any]] | None = None

    def body(self, position_type: type) -> Callable[..., Any]:
        """The body that serves this type of position: its own, a base class's, or the default."""
        for base in position_type.__mro__:
            if base in self.bodies:
                return self.bodies[base]
        if self.required:
            raise RuleError(f"{position_type.__qualname__} has no rule {self.signature}")
        return self.generate(position_type) if self.generate else self.default

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"

    @functools.cached_property
    def kernel(self) -> Any:
        """The rule as a kernel of its own, for those who ask it, compiled, from Python."""
        return compiled(_written_body(self, "return rule({arguments})", {"__name__": __name__, "rule": self.call}))


def contract(
    *,
    required: bool = False,
    gives: Gives,
    asked: Callable[[Any], bool] | None = None,
    promises: Sequence[Promise] = (),
) -> Callable[[F], Any]:
    """Declare a function of the contract. The body given here is the default; a required one has none.

    `asked` tells in which positions the rule may be asked: in all, if it is left out; `promises` what else holds of it.
    What a rule that gives a position returns is brought to the declared types of its fields: a recursive kernel must meet
    one type of position only.
    """

    def declare(default: F) -> Any:
        entry = ContractFunction(default, required, gives, asked, promises)
        CONTRACT[entry.name] = entry

        def specialise(*arguments: Any) -> Callable[..., Any] | None:
            position = arguments[0]
            if not isinstance(position, types.BaseNamedTuple):
                return None
            body = entry.body(position.instance_class)
            if gives.lists and not _is_ours(position.instance_class):
                return _checked_body(entry, body)
            return _native_body(entry, body, position.instance_class) if gives.shape == "position" else body

        compiled_as(entry.call)(specialise)
        return entry.call

    return declare


def generated(function: Any, generate: Callable[[type], Callable[..., Any]]) -> None:
    """Let `generate(position_type)` write the default body of an optional contract function, for compiled code."""
    CONTRACT[function.__name__].generate = generate


def rule(function: F) -> F:
    """Register the body of the contract function of the same name, for the type its first argument is annotated with."""
    entry = CONTRACT.get(getattr(function, "__name__", ""))
    if entry is None:
        raise RuleError(_no_rule(function))
    if function is entry.call:
        frame = sys._getframe(1)
        raise RuleError(f"{frame.f_code.co_filename} line {frame.f_lineno}: rule '{entry.name}' has @rule twice; write it once")
    parameters = list(inspect.signature(function).parameters)
    if len(parameters) != len(entry.parameters):
        raise RuleError(
            f"{_place(function)}: rule '{entry.name}' is written {entry.signature}, not {entry.name}({', '.join(parameters)})"
        )
    position_type = _annotated_type(function, parameters[0])
    if not (isinstance(position_type, type) and hasattr(position_type, "_fields")):
        raise RuleError(
            f"{_place(function)}: rule '{entry.name}' does not say which positions it is for; "
            f"annotate its first argument with a NamedTuple: def {entry.name}({parameters[0]}: MyPosition, ...)"
        )
    before = entry.bodies.get(position_type)
    if before is not None and before.__code__.co_filename == function.__code__.co_filename:
        raise RuleError(
            f"{_place(function)}: rule '{entry.name}' is written a second time for {position_type.__qualname__}; "
            f"the first stands in line {before.__code__.co_firstlineno}"
        )
    _tell_apart(position_type)
    entry.bodies[position_type] = function
    plain = (lambda *arguments: native(function(*arguments))) if entry.gives.shape == "position" else function
    entry.call.register(position_type, plain)
    return typing.cast(F, entry.call)


def _no_rule(function: Any) -> str:
    """What is said of a function that no rule is called like."""
    if not isinstance(function, FunctionType):
        frame = sys._getframe(2)
        return f"{frame.f_code.co_filename} line {frame.f_lineno}: @rule stands before what is no function; it marks functions"
    meant = difflib.get_close_matches(function.__name__, CONTRACT, 1)
    there_are = f"did you mean '{meant[0]}'?" if meant else f"the rules are {', '.join(CONTRACT)}"
    return f"{_place(function)}: '{function.__name__}' is no rule of the contract; {there_are}"


def _is_ours(position_type: Any) -> bool:
    return bool(position_type.__module__.startswith("damier."))


def _checked_body(entry: ContractFunction, body: Callable[..., Any]) -> Callable[..., Any]:
    """A user's rule that lists moves, compiled so that writing beyond the buffer raises IndexError and does not crash."""
    compiled_as(body, boundscheck=True)(lambda *arguments: body)
    return _written_body(entry, "return inner({arguments})", {"inner": body})


def _native_body(entry: ContractFunction, body: Callable[..., Any], position_type: type) -> Callable[..., Any]:
    """The compiled body of a rule that gives a position: the game's own, with each field of its declared type."""
    names: dict[str, Any] = {"inner": helper(body), "Position": position_type}
    fields = []
    for name, kind in zip(position_type._fields, field_types(position_type), strict=True):  # type: ignore[attr-defined]
        names[f"{name}_type"] = kind
        fields.append(f"{name}_type(result.{name})" if kind else f"result.{name}")
    return _written_body(entry, f"result = inner({{arguments}}); return Position({', '.join(fields)})", names)


def _written_body(entry: ContractFunction, statements: str, names: dict[str, Any]) -> Callable[..., Any]:
    """A body for a rule, from the text of what it does with its arguments."""
    arguments = ", ".join(entry.parameters)
    exec(f"def {entry.name}({arguments}): {statements.format(arguments=arguments)}", names)
    return typing.cast(Callable[..., Any], names[entry.name])


_names_taken: dict[str, type] = {}


def _tell_apart(position_type: Any) -> None:
    """Give a position type from outside damier a name of its own.

    Numba names machine code by the type's bare name, so that two games whose positions are both called `Board` would
    run each other's rules. Module and sources in the name keep it the same in the next process, for the cache; types that
    agree in both, as those of a module that is loaded again, are numbered.
    """
    bare = position_type.__qualname__.rpartition(".")[2]
    if _is_ours(position_type) or position_type.__name__ != bare:
        return
    module = position_type.__module__
    try:
        source = game_sources[module].encode() if module in game_sources else _source_of(module)
    except OSError:  # written in a conversation with Python, as in a notebook
        source = str(id(position_type)).encode()
    base = name = f"{bare}_{hashlib.sha256(module.encode() + source).hexdigest()[:12]}"
    copy = 1
    while _names_taken.setdefault(name, position_type) is not position_type:
        copy += 1
        name = f"{base}_{copy}"
    position_type.__name__ = name


def _source_of(module: str) -> bytes:
    return Path(getattr(sys.modules.get(module), "__file__", None) or "").read_bytes()


def has_rule(position: Any, name: str) -> bool:
    """Whether this position's game gives the optional contract function a body of its own."""
    return any(base in CONTRACT[name].bodies for base in type(position).__mro__)


def _annotated_type(function: Callable[..., Any], parameter: str) -> Any:
    annotation = function.__annotations__.get(parameter)
    if isinstance(annotation, str):
        names = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        try:
            annotation = eval(annotation, names)
        except NameError:
            return None
    return annotation


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename} line {code.co_firstlineno}"


# --------------------------------------------------------------------------------------------------------------------
# Positions


_field_types: dict[Any, tuple[type | None, ...]] = {}


def field_types(position_type: Any) -> tuple[type | None, ...]:
    """The NumPy type of each field of a position; None for an array, which passes unchanged."""
    if position_type not in _field_types:
        hints = typing.get_type_hints(position_type)
        _field_types[position_type] = tuple(_field_type(position_type, name, hints[name]) for name in position_type._fields)
    return _field_types[position_type]


def _field_type(position_type: type, name: str, hint: Any) -> type | None:
    if hint is int:
        return np.int64
    if hint is bool:
        return np.bool_
    if isinstance(hint, type) and issubclass(hint, (np.integer, np.bool_)):
        return hint
    if hint is np.ndarray or typing.get_origin(hint) is np.ndarray:
        return None
    raise RuleError(
        f"{position_type.__qualname__}.{name} is declared {getattr(hint, '__name__', hint)}; "
        "a field of a position is an integer (int, np.int64, np.uint64, ...) or an array"
    )


def native(position: Any) -> Any:
    """The same position with every field of its declared type.

    Compiled code hands back a uint64 as a plain int, which the next call would take for an int64: positions pass here
    on their way from Python into a kernel.
    """
    kind = type(position)
    return kind(*(value if cast is None else cast(value) for cast, value in zip(field_types(kind), position, strict=True)))


# --------------------------------------------------------------------------------------------------------------------
# Arrays behind an address

_C_TYPES: dict[Any, Any] = {
    np.int64: ctypes.c_int64,
    np.uint64: ctypes.c_uint64,
    np.int32: ctypes.c_int32,
    np.int16: ctypes.c_int16,
}


@intrinsic
def _pointer(context: Any, address: Any, kind: Any) -> Any:
    signature = types.CPointer(kind.dtype)(address, kind)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return signature, generate


def array_at(address: Any, length: Any, kind: Any) -> Any:
    """The one-dimensional array of `length` numbers of `kind` that starts at `address`; its owner keeps it alive."""
    if length == 0:
        return np.zeros(0, kind)
    return np.frombuffer((_C_TYPES[kind] * int(length)).from_address(int(address)), kind)


@compiled_as(array_at)
def _array_at(address: Any, length: Any, kind: Any) -> Callable[..., Any]:
    def body(address: Any, length: Any, kind: Any) -> Any:
        return carray(_pointer(address, kind), (length,))

    return body


def number_at(address: Any, place: Any, kind: Any) -> Any:
    """The number in a place of the array of `kind` that starts at `address`: where a GPU can have no array."""
    return array_at(address, place + 1, kind)[place]


@intrinsic
def _number_at(context: Any, address: Any, place: Any, kind: Any) -> Any:
    signature = kind.dtype(types.int64, types.int64, kind)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = builder.inttoptr(arguments[0], context.get_data_type(signature.return_type).as_pointer())
        return builder.load(builder.gep(array, [arguments[1]]))

    return signature, generate


@compiled_as(number_at)
def _compiled_number_at(address: Any, place: Any, kind: Any) -> Callable[..., Any]:
    def body(address: Any, place: Any, kind: Any) -> Any:
        return _number_at(address, place, kind)

    return body


def prefetch(address: Any) -> None:
    """Bring the memory at an address near the processor before it is needed; it means nothing in plain Python."""


@intrinsic
def _prefetch(context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        for_reading, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [builder.inttoptr(arguments[0], byte), for_reading, keep, data])
        return context.get_dummy_value()

    return types.void(types.int64), generate


@compiled_as(prefetch)
def _compiled_prefetch(address: Any) -> Callable[[Any], Any]:
    def body(address: Any) -> Any:
        return _prefetch(np.int64(address))

    return body
