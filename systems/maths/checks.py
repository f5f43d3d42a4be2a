"""Arguments of public functions: the right shape and finite, or a ValueError that names the argument."""

import math

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats

LARGEST = 1e100
"""Largest length whose square is far from overflow."""
SMALLEST_SQUARE = 1e-8
"""Squared length below which a direction is none (Unreal's tolerance for safe normals)."""


def finite(value: ArrayLike, name: str, shape: tuple[int, ...]) -> Floats:
    """The value as float64 of this shape. Raises ValueError naming the argument where it cannot be that."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be {_wanted(shape)}, got {value!r}") from None
    if array.shape != shape:
        raise ValueError(f"{name} must be {_wanted(shape)}, got shape {list(array.shape)}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got {array.tolist()}")
    if not (np.abs(array) <= LARGEST).all():
        raise ValueError(f"{name} is too large, got {array.tolist()}")
    return array


def unit(value: ArrayLike, name: str) -> Floats:
    """The unit vector along a vector of shape [3]; zeros where it is shorter than 1e-4.

    Raises ValueError naming the argument when it is not three finite numbers.
    """
    x, y, z = finite(value, name, (3,)).tolist()
    square = x * x + y * y + z * z
    if square < SMALLEST_SQUARE:
        return np.zeros(3)
    if square == 1.0:
        return np.array((x, y, z))
    length = math.sqrt(square)
    return np.array((x / length, y / length, z / length))


def _wanted(shape: tuple[int, ...]) -> str:
    return f"numbers of shape {list(shape)}" if shape else "a number"
