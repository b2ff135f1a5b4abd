"""Numba's type inference, without what it works out again and again: half of the time that a kernel takes to compile.

Two of its questions have one answer however often they are asked:

- what arithmetic gives for numbers of known types. Numba goes through every way of adding that it knows, at each `+` of a
  function and in each of several rounds;
- what a function returns that calls itself. Numba works the whole function out anew at each such call.

Both are remembered. What is compiled in the end is the same.
"""

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.core.typeinfer import TypeInferer
from numba.core.types.functions import BaseFunction

_PLAIN = (types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)

_signatures: dict[Any, Any] = {}
_signature = BaseFunction.get_call_type
_partial_return = TypeInferer.return_types_from_partial
_final_return = TypeInferer.get_return_type


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


def hurry() -> None:
    """Let Numba remember, in this process."""
    BaseFunction.get_call_type = _remembered_signature
    TypeInferer.return_types_from_partial = _remembered_return
    TypeInferer.get_return_type = _checked_return
