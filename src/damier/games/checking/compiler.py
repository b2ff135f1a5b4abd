"""What the compiler does not take, in plain words: the innermost line of the author's file, the cause, and a remedy.

Numba's messages go on for pages, from the outermost call to the cause and back. The first place in an author's file that is
named is the innermost; what stands before it is the cause. Where the words say nothing, the line itself is looked at for what
usually is not taken.
"""

import ast
import builtins
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from damier.games import faults
from damier.games.checking.fault import Fault
from damier.games.checking.watched import definition_of
from damier.wording import beginning

CANNOT = "cannot be compiled"
ROOM = 900  # letters before the innermost place, in which the cause is said


class Cause(NamedTuple):
    """What is wrong, and what to write instead."""

    what: str
    mend: str


def said_of_rule(error: Exception, body: Any, rule: str) -> Fault:
    """What is wrong with a rule that cannot be compiled."""
    text = _uncoloured(error)
    path = Path(body.__code__.co_filename)
    place = _innermost(text, {path.name})
    definition = definition_of(str(path), body.__code__.co_firstlineno, body.__name__)
    cause = _cause(_before(text, place)) or _cause(text)
    line = place.line if place else (_line_of_name(definition, cause) or body.__code__.co_firstlineno)
    if cause is None:
        cause, near = _suspect(definition, line) or (Cause("it has something in it that only Python knows", _USE), line)
        line = line if place else near
    return Fault(
        f"{path.name if place is None else place.file} line {line}", f"rule '{rule}' {CANNOT}: {cause.what}", "", cause.mend
    )


def said_of_compiler(error: Exception) -> str:
    """What the compiler does not take of a rule that is asked for later than when its game was loaded."""
    text = _uncoloured(error)
    place = _innermost(text, {Path(file).name for file in faults.authors_files})
    cause = _cause(_before(text, place)) or _cause(text) or Cause("it has something in it that only Python knows", _USE)
    where = f"{place.file} line {place.line}: " if place else ""
    return f"{where}a rule {CANNOT}: {'; '.join(filter(None, cause))}"


class _Place(NamedTuple):
    file: str
    line: int
    begins: int  # in the text


_PLACES = re.compile(r'(?:File "([^"\n]*)", line (\d+))|(?:(?:at|from) ([^\s"]*) \((\d+)\))')
_USE = "use whole numbers, tuples, arrays, loops and conditions"


def _innermost(text: str, files: set[str]) -> _Place | None:
    for found in _PLACES.finditer(text):
        file, line = (found[1], found[2]) if found[1] else (found[3], found[4])
        if Path(file).name in files:
            return _Place(Path(file).name, int(line), found.start())
    return None


def _before(text: str, place: _Place | None) -> str:
    """The words before a place, and the line that is shown there."""
    return text if place is None else text[max(0, place.begins - ROOM) : place.begins + 300]


# --------------------------------------------------------------------------------------------------------------------
# Causes, by Numba's words

_BUILT_INS = {
    "bin": "count bits with popcount(x) of damier.bits",
    "print": "a rule says nothing: take print out",
    "input": "a rule asks nobody",
    "open": "read files when the module is loaded, into a tuple or an array",
    "eval": "write what it stands for",
    "getattr": "write p.name",
    "any": "write a loop",
    "all": "write a loop",
    "sum": "write a loop",
    "sorted": "write the moves in the order you want",
    "filter": "write a loop and a condition",
    "map": "write a loop",
}


def _plain_function(name: str, kind: str) -> Cause:
    """A name outside the rule that cannot be used in it."""
    if hasattr(builtins, name):
        return Cause(f"'{name}' is Python's own and not known to compiled code", _BUILT_INS.get(name, _USE))
    if kind == "function":
        return Cause(f"'{name}' is a plain function", "mark it with @helper (from damier import helper)")
    if kind in ("dict", "defaultdict"):
        return Cause(f"'{name}' is a dictionary", "make it a tuple or an array, with whole numbers as places")
    if kind == "type":
        return Cause(f"'{name}' is a class", "rules know the position's class only, and NumPy's numbers")
    if kind == "module":
        return Cause(f"module '{name}' is not known to compiled code", _USE)
    return Cause(f"'{name}' is {_a(kind.rpartition('.')[2])}, an object of Python's", "rules know numbers, tuples and arrays")


