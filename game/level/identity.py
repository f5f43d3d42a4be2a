"""A number that stands for content."""

import hashlib

import msgspec
import numpy as np

from components.arrays import Floats


def identity_of(*content: object) -> str:
    """Hexadecimal SHA-256 of dataclasses, arrays and plain values.

    Equal content has equal identity, whatever the order in its sets and dictionaries. The classes of
    dataclasses do not count; where they matter, they have to be told.
    """
    text = msgspec.json.encode(content, enc_hook=_listed, order="deterministic")
    return hashlib.sha256(text).hexdigest()


def _listed(value: object) -> object:
    """The numbers of an array; of what no level file can hold, its kind."""
    if isinstance(value, np.ndarray):
        numbers: Floats = value
        return numbers.tolist()
    return f"{type(value).__module__}.{type(value).__qualname__}"
