"""Curves that motions are drawn with."""

import math
from bisect import bisect_right
from collections.abc import Sequence


def swing(phase: float, *, peak: float) -> float:
    """One wave a cycle: 1 at `peak`, -1 half a cycle later."""
    return math.cos(2.0 * math.pi * (phase - peak))


def bounce(phase: float, *, peak: float) -> float:
    """Two waves a cycle: 1 at `peak` and half a cycle later."""
    return math.cos(4.0 * math.pi * (phase - peak))


def ease(share: float) -> float:
    """From 0 to 1 with no jerk at either end; held outside."""
    s = min(max(share, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


def hermite(share: float, start: float, start_slope: float, end: float, end_slope: float) -> float:
    """From start to end with given slopes per unit of share."""
    s = share
    return (
        start * (1.0 + 2.0 * s) * (1.0 - s) ** 2
        + start_slope * s * (1.0 - s) ** 2
        + end * s * s * (3.0 - 2.0 * s)
        + end_slope * s * s * (s - 1.0)
    )


def through(
    points: Sequence[tuple[float, float]], at: float, *, slopes: tuple[float, float] = (0.0, 0.0)
) -> float:
    """A smooth curve through (position, value) points, with given slopes at its ends and held beyond them."""
    places = [place for place, _ in points]
    if at <= places[0]:
        return points[0][1]
    if at >= places[-1]:
        return points[-1][1]
    first = bisect_right(places, at) - 1
    width = places[first + 1] - places[first]
    return hermite(
        (at - places[first]) / width,
        points[first][1],
        _slope(points, first, slopes) * width,
        points[first + 1][1],
        _slope(points, first + 1, slopes) * width,
    )


def _slope(points: Sequence[tuple[float, float]], index: int, ends: tuple[float, float]) -> float:
    """Slope at a point: none at a peak, else the harmonic mean of both sides (Fritsch and Butland 1984)."""
    if index == 0:
        return ends[0]
    if index == len(points) - 1:
        return ends[1]
    (x0, y0), (x1, y1), (x2, y2) = points[index - 1 : index + 2]
    before, after = (y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)
    if before * after <= 0.0:
        return 0.0
    weight_before, weight_after = 2.0 * (x2 - x1) + (x1 - x0), (x2 - x1) + 2.0 * (x1 - x0)
    return (weight_before + weight_after) / (weight_before / before + weight_after / after)
