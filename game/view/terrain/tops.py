"""The walkable tops of solids, cut into cells in which things grow."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from game.view.arrays import Flags, Floats
from game.view.kernel import painting_kernel
from game.view.terrain.distance import WALKABLE, nearest_distance
from game.view.terrain.shapes import Y_MAX, Y_MIN, Shapes

HEAD_ROOM = 4.0
"""Height over the ground that has to be free where something grows [cm]."""


class Plot(NamedTuple):
    """A piece of walkable top."""

    shape: int
    """Row of the shape it lies on."""
    cell: int
    """Number of its cell along X."""
    start: float
    """Range of X [cm]."""
    end: float
    height: float
    """Z at start [cm]."""
    slope: float
    """Rise per centimetre along X."""
    near: float
    """Range of Y [cm]."""
    far: float
    seed: tuple[int, int]
    """Numbers that follow from the shape and the cell."""

    def ground(self, x: Floats) -> Floats:
        """Height at x [cm]."""
        return self.height + (x - self.start) * self.slope


def plots(shapes: Shapes, start: float, end: float, size: float) -> Iterator[Plot]:
    """Walkable tops between start and end, cut at the multiples of size; all in X [cm]."""
    for shape, first in enumerate(shapes.first_edge[:-1]):
        for bx, bz, ax, az in shapes.edges[first : shapes.first_edge[shape + 1]].tolist():
            if bx > ax and bx - ax > WALKABLE * np.hypot(bx - ax, bz - az):
                top = (ax, bx, az, (bz - az) / (bx - ax))
                yield from _cut(shapes, shape, top, (max(start, ax), min(end, bx)), size)


def _cut(
    shapes: Shapes,
    shape: int,
    top: tuple[float, float, float, float],
    reach: tuple[float, float],
    size: float,
) -> Iterator[Plot]:
    left, right, height, slope = top
    near, far = shapes.bounds[shape, (Y_MIN, Y_MAX)].tolist()
    for cell in range(int(reach[0] // size), int(np.ceil(reach[1] / size))):
        start, end = max(left, cell * size), min(right, (cell + 1) * size)
        if start < end:
            ground = height + (start - left) * slope
            seed = (int(shapes.seed[shape]), cell + (1 << 30))
            yield Plot(shape, cell, start, end, ground, slope, near, far, seed)


@painting_kernel
def clear_places(shapes: Shapes, points: Floats, clearance: float) -> Flags:
    """Whether nothing solid is nearer than the clearance [cm] above points of ground, shape [count, 3]."""
    clear = np.empty(points.shape[0], dtype=np.bool_)
    reach = HEAD_ROOM + clearance
    for i in range(points.shape[0]):
        x, y, z = points[i]
        clear[i] = nearest_distance(shapes, x, y, z + reach, reach) > clearance
    return clear
