"""Which planes the particles of soft bodies may meet in a tick."""

import math

import numpy as np

from components.arrays import Floats
from systems.softbody.bodies import Bodies
from systems.softbody.drafting import draft_planes
from systems.softbody.drafts import FILTERED, Drafts
from systems.softbody.lanes import MESH, Lanes, Planes
from systems.softbody.obstacles import Near, near_obstacles
from systems.softbody.offsets import BLOCK_FACTS, BLOCK_MATERIALS, HIGH, LOW, WEIGHT
from systems.softbody.plane_rows import put_in_order, write_all
from systems.softbody.planes import SWALLOWED, Obstacles
from systems.softbody.sieve import MARGIN, margin_of, put_up_walls, sift
from systems.softbody.swallowed import is_swallowed
from systems.softbody.tables import PARTICLES, Meshes
from systems.softbody.vectors import LANES, lean_lane_kernel

f32 = np.float32


@lean_lane_kernel
def find_planes(
    lanes: Lanes,
    meshes: Meshes,
    planes: Planes,
    bodies: Bodies,
    obstacles: Obstacles,
    near: Near,
    drafts: Drafts,
    gravity: Floats,
    dt: float,
) -> None:
    """Finds the planes of all awake bodies, and wakes bodies near entities or what moves.

    Args:
        lanes: All blocks, measured; the weights of all bodies are set.
        meshes: Tables of the meshes.
        planes: Receives the planes.
        bodies: What else there is to know of the bodies; some are woken.
        obstacles: What is solid.
        near: Room.
        drafts: Room.
        gravity: Acceleration [cm/s²], shape [3].
        dt: Length of the tick [s].
    """
    fall = dt * dt * math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
    for block in range(lanes.blocks.shape[0]):
        planes.counts[block] = 0
        count = meshes.ranges[lanes.blocks[block, MESH], PARTICLES]
        most = 0
        for lane in range(LANES):
            slot = block * LANES + lane
            found = _look_around(lanes, meshes, bodies, obstacles, near, drafts, slot, fall, dt)
            drafts.obstacle_counts[lane] = found
            most = max(most, found)
        if most == 0:
            continue
        put_up_walls(lanes, bodies, near, drafts, block, min(most, FILTERED), fall, dt)
        sift(lanes, drafts, block, count, min(most, FILTERED))
        for lane in range(LANES):
            if drafts.obstacle_counts[lane] > 0:
                draft_planes(lanes, bodies, obstacles, near, drafts, block, lane, count, gravity, dt)
                write_all(planes, drafts, block, lane, count)
        put_in_order(planes, drafts.rows, block, count)


@lean_lane_kernel
def _look_around(
    lanes: Lanes,
    meshes: Meshes,
    bodies: Bodies,
    obstacles: Obstacles,
    near: Near,
    drafts: Drafts,
    slot: int,
    fall: float,
    dt: float,
) -> int:
    """Finds the obstacles near a body, if it is awake or they wake it, and returns how many there are."""
    block, lane = slot // LANES, slot % LANES
    bodies.near_moving[slot] = bodies.near_solid[slot] = False
    lanes.materials[block * BLOCK_MATERIALS + WEIGHT + lane] = f32(0.0)
    if not bodies.taken[slot]:
        return 0
    is_asleep = bodies.quiet[slot] < 0
    reach = MARGIN if is_asleep else margin_of(lanes, slot, fall, dt)[1]
    facts = block * BLOCK_FACTS + lane
    for axis in range(3):
        anchor = bodies.anchors[slot, axis]
        drafts.around[0, axis] = anchor + lanes.facts[facts + LOW + axis * LANES] - reach
        drafts.around[1, axis] = anchor + lanes.facts[facts + HIGH + axis * LANES] + reach
        drafts.around[2, axis] = anchor + lanes.facts[facts + axis * LANES]
    count = near_obstacles(obstacles, drafts.around, bodies.layers[slot], dt, near, lane)
    for k in range(count):
        traits, kind = near.traits[lane, k], near.kinds[lane, k]
        traits[SWALLOWED] = 0.0
        if kind < 0:
            bodies.near_solid[slot] = True
            solid = obstacles.solids[-1 - kind]
            origin, around, heart = bodies.anchors[slot], drafts.around, drafts.around[3]
            if is_swallowed(lanes, meshes, slot, origin, around, solid, heart):
                traits[SWALLOWED] = 1.0
        if traits[1] != 0.0 or traits[2] != 0.0 or traits[3] != 0.0:
            bodies.near_moving[slot] = True
    if is_asleep and not (bodies.near_solid[slot] or bodies.near_moving[slot]):
        return 0
    bodies.quiet[slot] = max(bodies.quiet[slot], 0)
    lanes.materials[block * BLOCK_MATERIALS + WEIGHT + lane] = f32(1.0)
    return count
