"""Tables whose columns are arrays: named tuples of them, joined and cut."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from components.arrays import Flags, Floats, Integers

Table = TypeVar("Table", bound=tuple[Floats | Integers | Flags, ...])


def joined(tables: Sequence[Table]) -> Table:
    """One table with the rows of several, in their order. There must be at least one."""
    kind = type(tables[0])
    return kind(*(np.concatenate(columns) for columns in zip(*tables, strict=True)))


def rows_of(table: Table, rows: slice | Integers) -> Table:
    """Some rows of a table."""
    return type(table)(*(column[rows] for column in table))
