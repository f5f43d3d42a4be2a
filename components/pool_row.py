"""Components that are one row of arrays which many entities share."""

from typing import Any, Generic, TypeVar

from numpy.typing import NDArray

Pool = TypeVar("Pool")
Array = TypeVar("Array", bound=NDArray[Any])


class PoolRow(Generic[Pool]):
    """One entity's part of a pool: a dataclass of arrays. Its attributes read and write the pool."""

    __slots__ = ("pool", "row")

    def __init__(self, pool: Pool, row: int) -> None:
        self.pool = pool
        """Where its numbers are."""
        self.row = row
        """Which row of it."""


class Number:
    """A number of an entity, in the pool's array of the same name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, of: PoolRow[Any], owner: type) -> float:
        return float(getattr(of.pool, self._name)[of.row])

    def __set__(self, of: PoolRow[Any], value: float) -> None:
        getattr(of.pool, self._name)[of.row] = value


class Row(Generic[Array]):
    """A row of one of the pool's arrays, as a view that systems write to."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, of: PoolRow[Any], owner: type) -> Array:
        row: Array = getattr(of.pool, self._name)[of.row]
        return row

    def __set__(self, of: PoolRow[Any], value: Array) -> None:
        getattr(of.pool, self._name)[of.row] = value


class Rows(Generic[Array]):
    """Several rows of the pool's array of the same name, as a view that systems write to.

    Args:
        first: The pool's array that tells where the rows of each entity begin, and of the last end.
    """

    def __init__(self, first: str) -> None:
        self._first = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, of: PoolRow[Any], owner: type) -> Array:
        begin, end = getattr(of.pool, self._first)[of.row : of.row + 2].tolist()
        rows: Array = getattr(of.pool, self._name)[begin:end]
        return rows

    def __set__(self, of: PoolRow[Any], value: Array) -> None:
        self.__get__(of, type(of))[:] = value
