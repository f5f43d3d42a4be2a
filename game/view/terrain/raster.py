"""Which face is seen at each sample of a region: triangles and outlines to depth and face number."""

import math
from typing import NamedTuple

import numpy as np

from game.view.arrays import FAR, Floats, Floats32, Indices, Integers
from game.view.kernel import drawing_kernel, painting_kernel

SAMPLES = 2
"""Samples across a pixel."""
FLAT = 1e-9
"""Area below which a triangle is seen from its edge [px²]."""


class Samples(NamedTuple):
    """What is seen in a region of the picture plane, at SAMPLES x SAMPLES places of every pixel."""

    depth: Floats32
    """[cm], FAR where nothing is, shape [height * SAMPLES, width * SAMPLES]."""
    face: Indices
    """Number of the face, -1 where nothing is, same shape."""
    left: int
    """Plane coordinates of the region's upper left corner [px]."""
    top: int


def empty_samples(left: int, top: int, width: int, height: int) -> Samples:
    """A region [px] in which nothing is seen."""
    shape = (height * SAMPLES, width * SAMPLES)
    return Samples(np.full(shape, FAR, dtype=np.float32), np.full(shape, -1, dtype=np.int32), left, top)


@painting_kernel
def fill_triangles(samples: Samples, corners: Floats, faces: Integers) -> None:
    """Draws triangles: plane corners u, v [px] and depth [cm], shape [triangle_count, 3, 3]."""
    for triangle in range(corners.shape[0]):
        fill_triangle(samples, corners[triangle], faces[triangle])


@drawing_kernel
def fill_triangle(samples: Samples, corners: Floats, face: int) -> None:
    """Draws one triangle, its corners in either order."""
    au, av, ad = corners[0]
    bu, bv, bd = corners[1]
    cu, cv, cd = corners[2]
    area = (bu - au) * (cv - av) - (bv - av) * (cu - au)
    if abs(area) < FLAT:
        return
    slope_u = ((bd - ad) * (cv - av) - (cd - ad) * (bv - av)) / area
    slope_v = ((cd - ad) * (bu - au) - (bd - ad) * (cu - au)) / area
    crossings = np.empty(3)
    for row in sample_range(samples.top, samples.depth.shape[0], min(av, bv, cv), max(av, bv, cv)):
        v = samples.top + (row + 0.5) / SAMPLES
        if cross_row(corners, v, crossings) > 1:
            depth = ad + (v - av) * slope_v - au * slope_u
            fill_span(samples, row, crossings[0], crossings[1], depth, slope_u, face)


@painting_kernel
def fill_outline(samples: Samples, corners: Floats, face: int, slope_v: float) -> None:
    """Draws a polygon, convex or not, that faces the viewer: its depth changes with v alone [cm/px]."""
    crossings = np.empty(corners.shape[0])
    low, high = corners[0, 1], corners[0, 1]
    for i in range(corners.shape[0]):
        low, high = min(low, corners[i, 1]), max(high, corners[i, 1])
    for row in sample_range(samples.top, samples.depth.shape[0], low, high):
        v = samples.top + (row + 0.5) / SAMPLES
        count = cross_row(corners, v, crossings)
        depth = corners[0, 2] + (v - corners[0, 1]) * slope_v
        for pair in range(0, count - 1, 2):
            fill_span(samples, row, crossings[pair], crossings[pair + 1], depth, 0.0, face)


@drawing_kernel
def fill_span(
    samples: Samples, row: int, start: float, end: float, depth: float, slope: float, face: int
) -> None:
    """Draws a face along one row of samples from u = start to end [px], where it is the nearest."""
    for column in sample_range(samples.left, samples.depth.shape[1], start, end):
        u = samples.left + (column + 0.5) / SAMPLES
        here = depth + u * slope
        if here < samples.depth[row, column]:
            samples.depth[row, column] = here
            samples.face[row, column] = face


@drawing_kernel
def sample_range(origin: int, count: int, start: float, end: float) -> range:
    """Indices of the samples whose centres lie in [start, end) [px]."""
    first = math.ceil((start - origin) * SAMPLES - 0.5)
    last = math.ceil((end - origin) * SAMPLES - 0.5)
    return range(max(first, 0), min(last, count))


@drawing_kernel
def cross_row(corners: Floats, v: float, crossings: Floats) -> int:
    """Fills in, ascending, where the sides of a polygon cross a row; returns how often they do."""
    count = 0
    for i in range(corners.shape[0]):
        start, end = corners[i], corners[(i + 1) % corners.shape[0]]
        if (start[1] <= v) != (end[1] <= v):
            u = start[0] + (v - start[1]) / (end[1] - start[1]) * (end[0] - start[0])
            place = count
            while place > 0 and crossings[place - 1] > u:
                crossings[place] = crossings[place - 1]
                place -= 1
            crossings[place] = u
            count += 1
    return count
