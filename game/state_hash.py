"""One number that stands for a whole state: equal states have equal hashes, to the last bit."""

import hashlib
import struct
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from components.shared import Shared


class _Sink(Protocol):
    def update(self, data: bytes, /) -> None: ...


@runtime_checkable
class _Canonical(Protocol):
    def canonical(self) -> tuple[object, ...]: ...


def hash_state(entities: Mapping[int, Iterable[object]]) -> str:
    """Hexadecimal SHA-256 of all entities, components and fields in a fixed order.

    Entities go by number, components by the name of their class, fields as declared. Immutable data
    (`components.shared.Shared`) counts by its identity; what has a `canonical` form, which is the same
    however it is stored, by that.

    Raises:
        TypeError: A component holds something that has no agreed form as bytes.
    """
    sink = hashlib.sha256()
    for entity in sorted(entities):
        _feed(sink, entity)
        for component in sorted(entities[entity], key=_class_name):
            _feed(sink, component)
    return sink.hexdigest()


def _class_name(component: object) -> str:
    kind = type(component)
    return f"{kind.__module__}.{kind.__qualname__}"


def _feed(sink: _Sink, value: object) -> None:
    match value:
        case Shared():
            _tagged(sink, b"S", value.identity.encode())
        case np.ndarray():
            _feed_array(sink, value)
        case Enum():
            _tagged(sink, b"E", f"{type(value).__qualname__}.{value.name}".encode())
        case bool() | np.bool_():
            sink.update(b"T" if value else b"F")
        case int() | np.integer():
            _tagged(sink, b"I", str(int(value)).encode())
        case float() | np.floating():
            sink.update(b"D" + struct.pack("<d", value))
        case str():
            _tagged(sink, b"U", value.encode())
        case None:
            sink.update(b"N")
        case _:
            _feed_composite(sink, value)


def _feed_array(sink: _Sink, values: NDArray[Any]) -> None:
    _tagged(sink, b"A", f"{values.dtype.str}{values.shape}".encode())
    if values.dtype.names is not None:  # field by field: what lies between them is left over from something
        for name in values.dtype.names:
            _feed(sink, name)
            _feed(sink, values[name])
    elif values.dtype.hasobject:
        raise TypeError("a component holds an array of objects, which has no form as bytes")
    else:
        sink.update(np.ascontiguousarray(values).tobytes())


def _feed_composite(sink: _Sink, value: object) -> None:
    if isinstance(value, _Canonical) and not isinstance(value, type):
        _tagged(sink, b"C", _class_name(value).encode())
        _feed(sink, value.canonical())
    elif is_dataclass(value) and not isinstance(value, type):
        _tagged(sink, b"C", _class_name(value).encode())
        for item in fields(value):
            _feed(sink, getattr(value, item.name))
    elif isinstance(value, Mapping):
        _tagged(sink, b"M", str(len(value)).encode())
        for key in sorted(value, key=_digest):
            _feed(sink, key)
            _feed(sink, value[key])
    elif isinstance(value, tuple | list | set | frozenset):
        ordered = sorted(value, key=_digest) if isinstance(value, set | frozenset) else value
        _tagged(sink, b"L", str(len(value)).encode())
        for item in ordered:
            _feed(sink, item)
    else:
        raise TypeError(f"a component holds a {type(value).__qualname__}, which has no form as bytes")


def _digest(value: object) -> bytes:
    """Something to sort by what cannot be compared, such as members of an enumeration."""
    sink = hashlib.sha256()
    _feed(sink, value)
    return sink.digest()


def _tagged(sink: _Sink, tag: bytes, text: bytes) -> None:
    sink.update(tag + struct.pack("<I", len(text)) + text)
