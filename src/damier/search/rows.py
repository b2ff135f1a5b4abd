"""Positions as rows of numbers, one number a field, for kernels that keep more of them than there are variables for.

Only positions whose fields are all numbers can be kept so. The bodies of `put` and `take` are written for each position type,
since the types of the fields differ.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from damier.kernel import compiled_as, field_types


def fits_a_row(position: Any) -> bool:
    """Whether all fields of such positions are numbers."""
    return None not in field_types(type(position))


def new_rows(position: Any, count: int) -> Any:
    """Room for so many positions of this type."""
    return np.empty((count, len(position)), np.int64)


def put(position: Any, rows: Any, place: Any) -> None:
    """Write a position into a row."""
    for i, field in enumerate(position):
        rows[place, i] = field.astype(np.int64)


def rows_of(like: Any, positions: Sequence[Any]) -> Any:
    """Many positions of this type as rows, field by field: far sooner than one after the other."""
    rows = new_rows(like, len(positions))
    for i, (fields, kind) in enumerate(zip(zip(*positions, strict=True), field_types(type(like)), strict=True)):
        rows[:, i] = np.array(fields, kind).astype(np.int64)
    return rows


def take(like: Any, rows: Any, place: Any) -> Any:
    """The position in a row, of the same type as another one."""
    kind = type(like)
    return kind(*(number.astype(cast) for number, cast in zip(rows[place], field_types(kind), strict=True)))


@compiled_as(put)
def _put(position: Any, rows: Any, place: Any) -> Callable[..., Any]:
    fields = position.instance_class._fields
    steps = "".join(f"    rows[place, {i}] = np.int64(position.{field})\n" for i, field in enumerate(fields))
    return _written(f"def put(position, rows, place):\n{steps}", "put", {"np": np})


@compiled_as(take)
def _take(like: Any, rows: Any, place: Any) -> Callable[..., Any]:
    names: dict[str, Any] = {"Position": like.instance_class}
    numbers = []
    for i, kind in enumerate(field_types(like.instance_class)):
        names[f"kind_{i}"] = kind
        numbers.append(f"rows[place, {i}] != 0" if kind is np.bool_ else f"kind_{i}(rows[place, {i}])")
    return _written(f"def take(like, rows, place):\n    return Position({', '.join(numbers)})\n", "take", names)


def _written(source: str, name: str, names: dict[str, Any]) -> Callable[..., Any]:
    """The function with this source."""
    exec(source, names)
    function: Callable[..., Any] = names[name]
    return function
