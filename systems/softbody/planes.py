"""Distance from single obstacles, and the plane of one that a moving point must not cross."""

import math
from typing import NamedTuple

from components.arrays import Floats
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.distance import prism_distance
from systems.kernel import kernel

FAR = 1e30
"""Distance of what cannot be touched [cm]."""
SHALLOW = 0.1
"""Depth up to which a particle leaves an obstacle by the nearest face, whatever side its body is on [cm]."""
ROUNDING = 1e-9
"""How far behind a plane a point may seem to have begun and still count as in front of it [cm]."""


class Obstacles(NamedTuple):
    """Everything solid that a body may touch in a tick, as kernels read it."""

    terrain: TerrainArrays
    """The level's prisms."""
    motion: MotionArrays
    """Where its platforms are at the end of the tick."""
    capsules: Floats
    """Upright capsules at the end of the tick, shape [capsule_count, 8]: centre (3), half the core's length,
    radius [cm], velocity (3) [cm/s]."""


@kernel
def roof_height(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, z: float
) -> tuple[float, float, float]:
    """Distance [cm] and unit normal (x, z) from the planes of a prism's upper faces, taken without end."""
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        z -= motion.offset[row, 2]
    first = terrain.prisms[prism].first_edge
    height = -FAR
    normal_x = 0.0
    normal_z = 1.0
    for e in range(first, first + terrain.prisms[prism].edge_count):
        edge = terrain.edges[e]
        side = (x - edge.x) * edge.normal_x + (z - edge.z) * edge.normal_z
        if edge.normal_z > 0.0 and side > height:
            height = side
            normal_x = edge.normal_x
            normal_z = edge.normal_z
    return height, normal_x, normal_z


@kernel
def roof_distance(
    terrain: TerrainArrays, motion: MotionArrays, prism: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] from all that lies below a one-way prism's top, and the top's normal.

    Beside the prism it is a bound from below; the normal is the top's there too, because a one-way prism
    has no flanks.
    """
    height, normal_x, normal_z = roof_height(terrain, motion, prism, x, z)
    row = terrain.prisms[prism].platform
    if row >= 0:
        x -= motion.offset[row, 0]
        y -= motion.offset[row, 1]
    p = terrain.prisms[prism]
    beside = max(p.x_min - x, x - p.x_max, p.y_min - y, y - p.y_max)
    return height if beside <= 0.0 else max(height, beside), normal_x, 0.0, normal_z


@kernel
def capsule_distance(capsule: Floats, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from an upright capsule; straight up from a point on its axis."""
    dx = x - capsule[0]
    dy = y - capsule[1]
    dz = z - capsule[2]
    dz -= min(max(dz, -capsule[3]), capsule[3])
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if length == 0.0:
        return -capsule[4], 0.0, 0.0, 1.0
    return length - capsule[4], dx / length, dy / length, dz / length


@kernel
def is_one_way(obstacles: Obstacles, kind: int) -> bool:
    """Whether an obstacle is solid only to what comes from above."""
    return kind >= 0 and bool(obstacles.terrain.prisms[kind].one_way)


@kernel
def obstacle_distance(
    obstacles: Obstacles, kind: int, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Signed distance [cm] and unit normal from an obstacle, as it stands at the end of the tick."""
    if kind < 0:
        return capsule_distance(obstacles.capsules[-1 - kind], x, y, z)
    if is_one_way(obstacles, kind):
        return roof_distance(obstacles.terrain, obstacles.motion, kind, x, y, z)
    return prism_distance(obstacles.terrain, obstacles.motion, kind, x, y, z)


@kernel
def separating_plane(
    obstacles: Obstacles,
    kind: int,
    traits: Floats,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
) -> tuple[float, float, float, float, float]:
    """The plane that a point moving by (dx, dy, dz) must not cross, if any.

    All obstacles are convex, so the plane of the nearest face where the point would end separates it from
    them, unless it began behind that plane: then it would cut a corner or cross a thin slab, and the plane
    nearest to where it began is the one. So nothing is crossed at any speed, and flat ground made of many
    pieces has no seams to catch on. Inside, which only what was put there gets, the nearest way out counts;
    but not one that leads away from the centroid's own way out, so that no body is torn apart.

    Returns:
        Distance from the obstacle before the move [cm] (a bound from below), distance from the plane before
        the move (FAR where none is in the way), and the plane's unit normal (x, y, z).
    """
    distance, nx, ny, nz = obstacle_distance(obstacles, kind, x, y, z)
    one_way = is_one_way(obstacles, kind)
    if distance < -SHALLOW and nx * traits[10] + ny * traits[11] + nz * traits[12] < 0.0:
        nx, ny, nz = traits[10], traits[11], traits[12]
        return distance, nx * x + ny * y + nz * z - traits[13], nx, ny, nz
    if distance < 0.0:
        return distance, distance, nx, ny, nz
    if distance > math.sqrt(dx * dx + dy * dy + dz * dz):
        return distance, FAR, nx, ny, nz
    ahead, mx, my, mz = obstacle_distance(obstacles, kind, x + dx, y + dy, z + dz)
    before = ahead - (mx * dx + my * dy + mz * dz)
    if one_way:
        return distance, before if ahead < 0.0 else FAR, mx, my, mz
    if before >= -ROUNDING:
        return distance, before, mx, my, mz
    return distance, distance, nx, ny, nz


@kernel
def distance_bound(traits: Floats, x: float, y: float, z: float) -> float:
    """What an obstacle is at least away from a point, by its bounds [cm]; negative inside them."""
    beside = max(traits[4] - x, x - traits[7])
    behind = max(traits[5] - y, y - traits[8])
    return float(max(beside, behind, traits[6] - z, z - traits[9]))
