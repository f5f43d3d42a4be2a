"""Numbers as clip files hold them."""

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Floats

DECIMALS = 3
"""Decimals of every number in a file: thousandths of a degree and of a centimetre."""


def rounded(values: ArrayLike) -> Floats:
    """The same numbers to DECIMALS, with no negative zeros."""
    array: Floats = np.asarray(values, dtype=np.float64)
    return array.round(DECIMALS) + 0.0


def rounded_rotator(rotator: ArrayLike) -> Floats:
    """A rotator to DECIMALS; half a turn either way is the same, and rounding must not choose: it is 180."""
    angles = rounded(rotator)
    return np.where(angles == -180.0, 180.0, angles)  # noqa: PLR2004 - half a turn
