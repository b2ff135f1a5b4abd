"""Numba's compiler, without work that it does again and again: together two thirds of the time that a kernel takes.

- What arithmetic gives for numbers of known types: Numba goes through every way of adding that it knows, at each `+` of a
  function and in each of several rounds. Remembered.
- What a function returns that calls itself: Numba works the whole function out anew at each such call. Remembered.
- Which variables a statement names: Numba asks every statement a dozen times, each time by way of all its attributes; while it
  renames variables, it tells a log about each statement that nobody reads; each call of LLVM is an event nobody listens to.
- Machine code of functions that only other compiled code calls: Numba optimises each of them with all that it calls in turn,
  then their callers with them inside, and so on up. Here they go into the kernel as they are, and it is optimised once.

What a kernel does in the end is the same, and its speed too. These are changes to Numba's inner parts: where a version of it
does not have them, `hurry` leaves it as it is.
"""

from typing import Any

from llvmlite.binding import ffi, parse_bitcode
from numba import types
from numba.core import ir, ssa
from numba.core.codegen import JITCodeLibrary
from numba.core.cpu import CPUContext, _dynfunc
from numba.core.errors import TypingError
from numba.core.typeinfer import TypeInferer
from numba.core.types.functions import BaseFunction

_PLAIN = (types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)

_signature: Any = getattr(BaseFunction, "get_call_type", None)
_partial_return: Any = getattr(TypeInferer, "return_types_from_partial", None)
_final_return: Any = getattr(TypeInferer, "get_return_type", None)
_finalize: Any = getattr(JITCodeLibrary, "finalize", None)
_executable: Any = getattr(CPUContext, "get_executable", None)
_serialized: Any = getattr(JITCodeLibrary, "serialize_using_object_code", None)
_unserialized: Any = getattr(JITCodeLibrary, "_unserialize", None)
_name_of_record: Any = types.Record.__repr__


def hurry() -> None:
    """Let Numba compile quickly, in this process."""
    if _signature:
        BaseFunction.get_call_type = _remembered_signature  # type: ignore[method-assign]
    if _partial_return and _final_return:
        TypeInferer.return_types_from_partial = _remembered_return
        TypeInferer.get_return_type = _checked_return
    if hasattr(ir.Inst, "_rec_list_vars"):
        ir.Stmt.list_vars = ir.Expr.list_vars = _variables_of
    if hasattr(ssa, "_run_block_rewrite"):
        ssa._run_block_rewrite = _rewritten
    llvm_calls = getattr(getattr(ffi.lib, "_lock", None), "_cblist", None)
    if llvm_calls:
        llvm_calls.clear()
    types.Record.__repr__ = _remembered_name
    if _finalize and _executable and _serialized and _unserialized and all(hasattr(JITCodeLibrary, name) for name in _USED):
        JITCodeLibrary.finalize = _finalized_if_called
        CPUContext.get_executable = _executable_if_called
        JITCodeLibrary.serialize_using_object_code = _serialized_as_it_is
        JITCodeLibrary._unserialize = classmethod(_unserialized_as_it_was)


# --------------------------------------------------------------------------------------------------------------------
# Types

_signatures: dict[Any, Any] = {}


