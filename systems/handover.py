"""Arrays that a kernel is handed in one piece.

Whenever Python calls a kernel, numba reads every array of its arguments anew: where it lies, its sizes, its
strides. A hundred arrays take it 11 µs, and 70 µs when other work has emptied the caches: for one walker ten
times what the kernel itself does. Arrays that stay the same from tick to tick are read once here, and noted
in a table of words as numba lays them out in a kernel; graphics drivers do likewise with descriptor sets. The
kernel is handed the table, and `opened` shows it the arrays: it can pass all or a part of them on in one
piece, and reads of each what it uses, where it uses it.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import typeof
from numba.core.types import Type
from numba.core.typing.templates import AttributeTemplate

from systems.numba_parts import Numba, builders, extending, rules, texts, types, whole_of

Tables = TypeVar("Tables", bound=tuple[Any, ...])

_WORD = ir.IntType(64)
_ANYTHING = ir.IntType(8).as_pointer()
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
        tables: A NamedTuple of arrays, int, float, and such NamedTuples.

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


# What follows tells numba what is in a table.


class _Part(Type):
    """Tables that were handed over, or some of them; in a kernel, where their words begin."""

    def __init__(self, kind: Numba) -> None:
        self.kind = kind
        """Numba's type of the tables themselves."""
        digest = hashlib.sha256(str(kind).encode()).hexdigest()
        super().__init__(name=f"{kind.instance_class.__name__}_{digest[:16]}")

    def type_of(self, field: str) -> Numba:
        """What a kernel finds in a field."""
        kind = self.kind.types[self.kind.fields.index(field)]
        return _Part(kind) if isinstance(kind, types.BaseTuple) else kind

    def place_of(self, field: str) -> int:
        """At which word a field begins."""
        return sum(_size_of(kind) for kind in self.kind.types[: self.kind.fields.index(field)])


extending.register_model(_Part)(extending.models.OpaqueModel)


def _size_of(kind: Numba) -> int:
    """How many words a value takes."""
    if isinstance(kind, types.BaseTuple):
        return sum(_size_of(part) for part in kind.types)
    return 5 + 2 * int(kind.ndim) if isinstance(kind, types.Array) else 1


def _opened(_context: Numba, handed: Numba) -> Numba:
    (name,) = handed.dtype.fields

    def build(context: Numba, builder: Numba, _signature: Numba, values: Numba) -> Numba:
        words = context.make_array(handed)(context, builder, values[0]).data
        return builder.bitcast(words, _ANYTHING)

    return _Part(_kinds[name])(handed), build


@rules.infer_getattr
class _Fields(AttributeTemplate):
    key = _Part

    def generic_resolve(self, part: Numba, field: str) -> Numba:  # type: ignore[override]
        return part.type_of(field) if field in part.kind.fields else None


def _field(context: Numba, builder: Numba, part: Numba, value: Numba, field: str) -> Numba:
    """What is in a field. It is read where a kernel asks for it, and of an array only what is used."""
    words, kind = builder.bitcast(value, _WORD.as_pointer()), part.type_of(field)
    words = builders.gep(builder, words, part.place_of(field))
    if isinstance(kind, _Part):
        return builder.bitcast(words, _ANYTHING)
    if not isinstance(kind, types.Array):
        return builder.bitcast(_word(builder, words, 0), context.get_value_type(kind))
    return _array(builder, context.get_value_type(kind), kind.ndim, words)


extending.lower_getattr_generic(_Part)(_field)


def _array(builder: Numba, structure: Numba, axis_count: int, words: Numba) -> Numba:
    """An array, by its words: sizes, where it lies, shape, and strides; nobody counts who refers to it."""
    count, item_size, start = (_word(builder, words, place) for place in (2, 3, 4))
    members: dict[tuple[int, ...], Numba] = {
        (0,): builders.get_null_value(structure.elements[0]),
        (1,): builders.get_null_value(structure.elements[1]),
        (2,): count,
        (3,): item_size,
        (4,): builder.inttoptr(start, structure.elements[4]),
    }
    for axis in range(axis_count):
        members[5, axis] = _word(builder, words, 5 + axis)
        members[6, axis] = _word(builder, words, 5 + axis_count + axis)
    return whole_of(builder, structure, members)


def _word(builder: Numba, words: Numba, place: int) -> Numba:
    """A word, which stays what it is while a kernel runs, whatever is written elsewhere."""
    word = builder.load(builders.gep(builder, words, place))
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


opened = cast("Callable[[Tables], Tables]", extending.intrinsic(_opened))
"""What was handed over, by its fields; for kernels only, which may not return it."""


def read_once(state: Numba) -> None:
    """Lets a kernel read a field once where it does several times in a row: its words stay what they are."""
    for block in state.func_ir.blocks.values():
        found: dict[tuple[str, str], Numba] = {}
        for setting in block.find_insts(texts.Assign):
            value = setting.value
            if not isinstance(value, texts.Expr) or value.op != "getattr":
                continue
            if isinstance(state.typemap[value.value.name], _Part):
                field = value.value.name, value.attr
                if field in found:
                    setting.value = found[field]
                elif setting.target.is_temp:
                    found[field] = setting.target
