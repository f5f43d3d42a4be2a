"""How near a line is to a rounded box or to a mesh, and where; kernels.

A segment is six numbers, start and end; a rounded box is centre, half core and radius as in
`systems.overlap.shapes.table_of`.
"""

import math

from components.arrays import Floats, Integers
from systems.kernel import kernel
from systems.maths.elementary import RADIANS, arctangent

Triple = tuple[float, float, float]
Nearest = tuple[float, float, Triple]
"""Squared distance [cm²], share of the segment, and the point of the mesh."""

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
    nearest = (math.inf, 1.0, (0.0, 0.0, 0.0))
    start = (segment[0], segment[1], segment[2])
    end = (segment[3], segment[4], segment[5])
    for index in range(triangles.shape[0]):
        a = _vertex(positions, triangles[index, 0])
        b = _vertex(positions, triangles[index, 1])
        c = _vertex(positions, triangles[index, 2])
        candidate = _nearest_on_triangle(start, end, a, b, c)
        nearer = candidate[0] < nearest[0]
        if nearer or (candidate[0] == nearest[0] and candidate[1] < nearest[1]):
            nearest = candidate
            best = index
    found[0] = nearest[0]
    found[1] = nearest[1]
    for k in range(3):
        found[2 + k] = nearest[2][k]
    return best


@kernel
def is_inside(point: Floats, positions: Floats, triangles: Integers) -> bool:
    """Whether a closed mesh winds round a point, by solid angles (Van Oosterom and Strackee 1983)."""
    total = 0.0
    at = (point[0], point[1], point[2])
    for index in range(triangles.shape[0]):
        a = _minus(_vertex(positions, triangles[index, 0]), at)
        b = _minus(_vertex(positions, triangles[index, 1]), at)
        c = _minus(_vertex(positions, triangles[index, 2]), at)
        la = math.sqrt(_dot(a, a))
        lb = math.sqrt(_dot(b, b))
        lc = math.sqrt(_dot(c, c))
        volume = _dot(a, _cross(b, c))
        spread = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
        total += arctangent(volume, spread) * RADIANS * 2.0
    return bool(total > 2.0 * math.pi)


@kernel
def _vertex(positions: Floats, index: int) -> Triple:
    return positions[index, 0], positions[index, 1], positions[index, 2]


@kernel
def _minus(a: Triple, b: Triple) -> Triple:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@kernel
def _along(a: Triple, way: Triple, share: float) -> Triple:
    return a[0] + share * way[0], a[1] + share * way[1], a[2] + share * way[2]


@kernel
def _dot(a: Triple, b: Triple) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def _cross(a: Triple, b: Triple) -> Triple:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel
def _nearest_on_triangle(start: Triple, end: Triple, a: Triple, b: Triple, c: Triple) -> Nearest:
    """Where they cross; or else the nearest of both ends to the face and of the segment to the sides."""
    way = _minus(end, start)
    share = _crossing(start, way, a, b, c)
    if share >= 0.0:
        return 0.0, share, _along(start, way, share)
    nearest = _segment_to_side(start, way, a, b)
    for corner, following in ((b, c), (c, a)):
        other = _segment_to_side(start, way, corner, following)
        if other[0] < nearest[0]:
            nearest = other
    for point, place in ((start, 0.0), (end, 1.0)):
        square, foot = _foot_on_face(point, a, b, c)
        if square < nearest[0]:
            nearest = (square, place, foot)
    return nearest


@kernel
def _crossing(start: Triple, way: Triple, a: Triple, b: Triple, c: Triple) -> float:
    """Share at which a segment crosses a triangle, or -1 (Möller and Trumbore 1997)."""
    first = _minus(b, a)
    second = _minus(c, a)
    across = _cross(way, second)
    determinant = _dot(first, across)
    if determinant == 0.0:
        return -1.0
    away = _minus(start, a)
    u = _dot(away, across) / determinant
    turned = _cross(away, first)
    v = _dot(way, turned) / determinant
    share = _dot(second, turned) / determinant
    inside = u >= 0.0 and v >= 0.0 and u + v <= 1.0
    return share if inside and 0.0 <= share <= 1.0 else -1.0


@kernel
def _foot_on_face(point: Triple, a: Triple, b: Triple, c: Triple) -> tuple[float, Triple]:
    """Squared distance of a point from a triangle's plane, and its foot; infinite where that lies outside."""
    normal = _cross(_minus(b, a), _minus(c, a))
    square = _dot(normal, normal)
    if square == 0.0:
        return math.inf, point
    height = _dot(_minus(point, a), normal) / square
    foot = _along(point, normal, -height)
    for corner, following in ((a, b), (b, c), (c, a)):
        if _dot(_cross(_minus(following, corner), _minus(foot, corner)), normal) < 0.0:
            return math.inf, point
    return height * height * square, foot


@kernel
def _segment_to_side(start: Triple, way: Triple, a: Triple, b: Triple) -> Nearest:
    """The nearest points of two segments (Ericson 2005, section 5.1.9)."""
    side = _minus(b, a)
    away = _minus(start, a)
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
    if place < 0.0 or place > 1.0 or side_square == 0.0:
        place = min(max(place, 0.0), 1.0)
        if way_square > 0.0:
            share = min(max((both * place - way_away) / way_square, 0.0), 1.0)
    on_side = _along(a, side, place)
    gap = _minus(_along(start, way, share), on_side)
    return _dot(gap, gap), share, on_side
