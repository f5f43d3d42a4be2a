"""Value noise: the same at the same place, whoever asks."""

import numpy as np

from game.view.arrays import Floats
from game.view.kernel import drawing_kernel


@drawing_kernel
def lattice(column: float, row: float, seed: float) -> float:
    """A number in [0, 1] for whole numbers (an integer hash after Mueller's mix).

    They come as floats because numba would compile every literal integer anew.
    """
    mixed = (
        np.uint32(np.int64(column)) * np.uint32(374761393)
        + np.uint32(np.int64(row)) * np.uint32(668265263)
        + np.uint32(np.int64(seed)) * np.uint32(2246822519)
    )
    mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(1274126177)
    mixed ^= mixed >> np.uint32(16)
    return float(mixed & np.uint32(0xFFFF)) / 65535.0


@drawing_kernel
def value_noise(x: float, y: float, seed: float) -> float:
    """Smooth noise in [0, 1] with features of size 1."""
    return tiling_noise(x, y, UNENDING, seed)


UNENDING = 2.0**40
"""Period of noise that does not repeat."""


@drawing_kernel
def tiling_noise(x: float, y: float, period: float, seed: float) -> float:
    """Smooth noise in [0, 1] that repeats along x after a whole number of features."""
    column, row = np.floor(x), np.floor(y)
    u, v = smooth(x - column), smooth(y - row)
    left = column - period * np.floor(column / period)
    right = left + 1.0 if left + 1.0 < period else 0.0
    above = between(lattice(left, row, seed), lattice(right, row, seed), u)
    below = between(lattice(left, row + 1.0, seed), lattice(right, row + 1.0, seed), u)
    return between(above, below, v)


@drawing_kernel
def fractal_noise(x: float, y: float, seed: float) -> float:
    """Three octaves of value noise, in [0, 1]."""
    coarse = value_noise(x, y, seed)
    middle = value_noise(x * 2.1, y * 2.1, seed + 1.0)
    fine = value_noise(x * 4.3, y * 4.3, seed + 2.0)
    return 0.5 * coarse + 0.3 * middle + 0.2 * fine


@drawing_kernel
def smooth(t: float) -> float:
    """Hermite interpolation weight of t in [0, 1]."""
    return t * t * (3.0 - 2.0 * t)


@drawing_kernel
def between(start: float, end: float, t: float) -> float:
    """Linear interpolation."""
    return start + (end - start) * t


@drawing_kernel
def step(start: float, end: float, x: float) -> float:
    """0 at start, 1 at end, smooth between; start may lie beyond end."""
    return smooth(min(max((x - start) / (end - start), 0.0), 1.0))


@drawing_kernel
def tiling_field(across: Floats, along: Floats, period: float, seed: float) -> Floats:
    """`tiling_noise` at every pair of places, shape [along_count, across_count]."""
    field = np.empty((along.shape[0], across.shape[0]))
    for row in range(along.shape[0]):
        for column in range(across.shape[0]):
            field[row, column] = tiling_noise(across[column], along[row], period, seed)
    return field
