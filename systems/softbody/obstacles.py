"""What a soft body may touch in a tick: the terrain prisms, spheres, capsules and boxes near it.

An obstacle moves at constant speed during the tick and reaches its known place at the end of it. A point is
compared with it as it stood some time before by moving the point along with it instead.
"""

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.kernel import kernel
from systems.softbody.planes import BOX, FAR, TRAITS, Obstacles, obstacle_distance, roof_height

SOLID_FRICTION = 0.8
"""Coulomb friction coefficient of characters and other entities [1]; a contact takes the geometric mean."""


@kernel
def near_obstacles(
    obstacles: Obstacles, low: Floats, high: Floats, centroid: Floats, layers: Integers, dt: float
) -> tuple[Integers, Floats]:
    """The obstacles that touch a box, other entities first, so that terrain has the last word.

    A one-way prism is one only to a body whose centroid was above it when the tick began.

    Args:
        obstacles: All there are.
        low: Lower corner of where the body may be during the tick [cm], shape [3].
        high: Upper corner [cm], shape [3].
        centroid: Where the body is when the tick begins [cm], shape [3].
        layers: The body's entity, bit of its layer, and bits of the layers it meets, shape [3].
        dt: Length of the tick [s].

    Returns:
        Prism index, or -1 - row of a solid, shape [obstacle_count], and traits of each, shape
        [obstacle_count, TRAITS]: friction [1], velocity (3) [cm/s], and as it stands at the end of the tick
        the lower (3) and upper corner (3) of its bounds [cm] and the face by which the centroid leaves it:
        unit normal (3) and its offset along the normal [cm]; then 1 for a box, and 1 for each of its faces
        left, right, below and above that no neighbour covers.
    """
    terrain, motion, solids, owners = obstacles
    found = np.empty(terrain.prisms.shape[0], np.int64)
    travel = dt * _fastest_platform(motion)
    count = near_prisms(
        terrain,
        motion,
        low[0] - travel,
        high[0] + travel,
        low[1] - travel,
        high[1] + travel,
        low[2] - travel,
        high[2] + travel,
        layers[2],
        found,
    )
    kinds = np.empty(solids.shape[0] + count, np.int64)
    traits = np.empty((solids.shape[0] + count, TRAITS))
    size = 0
    for c in range(solids.shape[0]):
        is_other = owners[c, 0] != layers[0]
        if not (is_other and owners[c, 1] & layers[2] and owners[c, 2] & layers[1]):
            continue
        _describe_solid(solids[c], traits[size])
        if _touches(traits[size], low, high, dt):
            kinds[size] = -1 - c
            size += 1
    for k in range(count):
        _describe_prism(terrain, motion, found[k], traits[size])
        x = centroid[0] + dt * traits[size, 1]
        z = centroid[2] + dt * traits[size, 3]
        height, _, _ = roof_height(terrain, motion, found[k], x, z)
        if height >= 0.0 or not terrain.prisms[found[k]].one_way:
            kinds[size] = found[k]
            size += 1
    for k in range(size):
        _describe_way_out(obstacles, kinds[k], centroid, traits[k], dt)
    return kinds[:size], traits[:size]


@kernel
def _fastest_platform(motion: MotionArrays) -> float:
    fastest = 0.0
    for row in range(motion.velocity.shape[0]):
        for axis in range(3):
            fastest = max(fastest, abs(motion.velocity[row, axis]))
    return fastest


@kernel
def _describe_solid(solid: Floats, traits: Floats) -> None:
    traits[0] = SOLID_FRICTION
    traits[BOX] = 0.0
    for axis in range(3):
        half = solid[6] + solid[3 + axis]
        traits[1 + axis] = solid[7 + axis]
        traits[4 + axis] = solid[axis] - half
        traits[7 + axis] = solid[axis] + half


@kernel
def _describe_prism(terrain: TerrainArrays, motion: MotionArrays, prism: int, traits: Floats) -> None:
    p = terrain.prisms[prism]
    traits[0] = p.friction
    traits[1], traits[2], traits[3] = 0.0, 0.0, 0.0
    traits[4], traits[5], traits[6] = p.x_min, p.y_min, p.z_min
    traits[7], traits[8], traits[9] = p.x_max, p.y_max, p.z_max
    traits[BOX] = 0.0 if p.one_way else 1.0
    for face in range(4):
        traits[BOX + 1 + face] = 0.0
    for e in range(p.first_edge, p.first_edge + p.edge_count):
        edge = terrain.edges[e]
        if edge.normal_x != 0.0 and edge.normal_z != 0.0:
            traits[BOX] = 0.0
        elif edge.visible:
            is_upper = edge.normal_x > 0.0 or edge.normal_z > 0.0
            traits[BOX + 1 + (2 if edge.normal_x == 0.0 else 0) + (1 if is_upper else 0)] = 1.0
    if p.one_way:
        traits[6] = -FAR  # all that is below its top
    if p.platform >= 0:
        for axis in range(3):
            traits[1 + axis] = motion.velocity[p.platform, axis]
            traits[4 + axis] += motion.offset[p.platform, axis]
            traits[7 + axis] += motion.offset[p.platform, axis]


@kernel
def _describe_way_out(obstacles: Obstacles, kind: int, centroid: Floats, traits: Floats, dt: float) -> None:
    x = centroid[0] + dt * traits[1]
    y = centroid[1] + dt * traits[2]
    z = centroid[2] + dt * traits[3]
    distance, nx, ny, nz = obstacle_distance(obstacles, kind, x, y, z)
    traits[10], traits[11], traits[12] = nx, ny, nz
    traits[13] = nx * x + ny * y + nz * z - distance


@kernel
def _touches(traits: Floats, low: Floats, high: Floats, dt: float) -> bool:
    for axis in range(3):
        travel = dt * abs(traits[1 + axis])
        if traits[7 + axis] + travel < low[axis] or traits[4 + axis] - travel > high[axis]:
            return False
    return True
