"""Arrays that a kernel is handed in one piece.

Whenever Python calls a kernel, numba reads every array of its arguments anew: where it lies, its sizes, its
strides. A hundred arrays take it 11 µs, and 70 µs when other work has emptied the caches: for one walker ten
times what the kernel itself does. Arrays that stay the same from tick to tick are read once here, and noted
in a table of words as numba lays them out in a kernel; graphics drivers do likewise with descriptor sets. The
kernel is handed the table, and `opened` gives it the arrays.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.extending import intrinsic

Tables = TypeVar("Tables", bound=tuple[Any, ...])

_WORD = ir.IntType(64)
_numba: Any = cgutils
_kinds: dict[str, Any] = {}
"""Numba's types of what has been handed over, by the name that the type of its table carries."""


@dataclass(frozen=True, slots=True, eq=False)
class Handover(Generic[Tables]):
    """Arrays that are handed over, for as long as they are the same objects; their contents may change."""

    tables: Tables
    """The arrays."""
    handed: Tables
    """What kernels are given for them; it is of use to `opened` only."""


class _Words(bytearray):
    """Where arrays lie and how large they are; they live as long as what refers to these words."""

    tables: tuple[Any, ...]


def hand_over(tables: Tables) -> Handover[Tables]:
    """Notes arrays down for kernels.

    Args:
        tables: A NamedTuple of arrays, int, float, and such tuples.

    Raises:
        TypeError: There is something else in it.
    """
    noted = np.concatenate([*_words_of(tables)])
    words = _Words(noted.tobytes())
    words.tables = tables
    handed = np.frombuffer(words, dtype=np.dtype([(_name_of(tables), np.int64, noted.shape)]))
    return Handover(tables, cast("Tables", handed))


def _name_of(tables: tuple[Any, ...]) -> str:
    """A name for numba's type of some arrays; kernels are compiled for it, and kept under it."""
    kind, own = typeof(tables), type(tables)  # type: ignore[no-untyped-call]
    digest = hashlib.sha256(f"{own.__module__}.{own.__qualname__} {kind}".encode()).hexdigest()
    name = f"{own.__name__}_{digest[:16]}"
    _kinds[name] = kind
    return name


def _words_of(value: object) -> Iterator[np.ndarray[Any, np.dtype[np.int64]]]:
    """The words of numba's structures: those that count references to an array stay empty."""
    if isinstance(value, tuple):
        for part in value:
            yield from _words_of(part)
    elif isinstance(value, np.ndarray):
        sizes = (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
        yield np.array(sizes, dtype=np.int64)
    elif type(value) in (int, float):
        yield np.array([value]).view(np.int64)
    else:
        raise TypeError(f"kernels cannot be handed {value!r}: only arrays, int, float, and tuples of these")


# What follows tells numba what is in a table. Its parameters have no types that could be named.


def _opened(_context: Any, handed: Any) -> Any:  # noqa: ANN401
    (name,) = handed.dtype.fields
    kind = _kinds[name]

    def build(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        words = context.make_array(handed)(context, builder, values[0]).data
        return _Reader(context, builder, builder.bitcast(words, _WORD.as_pointer())).read(kind)

    return kind(handed), build


class _Reader:
    """Writes the code that reads a table, word after word; what a kernel does not use is not read."""

    def __init__(self, context: Any, builder: Any, words: Any) -> None:  # noqa: ANN401
        self._context, self._builder, self._words = context, builder, words
        self._next = 0

    def read(self, kind: Any) -> Any:  # noqa: ANN401
        """The value of a type that comes next."""
        if isinstance(kind, types.Array):
            return self._read_array(kind)
        if isinstance(kind, types.Number):
            return self._builder.bitcast(self._word(), self._context.get_value_type(kind))
        return self._context.make_tuple(self._builder, kind, [self.read(part) for part in kind.types])

    def _read_array(self, kind: Any) -> Any:  # noqa: ANN401
        context, builder = self._context, self._builder
        array = context.make_array(kind)(context, builder)
        self._next += 2
        array.nitems, array.itemsize = self._word(), self._word()
        array.data = builder.inttoptr(self._word(), array.data.type)
        array.shape = _numba.pack_array(builder, [self._word() for _ in range(kind.ndim)])
        array.strides = _numba.pack_array(builder, [self._word() for _ in range(kind.ndim)])
        array.meminfo = _numba.get_null_value(array.meminfo.type)
        array.parent = _numba.get_null_value(array.parent.type)
        return array._getvalue()  # noqa: SLF001 - that is how numba's structures are read

    def _word(self) -> Any:  # noqa: ANN401
        word = self._builder.load(_numba.gep(self._builder, self._words, self._next))
        self._next += 1
        return word


opened = cast("Callable[[Tables], Tables]", intrinsic(_opened))
"""What was handed over; for kernels only, which may not return it."""
