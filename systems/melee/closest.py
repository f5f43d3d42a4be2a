"""How near a line is to a rounded box or to a mesh, and where; kernels.

A segment is six numbers, start and end; a rounded box is centre, half core and radius as in
`systems.overlap.shapes.table_of`.
"""

import math

import numpy as np

from components.arrays import Floats, Integers
from systems.kernel import kernel
from systems.maths.elementary import RADIANS, arctangent

HALVINGS = 60
"""Halvings that narrow a share down to the last bits."""


@kernel
def nearest_share_to_box(segment: Floats, box: Floats) -> float:
    """Share of a segment, 0 to 1, at which it is nearest to a box without radius; of equal ones the first.

    The squared distance is convex along the segment, so its slope changes sign once.
    """
    if _slope(segment, box, 0.0) >= 0.0:
        return 0.0
    if _slope(segment, box, 1.0) < 0.0:
        return 1.0
    low = 0.0
    high = 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if _slope(segment, box, middle) >= 0.0:
            high = middle
        else:
            low = middle
    return high


@kernel
def _slope(segment: Floats, box: Floats, share: float) -> float:
    """Half the slope of the squared distance from a box along a segment."""
    total = 0.0
    for axis in range(3):
        way = segment[3 + axis] - segment[axis]
        away = segment[axis] + share * way - box[axis]
        beyond = max(abs(away) - box[3 + axis], 0.0)
        total += math.copysign(beyond, away) * way
    return total


@kernel
def nearest_on_mesh(segment: Floats, positions: Floats, triangles: Integers, found: Floats) -> int:
    """The triangle of a mesh that is nearest to a segment; of equal ones the one it meets first.

    Args:
        segment: Shape [6].
        positions: Vertices [cm], shape [vertex_count, 3].
        triangles: Shape [triangle_count, 3].
        found: Receives squared distance, share of the segment, and the point of the mesh, shape [5].
    """
    best = -1
    found[0] = math.inf
    found[1] = 1.0
    candidate = np.empty(5)
    for index in range(triangles.shape[0]):
        a = positions[triangles[index, 0]]
        b = positions[triangles[index, 1]]
        c = positions[triangles[index, 2]]
        _nearest_on_triangle(segment, a, b, c, candidate)
        nearer = candidate[0] < found[0]
        if nearer or (candidate[0] == found[0] and candidate[1] < found[1]):
            found[:] = candidate
            best = index
    return best


@kernel
def _nearest_on_triangle(segment: Floats, a: Floats, b: Floats, c: Floats, found: Floats) -> None:
    """Where they cross; or else the nearest of both ends to the face and of the segment to the sides."""
    share = _crossing(segment, a, b, c)
    if share >= 0.0:
        found[0] = 0.0
        found[1] = share
        for k in range(3):
            found[2 + k] = segment[k] + share * (segment[3 + k] - segment[k])
        return
    found[0] = math.inf
    _end_to_face(segment[:3], 0.0, a, b, c, found)
    _end_to_face(segment[3:], 1.0, a, b, c, found)
    _segment_to_side(segment, a, b, found)
    _segment_to_side(segment, b, c, found)
    _segment_to_side(segment, c, a, found)


@kernel
def _dot(a: Floats, b: Floats) -> float:
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@kernel
def _cross(a: Floats, b: Floats) -> Floats:
    return np.array((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


@kernel
def _crossing(segment: Floats, a: Floats, b: Floats, c: Floats) -> float:
    """Share at which a segment crosses a triangle, or -1 (Möller and Trumbore 1997)."""
    way = segment[3:] - segment[:3]
    first = b - a
    second = c - a
    across = _cross(way, second)
    determinant = _dot(first, across)
    if determinant == 0.0:
        return -1.0
    away = segment[:3] - a
    u = _dot(away, across) / determinant
    turned = _cross(away, first)
    v = _dot(way, turned) / determinant
    share = _dot(second, turned) / determinant
    inside = u >= 0.0 and v >= 0.0 and u + v <= 1.0
    return share if inside and 0.0 <= share <= 1.0 else -1.0


@kernel
def _end_to_face(point: Floats, share: float, a: Floats, b: Floats, c: Floats, found: Floats) -> None:
    """Takes a point's foot on a triangle's plane, if it lies within the triangle and is nearer."""
    normal = _cross(b - a, c - a)
    square = _dot(normal, normal)
    if square == 0.0:
        return
    height = _dot(point - a, normal) / square
    foot = point - height * normal
    for corner, following in ((a, b), (b, c), (c, a)):
        if _dot(_cross(following - corner, foot - corner), normal) < 0.0:
            return
    if height * height * square < found[0]:
        found[0] = height * height * square
        found[1] = share
        found[2:] = foot


@kernel
def _segment_to_side(segment: Floats, a: Floats, b: Floats, found: Floats) -> None:
    """Takes the nearest points of two segments, if they are nearer (Ericson 2005, section 5.1.9)."""
    way = segment[3:] - segment[:3]
    side = b - a
    away = segment[:3] - a
    way_square = _dot(way, way)
    side_square = _dot(side, side)
    way_away = _dot(way, away)
    side_away = _dot(side, away)
    both = _dot(way, side)
    determinant = way_square * side_square - both * both
    share = 0.0
    if determinant > 0.0:
        share = min(max((both * side_away - way_away * side_square) / determinant, 0.0), 1.0)
    place = (both * share + side_away) / side_square if side_square > 0.0 else 0.0
    if place < 0.0 or place > 1.0:
        place = min(max(place, 0.0), 1.0)
        if way_square > 0.0:
            share = min(max((both * place - way_away) / way_square, 0.0), 1.0)
    gap = away + share * way - place * side
    square = _dot(gap, gap)
    if square < found[0]:
        found[0] = square
        found[1] = share
        found[2:] = a + place * side


@kernel
def is_inside(point: Floats, positions: Floats, triangles: Integers) -> bool:
    """Whether a closed mesh winds round a point, by solid angles (Van Oosterom and Strackee 1983)."""
    total = 0.0
    for index in range(triangles.shape[0]):
        a = positions[triangles[index, 0]] - point
        b = positions[triangles[index, 1]] - point
        c = positions[triangles[index, 2]] - point
        la = math.sqrt(_dot(a, a))
        lb = math.sqrt(_dot(b, b))
        lc = math.sqrt(_dot(c, c))
        volume = _dot(a, _cross(b, c))
        spread = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
        total += arctangent(volume, spread) * RADIANS * 2.0
    return bool(total > 2.0 * math.pi)