def _remembered_signature(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """What a function of Numba's gives for these types: asked once where all of them are plain numbers."""
    if kws or not all(isinstance(kind, _PLAIN) for kind in args):
        return _signature(self, context, args, kws)
    question = self, context, tuple(args)
    if question not in _signatures:
        _signatures[question] = _signature(self, context, args, kws)
    return _signatures[question]


def _remembered_return(self: Any) -> Any:
    """What a function that is being compiled gives to itself: worked out at the first call that can be."""
    if getattr(self, "given_to_itself", None) is None:
        self.given_to_itself = _partial_return(self)
    return self.given_to_itself


def _checked_return(self: Any, typemap: Any) -> Any:
    """What it gives in the end, which must be what it was taken to give."""
    given = _final_return(self, typemap)
    assumed = getattr(self, "given_to_itself", None)
    if assumed is not None and types.unliteral(given) != assumed:
        raise TypingError(f"{self.func_id.func_name} calls itself and gives {assumed} in one place, {given} in another")
    return given


_record_names: dict[int, tuple[Any, str]] = {}


def _remembered_name(self: Any) -> str:
    """The name of a type of records, which is long and is asked for at each step of each function."""
    known = _record_names.get(id(self))
    if known is None:
        known = _record_names[id(self)] = self, _name_of_record(self)
    return known[1]


# --------------------------------------------------------------------------------------------------------------------
# Statements

_WITHOUT_VARIABLES = (str, int, float, bool, type(None), ir.Loc)


def _variables_of(self: Any) -> list[Any]:
    """The variables that a statement or expression reads or writes."""
    found: list[Any] = []
    _add_variables(self.__dict__.values(), found)
    return found


def _add_variables(values: Any, found: list[Any]) -> None:
    for value in values:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in _WITHOUT_VARIABLES:
            continue
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())
        elif isinstance(value, (list, tuple)):
            _add_variables(value, found)
        elif isinstance(value, dict):
            _add_variables(value.values(), found)


def _rewritten(blocks: Any, states: Any, handler: Any) -> Any:
    """Numba's renaming of the variables of all blocks, without its log."""
    on_assign, on_other, assign = handler.on_assign, handler.on_other, ir.Assign
    new_blocks = {}
    for label, block in blocks.items():
        new_blocks[label] = new = ir.Block(scope=block.scope, loc=block.loc)
        states["label"], states["block"] = label, block
        new.body = [(on_assign if isinstance(stmt, assign) else on_other)(states, stmt) for stmt in block.body]
    return new_blocks


# --------------------------------------------------------------------------------------------------------------------
# Machine code

_USED = ("_raise_if_finalized", "_get_module_for_linking", "_finalize_dynamic_globals", "_ensure_finalized")


def _finalized_if_called(self: Any) -> None:
    """Numba's `finalize`; of what Python does not call, only as much as its callers need: the code, with all that it calls."""
    if not getattr(self, "is_inner", False):
        _finalize(self)
        return
    self._raise_if_finalized()
    for library in dict.fromkeys(self._linking_libraries):
        self._reload_init.update(library._reload_init)
        self._final_module.link_in(library._get_module_for_linking(), preserve=True)
    self._finalize_dynamic_globals()
    self._finalized = True


def _executable_if_called(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """Numba's `get_executable`; what Python cannot call, since no wrapper was made for it, gets no address."""
    names = fndesc.llvm_cpython_wrapper_name, fndesc.llvm_cfunc_wrapper_name
    if not hasattr(library, "is_inner") and (library._finalized or any(_has(library, name) for name in names)):
        return _executable(self, library, fndesc, env)
    library.is_inner = True
    library._ensure_finalized()
    name = fndesc.qualname.split(".")[-1]
    return _dynfunc.make_function(fndesc.lookup_module(), name, "called by compiled code only", 0, env, (library,))


def _serialized_as_it_is(self: Any) -> Any:
    """A library for the disk: of what Python does not call there is no machine code, only what its callers need."""
    if not hasattr(self, "is_inner"):
        return _serialized(self)
    return self.name, "inner", self._final_module.as_bitcode()


def _unserialized_as_it_was(cls: Any, codegen: Any, state: Any) -> Any:
    name, kind, data = state
    if kind != "inner":
        return _unserialized.__func__(cls, codegen, state)
    library = codegen.create_library(name)
    library._final_module = parse_bitcode(data)
    library._finalized = library.is_inner = True
    return library


def _has(library: Any, name: str) -> bool:
    try:
        library._final_module.get_function(name)
    except NameError:
        return False
    return True
