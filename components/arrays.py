"""The array types that component fields are written in, and how they look in a level file."""

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""Any array of float64."""

Integers = NDArray[np.int64]
"""Any array of int64."""

Flags = NDArray[np.bool_]
"""Any array of bool."""


def _numbers(count: int) -> Meta:
    return Meta(
        extra_json_schema={
            "type": "array",
            "items": {"type": "number"},
            "minItems": count,
            "maxItems": count,
        }
    )


Vector = Annotated[Floats, _numbers(3)]
"""A point, direction or rotator, shape [3]."""

Quaternion = Annotated[Floats, _numbers(4)]
"""A unit quaternion (x, y, z, w), shape [4]."""


def vector(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Floats:
    """A float64 array of shape [3]."""
    return np.array((x, y, z), dtype=np.float64)


def identity_quaternion() -> Floats:
    """The quaternion (0, 0, 0, 1) that turns nothing."""
    return np.array((0.0, 0.0, 0.0, 1.0), dtype=np.float64)
