"""Numba's compiler, without work that it does again and again: together two thirds of the time that a kernel takes.

- What arithmetic gives for numbers of known types: Numba goes through every way of adding that it knows, at each `+` of a
  function and in each of several rounds. Remembered.
- What a function returns that calls itself: Numba works the whole function out anew at each such call. Remembered.
- Machine code of functions that only other compiled code calls: Numba optimises each of them with all that it calls in turn,
  then their callers with them inside, and so on up. Here they go into the kernel as they are, and it is optimised once.

What a kernel does in the end is the same, and its speed too. These are changes to Numba's inner parts: where a version of it
does not have them, `hurry` leaves it as it is.
"""

from typing import Any

from numba import types
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


def hurry() -> None:
    """Let Numba compile quickly, in this process."""
    if _signature:
        BaseFunction.get_call_type = _remembered_signature  # type: ignore[method-assign]
    if _partial_return and _final_return:
        TypeInferer.return_types_from_partial = _remembered_return
        TypeInferer.get_return_type = _checked_return
    if _finalize and _executable and all(hasattr(JITCodeLibrary, name) for name in _USED):
        JITCodeLibrary.finalize = _finalized_if_called
        CPUContext.get_executable = _executable_if_called


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
    if library._finalized or _has(library, fndesc.llvm_cpython_wrapper_name) or _has(library, fndesc.llvm_cfunc_wrapper_name):
        return _executable(self, library, fndesc, env)
    library.is_inner = True
    library._ensure_finalized()
    name = fndesc.qualname.split(".")[-1]
    return _dynfunc.make_function(fndesc.lookup_module(), name, "called by compiled code only", 0, env, (library,))


def _has(library: Any, name: str) -> bool:
    try:
        library._final_module.get_function(name)
    except NameError:
        return False
    return True
