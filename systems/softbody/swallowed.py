"""Entities that a soft body has all round them, as when it was born there: it leaves them as a whole."""

import math

from components.arrays import Floats
from systems.softbody.lanes import MESH, ROW, START, Lanes, Y, Z
from systems.softbody.offsets import BLOCK_MATERIALS, SIZE
from systems.softbody.tables import FIRST_TRIANGLE, TRIANGLES, Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

CORNER = 1.0 / math.sqrt(3.0)
"""Distance of a triangle's corners from its middle, as a share of its sides if these are alike [1]."""


@lean_lane_kernel
def is_swallowed(
    lanes: Lanes, meshes: Meshes, slot: int, anchor: Floats, around: Floats, solid: Floats, heart: Floats
) -> bool:
    """Whether the surface of a body goes round the heart of a solid.

    The heart is what is left of a solid when as much as possible is taken off all round, and of that the
    point nearest to the body's centroid. Particles are kept off it, and so are the triangles between them
    where what was taken off is more than from a triangle's corners to its middle. So it is inside only where
    a body was put round it; of thinner solids nothing can be told.

    Args:
        lanes: All blocks.
        meshes: Tables of the meshes.
        slot: Which body.
        anchor: Its anchor [cm], shape [3].
        around: See `near_obstacles`.
        solid: See `Obstacles`.
        heart: Receives the heart, or a part of it [cm], shape [3].
    """
    block, lane = slot // LANES, slot % LANES
    mesh = lanes.blocks[block, MESH]
    off = min(solid[3], solid[4], solid[5])
    size = lanes.materials[block * BLOCK_MATERIALS + SIZE + lane]
    if off + solid[6] <= CORNER * meshes.spacings[mesh] * size:
        return False
    for axis in range(3):
        half, away = solid[3 + axis] - off, around[2, axis] - solid[axis]
        heart[axis] = solid[axis] + min(max(away, -half), half)
        if not around[0, axis] < heart[axis] < around[1, axis]:
            return False
    x, y, z = heart[0] - anchor[0], heart[1] - anchor[1], heart[2] - anchor[2]
    start, first = lanes.blocks[block, START] + lane, meshes.ranges[mesh, FIRST_TRIANGLE]
    angle = 0.0
    for t in range(first, first + meshes.ranges[mesh, TRIANGLES]):
        a, b, c = meshes.triangles[t, 0], meshes.triangles[t, 1], meshes.triangles[t, 2]
        angle += _half_angle(lanes, start + a * ROW, start + b * ROW, start + c * ROW, x, y, z)
    return angle > math.pi


@lean_lane_kernel
def _half_angle(lanes: Lanes, a: int, b: int, c: int, x: float, y: float, z: float) -> float:
    """Half the solid angle of a triangle from a point (van Oosterom and Strackee 1983, equation 8).

    All of a closed surface add up to 2 pi round a point inside, and to 0 round one outside.
    """
    p = lanes.positions
    ax, ay, az = p[a] - x, p[a + Y] - y, p[a + Z] - z
    bx, by, bz = p[b] - x, p[b + Y] - y, p[b + Z] - z
    cx, cy, cz = p[c] - x, p[c + Y] - y, p[c + Z] - z
    la = math.sqrt(ax * ax + ay * ay + az * az)
    lb = math.sqrt(bx * bx + by * by + bz * bz)
    lc = math.sqrt(cx * cx + cy * cy + cz * cz)
    triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    sides = la * lb * lc
    sides += (ax * bx + ay * by + az * bz) * lc
    sides += (bx * cx + by * cy + bz * cz) * la
    sides += (cx * ax + cy * ay + cz * az) * lb
    return math.atan2(triple, sides)
