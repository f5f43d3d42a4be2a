"""Signed distance from points and segments to one prism.

A prism is convex, so its signed distance is a convex function along any straight line. Everything else
in this room (closest point of a capsule's core, time of impact of a sweep) follows from that. Only deep
inside, where neighbours cover faces, the distance is that of the way out, which may be further.
"""

import math

import numpy as np
from numpy.typing import NDArray

from components.terrain import MotionArrays, TerrainArrays
from systems.kernel import Record, kernel

FAR = 1e30
"""Distance that stands for "not in the same lane of depth" [cm]."""
ON_FACE = 1e-9
"""Height above a face up to which a point counts as on it, where rounding could turn any normal [cm]."""
BISECTIONS = 48
"""Halvings of a capsule's core: more than float64 can tell apart for a core of a few metres."""


@kernel
def outline_distance(
    edges: NDArray[np.void], prism: Record, x: float, z: float
) -> tuple[float, float, float]:
    """Signed distance [cm] and unit normal (x, z) from a prism's outline to a point in its own frame.

    Inside, the way out leads through the nearest face that no neighbour covers. On a face the normal is its
    own.
    """
    first = prism.first_edge
    last = first + prism.edge_count
    highest = -FAR
    for e in range(first, last):
        edge = edges[e]
        highest = max(highest, (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z)
    if highest > ON_FACE:
        return _way_in(edges, first, last, x, z)
    d, nx, nz = _way_out(edges, first, last, x, z)
    if d == -FAR:  # covered on all sides: the only way out is up
        return z - prism.z_max, 0.0, 1.0
    return d, nx, nz


@kernel
def _way_in(edges: NDArray[np.void], first: int, last: int, x: float, z: float) -> tuple[float, float, float]:
    """Distance [cm] of a point outside from the nearest edge, and the unit vector from there to it."""
    nearest = math.inf
    away_x, away_z = 0.0, 1.0
    for e in range(first, last):
        edge = edges[e]
        height = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        if height <= ON_FACE:
            continue
        along = (x - edge.x) * edge.direction_x + (z - edge.z) * edge.direction_z
        past = along - min(max(along, 0.0), edge.length)
        square = height * height + past * past
        if square < nearest:
            nearest = square
            away_x = height * edge.normal_x + past * edge.direction_x
            away_z = height * edge.normal_z + past * edge.direction_z
    size = math.sqrt(nearest)
    return size, away_x / size, away_z / size


@kernel
def _way_out(
    edges: NDArray[np.void], first: int, last: int, x: float, z: float
) -> tuple[float, float, float]:
    """Signed distance [cm] of a point inside from the nearest visible edge, and the unit vector to there.

    An edge's line leads out even beyond its ends, but not where another part of the same face is covered:
    from there the way leads past what covers it.
    """
    nearest = -FAR
    out_x, out_z = 0.0, 1.0
    for e in range(first, last):
        edge = edges[e]
        height = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        if not edge.visible or height <= nearest:
            continue
        along = (x - edge.x) * edge.direction_x + (z - edge.z) * edge.direction_z
        past = _past_open_part(edges, first, last, e, along)
        depth = height if past == 0.0 else -math.sqrt(height * height + past * past)
        if depth <= nearest:
            continue
        nearest = depth
        out_x, out_z = edge.normal_x, edge.normal_z
        if depth < -ON_FACE and past != 0.0:
            out_x = (height * edge.normal_x + past * edge.direction_x) / depth
            out_z = (height * edge.normal_z + past * edge.direction_z) / depth
    return nearest, out_x, out_z


@kernel
def _past_open_part(edges: NDArray[np.void], first: int, last: int, edge: int, along: float) -> float:
    """How far a place on an edge's line lies past the edge [cm], if a covered part of the face is there."""
    e = edges[edge]
    past = along - min(max(along, 0.0), e.length)
    if past == 0.0:
        return 0.0
    beside = edge + 1 if past > 0.0 else edge - 1
    if beside < first:
        beside = last - 1
    elif beside == last:
        beside = first
    other = edges[beside]
    is_covered = not other.visible and other.normal_x == e.normal_x and other.normal_z == e.normal_z
    return past if is_covered else 0.0


@kernel
def prism_distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal (x, y, z) from a prism to a world point; negative inside."""
    p = terrain.prisms[prism]
    if p.platform >= 0:
        x -= motion.offset[p.platform, 0]
        y -= motion.offset[p.platform, 1]
        z -= motion.offset[p.platform, 2]
    flat, flat_x, flat_z = outline_distance(terrain.edges, p, x, z)
    nearer = p.y_min - y
    further = y - p.y_max
    deep = max(nearer, further)
    toward = -1.0 if nearer >= further else 1.0
    if flat <= ON_FACE or deep <= ON_FACE:
        if flat >= deep:
            return flat, flat_x, 0.0, flat_z
        return deep, 0.0, toward, 0.0
    size = math.sqrt(flat * flat + deep * deep)
    return size, flat_x * flat / size, toward * deep / size, flat_z * flat / size


@kernel
def lane_distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """The same within a lane of depth: the prism goes on forever if the lane cuts it, else it is far away."""
    p = terrain.prisms[prism]
    if p.platform >= 0:
        x -= motion.offset[p.platform, 0]
        y -= motion.offset[p.platform, 1]
        z -= motion.offset[p.platform, 2]
    if y < p.y_min or y > p.y_max:
        return FAR, 0.0, 0.0, 1.0
    flat, flat_x, flat_z = outline_distance(terrain.edges, p, x, z)
    return flat, flat_x, 0.0, flat_z


@kernel
def distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float, in_lane: bool
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from a prism to a world point, in space or in its lane."""
    if in_lane:
        return lane_distance(terrain, motion, prism, x, y, z)
    return prism_distance(terrain, motion, prism, x, y, z)


@kernel
def segment_distance(
    terrain: TerrainArrays,
    motion: MotionArrays,
    prism: int,
    start_x: float,
    start_y: float,
    start_z: float,
    along_x: float,
    along_y: float,
    along_z: float,
    in_lane: bool,
) -> tuple[float, float, float, float, float]:
    """Distance [cm], unit normal and place [0, 1] of the point of a segment that is nearest to a prism.

    The distance along the segment is convex with slope normal . direction, so the sign of the slope
    brackets its least value: an end, or the point that bisection closes in on.
    """
    low = 0.0
    d, nx, ny, nz = distance(terrain, motion, prism, start_x, start_y, start_z, in_lane)
    if nx * along_x + ny * along_y + nz * along_z >= 0.0:
        return d, nx, ny, nz, low
    high = 1.0
    d, nx, ny, nz = distance(
        terrain, motion, prism, start_x + along_x, start_y + along_y, start_z + along_z, in_lane
    )
    if nx * along_x + ny * along_y + nz * along_z <= 0.0:
        return d, nx, ny, nz, high
    middle = 0.5
    for _ in range(BISECTIONS):
        d, nx, ny, nz = distance(
            terrain,
            motion,
            prism,
            start_x + middle * along_x,
            start_y + middle * along_y,
            start_z + middle * along_z,
            in_lane,
        )
        slope = nx * along_x + ny * along_y + nz * along_z
        if slope == 0.0:
            break
        if slope < 0.0:
            low = middle
        else:
            high = middle
        middle = 0.5 * (low + high)
    return d, nx, ny, nz, middle