def _a(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def _attribute(name: str, owner: str) -> Cause:
    """Something behind a dot that is not known."""
    if owner.startswith("Module("):
        module = owner.partition("'")[2].partition("'")[0]
        return Cause(f"{module}.{name} is not known to compiled code", "write it yourself, or use damier.bits")
    if name == "bit_count":
        return Cause("numbers have no bit_count() when compiled", "write popcount(x) of damier.bits")
    if name == "_replace":
        return Cause("p._replace(...) is not known to compiled code", "write the position with all its fields")
    what = "whole numbers" if re.match(r"u?int|Literal\[int", owner) else "tuples and arrays" if "uple" in owner else "it"
    if re.search(r"_[0-9a-f]{12}", owner):
        kind = re.split("_[0-9a-f]{12}", owner)[0]
        return Cause(f"a {kind} has no '{name}'", "the fields are those of the position's class")
    return Cause(
        f"{what} {'has' if what == 'it' else 'have'} no '{name}' when compiled", "write what it stands for, or use damier.bits"
    )


_KINDS = [
    (r"unicode_type|Literal\[str\]", "a string"),
    (r"list\(", "a list"),
    (r"set\(", "a set"),
    (r"[Dd]ict", "a dictionary"),
    (r"array\(", "an array"),
    (r"none", "nothing (None)"),
    (r"float", "a float"),
    (r"(Uni)?Tuple|\w+_[0-9a-f]{12}", "a tuple"),
    (r"slice", "a slice"),
    (r"bool", "True or False"),
    (r"int", "a whole number"),
]


def _kind(written: str) -> str:
    """One of Numba's types, in plain words."""
    return next((words for pattern, words in _KINDS if re.match(pattern, written.strip())), "something else")


def _operation(sign: str, kinds: str) -> Cause | None:
    """An operation, or a look into a table, that there is not."""
    if sign in ("getitem", "static_getitem", "setitem"):
        if "slice" in kinds:
            return Cause("a part of a tuple, t[a:b], is taken at places that are known only later", "write a loop")
        if re.search(r"float\d+\)?$", kinds.strip()):
            return Cause("a place in a table is a float", "// divides whole numbers; / gives a float")
        if kinds.startswith(("Tuple(", "Literal")) or "Tuple(" in kinds:
            return Cause(
                "the entries of a table are not all of one kind and length", "give all rows the same length, or use an array"
            )
        return Cause("there is no such place in a table", "places are whole numbers")
    parts = re.split(r", (?![^(]*\))", kinds)
    named = " and ".join(_kind(part) for part in parts[:2])
    return Cause(f"'{_SIGNS.get(sign, sign)}' is done with {named}", "do it with whole numbers")


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "eq": "==", "ne": "!="}
_SIGNS |= {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>"}
_SIGNS |= {"iadd": "+=", "isub": "-=", "imul": "*=", "contains": "in", "neg": "-", "invert": "~"}


_Made = Callable[[re.Match[str]], Cause | None]
_CAUSES: list[tuple[str, _Made]] = [
    (
        r"Untyped global name '([^']+)':\s+Cannot determine Numba type of\s+<class '([^']+)'",
        lambda m: _plain_function(m[1], m[2]),
    ),
    (
        r"use of a (reflected )?(list|set|dict).*? type, assigned to variable '([^']+)' in\s+globals",
        lambda m: Cause(f"'{m[3]}' is a {m[2]}", "make it a tuple: (1, 2, 3), or an array: np.array([1, 2, 3])"),
    ),
    (r"NameError: name '([^']+)' is not defined", lambda m: Cause(f"'{m[1]}' is not defined", "define it above, or import it")),
    (r"Unknown attribute '([^']+)' of type (.{0,200})", lambda m: _attribute(m[1], m[2])),
    (
        r"Use of unsupported NumPy function '([^']+)'",
        lambda m: Cause(
            f"{m[1].replace('numpy', 'np')} is not known to compiled code", "write it yourself, or use damier.bits"
        ),
    ),
    (r"re-entrant|recursion", lambda m: Cause("a helper calls itself", "write a loop")),
    (r"use of yield in a closure", lambda m: Cause("a generator, (x for x in ...), is used", "write a loop")),
    (
        r"opcode \(IMPORT_NAME\)|opcode \(IMPORT_FROM\)",
        lambda m: Cause("something is imported inside", "import at the top of the file"),
    ),
    (r"opcode \(STORE_GLOBAL\)", lambda m: Cause("a global name is changed", "what changes stands in the position")),
    (r"opcode \((?:SETUP_WITH|BEFORE_WITH)\)|Does not support .*with", lambda m: Cause("'with' is used", _USE)),
    (
        r"opcode \((?:MATCH_\w+|BUILD_SET|LOAD_BUILD_CLASS|\w*ASYNC\w*)\)",
        lambda m: Cause("a statement of Python's is used", _USE),
    ),
    (r"Exception matching is limited", lambda m: Cause("'except' names an exception", "ask before, and do without try")),
    (
        r"unexpected keyword argument '([^']+)'",
        lambda m: Cause(f"a helper is called with {m[1]}=", "give arguments in order, without names"),
    ),
    (
        r"too many positional arguments|missing a required argument|takes \d+ positional|(too few|not enough) arguments",
        lambda m: Cause("a helper is called with another number of arguments than it has", "give it what its definition lists"),
    ),
    (r"does not support keyword arguments", lambda m: Cause("a function is called with name=value", "give arguments in order")),
    (
        r"Int value is too large: (\d+)",
        lambda m: Cause(f"{beginning(m[1])} does not fit into 64 bits", "numbers end at 2**64 - 1"),
    ),
    (r"Illegal IR, del found", lambda m: Cause("'del' is used", "leave the name alone")),
    (
        r"Cannot infer the type of variable '([^'$]+)'.*?list",
        lambda m: Cause(f"'{m[1]}' is an empty list", "write into `out`, or count with numbers"),
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '([^'$]+?)(?:\.\d+)?'",
        lambda m: Cause(
            f"'{m[3]}' is {_kind(m[1])} on one path and {_kind(m[2])} on another", "let it be a whole number on all"
        ),
    ),
    (
        r"Can't unify return type from the following types: (.+)",
        lambda m: Cause(
            f"one path returns {' and another '.join(dict.fromkeys(map(_kind, _parts(m[1]))))}", "return the same kind on all"
        ),
    ),
    (r"isinstance\(\)", lambda m: Cause("isinstance() is asked", "a rule knows the kinds of its arguments")),
    (
        r"_locator",
        lambda m: Cause(
            "a table is larger than a million bytes", "take a smaller kind of number, as np.int8, or several tables"
        ),
    ),
    (
        r"Function\((?:<built-in function (\w+)>|<class '(\w+)'>)\).{0,40}found for signature:\s+>?>?>?\s*\w+\(([^\n]*)\)",
        lambda m: _operation(m[1] or m[2], m[3]),
    ),
    (
        r"cannot safely cast|Cannot cast|unsupported.*?dict|build_map",
        lambda m: Cause("a dictionary or list holds more than one kind", "use a tuple"),
    ),
    (
        r"Undefined variable|variable '([^']+)' referenced before",
        lambda m: Cause("a name has no value on some path", "give it one before"),
    ),
]


