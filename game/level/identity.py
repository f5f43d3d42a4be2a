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
    """Content as JSON values, dataclasses as the name of their class and their fields."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.tolist()]
    if isinstance(value, list | tuple):
        return [plain(element) for element in value]
    if isinstance(value, dict):
        return {str(name): plain(member) for name, member in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return [type(value).__name__, fields]
    return plain(msgspec.to_builtins(value))
