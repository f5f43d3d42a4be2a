"""What a whole sole rests on: the edge of the ground's hull that its ball is over.

Under a sole the ground is a polyline. A stiff segment that is loaded at one place comes to rest on the edge
of the polyline's upper hull over that place: across two treads, on a kerb, over a crest, in a hollow.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from components.arrays import Flags, Floats
from systems.kernel import lean_kernel
from systems.maths.checks import finite

BEND = 25.0
"""Farthest that a sole tilts against the ground under its ball to rest on an edge [deg]."""
SAME = 1e-9
"""Slopes this close are one [1]."""


class Rest(NamedTuple):
    """The line that a sole rests along: height = height + slope * place."""

    height: float
    """Height at place 0, under the ankle [cm]."""
    slope: float
    """Height gained for each centimetre toward the toes [1]."""


def rest_sole(
    places: ArrayLike, heights: ArrayLike, slopes: ArrayLike, *, load: int, max_bend: float = BEND
) -> Rest:
    """The line that a sole rests along over the ground found at some places under it.

    Args:
        places: Where along the sole, ascending toward the toes, 0 under the ankle [cm], shape [place_count].
        heights: Heights of the ground there [cm], shape [place_count].
        slopes: Its slopes along the sole there [1], shape [place_count].
        load: Row of the place that bears the weight.
        max_bend: Farthest that the sole tilts against the ground at the load [deg]. Where it would tilt
            farther it lies along that ground, on the higher of ankle and load.

    Raises:
        ValueError: Shapes differ, a value is not finite, or there is no such row.
    """
    at = finite(places, "places", (len(np.atleast_1d(places)),))
    up, along = finite(heights, "heights", at.shape), finite(slopes, "slopes", at.shape)
    if not 0 <= load < len(at):
        raise ValueError(f"load must be a row of places, got {load}")
    flags = np.ones(len(at), dtype=np.bool_)
    return Rest(*core_rest(at, up, along, flags, load, math.tan(math.radians(max_bend)), np.empty((64, 2))))


@lean_kernel
def core_rest(
    places: Floats, heights: Floats, slopes: Floats, there: Flags, load: int, bend: float, points: Floats
) -> tuple[float, float]:
    """`rest_sole` without its checks: height and slope.

    Args:
        places: As in `rest_sole`.
        heights: Likewise.
        slopes: Likewise.
        there: Which places have ground, shape [place_count]; the load must.
        load: Likewise.
        bend: Tangent of the farthest tilt.
        points: Scratch, shape [at least twice place_count, 2].
    """
    count = outline(places, heights, slopes, there, points)
    return core_settle(places, heights, slopes, there, load, bend, points, count)


@lean_kernel
def core_settle(
    places: Floats,
    heights: Floats,
    slopes: Floats,
    there: Flags,
    load: int,
    bend: float,
    points: Floats,
    count: int,
) -> tuple[float, float]:
    """Height and slope of the line that a sole rests along over an outline; arguments as for `core_rest`.

    The outline is the first `count` rows of `points`, in any order, with the load's own among them.
    """
    weight, base = places[load], slopes[load]
    height, slope = balanced(points, count, weight, heights[load], base)
    if abs(slope - base) > bend * (1.0 + slope * base):
        return max(heights[load] - base * weight, ankle_height_at(places, heights, there, base)), base
    return height - slope * weight, slope


@lean_kernel
def balanced(points: Floats, count: int, weight: float, height: float, base: float) -> tuple[float, float]:
    """Height at the load and slope of a line that rests on points of the ground, the load's among them.

    Where the load's own point is on the hull any slope between those of the edges beside it is at rest, and
    the ground's own is the nearest to choose; otherwise it is the edge of the hull that the load is over.
    """
    before, after = math.inf, -math.inf
    for i in range(count):
        if points[i, 0] < weight:
            before = min(before, (height - points[i, 1]) / (weight - points[i, 0]))
        elif points[i, 0] > weight:
            after = max(after, (points[i, 1] - height) / (points[i, 0] - weight))
    if after <= before + SAME:
        return height, min(max(base, after), before)
    best, slope = height, base
    for i in range(count):
        for j in range(count):
            if points[i, 0] < weight < points[j, 0]:
                tilt = (points[j, 1] - points[i, 1]) / (points[j, 0] - points[i, 0])
                high = points[i, 1] + tilt * (weight - points[i, 0])
                if high > best:
                    best, slope = high, tilt
    return best, slope


@lean_kernel
def ankle_height_at(places: Floats, heights: Floats, there: Flags, slope: float) -> float:
    """Height at place 0 of a line of this slope through the ground at the place nearest to it [cm]."""
    nearest, height = math.inf, -math.inf
    for row in range(len(places)):
        if there[row] and abs(places[row]) < nearest:
            nearest, height = abs(places[row]), heights[row] - slope * places[row]
    return height


@lean_kernel
def outline(places: Floats, heights: Floats, slopes: Floats, there: Flags, points: Floats) -> int:
    """Writes the ground's points (place, height), and the crests between them, and returns how many."""
    count, last = 0, -1
    for row in range(len(places)):
        if not there[row]:
            continue
        if last >= 0 and slopes[last] > slopes[row] + SAME:
            ahead = places[row] - places[last]
            crest = (heights[row] - heights[last] - slopes[row] * ahead) / (slopes[last] - slopes[row])
            if 0.0 < crest < ahead:
                points[count, 0] = places[last] + crest
                points[count, 1] = heights[last] + slopes[last] * crest
                count += 1
        points[count, 0], points[count, 1] = places[row], heights[row]
        count += 1
        last = row
    return count
