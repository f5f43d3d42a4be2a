"""What a soft body may touch in a tick: the terrain prisms and upright capsules near it.

An obstacle moves at constant speed during the tick and reaches its known place at the end of it. A point is
compared with it as it stood some time before by moving the point along with it instead.
"""

import numpy as np

from components.arrays import Floats, Integers
from components.terrain import MotionArrays, TerrainArrays
from systems.collision.broad_phase import near_prisms
from systems.kernel import kernel
from systems.softbody.planes import FAR, Obstacles, obstacle_distance, roof_height

CAPSULE_FRICTION = 0.8
"""Coulomb friction coefficient of a character's capsule [1]; a contact takes the geometric mean."""
UP = 2
"""The axis along which capsules stand."""


@kernel
def near_obstacles(
    obstacles: Obstacles, low: Floats, high: Floats, centroid: Floats, layer_mask: int, dt: float
) -> tuple[Integers, Floats]:
    """The obstacles that touch a box, capsules first, so that terrain has the last word.

    A one-way prism is one only to a body whose centroid was above it when the tick began.

    Args:
        obstacles: All there are.
        low: Lower corner of where the body may be during the tick [cm], shape [3].
        high: Upper corner [cm], shape [3].
        centroid: Where the body is when the tick begins [cm], shape [3].
        layer_mask: Layers of terrain that count.
        dt: Length of the tick [s].

    Returns:
        Prism index, or -1 - row of a capsule, shape [obstacle_count], and traits of each, shape
        [obstacle_count, 14]: friction [1], velocity (3) [cm/s], and as it stands at the end of the tick the
        lower (3) and upper corner (3) of its bounds [cm] and the face by which the centroid leaves it: unit
        normal (3) and its offset along the normal [cm].
    """
    terrain, motion, capsules = obstacles
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
        layer_mask,
        found,
    )
    kinds = np.empty(capsules.shape[0] + count, np.int64)
    traits = np.zeros((capsules.shape[0] + count, 14))
    size = 0
    for c in range(capsules.shape[0]):
        _describe_capsule(capsules[c], traits[size])
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
def _describe_capsule(capsule: Floats, traits: Floats) -> None:
    traits[0] = CAPSULE_FRICTION
    for axis in range(3):
        half = capsule[4] + (capsule[3] if axis == UP else 0.0)
        traits[1 + axis] = capsule[5 + axis]
        traits[4 + axis] = capsule[axis] - half
        traits[7 + axis] = capsule[axis] + half


@kernel
def _describe_prism(terrain: TerrainArrays, motion: MotionArrays, prism: int, traits: Floats) -> None:
    p = terrain.prisms[prism]
    traits[0] = p.friction
    traits[1], traits[2], traits[3] = 0.0, 0.0, 0.0
    traits[4], traits[5], traits[6] = p.x_min, p.y_min, p.z_min
    traits[7], traits[8], traits[9] = p.x_max, p.y_max, p.z_max
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
