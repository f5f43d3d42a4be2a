"""A number that stands for content."""

import dataclasses
import hashlib
import json
from enum import Enum
from typing import TypeAlias

import msgspec
import numpy as np

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


def identity_of(*content: object) -> str:
    """Hexadecimal SHA-256 of dataclasses, arrays and plain values; equal content has equal identity."""
    text = json.dumps([plain(part) for part in content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: object) -> Plain:
    """Content as JSON values: dataclasses as their class and fields, sets in an order of their own."""
    value = _opened(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [plain(element) for element in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(element) for element in value), key=json.dumps)
    if isinstance(value, dict):
        return {str(name): plain(member) for name, member in value.items()}
    return plain(msgspec.to_builtins(value))


def _opened(value: object) -> object:
    """What is inside an enumeration's member, an array or a dataclass; other values as they are."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.tolist()]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))]
    return value
