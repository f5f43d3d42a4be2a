"""What a soft body may touch in a tick: the terrain prisms, spheres, capsules and boxes near it.

An obstacle moves at constant speed during the tick and reaches its known place at the end of it. A point is
compared with it as it stood some time before by moving the point along with it instead.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.kernel import lean_kernel
from systems.softbody.planes import BOX, FAR, TRAITS, Obstacles, obstacle_distance, roof_height

SOLID_FRICTION = 0.8
"""Coulomb friction coefficient of characters and other entities [1]; a contact takes the geometric mean."""


class Near(NamedTuple):
    """Room for the obstacles near each body of a block, and what they are like; see `near_obstacles`."""

    kinds: Integers
    """Shape [LANES, obstacle_count]."""
    traits: Floats
    """Shape [LANES, obstacle_count, TRAITS]."""
    found: Integers
    """Shape [prism_count]."""


@lru_cache(maxsize=2)
def room_near(lane_count: int, prism_count: int, solid_count: int) -> Near:
    """Room for all obstacles there are; used again in every tick."""
    count = prism_count + solid_count
    return Near(
        np.zeros((lane_count, count), dtype=np.int64),
        np.zeros((lane_count, count, TRAITS)),
        np.zeros(prism_count, dtype=np.int64),
    )


@lean_kernel
def near_obstacles(
    obstacles: Obstacles, around: Floats, layers: Integers, dt: float, near: Near, lane: int
) -> int:
    """Writes the obstacles that touch a box, other entities first, so that terrain has the last word.

    A one-way prism is one only to a body whose centroid was above it when the tick began.

    Args:
        obstacles: All there are.
        around: Lower and upper corner of where the body may be during the tick, and its centroid when the
            tick begins [cm], shape [3, 3].
        layers: The body's entity, bit of its layer, and bits of the layers it meets, shape [3].
        dt: Length of the tick [s].
        near: Receives in a row of kinds a prism's index, or -1 - row of a solid, and traits: friction [1],
            velocity (3) [cm/s], and as it stands at the end of the tick the lower (3) and upper corner (3)
            of its bounds [cm] and the face by which the centroid leaves it: unit normal (3) and its offset
            along the normal [cm]; then 1 for a box, and 1 for each of its faces left, right, below and
            above that no neighbour covers; the last column is the caller's.
        lane: That row.

    Returns:
        How many there are.
    """
    low, high, centroid = around[0], around[1], around[2]
    kinds, traits = near.kinds[lane], near.traits[lane]
    size = 0
    for c in range(obstacles.solids.shape[0]):
        if _concerns(obstacles.owners[c], layers):
            _describe_solid(obstacles.solids[c], traits[size])
            if _touches(traits[size], low, high, dt):
                kinds[size] = -1 - c
                size += 1
    for k in range(_near_terrain(obstacles, low, high, layers[2], dt, near.found)):
        prism = near.found[k]
        _describe_prism(obstacles.terrain, obstacles.motion, prism, traits[size])
        if not obstacles.terrain.prisms[prism].one_way or _is_above(
            obstacles, prism, centroid, traits[size], dt
        ):
            kinds[size] = prism
            size += 1
    for k in range(size):
        _describe_way_out(obstacles, kinds[k], centroid, traits[k], dt)
    return size


@lean_kernel
def _concerns(owner: Integers, layers: Integers) -> bool:
    return bool(owner[0] != layers[0] and owner[1] & layers[2] and owner[2] & layers[1])


@lean_kernel
def _near_terrain(
    obstacles: Obstacles, low: Floats, high: Floats, layer_mask: int, dt: float, found: Integers
) -> int:
    travel = dt * _fastest_platform(obstacles.motion)
    return near_prisms(
        obstacles.terrain,
        obstacles.motion,
        low[0] - travel,
        high[0] + travel,
        low[1] - travel,
        high[1] + travel,
        low[2] - travel,
        high[2] + travel,
        layer_mask,
        found,
    )


@lean_kernel
def _is_above(obstacles: Obstacles, prism: int, centroid: Floats, traits: Floats, dt: float) -> bool:
    """Whether a body's centroid was above a one-way prism when the tick began."""
    x = centroid[0] + dt * traits[1]
    z = centroid[2] + dt * traits[3]
    height, _, _ = roof_height(obstacles.terrain, obstacles.motion, prism, x, z)
    return height >= 0.0


@lean_kernel
def _fastest_platform(motion: MotionArrays) -> float:
    fastest = 0.0
    for row in range(motion.velocity.shape[0]):
        for axis in range(3):
            fastest = max(fastest, abs(motion.velocity[row, axis]))
    return fastest


@lean_kernel
def _describe_solid(solid: Floats, traits: Floats) -> None:
    traits[0] = SOLID_FRICTION
    traits[BOX] = 0.0
    for axis in range(3):
        half = solid[6] + solid[3 + axis]
        traits[1 + axis] = solid[7 + axis]
        traits[4 + axis] = solid[axis] - half
        traits[7 + axis] = solid[axis] + half


@lean_kernel
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


@lean_kernel
def _describe_way_out(obstacles: Obstacles, kind: int, centroid: Floats, traits: Floats, dt: float) -> None:
    x = centroid[0] + dt * traits[1]
    y = centroid[1] + dt * traits[2]
    z = centroid[2] + dt * traits[3]
    distance, nx, ny, nz = obstacle_distance(obstacles, kind, x, y, z)
    traits[10], traits[11], traits[12] = nx, ny, nz
    traits[13] = nx * x + ny * y + nz * z - distance


@lean_kernel
def _touches(traits: Floats, low: Floats, high: Floats, dt: float) -> bool:
    for axis in range(3):
        travel = dt * abs(traits[1 + axis])
        if traits[7 + axis] + travel < low[axis] or traits[4 + axis] - travel > high[axis]:
            return False
    return True