def _parts(kinds: str) -> list[str]:
    return re.split(r", (?![^(]*\))", kinds.splitlines()[0])


def _cause(text: str) -> Cause | None:
    for pattern, make in _CAUSES:
        if found := re.search(pattern, text, re.DOTALL if "globals" in pattern or "signature" in pattern else 0):
            return make(found)
    return None


# --------------------------------------------------------------------------------------------------------------------
# What usually is not taken, by the author's own words

_SUSPECTS: dict[type, Cause] = {
    ast.JoinedStr: Cause("a text, f'...', is made", "rules know numbers alone"),
    ast.Dict: Cause("a dictionary is made", "use a tuple or numbers"),
    ast.DictComp: Cause("a dictionary is made", "use a tuple or numbers"),
    ast.Set: Cause("a set is made", "use the bits of a number"),
    ast.SetComp: Cause("a set is made", "use the bits of a number"),
    ast.GeneratorExp: Cause("a generator, (x for x in ...), is used", "write a loop"),
    ast.ListComp: Cause("a list is made", "write a loop and count"),
    ast.List: Cause("a list is made", "use a tuple: (1, 2, 3)"),
    ast.Try: Cause("'try' is used", "ask before, and do without"),
    ast.With: Cause("'with' is used", _USE),
    ast.Import: Cause("something is imported inside", "import at the top of the file"),
    ast.ImportFrom: Cause("something is imported inside", "import at the top of the file"),
    ast.Global: Cause("a global name is changed", "what changes stands in the position"),
    ast.ClassDef: Cause("a class is made", _USE),
    ast.Lambda: Cause("a function is made inside", "write it outside, with @helper"),
    ast.Yield: Cause("'yield' is used", "write into `out` and return how many there are"),
    ast.Delete: Cause("'del' is used", "leave the name alone"),
    ast.Starred: Cause("* spreads a tuple out", "write its parts"),
    ast.Raise: Cause("an exception is raised", "a rule is asked about positions that can be: do without"),
    ast.Div: Cause("/ gives a float", "// divides whole numbers"),
}


def _suspect(definition: ast.FunctionDef | None, line: int) -> tuple[Cause, int] | None:
    """What on a line, or else in the whole rule, is usually not taken, and where it stands."""
    nodes = [*ast.walk(definition)] if definition else []
    for near in (True, False):
        for kind, cause in _SUSPECTS.items():
            for node in nodes:
                if isinstance(node, kind) and (not near or getattr(node, "lineno", 0) == line):
                    return cause, getattr(node, "lineno", line)
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and near and node.lineno == line:
                return Cause("a text is used", "rules know numbers alone"), line
    return None


def _line_of_name(definition: ast.FunctionDef | None, cause: Cause | None) -> int | None:
    """Where in a rule the name stands that a cause is about."""
    quoted = re.search(r"'(\w+)'", cause.what) if cause else None
    for node in ast.walk(definition) if definition and quoted else ():
        if isinstance(node, ast.Name) and node.id == quoted[1]:  # type: ignore[index]
            return node.lineno
    return None


def _uncoloured(error: Exception) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))
