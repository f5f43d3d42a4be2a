"""Signed distance from points and segments to one prism.

A prism is convex, so its signed distance is a convex function along any straight line. Everything else
in this room (closest point of a capsule's core, time of impact of a sweep) follows from that.
"""

import math

from components.terrain import MotionArrays, TerrainArrays
from systems.kernel import kernel

FAR = 1e30
"""Distance that stands for "not in the same lane of depth" [cm]."""
BISECTIONS = 48
"""Halvings of a capsule's core: more than float64 can tell apart for a core of a few metres."""


@kernel
def outline_distance(terrain: TerrainArrays, prism: int, x: float, z: float) -> tuple[float, float, float]:
    """Signed distance [cm] and unit normal (x, z) from a prism's outline to a point in its own frame.

    Inside, the way out leads through the nearest face that no neighbour covers.
    """
    edges = terrain.edges
    first = terrain.prisms[prism].first_edge
    last = first + terrain.prisms[prism].edge_count
    nearest_side = -FAR
    way_out = -FAR
    out_x = 0.0
    out_z = 1.0
    nearest_square = FAR
    away_x = 0.0
    away_z = 0.0
    for e in range(first, last):
        to_x = x - edges[e].x
        to_z = z - edges[e].z
        side = to_x * edges[e].normal_x + to_z * edges[e].normal_z
        nearest_side = max(nearest_side, side)
        if side > 0.0:
            along = to_x * edges[e].direction_x + to_z * edges[e].direction_z
            along = min(max(along, 0.0), edges[e].length)
            gap_x = to_x - along * edges[e].direction_x
            gap_z = to_z - along * edges[e].direction_z
            square = gap_x * gap_x + gap_z * gap_z
            if square < nearest_square:
                nearest_square = square
                away_x = gap_x
                away_z = gap_z
        elif edges[e].visible and side > way_out:
            way_out = side
            out_x = edges[e].normal_x
            out_z = edges[e].normal_z
    if nearest_side > 0.0:
        size = math.sqrt(nearest_square)
        return size, away_x / size, away_z / size
    if way_out == -FAR:  # covered on all sides: the only way out is up
        return z - terrain.prisms[prism].z_max, 0.0, 1.0
    return way_out, out_x, out_z


@kernel
def prism_distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal (x, y, z) from a prism to a world point; negative inside."""
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        y -= motion.offset[row, 1]
        z -= motion.offset[row, 2]
    flat, flat_x, flat_z = outline_distance(terrain, prism, x, z)
    nearer = terrain.prisms[prism].y_min - y
    further = y - terrain.prisms[prism].y_max
    deep = max(nearer, further)
    toward = -1.0 if nearer >= further else 1.0
    if flat <= 0.0 or deep <= 0.0:
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
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        y -= motion.offset[row, 1]
        z -= motion.offset[row, 2]
    if y < terrain.prisms[prism].y_min or y > terrain.prisms[prism].y_max:
        return FAR, 0.0, 0.0, 1.0
    flat, flat_x, flat_z = outline_distance(terrain, prism, x, z)
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
