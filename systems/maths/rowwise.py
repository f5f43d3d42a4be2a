"""Functions of one vector or matrix that take many at once, too: the rows of an array with one more axis."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, cast

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats

Parameters = ParamSpec("Parameters")


def over_rows(*ranks: int) -> Callable[[Callable[Parameters, Floats]], Callable[Parameters, Floats]]:
    """Lets a function take an array with one more axis for each of its first arguments.

    Each row gives, to the last bit, what the function gives for it alone; an argument of the plain rank
    counts for every row.

    Args:
        ranks: How many axes each of the first arguments has when it is one thing: 1 for a vector.
    """

    def decorate(function: Callable[Parameters, Floats]) -> Callable[Parameters, Floats]:
        names = list(inspect.signature(function).parameters)[: len(ranks)]

        @wraps(function)
        def one_or_many(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Floats:
            given = dict(zip(names, args, strict=False)) | {n: kwargs[n] for n in names if n in kwargs}
            many = {
                name: rows
                for name, rank in zip(names, ranks, strict=True)
                if name in given and (rows := _rows(given[name], rank)) is not None
            }
            if not many:
                return function(*args, **kwargs)
            rest = {**dict(zip(inspect.signature(function).parameters, args, strict=False)), **kwargs}
            return np.array([_call(function, rest | row) for row in _each_row(many)])

        return one_or_many

    return decorate


def _rows(value: object, rank: int) -> Floats | None:
    """The value as rows, or None where it is one thing, or nothing that the function will know."""
    try:
        array = np.asarray(cast("ArrayLike", value), dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return array if array.ndim == rank + 1 else None


def _each_row(many: dict[str, Floats]) -> list[dict[str, object]]:
    counts = {len(rows) for rows in many.values()}
    if len(counts) > 1:
        raise ValueError(f"{' and '.join(many)} must have as many rows as each other")
    return [{name: rows[row] for name, rows in many.items()} for row in range(counts.pop())]


def _call(function: Callable[..., Floats], arguments: dict[str, object]) -> Floats:
    return function(**arguments)
